"""Boards: spaces with directions, their neighbours, lines, groups and patterns, and pictures of them.

A room of its own, which knows no game; whatever lies on a board is a mapping from spaces to things.
"""
