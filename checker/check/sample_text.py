"""A sample of play for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from checker.ask.answer_text import wrapped
from checker.check.sample_games import Sample, SampleRow, wilson
from checker.kernel.verdict import Extent
from checker.simulate.paired_games import MOST_DECISIONS, POLICIES

METHOD = (
    "each of the games counted under `of` was played again with the same random numbers under every other option of "
    "the point, from where it was first met and whenever it was met again"
)


def lines(sample: Sample) -> Iterator[str]:
    """The sample as a table: how often each point was met, and how often ruling it otherwise mattered."""
    plan, games = sample.plan, sum(sample.played.values())
    seats = ", ".join(f"{n} with {p} players" for p, n in sample.played.items())
    cut = f"; interrupted, {plan.games * len(plan.players)} were planned" if sample.interrupted else ""
    yield from wrapped(f"sampled play: {games} random games ({seats}), seed {plan.seed}{cut}", "", "  ")
    yield from wrapped(f"policy {plan.policy}: {POLICIES[plan.policy].says}", "  ", "    ")
    yield from wrapped(f"{Extent.SAMPLED.value}; {assumption(sample)}", "  ", "    ")
    if sample.positions and sample.seconds:
        yield f"  {sample.positions} positions, {sample.positions / sample.seconds:.0f} a second"
    if sample.unfinished:
        yield f"  {sample.unfinished} of them had not ended after {MOST_DECISIONS} decisions"
    if sample.most:
        said = ", ".join(f"{number} {name}" for name, number in sample.most)
        yield from wrapped(f"the largest numbers in use at once: {said}", "  ", "    ")
    if not sample.rows:
        return
    yield from wrapped(f"{METHOD}; intervals of 95 % (Wilson)", "  ", "    ")
    yield f"  {'met in':<17}{'another winner':<18}{f'other {sample.scores}':<18}{'of':>4}  open point"
    for row in sample.rows:
        met = _share(sum(row.met.values()), games)
        changed = f"{'cannot be told: nothing states what it does':<40}"
        if row.stated:
            shares = (_share(hits, row.again) if row.again else "-" for hits in (row.winner, row.scores))
            changed = "".join(f"{share:<18}" for share in shares) + f"{row.again:>4}"
        yield f"  {met:<17}{changed}  {row.name} ({row.kind})"


def assumption(sample: Sample) -> str:
    """What the sample rests on besides the rules."""
    left_out = sum(not row.stated for row in sample.rows)
    said = "rests on the policy" + (f", and on what is assumed: {sample.assumed}" if sample.assumed else "")
    return said + (f"; left out: what {left_out} effects do that nothing states" if left_out else "")


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of:4.0%} ({low:.0%}-{high:.0%})"


def as_json(sample: Sample) -> dict[str, object]:
    """The sample as the documented object."""
    plan = sample.plan
    return {
        "extent": Extent.SAMPLED.value,
        "assumed": bool(sample.assumed),
        "rests_on": assumption(sample),
        "seed": plan.seed,
        "policy": {"name": plan.policy, "says": POLICIES[plan.policy].says},
        "method": METHOD,
        "outcome": ["winner", sample.scores],
        "games": {str(n): played for n, played in sample.played.items()},
        "positions": sample.positions,
        "unfinished": sample.unfinished,
        "interrupted": sample.interrupted,
        "largest": dict(sample.most),
        "points": [_row_json(row, sample) for row in sample.rows],
    }


def _row_json(row: SampleRow, sample: Sample) -> dict[str, object]:
    met = sum(row.met.values())
    games = sum(sample.played.values())
    changed = {
        "games_again": row.again,
        "changed_winner": _json_share(row.winner, row.again),
        "changed_scores": _json_share(row.scores, row.again),
    }
    return {
        "point": row.name,
        "kind": row.kind,
        "clauses": list(row.clauses),
        "met": {**_json_share(met, games), "times": row.times, "players": {str(n): k for n, k in row.met.items()}},
        "changes": changed if row.stated else None,
    }


def _json_share(hits: int, of: int) -> dict[str, object]:
    low, high = wilson(hits, of)
    return {
        "games": hits,
        "of": of,
        "share": round(hits / of, 4) if of else None,
        "interval": [round(low, 4), round(high, 4)],
    }
