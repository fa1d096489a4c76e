"""The tutorial and the page of examples are true: what they say, and nothing else, is done, and what they print comes out."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from conftest import ROOT

from checker.cli.main import run
from checker.kernel.source import InputError

PAGES = {"own-game": {"new", "ask", "check", "rulings"}, "as-written": {"new", "ask"}}
BLOCK = re.compile(r'^```(\w*)(?: title="(\S*)")?\n(.*?)^```$', re.M | re.S)


@pytest.mark.parametrize("page", list(PAGES))
def test_whoever_does_what_the_page_says_sees_what_it_prints(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = set()
    for kind, path, text in BLOCK.findall((ROOT / "docs" / f"{page}.md").read_text("utf-8")):
        if kind:
            assert (tmp_path / path).parent.is_dir(), path
            (tmp_path / path).write_text(text, "utf-8")
            continue
        line, _, printed = text.partition("\n")
        assert line.startswith("$ hexcheck ")
        words = shlex.split(line.removeprefix("$ hexcheck "))
        assert run(words) == 0
        begun, rest = printed.removesuffix("…\n"), printed.endswith("…\n")
        out = capsys.readouterr().out
        assert out.startswith(begun) and (rest or out == begun), line
        commands.add(words[0])
    assert commands == PAGES[page]


def test_the_game_that_is_written_is_small_and_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "scene"]) == 0 and run(["rulings", "scene"]) == 0, "a game may be called as a grammar is"
    shutil.rmtree("scene")
    assert run(["new", "Some Game"]) == 0
    (folder,) = tmp_path.iterdir()
    text = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.*"))
    assert [len(re.findall(rf"^{head} ", text, re.M)) for head in ("card", "clause", "ruling")] == [1, 3, 1]
    assert all(path.read_text("utf-8").startswith("# ") for path in folder.rglob("*.*"))
    assert run(["check", "Some Game", "--fail-on", "warning"]) == 0 and run(["fmt", "--check", "Some Game"]) == 0
    assert "some-game: nothing found" in capsys.readouterr().out
    assert run(["check", "Some Game", "--all"]) == 0
    told = capsys.readouterr().out
    assert "every card (one for all" in told, "cards are tried"
    assert not re.search(r"\b(?:Hex|Hexes|Voice|dealt|deals?)\b", told), "a game is told of in its own words"


LAST = 'clause CO-4 prohibition "Cards"\n  says In the last round nobody plays a card.\n  norm P must not play C if the rounds to come is 0\n'


def test_clauses_that_disagree_are_shown_at_a_table_that_is_laid_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine"]) == 0
    last = tmp_path / "mine" / "specs" / "last.norm"
    last.write_text(LAST, "utf-8")
    assert run(["check", "mine", "--all", "--scope", "quick"]) == 1
    told = capsys.readouterr().out
    assert "error HX101: CO-2 and CO-4 disagree" in told
    scene = "; ".join(re.findall(r"^    \| (.*)$", told, re.M))
    assert run(["ask", "mine", scene]) == 0 and "CONTRADICTION" in capsys.readouterr().out
    last.write_text(LAST.replace("  norm", "  over CO-2\n  norm"), "utf-8")
    assert run(["check", "mine", "--scope", "quick"]) == 0 and "HX101" not in capsys.readouterr().out


def test_a_game_like_an_example_is_that_example_under_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="did you mean `bluff`"):
        run(["new", "mine", "--like", "bluf"])
    assert not (tmp_path / "mine").exists()
    assert run(["new", "mine", "--like", "bluff"]) == 0 and run(["rulings", "mine"]) == 0
    model = ROOT / "examples" / "bluff"
    other = [p for p in model.rglob("*.*") if (tmp_path / "mine" / p.relative_to(model)).read_text() != p.read_text()]
    assert other == [model / "hexcheck.toml"]
    assert (tmp_path / "mine" / "hexcheck.toml").read_text().startswith('name = "mine"\n')
