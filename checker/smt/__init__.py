"""What Z3 is asked. Raises InputError, when it is loaded, if Z3 cannot be."""

from checker.kernel.source import InputError, Place, Problem

try:
    import z3
except Exception as error:
    _WHY = " ".join(str(error).split()) or type(error).__name__
    _HINT = "`pip install --force-reinstall z3-solver`"
    raise InputError(Problem(Place("z3", 1), f"the solver cannot be loaded: {_WHY}", "", _HINT)) from None

__all__ = ["z3"]
