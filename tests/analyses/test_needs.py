"""What an act needs, and acts of which no norm speaks: nobody is told that it may be done."""

from __future__ import annotations

import pytest
from test_duties import answer, desk

from checker.analyses.registry import run
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent, Verdict
from checker.session.context import Options

FORCED, SILENT = Verdict.FORCED, Verdict.SILENT
THREE = "A eats; A eats; A eats; "


# ---- what an act needs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "right"),
    [
        ("may A eat?", (FORCED, "yes")),
        (f"{THREE}may A eat?", (FORCED, "no")),
        (f"{THREE}may B eat?", (FORCED, "yes")),
        (f"{THREE}what is the ants of A?", (FORCED, "0")),
        (f"{THREE}A eats; is it legal?", (FORCED, "no")),
        (f"{THREE}A eats; what happens?", (FORCED, "illegal")),
        (f"{THREE}what may A do?", (FORCED, "nothing")),
    ],
)
def test_an_act_is_not_allowed_without_what_it_needs(scene: str, right: tuple[Verdict, str]) -> None:
    assert answer("needs-trusted", scene)[:2] == right


def test_what_is_done_without_what_it_needs_is_cited_as_the_act() -> None:
    assert "act eat" in answer("needs-trusted", f"{THREE}may A eat?")[2]
    verdict, _, because = answer("needs-trusted", f"{THREE}A eats; A eats; what is the ants of A?")
    assert verdict is SILENT and "act eat" in because


def test_the_clause_that_demands_what_an_act_needs_is_cited() -> None:
    assert answer("ferry", "A crosses; A crosses; may A cross?") == (FORCED, "no", ("FE-1", "FE-2"))
    assert answer("ferry", "A crosses; may A cross?")[:2] == (FORCED, "yes")
    assert answer("ferry", "the coins of B is 0; may B cross?")[:2] == (FORCED, "no")


@pytest.mark.parametrize(
    ("game", "errata", "extent"),
    [
        ("needs-trusted", (), Extent.PROVED),
        ("ferry", (), Extent.PROVED),
        ("ferry", ("ferry-taxed",), None),
    ],
)
def test_that_play_ends_rests_on_what_is_enforced(game: str, errata: tuple[str, ...], extent: Extent | None) -> None:
    scopes = run(bench(desk(game, *errata)), Options((2,), "quick", 1), ("HX501",)).checked
    (scope,) = [s for s in scopes if s.analysis == "endless-play"]
    assert scope.extent is extent if extent is not None else scope.extent is not Extent.PROVED


# ---- acts without a norm ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["no-norm", "silent-act", "ferry"])
def test_an_act_of_which_no_norm_speaks_is_neither_allowed_nor_forbidden(game: str) -> None:
    act = "sleep" if game == "ferry" else "steal"
    assert answer(game, f"may A {act}?")[0] is SILENT
    assert answer(game, f"A {act}s; is it legal?")[0] is SILENT
    assert answer(game, "what may A do?")[:2] == (FORCED, "A crosses" if game == "ferry" else "A sings")
    (found,) = [f for f in run(bench(desk(game)), Options((2,), "quick", 1), ("HX301",)).findings if f.code == "HX301"]
    assert act in found.message


@pytest.mark.parametrize(
    ("game", "acts"), [("silent-act", "1 act (steal)"), ("no-norm", ""), ("needs-trusted", ""), ("ferry", "")]
)
def test_acts_of_which_norms_speak_under_conditions_alone_are_left_out_of_what_is_exhausted(
    game: str, acts: str
) -> None:
    scopes = run(bench(desk(game)), Options((2,), "quick", 1), ("HX301",)).checked
    (scope,) = [s for s in scopes if s.analysis == "unregulated-act"]
    assert ("under which alone norms speak of " + acts in scope.scope) if acts else ("under which" not in scope.scope)


# ---- a clause that is made informal ----------------------------------------------------------------


def test_a_clause_made_informal_by_which_steps_still_go_is_named() -> None:
    found = run(bench(desk("coins", "rounds-informal")), Options((2,), "quick", 1), ("HX606",)).findings
    (one,) = [f for f in found if f.code == "HX606"]
    assert one.clauses == ("CO-3",) and one.extent is Extent.PROVED
    assert one.message == "CO-3 is made informal, and `step rounds of game` and `step count of round` still go by it"
