"""What `hexcheck diff` does: the exact effect of an erratum on rulings, findings, norms and play.

Two versions of a game come in; everything that changes goes out, with what it was and what it is.
"""
