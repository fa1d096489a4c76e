"""Text for people fits a narrower terminal; in a file it is always as wide."""

from __future__ import annotations

import sys

import pytest

from checker.ask.answer_text import wrapped
from checker.ask.colours import LEAST, WIDTH, columns, printed

LONG = "word " * 60


@pytest.mark.parametrize(("told", "wide"), [("70", 70), ("300", WIDTH), ("5", LEAST)])
def test_lines_fit_the_terminal(monkeypatch: pytest.MonkeyPatch, told: str, wide: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", told)
    with printed():
        assert max(map(len, wrapped(LONG, "  ", "    "))) in range(wide - 5, wide + 1)
    assert columns() == WIDTH


def test_what_is_no_terminal_is_as_wide_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    with printed():
        assert columns() == WIDTH
