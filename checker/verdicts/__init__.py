"""The answers of all branches of a scene as one: FORCED, AMBIGUOUS, SILENT or CONTRADICTION.

A scene and its question come in; one Answer goes out, with its outcomes, open points and clauses. FORCED is said only if
every branch and every reading says the same.
"""
