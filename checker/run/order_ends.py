"""Orders that end alike: every end that can be reached with one of several effects as the first, as far as it can be told apart.

What is still to be done in the same order from a table that looks the same is followed once, whatever came before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from checker.kernel.effect import Unstated
from checker.kernel.position import GONE, Agenda, Key, Position, Store, tails
from checker.kernel.term import Option, Point, Value
from checker.kernel.trees.walk import of_kind, renamed
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook
from checker.run.progress import Chooser, Forked, Moved, StepFunction

DecidedOnWay: TypeAlias = tuple[tuple[str, str], ...]
"""What was decided on the way, in no order: what it was about, and how."""

TailWays: TypeAlias = tuple[tuple[Option, Position], ...]

ObservedChange: TypeAlias = frozenset[tuple[Key, Value]]
"""What became of a table: what can be told apart of each entry that is no longer as it was."""

OrderEnd: TypeAlias = tuple[DecidedOnWay, int, ObservedChange]
"""How an order ends: what was decided on the way, where play goes on, and what became of the table."""

MOST_STEPS = 1_500
"""Steps carried out on the side for one place in the order; more count as a difference."""

MOST_WAYS = 8
"""Ways of one choice that are followed on the side; more (a card from the whole deck) count as a difference."""

MOST_FORKS = 150
"""Forks on one way that are followed on the side; more count as a difference."""
ORDER = "order"
"""The second word in the keys of points of order."""

COUNT: Key = ("orders",)
"""Where it is counted how often an order was open, so that each time is another point."""

_COUNTED = (COUNT, ("picks",))
_PICKED = ((RIGID, ORDER), (RIGID, "pick"))
_BEGUN = Store()


class Unseen(NamedTuple):
    """How an order ends cannot be seen; `unstated` if that is because no clause states an effect."""

    unstated: bool = False


class _Lost(Exception):
    """The ends cannot be seen."""

    def __init__(self, unstated: bool = False) -> None:
        self.unseen = Unseen(unstated)


class OrderEnds:
    """The ends of several orders that begin on one table and leave the same things to be done after all of them."""

    def __init__(self, step: StepFunction, rules: Rulebook, since: Store, rest: Agenda) -> None:
        self.step = step
        self.rules = rules
        self.since = since
        self.tails = identities(rest)
        self.left = 0
        self._known: dict[object, tuple[Agenda, frozenset[OrderEnd]]] = {}
        """Each with its agenda, so that no other is told by the same identity."""

    def of(self, start: Position) -> frozenset[OrderEnd] | Unseen:
        """Every end that can be reached from there, in any order of what is left."""
        self.left = MOST_STEPS
        try:
            return self._from(start, MOST_FORKS)
        except _Lost as lost:
            return lost.unseen
        finally:
            self.rules.looked.aside += MOST_STEPS - self.left

    def _from(self, position: Position, forks: int) -> frozenset[OrderEnd]:
        while id(position.agenda) not in self.tails:
            if not self.left:
                raise _Lost
            self.left -= 1
            progress = self.step(self.rules, position, False)
            match progress:
                case Moved(position=further, steps=steps):
                    if self.left < steps - 1:
                        raise _Lost
                    self.left -= steps - 1
                    position = further
                case Forked(by=by, ways=ways):
                    if not forks:
                        raise _Lost
                    return self._either(position, by, ways, forks - 1)
                case _:
                    raise _Lost
        return frozenset({((), id(position.agenda), self._seen(position))})

    def _either(self, at: Position, by: Point | Chooser, ways: TailWays, forks: int) -> frozenset[OrderEnd]:
        if isinstance(by, Point) and by.key[1] == ORDER:
            here = (frozenset(o.value for o, _ in ways), at.agenda[1], id(at.agenda[2]), self._seen(at))
            if here not in self._known:
                found = [self._from(p, forks) for _, p in reversed(ways)]
                self._known[here] = (at.agenda, frozenset[OrderEnd]().union(*found))
            return self._known[here][1]
        if isinstance(at.agenda[0], Unstated) and not at.agenda[0].changes:
            raise _Lost(unstated=True)
        if len(ways) > MOST_WAYS:
            raise _Lost
        what = by.id if isinstance(by, Point) else f"{by.who} {by.what}"
        return frozenset(
            (tuple(sorted(((what, option.text), *decided))), rest, seen)
            for option, further in reversed(ways)
            for decided, rest, seen in self._from(further, forks)
        )

    def _seen(self, position: Position) -> ObservedChange:
        return observable(self.rules, position.store, self.since)


def identities(agenda: Agenda) -> frozenset[int]:
    """Every agenda that is a rest of this one, by identity."""
    return frozenset({id(agenda), *(id(left[2]) for left in tails(agenda))})


def decision(key: Key) -> bool:
    """The entry says how an open point was decided, or counts decisions: whoever comes first, the same is open."""
    return key[0] == RIGID or key in _COUNTED


def observable(rules: Rulebook, store: Store, since: Store = _BEGUN) -> ObservedChange:
    """What can be told apart at the table and was not so since then: things by what they are, cards by where they are.

    Things that were not there then are new, and told apart by what is true of them alone.
    """
    changed = [(k, v) for k, v in store.changes(since) if k not in _COUNTED and k[:2] not in _PICKED]
    new = _new_things(changed, since)
    naming = {n for n, entry in enumerate(changed) if not new.isdisjoint(of_kind(entry, str))} if new else set()
    names = _renamed([changed[n] for n in sorted(naming)], new) if new else {}
    seen = ((k, *(_with(k, v, names) if n in naming else (k, v))) for n, (k, v) in enumerate(changed))
    told = ((old, key, _told(rules, key, value)) for old, key, value in seen)
    return frozenset((key, now) for old, key, now in told if now != _told(rules, old, since.get(old, GONE)))


def _told(rules: Rulebook, key: Key, value: Value) -> Value:
    """What can be told apart of the entry; GONE if it says no more than what holds anyway."""
    field = rules.fields.get(str(key[0]))
    if field is not None and value == field.initial and type(value) is type(field.initial):
        return GONE
    loose = key[0] == "things" or (key[0] == "zone" and key[1] not in rules.ordered_zones)
    return tuple(sorted(value, key=repr)) if loose and isinstance(value, tuple) else value


def _new_things(changed: Iterable[tuple[Key, Value]], since: Store) -> frozenset[str]:
    new: set[str] = set()
    for key, count in changed:
        if key[0] == "made" and isinstance(count, int):
            sort, before = str(key[1]), since.get(key, 0)
            new |= {f"{sort[0].upper()}{n}" for n in range(before + 1 if isinstance(before, int) else 1, count + 1)}
    return frozenset(new)


def _renamed(entries: list[tuple[Key, Value]], new: frozenset[str]) -> dict[str, str]:
    """Names for the new things that depend on nothing but what is true of them."""
    if len(new) == 1:
        return dict.fromkeys(new, "new 1")
    mine: dict[str, list[tuple[Key, Value]]] = {thing: [] for thing in new}
    for entry in entries:
        for thing in new.intersection(of_kind(entry, str)) if entry[0][0] != "things" else set():
            mine[thing].append(entry)

    def about(thing: str) -> str:
        blank = dict.fromkeys(new, "new") | {thing: "this"}
        return repr(sorted(repr(_with(*e, blank)) for e in mine[thing]))

    return {thing: f"new {number}" for number, thing in enumerate(sorted(sorted(new), key=about), 1)}


def _with(key: Key, value: Value, names: dict[str, str]) -> tuple[Key, Value]:
    return tuple(renamed(k, names) for k in key), renamed(value, names)
