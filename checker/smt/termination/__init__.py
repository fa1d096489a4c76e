"""Measures that fall: that a loop of cards or clauses ends, whatever lies on the table.

The loops of a game come in; a certificate goes out for each that ends (`certificates` checks it), and the loop for each
that could not be shown to.
"""
