"""Which pairs of norms can hold of the same act at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from checker.kernel.game import Game
from checker.kernel.norm import (
    Counts, Gives, May, Must, MustNot, Norm, Pattern, Prevents, Protects, Replaces,
)
from checker.kernel.term import Expr, Lit, Var
from checker.smt.terms import PLACE, Terms

MILLISECONDS = 2000
INVARIANTS = ("a card has one title", "a card has the kinds that it is listed with", "every amount has a value")
"""What is taken for granted of every position when a pair is proved not to meet."""



class Pair(NamedTuple):
    """Two norms that say different things of one act or fact, by their ids."""

    one: str
    other: str
    about: str


class Clash(NamedTuple):
    """Whether the pair can meet: `no` is proved, with the parts that exclude each other; `yes` is a candidate."""

    pair: Pair
    can: str
    core: tuple[str, ...]


def about(norm: Norm) -> Pattern | None:
    """The act, event or fact that the norm makes a claim of, if claims of it can clash."""
    match norm.claim:
        case May(act) | Must(act) | MustNot(act):
            return act
        case Prevents(event) | Protects(event) | Replaces(event, _):
            return event
        case Counts(fact, _):
            return Pattern(fact.fact, fact.args)
        case Gives(term, _):
            return Pattern(term.fact, term.args)
        case _:
            return None


def opposed(one: Norm, other: Norm) -> bool:
    """The two claims cannot both stand if they are of the same instance."""
    match one.claim, other.claim:
        case (May() | Must(), MustNot()) | (MustNot(), May() | Must()):
            return True
        case (Protects(), Prevents() | Replaces()) | (Prevents() | Replaces(), Protects()):
            return True
        case (Prevents(), Replaces()) | (Replaces(), Prevents()) | (Replaces(), Replaces()):
            return True
        case (Counts(_, yes), Counts(_, no)):
            return yes is not no
        case (Gives(_, left), Gives(_, right)):
            return left != right
        case _:
            return False


def pairs(game: Game) -> list[Pair]:
    """All pairs of norms that speak of the same act or fact and say different things."""
    found = []
    listed = [(n, p) for n in game.norms if (p := about(n)) is not None]
    for at, (one, first) in enumerate(listed):
        for other, second in listed[at + 1 :]:
            if first.act == second.act and opposed(one, other) and not _alternatives(one, other):
                found.append(Pair(one.id, other.id, first.act))
    return found


def _alternatives(one: Norm, other: Norm) -> bool:
    """The two are readings of one clause, of which only one is ever chosen."""
    return one.clause == other.clause and bool(one.reading and other.reading) and one.reading != other.reading


def clashes(game: Game, listed: list[Pair]) -> list[Clash]:
    """For each pair whether both can hold of the same instance; one solver, one assumption for each part."""
    norms = {n.id: n for n in game.norms}
    terms = Terms(game)
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    return [_clash(solver, terms, norms[p.one], norms[p.other], p) for p in listed]


def _clash(solver: Any, terms: Terms, one: Norm, other: Norm, pair: Pair) -> Clash:
    solver.push()
    parts: dict[str, str] = {}

    def add(name: str, said: str, formula: Any) -> None:
        solver.add(z3.Implies(z3.Bool(name), formula))
        parts[name] = said

    for label, norm in (("first", one), ("second", other)):
        pattern = about(norm)
        assert pattern is not None
        names, same = _matched(pattern, label, terms)
        add(f"{label} act", f"what {norm.clause} speaks of", z3.And(*same))
        add(f"{label} if", f"when {norm.clause} holds", terms.holds(norm.cond, names))
        if isinstance(norm.claim, Gives):
            given = terms.value(norm.claim.value, names)
            add(f"{label} value", f"what {norm.clause} gives", z3.Int(f"given {label}") == given)
    if isinstance(one.claim, Gives):
        add("differ", "that they differ", z3.Int("given first") != z3.Int("given second"))
    result = solver.check(*(z3.Bool(p) for p in parts))
    core = tuple(sorted({parts[str(c)] for c in solver.unsat_core()})) if result == z3.unsat else ()
    solver.pop()
    can = "no" if result == z3.unsat else "yes" if result == z3.sat else "unknown"
    return Clash(pair, can, core)


def _matched(pattern: Pattern, label: str, terms: Terms) -> tuple[dict[str, Expr], list[Any]]:
    """The variables of the norm as the places of the act, and what makes the act an instance."""
    names: dict[str, Expr] = {}
    same: list[Any] = []
    for place, arg in enumerate(pattern.args):
        here = Var(f"{PLACE}{place}")
        if isinstance(arg, Var) and arg.name not in names:
            names[arg.name] = here
        elif isinstance(arg, Lit):
            same.append(z3.Int(here.name) == terms.code(arg.value))
        else:
            same.append(z3.Int(here.name) == terms.value(arg, names))
    return names, same
