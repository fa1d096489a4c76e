"""Whole random games, drawn from all branches by a seed.

Rules and a seed come in; games go out, with the properties that broke on the way. What is said of them is `sampled`.
"""
