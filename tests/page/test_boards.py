"""Boards: lines, groups and patterns are what a plain count says, and a picture is read as it is drawn."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from checker.boards.facts import height, on_top, open_way, rest_together, squeezed
from checker.boards.hexes import (
    DIRECTIONS,
    Space,
    ahead,
    beyond,
    distance,
    groups,
    label_of,
    line_through,
    mirrored,
    moved,
    neighbours,
    occurrences,
    step,
    turned,
)
from checker.boards.pictures import drawn, pictured
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_driver import SceneDriver
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.norms.evaluate import Context
from checker.simulate.possible_acts import possible

spaces = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
boards = st.sets(spaces, min_size=1, max_size=12)
ways = st.sampled_from(sorted(DIRECTIONS.values()))


@given(st.dictionaries(spaces, st.sampled_from("abcxyz*"), min_size=1, max_size=15))
def test_a_picture_is_read_as_it_is_drawn(signs: dict[Space, str]) -> None:
    lines = [(number, f"   |{row}") for number, row in enumerate(drawn(signs), 1)]
    assert pictured(lines, "scene", min(signs, key=lambda at: (at[1], at[0]))) == signs
    assert all(row.endswith(tuple(signs.values())) or not row for row in drawn(signs))


@pytest.mark.parametrize(
    ("rows", "line", "said"),
    [
        (("| a b", "| c"), 2, "does not lie as hexes do"),
        (("| a  b",), 1, "does not lie as hexes do"),
        (("| a bc",), 1, "more than one sign"),
        (("| . .",), 1, "nothing in this picture"),
    ],
)
def test_a_ragged_picture_is_refused_where_it_is(rows: tuple[str, ...], line: int, said: str) -> None:
    with pytest.raises(InputError) as error:
        pictured([*enumerate(rows, 1)], "scene")
    assert error.value.problems[0].place.line == line and said in error.value.problems[0].message


@given(boards, spaces, ways)
def test_lines(taken: set[Space], at: Space, way: Space) -> None:
    row = beyond(taken, at, way)
    assert set(row) <= taken and step(at, way, len(row) + 1) not in taken
    assert ahead(taken, at, way) == tuple(s for n in range(1, 20) if (s := step(at, way, n)) in taken)
    back = line_through(taken, at, (-way[0], -way[1]))
    assert line_through(taken, at, way) == tuple(reversed(back)) and (at in back) == (at in taken)


@given(boards)
def test_groups_are_the_classes_of_touching(taken: set[Space]) -> None:
    found = list(groups(taken))
    assert sorted(s for group in found for s in group) == sorted(taken)
    for one, other in product(found, repeat=2):
        touching = any(n in other for s in one for n in neighbours(s))
        assert one == other or not touching
    for group in found:
        assert len(group) == 1 or all(any(n in group for n in neighbours(s)) for s in group)


@given(st.dictionaries(spaces, st.sampled_from(["circle", "star"]), min_size=1, max_size=4))
def test_turning_and_mirroring_keep_distances(marks: dict[Space, str]) -> None:
    pattern = frozenset(marks.items())
    images = [moved(pattern), *turned(pattern), *mirrored(pattern)]
    assert len(set(images)) == len(images) and len(images) in (1, 2, 3, 4, 6, 12)

    def apart(one: object) -> list[tuple[int, str, str]]:
        cells = sorted(one)  # type: ignore[call-overload]
        return sorted(
            (distance((a - c, b - d)), *sorted((m, n))) for ((a, b), m), ((c, d), n) in product(cells, repeat=2)
        )

    assert all(apart(image) == apart(pattern) for image in images)
    board = {space: (mark,) for space, mark in marks.items()}
    assert {space: mark for space, mark in pattern} in list(occurrences(moved(pattern), board))


def test_the_board_of_a_scene_is_drawn_in_every_game_that_has_one() -> None:
    scene = (
        "players Red Black\nword CARD at -1,0 east black\nword AT at 0,0 south-east red\nwhat does the board look like?"
    )
    at = house.desk("hexx")
    assert [a.value for one in at.scenes(scene, "scene") for _, a in at.answers(one)] == ["C A R D\n   T"]
    with pytest.raises(InputError, match="this game has no board"):
        other = house.desk("hexhex")
        [*map(other.answers, other.scenes("players A B C\nHex: A to B\nwhat does the board look like?", "scene"))]


# ---- a game of its own, without Python ---------------------------------------------------------

WORDS = """sort space letters L labelled "-?\\d+,-?\\d+"
sort direction letters X
word east, north-east, north-west, west, south-west, south-east: direction
kinds piece
zone space "the space {L}": cards
zone box "the box": cards, starts full
field turn "{P} is on turn": condition, starts no
fact taken "a piece lies on {L}": condition
  by function
fact groups "the number of groups": number
  by function
fact beside "the space beside {C} to the {X}": space
  by function
act shove "shove {C} {X}" "{P} shoves {C} {X}": P C X
  does Let L be the space beside C to the X. Move C to the space L.
"""
RULES = """clause BD-1 permission "Turns"
  says A piece goes to an open space beside it.
  norm P may shove C X if not a piece lies on the space beside C to the X
  norm P must not shove C X if a piece lies on the space beside C to the X
procedure game
  step play BD-1: Players may act "play: shove" until not always.
"""
PIECES = "card King\n  kinds piece\n  copies 1 BD-1\ncard Pawn\n  kinds piece\n  copies 1 BD-1\n"


def test_a_game_of_data_alone_has_a_board(tmp_path: Path) -> None:
    for name, text in (("specs/steps/vocabulary.norm", WORDS), ("specs/steps/clauses.norm", RULES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "cards" / "steps").mkdir(parents=True)
    (tmp_path / "cards" / "steps" / "all.cards").write_text(PIECES, encoding="utf-8")
    desk = house.desk("steps", root=tmp_path)
    scene = (
        "players A B\nKing is in the space 0,0\nPawn is in the space 1,0\nwhat is the number of groups?\n"
        "may A shove King east?\nA does shove King north-west\nwhere is King?\nwhat is the number of groups?"
    )
    told = [a.value for one in desk.scenes(scene, "scene") for _, a in desk.answers(one)]
    assert told == ["1", "no", "the space 0,-1", "2"]


@given(spaces, st.lists(spaces, min_size=1, max_size=6))
def test_what_lies_on_spaces_hangs_together_or_reaches(at: Space, others: list[Space]) -> None:
    store = Store()
    for number, space in enumerate((at, *others)):
        zone = ("zone", "space", label_of(space))
        store = store.put(zone, (*store.lying(*zone[1:]), ("Tile", number)))
    table, tile = SimpleNamespace(store=store), ("Tile", 0)
    assert height(table, label_of(at)) == 1 + others.count(at)
    assert on_top(table, tile) is (at not in others)
    assert rest_together(table, tile) is (len(list(groups({*others}))) == 1)
    free = {n for o in others for n in neighbours(o)} - {*others}
    reached, more = {at}, True
    while more:
        found = {n for s in reached for n in neighbours(s) if n in free} - reached
        reached, more = reached | found, bool(found)
    assert all(open_way(table, tile, label_of(s)) is (s in reached - {at}) for s in {*free, *others, at})
    beside = neighbours(at)[0]
    both = {*neighbours(at)} & {*neighbours(beside)}
    assert squeezed(table, label_of(at), label_of(beside)) is (both <= {at, *others})


@pytest.mark.parametrize(
    ("game", "laid", "kinds", "number"),
    [
        ("tiles", ("the red player is A", "it is A's turn", "the space 0,0: Red Queen", "the space 1,0: Blue Queen"), ("crawl",), 5),
        ("deck-builder", ("it is A's turn", "hand A: Copper", "the money is 2", "hand B: Copper"), ("buy", "play"), 2),
    ],
)  # fmt: skip
def test_what_may_be_done_with_things_that_lie_with_nobody_is_tried(
    game: str, laid: tuple[str, ...], kinds: tuple[str, ...], number: int
) -> None:
    at = bench(house.desk(game, root=ROOT / "examples" / game))
    begun = SceneDriver(at, 2).begin(laid)
    assert begun is not None
    context = Context(at.rules, begun.judge.branches[0].position.store)
    assert len(possible(context, "", kinds, {})) == number
