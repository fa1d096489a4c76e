"""Norms whose condition can never hold, norms and cards that others always outrank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

import z3

from checker.kernel.game import Game
from checker.kernel.norm import ALL_ELSE, May, Must, MustNot, Norm, Prevents, Protects, Replaces, When
from checker.kernel.norm import about as claimed
from checker.kernel.term import Call, Cond, Count, Expr, Var, Yes
from checker.kernel.trees.walk import free, of_kind, parts_of
from checker.kernel.vocabulary import Act
from checker.smt.conflicts import matched
from checker.smt.encode import PLACE, FormulaEncoder, solver
from checker.smt.norm_pairs import DeadText, about, opposed
from checker.static.written_values import BOXED, Range, copies_counted

MOST = 3
"""The largest set of norms that is tried as the smallest one; larger ones are as the solver gave them."""

Ranks = Callable[[str, str], bool]
"""Whether the first norm outranks the second, by their ids."""


class _ConditionSolver:
    """Asks one solver whether conditions can hold together; each question starts afresh."""

    def __init__(self, game: Game, deep: bool = False) -> None:
        self.terms = FormulaEncoder(game, deep)
        self.solver = solver()
        self.solver.add(self.terms.apart(), *((self.terms.nothing(),) if deep else ()))
        self._live: dict[str, object] = {}

    def live(self, norm: Norm) -> z3.BoolRef:
        """That the norm is live for the act or fact with the places of its pattern."""
        if norm.id not in self._live:
            pattern = claimed(norm.claim)
            assert pattern is not None
            names, same = matched(pattern, tuple(range(len(pattern.args))), self.terms)
            self._live[norm.id] = z3.And(*same, self.terms.holds(norm.cond, names))
        return self._live[norm.id]

    def possible(self, always: Iterable[z3.BoolRef], named: dict[str, z3.BoolRef]) -> tuple[str, ...] | None:
        """None if all can hold together, else the names that the contradiction needs."""
        self.solver.push()
        self.solver.add(*always)
        for name, formula in named.items():
            self.solver.add(z3.Implies(z3.Bool(name), formula))
        result = self.solver.check(*(z3.Bool(n) for n in named))
        core = tuple(sorted(str(c) for c in self.solver.unsat_core())) if result == z3.unsat else None
        self.solver.pop()
        return core

    def smallest(
        self, always: list[z3.BoolRef], named: dict[str, z3.BoolRef], core: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A smallest set of the names that the contradiction needs."""
        for size in range(min(MOST, len(core) - 1) + 1):
            for some in combinations(sorted(named), size):
                if self.possible(always, {n: named[n] for n in some}) is not None:
                    return some
        return core


def dead_norms(game: Game) -> list[DeadText]:
    """The norms whose condition can never hold."""
    asking = _ConditionSolver(game)
    norms = [n for n in game.norms if claimed(n.claim) is not None]
    return [DeadText(n.id) for n in norms if asking.possible([asking.live(n)], {}) is not None]


def unreached_norms(game: Game, within: dict[str, Range]) -> list[DeadText]:
    """The norms whose condition asks for a number beyond the range of its field or fact, or for more cards than there are; `by` are these.

    What the clauses that state a range say of what lies beyond it is no such norm.
    """
    asking = _ConditionSolver(game)
    found = []
    for norm in game.norms:
        pattern = claimed(norm.claim)
        ranged = frozenset(name for name, r in within.items() if norm.clause not in r.by)
        asked = sorted(_calls(norm.cond, ranged), key=repr) if pattern is not None else []
        counts = _counts(game, norm.cond) if pattern is not None else []
        if pattern is None or not (asked or counts) or asking.possible([asking.live(norm)], {}) is not None:
            continue
        names, _ = matched(pattern, tuple(range(len(pattern.args))), asking.terms)
        low = {f"{c.fact} {n}": _inside(asking.terms.value(c, names), within[c.fact]) for n, c in enumerate(asked)}
        low |= _boxed(asking, counts, names)
        core = asking.possible([asking.live(norm)], low)
        if core:
            fields = (name.rpartition(" ")[0] for name in asking.smallest([asking.live(norm)], low, core))
            found.append(DeadText(norm.id, tuple(dict.fromkeys(fields))))
    return found


def dead_conditions(game: Game, listed: Iterable[tuple[str, Cond]], within: dict[str, Range]) -> list[DeadText]:
    """The conditions, by name, that never hold: since they contradict themselves, or ask for a number beyond the range
    of a field or fact; `by` are these."""
    asking = _ConditionSolver(game)
    found = []
    for name, cond in listed:
        names: dict[str, Expr] = {v: Var(f"{PLACE}{v}") for v in free(cond)}
        so = [asking.terms.holds(cond, names)]
        low = {
            f"{c.fact} {n}": _inside(asking.terms.value(c, names), within[c.fact])
            for n, c in enumerate(sorted(_calls(cond, frozenset(within)), key=repr))
        }
        low |= _boxed(asking, _counts(game, cond), names)
        core = asking.possible(so, low)
        if core is not None:
            fields = (at.rpartition(" ")[0] for at in asking.smallest(so, low, core))
            found.append(DeadText(name, tuple(dict.fromkeys(fields))))
    return found


def _counts(game: Game, cond: Cond) -> list[tuple[Count, str, int]]:
    """What the condition counts of cards of which it is known how many there are, with their titles."""
    found = ((count, copies_counted(game, count)) for count in of_kind(cond, Count))
    return [(count, ", ".join(told[0]), told[1]) for count, told in found if told is not None]


def _boxed(
    asking: _ConditionSolver, counts: list[tuple[Count, str, int]], names: dict[str, Expr]
) -> dict[str, z3.BoolRef]:
    """That no more cards are counted than there are."""
    told = enumerate(counts)
    return {f"{BOXED}{most} {titles} {n}": asking.terms.value(c, names) <= most for n, (c, titles, most) in told}


def _inside(value: z3.ArithRef, within: Range) -> z3.BoolRef:
    """That the value lies in the range."""
    least = () if within.least is None else (value >= within.least,)
    most = () if within.most is None else (value <= within.most,)
    return z3.And(*least, *most)


def _calls(tree: object, fields: frozenset[str]) -> set[Call]:
    """Every value of the fields that the tree asks for."""
    if isinstance(tree, Call) and tree.fact in fields:
        return {tree}
    parts = parts_of(tree)
    return {call for part in parts for call in _calls(part, fields)}


def shadowed_norms(game: Game, outranks: Ranks, closely: frozenset[str] = frozenset()) -> list[DeadText]:
    """The norms that never prevail: wherever one is live, a norm that outranks it says otherwise.

    Quantifiers are looked into for those that are to be looked at `closely`.
    """
    asking, deep = _ConditionSolver(game), _ConditionSolver(game, True)
    found = []
    norms = [(n, p) for n in game.norms if (p := about(n)) is not None]
    for norm, pattern in norms:
        above = [
            o
            for o, other in norms
            if other.act == pattern.act and opposed(norm, o) and outranks(o.id, norm.id) and not o.reading
        ]
        if not above or asking.possible([asking.live(norm)], {}) is not None:
            continue
        for ask in (asking, deep) if norm.id in closely else (asking,):
            named = {o.id: z3.Not(ask.live(o)) for o in above}
            core = ask.possible([ask.live(norm)], named)
            if core:
                found.append(DeadText(norm.id, ask.smallest([ask.live(norm)], named, core)))
                break
    return found


def always_forbidden(game: Game, duties: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[tuple[str, ...], ...]]:
    """For each duty, those of the prohibitions that forbid wherever it demands: each that does alone, else the fewest
    that do together."""
    asking = _ConditionSolver(game)
    norms = {n.id: n for n in game.norms}
    found = []
    for duty, bans in duties:
        demanded = [asking.live(norms[duty])]
        named = {ban: z3.Not(asking.live(norms[ban])) for ban in bans}
        sets: tuple[tuple[str, ...], ...] = ()
        if asking.possible(demanded, {}) is None:
            sets = tuple((ban,) for ban in bans if asking.possible(demanded, {ban: named[ban]}) is not None)
            core = None if sets else asking.possible(demanded, {b: f for b, f in named.items() if not norms[b].reading})
            sets = (asking.smallest(demanded, {b: named[b] for b in core}, core),) if core else sets
        found.append(sets)
    return found


def overtaken_norms(game: Game, outranks: Ranks) -> list[DeadText]:
    """The norms on events in whose place, wherever they would happen so, others always put something else.

    What is protected from the others there is not.
    """
    asking = _ConditionSolver(game)
    found = []
    norms = [(n, p) for n in game.norms if (p := about(n)) is not None]
    for norm, pattern in norms:
        alike = [o for o, p in norms if p.act == pattern.act]
        others = [o for o in alike if isinstance(o.claim, Prevents | Replaces) and not o.reading]
        if not isinstance(norm.claim, When) or not others:
            continue
        live = [asking.live(norm)]
        guards = [o for o in alike if isinstance(o.claim, Protects)]
        named = {
            o.id: z3.Or(z3.Not(asking.live(o)), *(asking.live(g) for g in guards if not outranks(o.id, g.id)))
            for o in others
        }
        core = asking.possible(live, named) if asking.possible(live, {}) is None else None
        if core:
            found.append(DeadText(norm.id, asking.smallest(live, named, core)))
    return found


def needless_bans(game: Game) -> list[DeadText]:
    """The prohibitions of what nothing allows in their cases, in a game that forbids by itself what nothing allows."""
    asking, found = _ConditionSolver(game), []
    for norm in game.norms:
        if not isinstance(norm.claim, MustNot) or norm.speaker == ALL_ELSE or norm.reading:
            continue
        act = norm.claim.act.act
        alike = [n for n in game.norms if isinstance(n.claim, May | Must | MustNot) and n.claim.act.act == act]
        closing = [n.id for n in alike if n.speaker == ALL_ELSE and n.cond == Yes()]
        allowing = [asking.live(n) for n in alike if not isinstance(n.claim, MustNot)] if closing else []
        held = closing and asking.possible([asking.live(norm)], {}) is None
        if held and all(asking.possible([asking.live(norm), live], {}) is not None for live in allowing):
            found.append(DeadText(norm.id, tuple(closing[:1])))
    return found


def vain_protections(game: Game, outranks: Ranks) -> list[DeadText]:
    """The protections that keep nothing off: all that would alter what they protect, where they hold, outranks them."""
    asking = _ConditionSolver(game)
    found = []
    altering = [n for n in game.norms if isinstance(n.claim, Prevents | Replaces)]
    for norm in game.norms:
        pattern = about(norm)
        if not isinstance(norm.claim, Protects) or pattern is None:
            continue
        live = asking.live(norm)
        against = [o for o in altering if (p := about(o)) is not None and p.act == pattern.act]
        met = [o for o in against if asking.possible([live, asking.live(o)], {}) is None]
        if met and all(outranks(o.id, norm.id) and not o.reading for o in met):
            found.append(DeadText(norm.id, tuple(o.id for o in met)))
    return found


class _Forbidden(NamedTuple):
    """An act of which norms speak: which of its places is for a card, where anything allows it, where each prohibition
    does not hold against that."""

    act: Act
    card: int | None
    allowed: z3.BoolRef
    free: dict[str, z3.ArithRef]


def _forbidden(game: Game, outranks: Ranks, asking: _ConditionSolver) -> Iterator[_Forbidden]:
    """Each act that norms allow and others forbid."""
    for act in game.vocabulary.acts:
        at = next((i for i, (p, s) in enumerate(act.params) if s == "card" or (not s and p[:1] == "C")), None)
        speaking = [n for n in game.norms if isinstance(n.claim, May | Must | MustNot) and n.claim.act.act == act.name]
        forbids = [n for n in speaking if isinstance(n.claim, MustNot) and not n.reading]
        allows = [n for n in speaking if not isinstance(n.claim, MustNot)]
        if forbids and allows:
            live = {n.id: asking.live(n) for n in speaking}
            above = {n.id: [live[a.id] for a in allows if outranks(a.id, n.id)] for n in forbids}
            free = {n.id: z3.Or(z3.Not(live[n.id]), *above[n.id]) for n in forbids}
            yield _Forbidden(act, at, z3.Or(*(live[a.id] for a in allows if not a.reading)), free)


def dead_acts(game: Game, outranks: Ranks) -> list[DeadText]:
    """The acts, whatever their cards, that are forbidden wherever anything allows them, and by what norms; what allows
    them goes before none of these."""
    asking = _ConditionSolver(game)
    found = []
    for one in _forbidden(game, outranks, asking):
        core = asking.possible([one.allowed], one.free)
        if core:
            found.append(DeadText(one.act.name, asking.smallest([one.allowed], one.free, core)))
    return found


def dead_cards(game: Game, outranks: Ranks) -> list[DeadText]:
    """The cards with which an act is forbidden wherever anything allows it, though not with all, and by what norms;
    what allows it goes before none of these."""
    asking = _ConditionSolver(game)
    found = []
    for one in _forbidden(game, outranks, asking):
        some = one.card is not None and not asking.possible([one.allowed], one.free)
        for card in game.cards if some else ():
            is_it = [one.allowed, asking.terms.titled(Var(f"{PLACE}{one.card}"), card.title)]
            core = asking.possible(is_it, one.free) if card.copies else None
            if core:
                found.append(DeadText(card.title, asking.smallest(is_it, one.free, core), one.act.name))
    return found


def covered(game: Game, lost: Iterable[str], stay: Iterable[str]) -> tuple[str, ...] | None:
    """The clauses of the norms that stay and say all that the lost ones said, wherever these were live; None if some
    of it was said by none of them."""
    asking = _ConditionSolver(game)
    norms = {n.id: n for n in game.norms}
    kept = [norms[name] for name in stay if name in norms]
    clauses: dict[str, None] = {}
    for norm in (norms[name] for name in lost):
        pattern = about(norm)
        same = [n for n in kept if n.id != norm.id and _says(n, norm)]
        if pattern is None or (not same and not asking.possible([asking.live(norm)], {})):
            return None
        named = {n.id: z3.Not(asking.live(n)) for n in same}
        core = asking.possible([asking.live(norm)], named)
        if core is None:
            return None
        clauses.update(dict.fromkeys(norms[n].clause for n in asking.smallest([asking.live(norm)], named, core)))
    return tuple(clauses)


def _says(one: Norm, other: Norm) -> bool:
    """The norms say the same of the same, by the same speaker, in whatever cases."""
    if one.reading or one.speaker != other.speaker or type(one.claim) is not type(other.claim):
        return False
    here, there = about(one), about(other)
    plain = isinstance(one.claim, May | Must | MustNot | Prevents) and here is not None and there is not None
    return one.claim == other.claim or (plain and here is not None and there is not None and here.act == there.act)
