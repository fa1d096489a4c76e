"""A clause that is said to be formal and does nothing.

What it finds: clauses that are not marked informal and that state no norm and no number, and that no step,
card or act names; and cards that name clauses which are not in the rules.

Why it matters: a rule that nothing carries out is read and not played, or somebody forgot to write it down.

Example: a clause says that a card is discarded, and no step of the procedure does it.

How to settle it: write down what the clause does, or mark it informal with the reason.
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import of_clauses
from checker.kernel.game import Game
from checker.kernel.trees.clause_uses import uses
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work

CODE = "HX603"
NAME = "clause-without-effect"
HOUSEKEEPING = True


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each clause that nothing uses, one for each card that names a clause that is gone."""
    game = work.bench.rules.game
    used = uses(game)
    formal = [c for c in game.clauses if not c.informal]
    found = [
        _finding(game, f"{c.id} is formal and does nothing: no norm, number, step, card or act", (c.id,), ())
        for c in formal
        if not used.of(c.id)
    ]
    known = {c.id for c in game.clauses}
    for card in game.cards:
        gone = tuple(c for c in card.clauses if c not in known)
        if gone:
            said = " and ".join(gone)
            found.append(_finding(game, f"`{card.title}` names {said}, not in the rules", gone, (card.title,)))
    scope = f"{len(formal)} formal clauses, {len(game.cards)} cards"
    return found, Scope(NAME, Extent.EXHAUSTED, scope)


def _finding(game: Game, message: str, clauses: tuple[str, ...], cards: tuple[str, ...]) -> Finding:
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        message,
        clauses,
        cards=cards,
        fingerprint="/".join((*cards, *clauses)),
        settle="write down what it does, or mark it informal with the reason",
    )
