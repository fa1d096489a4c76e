"""Two amendments that change one thing: never in silence, unless the later one says that it means to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.analyses.registry import run as analysed
from checker.catalog import named_games as house
from checker.check.run_checks import bench
from checker.cli.main import run
from checker.session.context import Options
from checker.verdicts.verdict import spoken

ONE, TWO = 'erratum "One"\n', 'erratum "Two"\n'
TAKE = "norm CO-1: P may take a coin if P is the player on turn and the coins of P is less than "
CARD = "change card Windfall\n  text Take a coin.{}\n"
ANEW = 'clause CO-1 permission "Turns"\n  says Whoever is on turn takes a coin.\n  norm P may take a coin if {}\n'
OLD = "P may take a coin if P is the player on turn"
STEP = "step begin of turn CO-1: Set the player on turn to P. Set it not so that the turn is over.{}\n"
NEEDS = TWO + '  needs "One"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "fair"]) == 0
    return tmp_path


def laid(folder: Path, *errata: str) -> list[Path]:
    """The files of the errata."""
    paths = [folder / f"e{n}.norm" for n in range(len(errata))]
    for path, text in zip(paths, errata, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        (ONE + TAKE + "3\n", TWO + TAKE + "5\n", ["norm CO-1"]),
        (ONE + CARD.format(" Take a coin."), TWO + CARD.format(""), ["the text of card Windfall"]),
        (ONE + "change card Windfall\n  copies 4 errata\n", TWO + "change card Windfall\n  copies 5 errata\n", 1),
        (ONE + ANEW.format("P leads"), TWO + ANEW.format("not P leads"), ["norm CO-1"]),
        (ONE + TAKE + "3\n", TWO + "remove clause CO-1\n", ["clause CO-1"]),
        (ONE + "remove clause CO-2\n", TWO + ANEW.replace("CO-1", "CO-2").format("P leads"), ["clause CO-2"]),
        (ONE + CARD.format(" Take a coin."), TWO + "remove card Windfall\n", ["card Windfall"]),
        (ONE + STEP.format(" Set the rounds to come to 1."), TWO + STEP.format(""), ["step begin of turn"]),
        (ONE + "precedence CO-2 over CO-1\n", TWO + "remove precedence CO-2 over CO-1\n", 1),
        (ONE + "move step act of turn before begin\n", TWO + "move step act of turn after begin\n", 1),
        (
            ONE + 'field rounds "the rounds to come": number, starts 2\n',
            TWO + 'field rounds "the rounds to come": number, starts 4\n',
            ["field rounds"],
        ),
    ],
)
def test_what_two_errata_change_is_told_whatever_it_is(
    folder: Path, first: str, second: str, names: list[str] | int
) -> None:
    found = house.desk("fair", laid(folder, first, second)).game.overruled
    assert len(found) == names if isinstance(names, int) else [one.name for one in found] == names
    assert {(one.first, one.title) for one in found} == {("One", "Two")}
    assert {(Path(one.before.file).name, Path(one.place.file).name) for one in found} == {("e0.norm", "e1.norm")}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ONE + TAKE + "3\n", TWO + TAKE + "3\n"),
        (ONE + TAKE + "3\n", NEEDS + TAKE + "5\n"),
        (ONE + f"norm CO-1: {OLD} and P leads\n", TWO + f"change norm of CO-1: {OLD} and P leads\n  norm {OLD}\n"),
        (ONE + TAKE + "3\n", TWO + "norm of CO-1: P may take a coin if P leads\n"),
        (ONE + CARD.format(""), TWO + "change card Windfall\n  copies 5 errata\n"),
        (ONE + "card Gold\n  kinds lucky\n  text Take a coin.\n  copies 1 errata\n", TWO + CARD.replace("Windfall", "Gold").format("")),
        (ONE + "remove clause CO-2\n", TWO + 'clause E-1 permission "Cards"\n  says So.\n  norm P may play C if P holds C\n'),
        (ONE + TAKE + "3\n" + TAKE + "5\n", TWO + CARD.format("")),
    ],
)  # fmt: skip
def test_errata_that_go_together_or_build_on_each_other_do_not_clash(folder: Path, first: str, second: str) -> None:
    assert house.desk("fair", laid(folder, first, second)).game.overruled == ()


def test_a_clash_is_told_by_every_command_and_only_the_one_that_holds_is_cited(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [w for path in laid(folder, ONE + TAKE + "3\n", TWO + TAKE + "5\n") for w in ("--errata", str(path))]
    scene = "players A B; the player on turn is A; may A take a coin?"
    assert run(["ask", "--game", "fair", *files, scene]) == 0
    said = capsys.readouterr().out
    assert said.startswith("clash: ") and "norm CO-1" in said
    assert 'by the erratum "Two"' in said and 'by the erratum "One"' not in said
    assert run(["ask", "--game", "fair", *files, scene, "--format", "json"]) == 0
    (clash,) = json.loads(capsys.readouterr().out)["clashes"]
    assert (clash["name"], clash["first"], clash["erratum"], clash["line"]) == ("norm CO-1", "One", "Two", 2)
    run(["check", "fair", "--all", *files, "--jobs", "1"])
    assert "warning HX606: the errata" in " ".join(capsys.readouterr().out.split())
    run(["diff", "fair", *files, "--jobs", "1"])
    said = capsys.readouterr().out
    assert "  clash: the errata" in said and "finding new: HX606" in said


LONG = """erratum "Long"
clause LO-1 definition "Long"
  says Six rounds are played, and four coins win.
  norm it counts that P wins if the coins of P is at least 4
"""
SHORT = 'erratum "Short"\nnorm LO-1: it counts that P wins if the coins of P is at least 2\n'


def test_variants_are_laid_first_so_that_an_erratum_may_amend_them(folder: Path) -> None:
    (folder / "fair" / "specs" / "variants").mkdir()
    (folder / "fair" / "specs" / "variants" / "long.norm").write_text(LONG, encoding="utf-8")
    desk = house.desk("fair", laid(folder, SHORT), ["Long"])
    assert desk.game.amendments == ("Long", "Short") and desk.game.overruled == ()
    (scene,) = desk.scenes("players A B; the coins of A is 2; is it so that A wins?", "x")
    ((_, answer),) = desk.answers(scene)
    assert spoken(answer.value) == "yes"


def test_a_variant_that_a_scene_switches_on_is_laid_before_the_errata_too(folder: Path) -> None:
    (folder / "fair" / "specs" / "variants").mkdir()
    anew = LONG.replace("LO-1", "CO-3")
    (folder / "fair" / "specs" / "variants" / "long.norm").write_text(anew, encoding="utf-8")
    desk = house.desk("fair", laid(folder, SHORT.replace("LO-1", "CO-3")))
    (scene,) = desk.scenes("players A B; variant long; the coins of A is 2; is it so that A wins?", "x")
    ((_, answer),) = desk.answers(scene)
    assert spoken(answer.value) == "yes"


AGAIN = 'clause CO-4 definition "Overview"\n  says Whoever leads after three rounds wins.\n  norm it counts that P wins if P leads and the rounds to come is 0\n'
WINS = "norm it counts that P wins if P leads and the rounds to come is 0"


@pytest.mark.parametrize(
    ("instead", "by"),
    [
        (
            "norm it counts that P wins if P leads and the rounds to come is 0 and the coins of P is at least 2",
            ["CO-4"],
        ),
        ("norm it counts that P wins if P leads and the rounds to come is at most 1", None),
    ],
)
def test_a_changed_norm_beside_which_another_clause_still_says_it_changes_nothing_and_that_clause_is_named(
    folder: Path, instead: str, by: list[str] | None
) -> None:
    with (folder / "fair" / "specs" / "clauses.norm").open("a", encoding="utf-8") as file:
        file.write(AGAIN)
    at = house.desk("fair", laid(folder, f"{ONE}change {WINS.replace('norm', 'norm of CO-3:', 1)}\n  {instead}\n"))
    found = [f for f in analysed(bench(at), Options((3,), "quick"), ["HX606"]).findings if "leaves" in f.message]
    assert [list(f.clauses) for f in found] == ([["CO-3", *by]] if by else [])
