"""Scenes as people type them at a table, told as the grammar has them.

A text comes in that no game reads as typed; the same scene in the grammar's forms comes out, with what was taken for
granted on the way, or the nearest form of what could not be read.
"""
