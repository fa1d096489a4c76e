"""What can be told apart at the table, so that two ends that look alike are one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from checker.kernel.position import GONE, Key, Store
from checker.kernel.term import Value
from checker.kernel.trees.walk import of_kind, renamed
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook

ORDER = "order"
"""The second word in the keys of points of order."""

COUNT: Key = ("orders",)
"""Where it is counted how often an order was open, so that each time is another point."""

ObservedChange: TypeAlias = frozenset[tuple[Key, Value]]
"""What became of a table: what can be told apart of each entry that is no longer as it was."""

_COUNTED = (COUNT, ("picks",))
_PICKED = ((RIGID, ORDER), (RIGID, "pick"))
_BEGUN = Store()


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
