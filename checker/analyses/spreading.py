"""The same work on many items, in several processes where the system can fork."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, NamedTuple

from checker.kernel.processes import stop_workers, worker_signals
from checker.search.bench import Bench, Options, Spread

_BENCH: list[Bench] = []


def _in_worker(work: Callable[[Bench, Any], Any], item: Any) -> Any:
    return work(_BENCH[-1], item)


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
    if options.jobs > 1 and "fork" in multiprocessing.get_all_start_methods():
        fork = multiprocessing.get_context("fork")
        pools = [ProcessPoolExecutor(1, fork, worker_signals) for _ in range(options.jobs)]
        beside = [ProcessPoolExecutor(options.jobs, fork, worker_signals)]

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
        ways = _apart(pools, work, listed, lanes) if pools else _alone(bench, work, listed)
        for number, result in ways:
            results[number] = result
            if each is not None:
                each(number, result)
            told(len(results), len(listed), what)
        return [results[n] for n in range(len(listed))]

    def ahead(what: str, work: Callable[[Bench, Any], Any], item: Any) -> Callable[[], Any]:
        begun = _submitted(beside[0], work, item) if beside else None

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


def _alone(bench: Bench, work: Any, listed: list[Any]) -> Iterator[tuple[int, Any]]:
    for number, item in enumerate(listed):
        yield number, work(bench, item)


def _apart(
    pools: list[ProcessPoolExecutor], work: Any, listed: list[Any], lanes: list[int]
) -> Iterator[tuple[int, Any]]:
    """Each process does the items of its lanes; one that has no more takes over from the longest queue."""
    queues = _queues(lanes, len(pools))
    running: dict[Future[Any], tuple[int, int]] = {}

    def begin(pool: int) -> None:
        queue = queues[pool] or max(queues, key=len)
        if queue:
            number = queue.popleft() if queue is queues[pool] else queue.pop()
            running[_submitted(pools[pool], work, listed[number])] = (pool, number)

    for pool in range(len(pools)):
        begin(pool)
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            pool, number = running.pop(future)
            begin(pool)
            yield number, future.result()


def _submitted(pool: Executor, work: Any, item: Any) -> Future[Any]:
    return pool.submit(_in_worker, work, item)


def _queues(lanes: list[int], pools: int) -> list[deque[int]]:
    """The numbers of the items for each process: whole lanes, dealt out there and back."""
    queues: list[deque[int]] = [deque() for _ in range(pools)]
    order = {lane: rank for rank, lane in enumerate(dict.fromkeys(lanes))}
    for number, lane in enumerate(lanes):
        turn = order[lane] % (2 * pools)
        queues[turn if turn < pools else 2 * pools - 1 - turn].append(number)
    return queues


__all__ = ["Spreading", "spreading"]
