"""What is attached to an act that no step waits for, whenever it is done because some norm allows it."""

from __future__ import annotations

from checker.kernel.game import Game
from checker.kernel.norm import Norm, Pattern, When
from checker.kernel.term import And, Var, Yes
from checker.kernel.trees.anytime_acts import allows, unawaited

Parts = frozenset[object]


def surely_attached(game: Game) -> frozenset[str]:
    """The norms that attach something in circumstances that each norm which allows the act asks for."""
    found: set[str] = set()
    allowing = unawaited(game)
    for norm in game.norms:
        if isinstance(norm.claim, When) and (asked := _asked(norm, norm.claim.event)) is not None:
            each = [_asked(n, about) for n in allowing.get(norm.claim.event.act, ()) if (about := allows(n.claim))]
            found |= {norm.id} if each and all(one is not None and asked <= one for one in each) else set()
    return frozenset(found)


def _asked(norm: Norm, pattern: Pattern) -> Parts | None:
    """What the norm asks for, with the arguments of the act by their places; None if not any will do as such."""
    names = {v.name: Var(f"#{n}") for n, v in enumerate(pattern.args) if isinstance(v, Var)}
    if len(names) < len(pattern.args) or norm.reading:
        return None
    parts = norm.cond.parts if isinstance(norm.cond, And) else () if norm.cond == Yes() else (norm.cond,)
    return frozenset(_placed(part, names) for part in parts)


def _placed(tree: object, names: dict[str, Var]) -> object:
    if isinstance(tree, Var):
        return names.get(tree.name, tree)
    if isinstance(tree, tuple):
        return tuple(_placed(part, names) for part in tree)
    fields = getattr(tree, "__struct_fields__", ())
    return type(tree)(*(_placed(getattr(tree, f), names) for f in fields)) if fields else tree
