"""When two positions are the same but for what only grows: labels, histories, and numbers that only rise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from checker.kernel.position import Key, Position, Store, tails
from checker.kernel.term import Value
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook
from checker.run.forced_cycles import PASSING

OFTEN = frozenset({"pick", "effect"})
"""Kinds of open points that may go differently each time; what was chosen before does not matter later."""
ENOUGH = 2
"""Of more things of which the same is said (tokens on one Hex) it is not looked at how many they are."""


def alike(
    rules: Rulebook, store: Store, rising: frozenset[str], held: frozenset[Value] = frozenset()
) -> tuple[frozenset[object], dict[Value, Value]]:
    """What matters of the table from here on, with things named in their order, and the new names.

    What was said of a card that nothing refers to any more (`held` by the agenda, or by what is said of things)
    does not matter: it is said anew when the card is played. Of other things (a tile and its colour) it matters.
    """
    spoken = held | {v for k, v in store.items() if k[0] != "zone" and is_card(v)}
    names = _renamed(store, spoken)
    kept = []
    for key, value in store.items():
        if (
            len(key) == 2
            and is_card(key[1])
            and key[1] not in spoken
            and value is not True
            and key[0] not in rules.of_things
        ):
            continue
        if (
            passing(rules, key)
            or key[0] in rising
            or (key[0] == "zone" and not value)
            or (key[0] == RIGID and key[1] in OFTEN)
        ):
            continue
        if any(names.get(part, part) is GONE for part in key[1:] if isinstance(part, str)):
            continue
        fresh = tuple(_named(part, names) for part in key)
        shown = _named(value, names)
        if key[0] == "zone" and isinstance(shown, tuple):
            shown = tuple(sorted(shown, key=repr))
        kept.append((fresh, shown))
    return frozenset(kept), names


GONE = "\0gone"


def is_card(value: Value) -> bool:
    """The value is a card: a title and a number."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int)


def _renamed(store: Store, spoken: frozenset[Value]) -> dict[Value, Value]:
    """A new name for the label of each thing that was ever made, and for each card: equal ones by where they lie."""
    names: dict[Value, Value] = {}
    copies: dict[Value, int] = {}
    zones = sorted(((k, v) for k, v in store.items() if k[0] == "zone" and isinstance(v, tuple)), key=repr)
    for _, held in zones:
        for card in sorted(held, key=lambda c: (c not in spoken, repr(c))):
            if isinstance(card, tuple) and is_card(card):
                copies[card[0]] = copies.get(card[0], 0) + 1
                names[card] = (card[0], copies[card[0]])
    for key, made in store.items():
        if key[0] == "made" and len(key) > 1 and isinstance(made, int):
            there = store.get(("things", key[1]), ())
            listed = list(there) if isinstance(there, tuple) else []
            first = str(key[1])[0].upper()
            names |= {f"{first}{n}": GONE for n in range(1, made + 1)}
            names |= {label: f"{key[1]} {at}" for at, label in enumerate(listed)}
    return names


def _named(value: Value, names: dict[Value, Value]) -> Value:
    if value in names and is_card(value):
        return names[value]
    if isinstance(value, tuple):
        return tuple(_named(v, names) for v in value)
    if isinstance(value, str):
        fresh = names.get(value, value)
        return None if fresh is GONE else fresh
    return value


def bare(rules: Rulebook, position: Position) -> Position:
    """The position with nothing stored that is so anyhow."""
    store = position.store
    for key, value in tuple(store.items()):
        if (field := rules.fields.get(str(key[0]))) is not None and value == field.initial:
            store = store.drop(key)
    return position.with_store(store)


def passing(rules: Rulebook, key: Key) -> bool:
    """It only tells how play came here: no field of the game is kept there."""
    field = rules.fields.get(str(key[0]))
    return key[0] in PASSING and (field is None or len(field.params) != len(key) - 1)


def same(rules: Rulebook, one: Position, two: Position) -> bool:
    """Nothing is different in the two, neither on the table nor in what is still to be done."""

    def lies(store: Store) -> dict[object, Value]:
        return {k: v for k, v in store.items() if not passing(rules, k)}

    return one.agenda == two.agenda and lies(one.store) == lies(two.store)


def loosely(rules: Rulebook, store: Store) -> Store:
    """The table without numbers of the game as a whole, without the cards in piles of which nothing is known, and
    with some of the things of which the same is said."""
    for key, value in tuple(store.items()):
        field = rules.fields.get(str(key[0]))
        if key[0] == RIGID or (field is not None and field.result == "number" and not field.params):
            store = store.drop(key)
        elif key[0] == "zone" and len(key) == 2 and isinstance(value, tuple):
            store = store.put(key, tuple(c for c in value if isinstance(c, tuple) and c[0] in rules.cards))
    return _without_more(store)


def _without_more(store: Store) -> Store:
    """The table with at most so many things of which the same is said and that nothing refers to."""
    many = {k: v for k, v in store.items() if k[0] == "things" and isinstance(v, tuple) and len(v) > ENOUGH}
    if not many:
        return store
    labels = {label for listed in many.values() for label in listed}
    meant = {v for k, v in store.items() if k[0] not in ("things", "zone") and isinstance(v, str)}
    told: dict[Value, list[object]] = {label: [] for label in labels}
    for key, value in store.items():
        for label in labels.intersection(key[1:]):
            told[label].append((tuple("" if part == label else part for part in key), value))
    for at, listed in many.items():
        alike_: dict[object, int] = {}
        kept: list[Value] = []
        for label in listed:
            said = frozenset(told[label])
            alike_[said] = alike_.get(said, 0) + 1
            if label in meant or alike_[said] <= ENOUGH:
                kept.append(label)
                continue
            for key in [k for k, _ in store.items() if label in k[1:]]:
                store = store.drop(key)
        store = store.put(at, tuple(kept))
    return store


def key_of(rules: Rulebook, position: Position, rising: frozenset[str]) -> tuple[object, ...]:
    """Equal for positions from which play goes on alike."""
    held = frozenset(v for rest in tails(position.agenda) for _, v in rest[1] if is_card(v))
    table, names = alike(rules, position.store, rising, held)
    return table, tuple(
        (effect, tuple((n, _named(v, names)) for n, v in env)) for effect, env, _ in tails(position.agenda)
    )


def entries(rules: Rulebook, store: Store) -> dict[Any, int]:
    """Each number that is stored."""
    return {
        k: v
        for k, v in store.items()
        if isinstance(v, int) and (f := rules.fields.get(str(k[0]))) is not None and f.result == "number"
    }


def initially(rules: Rulebook, key: Key) -> int:
    """What a number is of which nothing is stored: what it starts as."""
    initial = rules.fields[str(key[0])].initial
    return initial if isinstance(initial, int) else 0


def _moved(rules: Rulebook, before: Store, after: Store) -> Iterator[tuple[Key, bool]]:
    """Each number that is another after than before, and whether it is higher."""
    for key, value in after.changes(before):
        if isinstance(value, int) and (f := rules.fields.get(str(key[0]))) is not None and f.result == "number":
            old = before.get(key)
            was = old if isinstance(old, int) else initially(rules, key)
            if value != was:
                yield key, value > was


def only_rising(rules: Rulebook, walks: Iterable[list[Store]]) -> frozenset[str]:
    """The fields of numbers that rose on some of the walks and never fell on any."""
    rose: set[str] = set()
    fell: set[str] = set()
    for walk in walks:
        for before, after in pairwise(walk):
            for key, higher in _moved(rules, before, after):
                (rose if higher else fell).add(str(key[0]))
    return frozenset(rose - fell)


def one_way(rules: Rulebook, walks: Iterable[list[Store]]) -> frozenset[str]:
    """The fields of numbers each of which only rises, or only falls, in the later half of the walks."""
    ways: dict[Any, set[bool]] = {}
    for walk in walks:
        for before, after in pairwise(walk[len(walk) // 2 :]):
            for key, higher in _moved(rules, before, after):
                ways.setdefault(key, set()).add(higher)
    both = {str(key[0]) for key, found in ways.items() if len(found) > 1}
    return frozenset(str(key[0]) for key in ways) - both
