"""Questions about trees that need no rules: which variables are free, which clauses they name, what they change.

A term, effect, norm or game comes in, a set or a tree goes out. Nothing is played and nothing is evaluated.
"""
