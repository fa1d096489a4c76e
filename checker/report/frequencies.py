"""How often a question changes who gains, as random games show it, and the order of the questions by that."""

from __future__ import annotations

import time
from math import inf

from checker.ask.game_session import Desk
from checker.check.sample_games import Sample, SamplePlan, SampleRow, sampled, wilson
from checker.report.content import Frequency

GAMES = 300
"""So many games are played in all, if the time lasts for them, as many for each number of players."""
AGAIN = 12
"""So many of them are played again for each open point."""
SECONDS = 1500.0
"""So long games are played at most."""


def played(desk: Desk, players: tuple[int, ...], seed: int, jobs: int, until: float = inf) -> Sample | None:
    """A sample of random games, as far as the time lasts; None where whole games cannot be played."""
    if desk.parts.playing(desk.game) is None:
        return None
    each = -(-GAMES // len(players))
    plan = SamplePlan(each, seed, players, reruns=AGAIN, jobs=jobs)
    return sampled(desk, plan, min(until, time.monotonic() + SECONDS))


def frequency(sample: Sample | None, points: tuple[str, ...]) -> Frequency | None:
    """How often a question that hangs on the points came up: that of the point that changes most."""
    if sample is None or not sum(sample.played.values()):
        return None
    games = sum(sample.played.values())
    rows = [_of(row, games) for row in sample.rows if row.name in points]
    if not rows:
        return Frequency(games, 0, 0, 0, 0.0, wilson(0, games)[1])
    return max(rows, key=lambda one: (one.share, one.met))


def _of(row: SampleRow, games: int) -> Frequency:
    """The row's share of games in which it changes who gains; both bounds are those of its two parts together."""
    met = sum(row.met.values())
    (low, high), (least, most) = wilson(met, games), wilson(row.scores, row.again)
    return Frequency(games, met, row.again, row.scores, low * least, high * most)


def often(one: Frequency | None) -> str:
    """In how many games it comes up and changes who gains, in words; nothing where no games were played."""
    if one is None:
        return ""
    if not one.met:
        return f"It came up in none of {one.games} random games."
    up = f"It came up in {one.met} of {one.games} random games"
    if not one.again:
        return f"{up}; what follows from it is not stated, so that none could be played again."
    again = f"of {one.again} of these that were played again with another answer, {one.changed} had other scores"
    return f"{up}; {again}: it changes who gains in {percent(one.low)} to {percent(one.high)} of all games."


def rarely(one: Frequency | None) -> str:
    """The same in as few words as there are."""
    if one is None:
        return ""
    if not one.met:
        return f"in none of {one.games} games"
    low, high = wilson(one.met, one.games)
    up = f"comes up in {percent(low)} to {percent(high)} of games"
    return f"{up}, decides {percent(one.low)} to {percent(one.high)}" if one.again else up


def percent(share: float) -> str:
    """The share as it is printed."""
    return f"{100 * share:.0f} %" if share >= 0.01 or not share else "under 1 %"


def order(sample: Sample | None, seed: int) -> str:
    """By what the questions are ordered, and how far that is known."""
    if sample is None:
        return (
            "The questions are ordered by how grave they are: whole games cannot be played at random here, so that"
            " nothing is known of how often each matters."
        )
    games = sum(sample.played.values())
    seats = ", ".join(str(n) for n, many in sample.played.items() if many)
    cut = " Not all that were planned were played in the time." if games < GAMES else ""
    return (
        f"The questions are ordered by how often they change who gains in random games, and then by how grave they"
        f" are. {games} games with {seats} players were played, from seed {seed}; of those that met a question some"
        f" were played again with another answer and the same chances. Intervals are of 95 %.{cut}"
    )
