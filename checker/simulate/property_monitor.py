"""The properties of a game watched while it is played."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, TypeAlias

from checker.kernel.point import Undecided
from checker.kernel.position import Key, Position, Store
from checker.kernel.property import Check, Property
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.run.read_write_sets import EVERYTHING, MarkingStore, Marks, headed

Watchers: TypeAlias = dict[str, Callable[[], Generator[str, Any, None]]]


class Violation(Record):
    """A property that did not hold; `violable` repeats the situation in which the rules break it, if this is it."""

    property: str
    text: str
    violable: str
    round: Value


class WatchedStep:
    """One step of play, as the game's own watchers see it."""

    __slots__ = ("after", "before", "events", "moment", "rules")

    def __init__(
        self, rules: Rulebook, before: Store, after: Store, events: tuple[tuple[Value, ...], ...], moment: str
    ) -> None:
        self.rules = rules
        self.before = before
        self.after = after
        self.events = events
        self.moment = moment

    def fact(self, name: str, *args: Value) -> Value:
        """The value of the fact before the step; nothing where that is open."""
        try:
            return Context(self.rules, self.before).fact(name, *args)
        except Undecided:
            return None


class KeptCondition:
    """A condition with its last value, which stands until something that it read changes."""

    __slots__ = ("check", "fine", "property", "read")

    def __init__(self, owner: Property, check: Check) -> None:
        self.property = owner
        self.check = check
        self.fine: bool | None = None
        self.read: set[Key] = {EVERYTHING}

    def renewed(self, rules: Rulebook, store: Store) -> bool | None:
        """Whether the condition holds; None where that is open."""
        marks = Marks()
        try:
            self.fine = Context(rules, MarkingStore(store, marks)).holds(self.check.cond, {})
        except Undecided:
            self.fine = None
        self.read = marks.read
        return self.fine


class Watcher:
    """Sees every step of one game; `violations` holds what did not hold, each once in a row.

    If `spanning`, only what spans several positions is watched, and no condition on one position or event.
    """

    def __init__(self, rules: Rulebook, watchers: Watchers, spanning: bool = False) -> None:
        self.rules = rules
        self.violations: list[Violation] = []
        self.positions = 0
        self.checked = 0
        self._before: Store | None = None
        owned = [(p, c) for p in rules.game.properties for c in p.checks if not spanning or c.when == "step"]
        self._always = [KeptCondition(p, c) for p, c in owned if c.when == "always"]
        self._moments = [KeptCondition(p, c) for p, c in owned if c.when not in ("always", "never", "step")]
        self._steps = [(p, c) for p, c in owned if c.when == "step"]
        self._never = [(p, c) for p, c in owned if c.when == "never"]
        self._own = [(p, watchers[p.function]()) for p in rules.game.properties if p.function in watchers]
        for _, own in self._own:
            next(own)
        self._changed: set[Key] = set()

    def __call__(self, position: Position, lines: tuple[Line, ...], moment: str = "") -> None:
        """Sees the position, what happened on the way to it, and the moment at which it waits."""
        store = position.store
        before = self._before if self._before is not None else store
        events = tuple(line.event for line in lines if line.event)
        self.positions += 1
        for event in events:
            self._check_event(before, event)
        if store is not before or moment or events:
            seen = WatchedStep(self.rules, before, store, events, moment)
            for owner, own in self._own:
                said = own.send(seen)
                if said:
                    self._violated(owner, said, before, store)
        if store is not before:
            self._check_steps(before, store)
        if store is not before or self.positions == 1:
            self._note(before, store)
            for kept in self._always:
                self._check(kept, before, store)
        if moment:
            for kept in self._moments:
                if kept.check.when in ("resting", moment):
                    self._check(kept, before, store)
        self._before = store

    def _note(self, before: Store, after: Store) -> None:
        """What changed from one table to the next, for every condition that read it."""
        old, new = dict(before.items()), dict(after.items())
        changed = {k for k, v in new.items() if old.get(k) is not v}
        changed |= {k for k in old if k not in new}
        changed |= {headed(k[0]) for k in changed}
        changed.add(EVERYTHING)
        for kept in (*self._always, *self._moments):
            if not kept.read.isdisjoint(changed):
                kept.read = {EVERYTHING}

    def _check(self, kept: KeptCondition, before: Store, store: Store) -> None:
        if EVERYTHING not in kept.read:
            return
        self.checked += 1
        held = kept.fine
        if kept.renewed(self.rules, store) is False and held is not False:
            self._violated(kept.property, f"{kept.check.when}: {kept.property.says}", before, store)

    def _check_steps(self, before: Store, store: Store) -> None:
        for owner, check in self._steps:
            with suppress(Undecided):
                if not Context(self.rules, store, before).holds(check.cond, {}):
                    self._violated(owner, f"step: {owner.says}", before, store)

    def _check_event(self, before: Store, event: tuple[Value, ...]) -> None:
        for owner, check in self._never:
            if check.event is None or check.event.act != event[0]:
                continue
            context = Context(self.rules, before)
            env = context.matches(check.event, event[1:])
            try:
                if env is not None and context.holds(check.cond, env):
                    self._violated(owner, f"{event}: {owner.says}", before, before)
            except Undecided:
                continue

    def _violated(self, owner: Property, text: str, before: Store, store: Store) -> None:
        known = owner.violable if self._known(owner, before) or self._known(owner, store) else ""
        self.violations.append(Violation(owner.id, text, known, store.get(("round",), 1)))

    def _known(self, owner: Property, store: Store) -> bool:
        """The table is one on which the rules themselves break the property, or may, where that is open."""
        try:
            return bool(owner.violable) and Context(self.rules, store).holds(owner.where, {})
        except Undecided:
            return True
