"""Sentences as cards say them: what a game's vocabulary says for short, and the sentences that it stands for.

The words of a vocabulary come in, and trees of sentences; rules of the grammar go out, and trees in which nothing is
said for short. What English leaves open is refused with a sentence that says it.
"""
