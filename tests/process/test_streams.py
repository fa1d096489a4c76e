"""Standard input, output and error wherever they go: closed, full, or to somebody who has gone."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from checker.process import streams


def failing(number: int, words: str) -> Callable[..., Any]:
    """What fails each time so."""

    def fails(*_: object) -> Any:
        raise OSError(number, words)

    return fails


def system(monkeypatch: pytest.MonkeyPatch, **own: Any) -> None:
    """What standard streams ask of the system does this instead."""
    monkeypatch.setattr(streams, "os", SimpleNamespace(**{**vars(os), **own}))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        *((OSError(n, "full"), "standard output cannot be written: full") for n in sorted(streams.UNWRITTEN)),
        (OSError(errno.ENOSPC, "full", "law.norm"), "law.norm: full"),
        (OSError(errno.ENOENT, "gone", "law.norm"), "law.norm: gone"),
        (OSError(errno.ENOENT, "gone"), "the system: gone"),
        (OSError("it is so"), "the system: it is so"),
    ],
)
def test_what_has_no_name_and_could_not_be_written_is_standard_output(error: OSError, said: str) -> None:
    assert streams.fault(error) == f"hexcheck: {said}"
    assert errno.ENOENT not in streams.UNWRITTEN and errno.ENOSPC in streams.UNWRITTEN


def test_a_closed_output_says_so_and_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    streams.ready()
    made, errors = sys.stdout, sys.stderr
    assert made.isatty() is False
    with pytest.raises(OSError, match="it is closed") as caught:
        made.write("x")
    assert caught.value.errno == errno.EBADF
    streams.complain("nobody hears it")
    errors.close()


def test_what_is_written_is_utf8_and_signs_that_it_has_not_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    raws = io.BytesIO(), io.BytesIO()
    for name, raw in zip(("stdout", "stderr"), raws, strict=True):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, "ascii"))
    streams.ready()
    sys.stdout.write("é\udcff")
    sys.stdout.flush()
    streams.complain("é\udcff")
    assert [raw.getvalue() for raw in raws] == ["é?".encode(), "é?\n".encode()]
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    streams.ready()


def test_a_closed_stream_gets_no_other_file_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, opened = list[int](), list[tuple[str, int]]()

    def seen(number: int) -> None:
        asked.append(number)
        if number == 1:
            raise OSError(errno.EBADF, "closed")

    system(monkeypatch, fstat=seen, open=lambda *given: opened.append(given))
    streams.ready()
    assert asked == [0, 1, 2] and opened == [(os.devnull, os.O_RDWR)]


def test_complaints_that_nobody_takes_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    stream: Any = SimpleNamespace(write=done.append, flush=lambda: done.append("flushed"))
    monkeypatch.setattr(sys, "stderr", stream)
    streams.complain("it is so")
    assert done == ["it is so\n", "flushed"]
    stream.flush = failing(errno.EPIPE, "nobody")
    streams.complain("it is so")


def test_what_nobody_takes_at_the_end_is_thrown_away_and_the_rest_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[tuple[str, int, int]] = []

    def put(one: tuple[str, int], number: int) -> None:
        turned.append((*one, number))

    system(monkeypatch, open=lambda *given: given, dup2=put)
    good, bad = io.StringIO(), SimpleNamespace(flush=failing(errno.EPIPE, "nobody"), fileno=lambda: 5)
    for out, err in ((good, bad), (bad, good)):
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        streams.let_go()
    assert turned == [(os.devnull, os.O_WRONLY, 5)] * 2
    bad.fileno = failing(errno.EBADF, "closed")
    streams.let_go()
