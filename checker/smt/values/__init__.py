"""Which values no norm gives: tables on which the conditions of all norms of a fact fail.

A fact comes in with the things that it is asked of; regions of tables come out, each with one table in it, or that there
are none, as proved.
"""
