"""One clause forbids an act, another says what happens when it is done.

What it finds: a prohibition of an act of which another clause tells the consequence, where the solver finds
that both can apply to the same act. Is the act taken back, or does the consequence follow?

Why it matters: the clauses do not contradict each other, and still nobody knows how to go on.

Example: a card must not be played on a Hex that sets it off when the card is played.

How to settle it: say that the consequence follows the forbidden act, or that it is for other acts only.
"""

from __future__ import annotations

from typing import Any

from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Bench, Checked, Work
from checker.search.shown import places

CODE = "HX102"
NAME = "prohibition-with-consequence"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each prohibition and each consequence that can meet, unless the one outranks the other."""
    bench = work.bench
    meetings = [m for part in work.spread("prohibitions", meeting, [None]) for m in part]
    norms, found = bench.rules.norms, {}
    for one in meetings:
        forbids, tells = norms[one.pair.one], norms[one.pair.other]
        if one.can == "no" or forbids.clause == tells.clause:
            continue
        clauses = (forbids.clause, tells.clause)
        message = (f"{forbids.clause} forbids `{one.pair.about}` where {tells.clause} says what happens when it is "
                   "done: is it illegal, or does that follow")
        found[clauses] = Finding(
            CODE, NAME, "warning", message, clauses, (), places(bench.rules.game, clauses), "", Extent.UNKNOWN,
            fingerprint="/".join((one.pair.about, *clauses)), settle="say which of the two is meant",
        )
    apart = sum(m.can == "no" for m in meetings)
    scope = f"{len(meetings)} pairs of a prohibition and a consequence: {apart} can never both apply"
    return [found[k] for k in sorted(found)], Checked(NAME, Extent.PROVED if apart == len(meetings) else Extent.UNKNOWN, scope)


def meeting(bench: Bench, _: None) -> list[Any]:
    """Every pair of a prohibition and a consequence, with what the solver says of it."""
    from checker.smt.clash import clashes, consequences

    return clashes(bench.rules.game, consequences(bench.rules.game))
