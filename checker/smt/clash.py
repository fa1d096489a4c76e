"""Which pairs of norms can hold of the same act at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import z3

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
from checker.kernel.property import Property
from checker.kernel.term import All, Expr, Lit, Var
from checker.kernel.vocabulary import sort_of
from checker.smt.terms import PLACE, Terms

MILLISECONDS = 2000


class Pair(NamedTuple):
    """Two norms that say different things of one act or fact, by their ids.

    With `link`, the second speaks of an event that the act leads to: which places of the act it has, where
    that is known; with `text`, by the text of a card: the place of the card in the act, and its title.
    """

    one: str
    other: str
    about: str
    link: tuple[int | Lit | None, ...] = ()
    text: tuple[int | Lit | None, str] = (None, "")


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


def _alternatives(one: Norm, other: Norm) -> bool:
    """The two are readings of one clause, of which only one is ever chosen."""
    return one.clause == other.clause and bool(one.reading and other.reading) and one.reading != other.reading


def clashes(game: Game, listed: list[Pair], deep: bool = False) -> list[Clash]:
    """For each pair whether both can hold of the same instance; one solver, one assumption for each part.

    With `deep`, quantifiers are looked into and the properties of the game are taken for granted.
    """
    norms = {n.id: n for n in game.norms}
    terms = Terms(game, deep)
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    granted: dict[str, str] = {}
    if deep:
        solver.add(terms.nothing())
        for number, one in enumerate(supposed(game)):
            for at, check in enumerate(one.checks):
                name = f"property {number} {at}"
                granted[name] = f"that {one.id} holds"
                solver.add(z3.Implies(z3.Bool(name), terms.holds(check.cond, {})))
    return [_clash(solver, terms, norms[p.one], norms[p.other], p, granted) for p in listed]


def supposed(game: Game) -> tuple[Property, ...]:
    """The properties that hold wherever players may act and that no situation breaks."""
    return tuple(
        p
        for p in game.properties
        if not p.violable and p.checks and all(c.when in ("always", "resting") and c.event is None for c in p.checks)
    )


def _clash(solver: Any, terms: Terms, one: Norm, other: Norm, pair: Pair, granted: dict[str, str]) -> Clash:
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
        if label == "second" and isinstance(pair.text[0], int):
            add("card", f"that the card is {pair.text[1]}", terms.titled(Var(f"{PLACE}{pair.text[0]}"), pair.text[1]))
        if isinstance(norm.claim, Gives):
            given = z3.Int(f"given {label}")
            if terms.deep and isinstance(norm.claim.value, All):
                thing = Var(f"{PLACE}given {label}")
                fitting = terms.fits(norm.claim.value, names, thing)
                add(f"{label} value", f"what {norm.clause} gives", z3.And(terms.value(thing, {}) == given, fitting))
            else:
                add(f"{label} value", f"what {norm.clause} gives", given == terms.value(norm.claim.value, names))
    if isinstance(one.claim, Gives):
        add("differ", "that they differ", z3.Int("given first") != z3.Int("given second"))
    result = solver.check(*(z3.Bool(p) for p in (*parts, *granted)))
    said = {**granted, **parts}
    core = tuple(sorted({said[str(c)] for c in solver.unsat_core()})) if result == z3.unsat else ()
    solver.pop()
    can = "no" if result == z3.unsat else "yes" if result == z3.sat else "unknown"
    return Clash(pair, can, core)


def matched(pattern: Pattern, link: tuple[int | Lit | None, ...], terms: Terms) -> tuple[dict[str, Expr], list[Any]]:
    """The variables of the norm as the places of the act, and what makes the act an instance."""
    names: dict[str, Expr] = {}
    same: list[Any] = []
    always = terms.always(pattern.act)
    for at, arg in enumerate(pattern.args):
        place = link[at] if at < len(link) else None
        here = Var(f"{PLACE}{place}" if isinstance(place, int) else f"{PLACE}of its own {at}")
        if isinstance(place, Lit):
            same.append(z3.Int(here.name) == terms.code(place.value))
        if isinstance(arg, Var) and arg.name not in names:
            names[arg.name] = here
            if terms.deep and (sort := _sort(terms.game, arg.name)):
                missing = z3.And(z3.Int(here.name) == terms.code(None), z3.BoolVal(at not in always))
                same.append(z3.Or(missing, terms.sort(sort, z3.Int(here.name))))
        else:
            same.append(terms.value(here, {}) == terms.value(arg, names))
    return names, same


def _sort(game: Game, variable: str) -> str:
    try:
        return sort_of(game.vocabulary, variable)
    except KeyError:
        return ""
