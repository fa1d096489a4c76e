"""Which values rules ever write into the fields of a game, and within which numbers they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Add, Chance, Choose, If, Move, Nothing, Put, Say, Then, Under, Unstated
from checker.kernel.game import Game
from checker.kernel.norm import Gives
from checker.kernel.term import All, And, Arith, Call, Compare, Cond, Count, Expr, Is, Lit, Value, Var
from checker.kernel.trees.number_bounds import spans
from checker.kernel.trees.walk import of_kind, parts_of, within

BOXED = "cards in the box: "
"""Begins what is said of how many cards there are, with their titles."""


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
    lowering = Counter(a.field.fact for a, _ in _told(game, ()) if isinstance(a, Add) and not _rises(a.amount))
    needs = tuple((a.name, _compared(a.needs)) for a in game.vocabulary.acts)
    careful = Counter(a.field.fact for a, asked in _told(game, needs) if isinstance(a, Add) and _careful(a, asked))
    return {name for name, times in lowering.items() if careful[name] >= times}


def _tops(game: Game) -> dict[str, int]:
    """Up to where each field comes that is set to a plain number, or one between bounds, and raised only where it was asked
    before that it is no more than a plain number."""
    tops: dict[str, list[int | None]] = {}
    for one, asked in _told(game, ()):
        tops.setdefault(one.field.fact, []).append(_top(one, asked))
    for part in of_kind((game.texts, tuple(n.claim for n in game.norms)), Unstated):
        tops |= {call.fact: [None] for call in part.changes}
    known = {name: [n for n in each if n is not None] for name, each in tops.items()}
    return {name: max(each) for name, each in known.items() if len(each) == len(tops[name])}


def _told(
    game: Game, needs: tuple[tuple[str, tuple[Compare, ...]], ...]
) -> Iterator[tuple[Put | Add, tuple[Compare, ...]]]:
    """Whatever is put into a field, with what was asked before it; the needs of acts are asked before what they do."""
    asked = dict(needs)
    for act in game.vocabulary.acts:
        yield from _known(act.body, asked.get(act.name, ()))
        yield from _known(act.last, ())
    texts = [c.text for c in (*game.cards, *game.stand_ins)]
    for tree in (
        game.setup,
        *texts,
        *(s.effect for p in game.procedures for s in p.steps),
        *(n.claim for n in game.norms),
    ):
        yield from _known(tree, ())


def _known(tree: object, asked: tuple[Compare, ...]) -> Iterator[tuple[Put | Add, tuple[Compare, ...]]]:
    """Whatever the tree puts into a field, with the comparisons that are known to hold just before."""
    match tree:
        case Put() | Add():
            yield tree, asked
        case Then(effects):
            for one in effects:
                yield from _known(one, asked)
                put = one.field.fact if isinstance(one, Put | Add) else ""
                asked = tuple(c for c in asked if not isinstance(c.left, Call) or c.left.fact != put)
                asked = asked if put or isinstance(one, Say | Nothing | Move) else ()
        case If(cond, then, otherwise):
            yield from _known(then, (*asked, *_compared(cond)))
            yield from _known(otherwise, asked)
        case Under(_, one):
            yield from _known(one, asked)
        case Chance(var, over, body) | Choose(_, var, over, body) if isinstance(over, All):
            yield from _known(body, tuple(Compare("most", Var(var), Lit(n)) for n in _bound(over)))
        case _:  # of whatever else nothing is known before its parts are done
            for part in parts_of(tree):
                yield from _known(part, ())


def _bound(over: All) -> tuple[int, ...]:
    """The largest number that it can be, if plain numbers bound it."""
    ends = [
        [amount.value + more for amount, more in span.most if isinstance(amount, Lit) and isinstance(amount.value, int)]
        for span in spans(over.where, over.var)
    ]
    return (max(map(min, ends)),) if ends and all(ends) else ()


def _careful(one: Add, asked: tuple[Compare, ...]) -> bool:
    """It lowers a number by no more than what was asked for before."""
    less = _less(one.amount)
    there = (c.right.value for c in asked if c.op == "least" and c.left == one.field and isinstance(c.right, Lit))
    return less is not None and any(isinstance(n, int) and n >= less for n in there)


def _top(one: Put | Add, asked: tuple[Compare, ...]) -> int | None:
    """How large the number is at most after it, if that is known; a number that falls is no larger than 0, or than it was."""
    moved = one.value if isinstance(one, Put) else one.amount
    if isinstance(moved, Lit) and isinstance(one, Put):
        return moved.value if isinstance(moved.value, int) else None
    if isinstance(one, Add) and _falls(moved):
        return 0
    about, more = (moved, 0) if isinstance(one, Put) else (one.field, _less(moved))
    ends = {"most": 0, "less": -1}
    known = [
        c.right.value + ends[c.op]
        for c in asked
        if c.left == about and c.op in ends and isinstance(c.right, Lit) and isinstance(c.right.value, int)
    ]
    return min(known) - more if known and more is not None else None


def _compared(cond: Cond) -> tuple[Compare, ...]:
    """What the condition says of how numbers of letters compare with plain ones."""
    parts = cond.parts if isinstance(cond, And) else (cond,)
    deep = tuple(c for p in parts if isinstance(p, And) for c in _compared(p))
    asked = (p for p in parts if isinstance(p, Compare) and isinstance(p.right, Lit))
    return (*deep, *(p for p in asked if isinstance(p.left, Call) and all(isinstance(a, Var) for a in p.left.args)))


def heights(game: Game) -> dict[str, int]:
    """The largest number that each field can come to which the rules set to plain numbers or such as lie between bounds,
    lower, raise where they ask how large it is, and do nothing else to.

    What no rule ever sets is left out, it comes from elsewhere, unless it has a start and is moved from there.
    """
    starts = {f.name: f.initial for f in game.vocabulary.fields if f.result == "number"}
    put = {one.field.fact for one, _ in _told(game, ()) if isinstance(one, Put)}
    known = {name: (starts.get(name), top) for name, top in _tops(game).items() if name in starts}
    return {
        name: max(start if isinstance(start, int) else 0, top)
        for name, (start, top) in known.items()
        if name in put or isinstance(start, int)
    }


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


class Range(NamedTuple):
    """The least and the largest number that a value can be; None where nothing bounds it. `by` are the clauses."""

    least: int | None
    most: int | None
    by: tuple[str, ...] = ()


def ranges(game: Game) -> dict[str, Range]:
    """The range of each field that only plain numbers are put into, and of each fact that is `within` two others.

    These are numbers that clauses give; where another clause gives another number, the wider range counts.
    """
    found = {name: Range(None, most) for name, most in heights(game).items()}
    for fact in game.vocabulary.facts:
        if fact.within:
            (low, low_by), (high, high_by) = (_given(game, name) for name in fact.within)
            least, most = min(low, default=None), max(high, default=None)
            if least is not None or most is not None:
                found[fact.name] = Range(least, most, tuple(dict.fromkeys((*low_by, *high_by))))
    return found


def copies_counted(game: Game, count: Count) -> tuple[tuple[str, ...], int] | None:
    """Of which titles the cards are that it counts, and how many of these there are; None where that is not known."""
    parts = count.where.parts if isinstance(count.where, And) else (count.where,)
    asked = [p.call.args for p in parts if isinstance(p, Is) and p.call.fact == "is"]
    names = [kind.value for card, kind in asked if card == Var(count.var) and isinstance(kind, Lit)]
    cards = [c for c in game.cards if all(n == c.title or n in (*c.kinds, *c.unsure) for n in names)]
    known = names and count.sort == "card" and cards and all(c.copies for c in cards) and not game.stand_ins
    return (tuple(c.title for c in cards), sum(c.copies for c in cards)) if known else None


def _given(game: Game, name: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The plain numbers that norms give the fact, and their clauses; none if one of them gives anything else."""
    giving = [n for n in game.norms if isinstance(n.claim, Gives) and n.claim.term.fact == name]
    numbers = tuple(
        v.value
        for n in giving
        if isinstance(n.claim, Gives) and isinstance(v := n.claim.value, Lit) and isinstance(v.value, int)
    )
    return (numbers, tuple(n.clause for n in giving)) if len(numbers) == len(giving) else ((), ())
