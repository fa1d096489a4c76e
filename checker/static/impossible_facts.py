"""Conditions that an amendment declares and nothing makes so: what asks for them never holds."""

from __future__ import annotations

from checker.kernel.effect import Put, Unstated
from checker.kernel.game import Game
from checker.kernel.term import And, Call, Cond, Is, Lit, Not, Or, Some, Yes
from checker.kernel.trees.walk import of_kind, parts_of

NO = Not(Yes())


def never_so(game: Game) -> frozenset[str]:
    """The fields of conditions that amendments brought, that begin with no, and that nothing written makes so.

    Those of the rulebook may be set by what a scene states; those that an amendment brings no scene has a word for.
    """
    brought = {one.name for one in game.amended if one.kind == "field"}
    fields = {f.name for f in game.vocabulary.fields if f.result == "condition" and f.name in brought and not f.initial}
    acts = tuple((a.body, a.last) for a in game.vocabulary.acts)
    texts = tuple(c.text for c in (*game.cards, *game.stand_ins))
    return frozenset(fields - _made_so((game.procedures, game.setup, acts, texts, tuple(n.claim for n in game.norms))))


def _made_so(tree: object) -> set[str]:
    """The fields that the tree may set to yes, or to what nobody knows."""
    put = {part.field.fact for part in of_kind(tree, Put) if part.value != Lit(False)}
    return put | {call.fact for part in of_kind(tree, Unstated) for call in part.changes}


def without(cond: Cond, never: frozenset[str]) -> Cond:
    """The condition with what is never so left out; `NO` if it cannot hold for that."""
    match cond:
        case Is(Call(name)) if name in never:
            return NO
        case And(parts):
            kept = tuple(without(p, never) for p in parts)
            return NO if NO in kept else And(kept)
        case Or(parts):
            ways = tuple(w for p in parts if (w := without(p, never)) != NO)
            return Or(ways) if ways else NO
        case Not(Is(Call(name))) if name in never:
            return Yes()
        case Not(Not(part)):
            return without(part, never)
        case Some(var, sort, where):
            inner = without(where, never)
            return NO if inner == NO else Some(var, sort, inner)
        case _:
            return cond


def asked(tree: object, never: frozenset[str]) -> tuple[str, ...]:
    """Those of the fields that the tree asks for."""
    if isinstance(tree, Call) and tree.fact in never:
        return (tree.fact,)
    parts = parts_of(tree)
    return tuple(dict.fromkeys(name for part in parts for name in asked(part, never)))
