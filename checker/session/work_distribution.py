"""The same work on many items, in several processes where the system can fork."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from checker.process.children import stop_workers
from checker.process.memory_limit import MemoryRanOut, megabytes, within
from checker.process.worker_pool import FORKS, Crew, Died, Left
from checker.session.context import Bench, Options, Spread

_BENCH: list[Bench] = []


LEAST = 48
"""So many megabytes more than it begins with a process should have; else there are fewer processes."""

GROWS = 30
"""So many megabytes this process grows by while others work for it; each that begins later begins as large."""
FULL = 0.9
"""This part of the memory is given out: a process notices only a little later that it uses more than it may."""


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


def _in_worker(work: Callable[[Bench, object], object], item: object, most: int = 0) -> object:
    try:
        with within(most):
            return work(_BENCH[-1], item)
    except MemoryRanOut as ran_out:
        return Left(ran_out.so_far)


class Spreading(NamedTuple):
    """`spread` does the same work on many items; `ahead` begins one piece of work whose result is asked for later.

    A piece that is begun ahead is done by one process of several beside whatever the first of them does in the
    meantime; where there is one process only, it is done when its result is asked for.
    """

    spread: Spread
    ahead: Callable[[str, Callable[[Bench, Any], Any], Any], Callable[[], Any]]


@contextmanager
def spreading(bench: Bench, options: Options) -> Iterator[Spreading]:
    """Ways to work with as many processes as the options say, never with more at a time."""
    told = options.progress or (lambda done, of, what: None)
    _BENCH.append(bench)
    shared = room(options)
    crew = Crew(shared.jobs, _in_worker, shared.each) if FORKS and (shared.jobs > 1 or shared.memory) else None
    early = crew if crew is not None and shared.jobs > 1 and not shared.memory else None

    def spread(
        what: str,
        work: Callable[[Bench, Any], object],
        items: Iterable[Any],
        lane: Callable[[Any], int] | None = None,
        each: Callable[[int, Any], None] | None = None,
    ) -> list[Any]:
        listed = list(items)
        told(0, len(listed), what)
        results: dict[int, object] = {}
        lanes = [lane(x) if lane else n for n, x in enumerate(listed)]
        ways = crew.share(work, listed, lanes) if crew else _alone(work, listed, shared.each())
        for number, result in ways:
            if isinstance(result, Left) and result.so_far is None:
                raise MemoryRanOut
            if isinstance(result, Died):
                raise RuntimeError(f"each of the {result.times} processes that were put to a part of it ended")
            results[number] = result.so_far if isinstance(result, Left) else result
            if each is not None:
                each(number, results[number])
            told(len(results), len(listed), what)
        return [results[n] for n in range(len(listed))]

    def ahead(what: str, work: Callable[[Bench, object], object], item: object) -> Callable[[], object]:
        ended = early.early(work, item) if early else None

        def result() -> object:
            told(0, 1, what)
            done = ended() if ended else work(bench, item)
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
        if crew is not None:
            crew.dismiss()


def _alone(work: Any, listed: list[object], most: int) -> Iterator[tuple[int, object]]:
    for number, item in enumerate(listed):
        yield number, _in_worker(work, item, most)
