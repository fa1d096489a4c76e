"""One clause forbids an act, another says what happens when it is done.

What it finds: a prohibition of an act of which another clause tells the consequence, where the solver finds
that both can apply to the same act. Is the act taken back, or does the consequence follow?

Why it matters: the clauses do not contradict each other, and still nobody knows how to go on.

Example: a card must not be played on a Hex that sets it off when the card is played.

How to settle it: say that the consequence follows the forbidden act, or that it is for other acts only.
"""

from __future__ import annotations

from typing import Any

from checker.kernel.game import Game
from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Bench, Checked, Work
from checker.search.catalogue import catalogue
from checker.search.pairs import Forbidden, broken
from checker.search.shown import places

CODE = "HX102"
NAME = "prohibition-with-consequence"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each prohibition and each consequence that can meet."""
    bench = work.bench
    game = bench.rules.game
    meetings = work.kept("consequences", game, lambda: work.spread("prohibitions", meeting, [None])[0])
    norms = bench.rules.norms
    near = {(norms[m.pair.one].clause, norms[m.pair.other].clause): m.pair.about for m in meetings if m.can != "no"}
    wanted = frozenset(near)
    jobs = [Forbidden(number, wanted) for number in range(len(catalogue(bench.situations).situations))]
    tried = work.kept_each("broken", (game, bench.situations), "forbidden plays", broken, jobs)
    shown = {pair: lines for one in reversed(tried) for pair, lines in one.items()}
    found = [_finding(game, clauses, near[clauses], shown[clauses]) for clauses in sorted(near) if clauses in shown]
    return found, _checked(meetings, sorted(near.keys() - shown.keys()))


def _finding(game: Game, clauses: tuple[str, str], act: str, lines: tuple[str, ...]) -> Finding:
    forbids, tells = clauses
    doubt = "is it illegal, or does that follow"
    message = f"{forbids} forbids `{act}` where {tells} says what happens when it is done: {doubt}"
    naming = next((d.id for d in game.declarations if d.point == "/".join(clauses)), "")
    return Finding(
        CODE,
        NAME,
        "note" if naming else "warning",
        message,
        clauses,
        (),
        places(game, clauses),
        "\n".join(lines),
        Extent.EXHAUSTED,
        point=naming,
        fingerprint="/".join((act, *clauses)),
        settle="say which of the two is meant",
    )


def _checked(meetings: list[Any], unseen: list[tuple[str, str]]) -> Checked:
    every = {(m.pair.one, m.pair.other) for m in meetings}
    near = {(m.pair.one, m.pair.other) for m in meetings if m.can != "no"}
    extent = Extent.UNKNOWN if unseen else Extent.EXHAUSTED if near else Extent.PROVED
    scope = (
        f"{len(every)} pairs of a prohibition and a consequence of what it forbids, on the same circumstances: "
        f"{len(every - near)} can never both apply"
    )
    if unseen:
        scope += f"; no scene tried shows {', '.join(' with '.join(pair) for pair in unseen)}"
    return Checked(NAME, extent, scope)


def meeting(bench: Bench, _: None) -> list[Any]:
    """Every pair of a prohibition and a consequence, by each way to it, with what the solver says of it."""
    from checker.smt.clash import clashes
    from checker.smt.consequences import consequences

    game = bench.rules.game
    first = clashes(game, consequences(game))
    again = {c.pair: c for c in clashes(game, [c.pair for c in first if c.can != "no"], deep=True)}
    return [again.get(c.pair, c) for c in first]
