"""A definite phrase ("the player who …", "the Hex") means nobody, several, or different ones by different clauses.

What it finds: phrases for a player or a thing that clauses define and that, in a position that was reached,
several satisfy, or that clauses define differently; and events that happen to nothing because the words of
a card or clause name nothing there.

Why it matters: the rule is clear, and still nobody knows whom it is about.

Example: "the player with the least Voice picks the dealer", and two players have the least.

How to settle it: say what the phrase means when none or several fit; let one of the clauses define it.
"""

from __future__ import annotations

from checker.kernel.game import Game
from checker.kernel.norm import Gives
from checker.kernel.point import Kind
from checker.kernel.term import All
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Fact, sort_of
from checker.norms.context import plain
from checker.search.bench import Checked, Work
from checker.search.pairs import Met
from checker.search.shown import finding, places, referent, searched
from checker.search.voids import Void

CODE = "HX304"
NAME = "unclear-referent"
SETTLE = "say what is meant when none or several fit, in one clause"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each phrase without exactly one referent, with the position that shows it."""
    seen = searched(work)
    game = work.bench.rules.game
    found = [_several(work, m, fact) for m in seen.met if (fact := referent(game, m.point)) is not None]
    found += [_none(work, v) for v in _causes(seen.voids)]
    complete = not (seen.cut or seen.lost or seen.stopped)
    return found, Checked(NAME, Extent.EXHAUSTED if complete else Extent.UNKNOWN, _scope(game, seen.scope))


def _several(work: Work, met: Met, fact: Fact) -> Finding:
    clauses = met.point.clauses
    said = " or ".join(f"`{o.text}`" for o in met.point.options[:4])
    asked = met.question.rstrip("?")
    if len(clauses) > 1 and met.point.kind is not Kind.SILENT:
        message = f"`{plain(fact.phrase)}` is not the same by {' and by '.join(clauses)} ({said}), so `{asked}` is open"
    else:
        message = f"several are `{plain(fact.phrase)}` by {' and '.join(clauses)} ({said}), so `{asked}` is open"
    return finding(work, met, CODE, NAME, message, SETTLE)


def _none(work: Work, void: Void) -> Finding:
    game = work.bench.rules.game
    own = next((c.clauses for c in game.cards if c.title == void.card), ())
    clauses = void.clauses or tuple(own)
    cards = (void.card,) if void.card else ()
    where = f" when `{void.card}` is played" if void.card else ""
    act = work.bench.rules.acts[void.act]
    sort = dict(act.params)[void.place] or sort_of(game.vocabulary, void.place)
    return Finding(
        CODE,
        NAME,
        "warning",
        f"no {sort} is meant{where}, and `{plain(act.said)}` needs one",
        clauses,
        cards,
        places(game, clauses, cards),
        "\n".join((*void.lines, "what happens?")),
        Extent.EXHAUSTED,
        bool(cards) and any(c.title == void.card and c.copies_source == "assumed" for c in game.cards),
        fingerprint="/".join(void.key),
        settle="say what happens when nothing fits",
    )


def _causes(voids: tuple[Void, ...]) -> list[Void]:
    """The shortest for each card, or for each act where no card is under way: what follows has the same cause."""
    first: dict[tuple[str, str], Void] = {}
    for void in sorted(voids, key=lambda v: v.size):
        first.setdefault((void.card, "" if void.card else void.act), void)
    return [first[k] for k in sorted(first)]


def _scope(game: Game, scope: str) -> str:
    phrases = {n.claim.term.fact for n in game.norms if isinstance(n.claim, Gives) and isinstance(n.claim.value, All)}
    things = [f for f in game.vocabulary.facts if f.institutional and f.result not in ("condition", "number")]
    return f"{len(things)} phrases that clauses define ({len(phrases)} of them by what fits), in: {scope}"
