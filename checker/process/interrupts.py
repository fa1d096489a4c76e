"""Interrupts that are not lost: one that comes where nothing can be raised, or is told in other words, still ends the work."""

from __future__ import annotations

import os
import signal
import sys
import time
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

SOON = 0.02
"""Seconds until an interrupt comes again that nobody noticed."""
GRACE = 0.4
"""Seconds that are left, once the process is told to stop, to say what is known."""
INTERRUPTED, STOPPED = 130, 143
"""The exit codes of what was interrupted, and of what was told to stop, as shells have them."""

_told: list[int] = []


def heed_interrupts() -> None:
    """This process is interrupted by Ctrl-C, unless it was begun to ignore that, and by being told to stop.

    Told to stop, it ends in any case soon, even if it is in a call into another language that cannot be broken off.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    sys.unraisablehook = _unraised
    if os.name == "posix":
        seen, told = os.pipe()
        os.set_blocking(told, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        start_new_thread(_watch, (seen,))


def interrupted(number: int, *_: object) -> None:
    """Raises KeyboardInterrupt, and notes that it did."""
    _told.append(number)
    raise KeyboardInterrupt


def code_of(code: int) -> int:
    """The exit code, once it is known whether the process was told to stop."""
    return STOPPED if signal.SIGTERM in _told else code


def _watch(seen: int) -> None:
    """Waits until the process is told to stop; ends it and what it started if it has not ended by itself in time."""
    while signal.SIGTERM not in os.read(seen, 1):
        pass
    time.sleep(GRACE)
    with suppress(Exception):
        from checker.process.children import stop_workers

        stop_workers()
    os._exit(STOPPED)


def _unraised(lost: Any) -> None:
    """An interrupt that came while something was thrown away comes again; what then is half made need not be heard of."""
    if lost.exc_type is KeyboardInterrupt and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, interrupted)
        signal.setitimer(signal.ITIMER_REAL, SOON)
    elif not _told:
        sys.__unraisablehook__(lost)


@contextmanager
def as_interrupts() -> Iterator[None]:
    """What fails in another way after an interrupt is that interrupt: a call into another language may put it so."""
    before = len(_told)
    try:
        yield
    except Exception:
        if len(_told) > before:
            raise KeyboardInterrupt from None
        raise
