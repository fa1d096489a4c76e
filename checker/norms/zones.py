"""What lies where, and who sits where: the functions behind the facts that zones bring, who holds which card, neighbours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import ASSUMED
from checker.kernel.position import AS_IT_FELL, Store
from checker.kernel.term import Value
from checker.kernel.untold_hands import UNTOLD, by_untold_hand, suppose_asked, untold
from checker.kernel.vocabulary import Functions, Vocabulary, Zone
from checker.kernel.zone_terms import COMES, INSIDE, NUMBER, SHUFFLED, TOP, UNDER, hand_of

if TYPE_CHECKING:
    from checker.norms.evaluate import Context


def functions(words: Vocabulary) -> Functions:
    """The functions behind what zones bring, or what a game says of its own of what lies there; `holds`, of a player and a
    card, where players have hands."""
    found: Functions = {f"{side} neighbour": partial(_beside, step) for side, step in (("left", 1), ("right", -1))}
    for zone in words.zones:
        found |= _of_zone(zone)
    if hand_of(words):
        found["holds"] = holds
    return found


def _of_zone(zone: Zone) -> Functions:
    return {
        INSIDE + zone.name: partial(_inside, zone.name),
        f"{INSIDE}{zone.name} over 0": partial(_cards_over, zone.name),
        NUMBER + zone.name: partial(_number, zone.name),
        TOP + zone.name: partial(_top, zone.name),
        COMES + zone.name: partial(_comes_up, zone.name),
        f"{COMES}{zone.name} over 0": partial(coming, zone.name),
    }


def lying(context: Context, zone: str, *place: Value) -> tuple[Value, ...]:
    """The cards in the zone, the top one last."""
    held = context.store.get(("zone", zone, *place), ())
    return held if isinstance(held, tuple) else ()


def _beside(step: int, context: Context, player: Value) -> Value:
    """The player who sits so many seats further on, the way that the players are listed."""
    return (player + step) % len(context.things("player")) if isinstance(player, int) else None


def _told(context: Context, zone: str, *place: Value) -> tuple[Value, ...]:
    """The cards in the zone; of a hand that nobody tells, that it has no other cards is relied on as supposed."""
    if zone == context.rules.hand and context.store.get(("unknown hand", *place)) is True:
        context.cites[ASSUMED + untold(context.store.player(place[0]))] = None
    return lying(context, zone, *place)


def _inside(zone: str, context: Context, card: Value, *place: Value) -> bool:
    """The card is in the zone, or any card of the title."""
    there = _told(context, zone, *place)
    return card in map(title_of, there) if isinstance(card, str) else card in there


def _cards_over(zone: str, context: Context, *place: Value) -> tuple[Value, ...]:
    return tuple(sorted(_told(context, zone, *place), key=repr))


def _number(zone: str, context: Context, *place: Value) -> int:
    return len(_told(context, zone, *place))


def unsorted(zone: str) -> str:
    """What is supposed of a zone of which nobody tells what lies on top."""
    return f"{UNTOLD} lies on top in the {zone}, and the order as it is written counts"


def _top(zone: str, context: Context, *place: Value) -> Value:
    if len(coming(zone, context, *place)) > 1 and context.store.get(AS_IT_FELL) is not True:
        context.cites[ASSUMED + unsorted(zone)] = None
    return next(reversed(lying(context, zone, *place)), None)


def coming(zone: str, context: Context, *place: Value) -> tuple[Value, ...]:
    """The cards that may be the top one, of equal ones one, however they lie: the top one itself where its place is known."""
    cards = lying(context, zone, *place)
    unknown, under = (context.store.get((head + zone, *place), 0) for head in (SHUFFLED, UNDER))
    if not (isinstance(unknown, int) and isinstance(under, int)) or not unknown or len(cards) > unknown + under:
        return cards[-1:]
    first: dict[str, Value] = {}
    for card in sorted(cards[under:] or cards, key=repr):
        first.setdefault(title_of(card), card)
    return tuple(sorted(first.values(), key=repr))


def _comes_up(zone: str, context: Context, card: Value, *place: Value) -> bool:
    return card in coming(zone, context, *place)


def holds(context: Context, player: Value, card: Value) -> bool:
    """The card is in the player's hand. Raises Undecided where that is asked of a hand that nobody tells.

    Where it is asked of a card that is known to lie elsewhere, that such a hand has no others is relied on.
    """
    if card in lying(context, context.rules.hand, player):
        return True
    title = title_of(card)
    if not _accounted(context, card):
        return by_untold_hand(context, player, f"holds {title}", f"does not hold {title}") is True
    suppose_asked(context, player)
    return False


def _accounted(context: Context, card: Value) -> bool:
    """The card lies somewhere, or every copy of it does."""
    known = context.rules.cards.get(title_of(card))
    there = printed(context.store, title_of(card))
    return bool(context.store.holding(card)) or known is None or there >= known.copies


def printed(store: Store, title: str) -> int:
    """So many cards of the title lie anywhere, or did."""
    there = store.get(("printed", title), 0)
    return there if isinstance(there, int) else 0
