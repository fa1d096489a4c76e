"""The cards that a scene's plays need in hands that it does not state, and those that come there on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.kernel.effect import Event, Run
from checker.kernel.game import Game, OfCards
from checker.kernel.tree import Leaf, Node
from checker.kernel.trees.brought_acts import brought_itself, steps_of
from checker.syntax.parts import text_of, titles_in

Laid = tuple[int, str]
"""A seat and the title of a card."""


def needed(said: Iterable[tuple[str, Node]], seat: Callable[[Node | Leaf], int], drawing: frozenset[str]) -> list[Laid]:
    """The cards that must be held from the start for all that is told to be played, readied or discarded.

    A card that is told to be drawn need not, nor one that is played after a deal, nor one that is stated to lie in
    the deck if it is played after its player may have drawn by a card that is `drawing`. Each statement comes with its
    rule, or the function that it is told by, or the moment that it ends.
    """
    found: list[Laid] = []
    drawn: list[Laid] = []
    deck: list[str] = []
    drawers: set[int] = set()
    dealt = False
    for told, phrase in said:
        parts = phrase.parts
        match told:
            case "deck top":
                deck = list(titles_in(phrase))
            case "dealing":
                dealt = True
            case "draws":
                drawn.append((seat(parts[0]), text_of(parts[1])))
            case rule if rule in PLAYED:
                who, title = seat(parts[0]), next(titles_in(phrase), "")
                if title in deck and who in drawers:
                    deck.remove(title)
                elif not dealt:
                    found.append((who, title))
                if title in drawing:
                    drawers.add(who)
    return [card for card in found if card not in drawn]


PLAYED = ("plays", "plays at reveal", "readies", "discards")
"""The functions that tell of a card out of somebody's hand."""


def drawing(game: Game) -> OfCards:
    """The cards whose text may make somebody draw, by itself or through procedures, and these procedures."""
    brought = {p.name: tuple(brought_itself(steps_of(p))) for p in game.procedures}
    drawn = set[str]()

    def draws(acts: Iterable[object]) -> bool:
        return any(
            one.act == "draw" if isinstance(one, Event) else isinstance(one, Run) and one.procedure in drawn
            for one in acts
        )

    while further := {name for name, acts in brought.items() if name not in drawn and draws(acts)}:
        drawn |= further
    return OfCards(frozenset(c.title for c in game.cards if draws(brought_itself(c.text))), frozenset(drawn))
