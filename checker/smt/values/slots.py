"""The unknowns of one small table, as numbers for the solver: each stored value, and what a fact or an act can be about there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import z3

from checker.kernel.game import Game
from checker.kernel.term import Cond, Every, Expr, Lit, Some, Value
from checker.kernel.trees.walk import facts_in, of_kind
from checker.kernel.vocabulary import Field, sort_of, sort_or_nothing

NOTHING = 10**9
"""Stands for no thing; words and titles come behind it."""
SlotEnv: TypeAlias = dict[str, Any]
"""What letters stand for: a value, or a number of the solver."""


class TableSlot(NamedTuple):
    """One unknown of the table.

    Its `kind` is `field`; `zone` (a card lies there) or `pile` (so many cards lie there); `number` (one that the fact is
    asked of); `ruled` (what norms decide) or `open` (what was not looked into).
    """

    kind: str
    name: str
    args: tuple[Value, ...]
    sort: str
    term: z3.ExprRef
    start: Value = None


class Slots:
    """The unknowns that were met so far, by what they are the values of, and what is so of them wherever they are set."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.words = game.vocabulary
        self.seats = seats
        self.titles = {c.title: c for c in game.cards}
        self.fields = {f.name: f for f in self.words.fields}
        self.facts = {f.name: f for f in self.words.facts}
        self.zones = {z.name: z for z in self.words.zones}
        self.codes: dict[Value, int] = {}
        self.values: dict[int, Value] = {}
        self.slots: dict[tuple[object, ...], TableSlot] = {}
        self.ranges: list[z3.BoolRef] = []
        self.trees: dict[tuple[object, ...], tuple[Expr | Cond, dict[str, Value]]] = {}

    def code(self, value: Value) -> int:
        """The number that stands for the value; numbers and seats stand for themselves."""
        if value is None:
            return NOTHING
        if isinstance(value, int):
            return int(value)
        made = self.codes.setdefault(value, NOTHING + 1 + len(self.codes))
        self.values[made] = value
        return made

    def meant(self, slot: TableSlot, number: int) -> Value:
        """The value that the number stands for."""
        if slot.sort == "condition":
            return bool(number)
        return None if number == NOTHING else self.values.get(number, number)

    def things(self, sort: str) -> tuple[Value, ...] | None:
        """Everything of the sort that there can be; None where that is not known, or are numbers."""
        if sort == "player":
            return tuple(range(self.seats))
        words = tuple(w for w, of in self.words.words if of == sort)
        known = next((s for s in self.words.sorts if s.name == sort), None)
        if sort == "card" or (known is not None and known.cards):
            return (*words, *self.titles)
        return words if words and known is not None and not known.labels else None

    def sort(self, letter: str) -> str:
        """The sort of the letter; nothing if it has none."""
        return sort_or_nothing(self.words, letter)

    def stored(self, field: Field, args: tuple[Value, ...]) -> z3.ExprRef:
        """The field of these things."""
        return self.slot("field", field.name, args, field.result, field.initial).term

    def slot(self, kind: str, name: str, args: tuple[Value, ...], sort: str, start: Value = None) -> TableSlot:
        """The unknown of that name, made when it is first asked for."""
        key = (kind, name, *args)
        found = self.slots.get(key)
        if found is None:
            said = " ".join(map(str, key))
            term = z3.Bool(said) if sort == "condition" else z3.Int(said)
            found = self.slots[key] = TableSlot(kind, name, args, sort, term, start)
            self.ranges += self._range(found)
        return found

    @property
    def side(self) -> list[z3.BoolRef]:
        """What is so of the unknowns wherever they are set: their ranges, and that no more cards lie there than there are."""
        return [*self.ranges, *self._boxed()]

    def _boxed(self) -> list[z3.BoolRef]:
        there: dict[tuple[Value, ...], dict[str, z3.ArithRef]] = {}
        for slot in self.slots.values():
            if slot.kind == "zone" and slot.args[0] in self.titles:
                there.setdefault((slot.name, *slot.args[1:]), {})[str(slot.args[0])] = z3.If(slot.term, 1, 0)
        piles = {(slot.name, *slot.args): slot.term for slot in self.slots.values() if slot.kind == "pile"}
        found = [piles[at] >= z3.Sum(*lie.values()) for at, lie in there.items() if at in piles]
        copies = {title: card.boxed for title, card in self.titles.items()}
        for title, many in copies.items():
            lies = [lie[title] for lie in there.values() if title in lie]
            found += [z3.Sum(*lies) <= many] if many is not None and len(lies) > many else []
        if piles and None not in copies.values():
            for at, pile in piles.items():
                lie = there.get(at, {})
                found.append(pile <= z3.Sum(*(many * lie.get(title, 1) for title, many in copies.items())))
            found.append(z3.Sum(*piles.values()) <= sum(many or 0 for many in copies.values()))
        return found

    def _range(self, slot: TableSlot) -> list[z3.BoolRef]:
        if slot.sort in ("condition", "number"):
            return [slot.term >= 0] if slot.kind == "pile" else []
        there = self.things(slot.sort)
        return [z3.Or(*(slot.term == self.code(v) for v in there))] if there and slot.kind == "field" else []

    def left(self, tree: Expr | Cond, env: SlotEnv, sort: str) -> z3.ExprRef:
        """What was not looked into, as an unknown of its own."""
        said = {k: v for k, v in env.items() if not z3.is_expr(v)}
        name = f"{tree!r} {sorted(env.items(), key=str)!r}"
        slot = self.slot("open", name, (), sort)
        if len(said) == len(env):
            self.trees["open", name] = (tree, said)
        return slot.term


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
