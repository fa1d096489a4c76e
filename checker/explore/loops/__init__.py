"""Loops of play: from a state back to it or to an equivalent one, by duty, by choice or by chance."""
