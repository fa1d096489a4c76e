"""What stands in the catalogue of situations, and in the forms of scenes, and cannot be read: an error at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.explore.situations import catalogue, has
from checker.kernel.game import Card
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Vocabulary, labelled, sorts
from checker.load.compiled_game import compiled_game, digest
from checker.load.find_amendment import variants
from checker.store.fingerprint import kind_of
from checker.store.fingerprint import named as fingerprint
from checker.syntax.everyday.forms import EITHER, FIRSTLY, FORMS, UNSAID, named_in_scenes, numbered, sort_named, written
from checker.syntax.files import read_text
from checker.syntax.scene_reader import SceneReader
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.statements import SceneStatements

UNREADABLE = "unreadable situations"
"""Under which name it is kept what cannot be read of a catalogue."""
_HEAD = re.compile(r'scene\s+"([^"]*)"$')

SEATED = ("Ann", "Bob", "Cid", "Dan", "Eve")
"""Those who stand for the players of a form."""
MOST_TITLES, MOST_TRIED = 12, 400
SOME_LABELS = ("H1", "0,0", "1,0", "L", "1", "a")
_AS = re.compile(r'means "[^"]+" as "')
_HOLE = re.compile(r"\{(\w+)(?:=[\w -]+)?\}")


class SituationLine(NamedTuple):
    """A line of the catalogue, and its number in the file."""

    number: int
    text: str


class Block(NamedTuple):
    """A scene of the catalogue: its name, its heading, and its lines but for the one that seats the players."""

    name: str
    head: SituationLine
    lines: tuple[SituationLine, ...]

    def seating(self, seats: int) -> dict[int, str]:
        """The lines by number, so many players seated where the heading stands."""
        from checker.explore.situations import players

        return {self.head.number: players(seats), **dict(self.lines)}


def refuse_unreadable(desk: Desk) -> None:
    """Raises InputError with every line of the game's catalogue, and every statement of its forms, that its scenes cannot
    say, and every situation that cannot be laid out, whatever amendments change."""
    at = desk.bare() if desk.amendments else desk
    there = [*at.folder.files(at.folder.specs, "situations.scene"), *at.folder.files(at.folder.specs, FORMS)]
    key = fingerprint(at.key, *((at.folder.shown(path), read_text(path, at.folder.shown(path))) for path in there))
    known: tuple[Problem, ...] | None = at.shelf().get(UNREADABLE, key, kind_of(tuple, Problem, ...))
    if known is None:
        known = (*unreadable_forms(at), *_of_catalogue(at))
        at.shelf().put(UNREADABLE, key, known)
    if known:
        raise InputError(*known)


def _of_catalogue(desk: Desk) -> Iterator[Problem]:
    for path in desk.folder.files(desk.folder.specs, "situations.scene"):
        yield from _problems(desk, read_text(path, desk.folder.shown(path)), desk.folder.shown(path))


def _problems(desk: Desk, text: str, file: str) -> Iterator[Problem]:
    from checker.explore.situations import SPECIAL

    homeless, blocks = _blocks(text)
    for line in homeless:
        hint = 'a situation begins with `scene "NAME"`'
        yield Problem(Place(file, line.number, 1), "this line stands in no scene", line.text, hint)
    situations = [b for b in blocks if b.name not in SPECIAL]
    for block in blocks:
        if block in situations:
            yield from _of_situation(desk, block, file)
        else:
            yield from _of_words(desk, block, situations, file)


def _blocks(text: str) -> tuple[list[SituationLine], list[Block]]:
    """The lines that stand in no scene, and the scenes."""
    homeless: list[SituationLine] = []
    blocks: list[Block] = []
    for number, whole in enumerate(text.split("\n"), 1):
        line = SituationLine(number, whole.split("#")[0].rstrip())
        if head := _HEAD.match(line.text.strip()):
            blocks.append(Block(head[1], line, ()))
        elif line.text and blocks and not line.text.startswith("scene "):
            blocks[-1] = blocks[-1]._replace(lines=(*blocks[-1].lines, line))
        elif line.text:
            homeless.append(line)
    return homeless, blocks


def _seats(block: Block) -> tuple[int, Block]:
    """How many players the scene is for, and the scene without the lines that say so."""
    from checker.explore.situations import seats

    own = tuple(line for line in block.lines if not line.text.strip().startswith("players "))
    return seats(line.text.strip() for line in block.lines), block._replace(lines=own)


def _of_situation(desk: Desk, block: Block, file: str) -> Iterator[Problem]:
    """What cannot be read of the situation; if all can, why it cannot be laid out, if so."""
    seats, plain = _seats(block)
    by_number = {number: _surely(text) for number, text in plain.seating(seats).items()}
    found = list(_unread(desk, by_number, file))
    yield from found
    if found or any(_surely(line.text) != line.text for line in plain.lines):
        return
    try:
        (scene,) = desk.scenes(_text(by_number), file)
        forms = SceneStatements(desk.rules, scene, desk.own)
        judge = Judge(desk.rules, forms)
        for item in scene.items[forms.first :]:
            judge.tell(item)
    except InputError as error:
        yield from error.problems


def _surely(text: str) -> str:
    """The line without the word that it may be left out, each sign of which is a space."""
    from checker.explore.interactions.interactions import PERHAPS

    bare = text.lstrip()
    return " " * (len(text) - len(bare)) + (
        bare.replace(PERHAPS, " " * len(PERHAPS), 1) if bare.startswith(PERHAPS) else bare
    )


def _unread(desk: Desk, by_number: dict[int, str], file: str) -> Iterator[Problem]:
    """Every line that cannot be read behind those before it that can."""
    left = dict(by_number)
    while left:
        try:
            desk.scenes(_text(left), file)
            return
        except InputError as error:
            yield from error.problems
            gone = {p.place.line for p in error.problems} & left.keys()
            if not gone:
                return
            left = {n: text for n, text in left.items() if n not in gone}


def _of_words(desk: Desk, block: Block, situations: Iterable[Block], file: str) -> Iterator[Problem]:
    """The lines of what may be done or asked, or lies there besides, that can be said in no situation."""
    seats, plain = _seats(block)
    alone = {line.number: next(_unread(desk, plain._replace(lines=(line,)).seating(seats), file), None)
             for line in plain.lines}  # fmt: skip
    for line in plain.lines:
        problem = alone[line.number]
        if problem is not None and not any(_said_in(desk, line.text, other) for other in situations):
            yield problem


def _said_in(desk: Desk, text: str, block: Block) -> bool:
    """The line can be said in the situation."""
    from checker.explore.interactions.table_layout import with_line

    seats, plain = _seats(block)
    head, *told = (_surely(line).strip() for line in plain.seating(seats).values())
    try:
        desk.scenes("\n".join((head, *with_line(tuple(told), text.strip()))), "x")
    except InputError:
        return False
    return True


def _text(by_number: dict[int, str]) -> str:
    return "\n".join(by_number.get(n, "") for n in range(1, max(by_number) + 1))


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


def with_stand_in(text: str, desk: Desk) -> str:
    """The catalogue, another card in the place of the one that stands for any card where that is gone.

    It is the card that shares most of its kinds; of several the one that has fewest others, and is not named there.
    """
    plays = catalogue(text).plays if desk.game.gone else ()
    lost = next((title for title in desk.game.gone if any(has(line, title) for line in plays)), "")
    if not lost:
        return text
    known = _before(desk, lost)
    others = sorted(desk.game.cards, key=lambda card: _unlike(card, known, text))
    return re.sub(rf"(?<!\w){re.escape(lost)}(?!\w)", others[0].title, text) if others else text


def _before(desk: Desk, title: str) -> Card | None:
    """The card as the game has it without amendments."""
    game = compiled_game(digest(desk.name, (), desk.root), desk.name, (), desk.root)
    return next((card for card in game.cards if card.title == title), None)


def _unlike(card: Card, other: Card | None, text: str) -> tuple[int, int, bool]:
    """How little the card is like the other, and whether the catalogue speaks of it already."""
    kinds = set(other.kinds) if other else set()
    return -len(kinds & set(card.kinds)), len(set(card.kinds) - kinds), has(text, card.title)
