"""The same things are counted twice, with different numbers.

What it finds: counts of the same thing that differ; kinds of a thing that do not add up to all of it; copies
of the cards that do not add up to the deck, or differ from what a clause says.

Why it matters: the box is short, or the rulebook is wrong.

Example: twelve tokens of one kind and sixteen of the other, but thirty altogether.

How to settle it: correct one of the numbers.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

import msgspec

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.statements.shadowed_scenes import figures
from checker.kernel.game import Game, StatedCount
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work

CODE = "HX401"
NAME = "count-mismatch"
UNSHOWN = "none of the numbers can be asked for"
CountedThings: TypeAlias = tuple[str, ...]
ToldCount: TypeAlias = tuple[Finding, CountedThings]
"""A finding with the things whose numbers are told in it."""
KINDS = "kinds of "
"""How a count of kinds begins."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each thing of which two numbers are stated, or whose parts do not add up."""
    game = work.bench.rules.game
    by: dict[str, list[StatedCount]] = defaultdict(list)
    for count in game.counts:
        by[count.of].append(count)
    found = [f for of, counts in by.items() for f in _twice(game, of, counts)]
    found += _copies(game, by)
    found += [f for whole in by for f in _parts(game, whole, by)]
    found += [f for of in by if of.startswith(KINDS) for f in _kinds(game, of.removeprefix(KINDS), by)]
    scope = f"{len(game.counts)} counts of {len(by)} things, {len(game.cards)} cards"
    told = [msgspec.structs.replace(f, witness=figures(work.bench, things), unshown=UNSHOWN) for f, things in found]
    return told, Scope(NAME, Extent.EXHAUSTED, scope)


def _twice(game: Game, of: str, counts: list[StatedCount]) -> list[ToldCount]:
    numbers = {c.number for c in counts if c.number is not None}
    if len(numbers) < 2:
        return []
    clauses = tuple(dict.fromkeys(c.clause for c in counts if c.number is not None))
    said = ", ".join(f"{c.number} by {c.clause}" for c in counts if c.number is not None)
    things: CountedThings = (of,)
    return [(_finding(game, of, f"the number of {of} is {said}", clauses, "error"), things)]


def _copies(game: Game, by: dict[str, list[StatedCount]]) -> list[ToldCount]:
    found: list[ToldCount] = []
    for card in game.cards:
        for count in by.get(f"copies of {card.title}", ()):
            if count.number not in (None, card.copies):
                message = f"{count.clause} says {count.number} copies of {card.title}, the deck {card.copies}"
                one = _finding(game, count.of, message, (count.clause,), "error", (card.title,))
                found.append((one, (count.of,)))
    total = sum(c.copies for c in game.cards)
    for count in by.get("playing cards", ())[:1]:
        if total and count.number not in (None, total):
            clauses = tuple(dict.fromkeys(c.clause for c in by["playing cards"]))
            said = " and ".join(clauses)
            message = f"the cards of the deck add up to {total}, not to the {count.number} of {said}"
            changed = tuple(dict.fromkeys((*(a.name for a in game.amended if a.kind == "card"), *game.gone)))
            things = ("playing cards", *(f"copies of {c.title}" for c in game.cards if c.title in changed))
            found.append((_finding(game, "deck", message, clauses, "error", changed), things))
    return found


def _parts(game: Game, whole: str, by: dict[str, list[StatedCount]]) -> list[ToldCount]:
    """The stated parts of a whole: `standard tokens` and `enhanced tokens` are parts of `Hex tokens`."""
    noun = whole.split()[-1]
    parts = [
        of for of in by if of.split()[-1] == noun and of.split()[0].isalpha() and of.islower() and " of " not in of
    ]
    if len(parts) < 2 or whole in parts or not whole.split()[0].isalpha() or " of " in whole or _of_card(game, whole):
        return []
    total, sums = by[whole][0], [by[p][0] for p in parts]
    if total.number is None or any(s.number is None for s in sums) or sum(s.number or 0 for s in sums) == total.number:
        return []
    said = " and ".join(f"{s.number} {s.of}" for s in sums)
    message = f"{said} are not the {total.number} {whole} of {total.clause}"
    things: CountedThings = (whole, *parts)
    return [(_finding(game, whole, message, (total.clause, *(s.clause for s in sums)), "error"), things)]


def _kinds(game: Game, whole: str, by: dict[str, list[StatedCount]]) -> list[ToldCount]:
    """The kinds of a whole, each named for a card: as many as are said, and together as many as the whole."""
    noun = whole.split()[-1]
    named = [of for of in by if of.split()[-1] == noun and _of_card(game, of)]
    kinds, total = by[KINDS + whole][0], by[whole][0] if whole in by else None
    if not named or kinds.number is None:
        return []
    if len(named) != kinds.number:
        clauses = (kinds.clause, *(by[of][0].clause for of in named))
        message = f"{kinds.clause} says {kinds.number} kinds of {whole}, and {len(named)} are named: {', '.join(named)}"
        one = _finding(game, KINDS + whole, message, tuple(dict.fromkeys(clauses)), "error")
        return [(one, (KINDS + whole, *named))]
    sums = [by[of][0] for of in named]
    if total is None or total.number is None or any(s.number is None for s in sums):
        return []
    if sum(s.number or 0 for s in sums) == total.number:
        return []
    said = " and ".join(f"{s.number} {s.of}" for s in sums)
    clauses = tuple(dict.fromkeys((*(s.clause for s in sums), *(c.clause for c in by[whole]))))
    message = f"{said} are not the {total.number} {whole} of {total.clause}"
    return [(_finding(game, KINDS + whole, message, clauses, "error"), (whole, *named))]


def _of_card(game: Game, of: str) -> bool:
    """The things are named for a card, or for several whose titles begin so: one of the parts, whatever they are part of."""
    head = of.rpartition(" ")[0]
    titles = [c.title for c in game.cards]
    return head in titles or sum(t.startswith(f"{head} ") for t in titles) > 1


def _finding(
    game: Game, of: str, message: str, clauses: tuple[str, ...], severity: str, cards: tuple[str, ...] = ()
) -> Finding:
    return of_clauses(
        game,
        (CODE, NAME),
        severity,
        message,
        clauses,
        cards=cards,
        fingerprint=f"{of}/{'/'.join(clauses)}",
        settle="correct one of the numbers",
    )
