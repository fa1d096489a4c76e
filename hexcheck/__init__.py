"""What a game's rules say, for other programs.

`load` reads the rules of a game, amended as one likes; they are asked, checked, compared and reported on. What comes back are
records (`hexcheck.records`): the same that `--format json` prints, and `to_json` prints them. What cannot be used
is refused with an InputError, which carries every problem with its place and a hint.

>>> import hexcheck
>>> rules = hexcheck.load("hexhex", variants=["Vexed"])
>>> rules.name
'hexhex'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.kernel.source import InputError, Place, Problem
    from hexcheck.library import Rules, load
    from hexcheck.records import (
        Answer,
        Answers,
        Changes,
        Finding,
        Findings,
        Outcome,
        ReportQuestion,
        Rulings,
        Step,
        to_json,
    )
    from hexcheck.report import Report

__all__ = [
    "Answer",
    "Answers",
    "Changes",
    "Finding",
    "Findings",
    "InputError",
    "Outcome",
    "Place",
    "Problem",
    "Report",
    "ReportQuestion",
    "Rules",
    "Rulings",
    "Step",
    "load",
    "to_json",
]


def __getattr__(name: str) -> object:
    """What the name stands for, loaded when it is used first: in a wheel the command goes through here too."""
    if name not in __all__:
        raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
    for module in ("hexcheck.records", "hexcheck.library", "hexcheck.report"):
        found = getattr(import_module(module), name, None)
        if found is not None:
            return found
    raise AttributeError(name)
