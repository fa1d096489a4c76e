"""What a fact or an act can be about at one table, and which cards lie there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from checker.kernel.game import Game
from checker.kernel.term import Cond, Every, Lit, Some, Value
from checker.kernel.trees.walk import facts_in, of_kind
from checker.kernel.vocabulary import sort_of


def instances(game: Game, letters: tuple[str, ...], seats: int) -> Iterator[tuple[Value, ...] | None]:
    """The things that the letters can stand for, in the place of numbers nothing; None where there may be others."""
    columns: list[tuple[Value, ...]] = []
    players = 0
    for letter in letters:
        sort = sort_of(game.vocabulary, letter)
        if sort == "player":
            columns.append(tuple(range(min(seats, players + 1))))
            players += 1
        elif sort == "number":
            columns.append((None,))
        else:
            there = _things(game, sort)
            if not there:
                yield None
                return
            columns.append(there)
    yield from product(*columns)


def _things(game: Game, sort: str) -> tuple[str, ...]:
    words = game.vocabulary
    declared = next((s for s in words.sorts if s.name == sort), None)
    if declared is not None and declared.labels:
        return ()
    titled = sort == "card" or (declared is not None and declared.cards)
    return (*(w for w, of in words.words if of == sort), *(c.title for c in game.cards if titled))


def cards_told_of(game: Game, args: tuple[Value, ...], conds: tuple[Cond, ...]) -> tuple[str, ...]:
    """The cards of which conditions about these things speak, in facts that they mean too: by title, or one of the kind.

    Where they only ask whether there is a card, it is the first one.
    """
    trees = _meaning(game, conds)
    named = {*args, *(word.value for word in of_kind(trees, Lit))}
    titles = {c.title: None for c in game.cards if c.title in named}
    quantified: list[Some | Every] = [*of_kind(trees, Some), *of_kind(trees, Every)]
    if not any(one.sort == "card" for one in quantified):
        return tuple(titles)
    for kind in (k for k in game.vocabulary.kinds if k in named):
        some = [c.title for c in game.cards if kind in c.kinds and kind not in c.unsure]
        titles.update(dict.fromkeys(some[:1] if not titles.keys() & some else ()))
    return tuple(titles or [c.title for c in game.cards[:1]])


def _meaning(game: Game, conds: tuple[Cond, ...]) -> list[object]:
    """The conditions, and what the facts in them mean."""
    meanings = {f.name: f.definition for f in game.vocabulary.facts if f.definition is not None}
    trees: list[object] = [*conds]
    asked = facts_in(conds)
    while more := [name for name in meanings if name in asked]:
        trees += [meanings.pop(name) for name in more]
        asked = facts_in(trees)
    return trees
