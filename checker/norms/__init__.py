"""The precedence resolver: which norms hold at a position, which of them prevail, and what follows.

A rulebook and a position come in; a permission, duty, prohibition or alteration goes out, with the clauses that decide
it, or the open point on which it hangs. A position is never changed. What clauses leave open is raised as Undecided.
"""
