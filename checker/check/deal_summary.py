"""What several deals say together: how often open points are met and decide, and each fault once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
