"""All that can come of a deal: every state, and what is worth knowing of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from checker.check.deals import DealPlan, begun
from checker.graph.compiled.installed import kernel
from checker.graph.components import rounds
from checker.graph.decisions import StateKind
from checker.graph.offers import Offers
from checker.graph.plain_graph import PlainGraph
from checker.graph.shares import Shares, shares
from checker.graph.state_conditions import StateConditions
from checker.graph.state_space import StateSpace, Telling, explored
from checker.graph.table_graph import TableGraph
from checker.graph.witness import path_to, replayed
from checker.kernel.position import Key, Position
from checker.scenes.trace_text import steps
from checker.session.context import Bench
from checker.session.deal_records import DealResult, DealtBreach, DealtPoint, DealtRound, DealtStep
from checker.simulate.plain_games import playing as plainly

RESTING = (StateKind.ACTS, StateKind.STUCK)
"""The states at which players may act, or have to."""


def looked(
    bench: Bench,
    begin: Position,
    deal: str,
    plan: DealPlan,
    hands: str = "",
    tell: Telling = lambda looked, known: None,
) -> DealResult:
    """Everything that can come of the deal, with what is worth knowing of it; interrupted, what is known by then.

    Raises InputError for a procedure that is not under way.
    """
    rules = bench.rules
    offers = Offers(rules, bench.playing or plainly(rules.game))
    begin = begun(begin, plan.until)

    def made(widths: dict[Key, int]) -> TableGraph:
        return TableGraph(rules, offers, begin, plan.each, widths)

    space = explored(made, (begin,), plan.most, tell, further=kernel())
    told = DealTelling(bench, space, PlainGraph(rules, offers, plan.each))
    counted = shares(space, told.outcome)
    kinds = [space.kind(n) for n in range(space.looked)]
    return DealResult(
        deal,
        hands,
        space.whole,
        not space.whole and len(space.states) < plan.most,
        len(space.states),
        len(space.to),
        kinds.count(StateKind.OVER),
        kinds.count(StateKind.STUCK),
        kinds.count(StateKind.ENDLESS),
        str(counted.plays) if counted is not None else "",
        len(counted.results) if counted is not None else 0,
        tuple(told.points(counted)),
        tuple(told.round(component) for component in rounds(space)),
        tuple(told.broken()),
        tuple(told.most()),
    )


class DealTelling:
    """What there is to tell of the states of a deal."""

    def __init__(self, bench: Bench, space: StateSpace, plain: PlainGraph) -> None:
        self.bench = bench
        self.space = space
        self.plain = plain
        words = bench.rules.game.vocabulary
        self.numbers = tuple(f.name for f in words.fields if f.result == "number" and len(f.params) == 1)

    def outcome(self, state: int) -> Any:
        """The numbers that each player has at the end."""
        table, _ = self.space.graph.shown(self.space.states[state])
        return frozenset((k, v) for k, v in table.items() if k[0] in self.numbers)

    def points(self, counted: Shares | None) -> Iterator[DealtPoint]:
        """The open points, those first that decide most often."""
        if counted is not None:
            for one in sorted(counted.points, key=lambda p: (-p.decides, -p.met, str(p.point))):
                yield DealtPoint(
                    str(one.point), one.states, f"{one.met}/{counted.plays}", f"{one.decides}/{counted.plays}"
                )
            return
        met: dict[str, int] = {}
        for n in self.space.of_kind(StateKind.POINT):
            by = str(self.space.graph.options(self.space.states[n]).by)
            met[by] = met.get(by, 0) + 1
        yield from (DealtPoint(point, met[point], "", "") for point in sorted(met))

    def round(self, component: Sequence[int]) -> DealtRound:
        """A shortest play to the states, and on a shortest way round them."""
        way = path_to(self.space, component)
        first = self._end(way)
        into = [n for n in component if first in self.space.after(n)]
        back = path_to(self.space, into, first)
        again = [*back, list(self.space.after(self._end(back))).index(first)]
        return DealtRound(self._told(way), self._told(again))

    def _end(self, way: Sequence[int]) -> int:
        state = way[0]
        for option in way[1:]:
            state = self.space.after(state)[option]
        return state

    def _told(self, way: Sequence[int]) -> tuple[DealtStep, ...]:
        trail = replayed(self.space, self.plain, way)
        return tuple(DealtStep(line.text, line.clauses) for line in steps(self.bench.rules, trail))

    def broken(self) -> Iterator[DealtBreach]:
        """The properties that hold where play begins and not everywhere, each with a shortest play that breaks it."""
        asked = StateConditions(self.space.graph)
        resting = [n for n in range(self.space.looked) if self.space.kind(n) in RESTING]
        for one in self.bench.rules.game.properties:
            for check in one.checks:
                if check.when not in ("always", "resting") or check.event is not None or one.keeps:
                    continue
                bad = [
                    n
                    for n in (resting if check.when == "resting" else range(self.space.looked))
                    if asked.holds(check.cond, self.space.states[n]) is False
                    and not (one.violable and asked.holds(one.where, self.space.states[n]) is not False)
                ]
                if bad and not set(bad) & set(range(self.space.begins)):
                    yield DealtBreach(one.id, self._told(path_to(self.space, bad)))
                    break

    def most(self) -> Iterator[tuple[str, int]]:
        """How many things of each sort there are at most at once."""
        sorts = [s.name for s in self.bench.rules.game.vocabulary.sorts]
        slots = self.space.graph.layout.slots
        for sort in sorts:
            slot = slots.get(("things", sort))
            begun: Any = self.space.graph.layout.first.get(("things", sort), ())
            values = [v for v in slot.values if isinstance(v, tuple)] if slot is not None else []
            if values or begun:
                yield sort, max(len(v) for v in (begun, *values))
