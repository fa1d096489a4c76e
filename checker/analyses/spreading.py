"""The same work on many items, in several processes where the system can fork."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, NamedTuple

from checker.kernel.memory import MemoryRanOut, megabytes, within
from checker.kernel.processes import stop_workers, worker_signals
from checker.search.bench import Bench, Options, Spread

_BENCH: list[Bench] = []


FORKS = "fork" in multiprocessing.get_all_start_methods()
LEAST = 48
"""So many megabytes more than it begins with a process should have; else there are fewer processes."""

GROWS = 30
"""So many megabytes this process grows by while others work for it; each that begins later begins as large."""
FULL = 0.9
"""This part of the memory is given out: a process notices only a little later that it uses more than it may."""


class Left(NamedTuple):
    """A piece of work that was left because memory ran out, with what it had come to."""

    so_far: Any


class Room(NamedTuple):
    """How many processes share the memory with this one, and how many megabytes there are for all; 0 is no bound.

    Each has what this one leaves of it at the time when it is given something to do.
    """

    jobs: int
    memory: int

    def each(self) -> int:
        """The megabytes that a process may use now."""
        return max(1, int(self.memory * FULL - megabytes()) // self.jobs) if self.memory else 0


def least() -> int:
    """So many megabytes are needed at least: this process as large as it becomes, another beside it, and some for that."""
    return int((2 * (megabytes() + GROWS) + LEAST) / FULL) + 1


def room(options: Options) -> Room:
    """As many processes as are wanted, or as there is memory for beside this one; each begins as large as this one."""
    if not options.memory:
        return Room(options.jobs, 0)
    here = megabytes()
    return Room(min(options.jobs, max(1, int(options.memory * FULL - here) // (here + LEAST))), options.memory)


def _in_worker(work: Callable[[Bench, Any], Any], item: Any, most: int = 0) -> Any:
    try:
        with within(most):
            return work(_BENCH[-1], item)
    except MemoryRanOut as ran_out:
        return Left(ran_out.so_far)


class Spreading(NamedTuple):
    """`spread` does the same work on many items; `ahead` begins one piece of work whose result is asked for later.

    A piece that is begun ahead is done by a process of its own beside whatever is spread in the meantime; where
    there is one process only, it is done when its result is asked for.
    """

    spread: Spread
    ahead: Callable[[str, Callable[[Bench, Any], Any], Any], Callable[[], Any]]


@contextmanager
def spreading(bench: Bench, options: Options) -> Iterator[Spreading]:
    """Ways to work with as many processes as the options say."""
    told = options.progress or (lambda done, of, what: None)
    pools: list[ProcessPoolExecutor] = []
    beside: list[ProcessPoolExecutor] = []
    _BENCH.append(bench)
    shared = room(options)
    fresh = [True] * shared.jobs
    if FORKS and (shared.jobs > 1 or shared.memory):
        pools = [_one() for _ in range(shared.jobs)]
        beside = [] if shared.memory else [_one(options.jobs)]

    def spread(
        what: str,
        work: Callable[[Bench, Any], Any],
        items: Iterable[Any],
        lane: Callable[[Any], int] | None = None,
        each: Callable[[int, Any], None] | None = None,
    ) -> list[Any]:
        listed = list(items)
        told(0, len(listed), what)
        results: dict[int, Any] = {}
        lanes = [lane(x) if lane else n for n, x in enumerate(listed)]
        ways = _apart(pools, fresh, work, listed, lanes, shared.each) if pools else _alone(work, listed, shared.each())
        for number, result in ways:
            if isinstance(result, Left) and result.so_far is None:
                raise MemoryRanOut
            results[number] = result.so_far if isinstance(result, Left) else result
            if each is not None:
                each(number, results[number])
            told(len(results), len(listed), what)
        return [results[n] for n in range(len(listed))]

    def ahead(what: str, work: Callable[[Bench, Any], Any], item: Any) -> Callable[[], Any]:
        begun = beside[0].submit(_in_worker, work, item) if beside else None

        def result() -> Any:
            told(0, 1, what)
            done = begun.result() if begun else work(bench, item)
            told(1, 1, what)
            return done

        return result

    try:
        yield Spreading(spread, ahead)
    except KeyboardInterrupt:
        stop_workers()
        raise
    finally:
        _BENCH.pop()
        for pool in (*pools, *beside):
            pool.shutdown(cancel_futures=True)


def _alone(work: Any, listed: list[Any], most: int) -> Iterator[tuple[int, Any]]:
    for number, item in enumerate(listed):
        yield number, _in_worker(work, item, most)


def _one(jobs: int = 1) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), worker_signals)


def _apart(
    pools: list[ProcessPoolExecutor],
    fresh: list[bool],
    work: Any,
    listed: list[Any],
    lanes: list[int],
    may: Callable[[], int],
) -> Iterator[tuple[int, Any]]:
    """Each process does the items of its lanes; one that has no more takes over from the longest queue.

    One in which memory ran out ends, and a fresh one takes its place; what it was at is begun once more there, unless
    the process was fresh already, or something came of it.
    """
    queues = _queues(lanes, len(pools))
    running: dict[Future[Any], tuple[int, int]] = {}

    def begin(pool: int, number: int | None = None) -> None:
        queue = queues[pool] or max(queues, key=len)
        if number is None and queue:
            number = queue.popleft() if queue is queues[pool] else queue.pop()
        if number is not None:
            begun = pools[pool].submit(_in_worker, work, listed[number], may())
            running[begun] = (pool, number)

    for pool in range(len(pools)):
        begin(pool)
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            pool, number = running.pop(future)
            result = future.result()
            again = isinstance(result, Left) and not result.so_far and not fresh[pool]
            fresh[pool] = isinstance(result, Left)
            if fresh[pool]:
                pools[pool].shutdown()
                pools[pool] = _one()
            begin(pool, number if again else None)
            if not again:
                yield number, result


def _queues(lanes: list[int], pools: int) -> list[deque[int]]:
    """The numbers of the items for each process: whole lanes, dealt out there and back."""
    queues: list[deque[int]] = [deque() for _ in range(pools)]
    order = {lane: rank for rank, lane in enumerate(dict.fromkeys(lanes))}
    for number, lane in enumerate(lanes):
        turn = order[lane] % (2 * pools)
        queues[turn if turn < pools else 2 * pools - 1 - turn].append(number)
    return queues


__all__ = ["Spreading", "least", "room", "spreading"]
