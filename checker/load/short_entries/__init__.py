"""What rules say of many things in one line: an entry or a game comes in, the same comes out with a norm for each."""
