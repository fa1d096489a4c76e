"""Processes that share work: interrupts are for the one that started the others, and it stops them."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_order(pool: ProcessPoolExecutor, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """The results of the work on the items, in their order; where that is interrupted, the workers end.

    No future is cancelled before: the pool, whose processes are gone, settles them itself.
    """
    futures = [pool.submit(work, item) for item in items]
    try:
        for future in futures:
            yield future.result()
    except (KeyboardInterrupt, GeneratorExit):
        stop_workers()
        raise


def worker_signals() -> None:
    """This process leaves interrupts to the one that started it, and ends when it is told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def stop_workers() -> None:
    """The processes that this one started end, whatever they are at; nothing waits for their results."""
    for child in multiprocessing.active_children():
        child.terminate()
