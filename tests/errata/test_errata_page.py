"""The examples of grammar/README.md are errata that do what their heads say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from errata_heads import Specimen, specimen

from checker.analyses import unfilled_slot
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.check import run_checks as checking
from checker.kernel.source import InputError
from checker.session.context import Options
from checker.verdicts.point_wording import settling

PAGE = ROOT / "grammar" / "README.md"
EXAMPLES = re.findall(r"^```erratum\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
SAID = ROOT / "tests" / "errata" / "said"
DUCK = SAID / "remove-a-card.norm"


def answered(said: Specimen, scene: str, amended: bool) -> str:
    """The answer to the last question of the scene; empty where the scene cannot be read."""
    try:
        answer = house.asked(scene, [said.path] if amended else [], [], False)[-1].answer
    except InputError:
        return ""
    return f"{answer.verdict.value}: {answer.value}"


@pytest.mark.parametrize("text", EXAMPLES, ids=re.findall(r'^erratum "(.*)"', "\n".join(EXAMPLES), re.M))
def test_the_example_is_carried_out(text: str, tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    path.write_text(text, encoding="utf-8")
    said = specimen(path)
    assert said.asked
    for scene, gives, was in said.asked:
        assert answered(said, scene, True).startswith(gives), scene
        assert answered(said, scene, False).startswith(was), scene


def test_a_scene_that_cannot_be_read_is_told_before_errata_that_fit_another_game() -> None:
    with pytest.raises(InputError) as refused:
        house.asked("players A B C; Hex: A to B; B plays Dukc; what happens?", [DUCK], [], False)
    assert "`Dukc` cannot stand here" in refused.value.problems[0].message


def test_errata_that_fit_no_game_are_told_where_they_fit_the_longest(tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    path.write_text('erratum "x"\nremove card Turn Aside Left\nremove card Dukc\n', encoding="utf-8")
    with pytest.raises(InputError) as refused:
        house.asked("players A B C; Hex: A to B; B plays Duck; what happens?", [path], [], False)
    assert "`Dukc`" in refused.value.problems[0].message


def unfilled(errata: list[Path]) -> list[str]:
    """What the analysis of unfilled slots says under the errata."""
    bench = checking.bench(house.desk("hexhex", errata))
    with working(bench, Options((3,), "quick", 1)) as work:
        found, _ = unfilled_slot.run(work)
    return [f.message for f in found]


def left_open(errata: list[Path]) -> set[str]:
    """What no clause states."""
    return {message for message in unfilled(errata) if "that no clause states" in message}


@pytest.mark.parametrize(
    ("name", "filled"),
    [
        ("boost-costs-two-more-by-a-clause", True),
        ("voice-never-below-zero-by-a-clause", True),
        ("voice-never-below-zero-with-three", False),
        ("boost-left-open-by-precedence", False),
    ],
)
def test_what_a_clause_states_everywhere_is_no_gap(name: str, filled: bool) -> None:
    assert bool(left_open([]) - left_open([SAID / f"{name}.norm"])) is filled


@pytest.mark.parametrize(
    ("steps", "more"),
    [
        ({"picking": "pick", "picking-again": "pick"}, 1),
        ({"picking": "pick", "choosing": "choose"}, 2),
    ],
)
def test_a_slot_of_a_step_is_told_once_for_all_procedures_that_have_the_step(
    steps: dict[str, str], more: int, tmp_path: Path
) -> None:
    listed = (
        f"procedure {p}\n  step {s}: Some player P such that P is Warded is meant. P gains 1 Voice."
        for p, s in steps.items()
    )
    path = tmp_path / "steps.norm"
    path.write_text('erratum "Steps"\n' + "\n".join(listed) + "\n", encoding="utf-8")
    assert len(unfilled([path])) - len(unfilled([])) == more


TIE = "players A B C; tie-breaker; Hex: A to B; may C play HEX•HEX?"


def test_an_erratum_that_disagrees_is_told_what_to_outrank(tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    text = (
        'erratum "x"\nclause E-1 x\n  for HEX•HEX\n{}  norm P must not play C if C is HEX•HEX and it is a tie-breaker\n'
    )
    path.write_text(text.format(""), encoding="utf-8")
    (one,) = house.asked(TIE, [path], [], False)
    assert one.answer.verdict.value == "CONTRADICTION"
    (over,) = [o for p in one.answer.points for s in settling(one.game, p) for o in re.findall(r"`(over .*)`", s)]
    path.write_text(text.format(f"  {over}\n"), encoding="utf-8")
    assert house.asked(TIE, [path], [], False)[0].answer.verdict.value == "FORCED"


def test_a_contradiction_of_the_rulebook_itself_has_no_such_advice() -> None:
    (one,) = house.asked("players A B C; Hex: A to B; hand B: Duck; must B play Duck?", [], [], False)
    assert one.answer.points
    assert not [s for p in one.answer.points for s in settling(one.game, p)]


def test_a_card_that_was_taken_away_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    path.write_text('erratum "x"\nremove card Called Shot\n', encoding="utf-8")
    for scene in ("B plays Called Shot", "what is the number of copies of called shot?"):
        with pytest.raises(InputError) as refused:
            house.asked(f"players A B C; Hex: A to B; {scene}", [path], [], False)
        assert refused.value.problems[0].hint == "the amendments remove the card `Called Shot`"


@pytest.mark.parametrize(("card", "hint"), [("Mirror", "no card is called `Mirror`"), ("Dukc", "did you mean `Duck`?")])
def test_where_a_card_is_expected_only_cards_are_proposed(card: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        house.asked(f"game hexhex; players A B C; Hex: A to B; B plays {card}; what happens?", [], [], False)
    assert refused.value.problems[0].hint.startswith(hint)
