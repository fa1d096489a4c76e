"""Component shortage: how many things can be in use at once, for more players too, with the play that reaches it."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from known import SHELF

from checker.analyses.component_shortage import _plan
from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.cards.search_job import alike
from checker.explore.components.lower_bounds import Demand, Lone, gains, heaped, piled
from checker.kernel.verdict import Extent
from checker.norms.rulebook import Rulebook
from checker.session.context import Options


def reached(sort: str, seats: int) -> Demand:
    at = bench(house.desk("hexhex"))
    (declared,) = [s for s in at.rules.game.vocabulary.sorts if s.name == sort]
    plan, titles = _plan(at.rules.game, declared, "hex", seats), alike(at)
    gained = [one.result for one in gains(at, [Lone(plan, title) for title in titles])]
    (made,) = piled(at, [heaped(at, plan, dict(zip(titles, gained, strict=True)))])
    found = made.result
    assert found is not None
    copies = {c.title: c.copies for c in at.rules.game.cards}
    assert all(n <= copies[title] for title, n in Counter(found.cards).items())
    return found


def test_six_players_bring_all_twelve_standard_tokens_into_use_from_hands_of_five() -> None:
    found = reached("hex", 6)
    assert (found.reached, found.seats, found.hand) == (12, 6, 5)


@pytest.mark.parametrize("seats", [4, 6])
def test_enhanced_tokens_run_out_with_more_players_too(seats: int) -> None:
    found = reached("token", seats)
    assert found.reached > 16 and found.seats == seats and found.hand <= 5


@pytest.mark.thorough
def test_one_token_less_in_the_box_is_a_shortage() -> None:
    at = bench(house.desk("hexhex"))
    listed = Options((6,), "pairs", shelf=SHELF)
    assert {f.severity for f in run(at, listed, ("HX402",)).findings if "standard" in f.message} == {"note"}
    counts = tuple(msgspec.structs.replace(c, number=11) if c.number == 12 else c for c in at.rules.game.counts)
    fewer = at._replace(rules=Rulebook(msgspec.structs.replace(at.rules.game, counts=counts), at.rules.functions))
    (found,) = [f for f in run(fewer, listed, ("HX402",)).findings if "standard" in f.message]
    assert (found.severity, found.witness.startswith("players A B C D E F")) == ("warning", True)
    assert "rests on assumed copies" in found.message and "nobody plays more than" in found.message


@pytest.mark.early
def test_where_a_number_that_nobody_states_decides_both_sides_are_looked_at() -> None:
    """With one copy the tokens do, which is proved; with two they do not, which plays show at every table."""
    at = bench(house.desk("hexhex"))
    report = run(at, Options((3, 4), "pairs", shelf=SHELF), ("HX402",))
    (found,) = [f for f in report.findings if "standard" in f.message]
    assert (found.severity, found.extent, report.checked[0].extent) == ("note", Extent.EXHAUSTED, Extent.EXHAUSTED)
    (looked,) = report.checked
    number = "the number of copies made by Double & Thrice"
    assert f"at most 9 and 3 times {number} (12 as {number}, which no clause states, is 1 by default)" in looked.scope
    assert f"at most 180 and 60 times {number} (240 as" in looked.scope
    assert "works at most once in a round" in looked.scope and "not known" not in looked.scope
    assert any(number in f.message and f.extent is Extent.EXHAUSTED for f in report.findings)
    assert "12 reached with 3 players, 12 reached with 4 players" in looked.scope
    assert "with 2 as the number of copies made by Double & Thrice 15 reached with 3 players" in found.message
    counts = tuple(msgspec.structs.replace(c, number=200) if c.number == 12 else c for c in at.rules.game.counts)
    rules = Rulebook(msgspec.structs.replace(at.rules.game, counts=counts), at.rules.functions)
    (found,) = [
        f
        for f in run(at._replace(rules=rules), Options((3,), "pairs", shelf=SHELF), ("HX402",)).findings
        if "standard" in f.message
    ]
    assert (found.extent, "no play tried shows it" in found.message) == (Extent.UNKNOWN, True)
