"""The same work on many items, in as many processes as there are cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from checker.process.children import FORKS, in_order, worker_signals

WHOLE = "all analyses"
"""What the progress of the whole is called."""

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[T], R], items: Iterable[T], jobs: int, said: str = "") -> Iterator[R]:
    """The results in the order of the items; `said` is shown with a bar if standard error is a terminal."""
    listed = list(items)
    used = min(jobs or cores(), len(listed)) if FORKS else 1
    if used <= 1:
        yield from shown(map(work, listed), len(listed), said)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(used, multiprocessing.get_context("fork"), _begin, (work,)) as pool:
        yield from shown(in_order(pool, _worked, listed), len(listed), said)


class TimeRanOut(Exception):
    """What was to be worked out was not done by the time when it should have been."""


def in_time(results: Iterator[R], until: float) -> Iterator[R]:
    """The results that come until then (by the monotonic clock), and one at least if there is any."""
    for one in results:
        yield one
        if time.monotonic() > until:
            if isinstance(results, Generator):
                results.close()
            return


_work: list[Callable[..., object]] = []


def _begin(work: Callable[..., object]) -> None:
    worker_signals()
    _work[:] = [work]


def _worked(item: object) -> Any:
    return _work[0](item)


def shown(results: Iterable[R], total: int, said: str) -> Iterator[R]:
    """The results as they come, with a bar if something is said and standard error is a terminal."""
    import sys

    if not said or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, said, total, console=Console(stderr=True), transient=True)
