"""All processes together keep within what they may use; what does not fit is left, and said to be."""

from __future__ import annotations

import multiprocessing
from threading import Event, Thread
from typing import Any

import pytest
from conftest import ROOT

from checker.analyses import registry
from checker.catalog import games as house
from checker.check.run_checks import bench, report
from checker.explore.cards.search_result import NONE
from checker.explore.cards.work_units import Pieces, WorkUnit
from checker.explore.situations import catalogue
from checker.kernel.source import InputError
from checker.kernel.verdict import Extent
from checker.process import memory_limit as memory
from checker.process.memory_limit import MemoryRanOut, crowded, megabytes, of_all, within
from checker.session.context import Bench, Options, Scope, Work
from checker.session.work_distribution import FULL, LEAST, least, room, spreading

TOY = ROOT / "tests" / "toy"
AT = bench(house.desk("pebbles", root=TOY))
MB = 1 << 20

needs_watch = pytest.mark.skipif(
    not memory.WATCHES or "fork" not in multiprocessing.get_all_start_methods(), reason="the system cannot"
)


def _grow(megabytes_: int) -> int:
    """Holds so much memory, got little by little, as work does."""
    held = []
    for _ in range(megabytes_):
        held.append(bytearray(MB))
        sum(range(20_000))
    return len(held)


def _growing(_: Bench, item: int) -> int:
    return _grow(item)


_hoard: list[bytearray] = []


def _hoarding(_: Bench, item: int) -> int:
    """Keeps so much memory for as long as the process lives."""
    _hoard.extend(bytearray(MB) for _ in range(item))
    sum(range(3_000_000))
    return item


@needs_watch
def test_work_ends_soon_after_it_uses_more_than_it_may() -> None:
    most = megabytes() + 20
    with pytest.raises(MemoryRanOut), within(most):
        _grow(2000)
    with within(most + 2000):
        assert _grow(30) == 30
    assert not crowded(), "the bound is gone with the work"


@needs_watch
def test_what_an_interrupted_moment_swallows_is_noticed_a_little_later() -> None:
    class Swallows:
        def __del__(self) -> None:
            with pytest.raises(MemoryRanOut):
                _grow(2000)

    with pytest.raises(MemoryRanOut), within(megabytes() + 20):
        Swallows()
        _grow(2000)


@needs_watch
@pytest.mark.parametrize("jobs", [1, 2])
def test_all_processes_together_keep_within_the_bound(jobs: int) -> None:
    bound = int(((jobs + 1) * megabytes() + jobs * 120) / FULL)
    peak = 0
    over = Event()

    def looking() -> None:
        nonlocal peak
        while not over.wait(0.005):
            peak = max(peak, of_all())

    with spreading(AT, Options(jobs=jobs, memory=bound)) as (spread, _):
        assert spread("", _growing, [10, 20, 30]) == [10, 20, 30]
        watcher = Thread(target=looking)
        watcher.start()
        with pytest.raises(MemoryRanOut):
            spread("", _growing, [2000] * jobs)
        over.set()
        watcher.join()
        assert bound / 2 < peak <= bound * 1.1, "each notices a moment later that it uses too much"
        assert spread("", _growing, [10, 20]) == [10, 20], "the next work is done as ever"


@needs_watch
def test_what_does_not_fit_after_other_work_is_begun_once_more_in_a_fresh_process() -> None:
    with spreading(AT, Options(jobs=1, memory=int((2 * megabytes() + 110) / FULL))) as (spread, _):
        assert spread("", _hoarding, [60, 60, 60]) == [60, 60, 60]
        assert spread("", _hoarding, [60]) == [60], "a process that did other work before is not fresh"


@needs_watch
def test_memory_that_runs_out_is_noticed_in_whatever_words_it_is_told() -> None:
    with pytest.raises(MemoryRanOut), within(megabytes() + 20):
        try:
            _grow(2000)
        except MemoryRanOut:
            raise TypeError from None
    with pytest.raises(TypeError), within(megabytes() + 2000):
        raise TypeError


def test_less_memory_is_for_fewer_processes() -> None:
    assert room(Options(jobs=8)).jobs == 8 and not room(Options(jobs=8)).each()
    for memory_ in range(least(), 20 * least(), 50):
        shared = room(Options(jobs=8, memory=memory_))
        assert 1 <= shared.jobs <= 8
        assert shared.each() >= megabytes() + LEAST - 1
        assert shared.jobs * shared.each() + megabytes() <= memory_
    assert room(Options(jobs=8, memory=20 * least())).jobs == 8


@needs_watch
def test_cards_for_which_there_is_no_room_are_left_and_the_others_are_found() -> None:
    listed = catalogue(AT.situations).situations
    wanted = tuple((a, b) for a in "xyz" for b in "xyz" if a != b)
    piece = WorkUnit("pairs", 0, 2, wanted)
    calls = 0

    def spread(what: str, do: Any, items: Any, lane: Any = None, each: Any = None) -> list[Any]:
        """Only pairs with one first card fit each time, two times."""
        nonlocal calls
        calls += 1
        for number, item in enumerate(items):
            first = item.wanted[0][0]
            each(number, {c: NONE for c in item.wanted if c[0] == first and calls < 3})
        return []

    entries, left = Pieces(Work(AT, Options(jobs=1), spread), listed).done("", [piece])
    assert (calls, len(entries), left) == (3, 4, 2)


def test_an_analysis_without_room_is_unknown_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def ran_out(_: Work) -> tuple[list[Any], Scope]:
        raise MemoryRanOut

    first, second, *_ = registry.ANALYSES
    monkeypatch.setattr(registry, "ANALYSES", (first._replace(run=ran_out), second))
    found = registry.run(AT, Options((2,), "quick", 1))
    assert found.checked[0].extent is Extent.UNKNOWN and "megabytes were not enough" in found.checked[0].scope
    assert len(found.checked) == 2 and not found.interrupted


def test_too_little_is_refused_with_what_would_do() -> None:
    with pytest.raises(InputError) as refused:
        report(house.desk("pebbles", root=TOY), "2", "quick", 1, None, 20)
    assert "20 megabytes" in str(refused.value) and f"--memory {least()}" in str(refused.value)
