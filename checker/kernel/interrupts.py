"""Interrupts that are not lost: one that comes where nothing can be raised, or is told in other words, still ends the work."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SOON = 0.02
"""Seconds until an interrupt comes again that nobody noticed."""

_told: list[int] = []


def heed_interrupts() -> None:
    """This process is interrupted by Ctrl-C, unless it was begun to ignore that, and by being told to stop."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    sys.unraisablehook = _unraised


def interrupted(*_: object) -> None:
    """Raises KeyboardInterrupt, and notes that it did."""
    _told.append(1)
    raise KeyboardInterrupt


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
