"""Facts about tiles: where each is, what it shows, and how many there are.

Players are seats 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import comb

from checker.boards.facts import lies_at
from checker.boards.hexes import label_of, places, tiles_on
from checker.games.hexx.board import HIDDEN, is_hexx, kind_of, letter_of, letters_on
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FEW = 6
"""In more ways than this draws are not told apart."""
MANY = 12
"""On a board with more tiles only those choices of tiles are followed that a scene states."""


def every_tile(context: AtTable) -> tuple[Value, ...]:
    """All tiles, wherever they are, in a fixed order."""
    known = context.store.placed.get("tiles")
    if known is None:
        zones = (held for _, held in context.store.entries("zone") if isinstance(held, tuple))
        known = context.store.placed["tiles"] = tuple(sorted((t for held in zones for t in held), key=repr))
    found: tuple[Value, ...] = known
    return found


def every_space(context: AtTable) -> tuple[Value, ...]:
    """The spaces on which a tile lies."""
    return tuple(label_of(s) for s in sorted(tiles_on(context.store)))


def entry(_: AtTable, title: Value) -> int:
    """The number of the result on the HEXX board."""
    return int(str(title).partition(" ")[0])


def every_letter(context: AtTable) -> tuple[Value, ...]:
    """The letters of the alphabet."""
    return tuple(ALPHABET)


def holds(context: AtTable, player: Value, tile: Value) -> bool:
    """The tile is in the player's hand."""
    return tile in context.store.lying("hand", player)


def comes_up(context: AtTable, tile: Value) -> bool:
    """A draw can bring the tile; of tiles that look alike the first stands for all."""
    return tile == _firsts(context.store, "bag").get(kind_of(context.store, tile))


def drawn_next(context: AtTable, tile: Value) -> bool:
    """The tile is the next that is drawn: one of which nothing is known, if there is one."""
    return tile == next(iter(_unknown(context.store) or context.store.lying("bag")), None)


def hides(context: AtTable, player: Value) -> bool:
    """Nobody can say which tiles of the bag the player draws."""
    bag = context.store.lying("bag")
    full = context.fact("starting hand")
    alike = len({kind_of(context.store, t) for t in bag}) == 1
    short = not isinstance(full, int) or len(bag) > full - in_hand(context, player)
    return not _unknown(context.store) and not alike and short


def few(context: AtTable, player: Value) -> bool:
    """The bag is told, and what the player can draw up to a full hand, one tile after the other, is little enough."""
    bag = [kind_of(context.store, t) for t in context.store.lying("bag")]
    full = context.at(context.store).fact("starting hand")
    wanted = full - in_hand(context, player) if isinstance(full, int) else 0
    told = HIDDEN not in bag and 0 < wanted < len(bag)
    return told and draws(tuple(Counter(bag).values()), wanted) <= FEW


def draws(copies: tuple[int, ...], count: int) -> int:
    """In how many ways so many tiles can come one after the other, of so many copies of each kind."""
    ways = [1, *(0 for _ in range(count))]
    for most in copies:
        ways = [sum(comb(n, k) * ways[n - k] for k in range(min(most, n) + 1)) for n in range(count + 1)]
    return ways[count]


def _unknown(store: Store) -> tuple[Value, ...]:
    return tuple(t for t in store.lying("bag") if kind_of(store, t) == HIDDEN)


def first_alike(context: AtTable, player: Value, tile: Value) -> bool:
    """The tile is the first of its like in the player's hand."""
    return tile == _firsts(context.store, "hand", player).get(kind_of(context.store, tile))


def _firsts(store: Store, *zone: Value) -> dict[str, Value]:
    """The first of each kind of tiles that lie there, by what their holder sees."""
    known = store.kept.get(("firsts", *zone))
    if known is None:
        known = store.kept["firsts", *zone] = {}
        for tile in store.lying(*zone):
            known.setdefault(kind_of(store, tile), tile)
    return known


def letter(context: AtTable, tile: Value) -> Value:
    """The letter that the tile shows."""
    return letter_of(context.store, tile)


sign_of_tile = letter
"""Where the board is drawn, the tile is shown as its letter."""


def hexx(context: AtTable, tile: Value) -> bool:
    """The tile is a HEXX tile."""
    return is_hexx(context.store, tile)


def comes_after(context: AtTable, tile: Value, other: Value) -> bool:
    """The tile stands behind the other one as the board is read: no pair is named twice."""
    where = places(context.store)
    return choosable(context, tile) and other in where and where[tile] > where[other]


def choosable(context: AtTable, tile: Value) -> bool:
    """The tile may be chosen on the board; where there are very many, one that the scene speaks of."""
    where = places(context.store)
    said = context.store.listed("said spaces")
    return tile in where and (len(where) <= MANY or not said or label_of(where[tile]) in said)


def first_of_two(context: AtTable, tile: Value) -> bool:
    """The tile can be the first of two to be named, or is the only one."""
    where = places(context.store)
    return choosable(context, tile) and (len(where) == 1 or where[tile] < max(where.values()))


def in_hand(context: AtTable, player: Value) -> int:
    """How many tiles the player holds."""
    return len(context.store.lying("hand", player))


def on_the_board(context: AtTable, letter: Value) -> bool:
    """The letter stands on the board, or the scene says that it is named."""
    said = context.store.listed("said letters")
    return letter in letters_on(context.store).values() or letter in said


def can_be_named(context: AtTable, letter: Value) -> bool:
    """The letter stands on the board, or is the first plain vowel or the first other letter that does not: those are alike."""
    if on_the_board(context, letter):
        return True
    plain = context.fact("plain vowel", letter)
    before = (x for x in ALPHABET[: ALPHABET.index(str(letter))] if not on_the_board(context, x))
    return not any(context.fact("plain vowel", x) == plain for x in before)


def result_of(context: AtTable, number: Value) -> Value:
    """The entry of the HEXX board with the number."""
    if not isinstance(number, int):
        return None
    return next(((title, 0) for title in context.rules.cards if title.startswith(f"{number:02} ")), None)


def results(context: AtTable) -> int:
    """How many entries the HEXX board has, one for each result."""
    cards = tuple(context.rules.cards.values())
    context.cites.update(dict.fromkeys(context.rules.stated(tuple(k for c in cards for k in c.clauses[:1]))))
    return len(cards)


def name_of_tile(context: AtTable, tile: Value) -> str:
    """The tile in words: its letter and place, or what it is."""
    where = lies_at(context, tile)
    if where is not None:
        letter = letter_of(context.store, tile)
        return f"{'the tile' if letter == '?' else letter} at {where}"
    kind = kind_of(context.store, tile)
    return "a tile" if kind == HIDDEN else kind


def every_handful(context: AtTable) -> tuple[Value, ...]:
    """Every choice of tiles from a hand; of choices that look alike only one."""
    return tuple(tiles for player in (0, 1) for tiles in _handfuls(context.store, context.store.lying("hand", player)))


def _handfuls(store: Store, hand: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    alike: dict[str, list[int]] = {}
    for number, tile in enumerate(hand):
        alike.setdefault(kind_of(store, tile), []).append(number)
    ways = product(*(range(len(numbers) + 1) for numbers in alike.values()))
    chosen = (sorted(chain.from_iterable(n[:c] for n, c in zip(alike.values(), way, strict=True))) for way in ways)
    return [tuple(hand[n] for n in numbers) for numbers in sorted(chosen, key=lambda n: (len(n), n)) if numbers]


def handful(context: AtTable, tiles: Value, count: Value, player: Value) -> bool:
    """So many tiles of the player's hand."""
    hand = context.store.lying("hand", player)
    return isinstance(tiles, tuple) and len(tiles) == count and all(t in hand for t in tiles)


def in_handful(context: AtTable, tile: Value, tiles: Value) -> bool:
    """The tile is one of these."""
    return isinstance(tiles, tuple) and tile in tiles


def name_of_handful(context: AtTable, tiles: Value) -> str:
    """The tiles in words."""
    return ", ".join(name_of_tile(context, t) for t in tiles) if isinstance(tiles, tuple) else ""
