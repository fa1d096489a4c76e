"""What the solver says of norms, cards and pairs of norms."""

from __future__ import annotations

from typing import NamedTuple

from checker.smt.norm_pairs import NormPair


class Clash(NamedTuple):
    """Whether the pair can meet: `no` is proved, by the parts in `core`; `yes` is a candidate."""

    pair: NormPair
    can: str
    core: tuple[str, ...]


class DeadText(NamedTuple):
    """A norm, an act, or a card for the `act`, that can never matter; `by` is the smallest set of norms that see to it."""

    name: str
    by: tuple[str, ...] = ()
    act: str = ""
