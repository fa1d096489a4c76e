"""Which values rules ever write into the fields of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Add, If, Move, Nothing, Put, Say, Then, Under, Unstated
from checker.kernel.game import Game
from checker.kernel.term import And, Arith, Call, Compare, Cond, Expr, Lit, Value, Var, Yes
from checker.kernel.trees.walk import of_kind, parts_of, within


class Written(NamedTuple):
    """The values that a field starts with or is set to, and whether it rises and falls from there.

    `anything` if other values than written ones may be put there. It is `spared` if it is lowered only where there is as
    much, so that it does not fall below 0.
    """

    values: tuple[Value, ...]
    rises: bool = False
    falls: bool = False
    anything: bool = False
    spared: bool = False


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
    spared = _spared_by(game)
    return {name: one._replace(spared=name in spared) for name, one in found.items()}


def _spared_by(game: Game) -> set[str]:
    """The fields that are lowered only where it was asked before whether there is as much, in an act by what it needs."""
    acts = [(a.body, a.needs) for a in game.vocabulary.acts] + [(a.last, Yes()) for a in game.vocabulary.acts]
    texts = [c.text for c in (*game.cards, *game.stand_ins)]
    steps = [s.effect for p in game.procedures for s in p.steps]
    rest = (game.setup, *texts, *steps, *(n.claim for n in game.norms))
    careful = Counter(a for tree, cond in (*acts, *((r, Yes()) for r in rest)) for a in _careful(tree, _least(cond)))
    lowering = Counter(a for a in of_kind((tuple(b for b, _ in acts), rest), Add) if not _rises(a.amount))
    left = {a.field.fact for a, times in lowering.items() if careful[a] < times}
    return {a.field.fact for a in lowering} - left


def _careful(tree: object, asked: tuple[Compare, ...]) -> Iterator[Add]:
    """What lowers a number by no more than what was asked for before."""
    match tree:
        case Then(effects):
            for one in effects:
                yield from _careful(one, asked)
                put = one.field.fact if isinstance(one, Put | Add) else ""
                asked = tuple(c for c in asked if isinstance(c.left, Call) and c.left.fact != put)
                asked = asked if put or isinstance(one, Say | Nothing | Move) else ()
        case If(cond, then, otherwise):
            yield from _careful(then, (*asked, *_least(cond)))
            yield from _careful(otherwise, asked)
        case Under(_, one):
            yield from _careful(one, asked)
        case Add(field, amount):
            less = _less(amount)
            there = (c.right.value for c in asked if c.left == field and isinstance(c.right, Lit))
            if less is not None and any(isinstance(n, int) and n >= less for n in there):
                yield tree
        case _:  # of whatever else nothing is known before its parts are done
            for part in parts_of(tree):
                yield from _careful(part, ())


def _least(cond: Cond) -> tuple[Compare, ...]:
    """What the condition says of numbers of letters that are at least so much."""
    parts = cond.parts if isinstance(cond, And) else (cond,)
    deep = tuple(c for p in parts if isinstance(p, And) for c in _least(p))
    asked = (p for p in parts if isinstance(p, Compare) and p.op == "least" and isinstance(p.right, Lit))
    return (*deep, *(p for p in asked if isinstance(p.left, Call) and all(isinstance(a, Var) for a in p.left.args)))


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
    less = _less(amount)
    return less is not None and less >= 0


def _less(amount: Expr) -> int | None:
    """How much less it becomes by the amount, if that is a plain number."""
    match amount:
        case Lit(int() as number):
            return -number
        case Arith("minus", Lit(0), Lit(int() as number)) | Arith("times", Lit(-1), Lit(int() as number)):
            return number
        case _:  # a plain number alone is known
            return None
