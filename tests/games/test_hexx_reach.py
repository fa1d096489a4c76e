"""How far from the centre tiles can lie: as long as none was taken off, fewer spaces than there are tiles.

The first word covers the centre [WX-8], every later one touches a tile and has no gap [WX-13, WX-16]; so the tiles
are one group around the centre, and from tile to tile the distance rises by one at most.
"""

from __future__ import annotations

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.boards.hexes import CENTRE, DIRECTIONS, Space, distance, neighbours
from checker.catalog import games as house
from checker.games.hexx.board import after
from checker.games.hexx.moves import plays
from checker.games.hexx.words import Dictionary
from checker.kernel.position import Position, Store
from checker.kernel.verdict import Verdict
from checker.simulate.property_monitor import Watcher

WORDS = Dictionary(frozenset(("CARD", "REAL", "DO", "AD", "ROAD", "DEAL", "LEAD", "ORE", "RE")))


def test_a_step_changes_the_distance_by_one_at_most() -> None:
    q, r = z3.Ints("q r")

    def far(q: z3.ArithRef, r: z3.ArithRef) -> z3.ArithRef:
        sizes = (z3.Abs(q), z3.Abs(r), z3.Abs(q + r))
        most = sizes[0]
        for one in sizes[1:]:
            most = z3.If(one > most, one, most)
        return most

    for dq, dr in DIRECTIONS.values():
        solver = z3.Solver()
        solver.add(far(q + dq, r + dr) > far(q, r) + 1)
        assert solver.check() == z3.unsat
    assert {distance(spot) for spot in neighbours(CENTRE)} == {1} and distance((2, -3)) == 3


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("AEL", "DOR", "REAL")), st.integers(0, 10**6)), min_size=1, max_size=6))
def test_words_keep_the_tiles_one_group_around_the_centre(turns: list[tuple[str, int]]) -> None:
    letters: dict[Space, str] = {}
    for hand, pick in turns:
        listed = list(plays(letters, tuple(hand), WORDS))
        if listed:
            letters = after(letters, listed[pick % len(listed)])
            assert _group(set(letters)) == set(letters)
            assert max(map(distance, letters)) < len(letters)


def _group(spots: set[Space]) -> set[Space]:
    """The spaces that hang together with the centre."""
    found: set[Space] = set()
    left = [CENTRE] if CENTRE in spots else []
    while left:
        spot = left.pop()
        if spot not in found:
            found.add(spot)
            left += [n for n in neighbours(spot) if n in spots]
    return found


def _laid(*spots: str) -> Position:
    store = Store()
    for number, spot in enumerate(spots):
        store = store.put(("zone", "space", spot), (("A", number),))
    return Position(store)


@pytest.mark.parametrize(
    ("tables", "broken"),
    [
        ((_laid("0,0"), _laid("0,0", "2,0")), True),
        ((_laid("0,0"), _laid("0,0", "1,0", "2,0")), False),
        ((_laid("0,0", "1,0", "2,0"), _laid("2,0")), False),
    ],
)
def test_a_tile_too_far_off_is_found_out_unless_tiles_were_taken_off(
    tables: tuple[Position, ...], broken: bool
) -> None:
    watcher = Watcher(house.desk("hexx").rules)
    for table in tables:
        watcher(table, (), "turn")
    assert ("reach" in {v.property for v in watcher.violations}) == broken


def test_on_an_emptied_board_no_clause_keeps_a_word_near_the_centre() -> None:
    at = house.desk("hexx")
    scene = (
        "game hexx\nplayers Red Black\nRed plays CARD at -1,0 east with C as HEXX\nRed rolls 7\n"
        "may Black play REAL at 150,0 south-east?"
    )
    ((_, answer),) = [found for one in at.scenes(scene, "scene") for found in at.answers(one)]
    assert answer.verdict is Verdict.SILENT and "WX-13" in answer.clauses
