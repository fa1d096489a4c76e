"""A table told at a prompt, in a real terminal: kept, added to, taken back, asked about, and asked about anew."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

import pexpect
import pytest
from conftest import ROOT

from checker.catalog.named_games import desk
from checker.clarify.settle import settled
from checker.cli.prompt import Conversation, kept_open, replied

ERRATUM = ROOT / "tests" / "errata" / "duck-becomes-sender.norm"


@cache
def opened(errata: tuple[Path, ...]) -> object:
    return desk("hexhex", errata)


def talk(*lines: str) -> tuple[Conversation, str]:
    """What there is after the lines, and what was said to the last."""
    now, said = Conversation(), tuple[str, ...]()
    for line in lines:
        now, said = replied(now, line, opened, settled)  # type: ignore[arg-type]
    return now, "\n".join(said)


def test_a_question_changes_nothing_and_what_is_told_is_taken_back_in_turn() -> None:
    now, said = talk("players A B C", "A casts at B", "B plays Turn Aside Left", "where does the Hex go?")
    assert "FORCED: C" in said and now.told == ("players A B C", "A casts at B", "B plays Turn Aside Left")
    now, said = talk("players A B C", "A casts at B", "B plays Duck", "what happens?", "undo", "undo")
    assert now.told == ("players A B C",) and "H1" not in said
    assert talk("undo")[1] == "there is nothing to take back"


def test_an_erratum_that_is_read_asks_the_last_question_again() -> None:
    lines = ("players A B C; Hex: A to B", "B plays Duck; who is the sender of H1?")
    assert "FORCED: A" in talk(*lines)[1]
    assert "FORCED: B" in talk(*lines, f"erratum {ERRATUM}")[1]
    assert "FORCED: A" in talk(*lines, f"erratum {ERRATUM}", "undo", "who is the sender of H1?")[1]


def test_an_erratum_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "e.norm"
    path.write_text(ERRATUM.read_text("utf-8"), "utf-8")
    fresh = kept_open(lambda errata: desk("hexhex", errata))
    now, _ = replied(
        Conversation(), "players A B C; Hex: A to B; B plays Duck; who is the sender of H1?", fresh, settled
    )
    now, said = replied(now, f"erratum {path}", fresh, settled)
    assert "FORCED: B" in "\n".join(said)
    path.write_text(path.read_text("utf-8").replace("to P", "to Q"), "utf-8")
    os.utime(path, (1, 1))
    now, said = replied(now, f"erratum {path}", fresh, settled)
    assert "FORCED: B" not in "\n".join(said) and now.errata == (path,)


def test_everyday_words_are_kept_as_they_were_read_and_drawn() -> None:
    now, said = talk("A casts at B. B ducks.")
    assert now.told == ("players A B C", "A casts at B", "B plays Duck")
    assert "taken for granted" in said and "H1 from A before B" in said


def test_a_terminal_keeps_the_table_completes_and_remembers(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "TERM": "xterm",
        "NO_COLOR": "1",
        "XDG_STATE_HOME": str(tmp_path),
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    command = [sys.executable, "-m", "checker", "ask", "hexhex"]
    at = pexpect.spawn(command[0], command[1:], cwd=ROOT, env=env, encoding="utf-8", timeout=30, dimensions=(50, 100))

    def say(line: str, awaited: str) -> None:
        at.send(line)
        at.expect(re.escape(awaited))

    at.expect("`help` says what can be typed")
    say("players A B C; A casts at B\r", "H1 from A before B")
    say("B plays Dukc\r", "did you mean `Duck`?")
    say("B plays Duc\t", "k")
    say("\r", "played: Duck")
    say("who is the sender of H1?\r", "FORCED: A")
    say("undo\r", "hand ?")
    say("\x1b[A\x1b[A\r", "by HH-")  # the question again, from the history
    say("\x03\x04", "")
    at.expect(pexpect.EOF)
    at.close()
    assert at.exitstatus == 0
    assert "who is the sender of H1?" in (tmp_path / "hexcheck" / "history").read_text("utf-8")


@pytest.mark.parametrize("scene", ["players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"])
def test_a_pipe_is_the_scene(scene: str) -> None:
    at = pexpect.run(
        f"sh -c \"echo '{scene}' | NO_COLOR=1 {sys.executable} -m checker ask\"", cwd=str(ROOT), encoding="utf-8"
    )
    assert "FORCED: C" in at


def _verdicts(said: str) -> list[str]:
    return [line.strip() for line in said.splitlines() if re.match(r" +[A-Z]{6,}", line)]


@pytest.mark.parametrize("joint", ["; ", ". "])
def test_what_is_taken_line_by_line_is_taken_in_one_line(joint: str) -> None:
    """The statements of rulings up to their first question, told one after the other and all at once."""
    rulings = (one for one in desk("hexhex").rulings()[::40] if not (one.amendments or one.cards))
    scenes = []
    for scene in rulings:
        lines = [item.raw.text for item in scene.items]
        first = next(at for at, line in enumerate(lines) if line.endswith("?"))
        scenes.append((f"players {' '.join(scene.players)}", *lines[: first + 1]))
    apart = [_verdicts(talk(*lines)[1]) for lines in scenes]
    assert len(apart) > 15 and all(apart)
    assert [_verdicts(talk(joint.join(lines))[1]) for lines in scenes] == apart
