"""Facts about the exchange of one letter on the board: the words that it makes, and the tile that serves [WX-109]."""

from __future__ import annotations

from checker.boards.hexes import label_of, places, space_of, tiles_on
from checker.games.hexx.board import Laying, TilePut, TileRow, letters_on, made, serving
from checker.games.hexx.plays import words_of
from checker.games.hexx.tiles import ALPHABET
from checker.kernel.position import AtTable
from checker.kernel.term import Value
from checker.kernel.untold_hands import by_untold_hand, suppose


def swapped(context: AtTable, space: Value, letter: Value) -> tuple[TileRow, ...]:
    """The words that stand through the space once the letter lies there."""
    spot = space_of(space)
    letters = letters_on(context.store)
    if spot not in letters:
        return ()
    play = Laying("", "", (TilePut(str(letter), spot),))
    rows = made({**letters, spot: str(letter)}, play, words_of(context))
    return tuple(r for r in (*rows.lines, *rows.across) if r.readings)


def makes_by_swap(context: AtTable, space: Value, letter: Value) -> bool:
    """Another letter on the space makes a word through it."""
    return letters_on(context.store).get(space_of(space)) != letter and bool(swapped(context, space, letter))


def in_swapped(context: AtTable, tile: Value, space: Value) -> bool:
    """The tile stands in a word through the space."""
    spot = places(context.store).get(tile)
    there = letters_on(context.store).get(space_of(space))
    return spot is not None and any(spot in r.spots for r in swapped(context, space, there))


def foreign(context: AtTable, space: Value, letter: Value, player: Value) -> bool:
    """A word through the space would hold a tile of the other colour, the new one left aside."""
    board = tiles_on(context.store)
    spots = {s for r in swapped(context, space, letter) for s in r.spots} - {space_of(space)}
    return any(context.store.get(("colour", board[s])) != player for s in spots)


def serves(context: AtTable, tile: Value, player: Value, letter: Value) -> bool:
    """The tile of the player's hand is the one that is put down as the letter."""
    return tile is not None and tile == serving(context.store, context.store.lying("hand", player), letter)


def bag_serves(context: AtTable, tile: Value, letter: Value) -> bool:
    """The tile of the bag is the one that is put down as the letter."""
    return tile is not None and tile == serving(context.store, context.store.lying("bag"), letter)


def can_swap(context: AtTable, player: Value) -> bool:
    """Some letter on the board can be exchanged for one that makes a word.

    Raises Undecided where that is asked of a hand that is not told, from which the letter has to come.
    """
    from_hand = context.fact("takes from hand", player) is True
    source = (*context.store.lying("hand", player), *(() if from_hand else context.store.lying("bag")))
    alphabet = [x for x in ALPHABET if serving(context.store, source, x) is not None]
    spaces = [label_of(spot) for spot in letters_on(context.store)]
    found = [(space, x) for space in spaces for x in alphabet if makes_by_swap(context, space, x)]
    if not found or not (_unfrozen(context, player, found) or context.fact("frozen bars") is not True):
        return False
    if not from_hand or context.store.get(("unknown hand", player)) is not True:
        return True
    told = by_untold_hand(context, player, "can exchange a letter", "cannot exchange a letter")
    if told is None:
        suppose(context, player)
    return told is not False


def _unfrozen(context: AtTable, player: Value, found: list[tuple[str, str]]) -> bool:
    """One of these words is made without a tile that the player may not flip."""
    barred = context.store.get(("barred", player)) is True
    return not barred or any(not foreign(context, *f, player) for f in found)
