"""The properties of a game watched while it is played."""

from __future__ import annotations

from contextlib import suppress

from checker.kernel.point import Undecided
from checker.kernel.position import Key, Position, Store
from checker.kernel.property import Check, Property
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.kernel.vocabulary import ROUND
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.run.read_write_sets import EVERYTHING, MarkingStore, Marks, headed
from checker.simulate.lying_things import SHARED, Watchers
from checker.simulate.noted_history import NotedHistory


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

    def __init__(self, rules: Rulebook, watchers: Watchers | None = None, spanning: bool = False) -> None:
        self.history = NotedHistory(rules)
        self.rules = self.history.rules
        self.violations: list[Violation] = []
        self.positions = 0
        self.checked = 0
        self._before: Store | None = None
        owned = [(p, c) for p in rules.game.properties for c in p.checks if not spanning or spans(p, c)]
        self._always = [KeptCondition(p, c) for p, c in owned if c.when == "always"]
        self._moments = [KeptCondition(p, c) for p, c in owned if c.when not in ("always", "never", "step", "after")]
        self._steps = [KeptCondition(p, c) for p, c in owned if c.when == "step"]
        self._events = [(p, c) for p, c in owned if c.event is not None]
        known = SHARED | (watchers or {})
        self._own = [(p, known[p.function]()) for p in rules.game.properties if p.function in known]
        for _, own in self._own:
            next(own)

    def __call__(self, position: Position, lines: tuple[Line, ...], moment: str = "") -> None:
        """Sees the position, what happened on the way to it, and the moment at which it waits."""
        before = self._before if self._before is not None else self.history.on(position.store)
        events = tuple(line.event for line in lines if line.event)
        self.positions += 1
        for event in events:
            self._check_event(before, event)
            before = self.history.event(before, event)
        store = self.history.on(position.store)
        for event in events:
            self._check_event(before, event, store)
        if store is not before or moment or events:
            seen = WatchedStep(self.rules, before, store, events, moment)
            for owner, own in self._own:
                said = own.send(seen)
                if said:
                    self._violated(owner, said, before, store)
        if store is not before or self.positions == 1:
            changed = _changed(before, store)
            self._check_steps(before, store, changed)
            for kept in (*self._always, *self._moments):
                if not kept.read.isdisjoint(changed):
                    kept.read = {EVERYTHING}
            for kept in self._always:
                self._check(kept, before, store)
        if moment:
            for kept in self._moments:
                if kept.check.when in ("resting", moment):
                    self._check(kept, before, store)
            store = self.history.moment(store, moment)
        self._before = store

    def _check(self, kept: KeptCondition, before: Store, store: Store) -> None:
        if EVERYTHING not in kept.read:
            return
        self.checked += 1
        held = kept.fine
        if kept.renewed(self.rules, store) is False and held is not False:
            self._violated(kept.property, f"{kept.check.when}: {kept.property.says}", before, store)

    def _check_steps(self, before: Store, store: Store, changed: set[Key]) -> None:
        """What the step changes is looked at by each condition on steps that reads it where nothing is changed."""
        for kept in self._steps:
            if kept.read.isdisjoint(changed):
                continue
            with suppress(Undecided):
                if not Context(self.rules, store, before).holds(kept.check.cond, {}):
                    self._violated(kept.property, f"step: {kept.property.says}", before, store)
            kept.renewed(self.rules, store)

    def _check_event(self, before: Store, event: tuple[Value, ...], after: Store | None = None) -> None:
        """What may never be so where the event happens; `after` it, what must be so then."""
        for owner, check in self._events:
            if check.event is None or check.event.act != event[0] or (check.when == "after") is (after is None):
                continue
            context = Context(self.rules, before) if after is None else Context(self.rules, after, before)
            env = context.matches(check.event, event[1:])
            with suppress(Undecided):
                if env is not None and context.holds(check.cond, env) is (after is None):
                    self._violated(owner, f"{event}: {owner.says}", before, before if after is None else after)

    def _violated(self, owner: Property, text: str, before: Store, store: Store) -> None:
        known = owner.violable if self._known(owner, before) or self._known(owner, store) else ""
        self.violations.append(Violation(owner.id, text, known, self._round(store)))

    def _round(self, store: Store) -> Value:
        """Which round it is on the table, the first in a game that counts none."""
        field = next((f for f in self.rules.fields.values() if f.marks == ROUND), None)
        return 1 if field is None else store.get((field.name,), field.initial)

    def _known(self, owner: Property, store: Store) -> bool:
        """The table is one on which the rules themselves break the property, or may, where that is open."""
        try:
            return bool(owner.violable) and Context(self.rules, store).holds(owner.where, {})
        except Undecided:
            return True


def spans(owner: Property, check: Check) -> bool:
    """The condition is one on several positions: on a step, or on what was noted of play."""
    return check.when in ("step", "after") or bool(owner.keeps)


def _changed(before: Store, after: Store) -> set[Key]:
    """What differs between the tables, and what stands for all of it."""
    changed = {key for key, _ in after.changes(before)}
    return {*changed, *(headed(key[0]) for key in changed), EVERYTHING}
