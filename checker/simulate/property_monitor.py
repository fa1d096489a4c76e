"""The properties of a game watched while it is played, with what they note of the course of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from msgspec import structs

from checker.kernel.game import Check, HistoryNote, Property
from checker.kernel.position import Key, Position, Store
from checker.kernel.record import Record
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import ROUND, Vocabulary, sort_of
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.lookahead import results
from checker.run.progress import Line
from checker.run.read_write_sets import EVERYTHING, MarkingStore, Marks, headed

Watch: TypeAlias = Callable[[Vocabulary, Store, Store], str]
"""What is complained of, if anything, on the table after the table before."""


@lru_cache(maxsize=8)
def with_kept_fields(rules: Rulebook) -> Rulebook:
    """The rules whose words are also those of what their properties keep."""
    kept = tuple(f for p in rules.game.properties for f in p.keeps)
    if not kept:
        return rules
    words = rules.game.vocabulary
    wider = structs.replace(words, fields=(*words.fields, *kept))
    return Rulebook(structs.replace(rules.game, vocabulary=wider), rules.functions, rules.looked)


class NotedHistory:
    """What was noted so far; the same table is always given back with the same notes as the same one."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = with_kept_fields(rules)
        self._kept = frozenset(f.name for p in rules.game.properties for f in p.keeps)
        self._notes: dict[str, list[HistoryNote]] = {}
        for note in (n for p in rules.game.properties for n in p.notes):
            self._notes.setdefault(f"act {note.event.act}" if note.event else note.when, []).append(note)
        self._noted: dict[Key, Value] = {}
        self._last: tuple[Store, Store] | None = None

    def on(self, store: Store) -> Store:
        """The table with what was noted."""
        if self._last is None or self._last[0] is not store:
            self._last = (store, store.after(tuple(self._noted.items())) if self._noted else store)
        return self._last[1]

    def event(self, before: Store, event: tuple[Value, ...]) -> Store:
        """The table, on which the event happens, with what is noted of it."""
        for note in self._notes.get(f"act {event[0]}", ()):
            assert note.event is not None
            context = Context(self.rules, before)
            env = context.matches(note.event, event[1:])
            try:
                if env is not None and context.holds(note.cond, env):
                    before = self._done(before, note, {**env})
            except Undecided:
                continue
        return before

    def moment(self, store: Store, moment: str) -> Store:
        """The table, on which players may act, with what is noted of it."""
        for note in (*self._notes.get("resting", ()), *self._notes.get(moment, ())):
            store = self._done(store, note, {})
        return store

    def _done(self, store: Store, note: HistoryNote, env: dict[str, Value]) -> Store:
        for found in islice(results(self.rules, store, note.does, env), 1):
            self._last = None
            self._noted |= {k: v for k, v in found.changes(store) if k[0] in self._kept}
            return store.after(tuple(self._noted.items()))
        return store


class Violation(Record):
    """A property that did not hold; `violable` repeats the situation in which the rules break it, if this is it."""

    property: str
    text: str
    violable: str
    round: Value


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

    def __init__(self, rules: Rulebook, spanning: bool = False) -> None:
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
        self._own = [(p, SHARED[p.function]) for p in rules.game.properties if p.function in SHARED]

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
        for owner, watch in self._own if store.placed is not before.placed else ():
            if said := watch(self.rules.game.vocabulary, before, store):
                self._violated(owner, said, before, store)
        if store is not before or self.positions == 1:
            changed = _changed(before, store)
            self._check_steps(before, store, changed)
            self._looked_at_anew(changed)
            for kept in self._always:
                self._check(kept, before, store)
        if moment:
            for kept in self._moments:
                if kept.check.when in ("resting", moment):
                    self._check(kept, before, store)
            noted = self.history.moment(store, moment)
            self._looked_at_anew(_changed(store, noted))
            store = noted
        self._before = store

    def _looked_at_anew(self, changed: set[Key]) -> None:
        """What reads something that has changed is looked at anew."""
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


def one_place(words: Vocabulary, _: Store, after: Store) -> str:
    """No thing lies in two places, and none with nobody."""
    lying = list(_lying(after))
    owned = {z.name for z in words.zones if z.params and sort_of(words, z.params[0]) == "player"}
    strays = [t for (zone, *who), t in lying if zone in owned and who[0] not in after.seats]
    twice = len(lying) > len({t for _, t in lying})
    return "a thing lies in two places" if twice else f"{strays} lie with nobody" if strays else ""


def same_things(_: Vocabulary, before: Store, after: Store) -> str:
    """The things that lie anywhere are the same all the time."""
    there, now = ({t for _, t in _lying(store)} for store in (before, after))
    return "" if there == now else f"the things in all places are no longer the {len(there)} there were"


def _lying(store: Store) -> Iterator[tuple[tuple[Value, ...], Value]]:
    """Each thing with the place where it lies."""
    for key, held in store.entries("zone"):
        yield from ((key[1:], thing) for thing in (held if isinstance(held, tuple) else ()))


SHARED: dict[str, Watch] = {"one place": one_place, "the same things": same_things}
"""What a property of any game may be watched by."""
