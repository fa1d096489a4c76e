"""The catalogue of situations where an amendment has taken away the card that stands in it for any card."""

from __future__ import annotations

import re

from checker.ask.game_session import Desk
from checker.explore.situations import catalogue, has
from checker.kernel.game import Card
from checker.load.compiled_game import compiled_game, digest


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
