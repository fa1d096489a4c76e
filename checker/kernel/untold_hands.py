"""Hands that nobody tells: what is supposed of one, and what is open where it is asked."""

from __future__ import annotations

from checker.kernel.norm import ASSUMED
from checker.kernel.position import AtTable, Key
from checker.kernel.term import Kind, Option, Point, Undecided, Value

UNTOLD = "nobody tells what"
"""Begins what is supposed of cards of which nobody tells what they are."""
ASKED: Key = ("asked of hands",)
"""Marks a table of which somebody asks what is so: there a hand that nobody tells may hold what it is not said to hold."""
OF_HAND: Key = ("option", "hand")
"""Begins what is settled, of a hand that nobody tells, where somebody asks."""


def untold(who: str) -> str:
    """What is supposed of the hand of somebody that nobody tells."""
    return f"{UNTOLD} {who} holds, and nothing but what is told counts"


def suppose_asked(context: AtTable, player: Value) -> None:
    """That the player holds nothing but what is told is relied on, where it is asked of a hand that nobody tells."""
    if context.store.get(("unknown hand", player)) is True and context.store.get(ASKED) is True:
        suppose(context, player)


def suppose(context: AtTable, player: Value) -> None:
    """That the player holds nothing but what is told is relied on."""
    context.cites[ASSUMED + untold(context.store.player(player))] = None


def by_untold_hand(context: AtTable, player: Value, does: str, does_not: str) -> bool | None:
    """Whether the player does what hangs on a hand that nobody tells, where it is asked; None where it is not, or is told.

    Raises Undecided unless that is decided.
    """
    key = (*OF_HAND, player, does)
    if key in context.store:
        return context.store.get(key) is True
    if context.store.get(("unknown hand", player)) is not True or context.store.get(ASKED) is not True:
        return None
    who = context.store.player(player)
    options = (Option(False, f"{who} {does_not}"), Option(True, f"{who} {does}"))
    raise Undecided(Point(f"whether {who} {does}", Kind.SILENT, key, options, (), f"nobody tells what {who} holds"))
