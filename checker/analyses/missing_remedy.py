"""A prohibition or a duty says nothing of what follows when it is broken.

What it finds: each clause that forbids or demands an act to whose breach no norm attaches anything. A remedy
is a norm that says what happens (or is prevented) when the act is done all the same, in the circumstances
of the prohibition and of every card and kind that it asks for; the clause may hold it itself. What cannot be done anyhow needs none,
nor does an act by which only scenes leave out what is done.

Why it matters: the table knows that something was wrong and not how to go on.

Example: a card is played that may not be played; is it taken back, lost, or does it count?

How to settle it: say what becomes of an act that breaks the rule.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.statements.norm_questions import applied
from checker.kernel.game import Declaration, Game
from checker.kernel.norm import Must, MustNot, Norm, Prevents, Replaces, When
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import traced_anywhere

CODE = "HX305"
NAME = "missing-remedy"
HOUSEKEEPING = True
POINT = "remedy"
CAUSE = "no clause says what follows when a prohibition or a duty is broken"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each clause that forbids or demands an act, and whose breach nothing follows."""
    game = work.bench.rules.game
    met = work.kept("remedies", game, frozenset[str], lambda: work.spread("remedies", remedied, [None])[0])
    untold = work.bench.playing.untold if work.bench.playing is not None else frozenset[str]()
    strict = [n for n in game.norms if isinstance(n.claim, Must | MustNot) and n.claim.act.act not in untold]
    lacking = [n for n in strict if not (n.id in met or _own(game, n) or _said_before(game, n))]
    by: dict[tuple[str, str], Norm] = {}
    for norm in lacking:
        assert isinstance(norm.claim, Must | MustNot)
        by.setdefault((norm.clause, norm.claim.act.act), norm)
    scope = f"{len(strict)} prohibitions and duties: {len(strict) - len(lacking)} have a remedy or need none"
    bare = [n.id for n in by.values() if _declared(game, n.clause) is None]
    lines = dict(zip(bare, _broken(work, bare), strict=True))
    found = [_finding(game, norm, lines.get(norm.id, ())) for norm in by.values()]
    return found, Scope(NAME, Extent.EXHAUSTED, scope)


def _broken(work: Work, norms: list[str]) -> list[tuple[str, ...]]:
    """For each of the norms a scene with a question that it decides, if one is found."""
    says = [(n.id, n.clause, n.claim, n.cond) for n in (work.bench.rules.norms[name] for name in norms)]
    make = partial(work.spread, "breaches", applied)
    return traced_anywhere(work, "breaches", tuple[str, ...], norms, make, says=says)


def _said_before(game: Game, norm: Norm) -> bool:
    """An amendment says anew, in a clause that no declaration knows, what another clause says that one knows."""
    fresh = any(a.kind == "clause" and a.name == norm.clause for a in game.amended)
    if not fresh or _declared(game, norm.clause) is not None:
        return False
    alike = (n for n in game.norms if n.claim == norm.claim and n.cond == norm.cond and n.clause != norm.clause)
    return any(_declared(game, n.clause) is not None for n in alike)


def _own(game: Game, norm: Norm) -> bool:
    """The clause itself says what happens, or what does not, besides what it forbids."""
    return any(n.clause == norm.clause and isinstance(n.claim, Prevents | Replaces | When) for n in game.norms)


def remedied(bench: Bench, _: None) -> frozenset[str]:
    """The prohibitions and duties that need no remedy, or that some norm may be one for, by their ids."""
    from checker.smt.conflicts import clashes
    from checker.smt.remedies import answered, impossible, remedies

    game = bench.rules.game
    over = bench.rules.over
    telling = [p for p in remedies(game) if answered(game, p) and not over(p.one, p.other)]
    found: Any = {c.pair.one for c in clashes(game, telling) if c.can != "no"}
    return frozenset(found | {n.id for n in game.norms if impossible(n)})


def _finding(game: Game, norm: Norm, lines: tuple[str, ...]) -> Finding:
    assert isinstance(norm.claim, Must | MustNot)
    act = norm.claim.act.act
    naming = _declared(game, norm.clause)
    said = "forbids" if isinstance(norm.claim, MustNot) else "demands"
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"{norm.clause} {said} `{in_words(game.vocabulary, act)}`, and nothing says what follows when it is broken",
        (norm.clause,),
        cards=(norm.speaker,) if any(c.title == norm.speaker for c in game.cards) else (),
        at=(norm.place,) if norm.place else places(game, (norm.clause,)),
        lines=lines,
        naming=naming,
        fingerprint=f"{act}/{norm.clause}",
        settle="say what becomes of an act that breaks the rule",
        cause=CAUSE,
    )


def _declared(game: Game, clause: str) -> Declaration | None:
    return next((d for d in game.declarations if d.point == POINT and clause in d.clauses), None)
