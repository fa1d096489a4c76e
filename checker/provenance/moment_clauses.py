"""By which clauses play comes to a moment at which something may be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.kernel.effect import Await, Under
from checker.kernel.trees.walk import parts_of
from checker.norms.rulebook import Rulebook


def occasions(rules: Rulebook, fits: Callable[[Await], bool]) -> tuple[str, ...]:
    """The clauses by which play comes to a moment that fits: those named nearest to it."""
    found: dict[str, None] = {}
    for procedure in rules.procedures.values():
        for step in procedure.steps:
            found.update(dict.fromkeys(_near(step.effect, rules.stated(step.clauses), fits)))
    for card in rules.cards.values():
        found.update(dict.fromkeys(_near(card.text, (), fits)))
    return tuple(found)


def _near(tree: object, clauses: tuple[str, ...], fits: Callable[[Await], bool]) -> Iterator[str]:
    match tree:
        case Await() if fits(tree):
            yield from clauses
        case Under():
            yield from _near(tree.effect, tree.clauses or clauses, fits)
        case _:  # whatever else waits where its parts do
            for part in parts_of(tree):
                yield from _near(part, clauses, fits)
