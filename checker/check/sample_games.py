"""Sampled play: how often whole random games meet each open point, and how often it decides how they end.

Method. Games are played with the real deck; open points take their defaults. For a sample of the games that met
a point, the game is played again under each of its other options, ruled so from where it was first met and
whenever it is met again, with the same random numbers; the point changed the outcome if the game then has
another winner, or other final scores. Intervals are Wilson's, for 95 %.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from checker.ask.game_session import Desk
from checker.kernel.game_play import Playing
from checker.kernel.record import Record
from checker.kernel.source import misused
from checker.kernel.term import Point
from checker.norms.rule_reads import LookedUpTooOften
from checker.process.parallel_map import in_time, spread
from checker.simulate.paired_games import ENDLESS, MOST_LOOKED, POLICIES, Draws, FirstOpen, Simulation, meetings
from checker.store.fingerprint import named
from checker.verdicts.point_wording import point_name

T = TypeVar("T")
R = TypeVar("R")
Z = 1.959964
"""The quantile of the normal distribution for intervals of 95 %."""


FIRST = 0.6
"""The part of the time after which no game is begun anew."""


class SamplePlan(NamedTuple):
    """What is played: so many games for each number of players, from the seed; so many of them again a point."""

    games: int
    seed: int
    players: tuple[int, ...]
    policy: str = next(iter(POLICIES))
    reruns: int = 25
    jobs: int = 0
    kept: bool = False
    """What is known of games from another run is taken from there, and what is found is kept."""
    about: tuple[str, ...] | None = None
    """The names of the points for which games are played again, until one ends with other scores; all, and under every
    option, if nothing is said."""


class Deal(NamedTuple):
    """One game of the plan."""

    players: int
    number: int


class MetPoint(Record):
    """An open point in one game: how often it was met there, and whether it can be ruled otherwise."""

    name: str
    kind: str
    clauses: tuple[str, ...]
    times: int
    stated: bool


class FirstGame(Record):
    """A game played for the first time: whether it ended, through how many positions it went, and what it met.

    `most` are the largest numbers that were in use at once.
    """

    endless: bool
    positions: int
    met: tuple[MetPoint, ...]
    most: dict[str, int]


class ReplayedGame(Record):
    """A game played again with the point ruled otherwise: whether any other option changes how it ends."""

    name: str
    winner: bool
    scores: bool


class SampleRow(NamedTuple):
    """What the sample says of one open point."""

    name: str
    kind: str
    clauses: tuple[str, ...]
    stated: bool
    met: dict[int, int]
    times: int
    again: int
    winner: int
    scores: int


class Sample(NamedTuple):
    """A sample of play, as far as it was carried out; the games went through so many positions in so many seconds.

    `most` are the largest numbers that were in use at once in any of them.
    """

    plan: SamplePlan
    played: dict[int, int]
    unfinished: int
    rows: tuple[SampleRow, ...]
    assumed: str
    scores: str
    interrupted: bool
    positions: int = 0
    seconds: float = 0.0
    most: tuple[tuple[str, int], ...] = ()


def sampled(desk: Desk, plan: SamplePlan, until: float = math.inf) -> Sample:
    """The sample, the same for every number of jobs; cut short if it is interrupted, or by then (by the monotonic clock).

    Numbers of players that the game cannot have are left out. Raises InputError for a game of which no whole games can be played.
    """
    playing = checked(desk, plan)
    plan = plan._replace(players=desk.seated(plan.players))
    seen: dict[Deal, FirstGame] = {}
    began = time.monotonic()
    half = began + FIRST * (until - began)
    seconds = 0.0
    replays: list[ReplayedGame] = []
    interrupted = False
    second_kind = "game again" if plan.about is None else "game again for scores"

    def first(game: Deal) -> FirstGame:
        course = _table(desk, playing, plan, game).play(_names(game.players))
        used = _most(playing.uses(s.at.store) for s in course.stages) if playing.uses else {}
        return FirstGame(course.result is ENDLESS, course.positions, tuple(_met(desk, meetings(course))), used)

    def second(job: tuple[Deal, tuple[str, ...]]) -> tuple[ReplayedGame, ...]:
        return again(_table(desk, playing, plan, job[0]), job[0], job[1], plan.about is None)

    games = [Deal(n, number) for number in range(plan.games) for n in plan.players]
    try:
        for game, result in in_time(_each(desk, plan, "game", first, FirstGame, games), half):
            seen[game] = result
            seconds = time.monotonic() - began
        replayed = _each(desk, plan, second_kind, second, tuple[ReplayedGame, ...], chosen(plan, seen))
        for _, found in in_time(replayed, until):
            replays += found
    except KeyboardInterrupt:
        interrupted = True
    played = {n: sum(g.players == n for g in seen) for n in plan.players}
    unfinished = sum(one.endless for one in seen.values())
    rows, positions = tuple(_rows(seen, replays)), sum(one.positions for one in seen.values())
    most = tuple(_most(one.most for one in seen.values()).items())
    return Sample(
        plan, played, unfinished, rows, playing.assumes, playing.scores, interrupted, positions, seconds, most
    )


def _each(
    desk: Desk, plan: SamplePlan, kind: str, work: Callable[[T], R], of: object, items: Sequence[T]
) -> Iterator[tuple[T, R]]:
    """Each item with what the work makes of it; those first of which that is kept, if it is."""
    shelf, names = desk.shelf(), dict[T, str]()
    left = list[T]()
    for item in items:
        names[item] = named(kind, desk.key, plan.seed, plan.policy, item)
        known = shelf.get("sampled", names[item], of) if plan.kept else None
        if known is None:
            left.append(item)
        else:
            yield item, known
    for item, found in zip(left, spread(work, left, plan.jobs, PLAYED[kind]), strict=True):
        if plan.kept:
            shelf.put("sampled", names[item], found)
        yield item, found


PLAYED = {"game": "games", "game again": "games played again", "game again for scores": "games played again"}
"""What is shown of how far each kind of play is."""


def _most(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """The largest number of each name."""
    found: dict[str, int] = {}
    for one in counts:
        found.update({name: max(number, found.get(name, 0)) for name, number in one.items()})
    return found


def checked(desk: Desk, plan: SamplePlan) -> Playing:
    """What is needed to play the game. Raises InputError if it, or so many games of it, cannot be played."""
    if plan.games < 0 or plan.reruns < 0:
        raise misused("a number of games cannot be below zero")
    playing = desk.parts.playing(desk.game)
    if playing is None:
        raise misused(f"whole games of `{desk.name}` cannot be played", "leave out `--games`")
    return playing


def chosen(plan: SamplePlan, seen: dict[Deal, FirstGame]) -> list[tuple[Deal, tuple[str, ...]]]:
    """Which games are played again for which points: for each point at most so many, drawn by the seed.

    Every game has one ticket, and each point takes the games with the lowest tickets of those that met it: a
    random sample for every point, from as few games as can be.
    """
    left: dict[str, int] = {}
    jobs: list[tuple[Deal, tuple[str, ...]]] = []
    for game in sorted(seen, key=lambda g: hashlib.sha256(f"{plan.seed}/{g.players}/{g.number}".encode()).digest()):
        met = (m.name for m in seen[game].met if m.stated and (plan.about is None or m.name in plan.about))
        names = tuple(name for name in met if left.setdefault(name, plan.reruns) > 0)
        for name in names:
            left[name] -= 1
        if names:
            jobs.append((game, names))
    return jobs


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval of 95 % for a share of which `hits` in `of` trials were seen (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    share, z2 = hits / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == of else middle + half)


def _table(desk: Desk, playing: Playing, plan: SamplePlan, game: Deal) -> Simulation:
    draws = Draws(f"{plan.seed}/{game.players}/{game.number}", POLICIES[plan.policy])
    return Simulation(desk.rules, playing, draws)


def _names(players: int) -> tuple[str, ...]:
    return tuple(f"Seat {n}" for n in range(1, players + 1))


def _met(desk: Desk, met: Iterable[FirstOpen]) -> Iterator[MetPoint]:
    found: dict[str, MetPoint] = {}
    for one in met:
        name = point_name(desk.game, one.point)
        known = found.get(name)
        times = one.times + (known.times if known else 0)
        found[name] = MetPoint(name, one.point.kind.value, one.point.clauses, times, _stated(one.point))
    yield from found.values()


def _stated(point: Point) -> bool:
    """Something states what each option brings about, so that a game can be played on under it."""
    return point.key[1:2] != ("effect",)


def again(
    table: Simulation, game: Deal, names: tuple[str, ...], every: bool = True, most: int = MOST_LOOKED
) -> tuple[ReplayedGame, ...]:
    """The game played again under every other option of the points that go by the names, or under others until one of
    them changes the scores.

    A point is left out under which play takes too much work: such a game counts neither way.
    """
    course = table.play(_names(game.players))
    found = {name: ReplayedGame(name, False, False) for name in names}
    for one in meetings(course):
        name = point_name(table.rules.game, one.point)
        if name not in found or not _stated(one.point):
            continue
        for option in range(1, len(one.point.options)):
            if found[name].scores and not every:
                break
            try:
                with table.rules.looked.at_most(most):
                    result = table.ruled(course, one, option)
            except LookedUpTooOften:
                del found[name]
                break
            known = found[name]
            found[name] = ReplayedGame(
                name,
                known.winner or result.winner != course.result.winner,
                known.scores or result.scores != course.result.scores,
            )
    return tuple(found.values())


def _rows(seen: dict[Deal, FirstGame], again: list[ReplayedGame]) -> Iterator[SampleRow]:
    """One row for each open point, those first that most often decide who wins."""
    rows: dict[str, SampleRow] = {}
    for game, one in seen.items():
        for met in one.met:
            row = rows.get(met.name) or SampleRow(met.name, met.kind, met.clauses, met.stated, {}, 0, 0, 0, 0)
            in_games = {**row.met, game.players: row.met.get(game.players, 0) + 1}
            rows[met.name] = row._replace(met=in_games, times=row.times + met.times)
    for other in again:
        row = rows[other.name]
        rows[other.name] = row._replace(
            again=row.again + 1, winner=row.winner + other.winner, scores=row.scores + other.scores
        )
    yield from sorted(rows.values(), key=_rank)


def _rank(row: SampleRow) -> tuple[bool, float, float, int, str]:
    games = sum(row.met.values())
    rate = games / row.again if row.again else 0
    return not row.stated, -row.winner * rate, -row.scores * rate, -games, row.name
