"""Amendments change what they say, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from errata_heads import Specimen, specimens

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.store.fingerprint import named

ERRATA = ROOT / "tests" / "errata"


def told(scene: str, *errata: str) -> list[tuple[str, str]]:
    """Verdict and value of each question of the scene under the errata."""
    desk = house.desk("hexhex", [ERRATA / f"{name}.norm" for name in errata])
    return [(one.answer.verdict.value, one.answer.value) for one in asked_at(desk, desk.scenes(scene, "scene"))]


DUCK = "players A B C D; hand B: Duck; hand C: nothing; Hex: A to B; B plays Duck; the Hex goes to C; the Hex goes off; who gains Voice?; who is the sender?"


def test_whoever_plays_duck_becomes_the_sender() -> None:
    assert told(DUCK) == [("FORCED", "A"), ("FORCED", "A")]
    assert told(DUCK, "duck-becomes-sender") == [("FORCED", "B"), ("FORCED", "B")]


SHOT = "players A B C D; Hex: A to B; B plays Called Shot naming C; may D play Null on Called Shot?"


def test_called_shot_that_no_card_cancels_contradicts_null() -> None:
    assert told(SHOT) == [("FORCED", "yes")]
    ((verdict, value),) = told(SHOT, "called-shot-uncancellable")
    assert verdict == "CONTRADICTION"
    assert set(value.split(" or ")) == {"yes", "no"}


def test_the_contradiction_names_both_culprits() -> None:
    desk = house.desk("hexhex", [ERRATA / "called-shot-uncancellable.norm"])
    (one,) = asked_at(desk, desk.scenes(SHOT, "scene"))
    assert any({"E-2", "HH-169"} <= set(point.clauses) for point in one.answer.points)


@pytest.mark.parametrize("without", [("E-2",), ("HH-166", "HH-169")])
def test_without_one_of_the_culprits_the_contradiction_is_gone(without: tuple[str, ...]) -> None:
    desk = house.desk("hexhex", [ERRATA / "called-shot-uncancellable.norm"]).changed(without=without)
    (one,) = asked_at(desk, desk.scenes(SHOT, "scene"))
    assert one.answer.verdict.value == "FORCED"


DISMISS = "players A B C D; Hex: A to C, boosted; C plays Dismiss; where does the Hex go?; what does the Hex carry?; how many Hexes are in play?; who is The Intended?"


def test_a_dismissed_hex_goes_to_its_sender_with_its_effects() -> None:
    assert [v for _, v in told(DISMISS)][1:3] == ["nothing", "0"]
    assert [v for _, v in told(DISMISS, "dismissed-to-sender")] == ["A", "boosted", "1", "A"]


VOICE = (
    "players A B C; hand B: nothing; Hex: A to B; the Hex goes off; how much Voice does B have?; how much Voice does A have?; "
    "how much Voice does B lose?; the round ends; how much Voice does B have?; how much Voice does A have?"
)


def test_voice_is_recorded_at_the_end_of_the_round() -> None:
    assert [v for _, v in told(VOICE)] == ["4", "6", "1", "4", "6"]
    assert [v for _, v in told(VOICE, "voice-at-the-end")] == ["5", "5", "1", "4", "6"]


SAID = [s for s in specimens() if s.asked]


def listed() -> list[Any]:
    """Every second one, and all in a thorough run."""
    late = {s.path for s in SAID[1::2]}
    return [pytest.param(s, id=s.path.stem, marks=[pytest.mark.thorough] if s.path in late else []) for s in SAID]


@pytest.mark.parametrize("said", listed())
def test_the_erratum_is_carried_out(said: Specimen) -> None:
    """Every question at the head of the file is answered as stated there, and otherwise without the erratum."""
    before, after = house.desk("hexhex"), house.desk("hexhex", [said.path])
    for scene, gives, was in said.asked:
        assert last(after, scene).startswith(gives), scene
        if was:
            assert last(before, scene).startswith(was), scene


def cited(scene: str) -> set[str]:
    """What the answer to the last question of the scene cites."""
    desk = house.desk("hexhex")
    return set(asked_at(desk, desk.scenes(scene, "scene"))[-1].answer.clauses)


def last(desk: Desk, scene: str) -> str:
    """The answer to the last question of the scene."""
    answer = asked_at(desk, desk.scenes(scene, "scene"))[-1].answer
    return f"{answer.verdict.value}: {answer.value}"


def test_errata_add_up() -> None:
    assert told(DUCK, "called-shot-uncancellable", "duck-becomes-sender")[0] == ("FORCED", "B")


def test_a_law_speaks_only_where_it_was_laid_down() -> None:
    scene = "players A B C\n{law}dealer C\nbefore the cast\nmay A cast at B?"
    law = 'law "A player at 0 Voice or less stays silent"\nVoice A {voice}\n'
    by = {voice: cited(scene.format(law=law.format(voice=voice))) for voice in (0, 1)}
    assert "VX-29" in by[0]
    assert "VX-29" not in by[1] | cited(scene.format(law="Voice A 0\n"))


@pytest.mark.parametrize(
    ("erratum", "card", "point"),
    [
        ("faults/goes-nobody-knows-where", "Fog", "which player is meant for `Fog`"),
        ("endless-twain-returns", "Twain", "which player is meant"),
    ],
)
def test_what_an_erratum_leaves_to_nobody_is_none_of_the_doubts_declared_before(
    erratum: str, card: str, point: str
) -> None:
    """The text of Twain stays one that lists where the Hex goes as unstated."""
    desk = house.desk("hexhex", [ERRATA / f"{erratum}.norm"])
    (one,) = asked_at(desk, desk.scenes(f"players A B C; Hex: A to B; B plays {card}; where does H1 go?", "scene"))
    assert {p.id for p in one.answer.points} == {point}


def test_a_step_that_means_somebody_leaves_open_who_it_is(tmp_path: Path) -> None:
    file = tmp_path / "prize.norm"
    step = "step prize of round before discard: Some player P such that always is meant. P gains 1 Voice."
    file.write_text(f'erratum "When a round ends somebody gains 1 Voice"\n{step}\n', "utf-8")
    desk = house.desk("hexhex", [file])
    scene = "players A B C; hand B: nothing; Hex: A to B; the Hex goes off; the round ends; does C gain Voice?"
    (one,) = asked_at(desk, desk.scenes(scene, "scene"))
    assert [p.id for p in one.answer.points] == ["which player is meant for step prize of round"]


PARTS = (
    "precedence E-1 over HH-60",
    'clause E-1 effect "Errata"\n  says Fog is cheap.\n  norm the value of the fogging is 2',
    'fact fogging "the fogging": number\n  by rules',
    "card Fog\n  kinds foggy card\n  text You lose the fogging Voice by Fog.",
    "kinds foggy card",
)


@pytest.mark.parametrize("first", range(len(PARTS)))
def test_what_an_erratum_declares_may_stand_in_any_order(first: int, tmp_path: Path) -> None:
    file = tmp_path / "order.norm"
    read = []
    for parts in (PARTS, (*PARTS[first:], *PARTS[:first]), tuple(reversed(PARTS))):
        file.write_text('erratum "order"\n' + "\n".join(parts), "utf-8")
        game = house.desk("hexhex", [file]).rules.game
        read.append(named(sorted(map(named, game.norms)), sorted(map(named, game.cards))))
    assert len(set(read)) == 1
