"""Facts that are defined by themselves: no position could say what they are."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Any

from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves, Modifies
from checker.kernel.source import Place, Problem
from checker.kernel.term import Call


def circular_facts(game: Game) -> Iterator[Problem]:
    """A problem if the meaning of a fact, or a norm about it, leads back to the fact."""
    needs: dict[str, set[str]] = {}
    places: dict[str, Place] = {}
    for fact in game.vocabulary.facts:
        needs.setdefault(fact.name, set()).update(_called(fact.definition))
    for norm in game.norms:
        claim = norm.claim
        if isinstance(claim, Counts | Gives | Leaves | Modifies):
            about = claim.fact.fact if isinstance(claim, Counts) else claim.term.fact
            value = claim.value if isinstance(claim, Gives) else claim.amount if isinstance(claim, Modifies) else None
            needs.setdefault(about, set()).update(_called((norm.cond, value)))
            if norm.place is not None:
                places.setdefault(about, norm.place)
    phrases = {f.name: f.phrase for f in game.vocabulary.facts}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        circle = [str(name) for name in reversed(error.args[1])]
        told = ", which asks for ".join(f"`{phrases.get(name, name)}`" for name in circle)
        place = next((places[name] for name in circle if name in places), Place(game.name, 1))
        yield Problem(
            place, f"a fact is defined by itself: {told}", "", "one of them has to be said without the others"
        )


def _called(tree: Any) -> Iterator[str]:
    if isinstance(tree, Call):
        yield tree.fact
    for part in tree if isinstance(tree, tuple) else (getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())):
        yield from _called(part)
