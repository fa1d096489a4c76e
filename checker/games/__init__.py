"""What a game has in Python: geometry, a dictionary, phrases of its own; the registry finds it by name.

Everything else of a game is data, in `cards/` and `specs/`. No other room imports a game.
"""
