"""A scene as it was typed, told in the grammar's forms: what was read, what was taken for granted, what was not read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.source import TYPED_WORDS
from checker.kernel.vocabulary import labelled
from checker.store import disk_cache as cache
from checker.syntax.everyday.english import FIRST, spelled_out
from checker.syntax.everyday.forms import FIRSTLY, UNSAID, EverydayForm, Forms, grammatical, named_in_scenes, written
from checker.syntax.everyday.known import Known
from checker.syntax.everyday.nearest import asked_with, is_near, nearest, respelled
from checker.syntax.everyday.people import NEVER, capitals, how_many, letters_used, names_used, seats, uncounted
from checker.syntax.everyday.preamble import without_preamble
from checker.syntax.everyday.reading import Accepts, ByContent, Reader
from checker.syntax.everyday.signs import titles_of
from checker.syntax.everyday.tolerant import Stock, stock_of
from checker.syntax.files import read_text
from checker.syntax.scene_reader import SceneReader, seated

STARTS = ("placed_here", "happened_here", "asked_here", "asked", "placing", "happened")
_SENTENCE = re.compile(r"(?:\"[^\"]*\"|[^.?!;\n\"])+[.?!]*")
_SEATING = re.compile(
    r"\b(?:we|are|is|there|i|have|players?|playing|plays?|at|the|table|a|game|of|with|in|and|this|order|sit|seated|"
    r"clockwise|take|part|\d|two|three|four|five|six|so|say)\b|[,\-:]",
    re.IGNORECASE,
)

_LED = "|".join((*FIRST, "then"))
_AGAIN = re.compile(rf"(?:(?!\b(?:{_LED})\b)[^,.;:!?\n])*\bagain\b(?:(?!\b(?:{_LED})\b)[^,.;:!?\n])*\?*", re.IGNORECASE)
"""What is asked to be done again, though nothing is told that was done."""


AS_ASKED = ("yes", "no")


class Retold(Record):
    """The scene in the grammar's forms, what was taken for granted, and how much its forms tell."""

    text: str
    taken: tuple[str, ...]
    weight: int
    contrary: str = ""
    """What was typed, if the answer to it is not that to what the scene asks."""
    says: tuple[str, str] = AS_ASKED
    """What is answered for yes, and for no."""


class Unread:
    """The first sentence that could not be read, and how many were read before; all that it may mean. A form near it, and
    a word of it that forms have, are looked for where somebody asks."""

    def __init__(self, sentence: str, read: int, reading: Reader | None = None, known: Known | None = None) -> None:
        self.sentence = sentence
        self.read = read
        self._reading = reading if len(sentence.split()) <= TYPED_WORDS else None
        self._known = known or Known()
        torn = self._reading.torn.get(sentence.strip(" ,."), ()) if self._reading else ()
        self.torn = tuple(one for one in torn if self._reading and is_near(one, sentence, self._reading))

    @cached_property
    def hint(self) -> str:
        """A form near the sentence, if any."""
        if self._reading is None or self.torn:
            return "".join(self.torn[:1])
        told = self.sentence, self._reading, self._known
        return respelled(*told) or nearest(*told)

    @cached_property
    def word(self) -> str:
        """A word of the sentence with which something can be asked."""
        return asked_with(self.sentence, self._reading) if self._reading else ""


class Spoken(NamedTuple):
    """The forms that the file has, those of the grammar, and the words of all of them."""

    own: Forms
    grammar: tuple[EverydayForm, ...]
    stock: Stock


@lru_cache(maxsize=4)
def _spoken(reader: SceneReader, path: Path, clauses: tuple[str, ...], key: str) -> Spoken:
    """How the game is spoken of; under the key, if there is one, it is kept."""
    known: Spoken | None = cache.kept("forms", key, Spoken) if key else None
    if known is None:
        own = written(reader.words, read_text(path), str(path)) if path.is_file() else Forms((), ())
        grammar = grammatical(reader.words, reader.language.table.rules, STARTS, dict(own.alike))
        known = Spoken(own, grammar, stock_of((*own.forms, *grammar), clauses))
        if key:
            cache.keep("forms", key, known)
    return known


def spoken_of(game: Game, reader: SceneReader, forms: Path, key: str) -> tuple[EverydayForm, ...]:
    """The forms of the file and those of the grammar."""
    own, grammar, _ = _spoken(reader, forms, tuple(c.summary for c in game.clauses), key)
    return (*own.forms, *grammar)


def sentences(text: str) -> Iterator[str]:
    """The sentences of the text but for the line that names the game."""
    for found in _SENTENCE.finditer(text):
        if found.group().strip(" .!") and not found.group().strip().startswith("game "):
            yield found.group().strip().rstrip(".!")


def retold(
    text: str, game: Game, reader: SceneReader, forms: Path, least: int, variant: tuple[str, ...] = (), key: str = ""
) -> Retold | Unread:
    """The scene told in the grammar's forms and those of the file, if there is one, or the first sentence of it that cannot
    be; of the variant with the names, if there are any. The `key` is a name for all that the game comes from."""
    own, spoken, stock = _spoken(reader, forms, tuple(c.summary for c in game.clauses), key)
    text = without_preamble(spelled_out(text), (game.name, *own.called, *variant))
    text, renamed = _renamed(text if own.seats else capitals(text.replace('"', "")), own.seats)
    listed = [s for s in sentences(text) if s.startswith("players ") and len(seated(s)) > 1]
    used = _used(". ".join(s for s in sentences(text) if s not in listed), own, reader)
    who = seated(listed[0]) if listed else seats(used, own.seats, max(least, how_many(text)))
    taken = [*renamed]
    named = {label: sort for label, sort in labelled(reader.words, text).items() if _given(reader, sort)}
    accepts = _accepting(reader, who, named)
    titles = titles_of(reader.words, reader.titles, bool(own.seats), dict(own.alike), game.name)
    titles = replace(titles, named=tuple(named.items()))
    kinds = {c.title: c.kinds for c in game.cards}
    every = (*own.forms, *spoken)
    by_content = ByContent(lambda: stock, lambda s: reader.meaning(s, who, named))
    told = tuple(s for s in who if re.search(rf"\b{re.escape(s)}\b", text, re.IGNORECASE if len(s) > 1 else 0))
    strictly, tolerantly = (
        Reader(every, titles, who, accepts, kinds, reader.happening, lambda s: _seating(s, who), by, own.dated, told)
        for by in (None, by_content)
    )
    known = Known()
    if _AGAIN.fullmatch(text.strip()):
        return Unread(text.strip(), 0, tolerantly, known)
    said: list[str] = []
    weight = 0
    for number, sentence in enumerate(s for s in sentences(uncounted(text)) if s not in listed):
        found = None
        if len(sentence.split()) <= TYPED_WORDS and not _pictured(sentence):
            found = strictly.read(sentence, known) or tolerantly.read(sentence, known)
        if found is None:
            return Unread(sentence, number, tolerantly, known)
        said += (s.lstrip(UNSAID) for s in found.statements if not (s.startswith(UNSAID) and _was_said(s[1:], said)))
        taken += found.taken
        known, weight = found.known, weight + found.weight
    first = [s.lstrip(FIRSTLY) for s in said if s.startswith(FIRSTLY)]
    said = [*dict.fromkeys(first), *(s for s in said if not s.startswith(FIRSTLY))]
    if not listed and not used and _nothing_but(said, text) and not (own.seats and reader.of_game(said)):
        return Unread(text, 0)
    said = _with_rows(said, accepts)
    said, on_turn = _with_turn(said, who, accepts) if not any(map(reader.happening, said)) else (said, ())
    taken += on_turn
    if variant and not any(s.startswith("variant ") for s in said):
        said = [f"variant {variant[0]}", *said]
        taken.append(f"the variant is {variant[-1]}")
    line = "players " + " ".join(who)
    if not listed:
        more = [p for p in who if p not in used] if used else []
        taken.insert(
            0,
            f"the players are {', '.join(who)}, clockwise"
            if not more or own.seats
            else f"{' and '.join(more)} play{'s' * (len(more) == 1)} too, the players sit {', '.join(who)} clockwise",
        )
    return Retold("\n".join([f"game {game.name}", line, *said]), tuple(dict.fromkeys(taken)), weight)


def _was_said(statement: str, said: Sequence[str]) -> bool:
    """The statement was said, or said more exactly just before."""
    return statement in said or any(one.startswith(f"{statement} ") for one in said[-1:])


def _with_rows(said: Sequence[str], accepts: Callable[[str], bool]) -> list[str]:
    """What is said, with one row for those that are laid out one behind the other: `signs: A rock, B paper`."""
    found: list[str] = []
    for statement in said:
        head, colon, rest = statement.partition(": ")
        joined = f"{found[-1]}, {rest}" if found and colon and found[-1].startswith(f"{head}: ") else ""
        if joined and accepts(joined):
            found[-1] = joined
        else:
            found.append(statement)
    return found


def _with_turn(
    said: list[str], who: tuple[str, ...], accepts: Callable[[str], bool]
) -> tuple[list[str], tuple[str, ...]]:
    """What is said, with whose turn it is where the game lays that out, nothing tells it, and somebody is asked about."""
    asking = re.compile(rf"(?:what )?(?:may|must) ({'|'.join(map(re.escape, who))})\b")
    asked = next(filter(None, map(asking.match, said)), None)
    on_turn = f"{asked[1]} is on turn" if asked else ""
    if not asked or any("turn" in s.split() for s in said) or not accepts(on_turn):
        return said, ()
    return [on_turn, *said], (f"it is {asked[1]}'s turn",)


def _pictured(sentence: str) -> bool:
    """The sentence has signs in the place of words, and no word."""
    return not re.search(r"\w", sentence) and any(unicodedata.category(sign).startswith("S") for sign in sentence)


def _nothing_but(said: list[str], text: str) -> bool:
    """The text is the statements as they stand."""
    for statement in said:
        text = text.replace(statement, "", 1)
    return not re.search(r"\w", text)


def _used(text: str, own: Forms, reader: SceneReader) -> list[str]:
    """The players whom the text names."""
    if own.seats:
        return (
            []
            if any(re.search(rf"\b{s}\b", text) for s in own.seats)
            else names_used(text, reader.language.knows, reader.titles)
        )
    return [*names_used(text, reader.language.knows, reader.titles), *letters_used(text)]


def _renamed(text: str, fixed: tuple[str, ...]) -> tuple[str, list[str]]:
    """The text with people called by the seat that it says they have."""
    taken = []
    for seat in fixed:
        text = re.sub(rf"\b{seat}\b", seat, text, flags=re.IGNORECASE) if not re.search(rf"\b{seat}\b", text) else text
        text = re.sub(rf"\b{seat}s(?= \w+\b)", f"{seat}'s", text)
        called = re.search(rf"\b([A-Z][a-z]+) (?:is|plays|has) {seat}\b(?!'s)(?: and |, |\.|$)?", text)
        if called and called[1] not in fixed and called[1].casefold() not in NEVER:
            taken.append(f"{called[1]} is {seat}")
            text = re.sub(rf"\b{called[1]}\b", seat, text[: called.start()] + text[called.end() :])
    listed = next(filter(None, map(seated, sentences(text))), ())
    left, free = [p for p in listed if p not in fixed], [seat for seat in fixed if seat not in listed]
    if taken and len(left) == len(free) == 1:
        taken.append(f"{left[0]} is {free[0]}")
        text = re.sub(rf"\b{left[0]}\b", free[0], text)
    return text, taken


def _seating(sentence: str, who: tuple[str, ...]) -> bool:
    """The sentence says nothing but who plays."""
    rest = re.sub(rf"\b(?:{'|'.join(map(re.escape, who))})\b", " ", sentence)
    return ("?" not in sentence and not _SEATING.sub(" ", rest).strip(" .") and rest != sentence) or bool(
        re.fullmatch(r"(?:there are |with |we are |in a )?\w+[ -]players?(?: game)?", sentence.strip(), re.IGNORECASE)
        and how_many(sentence)
    )


def _given(reader: SceneReader, terminal: str) -> bool:
    """The label is a name that the scene gave."""
    return any(named_in_scenes(s) and terminal == f"LABEL_{s.name.upper()}" for s in reader.words.sorts)


def _accepting(reader: SceneReader, who: tuple[str, ...], named: dict[str, str]) -> Accepts:
    """Whether the grammar has the statement, among others of a form that lay things with labels."""
    kept: dict[tuple[str, tuple[str, ...]], bool] = {}

    def accepts(statement: str, among: tuple[str, ...] = ()) -> bool:
        if (statement, among) not in kept:
            laid = labelled(reader.words, "\n".join(among)) if among else {}
            known = {**{label: sort for label, sort in laid.items() if _given(reader, sort)}, **named}
            kept[statement, among] = reader.reads(statement, who, known)
        return kept[statement, among]

    return accepts
