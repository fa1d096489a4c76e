"""The sentences that a game has for its open points, each as the amendment that it is printed for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.ask.settlements import OPEN
from checker.clarify.rule_text import Texts
from checker.clarify.settle import erratum_file, ways_of
from checker.clarify.settle_options import OpenQuestion, SettleOption, ways
from checker.kernel.game import Wording
from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.term import Kind, Option, Point
from checker.syntax.files import read_text
from checker.verdicts.point_wording import wording_of

SERIES = "PR"
"""Begins the ids of the clauses that sentences of the game bring."""
_CLAUSE = re.compile(r"\b[A-Z]+-\d+")
_VALUE = re.compile(r"value of ([A-Z]+-\d+\.\d+)")
_TAKES = (
    (re.compile(r"(.+?) (?:goes|go) before .+"), r"\1"),
    (re.compile(r"[A-Z]+-[\d.]+ means: (.+)"), r"\1"),
    (re.compile(r"It counts that .+|.+ happens although a part of it does not"), "yes"),
    (re.compile(r"It does not count that .+|.+ does not happen where a part of it is prevented"), "no"),
    (re.compile(r".+ is (\d+)(?: if .+)?"), r"\1"),
)


def sentence_for(wording: Wording, title: str) -> str:
    """The game's own sentence that settles the point as the amendment of that title does; nothing where it has none."""
    said = next((found.expand(to) for form, to in _TAKES if (found := form.fullmatch(title))), title).casefold()
    keys = [(key.casefold(), text) for key, text in wording.sentences]
    within = [(len(key), text) for key, text in keys if key == said or (len(key) > len("yes") and key in said)]
    return max(within, key=lambda one: one[0], default=(0, ""))[1]


class WrittenOut(NamedTuple):
    """A file to read in the place of another one, and for each line of it the line of that one that it stands for."""

    path: Path
    instead_of: Path
    lines: tuple[int, ...] = ()

    def original(self, place: Place) -> Place:
        """Where in the other file that stands which is at this place; a place elsewhere is its own."""
        if self.path == self.instead_of or place.file != str(self.path):
            return place
        return Place(str(self.instead_of), self.lines[min(place.line, len(self.lines)) - 1], place.column)


class OwnSentences:
    """The sentences of one game, with what its rulings come to that hang on their points."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.own: dict[str, list[tuple[Wording, str]]] = {}
        for one in desk.game.wordings:
            for _, text in one.sentences:
                self.own.setdefault(_plain(text), []).append((one, text))
        self._answers: dict[Place, list[tuple[Point, SettleOption]]] = {}

    def written_out(self, path: Path) -> WrittenOut:
        """The errata of the file, where sentences of the game stand in it with the amendments in their places; a file that
        begins with a sentence has it for its title too.

        Raises InputError for a sentence of which none is known, or that stands for several.
        """
        lines = read_text(path).split("\n")
        first = next((number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
        sentence = lines[first].strip(' "“”')
        said = [number for number, line in enumerate(lines) if _plain(line) in self.own]
        for count, number in enumerate(said, 1):
            made = self.amendment(lines[number], Place(str(path), number + 1)).lines
            lines[number] = "\n".join(part.replace("clause E-0 ", f"clause {SERIES}-{count} ") for part in made)
        if sentence[:1].isupper():
            title = sentence[:60].replace('"', "'")
            lines[first] = f'erratum "{title}"\n{lines[first]}'
        elif not said:
            return WrittenOut(path, path)
        of = (number for number, text in enumerate(lines, 1) for _ in text.split("\n"))
        return WrittenOut(erratum_file("\n".join(lines)), path, tuple(of))

    def amendment(self, sentence: str, place: Place) -> SettleOption:
        """The amendment that a sentence of the game is printed for. Raises InputError where none is known, or several
        are that this one sentence stands for."""
        found = {key: way for wording, text in self.own[_plain(sentence)] for key, way in self._found(wording, text)}
        if len(found) == 1:
            return next(iter(found.values()))
        titles = dict.fromkeys(way.title for way in found.values())
        message = "this sentence may mean several amendments" if found else "no amendment is known that says this"
        hint = "; ".join(titles) if found else "say in the language of errata what is to hold; the manual has it"
        raise InputError(Problem(place, message, sentence.strip()[:300], hint))

    def _found(self, wording: Wording, text: str) -> list[tuple[tuple[str, str], SettleOption]]:
        """The amendments that settle the point so, by the point and what they say; that for the most players last."""
        if lines := wording.amendment(text):
            return [((wording.point, text), SettleOption(text, lines))]
        for scenes in ([], *self._scenes(wording)):
            ways = (self._met(scene) for scene in sorted(scenes, key=lambda scene: len(scene.players)))
            every = chain(() if scenes else self._stated(wording), *ways)
            met = [(point, way) for point, way in every if wording_of(self.desk.game, point) == wording]
            if found := [((p.id, way.title), way) for p, way in met if sentence_for(wording, way.title) == text]:
                return found
        return []

    def _met(self, scene: Scene) -> list[tuple[Point, SettleOption]]:
        """How each point can be settled that an answer of the scene hangs on."""
        if scene.place not in self._answers:
            answers = (answer for _, answer in self.desk.answers(scene) if answer.verdict in OPEN)
            self._answers[scene.place] = [pair for one in answers for pair in ways_of(self.desk, scene, one)]
        return self._answers[scene.place]

    def _scenes(self, wording: Wording) -> tuple[list[Scene], list[Scene]]:
        """The rulings that are expected to be open because of a clause of the point, and the others that are open."""
        clauses = set(_CLAUSE.findall(self._pattern(wording)))
        verdicts = {verdict.value for verdict in OPEN}
        likely: list[Scene] = []
        others: list[Scene] = []
        for scene in self.desk.rulings():
            expected = [item.expected for item in scene.items if item.expected is not None]
            cited = {clause for one in expected if one.verdict in verdicts for group in one.clauses for clause in group}
            if cited:
                (likely if cited & clauses else others).append(scene)
        return likely, others

    def _stated(self, wording: Wording) -> Iterator[tuple[Point, SettleOption]]:
        """How a value that one norm leaves open is stated: that needs no scene."""
        if norm := _VALUE.fullmatch(self._pattern(wording)):
            either = tuple(Option(value, "") for value in (True, False))
            point = Point(norm.string, Kind.SILENT, (norm[1], "value"), either)
            yield from ((point, way) for way in ways(Texts(self.desk), point, OpenQuestion("", "", 0)))

    def _pattern(self, wording: Wording) -> str:
        return next((d.point for d in self.desk.game.declarations if d.id == wording.point), wording.point)


def _plain(text: str) -> str:
    """The sentence without regard to case, blanks, quotes and the full stop."""
    straight = text.replace("’", "'").replace("“", '"').replace("”", '"')
    return " ".join(straight.casefold().split()).strip("\"' ").rstrip(".")
