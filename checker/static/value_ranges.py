"""Within which numbers the values of a game lie: as far as rules raise them, and as clauses say of them."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.game import Game
from checker.kernel.norm import Gives
from checker.kernel.term import And, Count, Is, Lit, Var
from checker.static.written_values import heights

BOXED = "cards in the box: "
"""Begins what is said of how many cards there are, with their titles."""


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
