"""A game as the page shows it: its cards and clauses in words, and its rulings."""

from __future__ import annotations

import re

from checker.ask.game_session import Desk
from checker.kernel.game import Card, Game
from checker.kernel.record import Record
from checker.kernel.scene import Expected, Scene
from checker.load.find_amendment import titled
from checker.page.answer_view import ClauseView
from checker.page.board_view import BegunView, beginnings

_MARGIN = re.compile(r"\s*\[[^\]]*\]")
"""The clauses of a line of a card, which stand in its margin."""
_CARRIED_OUT = re.compile(r"\bLet \w+ be\b|\b[Cc]arry out \"|\bSet the\b|\b[B-HJ-Z]\b")
"""What no printed card says: how the program carries out its text."""


class CardView(Record):
    """A card: what it is, what stands on it, if that is said in words, its clauses, what had to be supposed, what nothing
    says of it and why its declared open points are open; whether it was not at hand, so that its text is reconstructed."""

    title: str
    kinds: tuple[str, ...]
    wording: str
    clauses: tuple[str, ...]
    assumed: tuple[str, ...]
    unstated: tuple[str, ...]
    open: tuple[str, ...]
    rebuilt: bool


class AskedView(Record):
    """What a ruling asks, what the answer is, and the clauses that it cites."""

    question: str
    answer: str
    clauses: tuple[str, ...]


class RulingView(Record):
    """A ruling: its title, the scene that it is about, and what is asked there."""

    title: str
    lines: tuple[str, ...]
    asked: tuple[AskedView, ...]


class GameView(Record):
    """All of a game that can be looked up, how many can play it, the titles of its laws and variants, and how statements about
    its board begin."""

    name: str
    seats: tuple[int, ...]
    cards: tuple[CardView, ...]
    clauses: tuple[ClauseView, ...]
    laws: tuple[str, ...]
    rulings: tuple[RulingView, ...]
    begins: tuple[BegunView, ...]


def game_view(desk: Desk) -> GameView:
    """What can be looked up of the game as amended."""
    game = desk.game
    return GameView(
        game.name,
        desk.seated(tuple(range(2, 7))),
        tuple(_card(game, card) for card in game.cards),
        tuple(ClauseView(c.id, c.heading, c.summary) for c in game.clauses),
        titled(desk.name, desk.root),
        tuple(map(_ruling, desk.rulings())),
        beginnings(desk),
    )


def _card(game: Game, card: Card) -> CardView:
    mine = (d for d in game.declarations if {*d.slots} & {*card.unstated} or {*d.clauses} & {*card.clauses})
    reasons = (d.reason for d in sorted(mine, key=lambda d: len(d.clauses)) if d.reason)
    words = _MARGIN.sub("", card.wording)
    return CardView(
        card.title,
        card.kinds,
        "" if _CARRIED_OUT.search(words) else words,
        card.clauses,
        card.assumed,
        card.unstated,
        tuple(dict.fromkeys(reasons)),
        card.copies_source == "assumed",
    )


def _ruling(scene: Scene) -> RulingView:
    lines = ("players " + " ".join(scene.players), *(item.raw.text for item in scene.items))
    asked = tuple(AskedView(e.asked or i.raw.text, _answer(e), _cited(e)) for i in scene.items if (e := i.expected))
    return RulingView(scene.title, lines, asked)


def _answer(expected: Expected) -> str:
    return ": ".join(filter(None, (expected.verdict, expected.value)))


def _cited(expected: Expected) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for group in expected.clauses for clause in group))
