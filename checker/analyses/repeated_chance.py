"""Chance is tried again and again, and may never be done.

What it finds: tables on which every result of a roll has to be rolled again. The table of the analysis (in the
JSON) has every set of results that can be repeated at once, with the exact chance of each other result in the
end, and how many rolls it takes on average.

Why it matters: nobody can say what happens then; and a result that is repeated makes the others more likely.

Example: all entries of a board of results are starred, and the star says to roll again what was rolled before.

How to settle it: leave one result that is never repeated.
"""

from __future__ import annotations

from checker.kernel.playing import Repeated
from checker.kernel.verdict import Extent, Finding
from checker.norms.context import Context
from checker.search.bench import Checked, Work
from checker.search.shown import places

CODE = "HX502"
NAME = "repeated-chance"
SETTLE = "leave one result that is never repeated"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """A finding if some table has every result repeated; every set of results that can be, as a table."""
    rules, playing = work.bench.rules, work.bench.playing
    if playing is None or playing.repeats is None:
        return [], Checked(NAME, Extent.EXHAUSTED, "nothing that is left to chance is tried again")
    sets, scope = playing.repeats(lambda store: Context(rules, store))
    endless = [one for one in sets if not one.tries]
    return [_finding(work, one) for one in endless[:1]], Checked(NAME, Extent.EXHAUSTED, scope, table=sets)


def _finding(work: Work, one: Repeated) -> Finding:
    game = work.bench.rules.game
    message = f"a roll may never be done: every one of {len(one.again)} results is rolled again by {' and '.join(one.clauses)}"
    return Finding(
        CODE,
        NAME,
        "error",
        message,
        one.clauses,
        (),
        places(game, one.clauses, ()),
        "",
        Extent.EXHAUSTED,
        settle=SETTLE,
    )
