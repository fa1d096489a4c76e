"""The tiles in a bag and in hands: kinds that look alike are looked at once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from checker.games.hexx import tiles as bagged
from checker.games.hexx.board import HIDDEN
from checker.games.hexx.tiles import every_handful
from checker.kernel.position import Store


def test_handfuls_that_look_alike_count_once_however_many_tiles_there_are() -> None:
    hands = {0: [("X", ("X", 0)), ("Y", ("Y", 0)), ("X", ("X", 1))], 1: [(HIDDEN, (HIDDEN, n)) for n in range(60)]}
    store = Store()
    for player, hand in hands.items():
        store = store.put(("zone", "hand", player), tuple(hand))
    one, x, y, other = (hands[0][0],), hands[0][0], hands[0][1], hands[0][2]
    found = every_handful(SimpleNamespace(store=store))
    assert found[:5] == (one, (y,), (x, y), (x, other), (x, y, other))
    assert [len(tiles) for tiles in found[5:]] == list(range(1, 61))


def test_the_kinds_of_tiles_are_looked_at_once_for_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    kind_of = bagged.kind_of
    monkeypatch.setattr(bagged, "kind_of", lambda store, tile: looked.append(tile) or kind_of(store, tile))
    bag = tuple((letter, number) for number, letter in enumerate("AABBCCDDEE" * 6))
    here = SimpleNamespace(store=Store({("zone", "bag"): bag, ("zone", "hand", 0): bag[:7]}))
    assert [t for t in bag if bagged.comes_up(here, t)] == list(bag[0:10:2])
    assert [t for t in bag[:7] if bagged.first_alike(here, 0, t)] == list(bag[0:7:2])
    assert len(looked) <= 2 * (60 + 7)
