"""Facts that lead back to themselves, by their meanings and by the norms about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from msgspec import structs

from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves, Modifies, Newer, Norm
from checker.kernel.trees.walk import facts_in, reachable
from checker.kernel.vocabulary import Fact


def stating(norm: Norm) -> tuple[str, tuple[object, ...]] | None:
    """The fact of which the norm says something, and all that it asks for to do so, its condition first; nothing if it is
    about no fact."""
    match norm.claim:
        case Counts(call, _):
            return call.fact, (norm.cond, call.args)
        case Gives(term, value):
            return term.fact, (norm.cond, term.args, value)
        case Modifies(term) as claim:
            return term.fact, (norm.cond, term.args, claim.amount)
        case Leaves(term) as claim:
            return term.fact, (norm.cond, term.args, claim.default, claim.options, claim.least, claim.most)
        case _:  # says nothing of a fact
            return None


def with_circles(game: Game) -> Game:
    """The game in which each fact that may lead back to itself names those of its circle."""
    names = {fact.name for fact in game.vocabulary.facts}
    leads: dict[str, set[str]] = {name: set() for name in names}
    for about, asked in _asking(game):
        leads[about].add(asked)
    leads = {about: asked & names for about, asked in leads.items()}
    try:
        TopologicalSorter(leads).prepare()
    except CycleError:
        facts = tuple(structs.replace(f, circle=_circle(f, leads)) for f in game.vocabulary.facts)
        return structs.replace(game, vocabulary=structs.replace(game.vocabulary, facts=facts))
    return game


def _asking(game: Game) -> Iterator[tuple[str, str]]:
    """Each fact with each that its meaning, a norm about it, or what ranks such norms on a table asks for."""
    for fact in game.vocabulary.facts:
        yield from ((fact.name, asked) for asked in facts_in(fact.definition))
    said = [told for told in map(stating, game.norms) if told is not None]
    ranks = [(n.cond, n.claim.age) for n in game.norms if isinstance(n.claim, Newer) and n.claim.age is not None]
    for about, tree in said:
        yield from ((about, asked) for asked in facts_in((tree, ranks)))


def _circle(fact: Fact, leads: Mapping[str, set[str]]) -> tuple[str, ...]:
    """The facts to which the fact leads and that lead to it; none if it does not lead back to itself."""
    to = _reached(fact.name, leads)
    return tuple(sorted(name for name in to if fact.name in _reached(name, leads))) if fact.name in to else ()


def _reached(start: str, leads: Mapping[str, set[str]]) -> frozenset[str]:
    """All to which it leads, in one step or more."""
    return frozenset(reachable(leads[start], leads.__getitem__))
