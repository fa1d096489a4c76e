"""Facts that are defined by nothing but themselves: no table could say what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives
from checker.kernel.source import Place, Problem
from checker.kernel.term import Arith, Expr, Is, Not, Var
from checker.kernel.trees.fact_circles import stating
from checker.kernel.trees.walk import facts_in
from checker.kernel.vocabulary import OFF

APART = "one of them has to be said without the others"
MORE = "what only changes a value says so: `the value of … is 1 more than it would be`, `… is what it would be times 2`"


def circular_facts(game: Game) -> Iterator[Problem]:
    """A problem if a fact is told by itself wherever it is asked for: a value that is reckoned from itself by way of values
    alone, a condition that is so if it is so (or is not) of the very same things, whatever else is so, or norms that switch
    each other off.

    It stands where an amendment closes the circle, if one does. What else leads back to itself is settled on some tables.
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
    """Each fact with each without which its meaning, or a norm about it, says nothing, and where that is said."""
    brought = {(a.kind, a.name): a.place for a in game.amended}
    values = {f.name for f in game.vocabulary.facts if f.result != "condition"}
    for fact in game.vocabulary.facts:
        asked = facts_in(fact.definition) & values if fact.name in values else _alone(fact.definition, fact.params)
        yield from ((fact.name, one, brought.get(("fact", fact.name))) for one in asked)
    for norm in game.norms:
        told = stating(norm)
        if told is not None and told[0] in values:
            yield from ((told[0], one, norm.place) for one in facts_in(told[1]) & values)
        elif told is not None and told[0].startswith(OFF):
            yield from ((told[0], one, norm.place) for one in facts_in(told[1]) if one.startswith(OFF))
        elif isinstance(norm.claim, Counts):
            letters = [(a.name, "") for a in norm.claim.fact.args if isinstance(a, Var)]
            if len(letters) == len(norm.claim.fact.args):
                yield from ((norm.claim.fact.fact, one, norm.place) for one in _alone(norm.cond, letters))


def _alone(cond: object, params: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The fact of which alone the condition says that it is so, or is not, of these things in this order."""
    while isinstance(cond, Not):
        cond = cond.part
    things: tuple[Expr, ...] = tuple(Var(letter) for letter, _ in params)
    return frozenset({cond.call.fact}) if isinstance(cond, Is) and cond.call.args == things else frozenset()
