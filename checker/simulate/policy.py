"""How the players of sampled games decide, with random numbers that two courses of one game have in common."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from checker.kernel.term import Value
from checker.simulate.games import Decider, Decision


class Hour(NamedTuple):
    """The part of the game, and how many decisions of each kind were made in it."""

    clock: Value = None
    acts: int = 0
    choices: int = 0
    chances: int = 0

    def next(self, kind: Decider, clock: Value) -> Hour:
        """The hour after a decision of the kind, if the clock then shows this."""
        if clock != self.clock:
            return Hour(clock)
        match kind:
            case Decider.ACT:
                return self._replace(acts=self.acts + 1)
            case Decider.CHOICE:
                return self._replace(choices=self.choices + 1)
            case Decider.CHANCE:
                return self._replace(chances=self.chances + 1)
            case Decider.POINT:
                return self


class Policy(NamedTuple):
    """A way for players to decide: `says` it in words; `quiet` is the weight of letting a moment pass."""

    says: str
    quiet: Callable[[int], int]


POLICIES = {
    "uniform": Policy(
        "every legal act is equally likely, and so is letting the moment pass where nobody has to act",
        lambda acts: 1,
    ),
    "hesitant": Policy(
        "a moment at which nobody has to act passes half of the time, else every legal act is equally likely",
        lambda acts: max(1, acts),
    ),
}
"""The policies by name; the first is the usual one."""


class Draws:
    """The random numbers of one game: each way of each decision has its own, whatever else there is to decide.

    The ways race: the one with the smallest exponential waiting time is taken, which makes each as likely as
    its weight. Two courses of a game that meet the same decision at the same hour decide alike, as far as
    they have the same ways (common random numbers).
    """

    def __init__(self, seed: str, policy: Policy) -> None:
        self.seed = seed
        self.policy = policy

    def pick(self, decision: Decision, hour: Hour) -> int:
        """The number of the way that is taken; the default of an open point."""
        if decision.kind is Decider.POINT:
            return 0
        count = {Decider.ACT: hour.acts, Decider.CHOICE: hour.choices, Decider.CHANCE: hour.chances}[decision.kind]
        stem = hashlib.blake2b(f"{self.seed}\0{hour.clock}\0{decision.kind.value}\0{count}\0".encode(), digest_size=8)
        acts = len(decision.ways) - 1
        best, first = math.inf, 0
        alike: Counter[str] = Counter()
        for number, way in enumerate(decision.ways):
            passes = decision.kind is Decider.ACT and way.option.value is None
            weight = self.policy.quiet(acts) if passes else way.weight
            label = named(way.option.value)
            alike[label] += 1
            drawn = stem.copy()
            drawn.update(f"{label}\0{alike[label]}".encode())
            waits = -math.log((int.from_bytes(drawn.digest()) + 1) / 2**64) / weight
            if waits < best:
                best, first = waits, number
        return first


def named(value: Value) -> str:
    """The value in words that do not tell the copies of a card from each other."""
    if not isinstance(value, tuple):
        return repr(value)
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return repr(value[0])
    return "(" + ", ".join(map(named, value)) + ")"
