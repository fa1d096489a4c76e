"""Work that is done by the workers of a scheduler (dask.distributed), on this machine or on others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

from checker.kernel.source import InputError, Place, Problem
from checker.process.deep_stack import roomy

SECONDS = 30
"""So long it is waited for the scheduler to answer, and for a worker to be there."""
DEEP = 20_000
"""So many calls within each other a worker allows, as the command does."""
_ONE_AT_A_TIME = Lock()


@contextmanager
def cluster(address: str) -> Iterator[Callable[[], Executor]]:
    """Gives what makes executors: what is put to them is done by the workers of the scheduler at the address.

    Raises InputError where there is none, or no worker.
    """
    client = _client(address)
    try:
        yield lambda: ClusterExecutor(client, address)
    finally:
        with suppress(Exception):
            client.close(timeout=1)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise refused("dask.distributed is not installed", "`pip install 'hexcheck[cluster]'`") from None
    connect: Callable[..., Any] = Client
    try:
        client = connect(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        hint = "say for instance `tcp://127.0.0.1:8786`; `dask scheduler` starts one"
        raise refused(f"no scheduler answers at `{address}`", hint) from None
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        client.close(timeout=1)
        raise refused(f"the scheduler at `{address}` has no worker", f"`dask worker {address}` starts one") from None
    return client


def refused(message: str, hint: str = "") -> InputError:
    """The error that says why the scheduler or its workers cannot be used."""
    return InputError(Problem(Place("--scheduler", 1), message, "", hint))


class ClusterExecutor(Executor):
    """Puts work to the workers of a scheduler; what it lost with several workers breaks, as with a process of one's own."""

    def __init__(self, client: Any, address: str) -> None:
        self._inner = client.get_executor(pure=False)
        self._address = address

    def submit(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> Future[Any]:
        """What comes of the call; InputError where the workers cannot carry it out."""
        outer: Future[object] = Future()
        self._inner.submit(_there, fn, args, kwargs).add_done_callback(lambda inner: self._settle(inner, outer))
        return outer

    def _settle(self, inner: Future[object], outer: Future[object]) -> None:
        from distributed.scheduler import KilledWorker

        if inner.cancelled():
            outer.set_exception(refused(f"the scheduler at `{self._address}` is gone"))
            return
        match inner.exception():
            case None:
                outer.set_result(inner.result())
            case KilledWorker() as killed:
                outer.set_exception(BrokenExecutor(str(killed)))
            case ImportError() | AttributeError() as error:
                outer.set_exception(refused(f"the workers have no hexcheck, or another one: {error}"))
            case error:
                outer.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is not done yet is given up if it is cancelled."""
        self._inner.shutdown(wait=wait and not cancel_futures)


def _there(work: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """What comes of the work, one piece at a time in each worker, whatever number of threads it has."""
    with _ONE_AT_A_TIME:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEP))
        return roomy(lambda: work(*args, **kwargs))
