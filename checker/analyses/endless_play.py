"""Play that need never end.

What it finds: loops of the rules for which no measure is known that falls each time they are gone through.

Why it matters: a card game ends because something runs out. A card that comes back to a hand, or a round that is
repeated until somebody wins, may undo that.

Example: an erratum by which a card that was played returns to its player's hand.

How to settle it: let something run out, or say how often the thing may be done.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from checker.certificate import Result, certificate, checked
from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.search.bench import Bench, Checked, Work
from checker.search.shown import places
from checker.search.zones import zoned

CODE = "HX501"
NAME = "endless-play"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each loop of the rules that nothing is known to end."""
    document = measures(work)
    results = checked(certificate(msgspec.json.encode(document)))
    found = [_unknown(work, one) for one in results if not one.ends]
    ended = sum(one.ends for one in results)
    trusted = sum(one.trusted for one in results)
    extent = Extent.PROVED if ended == len(results) else Extent.UNKNOWN
    scope = (
        f"{ended} of {len(results)} loops of the rules end: a measure falls each time they are gone through "
        f"(checked by itself, {trusted} conditions that cannot hold left to Z3); that play makes no other changes than those "
        "the measures speak of, and acts only where it makes sense, is sampled"
    )
    return found, Checked(NAME, extent, scope)


def measures(work: Work) -> dict[str, Any]:
    """The certificate of every loop of the game, as plain values."""
    from checker.smt.ranking import Ranking
    from checker.smt.ranking_file import document

    game = work.bench.rules.game
    number = len(Ranking(game, {}).loops())
    loops = work.kept_each("measures", game, "measures", _measured, range(number))
    return document(game.name, loops)


def _measured(bench: Bench, number: int) -> dict[str, Any]:
    from checker.smt.ranking_file import written

    ranking = _ranking(bench.rules)
    return written(ranking.ranked(ranking.loops()[number]))


@lru_cache(maxsize=1)
def _ranking(rules: Rulebook) -> Any:
    """The measures of the game; one for all loops, so that what is found for one serves the next."""
    from checker.smt.ranking import Ranking

    return Ranking(rules.game, zoned(rules))


def _unknown(work: Work, one: Result) -> Finding:
    game = work.bench.rules.game
    clauses = tuple(
        c for p in game.procedures for s in p.steps if f"step {s.name} of {p.name}" == one.where for c in s.clauses
    )
    return Finding(
        CODE,
        NAME,
        "note",
        f"no measure is known that ends {one.where}; that is no loop that was found",
        clauses,
        (),
        places(game, clauses),
        "",
        Extent.UNKNOWN,
        fingerprint=one.where,
        settle="say what runs out there",
    )
