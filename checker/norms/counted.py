"""Numbers of things that clauses count: which one prevails, and whether there are enough of a thing."""

from __future__ import annotations

from functools import partial

from checker.kernel.game import Count
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions, Vocabulary
from checker.norms.context import Context
from checker.norms.values import RIGID


def functions(words: Vocabulary) -> Functions:
    """The functions behind facts that say how many things of a sort there can be: `supply of` the sort."""
    return {f"supply of {s.name}": partial(supply, sort=s.name) for s in words.sorts if s.piece}


def stated(context: Context, of: str) -> tuple[Count, ...]:
    """What the clauses say of how many there are."""
    return tuple(c for c in context.rules.game.counts if c.of == of)


def prevailing(context: Context, of: str, counts: tuple[Count, ...]) -> Value:
    """The number that prevails of those which clauses state. Raises Undecided unless that is decided."""
    clauses = tuple(dict.fromkeys(c.clause for c in counts))
    by_number: dict[int, list[str]] = {}
    for count in counts:
        if count.number is not None:
            by_number.setdefault(count.number, []).append(count.clause)
    if len(by_number) < 2:
        return next(iter(by_number), None)
    key = (RIGID, "count", of)
    if key not in context.store:
        options = tuple(Option(n, f"it is {n}, by {' and '.join(by)}", tuple(by)) for n, by in by_number.items())
        text = f"{' and '.join(clauses)} disagree on: the number of {of}"
        name = f"{'/'.join(clauses)}: the number of {of}"
        raise Undecided(Point(name, Kind.CONTRADICTORY, key, options, clauses, text))
    return context.store.get(key)


def supply(context: Context, sort: str) -> int:
    """How many things of the sort there can be: as many as of the component that each takes.

    Where no clause says so there is always one more. Clauses are relied on, and those that disagree are only a doubt,
    where it matters.
    """
    of = next(s.piece for s in context.rules.game.vocabulary.sorts if s.name == sort)
    counts, used = stated(context, of), len(context.things(sort))
    numbers = {c.number for c in counts if c.number is not None}
    if not numbers or min(numbers) > used:
        return min(numbers, default=used + 1)
    context.cites.update(dict.fromkeys(c.clause for c in counts))
    found = prevailing(context, of, counts)
    return found if isinstance(found, int) else used + 1
