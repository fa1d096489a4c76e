"""The processes of a check: work that is shared out, work that is begun ahead, and never more processes than meant."""

import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from checker.process.worker_pool import FORKS, Crew, Died

pytestmark = pytest.mark.skipif(not FORKS, reason="the system cannot fork")

GO = multiprocessing.Event()


def _do(work: str, item: int, most: int) -> tuple[int, int]:
    """Whoever does the item, and what comes of it."""
    if work == "fails":
        raise ValueError(item)
    if work == "waits":
        GO.wait()
    return os.getpid(), item * item


def test_what_is_shared_out_and_what_is_begun_ahead_is_all_done_by_so_many_processes() -> None:
    crew = Crew(2, _do, lambda: 0)
    try:
        early = [crew.early("squares", n) for n in (5, 4, 3)]
        shared = dict(crew.share("squares", [1, 2, 3, 4], [0, 0, 1, 1]))
        asked = [ask() for ask in early]
    finally:
        crew.dismiss()
    assert {n: square for n, (_, square) in shared.items()} == {0: 1, 1: 4, 2: 9, 3: 16}
    assert [square for _, square in asked] == [25, 16, 9]
    assert len({by for by, _ in (*shared.values(), *asked)}) == 2


def test_the_first_process_is_kept_free_for_what_is_shared_out() -> None:
    crew = Crew(2, _do, lambda: 0)
    try:
        early = [crew.early("waits", n) for n in (7, 8)]
        done = dict(crew.share("squares", [1, 2, 3], [0, 1, 2]))
        assert len({by for by, _ in done.values()}) == 1
        GO.set()
        assert [ask()[1] for ask in early] == [49, 64]
    finally:
        GO.set()
        crew.dismiss()


def test_what_fails_ahead_is_told_to_whoever_asks_for_it_and_to_nobody_else() -> None:
    crew = Crew(2, _do, lambda: 0)
    try:
        early = crew.early("fails", 7)
        assert [square for _, (_, square) in crew.share("squares", [1], [0])] == [1]
        with pytest.raises(ValueError, match="7"):
            early()
    finally:
        crew.dismiss()


def test_what_was_left_in_the_middle_does_not_come_up_in_what_is_shared_out_next() -> None:
    crew = Crew(2, _do, lambda: 0)
    try:
        next(iter(crew.share("squares", [1, 20, 20, 20], [0, 1, 2, 3])))
        found = dict(crew.share("squares", [5, 6], [0, 1]))
    finally:
        crew.dismiss()
    assert sorted(square for _, square in found.values()) == [25, 36]


def _dies(folder: Path, item: int, most: int) -> int:
    """The square of the item; the first processes that come to one below zero end there, so many of them."""
    if item < 0 and len(list(folder.iterdir())) < -item:
        (folder / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def test_what_a_process_was_at_that_ended_is_begun_once_more_and_nothing_is_done_twice(tmp_path: Path) -> None:
    crew = Crew(2, _dies, lambda: 0)
    try:
        found = list(crew.share(tmp_path, [3, -2, 4, 5], [0, 1, 2, 3]))
    finally:
        crew.dismiss()
    assert sorted(found) == [(0, 9), (1, 4), (2, 16), (3, 25)]
    assert len(list(tmp_path.iterdir())) == 2


def test_what_three_processes_ended_at_is_left_and_the_rest_is_done(tmp_path: Path) -> None:
    crew = Crew(2, _dies, lambda: 0)
    try:
        found = dict(crew.share(tmp_path, [3, -9, 4], [0, 1, 2]))
        assert found == {0: 9, 1: Died(3), 2: 16}
        assert crew.early(tmp_path, 5)() == 25
    finally:
        crew.dismiss()


def test_what_was_begun_ahead_is_begun_once_more_too(tmp_path: Path) -> None:
    crew = Crew(2, _dies, lambda: 0)
    try:
        early = crew.early(tmp_path, -1)
        assert dict(crew.share(tmp_path, [3, 4], [0, 1])) == {0: 9, 1: 16}
        assert early() == 1
        with pytest.raises(BrokenExecutor):
            crew.early(tmp_path, -9)()
    finally:
        crew.dismiss()
