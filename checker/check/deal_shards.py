"""Deals looked at in several processes, or by the workers of a scheduler: each once, whoever ends in the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from checker.ask.game_session import Desk
from checker.check.deals import DealPlan, begun, drawn, hands, stated
from checker.check.run_checks import ShowProgress, as_written
from checker.graph.compiled.installed import kernel
from checker.graph.offers import Offers, StateKind
from checker.graph.state_space import Shares, StateSpace, Telling, explored, rounds, shares
from checker.graph.table_graph import StateConditions, TableGraph
from checker.graph.witness import PlainGraph, path_to, replayed
from checker.kernel.position import Key, Position
from checker.load.compiled_game import digest
from checker.process.children import stop_workers
from checker.process.cluster import cluster, refused
from checker.process.parallel_map import cores
from checker.process.worker_pool import FORKS, TRIES, Crew, Died, Left, own_process
from checker.scenes.trace_text import steps
from checker.session.context import Bench
from checker.session.deal_records import DealResult, DealtBreach, DealtPoint, DealtRound, DealtStep, LeftDeal
from checker.simulate.plain_games import playing as plainly
from checker.store.fingerprint import named, program

KEPT = "deal"
"""Under which name what is known of a deal is kept."""
AT_ONCE = 1_000
"""So many deals at most are put to a scheduler at a time; it says itself which worker does which."""
DEALS, STATES = "deals", "  states"
"""What the progress is called."""
ENDED = f"each of the {TRIES} processes that were put to it ended; it may be that there is too little memory"
NO_MEMORY = "there is not enough memory for it (`--states` bounds it)"

RESTING = (StateKind.ACTS, StateKind.STUCK)
"""The states at which players may act, or have to."""


class Shard(NamedTuple):
    """One position at which play begins: the one of this number of a deal that is told, or what chance makes of the seed."""

    deal: str
    text: str = ""
    start: int = 0
    seats: int = 0
    seed: int = 0


class LookedDeals(NamedTuple):
    """What is known of each deal that was looked at, in their order, and those that were left."""

    results: tuple[DealResult, ...]
    left: tuple[LeftDeal, ...]
    interrupted: bool


class Hands(NamedTuple):
    """Who does the work: so many processes, as many as there are cores if 0, or the workers of a scheduler."""

    jobs: int = 0
    scheduler: str = ""


class DealWork(NamedTuple):
    """What is looked at of which game: what opens it, and the names of its rules and of the program that it is for."""

    opened: Callable[[], Desk]
    key: str
    program: str
    plan: DealPlan


def shards_told(desk: Desk, text: str) -> list[Shard]:
    """A shard for each position at which play can stand once the text is told. Raises InputError if it cannot be."""
    begins = stated(as_written(desk), text)
    many = len(begins) > 1
    return [Shard(f"{text} (start {n + 1} of {len(begins)})" if many else text, text, n) for n in range(len(begins))]


def looked_at(
    desk: Desk, shards: Sequence[Shard], plan: DealPlan, by: Hands, progress: ShowProgress | None = None
) -> LookedDeals:
    """What is known of the deals, the same whoever does the work; what was kept of an earlier run is taken from there.

    Interrupted, what is known by then. Raises InputError for a procedure that is not under way, and where nobody does
    the work.
    """
    told = progress or (lambda done, of, what: None)
    shelf = desk.shelf()
    names = [named(desk.key, shard, plan) for shard in shards]
    there = ((n, shelf.get(KEPT, name, DealResult)) for n, name in enumerate(names))
    found: dict[int, DealResult] = {n: one for n, one in there if one is not None}
    why: dict[int, str] = {}
    todo = [n for n in range(len(shards)) if n not in found]
    if todo:
        begun(_begin(as_written(desk), shards[todo[0]]), plan.until)
    told(len(found), len(shards), DEALS)
    try:
        for at, result in _results(desk, [shards[n] for n in todo], plan, by, told):
            match result:
                case DealResult():
                    found[todo[at]] = result
                    if result.interrupted:
                        raise KeyboardInterrupt
                    shelf.put(KEPT, names[todo[at]], result)
                case Died():
                    why[todo[at]] = ENDED
                case Left():
                    why[todo[at]] = NO_MEMORY
            told(len(found), len(shards), DEALS)
        interrupted = False
    except KeyboardInterrupt:
        interrupted = True
    left = (LeftDeal(one.deal, why.get(n, "interrupted")) for n, one in enumerate(shards) if n not in found)
    return LookedDeals(tuple(found[n] for n in sorted(found)), tuple(left), interrupted)


def _results(
    desk: Desk, shards: list[Shard], plan: DealPlan, by: Hands, told: ShowProgress
) -> Iterator[tuple[int, DealResult | Left | Died]]:
    """What comes of each shard, by its number, as it comes."""
    jobs = min(len(shards), by.jobs or (AT_ONCE if by.scheduler else cores()))
    if not by.scheduler and (jobs <= 1 or not FORKS):
        bench = as_written(desk)
        for number, shard in enumerate(shards):
            yield number, _looked(bench, shard, plan, told)
        return
    work = _work(desk, plan)
    _benches[work.key] = as_written(desk)
    with cluster(by.scheduler) if by.scheduler else nullcontext(own_process) as make:
        crew = Crew(jobs, worked, lambda: 0, make)
        try:
            yield from crew.share(work, shards, list(range(len(shards))))
        except (KeyboardInterrupt, GeneratorExit):
            stop_workers()
            raise
        finally:
            crew.dismiss()


_benches: dict[str, Bench] = {}
"""What this process looks at deals with, by the name of the rules; a process that is a copy of this one has it too."""


def _work(desk: Desk, plan: DealPlan) -> DealWork:
    """The work on deals of the game, for whoever finds its files where this process does."""
    root = None if desk.root is None else desk.root.resolve()
    amendments = tuple(path.resolve() for path in desk.amendments)
    opened = partial(Desk, desk.name, desk.parts, amendments, desk.without, root, desk.cut)
    return DealWork(opened, digest(desk.name, amendments, root, desk.without) + desk.parts.data, program(), plan)


def worked(work: DealWork, shard: Shard, most: int) -> DealResult | Left:
    """What a process that others started makes of the shard. Raises InputError where it has other rules than they."""
    bench = _benches.get(work.key)
    if bench is None:
        if work.program != program():
            raise refused("the workers have another hexcheck than this machine")
        desk = work.opened()
        if desk.key != work.key:
            raise refused(f"the workers have other rules of `{desk.name}` than this machine")
        bench = _benches[work.key] = as_written(desk)
    return _looked(bench, shard, work.plan)


def _looked(
    bench: Bench, shard: Shard, plan: DealPlan, told: ShowProgress = lambda done, of, what: None
) -> DealResult | Left:
    begin = _begin(bench, shard)
    held = "" if shard.text else hands(bench, begin)
    try:
        return looked(bench, begin, shard.deal, plan, held, lambda looked, known: told(looked, known, STATES))
    except MemoryError:
        return Left(None)


def _begin(bench: Bench, shard: Shard) -> Position:
    return stated(bench, shard.text)[shard.start] if shard.text else drawn(bench, shard.seats, shard.seed)


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
