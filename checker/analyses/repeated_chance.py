"""Chance is tried again and again, and may never be done.

What it finds: tables on which every result of a roll has to be rolled again; and what is done again and again until
chance has it so, while nothing else changes on the way that could run out; and what an amendment says and that leads
to itself, by chance, by what somebody chooses or as a duty, without anything spent on the way. The table of the analysis (in the
JSON) has every set of results that can be repeated at once, with the exact chance of each other result in the
end, and how many rolls it takes on average.

Why it matters: nobody can say what happens then; and a result that is repeated makes the others more likely.

Example: all entries of a board of results are starred, and the star says to roll again what was rolled before.

How to settle it: leave one result that is never repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from checker.certificates.check_bodies import Bodies, within
from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.loops.self_causing import FIELD, SET, SelfCausing, self_causing
from checker.kernel import effect as e
from checker.kernel import term as t
from checker.kernel.game import Game
from checker.kernel.game_play import Repeated
from checker.kernel.norm import Counts, Gives, Leaves, Modifies
from checker.kernel.trees.walk import facts_in, letters_in, of_kind, reachable
from checker.kernel.verdict import Extent, Finding
from checker.kernel.zone_terms import BROUGHT, INSIDE
from checker.norms.evaluate import Context
from checker.session.context import Scope, Work

CODE = "HX502"
NAME = "repeated-chance"
SETTLE = "leave one result that is never repeated"
MOST_RESULTS = 100
"""So many results of a roll are looked at."""
MOST_TRIED = 20_000
"""So many effects are gone through for one loop."""
DEEPEST = 12
"""So far acts and procedures are followed into each other."""
AROUND = frozenset({"left neighbour", "right neighbour"})
"""The functions whose value nothing changes."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """A finding if some table has every result repeated; every set of results that can be, as a table."""
    rules, playing = work.bench.rules, work.bench.playing
    again = list(_again(rules.game))
    tried = [_tried(work, where) for where in dict.fromkeys(again)]
    rolled = playing.rolled if playing is not None else frozenset[str]()
    loops = [f for f in work.findings if f.code == "HX501"]
    causing = [(one, _causing(work, one)) for one in self_causing(rules.game, rolled)]
    tried += [f for one, f in causing if not any(shows(loop, one, f) for loop in loops)]
    if playing is None or playing.repeats is None:
        told = "whatever is done again until a condition holds: chance alone decides when it does in"
        return tried, Scope(NAME, Extent.EXHAUSTED, f"{told} {', '.join(again) or 'none of it'}")
    sets, scope, scene = playing.repeats(lambda store: Context(rules, store))
    endless = [one for one in sets if not one.tries]
    return [*tried, *(_finding(work, one, scene) for one in endless[:1])], Scope(
        NAME, Extent.EXHAUSTED, scope, table=sets
    )


def _again(game: Game) -> Iterator[str]:
    """Where chance is tried until it has it so: loops, and procedures that begin themselves anew."""
    bodies = Bodies(game)
    for (where, _), loop in bodies.loops():
        if isinstance(loop, e.While) and any(isinstance(x, e.Chance) for x in _whole(bodies, loop.body)):
            tries = _Tries(game, bodies, (loop.cond, loop.body))
            if tries.goes(loop.body, tries.start, partial(tries.still, loop.cond)):
                yield where
    for name, procedure in bodies.procedures.items():
        steps = e.Then(tuple(s.effect for s in bodies.steps(procedure)))
        parts = _whole(bodies, steps)
        if any(isinstance(x, e.Run) and f"procedure {x.procedure}" == name for x in parts):
            tries = _Tries(game, bodies, steps, name)
            if any(isinstance(x, e.Chance) for x in parts) and tries.goes(steps, tries.start, lambda _: False):
                yield name


def _whole(bodies: Bodies, effect: e.Effect) -> list[e.Effect]:
    """The effect with every part of it, and of all that is carried out in it."""
    owned: dict[str, list[e.Effect]] = {}
    for at, body in bodies.each():
        owned.setdefault(f"procedure {at.partition(' of ')[2]}" if at.startswith("step ") else at, []).append(body)
    for name, claim in bodies.norms:
        owned.setdefault(f"act {claim.event.act}", []).extend(owned.get(f"norm {name}", []))
    parts = list(within(effect))
    called = reachable(
        (name for x in parts for name in bodies.called(x)),
        lambda name: (to for body in owned.get(name, ()) for x in within(body) for to in bodies.called(x)),
    )
    return [*parts, *(x for name in called for body in owned.get(name, ()) for x in within(body))]


Meant: TypeAlias = tuple[str, t.Value] | None
"""What stands for a thing or number: itself, a letter from outside, somebody other than is asked for; None if not known."""


class _RoundSoFar(NamedTuple):
    """How far a round has come: what letters stand for, what was written, and what is known of it."""

    letters: Mapping[str, Meant]
    written: frozenset[str] = frozenset()
    known: Mapping[tuple[str, tuple[Meant, ...]], Meant] = MappingProxyType({})
    deep: int = 0

    def put(self, fact: str, args: tuple[Meant, ...], value: Meant) -> _RoundSoFar:
        """What is written there is all that is known of the field."""
        rest = {key: v for key, v in self.known.items() if key[0] != fact}
        told = {(fact, args): value} if None not in args and value is not None else {}
        return self._replace(written=self.written | {fact}, known=rest | told)


class _Tries:
    """Whether chance can have it so, whatever else is the case, that a round is followed by another one."""

    def __init__(self, game: Game, bodies: Bodies, whole: object, own: str = "") -> None:
        self._game, self._bodies, self._own = game, bodies, own
        self._fields = {f.name for f in game.vocabulary.fields}
        self._left = MOST_TRIED
        self._acts = {a.name: a for a in game.vocabulary.acts}
        self._attended = {claim.event.act for _, claim in bodies.norms}
        self._one = sum(1 for _ in of_kind(whole, t.Compare)) == 1
        self._says: dict[str, list[object]] = {f.name: [f.definition] for f in game.vocabulary.facts}
        for norm in game.norms:
            if isinstance(norm.claim, Counts | Gives | Leaves | Modifies):
                told = norm.claim.fact if isinstance(norm.claim, Counts) else norm.claim.term
                self._says.setdefault(told.fact, []).extend((norm.claim, norm.cond))
        self.start = _RoundSoFar({name: ("outer", name) for name in letters_in(whole)})

    def still(self, cond: t.Cond, at: _RoundSoFar) -> bool:
        """The condition, which held before the round, holds after it."""
        if isinstance(cond, t.And):
            return all(self.still(part, at) for part in cond.parts)
        return not self._changed(cond, at) or self._holds(cond, at) is True

    def goes(self, effect: e.Effect, at: _RoundSoFar, then: Callable[[_RoundSoFar], bool]) -> bool:
        """With some results of chance, and with all that is decided otherwise, what comes then is so after the effect."""
        self._left -= 1
        if self._left < 0 or at.deep > DEEPEST:
            return False

        def back(on: _RoundSoFar) -> bool:
            return then(on._replace(letters=at.letters, deep=at.deep))

        match effect:
            case e.Nothing() | e.Say() | e.Consult() | e.End():
                return then(at)
            case e.Then(effects):
                first, rest = (effects[0], e.Then(effects[1:])) if effects else (e.Nothing(), None)
                return self.goes(first, at, lambda on: self.goes(rest, on, then) if rest else then(on))
            case e.Under(clauses, body):
                return self.goes(body if self._bodies.stated(clauses) else e.Nothing(), at, then)
            case e.Let(var, value, body):
                return self.goes(body, self._bound(at, var, self._value(value, at)), back)
            case e.Choose(_, var, _, body) | e.Pick(_, var, _, body):
                return self.goes(body, self._bound(at, var, None), back)
            case e.Chance(var, over, body):
                return any(self.goes(body, self._bound(at, var, one), back) for one in self._results(over))
            case e.If(cond, so, otherwise):
                held = self._holds(cond, at)
                ways = ((True, so), (False, otherwise))
                return all(self.goes(way, at, then) for when, way in ways if held in (when, None))
            case e.Put(field, value):
                args = tuple(self._value(arg, at) for arg in field.args)
                return then(at.put(field.fact, args, self._value(value, at)))
            case e.Run(procedure) if f"procedure {procedure}" == self._own:
                return True
            case e.Run(procedure):
                steps = self._bodies.steps(self._bodies.procedures[f"procedure {procedure}"])
                return self.goes(e.Then(tuple(s.effect for s in steps)), at._replace(deep=at.deep + 1), back)
            case e.Event(name, args) if name not in self._attended:
                act, told = self._acts[name], [self._value(arg, at) for arg in args]
                inner = dict(zip((param for param, _ in act.params), told, strict=True))
                return self.goes(e.Then((act.body, act.last)), at._replace(letters=inner, deep=at.deep + 1), back)
        return self._aside(effect, at, then)

    def _aside(self, effect: e.Effect, at: _RoundSoFar, then: Callable[[_RoundSoFar], bool]) -> bool:
        """The same of what is not followed: nothing is known of what it may write."""
        parts = _whole(self._bodies, effect)
        if any(isinstance(x, e.Await | e.Leave | e.While | e.Create | e.Remove) for x in parts):
            return False
        if any(isinstance(x, e.Run) and f"procedure {x.procedure}" == self._own for x in parts):
            return False
        for x in parts:
            match x:
                case e.Put(field) | e.Add(field):
                    at = at.put(field.fact, (), None)
                case e.Unstated(_, changes):
                    for field in changes:
                        at = at.put(field.fact, (), None)
                case e.Move():
                    at = at.put(INSIDE, (), None)
        return then(at)

    def _bound(self, at: _RoundSoFar, letter: str, value: Meant) -> _RoundSoFar:
        return at._replace(letters={**at.letters, letter: value})

    def _results(self, over: t.Expr) -> Iterator[Meant]:
        """The results of chance, as far as they are known: each number, or a player who is not the one that is asked for."""
        if not isinstance(over, t.All):
            return
        bounds = {
            c.op: c.right.value
            for c in of_kind(over.where, t.Compare)
            if c.left == t.Var(over.var) and isinstance(c.right, t.Lit)
        }
        match bounds, over.where:
            case {"least": int(least), "most": int(most)}, t.And((t.Compare(), t.Compare())):
                yield from (("is", number) for number in range(least, min(most, least + MOST_RESULTS) + 1))
            case _, t.Yes() if over.sort == "player" and self._one:
                yield ("other", "")
            case _:
                yield None

    def _changed(self, tree: object, at: _RoundSoFar) -> bool:
        """What it asks for may have been written."""
        named = set(reachable(facts_in(tree), lambda name: facts_in(self._says.get(name, ()))))
        zones = at.written & {INSIDE} or {w for w in at.written if w.startswith(BROUGHT)}
        brought = {n for n in named if n.startswith(BROUGHT)}
        opaque = {n for n in named - self._fields - brought if self._says.get(n, [None]) == [None]}
        return bool(named & at.written or (brought and zones) or (opaque - AROUND and at.written))

    def _value(self, term: t.Expr, at: _RoundSoFar) -> Meant:
        match term:
            case t.Lit(value):
                return ("is", value)
            case t.Var(name):
                return at.letters.get(name)
            case t.Call(fact, args):
                return at.known.get((fact, tuple(self._value(arg, at) for arg in args)))
        return None

    def _holds(self, cond: t.Cond, at: _RoundSoFar) -> bool | None:
        match cond:
            case t.Yes():
                return True
            case t.Not(part):
                held = self._holds(part, at)
                return None if held is None else not held
            case t.And(parts) | t.Or(parts):
                held_all = [self._holds(part, at) for part in parts]
                deciding = isinstance(cond, t.Or)
                return deciding if deciding in held_all else None if None in held_all else not deciding
            case t.Is(call):
                value = self._value(call, at)
                return value[1] is True if value is not None and value[0] == "is" else None
            case t.Compare(op, left, right):
                return _compared(op, self._value(left, at), self._value(right, at))
        return None


def _compared(op: str, left: Meant, right: Meant) -> bool | None:
    """Whether the two are as they are compared, as far as it is known."""
    if left is not None and right is not None and left[0] == right[0] == "is":
        numbers = isinstance(left[1], int) and isinstance(right[1], int)
        return t.COMPARING[op](left[1], right[1]) if numbers or op in ("is", "is-not") else None
    told = {known[0] for known in (left, right) if known is not None}
    return op == "is-not" if "other" in told and op in ("is", "is-not") else None


def _tried(work: Work, where: str) -> Finding:
    game = work.bench.rules.game
    kind, _, name = where.partition(" ")
    cards = tuple(c for c in game.cards if kind == "card" and c.title == name)
    steps = (
        s.clauses
        for p in game.procedures
        for s in p.steps
        if where in (f"step {s.name} of {p.name}", f"procedure {p.name}")
    )
    norms = (n.clause for n in game.norms if kind == "norm" and n.id == name)
    clauses = tuple(dict.fromkeys((*(c for s in steps for c in s), *norms)))
    titles = tuple(c.title for c in cards)
    said = f"`{name}`" if kind == "card" else where
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"in {said} chance is tried again and again, and may never be done: nothing that changes there ends it whatever chance brings",
        clauses,
        cards=titles,
        extent=Extent.PROVED,
        fingerprint=f"until/{where}",
        settle="say how often it is tried at most",
    )


BY = {
    "chance": "if chance has it so each time",
    "choice": "if somebody chooses so each time",
    "duty": "and nobody can do otherwise",
}


def _causing(work: Work, one: SelfCausing) -> Finding:
    """The note that a text may bring itself about for ever: no scene was looked for."""
    game = work.bench.rules.game
    kind, _, name = one.where.partition(" ")
    clauses = tuple(n.clause for n in game.norms if kind == "norm" and n.id == name)
    steps = [s for p in game.procedures for s in p.steps if one.where == f"step {s.name} of {p.name}"]
    titles = (name,) if kind == "card" else ()
    said = clauses[0] if clauses else f"`{name}`" if titles else one.where
    way = " → ".join(f"`{at.removeprefix(FIELD).removeprefix(SET)}`" for at in one.way[1:]) or "itself"
    return of_clauses(
        game,
        (CODE, NAME),
        "note",
        f"what {said} says leads to itself by {way}, {BY[one.by]}; nothing is known to be used up on the way, and no scene shows it",
        (*clauses, *(c for s in steps for c in s.clauses)),
        cards=titles,
        at=tuple(s.place for s in steps if s.place) or places(game, clauses, titles),
        extent=Extent.UNKNOWN,
        fingerprint=f"causes itself/{one.where}",
        settle="say how often it is done at most, or what is used up by it",
        substance=one.by,
    )


def shows(loop: Finding, one: SelfCausing, note: Finding) -> bool:
    """The scene of the loop of play is one in which the text leads to itself: nothing but the cards on that way is played
    in it, its clauses take part, and it goes on by the same: a card may have a loop of either kind."""
    cards = {at.removeprefix("card ") for at in (one.where, *one.way) if at.startswith("card ")}
    alike = bool(loop.witness) and loop.substance.startswith("chance") == (one.by == "chance")
    return alike and cards == set(loop.cards) and set(note.clauses) <= set(loop.clauses)


def _finding(work: Work, one: Repeated, scene: tuple[str, ...]) -> Finding:
    game = work.bench.rules.game
    message = f"a roll may never be done: every one of {len(one.again)} results is rolled again by {' and '.join(one.clauses)}"
    return of_clauses(game, (CODE, NAME), "error", message, one.clauses, lines=scene, settle=SETTLE)
