"""The processes of a check: never more of them at work than there are, whatever is to be done."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from itertools import count
from typing import Any, NamedTuple

from checker.process.children import FORKS, worker_signals


class Left(NamedTuple):
    """A piece of work that was left because memory ran out, with what it had come to."""

    so_far: Any


class Died(NamedTuple):
    """A piece of work that was left because each process that was at it ended in the middle, so many of them."""

    times: int


TRIES = 3
"""So many processes are put to a piece of work, one after the other, each because the one before it ended."""


class _At(NamedTuple):
    """What a process is at: an item of what is shared out, or a piece of work that was begun ahead."""

    pool: int
    share: object = None
    number: int = 0


class _Early(NamedTuple):
    """A piece of work to be done ahead, and where the process that does it leaves its result."""

    work: Any
    item: Any
    done: list[Future[Any]]


def own_process() -> Executor:
    """A process that begins as a copy of this one."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("fork"), worker_signals)


class Crew:
    """So many processes, each at one piece of work at most; all after the first do first what is to be done ahead.

    `do` is what a process does with a piece of work, an item of it, and the megabytes it may use, which `may` tells.
    What a process was at that ends in the middle is begun once more by a fresh one, which `make` gives.
    """

    def __init__(
        self,
        jobs: int,
        do: Callable[[Any, Any, int], object],
        may: Callable[[], int],
        make: Callable[[], Executor] = own_process,
    ) -> None:
        self._do, self._may, self._make = do, may, make
        self._pools = [make() for _ in range(jobs)]
        self._fresh = [True] * jobs
        self._at: dict[Future[object], _At] = {}
        self._waiting: deque[_Early] = deque()

    def early(self, work: object, item: object) -> Callable[[], object]:
        """The work is begun as soon as a process is free for it; what is given back waits for its result."""
        piece = _Early(work, item, [])
        self._waiting.append(piece)
        self._begin_early(range(1, len(self._pools)))

        def result() -> object:
            for tries in count(1):
                while not (piece.done and piece.done[0].done()):
                    self._begin_early(range(len(self._pools)))
                    self._ended()
                if tries == TRIES or not _died(piece.done[0]):
                    break
                piece.done.clear()
                self._waiting.append(piece)
            return piece.done[0].result()

        return result

    def share(self, work: Any, listed: list[Any], lanes: list[int]) -> Iterator[tuple[int, Any]]:
        """Each item by its number with what comes of it; a process does those of its lanes, then some of the others'.

        A process in which memory ran out ends, and a fresh one takes its place; what it was at is begun once more
        there, unless the process was fresh already, or something came of it. What a process was at that ended by itself
        is begun once more too, and left after a few.
        """
        here, left, died = object(), len(listed), [0] * len(listed)
        queues = _queues(lanes, len(self._pools))
        while left:
            self._begin_early(range(1, len(self._pools)))
            for pool in self._idle():
                queue = queues[pool] or max(queues, key=len)
                if queue:
                    number = queue.popleft() if queue is queues[pool] else queue.pop()
                    self._begin(_At(pool, here, number), work, listed[number])
            for at, result in self._ended():
                again = isinstance(result, Left) and not result.so_far and not self._fresh[at.pool]
                if not isinstance(result, Died):
                    self._renew(at.pool, isinstance(result, Left))
                elif at.share is here:
                    died[at.number] += 1
                    again, result = died[at.number] < TRIES, Died(died[at.number])
                if at.share is here and again:
                    queues[at.pool].appendleft(at.number)
                elif at.share is here:
                    left -= 1
                    yield at.number, result

    def dismiss(self) -> None:
        """The processes end; what was not begun is not done."""
        for pool in self._pools:
            pool.shutdown(cancel_futures=True)

    def _idle(self) -> list[int]:
        busy = {at.pool for at in self._at.values()}
        return [pool for pool in range(len(self._pools)) if pool not in busy]

    def _begin_early(self, pools: range) -> None:
        for pool in self._idle():
            if pool in pools and self._waiting:
                piece = self._waiting.popleft()
                piece.done.append(self._begin(_At(pool), piece.work, piece.item))

    def _begin(self, at: _At, work: object, item: object) -> Future[object]:
        try:
            begun = self._pools[at.pool].submit(self._do, work, item, self._may())
        except BrokenExecutor:  # it ended while there was nothing to do
            self._renew(at.pool, True)
            begun = self._pools[at.pool].submit(self._do, work, item, self._may())
        self._at[begun] = at
        return begun

    def _ended(self) -> list[tuple[_At, object]]:
        """What came of the items that were done next; a process that did work ahead of time is only free again."""
        done, _ = wait(self._at, return_when=FIRST_COMPLETED)
        ended = [(self._at.pop(future), future) for future in done]
        for at, future in ended:
            if _died(future):
                self._renew(at.pool, True)
        return [(at, Died(1) if _died(future) else future.result()) for at, future in ended if at.share is not None]

    def _renew(self, pool: int, over: bool) -> None:
        self._fresh[pool] = over
        if over:
            self._pools[pool].shutdown()
            self._pools[pool] = self._make()


def _died(done: Future[object]) -> bool:
    return done.done() and not done.cancelled() and isinstance(done.exception(), BrokenExecutor)


def _queues(lanes: list[int], pools: int) -> list[deque[int]]:
    """The numbers of the items for each process: whole lanes, dealt out there and back."""
    queues: list[deque[int]] = [deque() for _ in range(pools)]
    order = {lane: rank for rank, lane in enumerate(dict.fromkeys(lanes))}
    for number, lane in enumerate(lanes):
        turn = order[lane] % (2 * pools)
        queues[turn if turn < pools else 2 * pools - 1 - turn].append(number)
    return queues


__all__ = ["FORKS", "Crew", "Died", "Left"]
