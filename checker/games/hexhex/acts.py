"""The acts of HEX•HEX that somebody could think of at a moment, and the table on which a game begins.

Whether an act is allowed is for the norms to say; here stand only the instances worth asking about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from checker.kernel.game import Card, Game
from checker.kernel.game_play import Lies, Playing, Result
from checker.kernel.lying_cards import title_of
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value, Var
from checker.kernel.trees.walk import of_kind

PlayableAct: TypeAlias = tuple[Value, ...]
"""The name of the act, then its arguments."""


def acts(context: AtTable, moment: str, allowed: tuple[str, ...], about: dict[str, Value]) -> tuple[PlayableAct, ...]:
    """The instances of the allowed acts that make sense at the moment, in a fixed order.

    `about` are the things that the moment is about: `Q` is the player who has to discard.
    """
    hands = [(("zone", "hand", p), context.store.lying("hand", p)) for p in context.things("player")]
    found: list[PlayableAct] = []
    for act in allowed:
        found += apart(context, moment, (act,), about, None)
        for zone, held in hands:
            for card in held if act == "discard" else _first(held):
                found += apart(context, moment, (act,), about, (zone, card))
    return tuple(found)


def apart(
    context: AtTable, moment: str, allowed: tuple[str, ...], about: dict[str, Value], lies: Lies
) -> tuple[PlayableAct, ...]:
    """Those of the acts that are done with the card in the hand; without any, those that need none."""
    found: list[PlayableAct] = []
    for act in allowed:
        match act, lies:
            case "cast", None:
                found += [("cast", p, q) for p in context.things("player") for q in context.things("player") if p != q]
            case "waive", None:
                found += [("waive", context.store.get(("intended", h)), h) for h in _free(context.store)]
            case "throw", None:
                found += [
                    ("throw", p, sign)
                    for p in context.things("player")
                    if context.store.get(("gesture", p)) is None
                    for sign in ("rock", "paper", "scissors")
                ]
            case "discard", ((_, "hand", player), card) if player == about.get("Q"):
                found += [("discard", player, card)]
            case "play", ((_, "hand", player), card):
                found += [("play", *i) for i in _plays(context, moment, player, card)]
    return tuple(found)


def _first(held: tuple[Value, ...]) -> tuple[Value, ...]:
    """Of equal cards the first."""
    return tuple(card for n, card in enumerate(held) if title_of(card) not in map(title_of, held[:n]))


def _free(store: Store) -> tuple[Value, ...]:
    return tuple(h for h in store.things("hex") if not store.get(("ready", h)) and not store.get(("waived", h)))


def _plays(context: AtTable, moment: str, player: Value, card: Value) -> Iterator[PlayableAct]:
    store: Store = context.store
    if not isinstance(card, tuple):
        return
    if context.is_kind(card, "canceller"):
        yield from ((player, card, None, k[1], None) for k, v in store.entries("coming") if v is True)
    elif context.fact("answers", card) is True:
        own = (h for h in _free(store) if moment == "answer" and store.get(("intended", h)) == player)
        yield from ((player, card, h, None, None) for h in own)
    elif any(var.name == "named" for var in of_kind(context.rules.cards[str(card[0])].text, Var)):
        yield from ((player, card, None, None, named) for named in context.things("player"))
    else:
        yield (player, card, None, None, None)


def beginning(cards: tuple[Card, ...], names: tuple[str, ...]) -> Store:
    """The table before the set-up: the whole mixed deck, and nothing else."""
    deck = tuple((card.title, number) for card in cards for number in range(1, card.copies + 1))
    store = Store().put(("seats",), len(names)).put(("names",), names).put(("mixed",), True)
    for card in cards:
        store = store.put(("printed", card.title), card.copies)
    return store.put(("zone", "deck"), deck)


def weight(store: Store, value: Value) -> int:
    """How likely chance picks the value: a card stands for all of its title in the deck."""
    deck = store.get(("zone", "deck"), ())
    if isinstance(value, tuple) and isinstance(deck, tuple) and value in deck:
        return sum(1 for c in deck if isinstance(c, tuple) and c[0] == value[0])
    return 1


def playing(game: Game) -> Playing:
    """Games with the deck as it is listed."""
    titles = [c for c in game.cards if c.copies]
    number = sum(c.copies_source in ("assumed", "invented") for c in titles)
    assumes = f"numbers of copies of {number} of the {len(titles)} titles in the deck" if number else ""
    begin = partial(beginning, game.cards)
    untold = frozenset({"spiting-untold"})
    return Playing(acts, weight, begin, clock, result, "final Voice", assumes, (3, 4, 5, 6), untold=untold, apart=apart)


def clock(store: Store) -> Value:
    """The round that is being played."""
    return store.get(("round",), 1)


def result(context: AtTable) -> Result:
    """Who wins, and the Voice of each player. Raises Undecided where that is open."""
    return Result(context.fact("winner"), tuple(context.fact("Voice", p) for p in context.things("player")))
