"""What of the rules touches nothing that is followed: that is left out when it is said on what the outcome depends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, assert_never

import msgspec

from checker.kernel import effect as e
from checker.kernel.game import Game, Step
from checker.kernel.norm import Claim, Counts, Leaves, May, Must, Prevents, Replaces, When
from checker.kernel.term import Some
from checker.kernel.trees.walk import rebuilt, within
from checker.static.call_graph import called, reach
from checker.static.typestate_conditions import Facts


class Irrelevance:
    """Tells of an effect that nothing to which it can lead touches what is followed, nor one of the acts counted."""

    def __init__(self, facts: Facts, counted: Iterable[str]) -> None:
        self.facts, self.reach, self.counted = facts, reach(facts.game), frozenset(counted)
        self._known: dict[int, tuple[e.Effect, bool]] = {}

    def __call__(self, effect: e.Effect) -> bool:
        """It touches nothing."""
        if id(effect) not in self._known:
            self._known[id(effect)] = effect, not any(self._touches(x) or self._leads(x) for x in within(effect))
        return self._known[id(effect)][1]

    def _leads(self, effect: e.Effect) -> bool:
        """It leads to an act, a procedure or a card in which something is touched."""
        return any(name in self._touching for name, _ in called(self.reach, effect))

    @cached_property
    def _touching(self) -> frozenset[str]:
        """The acts, procedures and cards in which something is touched, or in what they lead to."""
        bodies: dict[str, object] = {f"act {n}": tree for n, tree in self.reach.acts.items()}
        bodies |= {f"procedure {n}": tree for n, tree in self.reach.procedures.items()} | dict(self.reach.cards)
        parts = {name: list(within(tree)) for name, tree in bodies.items()}
        onward = {name: {n for x in listed for n, _ in called(self.reach, x)} for name, listed in parts.items()}
        found = {name for name, listed in parts.items() if any(map(self._touches, listed))}
        while more := {name for name, led in onward.items() if name not in found and led & found}:
            found |= more
        return frozenset(found)

    def without(self, tree: object) -> object:
        """The tree with nothing in place of every such effect."""
        if isinstance(tree, e.Effect) and self(tree):
            return e.Nothing()
        return rebuilt(tree, self.without)

    def _touches(self, tree: Any) -> bool:
        facts = self.facts
        if not isinstance(tree, e.Effect) or isinstance(tree, e.Composite | e.Idle):
            return False
        match tree:
            case e.Create(_, sort) | e.Remove(_, sort):
                return sort == facts.sort
            case e.Put(field) | e.Add(field):
                return field.fact in facts.slots or field.fact in facts.watched
            case e.Unstated(_, changes):
                return any(f.fact in facts.slots or f.fact in facts.watched for f in changes)
            case e.Event(act):
                return act in self.counted
            case e.Await(_, acts):
                return not self.counted.isdisjoint(acts)
            case e.While(cond):
                return any(isinstance(c, Some) and c.sort == facts.sort for c in within(cond))
            case e.Move() | e.Leave() | e.Carry():
                return True
            case e.Run():
                return False
            case _:
                assert_never(tree)


def needed(idle: Irrelevance, game: Game) -> object:
    """Everything in the game on which it depends what becomes of the things followed: as text, acts, cards and norms."""
    acts = tuple(idle.without(act) for act in game.vocabulary.acts)
    steps = idle.without(game.procedures)
    cards = [(c.title, c.kinds, c.unsure, idle.without(c.text)) for c in game.cards]
    norms = [(idle.without(n.claim), n.cond) for n in game.norms if _counts(idle, n.claim)]
    named = _clauses((acts, steps, cards, norms))
    there = [c.id for c in game.clauses if c.id in named]
    return msgspec.structs.replace(game.vocabulary, acts=acts), steps, cards, norms, there


def _counts(idle: Irrelevance, claim: Claim) -> bool:
    """Something that is followed may hang on the claim; those that only rule something out are not followed."""
    if isinstance(claim, When):
        return not idle(claim.effect)
    return isinstance(claim, May | Must | Counts | Leaves | Prevents | Replaces)


def _clauses(trees: Any) -> frozenset[str]:
    return frozenset(c for t in trees for x in within(t) if isinstance(x, e.Under | Step) for c in x.clauses)
