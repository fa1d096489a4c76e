"""The catalogue of situations: where searches start, what may be done there, and what is asked.

A catalogue is a file of scenes. Those called `plays`, `endings`, `asked`, `asked of a card` and `asked of a duty` say how
acts are worded, how play may end, and which questions decide whether a difference can be observed; what is `asked of a
change` is asked besides of what happens at once and where two versions of the rules are compared. In
them `A` stands for the player who acts, `B` for another one, and the first title of a card for any
card. In scenes whose names begin with `endless: ` the search for loops of play begins, with other cards in turn
in the places of those that they name: with every card if the name goes on `with each card, `, with no other if it goes on `as it
stands, `, else only as long as nothing shows a loop. Scenes whose names begin with `meeting: ` tell how two cards can meet:
every pair of cards stands in the place of the two that they name. Scenes whose names begin with `mirrored: ` tell one
play by each of two players, with a card each, and what is asked after either. Scenes whose names begin with `owed: ` are those
besides the situations in which one card may be owed to several things, and those whose names begin with `orders: ` the
ones in which the order of what happens at once is looked at. Scenes whose names begin with `alone: ` are asked about as
they stand, and nothing more is done in them. In scenes whose names begin with `laid: ` there is what the rules ask for where
nothing orders two effects: lines of the scene called `laid besides` stand before theirs, or go on a line that begins
alike (`Hex H1, boosted`), with any player for `A`, any thing for `H1`, and for a title any card. Scenes whose names begin
with `reached: ` stand alone and are looked at for orders too. Every other scene is a situation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from checker.kernel.game import Game
from checker.kernel.vocabulary import sort_of

SEATS = ("A", "B", "C", "D", "E", "F", "G", "H")
ENDLESS = "endless: "
EACH = "endless: with each card, "
AS_IT_STANDS = "endless: as it stands, "
MEETING = "meeting: "
MIRRORED = "mirrored: "
OWED = "owed: "
ALONE = "alone: "
ORDERS = "orders: "
LAID = "laid: "
REACHED = "reached: "
HEADS = (ENDLESS, MEETING, OWED, ALONE, ORDERS, MIRRORED, LAID)
"""What the names of scenes begin with that are no situations, in the order of the fields of a catalogue."""
OF_ACTS = "plays of acts"
"""The scene with a line for each act that is done with a card, where no scene `plays` tells how they are played."""
SPECIAL = (
    "plays",
    "endings",
    "asked",
    "asked of a card",
    "asked of a duty",
    "asked of a change",
    "laid besides",
    OF_ACTS,
)


class Situation(NamedTuple):
    """A named beginning of a scene; it needs at least so many players."""

    name: str
    least: int
    lines: tuple[str, ...]


class Catalogue(NamedTuple):
    """The situations with the words for what may be done and asked in them."""

    situations: tuple[Situation, ...]
    plays: tuple[str, ...]
    endings: tuple[str, ...]
    asked: tuple[str, ...]
    of_card: tuple[str, ...]
    of_duty: tuple[str, ...] = ()
    of_change: tuple[str, ...] = ()
    endless: tuple[Situation, ...] = ()
    meetings: tuple[Situation, ...] = ()
    owed: tuple[Situation, ...] = ()
    alone: tuple[Situation, ...] = ()
    orders: tuple[Situation, ...] = ()
    mirrored: tuple[Situation, ...] = ()
    laid: tuple[Situation, ...] = ()
    besides: tuple[str, ...] = ()
    of_acts: tuple[str, ...] = ()

    @property
    def at_once(self) -> tuple[Situation, ...]:
        """The situations, and behind them those for orders alone."""
        return (*self.situations, *self.orders)


def catalogue(text: str) -> Catalogue:
    """The catalogue that the text describes; empty if the text is."""
    blocks: dict[str, list[str]] = {}
    current: list[str] = []
    for whole in text.split("\n"):
        line = whole.split("#")[0].strip()
        head = re.match(r'scene\s+"([^"]*)"$', line)
        if head:
            current = blocks.setdefault(head.group(1), [])
        elif line:
            current.append(line)
    situations = tuple(
        Situation(name, seats(lines), tuple(x for x in lines if not x.startswith("players ")))
        for name, lines in blocks.items()
        if name not in SPECIAL
    )
    endless, meetings, owed, alone, orders, mirrored, laid = (
        tuple(s for s in situations if s.name.startswith(head)) for head in HEADS
    )
    reached = tuple(s for s in situations if s.name.startswith(REACHED))
    other = tuple(s for s in situations if not s.name.startswith((*HEADS, REACHED)))
    plays, endings, asked, of_card, of_duty, of_change, besides, of_acts = (
        _words(blocks.get(name, [])) for name in SPECIAL
    )
    words = (other, plays, endings, asked, of_card, of_duty, of_change)
    told = (endless, meetings, owed, (*alone, *reached), (*orders, *reached), mirrored, laid)
    return Catalogue(*words, *told, besides, of_acts)


def players(number: int) -> str:
    """The line that seats so many players."""
    return "players " + " ".join(SEATS[:number])


def said(template: str, who: str, other: str, card: str, hex_label: str, placeholders: tuple[str, ...]) -> str:
    """The template told of these: each placeholder is replaced where it stands as a word."""
    put = dict(zip(placeholders, (who, other, card, hex_label), strict=True))
    pattern = "|".join(re.escape(p) for p in sorted(put, key=len, reverse=True) if p)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda m: put[m.group()], template)


def in_hands(game: Game, lines: tuple[str, ...], titles: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with one card in the hand of each of the first players, who hold nothing else; none if no hand of theirs
    is told."""
    words = game.vocabulary
    held = next((z.name for z in words.zones if z.held and [sort_of(words, x) for x in z.params] == ["player"]), "")
    hands = tuple(f"{held} {who}: " for who in SEATS[: len(titles)])
    if not held or not all(any(line.startswith(hand) for line in lines) for hand in hands):
        return ()
    told = (f"{hand}{title}" for hand, title in zip(hands, titles, strict=True))
    return (*(line for line in lines if not line.startswith(hands)), *told)


def has(template: str, word: str) -> bool:
    """The word stands in the template by itself."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", template) is not None


def seats(lines: Iterable[str]) -> int:
    """How many players the lines of a scene seat; three where they do not say."""
    return next((len(x.split()) - 1 for x in lines if x.startswith("players ")), 3)


def _words(lines: list[str]) -> tuple[str, ...]:
    return tuple(x for x in lines if not x.startswith("players "))
