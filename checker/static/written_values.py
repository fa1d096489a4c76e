"""Which values rules ever write into the fields of a game."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.effect import Add, Put, Unstated
from checker.kernel.game import Game
from checker.kernel.term import Arith, Expr, Lit, Value
from checker.kernel.trees.walk import within


class Written(NamedTuple):
    """The values that a field starts with or is set to, and whether it rises and falls from there.

    `anything` if other values than written ones may be put there.
    """

    values: tuple[Value, ...]
    rises: bool = False
    falls: bool = False
    anything: bool = False


def written(game: Game) -> dict[str, Written]:
    """What is ever written into each field into which rules write; what they never write is left out.

    Such a field is as the players, or a scene, have it from the start.
    """
    starts = {f.name: f.initial for f in game.vocabulary.fields}
    acts = tuple((a.body, a.last) for a in game.vocabulary.acts)
    texts = tuple(c.text for c in (*game.cards, *game.stand_ins))
    found: dict[str, Written] = {}
    for part in within((game.procedures, game.setup, acts, texts, tuple(n.claim for n in game.norms))):
        match part:
            case Put(field, value):
                _note(found, starts, field.fact, value)
            case Add(field, amount):
                old = found.get(field.fact, Written((starts.get(field.fact),)))
                found[field.fact] = old._replace(
                    rises=old.rises or not _falls(amount), falls=old.falls or not _rises(amount)
                )
            case Unstated(_, changes):
                for call in changes:
                    found[call.fact] = Written((), anything=True)
            case _:  # nothing else writes into a field
                continue
    return found


def heights(game: Game) -> dict[str, int]:
    """The largest number that each field can come to which the rules set to plain numbers, lower, and do nothing else to.

    What no rule ever sets is left out, it comes from elsewhere, unless it has a start and is lowered from there.
    """
    numbers = {f.name for f in game.vocabulary.fields if f.result == "number"}
    found: dict[str, int] = {}
    for name, one in written(game).items():
        start, *put = one.values or (None,)
        spent = one.falls and isinstance(start, int)
        if (
            name in numbers
            and (put or spent)
            and not (one.anything or one.rises)
            and all(isinstance(v, int) for v in put)
        ):
            found[name] = max(v if isinstance(v, int) else 0 for v in (start, *put))
    return found


def _note(found: dict[str, Written], starts: dict[str, Value], name: str, value: Expr) -> None:
    old = found.get(name, Written((starts.get(name),)))
    put = old._replace(values=(*old.values, value.value)) if isinstance(value, Lit) else old._replace(anything=True)
    found[name] = put


def _rises(amount: Expr) -> bool:
    return isinstance(amount, Lit) and isinstance(amount.value, int) and amount.value >= 0


def _falls(amount: Expr) -> bool:
    match amount:
        case Lit(int() as number):
            return number <= 0
        case Arith("minus", Lit(0), Lit(int() as number)) | Arith("times", Lit(-1), Lit(int() as number)):
            return number >= 0
        case _:
            return False
