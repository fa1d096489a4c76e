"""Boards: spaces with directions, their neighbours, lines, groups and patterns, and pictures of them.

A room of its own, which knows no game; whatever lies on a board is a mapping from spaces to things.
"""

from __future__ import annotations

LABELS = r"-?\d+,-?\d+"
"""How the labels of spaces are declared in the vocabulary of a game."""
RULER = "|"
"""May begin each line of a picture, after any blanks."""
