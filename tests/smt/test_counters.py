"""What certificates take for granted: no step of play moves counters further than they say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from conftest import later
from played import play
from test_endless import desk, walked

from checker.certificates.check_rules import compared
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.position import Position, Store
from checker.norms.rulebook import Rulebook
from checker.simulate.games import Players, RandomPolicy
from checker.smt.termination.write_certificate import document, written


def counted(rules: Rulebook, store: Store) -> dict[str, int]:
    """The counters that any position shows: cards in zones, things, and numbers as far as they are above 0."""
    found: dict[str, int] = {}
    for key, value in store.items():
        if key[0] == "zone" and isinstance(value, tuple):
            name, number = f"cards: {key[1]}", len(value)
        elif key[0] == "things" and isinstance(value, tuple):
            name, number = f"things: {key[1]}", len(value)
        elif str(key[0]) in rules.fields and rules.fields[str(key[0])].result == "number" and isinstance(value, int):
            name, number = str(key[0]), max(0, value - 0)
        else:
            continue
        found[name] = found.get(name, 0) + number
    return found


def changes(program: Any) -> Iterator[dict[str, Any]]:
    """Every change in the program."""
    if isinstance(program, dict):
        yield from program.get("changes", ())
    for part in program.values() if isinstance(program, dict) else program if isinstance(program, list) else ():
        yield from changes(part)


@cache
def bounds() -> tuple[dict[str, float], ...]:
    """How far every change that was met in any loop can raise the counters, also where it does not end."""
    read = document("hexhex", [written(one._replace(ends=True)) for one in walked()])
    assert compared(read, desk().game)[0] == {}
    met = [one for context in read["contexts"] for one in changes(context["does"])]
    none = float("inf")
    return tuple({c: none if by is None else by for c, by in one["rises"].items()} for one in met)


@pytest.mark.parametrize("players", [3, *later(5)])
def test_no_step_of_a_random_game_moves_counters_further_than_some_change_of_the_certificate(players: int) -> None:
    rules = desk().rules
    before: list[Store] = []
    seen: set[tuple[tuple[str, int], ...]] = set()

    def watch(position: Position, lines: object, moment: str) -> None:
        store = position.store
        if before and before[-1] is not store:
            old, new = counted(rules, before[-1]), counted(rules, store)
            seen.add(tuple(sorted((n, d) for n in {*old, *new} if (d := new.get(n, 0) - old.get(n, 0)))))
        before[:] = [store]

    for seed in range(3):
        before.clear()
        play(
            Players(rules, acts, weight, watch),
            beginning(rules.game.cards, tuple("ABCDEF"[:players])),
            RandomPolicy(seed, True),
            150,
        )
    assert len(seen) > 10
    for shift in seen - {()}:
        changed_here = dict(shift)
        assert any(
            all(changed_here.get(c, 0) <= most for c, most in one.items() if c in COUNTED)
            and set(changed_here) <= set(one)
            for one in bounds()
        ), shift


COUNTED = {f"cards: {z}" for z in ("hand", "played", "in play", "discards", "deck", "discard pile")} | {
    "things: hex",
    "things: token",
}
