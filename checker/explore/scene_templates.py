"""How plays and questions are worded for a table of one size, and which cards are tried."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.explore.situations import SEATS, Catalogue, catalogue, has, said
from checker.kernel.effect import Run
from checker.kernel.game import Card, Game
from checker.kernel.term import Compare, Lit, Or, Var
from checker.kernel.trees.walk import parts_of
from checker.session.context import Bench

Swap = dict[str, str]


class SceneTemplates:
    """The lines of scenes that tell of plays, and those that ask; `titles` are the cards that are tried."""

    def __init__(self, bench: Bench, seats: int) -> None:
        self.book: Catalogue = catalogue(bench.situations)
        self.titles = alike(bench)
        self.seats = SEATS[:seats]
        self._naming = naming(bench)
        self._titles = sorted((c.title for c in bench.rules.game.cards), key=len, reverse=True)
        self._plays: dict[tuple[str, str, tuple[str, ...]], tuple[str, ...]] = {}
        self._general: dict[tuple[str, ...], tuple[str, ...]] = {}

    def plays(self, seat: str, title: str, labels: tuple[str, ...]) -> tuple[str, ...]:
        """The lines that tell of the player playing the card, where the scene speaks of so many labels."""
        key = (seat, title, labels if len(labels) > 1 or self.book.of_acts else ())
        if key not in self._plays:
            self._plays[key] = tuple(self._worded(*key))
        return self._plays[key]

    def _worded(self, seat: str, title: str, labels: tuple[str, ...]) -> Iterable[str]:
        for template in self.book.plays:
            names, on = has(template, SEATS[1]), has(template, "H1")
            if (names and title not in self._naming) or on != (bool(labels) and not names):
                continue
            for other in self.seats if names else ("",):
                for label in labels if on else ("",):
                    yield self.put(template, seat, other, title, label)
        for template in self.book.of_acts:
            for other in self.seats if has(template, SEATS[1]) else ("",):
                for label in labels if has(template, "H1") else ("",):
                    yield self.put(template, seat, other, title, label)

    def labels(self, lines: Iterable[str]) -> tuple[str, ...]:
        """What the lines name on which a card may be played: labels, or titles where acts tell how cards are played."""
        if not self.book.of_acts:
            return labels(lines)
        return tuple(t for t in self._titles if any(has(line, t) for line in lines))

    def general(self, labels: Iterable[str]) -> tuple[str, ...]:
        """The questions about the table, of every player and every label."""
        there = tuple(labels)
        if there not in self._general:
            self._general[there] = tuple(dict.fromkeys(q for t in self.book.asked for q in self._asked(t, there)))
        return self._general[there]

    def of_change(self) -> tuple[str, ...]:
        """The questions that are asked besides of what happens at once, of every player."""
        return tuple(dict.fromkeys(q for t in self.book.of_change for q in self._asked(t, ("H1",))))

    def _asked(self, template: str, labels: tuple[str, ...]) -> Iterable[str]:
        for seat in self.seats if has(template, SEATS[0]) else ("",):
            for label in labels if has(template, "H1") else ("",):
                yield self.put(template, seat, "", "", label)

    def of_card(self, seat: str, title: str) -> tuple[str, ...]:
        """The questions about the player's card."""
        return tuple(self.put(t, seat, "", title, "") for t in self.book.of_card)

    def put(self, template: str, who: str, other: str, title: str, label: str) -> str:
        """The template of the catalogue, told of these."""
        card = next((t for t in self._titles if t in template), "")
        put = (who or SEATS[0], other or SEATS[1], title, label or "H1")
        return said(template, *put, (SEATS[0], SEATS[1], card, "H1"))


def naming(bench: Bench) -> frozenset[str]:
    """The cards whose players name somebody when they play them."""
    return frozenset(c.title for c in bench.rules.game.cards if _names(bench, c.text, frozenset()))


def labels(lines: Iterable[str]) -> tuple[str, ...]:
    """The labels that the lines use."""
    return tuple(dict.fromkeys(x for line in lines for x in re.findall(r"\b[A-Z]\d+\b", line)))


def _names(bench: Bench, tree: object, seen: frozenset[str]) -> bool:
    """The text, or a procedure that it runs, asks whom its player named."""
    match tree:
        case Var("named") | Compare(_, Var(), Lit(None)):
            return True
        case Run(name) if name not in seen and name in bench.rules.procedures:
            return _names(bench, bench.rules.procedures[name].steps, seen | {name})
        case _:  # whatever else names what its parts name
            return any(_names(bench, part, seen) for part in parts_of(tree))


__all__ = ["SceneTemplates", "alike", "labels", "naming"]


def alike(bench: Bench) -> tuple[str, ...]:
    """The cards of the deck, one for all of which the rules say the same when their names are exchanged."""
    return bench.once("alike", lambda: _alike(bench.rules.game))


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
