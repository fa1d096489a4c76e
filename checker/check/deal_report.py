"""What is known of whole deals, each by itself and all together, told in words or as JSON."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from checker.ask.answer_json import dumped
from checker.ask.game_session import Desk
from checker.check.deal_shards import DEALS, Hands, LookedDeals, Shard, looked_at, shards_told
from checker.check.deals import DealPlan
from checker.check.run_checks import meant, numbers_for, progress_bar
from checker.kernel.source import InputError, Place, Problem, misused
from checker.process.interrupts import INTERRUPTED
from checker.process.outputs import is_standard, writable, written
from checker.process.streams import complain
from checker.session.deal_records import (
    BreachOfDeals,
    DealResult,
    DealSummary,
    DealtPoint,
    DealtRound,
    DealtStep,
    PointOfDeals,
    RoundOfDeals,
)

FAR = 1_000_000_000
"""Seeds of deals are below that."""
SCHEMA = "hexcheck/deals/1"
UNUSABLE = 2
"""The exit code where a deal was left for want of memory or of processes that last."""
LINE = Place("the command line", 1)


class DealsAsked(NamedTuple):
    """The deals that are told in words, and so many that chance makes, for so many players, by the seed."""

    told: tuple[str, ...] = ()
    drawn: int = 0
    seed: int = 0
    players: str | None = None

    @property
    def any(self) -> bool:
        """Deals are asked for at all."""
        return bool(self.told or self.drawn)


def refuse_beside(asked: DealsAsked, own: Mapping[str, object], others: Mapping[str, object]) -> None:
    """Raises InputError for an option for deals where none is asked for, and for another one where one is."""
    for option, given in (others if asked.any else own).items():
        if given:
            way = "does not go" if asked.any else "goes only"
            raise misused(f"`{option}` {way} with `--deal` or `--deals`")


def checked_deals(
    desks: list[Desk], asked: DealsAsked, plan: DealPlan, by: Hands, format: str, output: Path | None
) -> int:
    """Looks at each deal, and tells what is known of them.

    The result is 1 if play can go round, is stuck or breaks a property in one of them. Where it is interrupted, what is
    known by then is told. Raises InputError for deals that no game can have.
    """
    if format not in ("text", "json"):
        raise InputError(Problem(Place("--format", 1), f"deals are not told as {format}", "", "text or json"))
    if not desks:
        raise misused("no game is named", "hexcheck check GAME --deal ...")
    if output is not None:
        writable(output)
    each = [(desk, _shards(desk, asked, desks)) for desk in desks]
    found: list[tuple[Desk, LookedDeals]] = []
    with progress_bar(len(desks), DEALS) as progress:
        for desk, shards in each:
            found.append((desk, looked_at(desk, shards, plan, by, progress)))
            if found[-1][1].interrupted:
                break
    if format == "json":
        made = [as_json(desk.name, looked, plan) for desk, looked in found]
        text = dumped(made[0] if len(made) == 1 else made) + "\n"
    else:
        text = "".join(f"{line}\n" for _, looked in found for line in deal_lines(looked, plan))
    written(output or Path("-"), text)
    if output is not None and not is_standard(output):
        for line in (line for _, looked in found for line in _left(looked)):
            complain(f"hexcheck: {line}")
    if any(looked.interrupted for _, looked in found):
        return INTERRUPTED
    if any(looked.left for _, looked in found):
        return UNUSABLE
    return int(any(one.faulty for _, looked in found for one in looked.results))


def _shards(desk: Desk, asked: DealsAsked, desks: list[Desk]) -> list[Shard]:
    told = [shard for text in asked.told for shard in shards_told(desk, text)]
    if not asked.drawn:
        return told
    seats = numbers_for(desk, meant(asked.players, desks))
    dealt = (
        Shard(f"deal {n + 1} of seed {asked.seed}", seats=seats[n % len(seats)], seed=_seed(asked.seed, n))
        for n in range(asked.drawn)
    )
    return [*told, *dealt]


def _seed(seed: int, number: int) -> int:
    return random.Random(f"{seed} {number}").randrange(FAR)


def as_json(game: str, looked: LookedDeals, plan: DealPlan) -> dict[str, object]:
    """Schema hexcheck/deals/1: each deal, those that were left, and of several what they say together."""
    several = len(looked.results) > 1
    return {
        "schema": SCHEMA,
        "game": game,
        "until": plan.until,
        "states": plan.most,
        "defaults": not plan.each,
        "deals": msgspec.to_builtins(looked.results),
        "left": msgspec.to_builtins(looked.left),
        **({"summary": msgspec.to_builtins(summed(looked.results))} if several else {}),
    }


def deal_lines(looked: LookedDeals, plan: DealPlan) -> Iterator[str]:
    """What is known in words, a line each; of several deals what goes wrong stands in the summary, once."""
    several = len(looked.results) > 1
    for one in looked.results:
        yield f"{one.deal}: {one.hands}" if one.hands else f"deal: {one.deal}"
        yield from (f"  {line}" for line in _deal(one, plan))
        yield from (f"  {line}" for line in (_faults(one) if several else _shown_faults(summed([one]), one.exhausted)))
    if several:
        yield from _summary(summed(looked.results))
    yield from _left(looked)


def _deal(one: DealResult, plan: DealPlan) -> Iterator[str]:
    seen = f"{_several(one.states, 'state')}, {_several(one.edges, 'step')} between them, {_ends(one)}"
    if one.interrupted:
        yield f"interrupted before it was exhausted: {seen}"
    elif one.exhausted and not one.edges:
        yield "exhausted: nothing can be done or decided"
    elif one.exhausted:
        yield f"exhausted: {seen}"
    else:
        yield f"not exhausted, stopped at {plan.most:,} states (`--states` allows more): {seen}"
    if one.plays:
        yield f"{_several(int(one.plays), 'play')}, with {_several(one.results, 'different result')}"
    for sort, number in one.most:
        yield f"at most {number} of sort {sort} at once"
    yield f"{_met(len(one.points))}{':' if one.points else ''}"
    for point in one.points:
        yield f"  {point.point}{_how_often(point)}"


def _how_often(point: DealtPoint) -> str:
    if not point.met:
        return ""
    return f": met in {_share(point.met)} of plays, decides the result in {_share(point.decides)}"


def _faults(one: DealResult) -> Iterator[str]:
    """What goes wrong, in numbers."""
    if one.rounds:
        yield f"play can go round in {_several(len(one.rounds), 'way')} (below)"
    if one.broken:
        yield f"{_several(len(one.broken), 'property')} broken (below)"
    if not (one.rounds or one.broken):
        yield _nothing(one.exhausted)


def _nothing(exhausted: bool) -> str:
    if exhausted:
        return "play cannot go round, and no property is seen to be broken"
    return "so far play is not seen to go round, and no property to be broken"


def _summary(all_: DealSummary) -> Iterator[str]:
    yield f"together: {_several(all_.deals, 'deal')}, of which {all_.exhausted:,} exhausted"
    if all_.counted:
        yield f"  {_several(int(all_.plays), 'play')} in {_several(all_.counted, 'exhausted deal')}"
    if all_.exhausted:
        where = "the exhausted deal" if all_.exhausted == 1 else "the exhausted deals"
        yield f"  {_met(len(all_.points))} in {where}{':' if all_.points else ''}"
    for point in all_.points:
        yield f"    {point.point}: {_how_often_in_all(point)}"
    yield from (f"  {line}" for line in _shown_faults(all_, all_.exhausted == all_.deals))


def _how_often_in_all(point: PointOfDeals) -> str:
    met = f"met in {_several(point.met_in, 'deal')}"
    if not point.met:
        return met
    decides = f"decides the result in {_several(point.decides_in, 'deal')}"
    return f"{met}, {_share(point.met)} of plays; {decides}, {_share(point.decides)} of plays"


def _shown_faults(all_: DealSummary, exhausted: bool) -> Iterator[str]:
    """Each thing that goes wrong, with a shortest play."""
    for way in all_.rounds:
        yield f"play can go round{_where(all_, way.deals, way.deal)}:"
        yield from (f"  {line}" for line in _steps(way.before))
        yield "  and then, again and again:"
        yield from (f"    {line}" for line in _steps(way.again))
    for breach in all_.broken:
        yield f"property {breach.name} is broken{_where(all_, breach.deals, breach.deal)}:"
        yield from (f"  {line}" for line in _steps(breach.steps))
    if not (all_.rounds or all_.broken):
        yield _nothing(exhausted)


def _where(all_: DealSummary, deals: int, deal: str) -> str:
    if all_.deals == 1:
        return ""
    return f" in {deal}" if deals == 1 else f" in {deals:,} deals, soonest in {deal}"


def _steps(steps: Sequence[DealtStep]) -> Iterable[str]:
    return (f"{step.text}  [{', '.join(step.clauses)}]" if step.clauses else step.text for step in steps)


def _left(looked: LookedDeals) -> Iterator[str]:
    """How many deals were not looked at, and why."""
    for why, these in groupby(sorted(looked.left, key=lambda one: one.why), key=lambda one: one.why):
        names = [one.deal for one in these]
        which = f" ({names[0]})" if len(names) == 1 else ""
        yield f"{_several(len(names), 'deal')} not looked at{which}: {why}"


def _met(points: int) -> str:
    if not points:
        return "no open point is met"
    return f"{_several(points, 'open point')} {'is' if points == 1 else 'are'} met"


def _ends(one: DealResult) -> str:
    kinds = ((one.ends, "end"), (one.stuck, "stuck state"), (one.endless, "endless state"))
    return ", ".join(_several(number, word) for number, word in kinds if number or word == "end")


def _several(number: int, word: str) -> str:
    many = f"{word[:-1]}ies" if word.endswith("y") and not word.endswith("ay") else f"{word}s"
    return f"{number:,} {word if number == 1 else many}"


def _share(exact: str) -> str:
    """The share in percent, never 0 or 100 unless it is."""
    of, whole = map(int, exact.split("/"))
    tenths = of * 1000 // whole
    shown = min(max(tenths, 1), 999) if 0 < of < whole else tenths
    return f"{shown / 10:.1f} %"


def summed(results: Sequence[DealResult]) -> DealSummary:
    """What the deals say together."""
    whole = [one for one in results if one.exhausted]
    counted = [one for one in whole if one.plays]
    plays = sum(int(one.plays) for one in counted)
    return DealSummary(
        len(results), len(whole), len(counted), str(plays), _points(whole, plays), _rounds(results), _broken(results)
    )


def _points(whole: Iterable[DealResult], plays: int) -> tuple[PointOfDeals, ...]:
    met: dict[str, list[DealtPoint]] = {}
    for one in whole:
        for point in one.points:
            met.setdefault(point.point, []).append(point)
    found = [(name, at, sum(_plays(p.met) for p in at), sum(_plays(p.decides) for p in at)) for name, at in met.items()]
    return tuple(
        PointOfDeals(
            name,
            len(at),
            sum(_plays(p.decides) > 0 for p in at),
            f"{met_in}/{plays}" if plays else "",
            f"{decides_in}/{plays}" if plays else "",
        )
        for name, at, met_in, decides_in in sorted(found, key=lambda f: (-f[3], -f[2], f[0]))
    )


def _plays(share: str) -> int:
    """The number of plays in a share of them; 0 where they are not counted."""
    return int(share.partition("/")[0] or 0)


def alike(one: DealtRound) -> tuple[str, ...]:
    """What ways round have in common that are told as one: the clauses they rest on, or what happens if there are none."""
    clauses = {c for step in one.again for c in step.clauses}
    return tuple(sorted(clauses or {step.text for step in one.again}))


def _rounds(results: Iterable[DealResult]) -> tuple[RoundOfDeals, ...]:
    met: dict[tuple[str, ...], dict[str, DealtRound]] = {}
    for one in results:
        for way in one.rounds:
            deals = met.setdefault(alike(way), {})
            deals[one.deal] = min(deals.get(one.deal, way), way, key=_length)
    shortest = ((deals, min(deals, key=lambda deal: _length(deals[deal]))) for deals in met.values())
    return tuple(RoundOfDeals(len(deals), deal, deals[deal].before, deals[deal].again) for deals, deal in shortest)


def _length(way: DealtRound) -> int:
    return len(way.before) + len(way.again)


def _broken(results: Iterable[DealResult]) -> tuple[BreachOfDeals, ...]:
    met: dict[str, dict[str, tuple[DealtStep, ...]]] = {}
    for one in results:
        for breach in one.broken:
            met.setdefault(breach.name, {})[one.deal] = breach.steps
    shortest = ((name, deals, min(deals, key=lambda deal: len(deals[deal]))) for name, deals in sorted(met.items()))
    return tuple(BreachOfDeals(name, len(deals), deal, deals[deal]) for name, deals, deal in shortest)
