"""Single statements of rules and rulings: where one holds, is shadowed, or reads in two ways."""
