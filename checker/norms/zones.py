"""What lies where, and who sits where: the functions behind the facts that zones bring, who holds which card, neighbours."""

from __future__ import annotations

from functools import partial
from typing import Any

from checker.kernel.norm import ASSUMED
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import AS_IT_FELL, Key
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions, Vocabulary, Zone
from checker.kernel.zone_terms import COMES, INSIDE, NUMBER, SHUFFLED, TOP, UNDER
from checker.norms.unknown_values import RIGID, title_of

HAND = "hand"
UNTOLD = "nobody tells what"
"""Begins what is supposed of cards of which nobody tells what they are."""
ASKED: Key = ("asked of hands",)
"""Marks a table of which somebody asks what is so: there a hand that nobody tells may hold what it is not said to hold."""


def functions(words: Vocabulary) -> Functions:
    """The functions behind what zones bring; `holds`, of a player and a card, where each player has a zone `hand`."""
    found: Functions = {f"{side} neighbour": partial(_beside, step) for side, step in (("left", 1), ("right", -1))}
    for zone in (z for z in words.zones if z.cards):
        found |= _of_zone(zone)
    if any(z.name == HAND and len(z.params) == 1 for z in words.zones):
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


def lying(context: Any, zone: str, *place: Value) -> tuple[Value, ...]:
    """The cards in the zone, the top one last."""
    held = context.store.get(("zone", zone, *place), ())
    return held if isinstance(held, tuple) else ()


def _beside(step: int, context: Any, player: Value) -> Value:
    """The player who sits so many seats further on, the way that the players are listed."""
    return (player + step) % len(context.things("player")) if isinstance(player, int) else None


def _told(context: Any, zone: str, *place: Value) -> tuple[Value, ...]:
    """The cards in the zone; of a hand that nobody tells, that it has no other cards is relied on as supposed."""
    if zone == HAND and context.store.get(("unknown hand", *place)) is True:
        context.cites[ASSUMED + untold(context.store.get(("names",))[place[0]])] = None
    return lying(context, zone, *place)


def untold(who: str) -> str:
    """What is supposed of the hand of somebody that nobody tells."""
    return f"{UNTOLD} {who} holds, and nothing but what is told counts"


def _inside(zone: str, context: Any, card: Value, *place: Value) -> bool:
    """The card is in the zone, or any card of the title."""
    there = _told(context, zone, *place)
    return card in map(title_of, there) if isinstance(card, str) else card in there


def _cards_over(zone: str, context: Any, *place: Value) -> tuple[Value, ...]:
    return tuple(sorted(_told(context, zone, *place), key=repr))


def _number(zone: str, context: Any, *place: Value) -> int:
    return len(_told(context, zone, *place))


def unsorted(zone: str) -> str:
    """What is supposed of a zone of which nobody tells what lies on top."""
    return f"{UNTOLD} lies on top in the {zone}, and the order as it is written counts"


def _top(zone: str, context: Any, *place: Value) -> Value:
    if len(coming(zone, context, *place)) > 1 and context.store.get(AS_IT_FELL) is not True:
        context.cites[ASSUMED + unsorted(zone)] = None
    return next(reversed(lying(context, zone, *place)), None)


def coming(zone: str, context: Any, *place: Value) -> tuple[Value, ...]:
    """The cards that may be the top one, of equal ones one, however they lie: the top one itself where its place is known."""
    cards = lying(context, zone, *place)
    unknown, under = (context.store.get((head + zone, *place), 0) for head in (SHUFFLED, UNDER))
    if not (isinstance(unknown, int) and isinstance(under, int)) or not unknown or len(cards) > unknown + under:
        return cards[-1:]
    first: dict[str, Value] = {}
    for card in sorted(cards[under:] or cards, key=repr):
        first.setdefault(title_of(card), card)
    return tuple(sorted(first.values(), key=repr))


def _comes_up(zone: str, context: Any, card: Value, *place: Value) -> bool:
    return card in coming(zone, context, *place)


def by_untold_hand(context: Any, player: Value, does: str, does_not: str) -> bool | None:
    """Whether the player does what hangs on a hand that nobody tells, where it is asked; None where it is not, or is told.

    Raises Undecided unless that is decided.
    """
    if context.store.get(("unknown hand", player)) is not True or context.store.get(ASKED) is not True:
        return None
    key = (RIGID, "hand", player, does)
    if key in context.store:
        return context.store.get(key) is True
    who = context.store.get(("names",))[player]
    options = (Option(False, f"{who} {does_not}"), Option(True, f"{who} {does}"))
    raise Undecided(Point(f"whether {who} {does}", Kind.SILENT, key, options, (), f"nobody tells what {who} holds"))


def holds(context: Any, player: Value, card: Value) -> bool:
    """The card is in the player's hand. Raises Undecided where that is asked of a hand that nobody tells."""
    if card in lying(context, HAND, player):
        return True
    title = title_of(card)
    return (
        not _accounted(context, card)
        and by_untold_hand(context, player, f"holds {title}", f"does not hold {title}") is True
    )


def _accounted(context: Any, card: Value) -> bool:
    """The card lies somewhere, or every copy of it does."""
    known = context.rules.cards.get(title_of(card))
    there = context.store.get(("printed", title_of(card)), 0)
    return bool(context.store.holding(card)) or known is None or there >= known.copies
