"""What an amendment brings and does not say in so many words: a game comes in, the same game goes out with steps of an
amendment as clauses of their own, and with what it leaves to nobody as doubts of their own."""
