"""How a statement of a scene can go on: words, players, cards and things, as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.ask.game_session import Desk
from checker.boards.layout import layout
from checker.kernel.record import Record
from checker.kernel.vocabulary import labelled
from checker.syntax.lalr.completion import MayFollow, coming_in_scene
from checker.syntax.lexer import SPELLING, fold

ASKING = frozenset({"who", "whose", "how", "what", "where", "which", "may", "must", "does", "is", "can", "was"})
"""How a question begins."""
NUMBERS = tuple(map(str, range(1, 7)))
_LAST = re.compile(r"(.*?)([^\s,:;]*)$", re.S)


class OptionView(Record):
    """What may be written next, and what it is: a word, a question's first word, a player, a card, a thing or a number."""

    text: str
    kind: str


class NextView(Record):
    """What the statement may go on with after `kept`, whether that can be a space of a board, and whether it is whole."""

    kept: str
    options: tuple[OptionView, ...]
    space: bool
    whole: bool


class TableWords(Record):
    """What a statement can speak of: the text of the scene above it, its players, its things, and letters at hand."""

    told: str = ""
    players: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()


def next_view(desk: Desk, begun: str, table: TableWords) -> NextView:
    """What may come next where the statement ends, or in the place of its last word, begun as that is."""
    made = _LAST.fullmatch(begun)
    before, part = made.groups() if made else (begun, "")
    whole = coming_in_scene(desk.reader, begun, table.players, table.told).whole
    space, listed = _options(desk, before.rstrip(), table)
    options = [o for o in listed if _begins(o.text, part)]
    if part and not any(o.text.casefold() != part.casefold() for o in options):
        further = _options(desk, begun.rstrip(), table)
        if further[1] or further[0]:
            return NextView(f"{begun} ", further[1], further[0], whole)
    return NextView(before, tuple(options), space, whole)


def starters(desk: Desk, player: str, players: tuple[str, ...]) -> tuple[str, ...]:
    """How statements about the player can begin: with the name, or with one word before it."""
    first = coming_in_scene(desk.reader, "", players).words
    begun = [f"{word} {player}" for word in first if word != "player"]
    return (player, *(b for b in begun if (found := coming_in_scene(desk.reader, b, players)).words or found.names))


def _seats(next_: object) -> bool:
    return "player" in getattr(next_, "words", ()) or "VAR_PLAYER" in getattr(next_, "names", ())


def _options(desk: Desk, begun: str, table: TableWords) -> tuple[bool, tuple[OptionView, ...]]:
    """Whether a space of a board may come next, and what else."""
    found = coming_in_scene(desk.reader, begun, table.players, table.told)
    board = layout(desk.game.vocabulary)
    squares = frozenset(board.spaces) if board and begun else frozenset()
    space = board is not None and (f"LABEL_{board.sort.upper()}" in found.names or not squares.isdisjoint(found.words))
    return space, tuple(o for o in _named(desk, begun, table, found, space) if o.text not in squares)


def _named(desk: Desk, begun: str, table: TableWords, found: MayFollow, space: bool) -> Iterator[OptionView]:
    if _seats(found):
        yield from (OptionView(name, "player") for name in table.players)
    if "KIND" in found.names:
        yield from (OptionView(title, "card") for title in sorted({c.title for c in desk.game.cards}))
        yield from (OptionView(kind, "kind") for kind in desk.game.vocabulary.kinds)
    if any(name.startswith("LABEL_") for name in found.names) and not space:
        named = labelled(desk.game.vocabulary, table.told)
        told = (label for label, terminal in named.items() if terminal in found.names)
        yield from (OptionView(name, "thing") for name in dict.fromkeys((*table.things, *told)))
    if SPELLING in found.names and begun:
        yield from (OptionView(letter, "thing") for letter in table.letters)
    if "INT" in found.names and not space:
        yield from (OptionView(number, "number") for number in NUMBERS)
    for text in found.words:
        if text[0].isalnum() or begun if text != "player" else not _seats(found):
            yield OptionView(text, "ask" if not begun and text in ASKING else "word")


def _begins(text: str, part: str) -> bool:
    """A word of the text begins so."""
    wanted = fold(part)
    return not wanted or any(word.startswith(wanted) for word in (fold(text), *fold(text).split()))
