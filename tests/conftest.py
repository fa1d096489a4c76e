"""What all tests share: a cache of compiled forms that is theirs alone, and how many examples are tried.

`HEXCHECK_TRIALS=20 make unit` tries twenty times as many, other ones each time, and runs the tests that are marked
`thorough` too: those that take long and whose mechanism another test covers.
"""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from once_a_run import FOLDER

from checker.__main__ import COLLECT
from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.process.deep_stack import roomy

ROOT = Path(__file__).resolve().parent.parent

sys.setrecursionlimit(20_000)  # this and the next as the command itself does
gc.set_threshold(*COLLECT)

TRIALS = int(os.environ.get("HEXCHECK_TRIALS", "1"))

os.environ.setdefault("HEXCHECK_CACHE", str(ROOT / ".pytest_cache" / "hexcheck"))

settings.register_profile(
    "hexcheck",
    deadline=None,
    derandomize=TRIALS == 1,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexcheck")


def pytest_sessionstart() -> None:
    """Of the processes of a run one reads each game and its rulings, and the others find it read; each begins with
    another game."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        Path(os.environ["HEXCHECK_CACHE"]).mkdir(parents=True, exist_ok=True)
        games = house.known()
        first = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) % len(games)
        for game in (*games[first:], *games[:first]):
            with (Path(os.environ["HEXCHECK_CACHE"]) / f"reading-{game}.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                house.desk(game).rulings()


def pytest_sessionfinish() -> None:
    """All that is held ends with the process: nothing in it is looked through for circles once more."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def folder_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The processes of one run share a folder, which each of them is given its own part of."""
    own = tmp_path_factory.getbasetemp()
    FOLDER[:] = [own.parent if "PYTEST_XDIST_WORKER" in os.environ else own]


@pytest.fixture(scope="module", autouse=True)
def forgotten_with_the_file(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the functions of a test file keep lasts as long as the tests of that file."""
    yield
    for kept in vars(request.module).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


def trials(number: int) -> settings:
    """So many examples, or a multiple of them."""
    return settings(max_examples=number * TRIALS)


def later(*values: Any) -> list[Any]:
    """The values as parameters of a test that others than these cover: only a thorough run tries them."""
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The judge's page in a browser, one for the tests of a file: of games with a board and without.

    It is closed after them: what waits for a browser would be in the way of what else waits for events.
    """
    from page_browser import GAMES, browsed, made

    with browsed(made(GAMES, tmp_path_factory.mktemp("page"))) as page:
        yield page


SOON = 60.0
"""Seconds that reading anything may take at most, on a slow and busy machine."""


@contextmanager
def soon() -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < SOON


def heed_interrupts() -> None:
    """A process begun with this ends by Ctrl-C even if whoever runs the tests in the background ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def told(error: InputError) -> None:
    """Every problem has a place, a message and short lines."""
    assert error.problems
    for problem in error.problems:
        assert problem.message and problem.place.file and problem.place.line >= 1 and problem.place.column >= 1
        for line in problem.rendered().splitlines():
            assert len(line) < 2000


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests run as the command does: the frames of all that one calls lie in one piece of memory.

    What takes long and is covered besides is left to a thorough run; what takes longest of the rest begins first, so that
    no core waits for it in the end.
    """
    late = [item for item in items if TRIALS == 1 and item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=late)
    items[:] = [item for item in items if item not in late]
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    for item in items:
        if isinstance(item, pytest.Function) and not iscoroutinefunction(item.obj):
            item.obj = partial(_in_one_piece, item.obj)


def _in_one_piece(test: Callable[..., None], **given: Any) -> None:
    roomy(partial(test, **given))
