"""Whole games of the word game: what is needed to play them, and who wins with how many tiles.

No clause says how many tiles carry which letter: the bag is a common one for English, and assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

from checker.boards.hexes import distance, label_of, tiles_on
from checker.games.hexx.able import barred
from checker.games.hexx.board import HAND, HEXX, Laying, TilePut, is_hexx, kind_of, letters_on
from checker.games.hexx.lexicon import lexicon
from checker.games.hexx.moves import hand_kinds, plays, slots, told
from checker.games.hexx.plays import words_of
from checker.games.hexx.rerolls import repeats
from checker.games.hexx.swaps import makes_by_swap
from checker.games.hexx.tiles import ALPHABET
from checker.kernel.game import Game
from checker.kernel.game_play import Playing, Result
from checker.kernel.lying_cards import with_only
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value

COPIES = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1)
"""How many tiles of each letter lie in the bag, A to Z; assumed."""
TRIED = 6
"""How many plays are thought of in a turn."""
USUAL = "ESARTINOL"
"""What a HEXX tile is made to stand for."""

PlayableAct = tuple[Value, ...]


def playing(game: Game) -> Playing:
    """Games with the assumed bag and as many HEXX tiles as the clauses say."""
    wild = next((c.number for c in game.counts if c.of == "HEXX tiles" and c.number is not None), 0)
    results = len(game.cards)

    def possible(
        context: AtTable, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
    ) -> tuple[PlayableAct, ...]:
        return acts(context, moment, results)

    begin = partial(table, wild=wild)
    again = partial(repeats, titles=tuple(c.title for c in game.cards), hand=HAND)
    bag, rolled = "which letters lie in the bag", frozenset({"roll"})
    untold = frozenset({"sketch"})
    return Playing(
        possible, weight, begin, clock, result, "score", bag, (2,), rolled, again, uses, untold, reaching=reaching
    )


def table(names: tuple[str, ...], wild: int) -> Store:
    """The table before the set-up: all tiles in the bag."""
    store = Store().put(("seats",), 2).put(("names",), names[:2]).put(("mixed",), True)
    letters = "".join(letter * copies for letter, copies in zip(ALPHABET, COPIES, strict=True))
    return with_only(store, (*letters, *(HEXX,) * wild), ("zone", "bag"))


def weight(store: Store, value: Value) -> int:
    """How likely chance picks the value: a tile stands for all of its like in the bag."""
    if not isinstance(value, tuple):
        return 1
    weights = store.kept.get("weights")
    if weights is None:
        kinds = {tile: kind_of(store, tile) for tile in store.lying("bag")}
        many = Counter(kinds.values())
        weights = store.kept["weights"] = {tile: many[kind] for tile, kind in kinds.items()}
    return int(weights.get(value, 1))


def clock(store: Store) -> Value:
    """Whose turn it is, and how many tiles lie on the board."""
    return (store.get(("turn",)), len(tiles_on(store)))


def uses(store: Store) -> dict[str, int]:
    """How many tiles lie on the board and in the larger hand, and how far from the centre, in spaces."""
    board = tiles_on(store)
    return {
        "tiles on the board": len(board),
        "HEXX tiles on the board": sum(is_hexx(store, tile) for tile in board.values()),
        "tiles in one hand": max(len(store.lying("hand", player)) for player in (0, 1)),
        "spaces from the centre (no clause bounds them)": max((distance(spot) for spot in board), default=0),
    }


def result(context: AtTable) -> Result:
    """Who wins, and how many tiles show each colour. Raises Undecided where that is open."""
    return Result(context.fact("winner"), tuple(context.fact("score", p) for p in (0, 1)))


def acts(context: AtTable, moment: str, results: int) -> tuple[PlayableAct, ...]:
    """Some acts worth trying at the moment, the same for the same table.

    In whole games, which have a mixed bag, whoever cannot lay a word exchanges the whole hand.
    """
    store: Store = context.store
    player = store.get(("turn",))
    if moment == "roll":
        owing = next((p for p in (0, 1) if context.fact("owes roll", p) is True), player)
        return tuple(("roll", owing, number) for number in range(1, results + 1))
    if store.get(("bound", player)) is True:
        return _swaps(context, player) or (("forfeit", player),)
    found: tuple[PlayableAct, ...] = tuple(("lay", player, p.text()) for p in some_plays(context, player))
    if found:
        return found
    held = len(store.lying("hand", player))
    if store.get(("mixed",)) is not True:
        return (*(("exchange", player, n) for n in range(held, 0, -1)), ("pass", player))
    if store.lying("bag") and held:
        return (("exchange", player, held),)
    return (("pass", player),)


def some_plays(context: AtTable, player: Value) -> list[Laying]:
    """A few plays of the hand, drawn by the look of the table."""
    store: Store = context.store
    letters = letters_on(store)
    tiles = store.lying("hand", player)
    hand = [kind_of(store, t) for t in tiles]
    draw = Random(repr((sorted(letters.items()), hand)))
    wild = ""
    for at, kind in enumerate(hand):
        if kind == HEXX:
            hand[at] = str(store.get(("face", tiles[at])) or draw.choice(USUAL))
            wild += hand[at]
    found: list[Laying] = []
    for slot in slots(letters, "".join(hand), lexicon(words_of(context).words), draw):
        play = told(letters, slot, draw.choice(slot.words))
        if play is not None and not barred(context, play):
            found.append(_with_hexx(play, wild))
        if len(found) == TRIED:
            break
    every = plays(letters, hand_kinds(context, player), words_of(context))
    left = islice((p for p in every if not barred(context, p)), 0 if found else 1)
    return found or [_with_hexx(p, wild) for p in left]


def reaching(context: AtTable) -> Iterator[tuple[PlayableAct, tuple[str, ...]]]:
    """Every play of what is known of the hand of the player on turn, with the spaces on which it puts tiles."""
    player = context.store.get(("turn",))
    for play in plays(letters_on(context.store), hand_kinds(context, player), words_of(context)):
        yield ("lay", player, play.text()), tuple(label_of(put.spot) for put in play.puts)


def _with_hexx(play: Laying, wild: str) -> Laying:
    puts = []
    for put in play.puts:
        hexx = put.hexx or put.letter in wild
        wild = wild.replace(put.letter, "", 1) if hexx else wild
        puts.append(TilePut(put.letter, put.spot, hexx))
    return Laying(play.word, play.heading, tuple(puts))


def _swaps(context: AtTable, player: Value) -> tuple[PlayableAct, ...]:
    store: Store = context.store
    kinds = {kind_of(store, t) for t in store.lying("hand", player)} - {HEXX}
    found: list[PlayableAct] = [
        ("swap", player, label_of(spot), letter)
        for spot in sorted(letters_on(store))
        for letter in sorted(kinds)
        if makes_by_swap(context, label_of(spot), letter)
    ]
    return tuple(found[:TRIED])
