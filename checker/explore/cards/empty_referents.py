"""Events of which a part has no referent: the words that should name it name nothing in the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from checker.kernel.vocabulary import Act, needed
from checker.norms.rulebook import Rulebook
from checker.run.branches import TrailEntry
from checker.run.progress import IN_VAIN, Line


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


def void(rules: Rulebook, trail: Iterable[TrailEntry]) -> Void | None:
    """The first event on the way without a referent, if there is one."""
    card = ""
    clauses: tuple[str, ...] = ()
    for entry in trail:
        if not isinstance(entry, Line):
            continue
        event = entry.event[1:] if entry.event and entry.event[0] == IN_VAIN else entry.event
        if not event or event[0] not in rules.acts:
            clauses = entry.clauses or clauses
            continue
        name, *args = event
        card = next((str(a[0]) for a in args if isinstance(a, tuple)), card)
        empty = _empty(rules.acts[str(name)], args)
        if empty:
            return Void(str(name), empty, card, entry.text, tuple(dict.fromkeys((*clauses, *entry.clauses))))
        clauses = entry.clauses or clauses
    return None


def shortest(voids: Iterable[Void]) -> tuple[Void, ...]:
    """The shortest scene for each event that happened to nothing."""
    best: dict[tuple[str, str, str], Void] = {}
    for one in voids:
        best[one.key] = min(one, best.get(one.key, one), key=lambda v: v.size)
    return tuple(best[k] for k in sorted(best))


def _empty(act: Act, args: Sequence[object]) -> str:
    """The place of the act that must be filled and is not, or nothing."""
    wanted = needed(act.said)
    return next((p for (p, _), a in zip(act.params, args, strict=False) if a is None and p in wanted), "")
