"""Somebody can do something that no clause allows or forbids, or asks for a value that no clause gives.

What it finds: acts that the search could try, or that play waits for in a situation, and that no live norm
speaks of, whatever the player holds (where norms speak of an act under conditions alone, the scope says that it is not
told where these fail); facts that norms decide and that no norm gives, or gives to whom nobody fits.

Why it matters: nobody at the table can say whether it may be done.

Example: passing the turn with a card in hand that might help.

How to settle it: add a permission or a prohibition; give the value.
"""

from __future__ import annotations

import msgspec

from checker.explore.cards.finding_builders import finding, of_clauses, searched
from checker.explore.cards.search_result import DecidingPoint
from checker.explore.duties.unregulated_acts import by_kind, conditional, settled_by_hands, unruled
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves
from checker.kernel.trees.paraphrase import generally, in_words
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import plain
from checker.norms.rulebook import Rulebook
from checker.scenes.questions_of_words import FITS
from checker.session.context import Scope, Work

CODE = "HX301"
NAME = "unregulated-act"
VALUE_CODE = "HX302"
VALUE_NAME = "value-not-given"
MOST_NAMED = 6
"""So many acts at most are named in the scope."""
ALSO = ((VALUE_CODE, VALUE_NAME),)


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each act met that nothing regulates, one for each fact that no norm decides."""
    seen = searched(work)
    bench = work.bench
    words = bench.rules.game.vocabulary
    told = {str(m.point.key[2]) for m in seen.met if "unregulated" in m.point.key}
    waiting = work.kept(
        "unruled", (bench.rules.game, bench.situations), tuple[DecidingPoint, ...], lambda: unruled(bench)
    )
    found = [
        _apart(
            kind,
            finding(
                work,
                one,
                CODE,
                NAME,
                f"no clause allows or forbids to {in_words(words, str(m.point.key[2]))}, as in `{one.question.rstrip('?')}`",
                "say who may do it and when",
            ),
        )
        for m in (*seen.met, *(m for m in waiting if str(m.point.key[2]) not in told))
        if "unregulated" in m.point.key
        for kind, one in by_kind(bench, m)
        if not settled_by_hands(bench, one)
    ]
    found += [
        finding(work, m, VALUE_CODE, VALUE_NAME, f"{m.point.text} in `{m.question.rstrip('?')}`", "say what is so then")
        for m in seen.met
        if m.point.text.endswith(FITS)
    ]
    found += _values(work)
    return found, Scope(
        NAME,
        Extent.EXHAUSTED if seen.complete else Extent.UNKNOWN,
        f"acts: {seen.scope}, and those that play waits for in each situation{_conditional(bench.rules)}; "
        "values: all facts that norms decide",
    )


def _conditional(rules: Rulebook) -> str:
    """That of these acts it is not told where no clause speaks of them: norms do, but under conditions alone."""
    acts = conditional(rules)
    names = ", ".join(acts[:MOST_NAMED]) + (", …" if len(acts) > MOST_NAMED else "")
    many = "1 act" if len(acts) == 1 else f"{len(acts)} acts"
    return (
        f"; nothing is said of where the conditions fail under which alone norms speak of {many} ({names})"
        if acts
        else ""
    )


def _apart(kind: str, found: Finding) -> Finding:
    """The finding, told from one about cards of another category."""
    return msgspec.structs.replace(found, fingerprint=f"{found.fingerprint}/{kind}") if kind else found


def _values(work: Work) -> list[Finding]:
    game = work.bench.rules.game
    given = {
        (n.claim.fact if isinstance(n.claim, Counts) else n.claim.term).fact
        for n in game.norms
        if isinstance(n.claim, Counts | Gives | Leaves)
    }
    found = []
    for fact in game.vocabulary.facts:
        if fact.institutional and fact.name not in given and fact.initial is None and _asked(game, fact.name):
            clauses = tuple(sorted({n.clause for n in game.norms if f"fact='{fact.name}'" in repr(n)}))
            phrase = generally(game.vocabulary, plain(fact.phrase))
            found.append(
                of_clauses(
                    game,
                    (VALUE_CODE, VALUE_NAME),
                    "warning",
                    f"no clause says `{phrase}`, which is asked for",
                    clauses,
                    fingerprint=fact.name,
                    settle="give the value in a clause",
                )
            )
    return found


def _asked(game: Game, fact: str) -> bool:
    """Some text, step, norm or meaning of the game asks for the fact."""
    wanted = f"Call(fact='{fact}'"
    parts = (game.cards, game.norms, game.procedures, game.vocabulary.acts, game.vocabulary.facts)
    return any(wanted in repr(p) for p in parts)
