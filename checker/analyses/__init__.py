"""One file a finding: what is wrong in a rulebook, how it is found, and how it is said.

A session comes in; findings go out, each with the smallest scene that shows it, its clauses, what would settle it, and
whether it is proved, exhausted, sampled or unknown. Analyses never import each other.
"""
