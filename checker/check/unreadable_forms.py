"""Forms of a game's scenes that say what nothing reads: an error at its place, since whoever types so is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product

from checker.ask.game_session import Desk
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Vocabulary, labelled, sorts
from checker.load.find_amendment import variants
from checker.syntax.everyday.forms import EITHER, FIRSTLY, FORMS, UNSAID, named_in_scenes, numbered, sort_named, written
from checker.syntax.files import read_text
from checker.syntax.scene_reader import SceneReader

SEATED = ("Ann", "Bob", "Cid", "Dan", "Eve")
"""Those who stand for the players of a form."""
MOST_TITLES, MOST_TRIED = 12, 400
SOME_LABELS = ("H1", "0,0", "1,0", "L", "1", "a")
_AS = re.compile(r'means "[^"]+" as "')
_HOLE = re.compile(r"\{(\w+)(?:=[\w -]+)?\}")


def unreadable_forms(desk: Desk) -> Iterator[Problem]:
    """Every statement of a form in the game's file of forms that nothing reads, whatever stands for its holes."""
    for path in desk.folder.files(desk.folder.specs, FORMS):
        text, shown = read_text(path), desk.folder.shown(path)
        seats = written(desk.game.vocabulary, text, shown).seats
        for number, line in enumerate(text.split("\n"), 1):
            told = _AS.match(line.strip())
            says = tuple(_statements(line.strip()[told.end() :].partition('"')[0])) if told else ()
            for statement in says:
                if not any(_read(reader, statement, seats or SEATED, says) for reader in _readers(desk)):
                    column = line.find(statement) + 1
                    message = f"nothing reads `{statement}`, which this form says"
                    yield Problem(Place(shown, number, column), message, line, _why(desk, statement))


def _readers(desk: Desk) -> Iterator[SceneReader]:
    """What reads the scenes of the game, then those of its variants."""
    yield desk.reader
    for names, _ in variants(desk.name, desk.root):
        yield desk.switched(names[0]).reader


def _statements(says: str) -> Iterator[str]:
    """The statements that a form says, without the signs for when they are said."""
    for side in says.split(EITHER):
        for statement in side.split(";"):
            if said := statement.strip().lstrip(FIRSTLY + UNSAID).strip():
                yield said


def _read(reader: SceneReader, statement: str, seats: tuple[str, ...], beside: tuple[str, ...]) -> bool:
    """The statement, told of players with these names, is read with some things in its holes, or has one for any words.

    It may speak of what is laid out by those that it is said with.
    """
    holes = tuple(dict.fromkeys(_HOLE.findall(statement)))
    things = [_things(reader, hole, seats) for hole in holes]
    if not all(things):
        return True
    named = {label: sort for hole in holes for label, sort in _labels(reader.words, hole).items()}
    named |= labelled(reader.words, "\n".join(beside))
    ways = islice(product(*things), MOST_TRIED)
    return any(reader.reads(_filled(statement, dict(zip(holes, way, strict=True))), seats, named) for way in ways)


def _filled(statement: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: values[hole[1]], statement)


def _things(reader: SceneReader, hole: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """What can stand in the hole: players, cards of different kinds, numbers, labels; nothing where any words can."""
    match sort := sort_named(reader.words, hole):
        case "player":
            return seats
        case "card":
            return reader.titles[:MOST_TITLES]
        case "number":
            return ("1", "2", "3")
        case _:
            return (f"the {sort}", *_labels(reader.words, hole)) if _labels(reader.words, hole) else ()


def _labels(words: Vocabulary, hole: str) -> dict[str, str]:
    """Labels of the things that the hole stands for, each with its terminal."""
    name = sort_named(words, hole)
    sort = next((s for s in sorts(words) if s.name == name and numbered(s)), None)
    if sort is None:
        return {}
    fitting = SOME_LABELS if not named_in_scenes(sort) else ("a",)
    every = (label for label in fitting if named_in_scenes(sort) or re.fullmatch(sort.labels, label))
    return {label: f"LABEL_{sort.name.upper()}" for label in every}


def _why(desk: Desk, statement: str) -> str:
    """What the grammar says of the statement, its holes filled."""
    holes = dict.fromkeys(_HOLE.findall(statement))
    seats = iter(SEATED)
    values = {
        hole: next(seats, "A")
        if sort_named(desk.game.vocabulary, hole) == "player"
        else _things(desk.reader, hole, SEATED)[0]
        for hole in holes
    }
    try:
        desk.scenes(f"players {' '.join(SEATED[:3])}\n{_filled(statement, values)}", FORMS)
    except InputError as error:
        return error.problems[0].message
    return ""
