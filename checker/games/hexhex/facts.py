"""Facts of HEX•HEX that are easier said as functions: seats, zones, labels.

Each takes the evaluation and its arguments. Players are seats 0..n-1 clockwise, so the left
neighbour of seat p is p + 1 (HH-33 with HH-112), or the next one who does not sit out.
"""

from __future__ import annotations

from collections.abc import Iterable

from checker.games.hexhex.meant import coming
from checker.games.hexhex.outcomes import acts_of
from checker.kernel.effect import Add, Put
from checker.kernel.game import Game, Procedure
from checker.kernel.lying_cards import held_card, title_of
from checker.kernel.position import AS_IT_FELL, AtTable, Store
from checker.kernel.term import Value
from checker.kernel.trees.walk import within
from checker.kernel.untold_hands import suppose_asked

LAID = ("hand", "played", "discards")
"""Where the cards lie that a player has, played or discarded in a round."""


def neighbour(context: AtTable, player: Value, direction: Value) -> Value:
    """The next player on that side who does not sit out."""
    if not isinstance(player, int):
        return None
    step, many = (1 if direction == "left" else -1), len(context.store.seats)
    others = ((player + step * n) % many for n in range(1, many))
    return next((p for p in others if not context.store.get(("sits out", p))), player)


def newer(context: AtTable, token: Value, other: Value) -> bool:
    """`token` was made after `other`."""
    return isinstance(token, str) and isinstance(other, str) and int(token[1:]) > int(other[1:])


def points(context: AtTable, token: Value, direction: Value) -> bool:
    """The token demands the direction: that of the card it stands for."""
    title = str(context.store.get(("token title", token), ""))
    return title.casefold().endswith(f" {direction}") and context.is_kind((title, 0), "COMPEL")


def cards_in_deck(context: AtTable) -> int:
    """How many cards the deck holds, the hidden ones included."""
    hidden = context.store.get(("hidden",), 0)
    return len(context.store.lying("deck")) + (hidden if isinstance(hidden, int) else 0)


def cards_in_hand(context: AtTable, player: Value) -> int:
    """How many cards the player holds; where that is asked of a hand that nobody tells, that it has no others is relied on."""
    suppose_asked(context, player)
    return len(context.store.lying("hand", player))


def top_card(context: AtTable) -> Value:
    """The top card of the deck, a hidden one if nothing is known of it, as after a reshuffle."""
    store: Store = context.store
    deck = store.lying("deck")
    if deck and not (store.get(("hidden",), 0) and store.get(("shuffled",))):
        return deck[0]
    return ("an unknown card", store.number("hidden drawn") + 1) if cards_in_deck(context) else None


def comes_up(context: AtTable, card: Value) -> bool:
    """A draw from the mixed deck can bring the card; of equal cards the first stands for all."""
    if not isinstance(card, tuple):
        return False
    return card == next((c for c in context.store.lying("deck") if isinstance(c, tuple) and c[0] == card[0]), None)


def out_of_sight(context: AtTable) -> int:
    """How many cards of the deck lie in no place that the scene speaks of, and in no hand as it was dealt."""
    seen = sum(len(held) for _, held in context.store.entries("zone") if isinstance(held, tuple))
    return max(0, playing_cards(context) - seen - sum(_unseen(context, p) for p in context.store.seats))


def _unseen(context: AtTable, player: Value) -> int:
    """How many cards of the player's hand, dealt before the scene, nothing is known of."""
    if not (context.store.get(("fresh",)) and context.store.get(("unknown hand", player))):
        return 0
    dealt = context.fact("starting hand")
    return max(0, dealt - len(laid_by_over_0(context, player))) if isinstance(dealt, int) else 0


def fell_unseen(context: AtTable) -> bool:
    """What was shuffled may lie in any order."""
    return context.store.get(AS_IT_FELL) is not True


def opener(context: AtTable) -> Value:
    """The one who cast first, if the right to cast went clockwise to the caster [HH-33, HH-112]."""
    caster, done = context.fact("caster"), context.fact("round")
    return (
        (caster - (done - 1)) % len(context.store.seats) if isinstance(caster, int) and isinstance(done, int) else None
    )


def struck(context: AtTable, player: Value) -> Value:
    """Whom the player has named with the card for which Voice is still to be sacrificed, if there is one."""
    if not context.store.get(("open sacrifices", player)):
        return None
    known = ((c, context.rules.cards.get(title_of(c))) for c in context.store.lying("played", player))
    laid = [c for c, card in known if card is not None and "play only when Hexed" in card.kinds]
    return next((n for c in reversed(laid) if (n := context.store.get(("named by", c))) is not None), None)


def own_hex(context: AtTable, player: Value) -> Value:
    """The first of the Hexes before the player."""
    there = context.store.things("hex")
    return next((h for h in there if context.store.get(("intended", h)) == player), None)


def coming_card(context: AtTable, card: Value) -> Value:
    """The card of the same title that is coming into play, if there is one."""
    return coming(context.store, title_of(card))


def card_before(context: AtTable, card: Value, player: Value) -> Value:
    """The card of the same title in play before the player, if there is one."""
    return held_card(context.store, title_of(card), ("zone", "in play", player))


def other_gains(context: AtTable, player: Value) -> int:
    """How much more Voice the player has than before by anything but gains and losses that count as such."""
    return max(0, _otherwise(context, player))


def other_losses(context: AtTable, player: Value) -> int:
    """How much less Voice the player has than before by anything but gains and losses that count as such."""
    return max(0, -_otherwise(context, player))


def _uncounted(game: Game) -> bool:
    """Some rule changes Voice, and counts no gain or loss beside; procedures may set it to what it is at a beginning."""
    acts = [(act.body, act.last) for act in game.vocabulary.acts]
    for rule in (*acts, *game.norms, *(card.text for card in game.cards), *game.procedures):
        kinds = (Add,) if isinstance(rule, Procedure) else (Add, Put)
        written = {e.field.fact for e in within(rule) if isinstance(e, kinds)}
        if "Voice" in written and not written & {"gains", "losses", "spared"}:
            return True
    return False


def _otherwise(context: AtTable, player: Value) -> int:
    """How the Voice has changed by what does not count as gain or loss; 0 where nobody can tell, or nothing does so."""
    rules = context.rules
    if not rules.found.of("uncounted Voice", lambda: _uncounted(rules.game)):
        return 0
    changes = []
    for name in ("Voice", "gains", "losses", "spared"):
        now, before = context.fact(name, player), context.earlier(name, (player,))
        if not isinstance(now, int) or not isinstance(before, int):
            return 0
        changes.append(now - before)
    voice, gains, losses, spared = changes
    return voice - gains + losses - spared


def undealt(context: AtTable) -> Value:
    """How many cards of the deck nothing is known of: as stated, or what the deals have left.

    A deal for which the deck was too small went on with all cards that were not yet dealt in it [HH-30].
    """
    stated: Value = context.store.get(("hidden",))
    if stated is not None:
        return stated
    hand, done = context.fact("starting hand"), context.fact("round")
    if not isinstance(hand, int) or not isinstance(done, int):
        return None
    box, dealt = playing_cards(context), hand * len(context.store.seats)
    left = box
    for _ in range(done - (context.store.get(("turned",)) is True)):
        again = left < dealt and _filled_up(context)
        left = max(0, (box if again else left) - dealt)
    return max(0, left - len(context.store.lying("deck")))


def _filled_up(context: AtTable) -> bool:
    """The discards come back into a deck that has run out."""
    empty = context.at(context.store.put(("hidden",), 0).put(("zone", "deck"), ()))
    shuffled = empty.fact("shuffled in") is True
    context.cites.update(empty.cites)
    return shuffled


def playing_cards(context: AtTable) -> int:
    """How many cards the box is said to hold."""
    said = [c for c in context.rules.game.counts if c.of == "playing cards"]
    context.cites.update(dict.fromkeys(c.clause for c in said))
    return next((c.number for c in said), 0) or 0


def surely_dealt(context: AtTable, card: Value) -> bool:
    """The card is known to be played when dealt."""
    known = context.rules.cards.get(card[0]) if isinstance(card, tuple) else None
    return known is not None and "play when dealt" in known.kinds


def is_hidden(context: AtTable, card: Value) -> bool:
    """Nothing is known of the card."""
    return isinstance(card, tuple) and card[0] == "an unknown card"


def laid_by(context: AtTable, card: Value, player: Value) -> bool:
    """The card was played or discarded by the player in this round, or is still in hand."""
    return any(card in context.store.lying(zone, player) for zone in LAID)


def laid_by_over_0(context: AtTable, player: Value) -> tuple[Value, ...]:
    """The cards in the player's hand and those that the player played or discarded."""
    return _sorted(c for zone in LAID for c in context.store.lying(zone, player))


def explodes(context: AtTable, card: Value) -> bool:
    """What the card's text says can set off a Hex, which goes off on The Intended."""
    return isinstance(card, tuple) and "set off" in acts_of(context.rules, str(card[0]))


def untold_way(context: AtTable, card: Value) -> bool:
    """The card's text sends a Hex on, and does not say to whom."""
    return isinstance(card, tuple) and "stray" in acts_of(context.rules, str(card[0]))


def bring_naming(context: AtTable, card: Value, named: Value, label: Value, player: Value, target: Value) -> bool:
    """Played with that player named, the card can send the Hex to the target."""
    told = context.at(context.store.put(("named by", card), named))
    found = told.fact("can bring", card, label, player, target)
    context.cites.update(told.cites)
    return found is True


def squanders(context: AtTable, card: Value, label: Value, player: Value) -> bool:
    """Laid in answer to that Hex, the card leaves the player with fewer Hexes passed on than could be."""
    due = tuple(
        g for g in context.things("hex") if context.fact("intended", g) == player and not context.fact("answered", g)
    )
    if label not in due or len(due) < 2 or context.store.get(("unknown hand", player)):
        return False
    name = ("squanders", card, label, player, due)
    return bool(context.once(name, lambda inner: _leaves_fewer(inner, card, label, player, due)))


def _leaves_fewer(context: AtTable, card: Value, label: Value, player: Value, due: tuple[Value, ...]) -> bool:
    held = holds_over_1(context, player)
    passing = {g: frozenset(c for c in held if context.fact("lets pass", c, player, g)) for g in due}
    others = {g: cards for g, cards in passing.items() if g != label}
    left = _most_passed({g: cards - {card} for g, cards in others.items()})
    return left + 1 < _most_passed(passing) if card in passing[label] else left < _most_passed(others)


def _most_passed(passing: dict[Value, frozenset[Value]]) -> int:
    """How many of the Hexes can be passed on at most, each with a card of its own."""
    if not passing:
        return 0
    first, *rest = passing
    ways = [{g: passing[g] - used for g in rest} for used in ({c} for c in passing[first])]
    without = _most_passed({g: passing[g] for g in rest})
    return max((without, *(1 + _most_passed(way) for way in ways)))


def _sorted(cards: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(sorted(cards, key=repr))


def holds_over_1(context: AtTable, player: Value) -> tuple[Value, ...]:
    """The cards in the player's hand; where that is asked of one that nobody tells, that it has no others is relied on."""
    suppose_asked(context, player)
    return _sorted(context.store.lying("hand", player))


def comes_up_over_0(context: AtTable) -> tuple[Value, ...]:
    """One card of each title in the deck."""
    first: dict[Value, Value] = {}
    for card in context.store.lying("deck"):
        if isinstance(card, tuple):
            first.setdefault(card[0], card)
    return _sorted(first.values())
