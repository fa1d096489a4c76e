"""Hexen Stix and Vexed: told in words of their own, only where they are switched on, and both at once with a warning."""

from __future__ import annotations

from pathlib import Path

import pytest
from played import play

from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.games.hexhex import variants
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.source import InputError
from checker.load.formatter import tidy
from checker.simulate.games import Players, RandomPolicy
from checker.simulate.property_monitor import Watcher


def told(scene: str, *switched: str) -> list[str]:
    """Verdict and value of each question of the scene."""
    desk = house.desk("hexhex", variants=switched)
    return [f"{a.answer.verdict.value}: {a.answer.value}" for a in asked_at(desk, desk.scenes(scene, "scene"))]


GRAB = "players A B C D; {}Hex: A to B; B plays GRAB naming D; A takes Ebon; C takes Ebon; D takes Bone; who is Naught?"


def test_a_scene_is_read_in_the_words_of_the_variant_that_it_switches_on() -> None:
    assert told(GRAB.format("variant stix; ")) == told(GRAB.format(""), "stix") == ["FORCED: B"]


def test_one_file_may_hold_scenes_with_and_without_it() -> None:
    plain = 'ruling "x"\nplayers A B C\nHex: A to B\nwho is The Intended?\n'
    cursed = 'ruling "y"\nplayers A B C\nvariant vexed\nB has a VEXED token\nHex: A to B\nwho is under a curse?\n'
    assert told(plain + cursed + plain) == ["FORCED: B"] * 3


@pytest.mark.parametrize(
    ("statement", "hint"),
    [("B plays GRAB", "HH-170 speaks of it"), ("B takes Ebon", "`variant stix`"), ("B breaks the curse", "`variant")],
)
def test_without_it_its_words_are_refused(statement: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        told(f"players A B C; Hex: A to B; {statement}; what happens?")
    assert hint in refused.value.problems[0].hint


def test_both_at_once_are_played_with_a_warning_that_cites_the_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    both = "players A B C; hand C: nothing; Hex: A to B; B plays GRAB naming C; the Hex goes off; how many HEXED tokens does C get?"
    variants.warn.cache_clear()
    assert told(both, "stix", "vexed") == ["FORCED: 1"]
    said = capsys.readouterr().err
    assert "[ST-37]" in said and "[ST-38]" in said


def test_one_alone_is_no_reason_to_warn(capsys: pytest.CaptureFixture[str]) -> None:
    told("players A B C; variant stix; Hex: A to B; how many snatchings are there?")
    assert not capsys.readouterr().err


FAULTS = {
    "": frozenset[str](),
    "remove step curse of round": frozenset({"C-46"}),
    "norm ST-7.1: the value of the number of sticks in use is the number of players": frozenset({"C-39", "C-41"}),
}
"""What breaks properties of the variants in whole games: steps that are left out, and a stick too many."""


@pytest.mark.parametrize("fault", FAULTS)
def test_the_properties_of_the_variants_hold_in_whole_games_unless_a_rule_of_theirs_is_broken(
    fault: str, tmp_path: Path
) -> None:
    needed = '  needs "Hexen Stix"\n  needs "Vexed"\n'
    (tmp_path / "fault.norm").write_text(f'erratum "fault"\n{needed}{fault}\n')
    errata = [tmp_path / "fault.norm"] if fault else []
    rules = house.desk("hexhex", errata, ["stix", "vexed"]).rules
    seen = Watcher(rules)
    position, _ = play(
        Players(rules, acts, weight, seen), beginning(rules.game.cards, ("A", "B", "C")), RandomPolicy(5), 900
    )
    left = (position.store.get((deck,)) for deck in ("omens left", "vexes left"))
    assert all(isinstance(n, int) and n < full for n, full in zip(left, (16, 25), strict=True))
    assert {v.property for v in seen.violations if not v.violable} == FAULTS[fault]


def test_rulings_of_variants_are_put_into_canonical_form_in_their_own_words(tmp_path: Path) -> None:
    file = tmp_path / "hexhex" / "x.scene"
    file.parent.mkdir()
    file.write_text(
        'ruling "x"\nplayers A B C\nvariant stix\nHex: A to B\nB  plays grab naming C\nhow many snatchings are there?\n'
    )
    assert tidy([file]) == [file]
    assert "B plays GRAB naming C" in file.read_text()
    assert not tidy([file])


def test_a_question_between_two_sticks_ends_no_snatching() -> None:
    asked = "how many players are Naught?; "
    scene = GRAB.format("variant stix; ")
    assert told(scene.replace("C takes", asked + "C takes")) == ["FORCED: 1", *told(scene)]
