"""Play waits for somebody to act, and the clauses let nobody act.

What it finds: moments at which every act that could be tried is forbidden, or at which there is nothing to try, though
the step that waits there goes on only once somebody has acted.

Why it matters: play stands still, and no clause says how it goes on.

Example: whoever owes a roll does nothing else, and a clause forbids to roll.

How to settle it: let one of the acts be done there, or say what happens instead.
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.cards.search_job import alike
from checker.explore.duties.deadlocks import Deadlock, Next, stuck
from checker.explore.duties.far_deadlocks import MOST_PLACES
from checker.explore.duties.unregulated_acts import starts
from checker.explore.situations import AS_IT_STANDS, in_hands
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, part_of
from checker.session.session_values import relevance, traced_each

CODE = "HX503"
NAME = "stuck-play"
SCOPE = (
    "what comes next in every situation, in the first one also after each card, and in the other scenes of the "
    "catalogue that stand without a card put into them; open points as by default, of several ways the first; of a game "
    f"of data alone also the first {MOST_PLACES} places that play leads to from each situation, and where its first player "
    "holds each card and no other"
)


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each moment, and each set of clauses, that leaves nothing to do."""
    return [_finding(work.bench, one) for one in _found(work)], Scope(NAME, Extent.EXHAUSTED, SCOPE)


def _found(work: Work) -> list[Deadlock]:
    """For each moment with the clauses that leave nothing to do, the first scene that shows it."""
    bench = work.bench
    scenes, known = starts(bench), relevance(bench)
    first = (Next(0), *(Next(0, title) for title in alike(bench)))
    whole = [number for number, scene in enumerate(scenes) if scene.name.startswith(AS_IT_STANDS)]
    listed = [*first, *(Next(number) for number in range(1, len(scenes)))] if scenes else []
    listed += [Next(number, far=True) for number in whole]
    hand = next((n for n in whole if in_hands(bench.rules.game, scenes[n].lines, ("",))), None)
    listed += [Next(hand, title, alone=True) for title in alike(bench)] if hand is not None else []
    parts = [part_of(known, (*scenes[at.scene].lines, *_how(at)), at.title) for at in listed]

    def make(missing: list[Next]) -> list[TracedResult[Deadlock | None]]:
        return work.spread("stuck play", stuck, [missing])[0]

    found: dict[tuple[str, tuple[str, ...]], Deadlock] = {}
    for each in traced_each(work, "stuck", Deadlock | None, listed, parts, make):
        if each.result is not None:
            found.setdefault(each.result.place, each.result)
    return [found[place] for place in sorted(found)]


def _how(at: Next) -> tuple[str, ...]:
    return ("far",) * at.far + ("alone",) * at.alone


def _finding(bench: Bench, one: Deadlock) -> Finding:
    game = bench.rules.game
    acts = ", ".join(f"`{in_words(game.vocabulary, a)}`" for a in one.acts)
    why = (
        f"{' and '.join(one.clauses)} forbid{'s' * (len(one.clauses) == 1)} it"
        if one.clauses
        else "nothing can be done"
    )
    granted = f"; taken for granted: {', '.join(one.granted)}" if one.granted else ""
    return of_clauses(
        game,
        (CODE, NAME),
        "warning" if one.granted else "error",
        f"play stands still: it waits for somebody to act ({acts}), and nobody may: {why}{granted}",
        one.clauses,
        cards=one.cards,
        lines=(*one.lines, "what happens?"),
        fingerprint="/".join((one.moment, *one.clauses)),
        settle="let one of the acts be done there, or say what happens instead",
    )
