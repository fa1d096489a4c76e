"""What everything is made of: terms, effects, norms, games, scenes, positions, points, verdicts and findings.

Nothing comes in but plain values, and nothing is computed that needs rules. Every value is immutable, and two that say
the same are equal. Nothing here imports another room.
"""
