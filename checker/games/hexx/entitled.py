"""What the result just rolled asks of a player, read off its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.games.hexx.events import since
from checker.games.hexx.tiles import opponent, result_of
from checker.kernel.effect import Chance, Choose, Each, Effect, Event, If, Let, Pick, Run, Then, Under, While
from checker.kernel.term import All, Call, Expr, Lit, Value, Var


def entitled(view: Any, seat: int, act: str, bound: bool) -> bool:
    """The text of the result has the player do the act; `bound` asks whether they may not decline."""
    rolls = [e for e in since(view) if e[0] == "roll"]
    if not rolls or view.store.get(("repeated",)) is True or view.store.get(("acted", seat)) is True:
        return False
    roller, number = rolls[-1][1], rolls[-1][2]
    card = result_of(view.context, number)
    known = view.rules.cards.get(card[0]) if isinstance(card, tuple) else None
    if known is None:
        return False
    view.context.cites.update(dict.fromkeys(view.rules.stated(known.clauses)))
    doers = set(_doers(view, known.text, act, roller))
    asked = set(_doers(view, known.text, "consent", roller))
    return seat in doers and not (bound and seat in asked)


def _doers(view: Any, effect: Effect, act: str, roller: Value) -> Iterator[Value]:
    match effect:
        case Event(name, args):
            if name == act:
                yield from _who(view, args[0], roller)
        case Then(effects):
            for part in effects:
                yield from _doers(view, part, act, roller)
        case If(_, then, otherwise):
            yield from _doers(view, then, act, roller)
            yield from _doers(view, otherwise, act, roller)
        case Each(_, _, body) | Let(_, _, body) | Choose(_, _, _, body) | Chance(_, _, body) | Pick(_, _, _, body):
            yield from _doers(view, body, act, roller)
        case While(_, body) | Under(_, body):
            yield from _doers(view, body, act, roller)
        case Run(procedure):
            for step in view.rules.procedures[procedure].steps:
                yield from _doers(view, step.effect, act, roller)
        case _:
            return


def _who(view: Any, doer: Expr, roller: Value) -> tuple[Value, ...]:
    """The seats that may be meant: in the texts of the results `you` rolls, `Q` is the opponent, `P` either."""
    match doer:
        case Var("you"):
            return (roller,)
        case Var("P"):
            return (0, 1)
        case Var(_) | Call("opponent", _):
            return (opponent(view.context, roller),)
        case Call(_, _) | Lit(_) | All(_, _, _):
            return ()
        case _:
            return ()
