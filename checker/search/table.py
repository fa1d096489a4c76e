"""Scenes told line by line: each state of a told scene can be gone on from in several ways."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.source import InputError
from checker.norms.context import title_of
from checker.run.play import Took
from checker.search.bench import Bench, Judging
from checker.search.catalogue import players


class Told(NamedTuple):
    """A scene so far: its lines, and what the judge holds of it."""

    lines: tuple[str, ...]
    judge: Judging

    @property
    def illegal(self) -> bool:
        """In every way things can go, the last act was forbidden."""
        return all(b.illegal for b in self.judge.branches)

    def points(self) -> Iterator[Any]:
        """The open points that were met on the way."""
        seen: set[str] = set()
        for branch in self.judge.branches:
            for entry in branch.trail:
                if isinstance(entry, Took) and entry.point.id not in seen:
                    seen.add(entry.point.id)
                    yield entry.point


class Table:
    """Reads lines of scenes for one number of players; each line is read once."""

    def __init__(self, bench: Bench, seats: int) -> None:
        self.bench = bench
        self.seats = seats
        self.head = players(seats)
        self._read: dict[str, Any] = {}
        self._unread: set[str] = set()

    def begin(self, lines: tuple[str, ...]) -> Told | None:
        """The scene that begins with the lines, or None if no box can lay it out."""
        try:
            scene = self.bench.read("\n".join((self.head, *lines)), self.bench.file)[0]
            forms = self.bench.forms(scene)
            judge = self.bench.judge(self.bench.rules, forms)
            for item in scene.items[forms.first :]:
                judge.tell(item)
        except InputError:
            return None
        return Told((self.head, *lines), judge) if judge.impossible is None else None

    def tell(self, told: Told, line: str) -> Told | None:
        """The scene gone on with the line, or None if that cannot be said or cannot happen."""
        item = self._item(line)
        if item is None:
            return None
        judge = copy.copy(told.judge)
        judge.answers = []
        try:
            judge.tell(item)
        except InputError:
            return None
        if judge.impossible is not None or not judge.branches:
            return None
        return Told((*told.lines, line), judge)

    def _item(self, line: str) -> Any:
        if line in self._unread:
            return None
        if line not in self._read:
            try:
                self._read[line] = self.bench.read(f"{self.head}\n{line}", self.bench.file)[0].items[0]
            except InputError:
                self._unread.add(line)
                return None
        return self._read[line]


def replayed(bench: Bench, text: str) -> list[Any]:
    """The answers to the questions of the scene, each as the judge gives it."""
    found: list[Any] = []
    for scene in bench.read(text, bench.file):
        forms = bench.forms(scene)
        judge = bench.judge(bench.rules.with_cards(scene.cards), forms)
        for item in scene.items[forms.first :]:
            judge.tell(item)
        found += judge.answers
    return found


__all__ = ["Table", "Told", "replayed", "title_of"]
