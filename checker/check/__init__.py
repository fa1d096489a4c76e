"""What `hexcheck check` does: all analyses run over a game, and their findings reported.

A game comes in; one report goes out, in text, JSON, SARIF or JUnit. Findings of one cause are one finding.
"""
