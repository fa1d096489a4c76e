"""Effects that meet: pairs of cards or results on one table, in every order that nothing forbids."""
