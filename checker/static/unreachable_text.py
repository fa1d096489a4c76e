"""What is attached to conditions that never hold, and why they do not; conditions of amendments that nothing makes so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Put, Unstated
from checker.kernel.game import Game
from checker.kernel.norm import Norm
from checker.kernel.term import And, Call, Cond, Is, Lit, Not, Or, Some, Yes
from checker.kernel.trees.paraphrase import generally
from checker.kernel.trees.walk import of_kind, parts_of
from checker.kernel.vocabulary import Fact, Field
from checker.norms.evaluate import plain
from checker.static.amended_conditions import GuardedBlock, never_then, never_there, passages
from checker.static.written_values import BOXED, Range, ranges

NO = Not(Yes())


def never_so(game: Game) -> frozenset[str]:
    """The fields of conditions that amendments brought, that begin with no, and that nothing written makes so.

    Those of the rulebook may be set by what a scene states; those that an amendment brings no scene has a word for.
    """
    brought = {one.name for one in game.amended if one.kind == "field"}
    fields = {f.name for f in game.vocabulary.fields if f.result == "condition" and f.name in brought and not f.initial}
    others = tuple(c.text for c in game.stand_ins)
    return frozenset(fields - _made_so((game.texts, game.setup, others)))


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


MAKE = "say what makes it so, or take the text away"
MEND = "mend the condition, or take the text away"


class NeverHeld(NamedTuple):
    """A norm that never holds, why, the fields on which that hangs, and what would settle it."""

    norm: Norm
    why: str
    by: tuple[str, ...]
    settle: str


def never_held_norms(game: Game) -> Iterator[NeverHeld]:
    """The norms whose condition nothing makes so, or that is settled wherever what they are about happens."""
    never = never_so(game)
    for norm in game.norms if never else ():
        if without(norm.cond, never) == NO:
            by = asked(norm.cond, never)
            yield NeverHeld(norm, _nothing_makes(game, by), by, MAKE)
    for norm, on in never_then(game):
        why = f"whenever that happens, what went before settles {_hanging(game, on)}"
        yield NeverHeld(norm, why, tuple(sorted(on)), MEND)


def never_come_to(game: Game) -> Iterator[tuple[GuardedBlock, str]]:
    """The passages of texts whose condition nothing makes so, or that is settled where they stand."""
    never = never_so(game)
    for passage in passages(game) if never else ():
        if without(passage.needs, never) == NO:
            yield passage, _nothing_makes(game, asked(passage.needs, never))
    for passage, on in never_there(game):
        yield passage, f"what goes before it settles {_hanging(game, on)}"


def too_low(game: Game, by: tuple[str, ...]) -> str:
    """That nothing raises the numbers further, between which numbers clauses have them lie, or how many cards there are."""
    told = [_bounded(_phrases(game)[name], within) for name, within in ranges(game).items() if name in by]
    boxed = (name.removeprefix(BOXED).partition(" ") for name in by if name.startswith(BOXED))
    return " and ".join((*told, *(f"there are {most} of `{titles}`" for most, _, titles in boxed)))


def _bounded(said: str, within: Range) -> str:
    if not within.by:
        return f"nothing raises `{said}` above {within.most}"
    sides = (f"{side} {n}" for side, n in (("at least", within.least), ("at most", within.most)) if n is not None)
    return f"`{said}` is {' and '.join(sides)} by {' and '.join(within.by)}"


def _phrases(game: Game) -> dict[str, str]:
    words: tuple[Field | Fact, ...] = (*game.vocabulary.fields, *game.vocabulary.facts)
    return {f.name: generally(game.vocabulary, plain(f.phrase)) for f in words}


def _nothing_makes(game: Game, by: tuple[str, ...]) -> str:
    said = _phrases(game)
    return f"nothing makes it so that {' or '.join(f'`{said[name]}`' for name in by)}"


def _hanging(game: Game, on: frozenset[str]) -> str:
    said = _phrases(game)
    return " and ".join(f"`{said[name]}`" if name in said else f"whether there is {name}" for name in sorted(on))
