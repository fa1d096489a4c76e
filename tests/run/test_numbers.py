"""Numbers between bounds: bid, thrown, asked for, added up; and what chance brings, told in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError

VOCABULARY = """sort die letters T
word the red die, the white die: die
kinds oak, elm
zone pile "the pile": cards
field face "the face of {T}": number, starts 0
field score "the score of {P}": number, starts 0
field turn "{P} has the turn": condition, starts no
fact rank "the rank of {C}": number
  by rules
fact high "{C} is a trump": condition
  means C is elm
act throw "throw" "{P} throws": P
  does For each die T, (Chance decides on a number N such that (N is at least 1 and N is at most 6). Set the face of T to N.).
act name "name {N}" "{P} names {N}": P N
  does Raise the score of P by N.
act take "take {T}" "{P} takes {T}": P T
  does Raise the score of P by the face of T.
"""
CLAUSES = """clause TH-1 permission "Turns"
  says Whoever has the turn throws, names more than their score up to 3, or takes a die that shows 4 or more.
  norm P may throw if P has the turn
  norm P may name N if P has the turn and N is more than the score of P and N is at most 3
  norm P may take T if P has the turn and the face of T is at least 4
  norm the value of the rank of C is 3 if C is elm
procedure game
  step act TH-1: Players may act "turn: throw, name, take" until there is a player P such that the score of P is at least 9.
"""
CARDS = """card Old Elm
  kinds elm
  clauses TH-1
  copies 1 assumed
"""
TABLE = "players A B; A has the turn; "


@pytest.fixture(scope="module")
def thrown(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    root = tmp_path_factory.mktemp("thrown")
    for name, text in (
        ("specs/vocabulary.norm", VOCABULARY),
        ("specs/clauses.norm", CLAUSES),
        ("cards/all.cards", CARDS),
        ("hexcheck.toml", 'name = "thrown"\n'),
    ):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return house.desk(str(root))


def answers(desk: Desk, scene: str) -> list[tuple[str, set[str]]]:
    found = (a for one in desk.scenes(TABLE + scene, "test") for _, a in desk.answers(one))
    return [(a.verdict.value, {o.value for o in a.outcomes}) for a in found]


@pytest.mark.parametrize(
    ("scene", "values"),
    [
        ("the score of A is 1; what may A do?", {"A throws, A names 2, A names 3"}),
        ("the score of A is 2; which number N is such that the score of A is N?", {"2"}),
        ("A throws; it falls on 2; it falls on 5; what is the face of the white die?", {"5"}),
        ("A throws; it falls on 5; it falls on 5; which dice may A take?", {"the red die, the white die"}),
        ("A throws; it falls on 4; it falls on 2; does A have the turn?", {"yes"}),
        ("A throws; it falls on 6; what is the face of the white die?", set("123456")),
        (
            "A throws; it falls on 6; it falls on 3; what is the sum of the face of T for each die T such that always?",
            {"9"},
        ),
        ("what is the number of player P such that not P has the turn?", {"1"}),
        ("the pile: Old Elm; what is the rank of Old Elm?", {"3"}),
        ("the pile: Old Elm; is Old Elm a trump?", {"yes"}),
        ("pile: Old Elm; is Old Elm an oak?", {"no"}),
    ],
)
def test_numbers_lie_between_bounds_and_chance_comes_in_order(thrown: Desk, scene: str, values: set[str]) -> None:
    assert answers(thrown, scene)[-1] == ("FORCED", values)


def test_numbers_without_an_end_are_refused(thrown: Desk) -> None:
    with pytest.raises(InputError, match="nothing says between what numbers `N` lies"):
        answers(thrown, "which number N is such that N is at most 3?")


def test_an_effect_that_chooses_among_all_numbers_is_refused(tmp_path: Path) -> None:
    erratum = tmp_path / "any.norm"
    erratum.write_text(
        'erratum "Any"\nclause E-1 effect "Errata"\n  says Any.\n'
        "  norm when P bids N, chance decides on a number M such that (M is at least N)\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="nothing says between what numbers `M` lies"):
        house.desk(str(ROOT / "examples" / "quay"), [erratum])
