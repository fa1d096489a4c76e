"""What can be mended at once: words in the place of which a problem proposes others, and questions that an erratum settles."""

from __future__ import annotations

import difflib
import re
from itertools import count
from pathlib import Path

from checker.ask.game_session import Desk
from checker.ask.settlements import Settled
from checker.clarify.settle import settled
from checker.editor.spans import Span
from checker.kernel.record import Record
from checker.syntax.files import without_comment
from checker.syntax.lexer import pieces

ALIKE = 0.4
"""What is proposed is at least so much like the words that it is meant for."""
_PROPOSED = re.compile(r"did you mean (`[^`]+`(?: or `[^`]+`)*)\?")
_SAID = re.compile(r"`([^`]+)`")


class Fix(Record):
    """Other words in the place of some."""

    span: Span
    text: str


def fixes(text: str, line: int, column: int, told: str) -> tuple[Fix, ...]:
    """What the problem told at the place proposes to write, each in the place of those words of its line that it is
    most like: the word there, what is quoted, or the sentence around."""
    found = _PROPOSED.search(told)
    lines = text.split("\n")
    if found is None or not 0 <= line < len(lines):
        return ()
    whole = without_comment(lines[line]).rstrip()
    quoted = _SAID.findall(told[: found.start()].partition(";")[0])
    spans = [*_words(whole, column), *_quoted(whole, column, quoted), *_sentences(whole, column)]
    made = (_meant(whole, line, spans, one) for one in _SAID.findall(found[1]) if "…" not in one)
    return tuple(fix for fix in made if fix is not None)


def _meant(whole: str, line: int, spans: list[tuple[int, int]], wanted: str) -> Fix | None:
    rated = [
        (difflib.SequenceMatcher(None, whole[a:b], wanted, False).ratio(), -n, a, b) for n, (a, b) in enumerate(spans)
    ]
    if not rated:
        return None
    alike, _, start, end = max(rated)
    return Fix(Span(line, start, end), wanted) if alike >= ALIKE else None


def _words(whole: str, column: int) -> list[tuple[int, int]]:
    return [(start, end) for _, start, end in pieces(whole) if start <= column < end]


def _quoted(whole: str, column: int, quoted: list[str]) -> list[tuple[int, int]]:
    """Where what is quoted stands, from the column on, else anywhere."""
    at = ((max(whole.find(one, column), -1), one) for one in quoted)
    places = ((start if start >= 0 else whole.find(one), one) for start, one in at)
    return [(start, start + len(one)) for start, one in places if start >= 0]


def _sentences(whole: str, column: int) -> list[tuple[int, int]]:
    """From each word before the column to the end of the line, or of the statement."""
    end = next((m.start() for m in re.finditer(r";", whole) if m.start() >= column), len(whole))
    return [(m.start(), end) for m in re.finditer(r"\S+", whole) if m.start() <= column]


def asks(text: str, line: int) -> bool:
    """A question stands in the line."""
    lines = text.split("\n")
    return 0 <= line < len(lines) and without_comment(lines[line]).rstrip().endswith("?")


def settlements(desk: Desk, text: str, file: str, line: int) -> tuple[Settled, ...]:
    """The errata that settle the question in the line of the scenes; none where it is settled, or where none was found.

    Raises InputError for scenes that cannot be read or carried out.
    """
    for scene in desk.scenes(text, file):
        if line + 1 in (item.raw.place.line for item in scene.items):
            for number, (item, answer) in enumerate(desk.answers(scene)):
                if item.raw.place.line == line + 1:
                    return settled(desk, scene, number, answer)
    return ()


def fresh(beside: Path) -> Path:
    """A file for an erratum beside the other, which is not there yet."""
    names = (beside.with_name(f"settled-{number}.norm") for number in count(1))
    return next(path for path in names if not path.exists())
