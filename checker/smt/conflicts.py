"""Which pairs of norms can hold of the same act at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import z3

from checker.kernel.game import Game, Property
from checker.kernel.norm import (
    Gives,
    Leaves,
    Modifies,
    Norm,
    Pattern,
    Prevents,
    Protects,
    Replaces,
)
from checker.kernel.term import All, Call, Count, Expr, Lit, Var
from checker.kernel.trees.walk import facts_in, free, of_kind
from checker.kernel.vocabulary import sort_or_nothing
from checker.smt.encode import PLACE, FormulaEncoder, Names, solver
from checker.smt.norm_pairs import Clash, Link, NormPair, about


def clashes(game: Game, listed: list[NormPair], deep: bool = False) -> list[Clash]:
    """For each pair whether both can hold of the same instance; one solver, one assumption for each part.

    With `deep`, quantifiers are looked into and the properties of the game are taken for granted.
    """
    named = {norm.id: norm for norm in game.norms}
    asking = _PairSolver(game, deep)
    return [asking.clash(named[p.one], named[p.other], p) for p in listed]


def supposed(game: Game) -> tuple[Property, ...]:
    """The properties that hold wherever players may act and that no situation breaks."""
    return tuple(
        p
        for p in game.properties
        if not (p.violable or p.keeps) and p.checks and all(c.when in ("always", "resting") for c in p.checks)
    )


class _Part(NamedTuple):
    """One thing that a norm says, which the solver supposes where it is told to: its switch, in words, as a formula."""

    switch: z3.BoolRef
    said: str
    formula: z3.BoolRef


class _ActNorm(NamedTuple):
    """A norm said of the places of an act, with the number that it gives, if it gives one."""

    parts: tuple[_Part, ...]
    given: z3.ExprRef | None = None


class _PairSolver:
    """One solver that is asked about one pair after the other; each norm is put into formulas once.

    What is looked into deeply is told to the solver for its own question only: quantifiers that are supposed
    nowhere would cost time everywhere.
    """

    def __init__(self, game: Game, deep: bool) -> None:
        self.terms = FormulaEncoder(game, deep)
        self.solver = solver()
        self.solver.add(self.terms.apart())
        self.granted = self._granted(game) if deep else ()
        self.sides: dict[tuple[object, ...], _ActNorm] = {}

    def _granted(self, game: Game) -> tuple[_Part, ...]:
        self.solver.add(self.terms.nothing())
        parts = tuple(
            _Part(z3.Bool(f"property {number} {at}"), f"that {one.id} holds", self.terms.holds(check.cond, {}))
            for number, one in enumerate(supposed(game))
            for at, check in enumerate(one.checks)
        )
        parts += tuple(self._valued(game))
        self._tell(parts)
        return parts

    def _valued(self, game: Game) -> Iterator[_Part]:
        """That each value of the table as a whole is one of those that norms give it, wherever one of them does."""
        giving: dict[Call, list[tuple[Norm, Expr]]] = {}
        left = {n.claim.term.fact for n in game.norms if isinstance(n.claim, Leaves | Modifies)}
        for norm in game.norms:
            match norm.claim:
                case Gives(Call(fact, ()) as term, value) if fact not in left and not free((norm.cond, value)):
                    giving.setdefault(term, []).append((norm, value))
                case _:  # nothing else gives one value for good
                    continue
        for term, norms in giving.items():
            if not any(n.reading or isinstance(v, All) for n, v in norms):
                live = [self.terms.holds(n.cond, {}) for n, _ in norms]
                given = [self.terms.value(term, {}) == self.terms.value(v, {}) for _, v in norms]
                formula = z3.Or(z3.Not(z3.Or(*live)), *map(z3.And, live, given))
                said = f"that the {term.fact} is as {' or '.join(n.clause for n, _ in norms)} has it"
                yield _Part(z3.Bool(f"value {term.fact}"), said, formula)

    def _tell(self, parts: tuple[_Part, ...]) -> None:
        for part in parts:
            self.solver.add(z3.Implies(part.switch, part.formula))

    def clash(self, one: Norm, other: Norm, pair: NormPair) -> Clash:
        """Whether both norms can hold of the same instance, as the pair says which."""
        if self.terms.deep:
            self.solver.push()
        first, second = self._side(one, (), (None, "")), self._side(other, pair.link, pair.text)
        parts = (*first.parts, *second.parts)
        if first.given is not None:
            switch = z3.Bool(f"{one.id} and {other.id} differ")
            differ = (_Part(switch, "that they differ", first.given != second.given),)
            self._tell(differ)
            parts = (*parts, *differ)
        parts = (*parts, *self._on_the_way(pair))
        said = {str(p.switch): p.said for p in (*self.granted, *parts)}
        result = self.solver.check(*(p.switch for p in (*parts, *self.granted)))
        core = tuple(sorted({said[str(c)] for c in self.solver.unsat_core()})) if result == z3.unsat else ()
        if self.terms.deep:
            self.solver.pop()
        can = "no" if result == z3.unsat else "yes" if result == z3.sat else "unknown"
        return Clash(pair, can, core)

    def _on_the_way(self, pair: NormPair) -> tuple[_Part, ...]:
        """That what the act leads through happens, and what it has written down by then."""
        made: list[_Part] = []
        for field, of, value in pair.kept:
            term = self.terms.value(Call(field, (Var(f"{PLACE}{of}"),)), {})
            switch = z3.Bool(f"{pair} {field} {of}")
            made.append(_Part(switch, f"the {field} as the act sets it", term == z3.Int(f"{PLACE}{value}")))
        for name, link in pair.past:
            norm = next(n for n in self.terms.game.norms if n.id == name and isinstance(n.claim, Prevents | Replaces))
            pattern = about(norm)
            assert pattern is not None
            guards = [
                n for n in self.terms.game.norms if isinstance(n.claim, Protects) and n.claim.event.act == pattern.act
            ]
            lets = [z3.Not(self._live(norm, link)), *(self._live(guard, link) for guard in guards)]
            made.append(
                _Part(z3.Bool(f"{pair} past {name}"), f"that {norm.clause} puts nothing else there", z3.Or(*lets))
            )
        made += self._needed(pair)
        self._tell(tuple(made))
        return tuple(made)

    def _needed(self, pair: NormPair) -> Iterator[_Part]:
        """What a forbidden act needs to be done at all, where what follows it does not speak of that."""
        norms = {n.id: n for n in self.terms.game.norms}
        act = next((a for a in self.terms.game.vocabulary.acts if a.name == pair.about), None)
        if act is None or not pair.kept or facts_in(act.needs) & facts_in(norms[pair.other].cond):
            return
        names: dict[str, Expr] = {param: Var(f"{PLACE}{at}") for at, (param, _) in enumerate(act.params)}
        yield _Part(z3.Bool(f"{pair} needed"), f"what `{pair.about}` needs", self.terms.holds(act.needs, names))

    def _live(self, norm: Norm, link: Link) -> z3.BoolRef:
        """That the norm holds of the event with these places."""
        pattern = about(norm)
        assert pattern is not None
        names, same = matched(pattern, link, self.terms)
        return z3.And(*same, self.terms.holds(norm.cond, names))

    def _side(self, norm: Norm, link: Link, text: tuple[int | Lit | None, str]) -> _ActNorm:
        key = (norm.id, link, text)
        known = self.sides.get(key)
        if known is None:
            known = self.sides[key] = self._said(norm, link, text, f"{norm.id} {len(self.sides)}")
            if not self.terms.deep:
                self._tell(known.parts)
        if self.terms.deep:
            self._tell(known.parts)
        return known

    def _said(self, norm: Norm, link: Link, text: tuple[int | Lit | None, str], name: str) -> _ActNorm:
        pattern = about(norm)
        assert pattern is not None
        names, same = matched(pattern, link or tuple(range(len(pattern.args))), self.terms)
        parts = [
            _Part(z3.Bool(f"{name} act"), f"what {norm.clause} speaks of", z3.And(*same)),
            _Part(z3.Bool(f"{name} if"), f"when {norm.clause} holds", self.terms.holds(norm.cond, names)),
        ]
        if isinstance(text[0], int):
            titled = self.terms.titled(Var(f"{PLACE}{text[0]}"), text[1])
            parts.append(_Part(z3.Bool(f"{name} card"), f"that the card is {text[1]}", titled))
        if not isinstance(norm.claim, Gives):
            return _ActNorm(tuple(parts))
        given = z3.Int(f"given {name}")
        gives = self._gives(norm.claim, names, given, Var(f"{PLACE}given {name}"))
        return _ActNorm((*parts, _Part(z3.Bool(f"{name} value"), f"what {norm.clause} gives", gives)), given)

    def _gives(self, claim: Gives, names: dict[str, Expr], given: z3.ExprRef, thing: Var) -> z3.BoolRef:
        """That the number is the value that the norm gives; `thing` is one of those that it may be."""
        if self.terms.deep and isinstance(claim.value, All):
            return z3.And(self.terms.value(thing, {}) == given, self.terms.fits(claim.value, names, thing))
        return given == self.terms.value(claim.value, names)


def matched(pattern: Pattern, link: Link, terms: FormulaEncoder) -> tuple[dict[str, Expr], list[z3.BoolRef]]:
    """The variables of the norm as the places of the act, and what makes the act an instance."""
    names: dict[str, Expr] = {}
    same: list[z3.BoolRef] = []
    always = terms.always(pattern.act)
    for at, arg in enumerate(pattern.args):
        place = link[at] if at < len(link) else None
        here = Var(f"{PLACE}{place}" if isinstance(place, int) else f"{PLACE}of its own {at}")
        if isinstance(place, Lit):
            same.append(z3.Int(here.name) == terms.code(place.value))
        if isinstance(arg, Var) and arg.name not in names:
            names[arg.name] = here
            if terms.deep and (sort := sort_or_nothing(terms.game.vocabulary, arg.name)):
                missing = z3.And(z3.Int(here.name) == terms.code(None), z3.BoolVal(at not in always))
                same.append(z3.Or(missing, terms.sort(sort, z3.Int(here.name))))
        else:
            same.append(terms.value(here, {}) == terms.value(arg, names))
    return names, same


def described(game: Game) -> list[Norm]:
    """The norms whose value is whatever fits a description."""
    return [n for n in game.norms if isinstance(n.claim, Gives) and isinstance(n.claim.value, All)]


def single(game: Game, norm: Norm) -> bool:
    """Proved: at most one thing can fit the description. False if that is not so, or could not be proved."""
    assert isinstance(norm.claim, Gives) and isinstance(norm.claim.value, All)
    terms = FormulaEncoder(game, deep=True)
    asked = solver()
    pattern = about(norm)
    assert pattern is not None
    names, same = matched(pattern, tuple(range(len(pattern.args))), terms)
    one, other = Var(f"{PLACE}one"), Var(f"{PLACE}other")
    asked.add(*same, terms.holds(norm.cond, names), terms.value(one, {}) != terms.value(other, {}))
    asked.add(terms.nothing(), *(terms.holds(c.cond, {}) for p in supposed(game) for c in p.checks))
    asked.add(terms.fits(norm.claim.value, names, one), terms.fits(norm.claim.value, names, other))
    asked.add(*(_counted_twice(terms, c, names, one, other) for c in of_kind(norm.cond, Count)))
    return bool(asked.check() == z3.unsat)


def _counted_twice(terms: FormulaEncoder, count: Count, names: Names, one: Var, other: Var) -> z3.BoolRef:
    """Where two things are among those that are counted, the number is at least 2."""
    counted = All(count.var, count.sort, count.where)
    both = z3.And(terms.fits(counted, names, one), terms.fits(counted, names, other))
    return z3.Implies(both, terms.value(count, names) >= 2)
