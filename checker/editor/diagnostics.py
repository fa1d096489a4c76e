"""What is wrong with a text: its sentences at once, then the rules that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from checker.ask.game_session import Desk
from checker.editor.workspace import Reading, Workspace, entries_now, path_of_place, text_of
from checker.kernel.source import InputError, Place, Problem
from checker.load.line_sentences import sentence_of, stated
from checker.load.short_reader import HEADS as SHORT_HEADS
from checker.process.inputs import in_place
from checker.syntax.files import Entry

AS_CARDS_SAY = frozenset({"card", "stand-in", "change", "norm"}) | SHORT_HEADS
"""Entries in which sentences may be said as cards say them."""


def at_once(reading: Reading, path: Path, text: str) -> tuple[Problem, ...]:
    """What is wrong with the sentences of the text that were not read yet, and what stands of what was known before."""
    try:
        listed = entries_now(path, text)
    except InputError as error:
        return error.problems
    fresh = tuple(_of_sentences(reading, listed))
    lines = text.split("\n")
    told = {(p.place.line, p.place.column) for p in fresh}
    still = (
        p
        for p in of_file(reading, path)
        if (p.place.line, p.place.column) not in told and stands(p.place, p.excerpt, lines)
    )
    return (*fresh, *still)


def of_file(reading: Reading, path: Path) -> tuple[Problem, ...]:
    """The problems of the rules that are told in the file."""
    return tuple(p for p in reading.problems if path_of_place(p.place, reading.known) == path)


def of_scenes(workspace: Workspace, path: Path, desk: Desk) -> tuple[Problem, ...]:
    """What is wrong with the scenes of the text under the rules of the game."""
    with in_place(workspace.texts):
        try:
            desk.scenes(text_of(workspace, path), str(path))
        except InputError as error:
            return error.problems
    return ()


def _of_sentences(reading: Reading, listed: tuple[Entry, ...]) -> Iterator[Problem]:
    if reading.reader is None:
        return
    for entry in listed:
        full = entry.head.key.partition("[")[0] not in AS_CARDS_SAY
        for line in (entry.head, *entry.lines):
            if len(stated(line, reading.reader.sentences)[1]) != 1:
                continue  # what may be read as several things is looked at with the rules as a whole
            try:
                sentence_of(line, reading.reader.sentences, full)
            except InputError as error:
                yield from error.problems


def stands(place: Place, line: str, lines: list[str]) -> bool:
    """The line that something was told of is still there."""
    return bool(line) and place.line <= len(lines) and lines[place.line - 1] == line
