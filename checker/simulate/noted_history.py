"""What properties note of the course of play, beside the table that the rules read."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from msgspec import structs

from checker.kernel.point import Undecided
from checker.kernel.position import Key, Store
from checker.kernel.property import HistoryNote
from checker.kernel.term import Value
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.lookahead import results


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
