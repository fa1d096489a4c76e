"""In what two positions differ, things and cards taken for each other that have the same place on the two tables."""

from __future__ import annotations

from collections.abc import Iterable

from checker.explore.loops.state_equivalence import is_card, passing
from checker.kernel.position import Agenda, Key, Position, Store, tails
from checker.kernel.term import Value
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook

COUNTED = {"pick": "picks", "order": "orders", "effect": "plays", "nothing to choose": "plays", "illegal act": "plays"}
"""Kinds of open points that are told apart by how often something was done before."""
DIFFERENT: Key = ("what is still to be done",)
"""Stands for what is still to be done where that is another thing."""

ValueNames = dict[Value, Value]


class ComparedTable:
    """A position with its things and cards named by where they stand: equal to another on which the same lies so."""

    def __init__(self, rules: Rulebook, position: Position) -> None:
        self.store = position.store
        self.names = _names(position)
        self.agenda = _todo(position.agenda, self.names)
        self.entries = {self.key(k): self._value(rules, k, v) for k, v in self.store.items() if not passing(rules, k)}

    def key(self, key: Key) -> Key:
        """The key with the names of this table."""
        return tuple(_named(part, self.names) for part in key)

    def _value(self, rules: Rulebook, key: Key, value: Value) -> Value:
        shown = _named(value, self.names)
        if key[0] == "zone" and isinstance(shown, tuple) and key[1] not in rules.ordered_zones:
            return tuple(sorted(shown, key=repr))
        return shown

    def differs(self, other: ComparedTable, least: int) -> frozenset[Key]:
        """What lies otherwise on the other table, in names that both have; DIFFERENT if other things are still to be done.

        More may be to be done there if never less than `least` things were to be done on the way, so that what was to be
        done after the first was not come to.
        """
        mine, theirs = self.entries, other.entries
        found = {k for k in mine.keys() | theirs.keys() if not _same(mine.get(k), theirs.get(k))}
        below = self.agenda == other.agenda or (least >= len(self.agenda) and _on_top(self.agenda, other.agenda))
        return frozenset(found if below else {*found, DIFFERENT})

    def known(self, reads: Iterable[Key]) -> frozenset[Key]:
        """Those of the reads made from this table on that are of what lies on it, with the names of this table."""
        return frozenset(self.key(k) for k in reads if not self._fresh(k))

    def _fresh(self, key: Key) -> bool:
        """It speaks of what came into being only after this table."""
        if key[0] == RIGID and key[1] in COUNTED and isinstance(key[-1], int):
            return key[-1] >= _int(self.store.get((COUNTED[str(key[1])],), 0))
        return any(_int(p[1:]) > self._made(p) > 0 and not self._speaks(p) for p in _labels(key))

    def gone(self, key: Key) -> bool:
        """It speaks of a thing that was made, and is there no more; or of an open point that was met before."""
        if key[0] == RIGID and key[1] in COUNTED and isinstance(key[-1], int):
            return key[-1] < _int(self.store.get((COUNTED[str(key[1])],), 0))
        return any(0 < _int(p[1:]) <= self._made(p) and p not in self.names for p in _labels(key))

    def _made(self, label: str) -> int:
        """How many things were made at most that are called so."""
        made = [v for k, v in self.store.items() if k[0] == "made" and len(k) > 1 and str(k[1])[0].upper() == label[0]]
        return max(map(_int, made), default=0)

    def _speaks(self, label: str) -> bool:
        """Something is said of what is called so."""
        return any(label == v or label in k[1:] for k, v in self.store.items())


def touched(keys: Iterable[Key], reads: frozenset[Key]) -> frozenset[Key]:
    """Those of the keys that were read, by themselves or with all others of their kind."""
    everything = ("everything",) in reads
    return frozenset(k for k in keys if everything or k in reads or ("entries", k[0]) in reads or k == DIFFERENT)


def _labels(key: Key) -> list[str]:
    """What of it looks like the label of a thing that came into being."""
    return [p for p in key[1:] if isinstance(p, str) and len(p) > 1 and p[0].isupper() and p[1:].isdigit()]


def _int(value: Value) -> int:
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdigit()) else 0


def _same(one: Value, other: Value) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _on_top(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """The same is to be done next, and what was to be done after it still is, if only after more."""
    rest = len(one) - 1
    return one[:1] == other[:1] and (not rest or (len(other) > rest and one[1:] == other[-rest:]))


def _todo(agenda: Agenda, names: ValueNames) -> tuple[object, ...]:
    return tuple((effect, tuple((n, _named(v, names)) for n, v in env)) for effect, env, _ in tails(agenda))


def _names(position: Position) -> ValueNames:
    """A name for each thing and each card that is there, by its place and by what is said of it."""
    store, names = position.store, ValueNames()
    for key, listed in store.items():
        if key[0] == "things" and isinstance(listed, tuple):
            names |= {label: f"\0{key[1]} {at}" for at, label in enumerate(listed)}
    said = _said(store, names)
    copies: dict[Value, int] = {}
    zones = sorted(
        ((k, v) for k, v in store.items() if k[0] == "zone" and isinstance(v, tuple)), key=lambda z: repr(z[0])
    )
    for _, held in zones:
        for card in sorted(held, key=lambda c: (repr(sorted(said.get(c, ()))), repr(c))):
            if isinstance(card, tuple) and is_card(card):
                copies[card[0]] = copies.get(card[0], 0) + 1
                names[card] = ("\0" + str(card[0]), copies[card[0]])
    return names


def _said(store: Store, names: ValueNames) -> dict[Value, list[str]]:
    """What is said of each card."""
    found: dict[Value, list[str]] = {}
    for key, value in store.items():
        for card in {p for p in (*key[1:], value) if is_card(p)} if key[0] != "zone" else ():
            told = tuple("" if p == card else names.get(p, p) if isinstance(p, str) else p for p in (*key, value))
            found.setdefault(card, []).append(repr(told))
    return found


def _named(value: Value, names: ValueNames) -> Value:
    if is_card(value):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_named(v, names) for v in value)
    return names.get(value, value) if isinstance(value, str) else value
