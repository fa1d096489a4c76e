"""Of which kinds a card is: as its text says, as was chosen, or open, but for kinds of which nothing is two."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.position import Key, Store
from checker.kernel.source import InputError
from checker.kernel.term import Kind, Option, Point, Undecided
from checker.kernel.vocabulary import Vocabulary
from checker.norms.card_kinds import name, of_kind
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import RIGID

CARDS = (
    Card("Duck", ("red",), ("blue", "tall", "wild"), Nothing(), "", ("D-1", "D-2")),
    Card("Owl", (), (), Nothing(), "", ()),
)
APART = (("blue", "red"), ("red", "blue"), ("wild", "round"), ("wild", "tall"), ("tall", "wild"))
RULES = Rulebook(Game("kinds", Vocabulary(kinds=("red", "blue", "tall", "wild", "round"), apart=APART), CARDS), {})


def chosen(**kinds: bool) -> Store:
    made: dict[Key, bool] = {(RIGID, "kind", "Duck", kind): so for kind, so in kinds.items()}
    return Store(made)


@pytest.mark.parametrize(
    ("title", "kind", "store", "so"),
    [
        ("Duck", "Duck", chosen(), True),
        ("Gone", "Gone", chosen(), True),
        ("Gone", "red", chosen(), False),
        ("Duck", "red", chosen(), True),
        ("Duck", "red", chosen(blue=True), True),
        ("Duck", "round", chosen(), False),
        ("Owl", "red", chosen(), False),
        ("Duck", "blue", chosen(), False),
        ("Duck", "blue", chosen(blue=True), False),
        ("Duck", "tall", chosen(), None),
        ("Duck", "tall", chosen(blue=True), None),
        ("Duck", "tall", chosen(tall=True), True),
        ("Duck", "tall", chosen(tall=False), False),
        ("Duck", "wild", chosen(), None),
        ("Duck", "wild", chosen(tall=True), False),
        ("Duck", "wild", chosen(tall=False), None),
        ("Duck", "wild", chosen(tall=False, wild=True), True),
        ("Duck", "wild", chosen(round=True), None),
    ],
)  # fmt: skip
def test_a_card_is_of_a_kind_or_not_or_nothing_says(title: str, kind: str, store: Store, so: bool | None) -> None:
    if so is not None:
        assert of_kind(RULES, store, title, kind) is so
        return
    with pytest.raises(Undecided) as open_:
        of_kind(RULES, store, title, kind)
    options = (Option(False, f"Duck is not {kind}"), Option(True, f"Duck is {kind}"))
    why = f"no clause says whether Duck is {kind}"
    key = (RIGID, "kind", "Duck", kind)
    assert open_.value.point == Point(f"whether Duck is {kind}", Kind.SILENT, key, options, ("D-1", "D-2"), why)


def test_the_name_of_a_card_is_its_title() -> None:
    assert (name(None, ("Duck", 3)), name(None, None)) == ("Duck", None)


NAMED = """erratum "A card that is called as a kind is"
card {title}
  kinds kind
  text Draw.
  clauses PB-2
  copies 1 assumed
clause PB-4 prohibition "An erratum"
  says Nobody plays such a card.
  over PB-2
  norm P must not play C if C is {said}
"""


@pytest.mark.parametrize(
    ("title", "said", "so"), [("Greedy", "greedy", "no"), ("Greedy", "Greedy", "yes"), ("greedy", "greedy", "")]
)
def test_a_kind_is_told_from_a_card_by_its_capitals_alone_and_by_nothing_not(
    tmp_path: Path, title: str, said: str, so: str
) -> None:
    (tmp_path / "named.norm").write_text(NAMED.format(title=title, said=said), encoding="utf-8")
    made = partial(house.desk, "pebbles", (tmp_path / "named.norm",), root=ROOT / "tests" / "toy")
    if not so:
        with pytest.raises(InputError, match="called as a kind is"):
            made()
        return
    at = made()
    (scene,) = at.scenes("players A B\nit is so that A is on turn\nhand A: Grab\nmay A play Grab?", "x")
    assert [answer.value for _, answer in at.answers(scene)] == [so]
