"""What is kept is data that is looked at before it is used: nothing planted runs, nothing broken comes through."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.kernel.game import Game
from checker.kernel.source import Leaf, Node, Place
from checker.kernel.term import Call, Lit, Var
from checker.kernel.verdict import Verdict
from checker.session.persistent_memo import TracedResult
from checker.store import disk_cache as cache
from checker.store.packed_values import SUM, Unreadable, _sum, packed, unpacked
from checker.store.type_checks import fits, plain, table_of
from checker.syntax.languages import SceneLanguage

ASK = ("ask", "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?")


class Other(NamedTuple):
    """No class of the program."""

    name: str


class Colour(Enum):
    RED = "red"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    cache._trusted.cache_clear()
    yield
    cache._trusted.cache_clear()


def asked(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the program says with the folder for its cache."""
    env = {**os.environ, "HEXCHECK_CACHE": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "checker", *ASK], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and "FORCED: C" in done.stdout, done.stdout + done.stderr
    return done


# ---- what is written comes back ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (house.desk("hexhex").game, Game),
        (TracedResult((1, True, None), frozenset({("a", "b")})), TracedResult[tuple[int, bool, None]]),
        ({("line", "x"): Node("a", (Leaf("b", "c"), Node("d")))}, dict[tuple[str, str], Node]),
        ((Verdict.SILENT, Lit((1, ("H", True))), Call("f", (Var("x"),))), tuple[Verdict, Lit, Call]),
        ({frozenset({Lit(1)}): [{"b": 1, "a": [0.5]}]}, dict[frozenset[Lit], list[dict[str, Any]]]),
        (frozenset({"a", 1, None}), frozenset[str | int | None]),
    ],
    ids=["a game", "a result", "trees", "terms", "mixed", "a mixed set"],
)
def test_what_is_written_comes_back(value: Any, kind: Any) -> None:
    back = unpacked(packed(value), kind)
    assert back == value and type(back) is type(value)
    assert packed(back) == packed(value)


def test_one_is_not_true_and_what_can_change_is_not_shared() -> None:
    same: list[int] = []
    one, other, again, first, second = unpacked(packed((1, True, same, same, [])), Any)
    assert (one is True, other is True) == (False, True)
    assert again is first and first is not second


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (Place("x", 1), Lit),
        (("a", 1), tuple[str, str]),
        (("a", "b", "c"), tuple[str, str]),
        (frozenset({("a", 1)}), frozenset[tuple[str, str]]),
        ({"a": None}, dict[str, str | int]),
        (TracedResult("a", frozenset()), TracedResult[int]),
        (Node("a", (Lit(1),)), Node),
        (Place("x", "1"), Place),
    ],
    ids=str,
)
def test_what_is_of_another_kind_does_not_come_through(value: Any, kind: Any) -> None:
    with pytest.raises(Unreadable):
        unpacked(packed(value), kind)


def test_a_kind_of_which_one_half_is_open_takes_all_that_this_takes() -> None:
    for kind in (list | list[int], list[int] | list, list[int] | list[str]):
        assert fits(["x"], kind, {}) and not fits(("x",), kind, {})
    assert not fits(["x"], list[int] | set[str], {})


def test_one_member_of_another_kind_is_enough_to_refuse_all() -> None:
    good, bad = (1, "a"), ("a", 1)
    for members in ([good, bad], [bad, good], [good, good, bad]):
        assert not fits(members, list[tuple[int, str]], {})
    seen: Any = {}
    assert fits([good, (2, "b")], list[tuple[int, str]], seen) and not fits([good, bad], list[tuple[int, str]], seen)


def test_only_what_is_made_of_its_parts_and_nothing_else_can_be_kept() -> None:
    class Pair(tuple[int, int]):
        """No record: its parts have no names."""

    class Named:
        """Its parts have names, but it is no tuple."""

        _fields = ("name",)

    assert plain(Other) and not plain(Pair) and not plain(tuple) and not plain(Named) and not plain("Other")
    for kind in (type[int], Pair, Named):
        with pytest.raises(NotImplementedError, match="nothing that can be kept"):
            table_of(kind)
    assert fits(None, None, {}) and not fits(0, None, {})


def test_only_records_of_the_program_are_written_or_read() -> None:
    for foreign in (object(), print, ROOT):
        with pytest.raises(TypeError, match="cannot be kept"):
            packed(foreign)
    for foreign in (Other("x"), Colour.RED):
        with pytest.raises(Unreadable):
            unpacked(packed(foreign), Any)


@pytest.mark.parametrize("length", [0, 1, SUM, SUM + 1, 400])
def test_broken_bytes_do_not_come_through(length: int) -> None:
    whole = packed(house.desk("hexhex").game.cards)
    cut, flipped = whole[:length], bytearray(whole)
    flipped[length] ^= 1
    body = bytes(flipped[SUM:])
    for broken in (cut, bytes(flipped), _sum(whole[SUM:-1]) + whole[SUM:-1], whole + b"\0"):
        with pytest.raises(Unreadable):
            unpacked(broken, Any)
    try:
        unpacked(_sum(body) + body, tuple[int, ...])  # as somebody would who knows how to sum up
    except Unreadable:
        pass
    else:
        pytest.fail("cards are no numbers")


# ---- the folder --------------------------------------------------------------------------------


def test_a_planted_pickle_does_not_run(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    planted = f"cos\nsystem\n(S'touch {ran}'\ntR.".encode()
    asked(tmp_path / "cache")
    for path in (kept := sorted((tmp_path / "cache").glob("*.bin"))):
        path.write_bytes(planted)
    assert not asked(tmp_path / "cache").stderr
    assert (
        kept and not ran.exists() and all(path.read_bytes() != planted for path in kept if "grammar" not in path.name)
    )


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used_and_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    cache.keep("kind", "name", "x")
    tmp_path.chmod(mode)
    cache._trusted.cache_clear()
    assert cache.kept("kind", "name", str) is None and cache.kept("kind", "name", str) is None
    cache.keep("kind", "other", "x")
    assert len(list(tmp_path.iterdir())) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "is not used: others may write to it" in line and str(tmp_path) in line
    tmp_path.chmod(0o755)
    cache._trusted.cache_clear()
    assert cache.kept("kind", "name", str) == "x" and not capsys.readouterr().err


def test_a_folder_of_somebody_else_is_not_used_and_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    cache.keep("kind", "name", "x")
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    cache._trusted.cache_clear()
    assert cache.kept("kind", "name", str) is None and cache.kept("kind", "name", str) is None
    cache.keep("kind", "other", "x")
    assert len(list(tmp_path.iterdir())) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "it belongs to somebody else" in line


def test_a_new_folder_is_the_users_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "a" / "b"))
    before = os.umask(0)
    try:
        cache.keep("kind", "name", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


def test_a_full_disk_leaves_nothing_that_was_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        cache.keep("kind", "large", "x" * 100_000)
        cache.keep("kind", "small", "x")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [path.name.partition("-")[0] for path in tmp_path.iterdir()] == ["kind"]
    assert (cache.kept("kind", "large", str), cache.kept("kind", "small", str)) == (None, "x")


# ---- what is shipped ---------------------------------------------------------------------------


@pytest.mark.thorough
def test_compiled_forms_are_the_same_in_every_process(tmp_path: Path) -> None:
    """The order in which a process meets names, and hence what sets and lark make of them, does not matter."""
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        env = {**os.environ, "HEXCHECK_CACHE": str(folder), "PYTHONHASHSEED": seed}
        program = "from checker.load.compiled_game import compile_all; compile_all()"
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, check=True, timeout=120)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert made[0] == made[1] and {name.partition("-")[0] for name in made[0]} >= {"game", "scenes", "grammar"}


def test_nothing_in_the_program_reads_code_as_data() -> None:
    for path in (ROOT / "checker").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"pickle", "marshal", "shelve", "dill"}.intersection(n.partition(".")[0] for n in names), path


def test_a_language_that_is_no_language_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    cache.keep("scenes", "name", ("no", "language"))
    assert cache.kept("scenes", "name", SceneLanguage) is None
