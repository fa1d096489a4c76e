"""Norms as formulas for Z3: conflicts, dead norms, remedies, equivalences.

A game comes in; what is satisfiable comes out with a model, what is not comes out as proved, and what Z3 gives up on as
unknown. Nothing here plays. InputError, when it is loaded, if Z3 cannot be.
"""

from checker.kernel.source import InputError, Place, Problem

try:
    import z3
except Exception as error:
    _WHY = " ".join(str(error).split()) or type(error).__name__
    _HINT = "`pip install --force-reinstall z3-solver`"
    raise InputError(Problem(Place("z3", 1), f"the solver cannot be loaded: {_WHY}", "", _HINT)) from None

__all__ = ["z3"]
