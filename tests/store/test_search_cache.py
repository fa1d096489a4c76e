"""What one run keeps for the next: runs at once do not disturb each other, and a killed one spoils nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from checker.store.disk_cache import BEGUN, DiskShelf, pruned, store

CHECK = """
import json, sys
from pathlib import Path
from checker.catalog import games as house
from checker.check import run_checks as checking
from checker.check.finding_formats import as_json

told = json.loads(as_json([checking.report(house.desk("pebbles", root=Path("tests/toy")), "2-3", "pairs", 1)]))
for one in told["checked"]:
    del one["seconds"]
print(json.dumps(told))
"""

HALFWAY = """
import os, time
from checker.store import disk_cache as cache

def half(kind, content, compiled, folder=None, whole=cache.store):
    if kind != "search":
        return whole(kind, content, compiled, folder)
    fdopen = os.fdopen
    def writing(handle, mode):
        file = fdopen(handle, mode)
        file.write(compiled[: len(compiled) // 2])
        file.flush()
        print("half", flush=True)
        time.sleep(60)
    cache.os.fdopen = writing
    whole(kind, content, compiled, folder)

cache.store = half
"""
"""Makes the run stop when it has written half of the first part of the search."""


def begun(cache: Path, program: str = CHECK) -> subprocess.Popen[str]:
    env = {**os.environ, "HEXCHECK_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def told(run: subprocess.Popen[str]) -> Any:
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    return out


def test_a_run_killed_while_it_writes_spoils_nothing_for_others(tmp_path: Path) -> None:
    alone = told(begun(tmp_path / "alone"))
    assert '"findings": [{' in alone
    shared = tmp_path / "shared"
    killed = begun(shared, HALFWAY + CHECK)
    assert killed.stdout is not None and killed.stdout.readline() == "half\n"
    beside = told(begun(shared))
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert [path for path in shared.iterdir() if path.name.startswith(BEGUN)], "it was in the middle of writing"
    assert beside == told(begun(shared)) == alone


def test_two_runs_at_once_find_what_one_finds(tmp_path: Path) -> None:
    alone = told(begun(tmp_path / "alone"))
    two = [begun(tmp_path / "shared") for _ in range(2)]
    assert [told(run) for run in two] == [alone, alone]
    kept = {path.name for path in (tmp_path / "shared").iterdir()}
    assert kept == {path.name for path in (tmp_path / "alone").iterdir()}
    assert told(begun(tmp_path / "shared")) == alone
    assert kept == {path.name for path in (tmp_path / "shared").iterdir()}, "nothing is worked out again"


def test_a_broken_cache_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    shelf = DiskShelf()
    shelf.put("kind", "name", (1, "two"))
    assert shelf.get("kind", "name", tuple[int, str]) == (1, "two")
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:-3])
    assert kept.exists() and shelf.get("kind", "name", tuple[int, str]) is None
    store("kind", "other", b"")
    assert shelf.get("kind", "other", Any) is None and shelf.get("kind", "never", Any) is None


def test_the_cache_holds_what_was_used_last_and_no_more_than_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    shelf = DiskShelf(most=8000)
    for number in range(40):
        shelf.put("kind", str(number), "x" * 900)
        os.utime(_newest(tmp_path), (number, number))
        assert shelf.get("kind", "0", str) is not None, "used each time, so it stays"
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 8000
    assert [shelf.get("kind", str(n), str) is not None for n in (1, 39)] == [False, True]


def test_what_a_killed_run_had_begun_goes_and_what_another_run_writes_stays(tmp_path: Path) -> None:
    old, new, own = tmp_path / "begun-old", tmp_path / "begun-new", tmp_path / "notes.txt"
    for path in (old, new, own):
        path.write_bytes(b"x")
    for path in (old, own):
        os.utime(path, (1, 1))
    assert pruned(tmp_path) == 0 and not old.exists() and new.exists() and own.exists()
    assert pruned(tmp_path / "nowhere") == 0


def _newest(folder: Path) -> Path:
    return max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
