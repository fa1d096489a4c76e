"""Files as games: entries, vocabulary, amendments and the checks that one entry asks of another.

The folders of a game and its errata come in; a Game goes out, or InputError with every problem at its line. An erratum
never changes what it does not name. Formatting changes no meaning.
"""
