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
from checker.search.pairs import broken
from checker.search.shown import places

CODE = "HX102"
NAME = "prohibition-with-consequence"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each prohibition and each consequence that can meet."""
    bench = work.bench
    game = bench.rules.game
    reads = (game.norms, game.vocabulary, game.cards, game.procedures)
    meetings = work.kept("consequences", reads, lambda: work.spread("prohibitions", meeting, [None])[0])
    norms = bench.rules.norms
    near = {(norms[m.pair.one].clause, norms[m.pair.other].clause): m.pair.about for m in meetings if m.can != "no"}
    wanted = frozenset(near)
    shown = work.kept("broken", (game, bench.situations, wanted), lambda: broken(bench, wanted))
    found = {}
    for clauses, act in near.items():
        forbids, tells = clauses
        message = (
            f"{forbids} forbids `{act}` where {tells} says what happens when it is done: "
            "is it illegal, or does that follow"
        )
        lines = shown.get(clauses, ())
        naming = next((d.id for d in bench.rules.game.declarations if d.point == "/".join(clauses)), "")
        found[clauses] = Finding(
            CODE,
            NAME,
            "warning" if lines and not naming else "note",
            message if lines else f"{message}; no scene tried shows it",
            clauses,
            (),
            places(bench.rules.game, clauses),
            "\n".join(lines),
            Extent.EXHAUSTED if lines else Extent.UNKNOWN,
            point=naming,
            fingerprint="/".join((act, *clauses)),
            settle="say which of the two is meant",
        )
    apart = sum(m.can == "no" for m in meetings)
    known = all(f.witness for f in found.values())
    extent = Extent.PROVED if apart == len(meetings) else Extent.EXHAUSTED if known else Extent.UNKNOWN
    scope = (
        f"{len(meetings)} pairs of a prohibition and a consequence that speak of one derived fact: "
        f"{apart} can never both apply"
    )
    return [found[k] for k in sorted(found)], Checked(NAME, extent, scope)


def meeting(bench: Bench, _: None) -> list[Any]:
    """Every pair of a prohibition and a consequence, with what the solver says of it."""
    from checker.smt.clash import clashes, consequences

    return clashes(bench.rules.game, consequences(bench.rules.game))
