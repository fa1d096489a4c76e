"""What analyses work with: a game with its rules, what was found out before, and workers to share the work.

A query that was answered is answered again from memory or disk, for as long as nothing that it read has changed.
"""
