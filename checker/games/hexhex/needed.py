"""The cards that a scene's plays need in hands that it does not state, and those that come there on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of, titles_in

Laid = tuple[int, str]
"""A seat and the title of a card."""


def needed(said: Iterable[tuple[str, Node]], seat: Callable[[Node | Leaf], int]) -> list[Laid]:
    """The cards that must be held from the start for all that is told to be played, readied or discarded.

    A card that is told to be drawn need not, nor one that is played after a deal, nor one that is stated to lie in
    the deck if its player played another before, and so may have drawn it. Each statement comes with its rule, or the
    function that it is told by, or the moment that it ends.
    """
    found: list[Laid] = []
    drawn: list[Laid] = []
    deck: list[str] = []
    played: set[int] = set()
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
                if title in deck and who in played:
                    deck.remove(title)
                elif not dealt:
                    found.append((who, title))
                played.add(who)
    return [card for card in found if card not in drawn]


PLAYED = ("plays", "plays at reveal", "readies", "discards")
"""The functions that tell of a card out of somebody's hand."""
