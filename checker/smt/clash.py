"""Which pairs of norms can hold of the same act at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from checker.kernel.effect import Event, Run
from checker.kernel.game import Game
from checker.kernel.norm import (
    Counts,
    Gives,
    May,
    Must,
    MustNot,
    Norm,
    Pattern,
    Prevents,
    Protects,
    Replaces,
    When,
)
from checker.kernel.term import Call, Expr, Var
from checker.smt.terms import PLACE, Terms

MILLISECONDS = 2000
INVARIANTS = ("a card has one title", "a card has the kinds it is listed with", "every amount has a value")
"""What is taken for granted of every position when a pair is proved not to meet."""


class Pair(NamedTuple):
    """Two norms that say different things of one act or fact, by their ids.

    With `link`, the second speaks of an event that the act leads to: which places of the act it has.
    """

    one: str
    other: str
    about: str
    link: tuple[int, ...] = ()


class Clash(NamedTuple):
    """Whether the pair can meet: `no` is proved, by the parts in `core`; `yes` is a candidate."""

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
        case When(event, _, _):
            return event
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


def consequences(game: Game) -> list[Pair]:
    """Pairs of a prohibition and a norm on what the act leads to that speak of one derived fact."""
    derived = {f.name for f in game.vocabulary.facts if f.institutional or f.definition is not None}
    found = []
    for forbids in game.norms:
        if not isinstance(forbids.claim, MustNot):
            continue
        act = forbids.claim.act.act
        led = dict(_led(game, act))
        for tells in game.norms:
            event = tells.claim.event if isinstance(tells.claim, Prevents | Replaces | When) else None
            if event is None or event.act not in led or forbids.clause == tells.clause:
                continue
            if _facts(forbids.cond) & _facts(tells.cond) & derived:
                found.append(Pair(forbids.id, tells.id, act, led[event.act]))
    return found


def _led(game: Game, act: str) -> list[tuple[str, tuple[int, ...]]]:
    """The events that the act carries out on its own arguments, with the places these have in the act."""
    declared = next((a for a in game.vocabulary.acts if a.name == act), None)
    if declared is None:
        return []
    places = {name: at for at, (name, _) in enumerate(declared.params)}
    procedures = {p.name: p for p in game.procedures}
    todo: list[Any] = [declared.body, declared.last]
    seen: set[str] = set()
    found = []
    while todo:
        tree = todo.pop()
        if isinstance(tree, Run) and tree.procedure not in seen and tree.procedure in procedures:
            seen.add(tree.procedure)
            todo += [s.effect for s in procedures[tree.procedure].steps]
        elif isinstance(tree, Event) and all(isinstance(a, Var) and a.name in places for a in tree.args):
            found.append((tree.act, tuple(places[a.name] for a in tree.args if isinstance(a, Var))))
        todo += tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return found


def _facts(tree: Any) -> set[str]:
    """The facts that a condition asks for."""
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    inner = set().union(*map(_facts, parts)) if parts else set()
    return {tree.fact, *inner} if isinstance(tree, Call) else inner


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
        link = pair.link if label == "second" and pair.link else tuple(range(len(pattern.args)))
        names, same = matched(pattern, link, terms)
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


def matched(pattern: Pattern, link: tuple[int, ...], terms: Terms) -> tuple[dict[str, Expr], list[Any]]:
    """The variables of the norm as the places of the act, and what makes the act an instance."""
    names: dict[str, Expr] = {}
    same: list[Any] = []
    for place, arg in zip(link, pattern.args, strict=True):
        here = Var(f"{PLACE}{place}")
        if isinstance(arg, Var) and arg.name not in names:
            names[arg.name] = here
        else:
            same.append(terms.value(here, {}) == terms.value(arg, names))
    return names, same
