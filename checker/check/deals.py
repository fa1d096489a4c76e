"""Whole deals looked at to their end: every state that play can come to from the cards that a scene places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from checker.graph.components import rounds
from checker.graph.decisions import StateKind
from checker.graph.offers import Offers
from checker.graph.plain_graph import PlainGraph
from checker.graph.shares import Shares, shares
from checker.graph.state_conditions import StateConditions
from checker.graph.state_space import StateSpace, Telling, explored
from checker.graph.table_graph import TableGraph
from checker.graph.witness import path_to, replayed
from checker.kernel.effect import End
from checker.kernel.position import AS_IT_FELL, Agenda, Position, Store
from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.scenes.trace_text import steps
from checker.session.context import Bench
from checker.simulate.games import Decider, Decision, Players, RandomPolicy
from checker.simulate.plain_games import playing as plainly

MOST_STEPS_OF_A_DEAL = 10_000
"""So many decisions at most are made by chance before somebody acts."""


class DealPlan(NamedTuple):
    """What is looked at of each deal: up to the end of the procedure `until`, if it is given, at most so many states;
    what is open in `each` way, or as by default."""

    until: str = ""
    most: int = 1_000_000
    each: bool = True


class DealtPoint(Record):
    """An open point of a deal: at how many states it is met, and the share of plays in which it is, and decides.

    Of plays that can go round there are no shares.
    """

    point: str
    states: int
    met: str
    decides: str


class DealResult(Record):
    """What is known of a deal: all of it, if it was `exhausted`."""

    deal: str
    exhausted: bool
    states: int
    edges: int
    ends: int
    stuck: int
    endless: int
    plays: str
    results: int
    points: tuple[DealtPoint, ...]
    rounds: tuple[tuple[str, ...], ...]
    broken: tuple[tuple[str, tuple[str, ...]], ...]
    most: tuple[tuple[str, int], ...]


def stated(bench: Bench, text: str) -> tuple[Position, ...]:
    """The positions at which play stands once all that the text says is on the table, and nothing else.

    Raises InputError where that cannot be read, is impossible, or leaves open what somebody holds.
    """
    lines = [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]
    if not any(line.startswith("players ") for line in lines):
        lines.insert(0, f"players {' '.join(_seated(bench, lines))}")
    scene = bench.read("\n".join(lines), "--deal")[0]
    forms = bench.forms(scene)
    judge = bench.judge(bench.rules, forms)
    for item in scene.items[forms.first :]:
        judge.tell(item)
    here = Place("--deal", 1)
    if judge.impossible is not None or not judge.branches:
        why = judge.impossible[0] if judge.impossible is not None else "nothing comes of it"
        raise InputError(Problem(here, f"this deal cannot be: {why}", text))
    tables = [b.position.store for b in judge.branches]
    open_ = next((key[1] for t in tables for key, v in t.entries("unknown hand") if v is True), None)
    if isinstance(open_, int):
        who = scene.players[open_]
        hint = f"say `hand {who}: nothing`, or what it is"
        raise InputError(Problem(here, f"what {who} holds is not told", text, hint))
    return tuple(Position(b.position.store.afresh(), b.position.agenda) for b in judge.branches)


def _seated(bench: Bench, lines: list[str]) -> tuple[str, ...]:
    """The first players up to the last one whose hand is told, as many as the game needs at least."""
    letters = "ABCDEFGH"
    told = [letters.index(w[0]) + 1 for line in lines for w in line.replace(":", " ").split() if w in letters]
    least = bench.playing.seats[0] if bench.playing is not None and bench.playing.seats else 2
    return tuple(letters[: max([least, *told])])


def drawn(bench: Bench, seats: int, seed: int) -> tuple[Position, ...]:
    """The position at which somebody first acts in a whole game, everything before that as chance has it."""
    playing = bench.playing or plainly(bench.rules.game)
    names = tuple("ABCDEFGH"[:seats])
    players = Players(bench.rules, playing.acts, playing.weight)
    position, policy = players.begin(playing.table(names)), RandomPolicy(seed)
    for _ in range(MOST_STEPS_OF_A_DEAL):
        position, decision = players.next(position)
        if not isinstance(decision, Decision) or decision.kind is Decider.ACT:
            break
        position = decision.after[policy.pick(decision)]
    return (_fallen(position, Random(seed)),)


def _fallen(position: Position, random: Random) -> Position:
    """The position with everything that is stacked lying as it fell."""
    store: Store = position.store.put(AS_IT_FELL, True)
    for key, held in position.store.entries("zone"):
        if len(key) == 2 and isinstance(held, tuple):
            store = store.put(key, tuple(random.sample(held, len(held))))
    return position.with_store(store)


def looked(
    bench: Bench, begins: tuple[Position, ...], deal: str, plan: DealPlan, tell: Telling = lambda *_: None
) -> DealResult:
    """Everything that can come of the deal, with what is worth knowing of it. Raises InputError for a procedure that is
    not under way."""
    rules = bench.rules
    playing = bench.playing or plainly(rules.game)
    offers = Offers(rules, playing)
    begins = begun(begins, plan.until)
    space = explored(lambda widths: TableGraph(rules, offers, begins[0], plan.each, widths), begins, plan.most, tell)
    told = DealTelling(bench, space, PlainGraph(rules, offers, plan.each))
    counted = shares(space, told.outcome)
    kinds = [space.kind(n) for n in range(space.looked)]
    return DealResult(
        deal,
        space.whole,
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


def begun(begins: tuple[Position, ...], until: str) -> tuple[Position, ...]:
    """The positions with nothing to be done after the end of the procedure, if one is given."""
    return tuple(Position(p.store, _until(p.agenda, until)) for p in begins)


def _until(agenda: Agenda, procedure: str) -> Agenda:
    """The agenda up to the end of the procedure."""
    if not procedure:
        return agenda
    chain, ends = [], []
    while agenda:
        effect, env, agenda = agenda
        chain.append((effect, env))
        if isinstance(effect, End):
            ends.append(effect.procedure)
            if effect.procedure == procedure:
                break
    else:
        known = " or ".join(dict.fromkeys(ends)) or "none"
        raise InputError(Problem(Place("--until", 1), f"no `{procedure}` is under way in this deal", "", f"{known} is"))
    cut: Agenda = ()
    for effect, env in reversed(chain):
        cut = (effect, env, cut)
    return cut


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

    def round(self, component: Any) -> tuple[str, ...]:
        """What happens on a shortest way round the states."""
        first = min(component)
        inside = set(component)
        into = [n for n in component if first in self.space.after(n)]
        way = path_to(self.space, into, first)
        del inside
        back = [*way, list(self.space.after(self._end(way))).index(first)]
        return self._told(back)

    def _end(self, way: Any) -> int:
        state: int = way[0]
        for option in way[1:]:
            state = self.space.after(state)[option]
        return state

    def _told(self, way: Any) -> tuple[str, ...]:
        trail = replayed(self.space, self.plain, way)
        lines = steps(self.bench.rules, trail)
        return tuple(f"{line.text}  [{', '.join(line.clauses)}]" if line.clauses else line.text for line in lines)

    def broken(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The properties that hold where play begins and not everywhere, each with a shortest play that breaks it."""
        asked = StateConditions(self.space.graph)
        for one in self.bench.rules.game.properties:
            for check in one.checks:
                if check.when not in ("always", "resting") or check.event is not None or one.keeps:
                    continue
                bad = [
                    n
                    for n in range(self.space.looked)
                    if asked.holds(check.cond, self.space.states[n]) is False
                    and not (one.violable and asked.holds(one.where, self.space.states[n]) is not False)
                ]
                if bad and not set(bad) & set(range(self.space.begins)):
                    yield one.id, self._told(path_to(self.space, bad))
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
