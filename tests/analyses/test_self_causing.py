"""What leads to itself, and which numbers are a bound of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.analyses.registry import working
from checker.analyses.repeated_chance import run, shows
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.loops.self_causing import SelfCausing, self_causing
from checker.kernel.verdict import Finding
from checker.session.context import Options


@pytest.mark.parametrize(
    ("condition", "goes_on"),
    [("", True), (" if the round number is at least 2", True), (" if the Voice of P is at least 1", False)],
)
def test_only_a_number_that_moves_on_the_way_bounds_what_leads_to_itself(
    tmp_path: Path, condition: str, goes_on: bool
) -> None:
    path = tmp_path / "again.norm"
    norm = f"when P loses N Voice by Z, P loses 1 Voice by the law{condition}"
    path.write_text(f'erratum "x"\nclause E-1 effect "Errata"\n  norm {norm}\n')
    found = self_causing(house.desk("hexhex", [path]).rules.game, frozenset())
    assert [one.way for one in found] == ([("norm E-1", "act lose")] if goes_on else [])


def test_a_number_that_what_is_begun_again_spends_is_a_bound() -> None:
    path = Path("tests/errata/faults/chance-begun-again.twin.norm")
    assert not self_causing(house.desk("hexhex", [path]).rules.game, frozenset())


CHOSEN = "(P chooses a tile T such that (T is a HEXX tile and T lies on the board). "
ANEW = "Set it not so that T was laid before. Let L be the place of T. P lifts T from L for T.)"


@pytest.mark.parametrize(
    ("norm", "told"),
    [
        ("raise the rolls of P still to come by 1 if N is 12", "if chance has it so each time"),
        ("set the rolls of P still to come to 1", "and nobody can do otherwise"),
        (f"{CHOSEN}{ANEW}", "if somebody chooses so each time"),
        (f"{CHOSEN}Set the player who rolls for T to P.)", "if somebody chooses so each time"),
        ("set the rolls of P still to come to 0", ""),
        (f"{CHOSEN}Set the player who rolls for T to nobody.)", ""),
    ],
)
def test_it_is_told_whether_chance_or_a_choice_or_a_duty_goes_on(tmp_path: Path, norm: str, told: str) -> None:
    path = tmp_path / "again.norm"
    path.write_text(f'erratum "x"\nclause E-1 effect "Errata"\n  norm when P rolls N, {norm}\n')
    with working(bench(house.desk("hexx", [path])), Options((2,), "quick")) as work:
        notes = [f.message for f in run(work)[0] if f.fingerprint.startswith("causes itself/")]
    assert len(notes) == bool(told) and all(f", {told}; " in note for note in notes)


@pytest.mark.parametrize(
    ("by", "cards", "substance", "witness", "shown"),
    [
        ("choice", ("Duck",), "choice", "players A B", True),
        ("choice", ("Duck",), "choice", "", False),
        ("chance", ("Duck",), "choice", "players A B", False),
        ("chance", ("Duck",), "chance, no way out", "players A B", True),
        ("choice", ("Boost", "Duck"), "choice", "players A B", False),
        ("duty", ("Duck",), "choice, no way out", "players A B", True),
    ],
)
def test_a_loop_of_play_says_what_a_text_does_only_where_it_is_that_loop(
    by: str, cards: tuple[str, ...], substance: str, witness: str, shown: bool
) -> None:
    """A card may have both: what a player can repeat in play, and what chance repeats in its text."""
    loop = Finding("HX501", "x", "warning", "m", ("HH-1",), cards, (), witness, substance=substance)
    note = Finding("HX502", "x", "note", "m", (), ("Duck",))
    assert shows(loop, SelfCausing("card Duck", ("card Duck",), by), note) is shown
