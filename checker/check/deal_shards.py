"""Deals looked at in several processes, or by the workers of a scheduler: each once, whoever ends in the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.check.deal_results import looked
from checker.check.deals import DealPlan, begun, drawn, hands, stated
from checker.check.progress_bar import ShowProgress
from checker.check.run_checks import as_written
from checker.kernel.position import Position
from checker.load.compiled_game import digest
from checker.process.children import stop_workers
from checker.process.cluster import cluster, refused
from checker.process.parallel_map import cores
from checker.process.worker_pool import FORKS, TRIES, Crew, Died, Left, own_process
from checker.session.context import Bench
from checker.session.deal_records import DealResult, LeftDeal
from checker.store.fingerprint import named, program

KEPT = "deal"
"""Under which name what is known of a deal is kept."""
AT_ONCE = 1_000
"""So many deals at most are put to a scheduler at a time; it says itself which worker does which."""
DEALS, STATES = "deals", "  states"
"""What the progress is called."""
ENDED = f"each of the {TRIES} processes that were put to it ended; it may be that there is too little memory"
NO_MEMORY = "there is not enough memory for it (`--states` bounds it)"


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
