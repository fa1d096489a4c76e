"""Facts that are defined by themselves: no position could say what they are."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves, Modifies
from checker.kernel.source import Place, Problem
from checker.kernel.term import Arith
from checker.kernel.trees.walk import facts_in

APART = "one of them has to be said without the others"
MORE = "what only changes a value says so: `the value of … is 1 more than it would be`, `… is what it would be times 2`"


def circular_facts(game: Game) -> Iterator[Problem]:
    """A problem if the meaning of a fact, or a norm about it, leads back to the fact.

    It stands where an amendment closes the circle, if one does.
    """
    needs: dict[str, set[str]] = {f.name: set() for f in game.vocabulary.facts}
    places: dict[tuple[str, str], list[Place]] = {}
    for about, asked, place in _asking(game):
        needs.setdefault(about, set()).add(asked)
        if place is not None:
            places.setdefault((about, asked), []).append(place)
    claims = [n.claim for n in game.norms]
    reckoned = {c.term.fact for c in claims if isinstance(c, Gives) and isinstance(c.value, Arith)}
    phrases = {f.name: f.phrase for f in game.vocabulary.facts}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        circle = [str(name) for name in reversed(error.args[1])]
        told = ", which asks for ".join(f"`{phrases.get(name, name)}`" for name in circle)
        found = [place for step in pairwise(circle) for place in places.get(step, ())]
        files = {a.place.file for a in game.amended if a.place is not None}
        own = [place for place in found if place.file in files]
        place = (own or found or [Place(game.name, 1)])[0]
        hint = MORE if len(circle) == 2 and circle[0] in reckoned else APART
        yield Problem(place, f"a fact is defined by itself: {told}", "", hint)


def _asking(game: Game) -> Iterator[tuple[str, str, Place | None]]:
    """Each fact with each that its meaning, or a norm about it, asks for, and where that is said."""
    brought = {(a.kind, a.name): a.place for a in game.amended}
    for fact in game.vocabulary.facts:
        yield from ((fact.name, asked, brought.get(("fact", fact.name))) for asked in facts_in(fact.definition))
    for norm in game.norms:
        claim = norm.claim
        if isinstance(claim, Counts | Gives | Leaves | Modifies):
            about = claim.fact.fact if isinstance(claim, Counts) else claim.term.fact
            value = claim.value if isinstance(claim, Gives) else claim.amount if isinstance(claim, Modifies) else None
            yield from ((about, asked, norm.place) for asked in facts_in((norm.cond, value)))
