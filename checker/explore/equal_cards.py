"""Cards that differ in their name only: where one is tried, the others need not be."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.kernel.game import Card, Game
from checker.kernel.term import Or
from checker.session.context import Bench

Swap = dict[str, str]


def alike(bench: Bench) -> tuple[str, ...]:
    """The cards of the deck, one for all of which the rules say the same when their names are exchanged."""
    scratch = bench.scratch.of(bench)
    if ("alike",) not in scratch:
        scratch["alike",] = _alike(bench.rules.game)
    titles: tuple[str, ...] = scratch["alike",]
    return titles


def _alike(game: Game) -> tuple[str, ...]:
    found: list[Card] = []
    for card in game.cards:
        if card.copies and not any(twins(game, card, other) for other in found):
            found.append(card)
    return tuple(c.title for c in found)


def twins(game: Game, one: Card, other: Card) -> bool:
    """Nothing but the name tells the cards apart: exchanging their names leaves the rules as they are.

    A card that is spoken of in any way but `is this card` has a name that is told at the table.
    """
    if (one.kinds, one.unsure) != (other.kinds, other.unsure):
        return False
    swap = {one.title: other.title, other.title: one.title}
    if _told(one.text, swap) != _told(other.text, {}):
        return False
    words = game.vocabulary
    trees = [t for t in _said(game) if _mentions(t, swap)]
    trees += [t for t in (*game.procedures, *words.facts, *words.acts, game.setup) if _mentions(t, swap)]
    told = [_told(tree, {}) for tree in trees]
    if any(_mentions(_nameless(tree), swap) for tree in told):
        return False
    return _sorted(told) == _sorted(_told(t, swap) for t in trees)


def _said(game: Game) -> Iterable[object]:
    """What the norms say, by which kind of speaker, and what the cards do."""
    kinds = {c.title: c.kinds for c in game.cards}
    for norm in game.norms:
        speaker = norm.speaker if norm.speaker == norm.clause else kinds.get(norm.speaker, norm.speaker)
        yield (norm.clause, norm.claim, norm.cond, speaker, norm.outranks, norm.reading)
    yield from (c.text for c in (*game.cards, *game.stand_ins))


def _sorted(trees: Iterable[object]) -> list[str]:
    return sorted(map(repr, trees))


def _told(tree: object, swap: Swap) -> object:
    """The tree as plain tuples, with the names exchanged; alternatives come in any order."""
    if isinstance(tree, str):
        return swap.get(tree, tree)
    if isinstance(tree, tuple):
        return tuple(_told(part, swap) for part in tree)
    if isinstance(tree, Or):
        return ("Or", *sorted((_told(part, swap) for part in tree.parts), key=repr))
    if not hasattr(tree, "__struct_fields__"):
        return tree
    return (type(tree).__name__, *(_told(part, swap) for part in _parts(tree)))


def _nameless(told: object) -> object:
    """What was told, without asking whether a card is one of a certain title or kind."""
    match told:
        case ("Call", "is", (card, ("Lit", str()))):
            return ("Call", "is", (_nameless(card),))
        case tuple():
            return tuple(_nameless(part) for part in told)
        case _:
            return told


def _mentions(tree: object, titles: Iterable[str]) -> bool:
    if isinstance(tree, str):
        return any(re.search(rf"(?<!\w){re.escape(t)}(?!\w)", tree) for t in titles)
    return any(_mentions(part, titles) for part in _parts(tree))


def _parts(tree: object) -> tuple[object, ...]:
    if isinstance(tree, tuple):
        return tree
    return tuple(getattr(tree, f) for f in getattr(tree, "__struct_fields__", ()) if f != "place")
