"""How much a question sets in motion, counted: what is loaded, read, put together and worked out, and no time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from checker.ask import game_session, whole_rulebook
from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.scenes import phrase_meaning
from checker.store import own_code
from checker.store.own_code import code_in
from checker.syntax.everyday import retell

FORMAL = "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"
TYPED = "May I play Duck on a Null?"
LOADED = """
import sys
from checker.__main__ import main
try:
    main()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""
UNNEEDED = frozenset(
    {"cyclopts", "difflib", "hashlib", "inspect", "lark", "networkx", "rich", "tempfile", "typing_extensions", "z3"}
)
"""What neither question needs; a typed one compares words with `difflib`."""


def loaded(question: str, cache: Path) -> frozenset[str]:
    """The modules of a process that answers the question, with all that is kept at hand."""
    env = {**os.environ, "HEXCHECK_CACHE": str(cache)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", LOADED, "ask", question],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0 and "FORCED" in done.stdout, done.stderr
    return frozenset(done.stderr.split())


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def test_a_question_in_the_words_of_the_grammar_loads_little(cache: Path) -> None:
    modules = loaded(FORMAL, cache)
    own = {m for m in modules if m.partition(".")[0] == "checker"}
    assert not modules & UNNEEDED
    assert not {m for m in own if ".everyday." in m or ".boards." in m or ".course." in m or ".simulate" in m}
    assert len(own) <= 205


def test_a_question_as_it_is_typed_loads_no_other_games_and_nothing_that_builds_grammars(cache: Path) -> None:
    modules = loaded(TYPED, cache)
    own = {m for m in modules if m.partition(".")[0] == "checker"}
    assert not modules & (UNNEEDED - {"difflib"})
    assert not {m for m in own if m.startswith(("checker.games.hexx.", "checker.games.horrible.")) or "construct" in m}
    assert len(own) <= 225


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, counts: Counter[str]) -> None:
    """Calls of what the module has under the name are counted."""
    called: Callable[..., Any] = getattr(where, name)

    def noting(*args: Any, **named: Any) -> Any:
        counts[name] += 1
        return called(*args, **named)

    monkeypatch.setattr(where, name, noting)


def test_each_game_is_opened_once_and_only_the_rules_that_are_asked_are_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house.asked(TYPED, None, None, False)
    counts = Counter[str]()
    for where, name in (
        (game_session, "compiled_game"),
        (game_session, "scene_reader"),
        (whole_rulebook, "Rulebook"),
        (retell, "grammatical"),
        (retell, "stock_of"),
        (retell, "nearest"),
    ):
        counted(monkeypatch, where, name, counts)
    (answer,) = house.asked(TYPED, None, None, False)
    assert answer.told is not None
    assert counts == {"compiled_game": 3, "scene_reader": 3, "Rulebook": 1}


def test_what_phrases_mean_is_worked_out_once_for_the_rules_with_and_without_a_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, counts = house.desk("hexhex"), Counter[str]()
    counted(monkeypatch, phrase_meaning, "Lowering", counts)
    (one,) = asked_at(desk, desk.scenes(FORMAL, "scene"))
    assert one.answer.deciding and counts == {"Lowering": 1}


def test_only_the_states_that_a_text_meets_are_unfolded() -> None:
    desk = house.desk("hexhex")
    table = desk.reader.language.table
    known = len(table._states)  # what other texts met in this process
    desk.scenes(FORMAL, "scene")
    assert 0 < len(table._states) < known + len(table._compiled.states) / 10


def test_code_is_read_again_only_where_a_file_has_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(own_code, "PACKAGE", tmp_path)
    (tmp_path / "room" / "inner").mkdir(parents=True)
    code = tmp_path / "room" / "inner" / "one.py"
    code.write_text("A = 1\n")
    read: Counter[str] = Counter()
    counted(monkeypatch, own_code, "summed", read)
    names = []
    for text in (None, None, "A = 2\n", None, "A = 10\n"):
        if text is not None:
            code.write_text(text)
        code_in.cache_clear()
        names.append(code_in("room"))
    code_in.cache_clear()
    assert names[0] == names[1] != names[2] == names[3] != names[4] and read == {"summed": 3}
