"""Processes that share work: interrupts are for the one that started the others, and it stops them."""

from __future__ import annotations

import os
import signal
from _thread import start_new_thread
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

MASKS = hasattr(signal, "pthread_sigmask")
"""Whether the system can hold signals back."""

FORKS = hasattr(os, "fork")
"""Whether the system can begin a process as a copy of this one; elsewhere one process does all the work."""
LOOK = 0.25
"""Seconds until a process looks again whether the one that started it is still there."""

T = TypeVar("T")
R = TypeVar("R")


def in_order(pool: ProcessPoolExecutor, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """The results of the work on the items, in their order; where that is interrupted, the workers end.

    No future is cancelled before: the pool, whose processes are gone, settles them itself.
    """
    try:
        with _interrupts_wait():
            futures = [pool.submit(work, item) for item in items]
        for future in futures:
            yield future.result()
    except (KeyboardInterrupt, GeneratorExit):
        stop_workers()
        raise


def worker_signals() -> None:
    """This process leaves interrupts to the one that started it, and ends when it is told to, or with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    if MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    start_new_thread(_outlive_nobody, ())


def _outlive_nobody() -> None:
    """Ends this process as soon as the one that started it is no more, however that came about."""
    import multiprocessing
    from multiprocessing import connection

    started_by = multiprocessing.parent_process()
    while started_by is not None and started_by.is_alive() and os.getppid() == started_by.pid:
        connection.wait([started_by.sentinel], LOOK)
    os._exit(1)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Interrupts come afterwards, so that none meets a process that has begun and does not yet leave them alone."""
    if not MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stop_workers() -> None:
    """The processes that this one started end, whatever they are at; nothing waits for their results."""
    import multiprocessing

    for child in multiprocessing.active_children():
        child.terminate()
