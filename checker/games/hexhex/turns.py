"""Who deals and who casts: in this round, in the next one, and in the first of the game."""

from __future__ import annotations

from typing import Any

from checker.games.hexhex.read_off import deal_turned, round_over
from checker.kernel.norm import ASSUMED
from checker.kernel.term import Value

FIRST_CASTS = "where a scene tells neither who deals nor who casts, the player who is named first casts first"


def upcoming(view: Any, field: str) -> tuple[Value, ...]:
    """Who deals or casts next, in each way that the round can end: in this round if that is still to come."""
    _supposed(view)
    if field == "caster" and not view.store.get(("cast",)):
        return (view.context.fact("one who casts"),)
    turned = deal_turned(view)
    if turned and (field == "caster" or view.store.get((field,)) is not None):
        return (view.store.get((field,)),)
    if view.store.get(("game over",)):
        return (None,)
    least = view.store.get(("last round",)) or view.store.get(("tie breaker",))
    if not turned and least and not round_over(view):
        view.left_open("how the round ends", view.rules.stated(("HH-115", "HH-116")))
    for relied in ("one who casts",) if turned else ("last next", "break next", f"next {field}", "next caster"):
        view.context.fact(relied)
    return tuple(s.get((field,)) for s in view.ahead("finding-a-dealer" if turned else "turning"))


def supposed(context: Any) -> str:
    """That the first player who is named is taken for the one who casts, where nobody said who deals."""
    least = context.store.get(("last round",)) or context.store.get(("tie breaker",))
    return FIRST_CASTS if context.store.get(("dealer not told",)) and not least else ""


supposed_dealer = supposed_caster = supposed


def _supposed(view: Any) -> None:
    """Notes what is supposed of who deals and who casts."""
    if words := supposed(view.context):
        view.context.cites[f"{ASSUMED}{words}"] = None
