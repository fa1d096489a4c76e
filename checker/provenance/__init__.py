"""What an answer rests on: the steps that it looks at, and the clauses that decide them.

Transitions and a question come in; a slice of the steps and the clauses, the deciding ones first, go out. A clause is
cited only if it was used on a branch that the answer rests on.
"""
