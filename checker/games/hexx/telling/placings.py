"""What statements of the word game lay out; each is made from what stands in the gaps of its form."""

from __future__ import annotations

from checker.boards.hexes import label_of, tiles_on
from checker.games.hexx.board import letter_of, line_of
from checker.games.hexx.telling.opening import (
    bag_with,
    box_of,
    colour_name,
    hexx_of,
    laid,
    letter_told,
    letters_told,
    space_told,
    word_told,
)
from checker.kernel.lying_cards import with_only
from checker.kernel.position import Store
from checker.kernel.scene import Stated, TableChange
from checker.kernel.source import refused


def dictionary_is(this: Stated, *told: str) -> TableChange:
    """Just these are words."""
    words = tuple(word_told(one, this.raw) for one in told)
    return lambda store: store.put(("dictionary",), words)


def tile_lies(
    this: Stated, told: str, label: str, who: int | None, shade: str | None, hexx: bool = False
) -> TableChange:
    """The tile lies on the space, of the player's colour."""
    letter, spot, colour = letter_told(told, this.raw), space_told(label, this.raw), _colour(this, who, shade)
    return lambda store: laid(store, letter, spot, colour, hexx)


def hexx_lies(this: Stated, told: str, label: str, who: int | None, shade: str | None) -> TableChange:
    """A HEXX tile does that stands for the letter."""
    return tile_lies(this, told, label, who, shade, True)


def word_lies(
    this: Stated, told: str, label: str, heading: str, who: int | None, shade: str | None, *marks: str | None
) -> TableChange:
    """The word lies there; it is the one just laid."""
    word, place, colour = word_told(told, this.raw), space_told(label, this.raw), _colour(this, who, shade)
    spots = line_of(word, place, heading)
    wild = hexx_of(marks, spots, word, this.raw)

    def apply(store: Store) -> Store:
        first = not tiles_on(store)
        store = store.put(("last word",), colour)
        for key, _ in store.entries("just"):
            store = store.drop(key)
        for spot, letter in zip(spots, word, strict=True):
            there = tiles_on(store).get(spot)
            if there is None or letter_of(store, there) != letter or spot in wild:
                store = laid(store, letter, spot, colour, spot in wild)
            else:
                store = store.put(("colour", there), colour)
            tile = tiles_on(store)[spot]
            store = store.put(("just", tile), True).put(("just at", tile), label_of(spot))
            if first:
                store = store.put(("origin", label_of(spot)), True)
        return store

    return apply


def hand_lies(this: Stated, player: int, *told: str | None) -> TableChange:
    """The player holds just these tiles."""
    titles, most = (
        letters_told((one for one in told if one is not None), this.raw),
        box_of(this.rules.game).counts.get("starting hand"),
    )
    if most is not None and len(titles) > most:
        raise refused(this.raw.place, f"a hand of {len(titles)} tiles; {most} is the most", this.raw.whole)

    def apply(store: Store) -> Store:
        for key in (("hand unsized", player), ("hand supposed", player)):
            store = store.put(key, False) if store.get(key) else store
        return with_only(store, titles, ("zone", "hand", player)).put(("unknown hand", player), False)

    return apply


def bag_lies(this: Stated, *told: str) -> TableChange:
    """Just these tiles are in the bag."""
    return bag_with(letters_told(told, this.raw))


def proper_name(this: Stated, told: str) -> TableChange:
    """The word is a name, and so none in a game."""
    name = word_told(told, this.raw)
    return lambda store: store.put(("proper names",), (*store.listed("proper names"), name))


def _colour(this: Stated, who: int | None, shade: str | None) -> int:
    """The seat of the player whose colour is meant: by name, else red sits first."""
    if who is not None or shade is None:
        return int(who or 0)
    return next(seat for seat in (0, 1) if colour_name(this.names, seat) == shade)
