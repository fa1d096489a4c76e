"""The search: situations that the rules can bring about, laid out as scenes and played through.

A session comes in; witnesses go out as scenes that anybody can ask again, with how far was searched. What was cut off is
counted as unknown.
"""
