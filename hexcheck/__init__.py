"""What a game's rules say, for other programs.

`load` reads the rules of a game, amended as one likes; they are asked, checked and compared. What comes back are
records (`hexcheck.records`): the same that `--format json` prints, and `to_json` prints them. What cannot be used
is refused with an InputError, which carries every problem with its place and a hint.

>>> import hexcheck
>>> rules = hexcheck.load("hexhex", variants=["Vexed"])
>>> rules.name
'hexhex'
"""

from __future__ import annotations

from checker.kernel.source import InputError, Place, Problem
from hexcheck.library import Rules, load
from hexcheck.records import Answer, Answers, Changes, Finding, Findings, Outcome, Rulings, Step, to_json

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
    "Rules",
    "Rulings",
    "Step",
    "load",
    "to_json",
]
