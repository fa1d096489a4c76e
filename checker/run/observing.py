"""What can be told apart at the table, so that two ends that look alike are one."""

from __future__ import annotations

from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.norms.context import RIGID
from checker.norms.rulebook import Rulebook

ORDER = "order"
"""The second word in the keys of points of order."""

COUNT: Key = ("orders",)
"""Where it is counted how often an order was open, so that each time is another point."""


def made_so_far(store: Store) -> dict[str, int]:
    """How many things of each sort there have been."""
    return {str(k[1]): v for k, v in store.items() if k[0] == "made" and isinstance(v, int)}


_COUNTED = (COUNT, ("picks",))
_PICKED = ((RIGID, ORDER), (RIGID, "pick"))


def decision(key: Key) -> bool:
    """The entry says how an open point was decided, or counts decisions: whoever comes first, the same is open."""
    return key[0] == RIGID or key in _COUNTED


def observable(rules: Rulebook, store: Store, made: dict[str, int] | None = None) -> frozenset[tuple[Key, Value]]:
    """What can be told apart at the table: new things by what they are, cards by where they are.

    Things beyond the numbers in `made` are new.
    """
    entries = [(k, v) for k, v in store.items() if k not in _COUNTED and k[:2] not in _PICKED]
    new = _new_things(store, made or {})
    names = _renamed(entries, new) if new else {}
    told_apart = (_with(e, names) for e in entries if not _initial(rules, *e))
    return frozenset((k, _unordered(rules, k, v)) for k, v in told_apart)


def _initial(rules: Rulebook, key: Key, value: Value) -> bool:
    """What is stored says no more than what holds anyway."""
    field = rules.fields.get(str(key[0]))
    return field is not None and value == field.initial and type(value) is type(field.initial)


def _new_things(store: Store, made: dict[str, int]) -> frozenset[str]:
    new = set()
    for key, count in store.items():
        if key[0] == "made" and isinstance(count, int):
            sort = str(key[1])
            new |= {f"{sort[0].upper()}{n}" for n in range(made.get(sort, 0) + 1, count + 1)}
    return frozenset(new)


def _renamed(entries: list[tuple[Key, Value]], new: frozenset[str]) -> dict[str, str]:
    """Names for the new things that depend on nothing but what is true of them."""

    mine: dict[str, list[tuple[Key, Value]]] = {thing: [] for thing in new}
    for entry in entries:
        for thing in _mentioned(entry, new) if entry[0][0] != "things" else set():
            mine[thing].append(entry)

    def about(thing: str) -> str:
        blank = dict.fromkeys(new, "new") | {thing: "this"}
        return repr(sorted(repr(_with(e, blank)) for e in mine[thing]))

    return {thing: f"new {number}" for number, thing in enumerate(sorted(new, key=about), 1)}


def _mentioned(value: Value, new: frozenset[str]) -> set[str]:
    """Those of the new things that the value names."""
    if isinstance(value, tuple):
        found: set[str] = set()
        for part in value:
            found |= _mentioned(part, new)
        return found
    return {value} if isinstance(value, str) and value in new else set()


def _with(entry: tuple[Key, Value], names: dict[str, str]) -> tuple[Key, Value]:
    return (tuple(_named(k, names) for k in entry[0]), _named(entry[1], names)) if names else entry


def _named(value: Value, names: dict[str, str]) -> Value:
    if isinstance(value, tuple):
        return tuple(_named(v, names) for v in value)
    return names.get(value, value) if isinstance(value, str) else value


def _unordered(rules: Rulebook, key: Key, value: Value) -> Value:
    loose = key[0] == "things" or (key[0] == "zone" and key[1] not in rules.ordered_zones)
    return tuple(sorted(value, key=repr)) if loose and isinstance(value, tuple) else value
