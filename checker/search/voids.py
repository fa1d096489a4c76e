"""Events of which a part has no referent: the words that should name it name nothing in the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from checker.kernel.vocabulary import Act, needed
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.search.table import Told


class Void(NamedTuple):
    """An event that happened to nothing: its act, the place that nothing filled, and the card under way."""

    act: str
    place: str
    card: str
    text: str
    clauses: tuple[str, ...]
    lines: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two of them the same for a reader of the rules."""
        return (self.act, self.place, self.card)

    @property
    def size(self) -> tuple[int, tuple[str, ...]]:
        """Shorter scenes come first."""
        return (len(self.lines), self.lines)


def voids(rules: Rulebook, told: Told) -> Iterator[Void]:
    """The first event without a referent on each of the ways that the scene can go."""
    for branch in told.judge.branches:
        card = ""
        clauses: tuple[str, ...] = ()
        for entry in branch.trail:
            if not isinstance(entry, Line):
                continue
            if not entry.event or entry.event[0] not in rules.acts:
                clauses = entry.clauses or clauses
                continue
            name, *args = entry.event
            card = next((str(a[0]) for a in args if isinstance(a, tuple)), card)
            empty = _empty(rules.acts[str(name)], args)
            if empty:
                yield Void(str(name), empty, card, entry.text, entry.clauses or clauses, told.lines)
                break


def _empty(act: Act, args: Sequence[object]) -> str:
    """The place of the act that must be filled and is not, or nothing."""
    wanted = needed(act.said)
    return next((p for (p, _), a in zip(act.params, args, strict=False) if a is None and p in wanted), "")
