"""A choice for which there is nothing to choose leaves open what becomes of the rest of its text, unless the text says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house

CARD = """erratum "A card that chooses among the Warded"
card Push
  kinds basic deflection
  text {text}
  clauses HH-37
  copies 1 errata
"""
CHOOSES = "Choose a player Q such that Q is Warded. You lose 1 Voice by sacrifice."
PLAYED = "players A B C; {}Hex: A to B; B plays Push; how much Voice does B lose?; what happens?; where is the Hex?"
SOMEBODY = "C has Ward in play; "


@pytest.mark.parametrize(
    ("text", "told", "lost"),
    [
        (CHOOSES, "", ("SILENT", {"0", "1"})),
        (CHOOSES, SOMEBODY, ("FORCED", {"1"})),
        (f"If there is a player P such that P is Warded, ({CHOOSES}).", "", ("FORCED", {"0"})),
    ],
)
def test_what_does_not_need_the_thing_that_is_chosen(
    text: str, told: str, lost: tuple[str, set[str]], tmp_path: Path
) -> None:
    erratum = tmp_path / "push.norm"
    erratum.write_text(CARD.format(text=text), encoding="utf-8")
    desk = house.desk("hexhex", [erratum])
    how_much, happens, where = [a for scene in desk.scenes(PLAYED.format(told), "x") for _, a in desk.answers(scene)]
    assert (how_much.verdict.value, {o.value for o in how_much.outcomes}) == lost
    assert happens.verdict.value == lost[0]
    assert (where.verdict.value, where.value) == ("FORCED", "B")


def test_a_result_that_needs_a_tile_of_an_empty_hand_is_open() -> None:
    desk = house.desk("hexx")
    table = "game hexx; players Red Black; dictionary card; word CARD at -1,0 east black; tile HEXX as E at 2,0 black; "
    for hand, is_open in (("hand Black: nothing; bag is empty; ", True), ("hand Black: E; ", False)):
        told = f"{table}{hand}Black rolls 14; what happens?"
        (answer,) = [a for scene in desk.scenes(told, "x") for _, a in desk.answers(scene)]
        assert any("nothing to choose" in point.id for point in answer.points) is is_open
        assert answer.verdict.value == "SILENT" or not is_open


NUMBER = """erratum "A number"
field mark "the mark of {{P}}": number, starts 0
clause E-1 effect "Errata"
  says Whoever does so chooses a number.
  norm when {event}, (P chooses a number N such that (N is at least 1 and N is at most 2). Set the mark of P to N.)
"""
EXAMPLES = [
    (
        "trick-taking",
        "P plays C",
        "the leader is B; hand B: King of Cups; hand A: Queen of Coins; B plays King of Cups",
    ),
    ("duel", "P is finished", "it is B's turn; the step is act; hand A: Bolt; hand B: Bolt; B is finished"),
    ("tiles", "P lays C at L", "the red player is B; hand B: Red Queen; hand A: Blue Queen; B lays Red Queen at 0,0"),
    ("deck-builder", "P plays C", "it is B's turn; hand B: Copper; hand A: Copper; B plays Copper"),
    ("bluff", "P bids M", "the starter is B; hand B: Sun, Cloud; hand A: Sun, Sun; B bids 2"),
]


@pytest.mark.parametrize(("game", "event", "told"), EXAMPLES, ids=[game for game, _, _ in EXAMPLES])
def test_what_number_somebody_chooses_is_told_in_every_example(
    game: str, event: str, told: str, tmp_path: Path
) -> None:
    erratum = tmp_path / "number.norm"
    erratum.write_text(NUMBER.format(event=event), encoding="utf-8")
    desk = house.desk(game, (erratum,), root=ROOT / "examples" / game)
    found = {}
    for chosen in ("", "B chooses 1; ", "B chooses 2; ", "B chooses 3; "):
        (scene,) = desk.scenes(f"players A B; {told}; {chosen}what is the mark of B?", "test")
        ((_, answer),) = desk.answers(scene)
        found[chosen[-3:-2]] = (answer.verdict.value, [o.value for o in answer.outcomes])
    none = "impossible"
    assert found == {k: ("FORCED", v) for k, v in (("", ["1", "2"]), ("1", ["1"]), ("2", ["2"]), ("3", [none]))}
