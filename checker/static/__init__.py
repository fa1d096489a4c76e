"""Abstract interpretation of effect trees: bounds and facts that hold in every play.

A game comes in; bounds, ranges and unreachable parts go out. They may be too wide, never too narrow: what is said never
to happen never does.
"""
