"""When the condition of what follows an event is looked at, and where that is not said though it matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses import moment_of_condition
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.effect import Chance, Move, Nothing
from checker.kernel.game import Game
from checker.kernel.norm import Norm, Pattern, When
from checker.kernel.source import InputError, Place
from checker.kernel.term import And, Call, Is, Var
from checker.kernel.vocabulary import Act, Vocabulary
from checker.load.load import load
from checker.session.context import Options

CASES = ROOT / "tests" / "cases"
FALLS = "players A B C; Hex: A to B; hand B: nothing; the Hex goes off; how many cards does B hold?"
EVENT = "when P loses N Voice by Z, P draws a card if{} the Voice of P is at most {}"


def erratum(folder: Path, norm: str) -> Path:
    path = folder / "falls.norm"
    block = 'clause E-1 effect "Errata"\n  says Whoever falls draws.\n  for clarification\n  norm '
    path.write_text(f'erratum "x"\n{block}{norm}\n', "utf-8")
    return path


@pytest.mark.parametrize(
    ("moment", "most", "drawn"),
    [("", 4, "0"), (" before,", 4, "0"), (" afterwards,", 4, "1"), (" before,", 5, "1"), (" afterwards,", 3, "0")],
)
def test_the_condition_is_looked_at_before_the_event_unless_it_says_afterwards(
    moment: str, most: int, drawn: str, tmp_path: Path
) -> None:
    asked = house.asked(FALLS, [erratum(tmp_path, EVENT.format(moment, most))], [], False)
    assert (asked[-1].answer.verdict.value, asked[-1].answer.value) == ("FORCED", drawn)


def noted(game: str, errata: list[Path], root: Path | None = None) -> list[tuple[str, str]]:
    with working(bench(house.desk(game, errata, root=root)), Options((3,), "quick", 1)) as work:
        found, _ = moment_of_condition.run(work)
    return [(f.fingerprint, f.message) for f in found]


def test_a_moment_that_matters_and_is_not_said_is_noted() -> None:
    ((key, message),) = noted("hexhex", [CASES / "hh-when-cond.norm"])
    assert key == "E-1/Voice"
    assert message == "what E-1 asks of `the Voice of P` is looked at before `P loses N Voice by Z`, which changes it"


@pytest.mark.parametrize(
    "norm",
    [
        EVENT.format(" before,", 4),
        EVENT.format(" afterwards,", 4),
        "when P loses N Voice by Z, if the Voice of P is at most 4, P draws a card",
        "when P loses N Voice by Z, P draws a card if P is the dealer",
    ],
)
def test_a_moment_that_is_said_or_makes_no_difference_is_not(norm: str, tmp_path: Path) -> None:
    assert noted("hexhex", [erratum(tmp_path, norm)]) == []


def test_what_procedures_and_the_meanings_of_words_hide_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "lamps.norm"
    path.write_text(
        'erratum "x"\nchange clause LP-3\n  norm when P calls a gust, P takes a coin if P is in the dark\n', "utf-8"
    )
    assert [key for key, _ in noted("lamps", [path], CASES / "games")] == ["LP-3/flames"]


@pytest.mark.parametrize(("moved", "noted_of"), [("X", ("cards in heap", "in heap", "top of heap")), ("Y", ())])
def test_what_moves_out_of_a_zone_changes_what_lies_there(moved: str, noted_of: tuple[str, ...]) -> None:
    heap, asks = Call("in heap", ()), ("in heap", "cards in heap", "top of heap")
    body = Chance("X", heap, Move(Var(moved), Call("elsewhere", ())))
    norm = Norm("N-1", "N-1", When(Pattern("toss", ()), Nothing()), And(tuple(Is(Call(a, ())) for a in asks)))
    game = Game("heaps", Vocabulary(acts=(Act("toss", (), "toss", "toss", body),)), norms=(norm,))
    assert moment_of_condition._changed_under(game, norm) == noted_of


@pytest.mark.parametrize(
    ("norm", "said"),
    [
        ("P must not play C if afterwards, P is the dealer", "only what follows an event"),
        ("P loses N Voice by Z is prevented if before, P is the dealer", "only what follows an event"),
        (
            "normally, when P loses N Voice by Z, (P draws a card.) if afterwards, P is the dealer",
            "begins with the event",
        ),
    ],
)
def test_only_what_follows_an_event_has_such_a_moment(norm: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        house.desk("hexhex", [erratum(tmp_path, norm)])
    assert said in refused.value.problems[0].message


@pytest.mark.parametrize("moment", [" before,", " afterwards,"])
def test_the_moment_is_read_back_as_it_is_printed(moment: str) -> None:
    language = load("hexhex").language
    text = EVENT.format(moment, 4)
    assert language.show(language.parse(text, "norm", Place("here", 1))) == text
