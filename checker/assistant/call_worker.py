"""The process in which calls are answered; it knows nothing of the protocol, and is soon there for that."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from functools import partial
from multiprocessing.connection import Connection

from checker.assistant.replied import Answering, Replied
from checker.kernel.source import InputError


class CallWorker:
    """A process that answers one call after another."""

    def __init__(self, answering: Answering) -> None:
        context = multiprocessing.get_context("spawn")
        self._end, other = context.Pipe()
        self._process = context.Process(target=answer_calls, args=(other, answering), daemon=True)
        self._process.start()
        other.close()

    def reply(self, want: str, given: dict[str, object]) -> Replied:
        """What comes of the call. Raises EOFError if the process ends before."""
        self._end.send((want, given))
        found: Replied = self._end.recv()
        return found

    def end(self) -> None:
        """The process is there no more, whatever it was doing."""
        self._process.kill()
        self._process.join()
        self._end.close()


def answer_calls(end: Connection, answering: Answering) -> None:
    """Answers what comes through the pipe until nobody is at its other end."""
    from checker.process.deep_stack import roomy

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(20_000)
    while True:
        try:
            want, given = end.recv()
        except (EOFError, OSError):
            return
        end.send(roomy(partial(_answered, answering, want, given)))


def _answered(answering: Answering, want: str, given: dict[str, object]) -> Replied:
    try:
        return answering(want, given)
    except InputError as error:
        return Replied(str(error), None, True)
    except RecursionError:
        return Replied("hexcheck: this goes on within itself too deeply to be worked out", None, True)
    except MemoryError:
        return Replied("hexcheck: there is not enough memory for this", None, True)
