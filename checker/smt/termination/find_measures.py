"""Measures that fall: for each loop of the rules a lexicographic linear ranking function, or why none was found.

After Alias, Darte, Feautrier and Gonnord (SAS 2010): find a sum of counters that no change of the loop raises
and that some changes lower; those can happen only finitely often; go on without them until the loop cannot be
gone through any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from fractions import Fraction
from functools import cached_property, reduce
from math import lcm
from typing import Any, NamedTuple

import z3

from checker.kernel.effect import Await, Carry, Effect, Event, Run, Then, While
from checker.kernel.game import Game
from checker.kernel.norm import Replaces, When
from checker.kernel.trees.anytime_acts import unawaited
from checker.kernel.trees.walk import free, within
from checker.smt.encode import Names
from checker.smt.termination.call_memo import Finals
from checker.smt.termination.counter_deltas import Delta, Measure, most
from checker.smt.termination.counters import CounterNames, Edge, NothingExcluded, Opposites, State
from checker.smt.termination.frame import DeadEnd, Frame, Summary, WalkOutcome
from checker.smt.termination.path_facts import Logic
from checker.smt.termination.path_solver import Solver
from checker.smt.termination.program import Program
from checker.smt.termination.walk import FrameWalk

MOST_LEVELS = 8


class Loop(NamedTuple):
    """A place that play may come back to: a loop as it is written (the `site`th of those there), or something that leads to itself."""

    where: str
    effect: Effect | None
    called: str = ""
    site: int | None = None


class Level(NamedTuple):
    """A sum of counters that none of the changes raises; it falls by at least 1 along some of them."""

    measure: Measure
    edges: tuple[Edge, ...]


class LoopProgram(NamedTuple):
    """A walk through a loop: its program, and those of all that is called on the way."""

    program: Program
    calls: dict[Any, Program]


class Ranked(NamedTuple):
    """What is known of a loop: the measures, the walk without the changes along which the first, the first two, … fall,

    whether it `ends` since the last walk does not get through, or what changes are left. `cards` are those whose texts may be carried out in it, each with the changes that it may make there; `unawaited` the acts in it that no step waits for.
    """

    loop: Loop
    levels: tuple[Level, ...]
    walks: tuple[LoopProgram, ...]
    ends: bool
    cards: dict[str, tuple[Edge, ...]]
    left: tuple[Edge, ...] = ()
    unawaited: tuple[str, ...] = ()


class Rung(NamedTuple):
    """What the walks that exclude ways for the same reasons share: the words, and what calls came to."""

    words: CounterNames
    known: dict[tuple[Measure, ...], tuple[dict[Any, Summary], dict[Any, Program]]]


class Ranking:
    """The loops of one game with their measures, which do not depend on the loops that were looked at before.

    If `sparing`, what ends is walked again with as little excluded as need be, so that less is left on trust.
    """

    def __init__(
        self,
        game: Game,
        zoned: dict[str, frozenset[str]],
        finals: Finals | None = None,
        sparing: bool = True,
    ) -> None:
        self.game = game
        self.finals = Finals(game) if finals is None else finals
        logic = Logic(game, zoned)
        self.words = CounterNames(game, logic, Solver(logic, self.finals.possible))
        self._last = Rung(self.words, {})
        bolder = (NothingExcluded(), Opposites(logic)) if sparing else ()
        self._bolder = tuple(Rung(CounterNames(game, logic, excludes), {}) for excludes in bolder)

    def loops(self) -> tuple[Loop, ...]:
        """Every loop, each at the same number whenever it is asked for."""
        return self._loops

    @cached_property
    def _loops(self) -> tuple[Loop, ...]:
        """A cut through everything that leads to itself, and every loop that is written down, the inner ones first."""
        acts = {a.name for a in self.game.vocabulary.acts} if not self.words.free.norms else None
        listed = [(w, [e for e in within(tree) if _again(acts, e)]) for w, tree in bodies(self.game)]
        found = [Loop(where, e, "", site) for where, loops in listed for site, e in enumerate(loops)]
        return (*(Loop(name, None, name) for name in nested(self.game)), *reversed(found))

    def ranked(self, loop: Loop) -> Ranked:
        """The measures under which the loop ends, as far as there are any."""
        found = self._ranked(loop, self._last)
        sooner = (self._ranked(loop, rung) for rung in self._bolder if found.ends)
        return next((one for one in sooner if one.ends), found)

    def _ranked(self, loop: Loop, rung: Rung) -> Ranked:
        levels: list[Level] = []
        walks: list[LoopProgram] = []
        edges: tuple[Edge, ...] = ()
        cards: dict[str, tuple[Edge, ...]] = {}
        acts: Set[str] = frozenset()
        while len(levels) < MOST_LEVELS:
            measures = tuple(level.measure for level in levels)
            frame = Frame(rung.words, measures, *rung.known.setdefault(measures, ({}, {})), self.finals)
            found = self._gone_through(FrameWalk(rung.words, frame), loop)
            walks.append(LoopProgram(frame.program, frame.written))
            cards = cards if levels else frame.made_by()
            acts = acts if levels else rung.words.free.norms.keys() & frame.called("act")
            if isinstance(found, DeadEnd):
                return Ranked(loop, tuple(levels), tuple(walks), True, cards)
            edges = frame.edges
            measure = self._measured(edges)
            if measure is None:
                break
            levels.append(Level(measure, edges))
        return Ranked(loop, tuple(levels), tuple(walks), False, cards, edges, tuple(sorted(acts)))

    def _measured(self, edges: Iterable[Edge]) -> Measure | None:
        """A sum of few counters that no edge raises and that falls along as many as possible; None if along none."""
        listed = tuple(sorted({e.delta for e in edges}, key=repr))
        known = self.finals.measures
        if listed not in known:
            known[listed] = measured(listed) if listed else None
        return known[listed]

    def _gone_through(self, walk: FrameWalk, loop: Loop) -> WalkOutcome:
        """What is known after the loop was gone through a second time; `walk` has the changes on the way."""
        walk.frame.where = loop.where
        effect = loop.effect
        if effect is None:
            return self._settled(walk, loop, State(), lambda: self._nested(walk, loop.called))
        assert isinstance(effect, Await | While)
        names = self._names(walk, effect)
        first = self._settled(walk, loop, State(), lambda: walk.again(effect, names, State(), staying=True))
        if isinstance(first, DeadEnd):
            return first
        return self._settled(walk, loop, first, lambda: walk.again(effect, names, first, staying=True))

    def _settled(self, walk: FrameWalk, loop: Loop, state: State, work: Callable[[], WalkOutcome]) -> WalkOutcome:
        """What the work comes to, which goes through the loop from the state on."""
        reads = self.finals.naming(loop.effect) if loop.effect is not None else self.finals.content(loop.called)
        key = (f"loop {loop.where}", reads, state, walk.words.excludes.name)
        return walk.frame.settled(key, walk.calls.body, work)

    def _nested(self, walk: FrameWalk, called: str) -> WalkOutcome:
        """Dead if what is called does not lead to itself."""
        kind, _, name = called.partition(" ")
        state = State()
        walk.frame.begun = called
        if kind == "act":
            names: Names = {}
            for letter, _ in walk.acts[name].params:
                names[letter] = walk.named(letter, names, state)
            walk.calls.inside(name, names, state)
        elif kind == "card":
            walk.calls.text(called, state)
        else:
            walk.calls.steps(name, {}, state)
        return state if walk.frame.back else DeadEnd({"impossible": f"{called} leads back to itself"})

    def _names(self, walk: FrameWalk, effect: Effect) -> Names:
        names: Names = {}
        for letter in sorted(free(effect)):
            names[letter] = walk.named(letter, names, State())
        return names


# ---- measures ----------------------------------------------------------------------------------


def measured(listed: tuple[Delta, ...]) -> Measure | None:
    """A sum of few counters that no change raises and that falls along as many as possible; None if along none."""
    counters = sorted({c for delta in listed for c, _ in delta})
    free = [c for c in counters if not any(n == c and high is None for delta in listed for n, (_, high) in delta)]
    solver = z3.Optimize()
    weights = {c: z3.Real(f"weight {c}") for c in free}
    falls = []
    solver.add(*(w >= 0 for w in weights.values()))
    for number, delta in enumerate(listed):
        rise = z3.Sum([weights[c] * high for c, (_, high) in delta if c in weights and high] or [z3.RealVal(0)])
        fall = z3.Real(f"fall {number}")
        falls.append(fall)
        solver.add(fall >= 0, fall <= 1, rise + fall <= 0)
    solver.maximize(z3.Sum(falls))
    solver.minimize(z3.Sum(list(weights.values())) if weights else z3.RealVal(0))
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    found = {c: model.eval(w, model_completion=True).as_fraction() for c, w in weights.items()}
    whole = reduce(lcm, (f.denominator for f in found.values()), 1)
    measure = tuple((c, int(Fraction(f) * whole)) for c, f in found.items() if f > 0)
    return measure if any(most(measure, delta) <= -1 for delta in listed) else None


# ---- where play may come back to ---------------------------------------------------------------


def bodies(game: Game) -> Iterator[tuple[str, Effect]]:
    """Everything that can be carried out, each with where it is written."""
    for procedure in game.procedures:
        for step in procedure.steps:
            if not step.clauses or {c.id for c in game.clauses} & set(step.clauses):
                yield f"step {step.name} of {procedure.name}", step.effect
    for act in game.vocabulary.acts:
        yield f"act {act.name}", Then((act.body, act.last))
    for norm in game.norms:
        if isinstance(norm.claim, When | Replaces):
            yield f"norm {norm.id}", norm.claim.effect
    for card in game.cards:
        yield f"card {card.title}", card.text


def nested(game: Game) -> tuple[str, ...]:
    """Acts and procedures, and where there are none of them texts of cards, without which nothing leads to itself."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    acts, free = {a.name for a in game.vocabulary.acts}, unawaited(game)
    for where, tree in bodies(game):
        owner = f"procedure {where.partition(' of ')[2]}" if where.startswith("step ") else where
        if where.startswith("norm "):
            claims = (n.claim for n in game.norms if f"norm {n.id}" == where)
            graph.add_edges_from((f"act {c.event.act}", where) for c in claims if isinstance(c, Replaces | When))
        for effect in within(tree):
            match effect:
                case Event(act):
                    graph.add_edge(owner, f"act {act}")
                case Run(procedure):
                    graph.add_edge(owner, f"procedure {procedure}")
                case Await(_, kinds):
                    graph.add_edges_from((owner, f"act {a}") for a in (*kinds, *free) if a in acts)
                case Carry():
                    graph.add_edges_from((owner, f"card {c.title}") for c in game.cards)
    cut: list[str] = []
    while True:
        rings = [
            r for r in networkx.strongly_connected_components(graph) if len(r) > 1 or graph.has_edge(*(list(r) * 2))
        ]
        if not rings:
            return tuple(cut)
        largest: set[str] = max(rings, key=lambda r: (len(r), sorted(r)))
        ring = sorted(largest)
        named = [n for n in ring if n.startswith(("act ", "procedure "))]
        best = min(named or ring, key=lambda n: (_knots(graph, n), n))
        cut.append(best)
        graph.remove_node(best)


def _knots(graph: Any, node: str) -> int:
    import networkx

    rest = graph.subgraph(n for n in graph if n != node)
    return sum(len(r) for r in networkx.strongly_connected_components(rest) if len(r) > 1)


def _again(acts: set[str] | None, effect: Effect) -> bool:
    """The effect can be gone through more than once."""
    return isinstance(effect, While) or (isinstance(effect, Await) and (acts is None or bool(acts & set(effect.acts))))
