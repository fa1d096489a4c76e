"""The colours of players and of pieces, as a game's own words name them."""

from __future__ import annotations

from collections.abc import Sequence

from checker.kernel.record import Record
from checker.kernel.vocabulary import Vocabulary


class Colour(Record):
    """A colour: what it is called, and the ground and the ink of what is drawn in it."""

    name: str
    fill: str
    ink: str = "#ffffff"


COLOURS = {
    one.name: one
    for one in (
        Colour("red", "#b3372f"),
        Colour("black", "#26262b"),
        Colour("blue", "#2f6db3"),
        Colour("green", "#2f8f4e"),
        Colour("yellow", "#e5c21f", "#1d1a22"),
        Colour("white", "#ffffff", "#1d1a22"),
        Colour("orange", "#d9711c"),
        Colour("purple", "#7a3fa0"),
        Colour("brown", "#7a4b2a"),
        Colour("pink", "#d8679b", "#1d1a22"),
        Colour("grey", "#77777d"),
    )
}
SEATED = ("blue", "orange", "green", "purple", "yellow", "grey")
"""In which colours pieces are drawn of players to whom a game gives none."""


def named_in(words: str) -> Colour | None:
    """The first colour that the words name; None if they name none."""
    return next((COLOURS[word] for word in words.casefold().split() if word in COLOURS), None)


def seat_colours(words: Vocabulary, names: Sequence[str]) -> dict[int, Colour]:
    """The colour of each seat: of whoever is called by one, that; then those that the game has words for, in their order."""
    found = {at: COLOURS[plain] for at, name in enumerate(names) if (plain := name.casefold()) in COLOURS}
    for sort in words.sorts:
        listed = [word for word, of in words.words if of == sort.name]
        if len(listed) >= len(names) and all(word in COLOURS for word in listed):
            left = [COLOURS[word] for word in listed if COLOURS[word] not in found.values()]
            return found | dict(zip((at for at in range(len(names)) if at not in found), left, strict=False))
    return found
