"""Play waits for somebody to act, and the clauses let nobody act.

What it finds: moments at which every act that could be tried is forbidden, or at which there is nothing to try, though
the step that waits there goes on only once somebody has acted.

Why it matters: play stands still, and no clause says how it goes on.

Example: whoever owes a roll does nothing else, and a clause forbids to roll.

How to settle it: let one of the acts be done there, or say what happens instead.
"""

from __future__ import annotations

from checker.kernel.general import in_words
from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Bench, Checked, Work
from checker.search.shown import places
from checker.search.stuck import Stuck
from checker.search.stuck import stuck as standing

CODE = "HX503"
NAME = "stuck-play"
SCOPE = (
    "what comes next in every situation, in the first one also after each card, and in the other scenes of the "
    "catalogue that stand without a card put into them; open points as by default, of several ways the first"
)


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each moment, and each set of clauses, that leaves nothing to do."""
    bench = work.bench
    listed = work.kept("stuck", (bench.rules.game, bench.situations), lambda: standing(bench))
    return [_finding(bench, one) for one in listed], Checked(NAME, Extent.EXHAUSTED, SCOPE)


def _finding(bench: Bench, one: Stuck) -> Finding:
    game = bench.rules.game
    acts = ", ".join(f"`{in_words(game.vocabulary, a)}`" for a in one.acts)
    why = (
        f"{' and '.join(one.clauses)} forbid{'s' * (len(one.clauses) == 1)} it"
        if one.clauses
        else "nothing can be done"
    )
    return Finding(
        CODE,
        NAME,
        "error",
        f"play stands still: it waits for somebody to act ({acts}), and nobody may: {why}",
        one.clauses,
        one.cards,
        places(game, one.clauses, one.cards),
        "\n".join((*one.lines, "what happens?")),
        Extent.EXHAUSTED,
        fingerprint="/".join((one.moment, *one.clauses)),
        settle="let one of the acts be done there, or say what happens instead",
    )
