"""What effects ask of a table: each of their conditions and amounts, as it is there for everything it may be about."""

from __future__ import annotations

from itertools import islice, product
from typing import TypeAlias

from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.term import Call, Compare, Value
from checker.kernel.trees.free_variables import free
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import sort_or_nothing
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook

MOST = 150
"""So many things at most a condition is looked at for."""
OF_CARDS = ("this card", "that card")

Seen: TypeAlias = dict[tuple[int, tuple[Value, ...]], Value]
"""For each condition, by its number, and what it is about, what it comes to."""


class EffectReads:
    """The conditions and amounts in some effects."""

    def __init__(self, rules: Rulebook, trees: object) -> None:
        self.rules = rules
        self.atoms = tuple(dict.fromkeys(part for part in within(trees) if isinstance(part, Compare | Call)))
        self.over = [tuple(sorted(free(a))) for a in self.atoms]

    def seen(self, store: Store) -> Seen:
        """What each comes to on the table; what cannot be said is left out."""
        context = Context(self.rules, store)
        found: Seen = {}
        for number, (atom, names) in enumerate(zip(self.atoms, self.over, strict=True)):
            sorts = [self._sort(name) for name in names]
            things = [context.things(s) if s and s != "number" else () for s in sorts]
            for values in islice(product(*things), MOST):
                try:
                    env = dict(zip(names, values, strict=True))
                    made = context.holds(atom, env) if isinstance(atom, Compare) else context.value(atom, env)
                except (Undecided, KeyError, TypeError, AssertionError, AttributeError):
                    continue
                found[number, values] = made
        return found

    def _sort(self, name: str) -> str:
        sort = next((s.name for s in self.rules.game.vocabulary.sorts if name == f"the {s.name}"), "")
        return "card" if name in OF_CARDS else sort or sort_or_nothing(self.rules.game.vocabulary, name)


class Stored:
    """What is stored of some fields and sorts, and where cards lie if that is wanted."""

    def __init__(self, heads: frozenset[str]) -> None:
        self.heads = heads
        self.number = {head: n for n, head in enumerate(sorted(heads))}

    def seen(self, store: Store) -> Seen:
        """Every entry of theirs on the table."""
        named = ((str(k[0]), k, v) for k, v in store.items())
        return {(self.number[head], key): value for head, key, value in named if head in self.heads}
