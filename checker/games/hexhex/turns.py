"""Who deals and who casts: in this round, in the next one, and in the first of the game."""

from __future__ import annotations

from typing import Any

from checker.games.hexhex.read_off import deal_turned, round_over
from checker.kernel.norm import ASSUMED
from checker.kernel.term import Value

FIRST_CASTS = "where a scene tells neither who deals nor who casts, the player who is named first casts first"


def now(view: Any, field: str) -> Value:
    """Who deals or casts in this round."""
    found: Value = view.store.get((field,))
    least = field == "caster" and (view.store.get(("last round",)) or view.store.get(("tie breaker",)))
    if view.store.get(("dealer not told",)) and (not least or view.store.get(("cast",))):
        view.left_open(f"who is the {field}")
    found = view.context.fact("one who casts") if found is None and field == "caster" else found
    if found is None:
        view.left_open(f"who is the {field}")
    return found


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


def first_caster(view: Any) -> Value:
    """Who cast first in the game, and holds the token ever since."""
    _token_told(view, ("HH-34",))
    view.context.fact("game opener")
    view.context.cites.update(dict.fromkeys(view.rules.stated(("HH-34",))))
    found: Value = view.context.fact("first caster")
    return found


def first_dealer(view: Any) -> Value:
    """Who dealt first in the game."""
    _token_told(view, tuple(norm.clause for norm in view.rules.about["next first dealer"]))
    found: Value = view.context.fact("next first dealer")
    view.context.fact("game opener")
    return found


def _token_told(view: Any, asking: tuple[str, ...]) -> None:
    """Open, among the clauses that make it matter, while nobody tells who holds the token of the first caster."""
    if view.store.get(("first caster",)) is None:
        view.left_open("who holds the 1st Caster token", view.rules.stated(asking))
