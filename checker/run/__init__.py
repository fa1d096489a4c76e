"""The reference interpreter: what effects do to a position, branch by branch.

A rulebook, a position and an effect come in; every branch of play comes out with its choices, its chance and the clauses
that were used. Choosing is left to whoever calls. Nothing is pruned without saying so: too much is TooMany.
"""
