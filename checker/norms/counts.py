"""Numbers of things that clauses count: which one prevails, and whether there are enough of a thing."""

from __future__ import annotations

from functools import partial

from checker.kernel.effect import Create
from checker.kernel.game import StatedCount
from checker.kernel.term import Kind, Option, Point, Undecided, Value
from checker.kernel.trees.slots import none_left, piece_of
from checker.kernel.vocabulary import ANOTHER, Functions, Vocabulary, sort_of
from checker.norms.evaluate import Context
from checker.norms.unknown_values import RIGID


def functions(words: Vocabulary) -> Functions:
    """The functions behind facts that say how many things of a sort there can be (`supply of` the sort), and whether
    there can be one more for a title (`another` of the sort)."""
    counted = [s.name for s in words.sorts if s.piece]
    found: Functions = {f"supply of {name}": partial(supply, sort=name) for name in counted}
    return found | {f"{ANOTHER}{name}": partial(another, sort=name) for name in counted}


def stated(context: Context, of: str) -> tuple[StatedCount, ...]:
    """What the clauses say of how many there are."""
    return tuple(c for c in context.rules.game.counts if c.of == of)


def prevailing(context: Context, of: str, counts: tuple[StatedCount, ...]) -> Value:
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
    return _enough(context, piece_of(context.rules.game, sort), len(context.things(sort)))


def left_over(context: Context, effect: Create) -> bool:
    """What takes a component comes into play, as long as one is left. Raises Undecided where none is and no text asks for that."""
    piece = piece_of(context.rules.game, effect.sort)
    if not piece:
        return True
    if supply(context, effect.sort) > len(context.things(effect.sort)) or effect not in context.rules.unprovided:
        return True
    key = (RIGID, "none left", effect.sort)
    if key not in context.store:
        asks, clauses = none_left(piece), tuple(dict.fromkeys(c.clause for c in stated(context, piece)))
        options = (
            Option(True, f"a {effect.sort} comes into play without one of the {piece}", clauses),
            Option(False, f"no {effect.sort} comes into play without one of the {piece}", clauses),
        )
        raise Undecided(Point(asks, Kind.SILENT, key, options, clauses, f"no clause says {asks}"))
    return context.store.get(key) is True


def another(context: Context, title: Value, sort: str) -> bool:
    """One more thing of the sort can come into play, also of those of this title where it is said how many they are."""
    things = context.things(sort)
    if supply(context, sort) <= len(things):
        return False
    noun = piece_of(context.rules.game, sort).split()[-1]
    words = context.rules.game.vocabulary
    titled = (f for f in words.fields if f.result == "title" and len(f.params) == 1)
    named = next((f.name for f in titled if sort_of(words, f.params[0]) == sort), "")
    for head in dict.fromkeys(c.of.removesuffix(f" {noun}") for c in context.rules.game.counts):
        if named and _titled(title, head):
            used = sum(_titled(context.store.get((named, thing)), head) for thing in things)
            if _enough(context, f"{head} {noun}", used) <= used:
                return False
    return True


def _titled(title: Value, head: str) -> bool:
    return isinstance(title, str) and f"{title} ".startswith(f"{head} ")


def _enough(context: Context, of: str, used: int) -> int:
    """How many there are of the component where so many are in use; one more where no clause says how many."""
    counts = stated(context, of)
    numbers = {c.number for c in counts if c.number is not None}
    if not numbers or min(numbers) > used:
        return min(numbers, default=used + 1)
    context.cites.update(dict.fromkeys(c.clause for c in counts))
    found = prevailing(context, of, counts)
    return found if isinstance(found, int) else used + 1
