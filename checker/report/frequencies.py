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
SECONDS = 300.0
"""So long games are played at most where no other bound is said."""
COARSE, FINE = 0.2, 0.05
"""An interval as wide as that is told in steps of 10 and of 5 per cent."""


def played(
    desk: Desk,
    players: tuple[int, ...],
    seed: int,
    jobs: int,
    until: float = inf,
    games: int = GAMES,
    about: tuple[str, ...] | None = None,
) -> Sample | None:
    """A sample of so many random games, those that met a point of these played again, as far as the time lasts; None
    where whole games cannot be played."""
    if desk.parts.playing(desk.game) is None or not games:
        return None
    each = -(-games // len(players))
    plan = SamplePlan(each, seed, players, reruns=AGAIN, jobs=jobs, kept=True, about=about)
    return sampled(desk, plan, until if until < inf else time.monotonic() + SECONDS)


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
    again = (
        f"{one.again} of these were played again with another answer, and {one.changed} of them ended with other scores"
    )
    return f"{up}. {again}: so it changes who gains in {between(one.low, one.high)}."


def rarely(one: Frequency | None) -> str:
    """The same in as few words as there are."""
    if one is None:
        return ""
    if not one.met:
        return f"in none of {one.games} games"
    up = f"comes up in {between(*wilson(one.met, one.games))}"
    return f"{up}, decides {between(one.low, one.high)}" if one.again else up


def between(low: float, high: float) -> str:
    """In how many games, as it is printed: as exact as the interval is narrow."""
    step = 10 if high - low >= COARSE else 5 if high - low >= FINE else 1
    least, most = (step * round(100 * share / step) for share in (low, high))
    if most == 0 or least >= 100 - step:
        return "hardly any game" if most == 0 else "nearly every game"
    if least in (0, most):
        return f"at most {most} % of games" if least == 0 else f"about {most} % of games"
    return f"{least} to {most} % of games"


def order(sample: Sample | None, seed: int, so_far: bool = False) -> str:
    """By what the questions are ordered, and how far that is known."""
    if sample is None:
        why = "no random games were played yet" if so_far else "whole games cannot be played at random here"
        return f"The questions are ordered by how grave they are: {why}, so that nothing is known of how often each matters."
    games = sum(sample.played.values())
    seats = ", ".join(str(n) for n, many in sample.played.items() if many)
    planned = sample.plan.games * len(sample.plan.players)
    cut = " Not all that were planned were played in the time." if games < planned else ""
    return (
        f"The questions are ordered by how often they change who gains in random games, and then by how grave they"
        f" are. {games} games with {seats} players were played, from seed {seed}; of those that met a question some"
        f" were played again with another answer and the same chances. Shares are intervals of 95 %, told as exactly as the sample is large.{cut}"
    )
