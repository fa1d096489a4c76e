"""What is known of whole deals, told in words or as JSON."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from checker.ask.game_session import Desk
from checker.check.deals import DealPlan, DealResult, drawn, looked, stated
from checker.check.run_checks import bench
from checker.kernel.source import InputError, Place, Problem
from checker.process.outputs import written

FAR = 1_000_000_000
"""Seeds of deals are below that."""


def checked_deals(
    desks: list[Desk],
    texts: tuple[str, ...],
    number: int,
    seed: int,
    players: str | None,
    plan: DealPlan,
    format: str,
    output: Path | None,
) -> int:
    """Looks at each deal that is told, and at so many that chance deals, and tells what is known of them.

    The result is 1 if play can go round, is stuck or breaks a property in one of them.
    """
    if format not in ("text", "json"):
        raise InputError(Problem(Place("--format", 1), f"deals are not told as {format}", "", "text or json"))
    if not desks:
        raise InputError(
            Problem(Place("the command line", 1), "no game is named", "", "hexcheck check GAME --deal ...")
        )
    found = [one for desk in desks for one in _looked(desk, texts, number, seed, players, plan)]
    if format == "json":
        text = msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
    else:
        text = "".join(f"{line}\n" for one in found for line in deal_text(one, plan))
    written(output or Path("-"), text)
    return int(any(one.rounds or one.stuck or one.endless or one.broken for one in found))


def _looked(
    desk: Desk, texts: tuple[str, ...], number: int, seed: int, players: str | None, plan: DealPlan
) -> Iterator[DealResult]:
    at = bench(desk)
    for text in texts:
        yield looked(at, stated(at, text), text, plan, _tell)
    seats = desk.seated(tuple(int(n) for n in (players or "").replace("-", ",").split(",") if n.isdecimal()))
    for n in range(number):
        dealt = random.Random(f"{seed} {n}").randrange(FAR)
        yield looked(at, drawn(at, seats[n % len(seats)], dealt), f"deal {n + 1} of seed {seed}", plan, _tell)


def _tell(looked: int, known: int) -> None:
    """Says on a terminal how far the search is."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{looked:,} of {known:,} states looked at\x1b[K\r")
        sys.stderr.flush()


def deal_text(one: DealResult, plan: DealPlan) -> Iterator[str]:
    """The result in words, a line each."""
    yield f"deal: {one.deal}"
    far = "exhausted" if one.exhausted else f"not exhausted: stopped at {plan.most:,} states"
    yield f"  {far}; {one.states:,} states, {one.edges:,} edges, {_ends(one)}"
    if one.plays:
        yield f"  {int(one.plays):,} plays, which end in {one.results:,} different ways"
    for sort, number in one.most:
        yield f"  at most {number} of sort {sort} at once"
    yield f"  {_several(len(one.points), 'open point is', 'open points are')} met" + (":" if one.points else "")
    for point in one.points:
        how = (
            f": met in {_share(point.met)} of plays, decides the result in {_share(point.decides)}" if point.met else ""
        )
        yield f"    {point.point}{how}"
    yield f"  {_several(len(one.rounds), 'way', 'ways')} in which play can go round" + (":" if one.rounds else "")
    for number, lines in enumerate(one.rounds, 1):
        yield from (f"    {number}. {line}" if n == 0 else f"       {line}" for n, line in enumerate(lines))
    yield f"  {_several(len(one.broken), 'property', 'properties')} broken" + (":" if one.broken else "")
    for name, lines in one.broken:
        yield f"    {name}, after:"
        yield from (f"      {line}" for line in lines)


def _ends(one: DealResult) -> str:
    kinds = (
        (one.ends, "end", "ends"),
        (one.stuck, "stuck state", "stuck states"),
        (one.endless, "endless state", "endless states"),
    )
    return ", ".join(_several(number, word, words) for number, word, words in kinds if number or word == "end")


def _several(number: int, word: str, words: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {words}"


def _share(exact: str) -> str:
    """The share in percent, never 0 or 100 unless it is."""
    of, whole = map(int, exact.split("/"))
    tenths = of * 1000 // whole
    shown = min(max(tenths, 1), 999) if 0 < of < whole else tenths
    return f"{shown / 10:.1f} %"
