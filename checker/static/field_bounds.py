"""How far the numbers of a game can rise at most, where nothing but plain numbers is ever put there."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Add, Put, Unstated
from checker.kernel.game import Game
from checker.kernel.term import Arith, Call, Expr, Lit
from checker.kernel.trees.walk import within


def heights(game: Game) -> dict[str, int]:
    """The largest number that each field can come to which the rules set to plain numbers, lower, and do nothing else to.

    What no rule ever sets is left out: it comes from elsewhere.
    """
    found = {
        f.name: f.initial if isinstance(f.initial, int) else 0 for f in game.vocabulary.fields if f.result == "number"
    }
    acts = tuple((a.body, a.last) for a in game.vocabulary.acts)
    texts = tuple(c.text for c in (*game.cards, *game.stand_ins))
    claims = tuple(n.claim for n in game.norms)
    put: set[str] = set()
    for effect in _writes((game.procedures, game.setup, acts, texts, claims)):
        match effect:
            case Put(Call(name), Lit(int() as number)) if name in found:
                found[name] = max(found[name], number)
                put.add(name)
            case Add(Call(name), amount) if _falls(amount):
                continue
            case Put(Call(name)) | Add(Call(name)):
                found.pop(name, None)
            case Unstated(_, changes):
                for call in changes:
                    found.pop(call.fact, None)
    return {name: most for name, most in found.items() if name in put}


def _falls(amount: Expr) -> bool:
    match amount:
        case Lit(int() as number):
            return number <= 0
        case Arith("minus", Lit(0), Lit(int() as number)) | Arith("times", Lit(-1), Lit(int() as number)):
            return number >= 0
        case _:
            return False


def _writes(tree: object) -> Iterator[Put | Add | Unstated]:
    return (part for part in within(tree) if isinstance(part, Put | Add | Unstated))
