"""Errata that settle an open question: each gives, put through the program, the answer that was promised for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TRIALS

from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.clarify.settle import settled
from checker.cli import main as cli
from checker.errata.ruling_diff import until
from checker.kernel.scene import Scene
from checker.kernel.trees.paraphrase import generally
from checker.kernel.verdict import Verdict

EACH = 87 if TRIALS == 1 else 29
"""Every so manieth open ruling of a game is tried."""

KINDS = {
    "conflict": "players A B C D; Hex: A to B; B plays Duck; D plays Stun naming C; who gains Voice?",
    "value": "players A B C; Hex: A to B, boosted; hand B: nothing; the Hex goes off; how much Voice does B lose?",
    "kind": "players A B C; B plays Ward; may C play Null on Ward?",
    "effect": "players A B C; hand B: Level; Hex: A to B; the Hex goes off; B plays Level; how does B's Voice change?",
    "joint": "players A B C; B has Ward in play; hand B: nothing; Hex: A to B; the Hex goes off; who gains Voice?",
    "unregulated": "players A B C; dealer A; before the cast; may B cast at B?",
    "count": "players A B C; what is the number of Boost tokens?",
    "tie": "players A B C D; last round; Voice A 1, B 2, C 1, D 5; who casts next?",
    "pick": "players A B C D; Hex: A to B; B plays Duck; where does the Hex go?",
}
"""One open question for each kind of open point."""


def _open_scenes(game: str) -> Iterator[Scene]:
    """Some of those whose first question is open: what is told may be refused if that is not asked next."""
    asked = ((s, [i for i in s.items if getattr(i, "expected", None)]) for s in house.desk(game).rulings())
    found = [scene for scene, items in asked if items and _is_open(items[0])]
    return iter(found[::EACH])


def _is_open(item: object) -> bool:
    expected = getattr(item, "expected", None)
    return expected is not None and expected.verdict in ("AMBIGUOUS", "SILENT", "CONTRADICTION")


def _kept(scene: str, tmp_path: Path) -> int:
    """How many errata are offered for the last question; each gives what was promised, put through `--errata`."""
    one = house.asked(scene, None, None, False, settle=True)[-1]
    assert one.settled is not None
    for number, offered in enumerate(one.settled):
        file = tmp_path / f"{number}.norm"
        file.write_text(offered.erratum, encoding="utf-8")
        after = house.asked(scene, [file], None, False)[-1].answer
        assert (after.verdict, after.value) == (Verdict.FORCED, offered.outcome)
        assert offered.verdict == "FORCED"
    return len(one.settled)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_open_point_can_be_settled(kind: str, tmp_path: Path) -> None:
    assert _kept(KINDS[kind], tmp_path) >= 1


@pytest.mark.parametrize("game", house.known())
def test_what_is_offered_for_open_rulings_is_kept(game: str, tmp_path: Path) -> None:
    kept = 0
    for scene in _open_scenes(game):
        item = next(i for i in scene.items if _is_open(i))
        told = "\n".join((f"game {game}", *until(scene, item)))
        kept += _kept(told, tmp_path) > 0
    assert kept


def test_sides_of_a_contradiction_are_both_offered() -> None:
    scene = "players A B C D; B has Ward in play; D plays HEX•HEX; HEX•HEX: B is last; how much Voice does B lose?"
    (one,) = house.asked(scene, None, None, False, settle=True)
    assert {s.outcome for s in one.settled or ()} == {"0", "3"}


def test_nothing_is_offered_for_what_is_forced() -> None:
    desk = house.desk("hexhex")
    scenes = desk.scenes("players A B C; Hex: A to B; hand B: nothing; the Hex goes off; who gains Voice?", "scene")
    (one,) = asked_at(desk, scenes, settle=settled)
    assert one.answer.verdict is Verdict.FORCED
    assert one.settled == ()


def test_once_settled_nothing_more_is_offered(tmp_path: Path) -> None:
    (one,) = house.asked(KINDS["value"], None, None, False, settle=True)
    file = tmp_path / "settled.norm"
    file.write_text((one.settled or ())[0].erratum, encoding="utf-8")
    assert house.asked(KINDS["value"], [file], None, False, settle=True)[0].settled == ()


def test_json_names_the_errata(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["ask", KINDS["joint"], "--settle", "--format", "json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)["answers"]
    assert {"title", "erratum", "verdict", "outcome"} == set(answer["settled"][0])


def test_variables_are_told_in_general_words() -> None:
    words = house.desk("hexhex").game.vocabulary
    assert generally(words, "C lets P pass H") == "a card lets a player pass a Hex"
    assert generally(words, "not there is a card C such that (P holds C and C is spent)") == (
        "there is no card such that (a player holds that card and that card is spent)"
    )
    assert generally(words, "there is a hex H such that H is ready") == "there is a hex such that it is ready"
    assert generally(words, "P casts at Q if Q is P") == (
        "a player casts at another player if the other player is the first player"
    )
