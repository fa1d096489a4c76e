"""What speaks of some words: clauses, rulings, cards and known open points, ranked by the words that they have in common."""
