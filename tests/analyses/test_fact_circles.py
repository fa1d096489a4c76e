"""Conditions that lead back to themselves: answered where a table settles them, open where the circle closes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_cases import GAMES, Answers, answers, refused

from checker.analyses.registry import run
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent, Verdict
from checker.session.context import Options

FORCED, SILENT = Verdict.FORCED, Verdict.SILENT


def variant(tmp_path: Path, game: str, *changes: tuple[str, str, str]) -> Desk:
    """The game, with other words in some of its files: the file, what it reads, and what it reads then."""
    root = tmp_path / "games"
    shutil.copytree(GAMES, root)
    for name, old, new in changes:
        path = root / name
        path.chmod(0o644)
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
    return house.desk(game, [], root=root)


def asked(desk: Desk, text: str) -> Answers:
    return [(a.verdict, a.value) for scene in desk.scenes(text, "x") for _, a in desk.answers(scene)]


TOTEMS = [
    ("Wolf", "is it so that Wolf is living?\nwhat is the strength of Wolf?", [(FORCED, "yes"), (FORCED, "2")]),
    ("Pebble", "is it so that Pebble is living?\nis it so that Pebble works?", [(FORCED, "no"), (FORCED, "yes")]),
    ("Totem, Pebble", "is it so that Pebble is living?\nis it so that Totem works?", [(FORCED, "yes")] * 2),
    ("Hush, Wolf", "is it so that Wolf is silenced?\nis it so that Wolf works?", [(FORCED, "yes"), (FORCED, "no")]),
    ("Hush, Wolf", "what is the strength of Wolf?", [(FORCED, "0")]),
    ("Totem, Hush, Pebble", "is it so that Pebble is living?\nis it so that Totem works?", [(SILENT, "")] * 2),
    ("Totem, Hush, Pebble", "is it so that Totem is silenced?\nis it so that Hush works?", [(SILENT, "")] * 2),
    (
        "Totem, Hush, Pebble",
        "what is the strength of Pebble?\nwhat is the strength of Totem?",
        [(FORCED, "0"), (SILENT, "")],
    ),
    (
        "Totem, Hush, Wolf",
        "is it so that Wolf is silenced?\nis it so that Wolf works?",
        [(FORCED, "yes"), (FORCED, "no")],
    ),
]
"""What lies in A's row, what is asked, and what is right."""


@pytest.mark.parametrize(("row", "question", "right"), TOTEMS)
def test_cards_that_change_what_cards_are(row: str, question: str, right: Answers) -> None:
    assert answers(f"players A B\nrow A: {row}\n{question}", "totems") == right


def test_the_order_in_which_norms_tell_their_conditions_makes_no_difference(tmp_path: Path) -> None:
    cards = "cards/totems/all.cards"
    out = "there is a card D such that (D is Hush and there is a player P such that D is in the row of P)"
    works = "there is a card D such that (D is Totem and D works)"
    norms = "specs/totems/clauses.norm"
    lies = "there is a player P such that (C is in the row of P)"
    desk = variant(
        tmp_path,
        "totems",
        (cards, f"{out} and C is living", f"C is living and {out}"),
        (cards, f"{works} and C is stone", f"C is stone and {works}"),
        (norms, "C is living and not C is silenced", "(not C is silenced) and C is living"),
        (norms, "not C is living or C is silenced", "C is silenced or not C is living"),
        (cards, "(D is Totem and D works)", "(D works and D is Totem)"),
        (
            "specs/totems/vocabulary.norm",
            f"{lies} and not C is silenced",
            f"not C is silenced and {lies}",
        ),
    )
    for row, question, right in TOTEMS:
        assert asked(desk, f"players A B\nrow A: {row}\n{question}") == right


def test_the_point_says_what_leads_back_and_by_what() -> None:
    desk = house.desk("totems", [], root=GAMES)
    (scene,) = desk.scenes("players A B\nrow A: Totem, Hush, Pebble\nis it so that Pebble is living?", "x")
    ((_, answer),) = desk.answers(scene)
    (point,) = answer.points
    assert (point.id, point.clauses) == ("whether Totem works", ("Hush", "Totem"))
    assert point.text == "what makes it so that Totem works leads back to it: no clause says which comes first"
    assert sorted(outcome.value for outcome in answer.outcomes) == ["no", "yes"]


def test_a_circle_is_closed_and_opened_by_acts() -> None:
    lain = "players A B\nA is on turn\nrow A: Totem, Pebble\nhand A: Hush\n"
    assert answers(f"{lain}A lays Hush\nis it so that Pebble is living?", "totems") == [(SILENT, "")]
    looks = "players A B C\nA sees B\nB sees A\nA is on turn\nis it so that A is hushed?\nA looks at C\n"
    after = "is it so that A is hushed?\nis it so that B is hushed?"
    assert answers(looks + after, "hushes") == [(SILENT, ""), (FORCED, "yes"), (FORCED, "no")]


def test_what_is_stated_closes_no_circle() -> None:
    lain = "players A B\nrow A: Totem, Hush, Pebble\nit is so that Totem works\nis it so that Pebble is living?"
    assert answers(lain, "totems") == [(FORCED, "yes")]


@pytest.mark.parametrize(
    ("sees", "question", "right"),
    [
        ("", "is it so that A is hushed?", (FORCED, "no")),
        ("A sees B\nB sees C\n", "is it so that A is hushed?", (FORCED, "no")),
        ("A sees B\nB sees C\n", "what is the din around B?", (FORCED, "1")),
        ("A sees B\nB sees A\n", "is it so that A is hushed?", (SILENT, "")),
        ("A sees B\nB sees A\n", "what is the din around A?", (SILENT, "")),
        ("A sees B\nB sees A\n", "is it so that C is hushed?", (FORCED, "no")),
        ("A sees B\nB sees A\nC sees A\n", "is it so that C is hushed?", (SILENT, "")),
        ("A sees B\nB sees C\nC sees A\n", "is it so that A is hushed?", (SILENT, "")),
        ("A sees A\n", "is it so that A is hushed?", (SILENT, "")),
        ("A sees B\nB sees A\nA sees C\n", "is it so that A is hushed?", (FORCED, "yes")),
        ("A sees B\nB sees A\nA sees C\n", "is it so that B is hushed?", (FORCED, "no")),
        ("A sees B\nB sees C\nC sees A\nB wears a muff\n", "is it so that C is hushed?", (FORCED, "no")),
    ],
)
def test_a_circle_by_way_of_a_number(sees: str, question: str, right: tuple[Verdict, str]) -> None:
    """Two that see each other can be hushed in two ways, three in a ring in none: neither is settled."""
    assert answers(f"players A B C\n{sees}{question}", "hushes") == [right]


def test_a_circle_of_meanings_alone_is_looked_into_once(tmp_path: Path) -> None:
    words = """fact bright "{C} is bright": condition
  means C is dim and C is stone
fact dim "{C} is dim": condition
  means C is bright and C is living"""
    desk = variant(tmp_path, "totems", ("specs/totems/vocabulary.norm", "field turn", f"{words}\nfield turn"))
    question = "is it so that there is a card C such that C is bright?"
    assert asked(desk, f"players A B\nrow A: Wolf\n{question}") == [(FORCED, "no")]
    assert asked(desk, f"players A B\nrow A: Totem\n{question}") == [(SILENT, "")]


@pytest.mark.parametrize(
    "norm",
    [
        "it counts that P is hushed if not P is hushed",
        "the value of the din around P is the din around P plus 1",
        "the value of the din around P is 1 if the din around P is at least 1",
    ],
)
def test_what_no_table_can_settle_is_refused(tmp_path: Path, norm: str) -> None:
    path = tmp_path / "hushes.norm"
    path.write_text(f'erratum "x"\nclause E-1 definition "Din"\n  says So.\n  norm {norm}\n', "utf-8")
    (problem,) = refused("hushes", GAMES, (path,))
    assert problem.message.startswith("a fact is defined by itself") and problem.place.line == 4


def test_a_circle_is_a_finding_and_nothing_is_proved_of_it(tmp_path: Path) -> None:
    strength = "is 0 if not C is living or C is silenced"
    desk = variant(
        tmp_path,
        "totems",
        ("specs/totems/clauses.norm", "is 2 if C is living and not C is silenced", "is 2 if C works"),
        ("specs/totems/clauses.norm", strength, "is 0 if C is silenced"),
    )
    report = run(bench(desk), Options((2,), "quick"), ("HX202", "HX101"))
    (circle,) = [f for f in report.findings if f.code == "HX202"]
    assert (circle.severity, circle.clauses, circle.extent) == ("note", ("Totem", "Hush"), Extent.UNKNOWN)
    assert "`C is living`" in circle.message and "lead back" in circle.message
    assert not any(c.extent is Extent.PROVED for c in report.checked if c.analysis == "conflicting-clauses")
