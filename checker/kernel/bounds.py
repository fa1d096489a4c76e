"""The bounds on what is read: whatever is larger is refused before anything is made of it (grammar/README.md lists them)."""

from __future__ import annotations

FILE_BYTES = 2_000_000
"""So large is a file at most: rules, an erratum, scenes (also from standard input), a certificate."""
DICTIONARY_BYTES = 50_000_000
"""So large is a dictionary at most."""
FILES = 1_000
"""So many files make a game at most, and so many its rulings."""
WORDS = 1_000
"""So many words (facts, acts, fields, …) has a game at most: from their phrases its language is made."""
LINE_CHARACTERS = 20_000
"""So long is a line at most."""
LINES = 20_000
"""So many lines has a file at most, and so many statements scenes in one."""
SCENE_STATEMENTS = 2_000
"""So many statements has one scene at most."""
SCENE_PLAYERS = 100
"""So many players are seated in a scene at most; how many can play, the rules say."""
STATEMENT_WORDS = 4_000
"""So many words has a statement at most."""
DIGITS = 9
"""So many digits has a number at most."""
STATEMENT_DEPTH = 120
"""So many phrases stand within each other at most."""
HINTED_CHARACTERS = 1_000
"""In longer lines, and longer statements, nothing is looked for that may have been meant."""
TYPED_CHARACTERS = 1_500
"""In longer scenes no other words than those of the forms are looked for, nor in statements of more words than the next."""
TYPED_WORDS = 60
NUMBERS = 10_000
"""So many numbers are tried at most where a condition asks for one, or an act is done with one."""
WORD_LETTERS = 64
"""So long is a word of a dictionary at most."""
PIPE_SECONDS = 10.0
"""So long a pipe is waited for at most: for its other end, and for more of what is written into it."""
