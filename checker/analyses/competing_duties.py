"""One card is owed to several things at once, or two acts are where only one can be done, and no clause says which.

What it finds: situations in which a duty demands a card for more than one thing while the card can serve only
one of them; those in which different clauses demand different cards of which only one can be played;
moments at which two clauses each demand an act of the same player, and play goes on after either.

Why it matters: whichever is chosen, the duty is broken for the other, and nobody is named to choose.

Example: two Hexes lie before a player who holds one card that passes either.

How to settle it: say who chooses, or what comes first.
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.search_job import alike
from checker.explore.duties.exclusive_acts import Torn, torn
from checker.explore.duties.one_card_duties import Held, RivalDuties, asking, rivals
from checker.explore.duties.one_hand_duties import RivalCards, rival_cards
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, part_of, traced_parts
from checker.session.session_values import relevance

CODE = "HX204"
NAME = "competing-duties"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each set of clauses that demand too much of one card."""
    game = work.bench.rules.game
    found = []
    for one in _rivals(work):
        naming = next((d for d in game.declarations if d.point == "/".join(one.clauses)), None)
        message = (
            f"{' and '.join(one.clauses)} demand{'s' * (len(one.clauses) == 1)} `{one.card}` {len(one.ways)} times at once "
            f"(`{'` or `'.join(one.ways)}`) and no clause says who chooses"
        )
        found.append(
            of_clauses(
                game,
                (CODE, NAME),
                "warning",
                message,
                one.clauses,
                cards=(one.card,),
                at=places(game, one.clauses),
                lines=one.lines,
                naming=naming,
                fingerprint="/".join((one.act, *one.clauses)),
                settle="say who chooses, or what comes first",
            )
        )
    reads = game, work.bench.situations
    both = work.kept("torn", reads, tuple[Torn, ...], lambda: work.spread("duties", _torn, [None])[0])
    found += [_both(work.bench, one) for one in both]
    found += [_cards(work.bench, r) for part in work.spread("rival cards", _two_cards, [None]) for r in part]
    number = len(asking(work.bench))
    return found, Scope(
        NAME,
        Extent.EXHAUSTED,
        f"every card in {number} situations, each at its smallest table, open points as by default; two cards of one hand in the first; two acts in the "
        "first moment of every situation in which play waits for one",
    )


def _both(bench: Bench, one: Torn) -> Finding:
    words = bench.rules.game.vocabulary
    first, second = (f"`{in_words(words, a)}`" for a in one.acts)
    return of_clauses(
        bench.rules.game,
        (CODE, NAME),
        "error",
        f"{' and '.join(one.clauses)} demand both {first} and {second} of one player, and play goes on after either",
        one.clauses,
        lines=one.lines,
        fingerprint="/".join((*one.acts, *one.clauses)),
        settle="say which of the duties gives way, or keep their conditions apart",
    )


def _cards(bench: Bench, rivals_: RivalCards) -> Finding:
    clauses = (*rivals_.one, *rivals_.other)
    a, b = rivals_.cards
    return of_clauses(
        bench.rules.game,
        (CODE, NAME),
        "warning",
        f"{_demand(rivals_.one)} `{a}` where {_demand(rivals_.other)} `{b}`, only one of them can be played, and no clause says which",
        clauses,
        cards=rivals_.cards,
        at=places(bench.rules.game, clauses),
        lines=rivals_.lines,
        fingerprint="/".join((rivals_.act, *sorted(clauses))),
        settle="say which duty goes first, or ask for the one only where the other does not hold",
    )


def _demand(clauses: tuple[str, ...]) -> str:
    return f"{' and '.join(clauses)} demand{'s' * (len(clauses) == 1)}"


def _two_cards(bench: Bench, _: None) -> tuple[RivalCards, ...]:
    return rival_cards(bench)


def _torn(bench: Bench, _: None) -> tuple[Torn, ...]:
    return torn(bench)


def _rivals(work: Work) -> list[RivalDuties]:
    """For each set of clauses that demand more of one card than it can do, the first scene that shows it."""
    bench = work.bench
    situations, known = asking(bench), relevance(bench)
    listed = [Held(number, title) for number in range(len(situations)) for title in alike(bench)]
    parts = [part_of(known, situations[at.situation].lines, at.title) for at in listed]

    def make(missing: list[int]) -> list[TracedResult[tuple[RivalDuties, ...]]]:
        return list(work.spread("duties", rivals, [[listed[at] for at in missing]])[0])

    tried = traced_parts(work.options.shelf, "duties", bench.situations, known, tuple[RivalDuties, ...], parts, make)
    found: dict[tuple[str, ...], RivalDuties] = {}
    for one in (r for each in tried for r in each.result):
        found.setdefault(one.clauses, one)
    return [found[clauses] for clauses in sorted(found)]
