"""The steps of a branch, looked at backwards: what each wrote, what it read, and which step put it there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from checker.kernel.effect import Effect, Event, Leave, Move, Put
from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, Passed
from checker.run.progress import Line


class ReadStore(Store):
    """A table that remembers which of its entries were looked at."""

    __slots__ = ("seen",)

    def __init__(self, store: Store) -> None:
        super().__init__(dict(store.items()))
        self.seen: dict[Key, None] = {}

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, or the default."""
        self.seen[key] = None
        return super().get(key, default)

    def items(self) -> Iterator[tuple[Key, Value]]:
        """All entries, in no particular order."""
        for key, value in super().items():
            self.seen[key] = None
            yield key, value

    def holding(self, card: Value) -> tuple[Key, ...]:
        """The zones that hold the card."""
        found = Store(dict(super().items())).holding(card)
        self.seen.update(dict.fromkeys((("zone",), *found)))
        return found

    def entries(self, head: Value) -> tuple[tuple[Key, Value], ...]:
        """The entries whose key begins with the head, in the order in which they came."""
        found = tuple(entry for entry in super().items() if entry[0][0] == head)
        self.seen.update(dict.fromkeys(((head,), *(key for key, _ in found))))
        return found


class StepHistory:
    """The steps of one branch, with what each wrote and which step put it on the agenda."""

    def __init__(self, rules: Rulebook, branch: Branch) -> None:
        self.rules = rules
        self.steps = branch.passed
        self.causes = _causes(self.steps)

    @cached_property
    def wrote(self) -> dict[Key, list[int]]:
        """The steps that changed each entry of the table, in order."""
        found: dict[Key, list[int]] = {}
        for number, step in enumerate(self.steps):
            before, after = step.before.store, step.after.store
            if before is not after:
                for key, _ in after.changes(before):
                    found.setdefault(key, []).append(number)
        return found

    @cached_property
    def moved(self) -> dict[Value, int]:
        """The step that moved each card last."""
        found: dict[Value, int] = {}
        for number, step in enumerate(self.steps):
            effect, env, _ = step.before.agenda
            if isinstance(effect, Move) and step.before.store is not step.after.store:
                found[Context(self.rules, step.before.store).value(effect.card, dict(env))] = number
        return found

    @cached_property
    def labels(self) -> frozenset[Value]:
        """The things that came or went, or were there all the while: Hexes, tokens."""
        found: set[Value] = set()
        for step in self.steps:
            for sort in self.rules.game.vocabulary.sorts:
                there = step.before.store.get(("things", sort.name), ())
                found.update(there if isinstance(there, tuple) else ())
        return frozenset(found)

    @cached_property
    def _sets(self) -> dict[Key, list[int]]:
        """The steps that set each entry to a value, be it the one that it had, in order."""
        found: dict[Key, list[int]] = {}
        for number, step in enumerate(self.steps):
            effect, env, _ = step.before.agenda
            if isinstance(effect, Put):
                context = Context(self.rules, step.before.store)
                key = (effect.field.fact, *(context.value(a, dict(env)) for a in effect.field.args))
                found.setdefault(key, []).append(number)
        return found

    def setter(self, key: Key) -> int:
        """The last step that set the entry to a value, be it the one that it had; -1 if none did."""
        return self._sets.get(key, [-1])[-1]

    def writer(self, key: Key, before: int) -> int | None:
        """The last step before that one which changed the entry, or set it to what it was."""
        steps = (*self.wrote.get(key, ()), *self._sets.get(key, ()))
        return max((n for n in steps if n < before), default=None)

    def effect(self, number: int) -> Effect:
        """What the step carried out."""
        effect: Effect = self.steps[number].before.agenda[0]
        return effect

    def above(self, number: int) -> int | None:
        """The step that put this one on the agenda."""
        return self.causes.get(id(self.steps[number].before.agenda))

    def lines(self, number: int) -> tuple[Line, ...]:
        """What is told of the step."""
        return tuple(e for e in self.steps[number].entries if isinstance(e, Line) and e.event)

    def alone(self) -> list[tuple[int, ...]]:
        """Each step that wrote what was not written again, or told anything."""
        wrote = {n for writers in self.wrote.values() for n in writers[-1:]} | set(self.moved.values())
        return [(n,) for n in range(len(self.steps)) if n in wrote or self.lines(n)]

    def events(self) -> list[tuple[int, ...]]:
        """Each event together with what was written for it."""
        units: dict[int, list[int]] = {}
        for (number,) in self.alone():
            at: int | None = number
            while at is not None and not isinstance(self.effect(at), Event):
                at = self.above(at)
            if at is not None:
                units.setdefault(at, []).append(number)
        return [tuple(unit) for unit in units.values()]


def _causes(steps: list[Passed]) -> dict[int, int]:
    """For what stands on the agenda, by identity, the step that put it there."""
    causes: dict[int, int] = {}
    for number, step in enumerate(steps):
        cell = step.before.agenda
        if not cell or isinstance(cell[0], Leave):
            continue
        at = step.after.agenda
        while at and at is not cell and at is not cell[2]:
            causes.setdefault(id(at), number)
            at = at[2]
    return causes
