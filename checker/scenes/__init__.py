"""Stated scenes carried out: what was said happened, in its order, with what had to follow.

A rulebook and the items of a scene come in; the transitions that are consistent with them go out, or the item that
cannot have happened. What a scene leaves untold stays unknown: nothing is filled in for it.
"""
