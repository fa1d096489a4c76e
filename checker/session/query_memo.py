"""Work done once for each thing that it reads: a table and a tally that note what is read, and what was worked out from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from checker.kernel.position import GONE, Agenda, Key, Memory, Store, Writes, of_title
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.norms.rule_reads import CARD
from checker.norms.rulebook import Rulebook

R = TypeVar("R")

UNREAD: object = "\0unread"
"""Stands for a key that nobody looked at."""
END: Any = object()
"""Comes after the last of several."""


class Tally:
    """What is looked up in the rules for each piece of work, as bits of a number."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.looked = rules.looked
        self.bits = 0
        self._places: dict[tuple[str, str], int] = {}
        self._cards = 0
        self._sets: dict[int, frozenset[tuple[str, str]]] = {}

    def gathered(self) -> int:
        """What was looked up until now, which does not count as looked up again for what follows."""
        places = self._places
        for one in self.looked:
            bit = 1 << places.setdefault(one, len(places))
            self.bits |= bit
            if one[0] == CARD:
                self._cards |= bit
        self.looked.clear()
        return self.bits

    def of(self, work: Callable[[], R]) -> tuple[R, int]:
        """What the work gives, and what was looked up for that, which counts as looked up here as well."""
        before, self.bits = self.gathered(), 0
        try:
            found = work()
        finally:
            looked = self.gathered()
            self.bits |= before
        return found, looked

    def each(self, items: Iterator[R]) -> Iterator[tuple[R, int]]:
        """Each of the items, and what was looked up until it came."""
        found, looked = self.of(lambda: next(items, END))
        while found is not END:
            yield found, looked
            found, looked = self.of(lambda: next(items, END))

    def told(self, bits: int, cards: bool = False) -> frozenset[tuple[str, str]]:
        """What the bits stand for, cards only if so wished: where it is known which can lie anywhere they are no news.

        The same set for the same bits.
        """
        bits = bits if cards else bits & ~self._cards
        if bits not in self._sets:
            self._sets[bits] = frozenset(one for one, at in self._places.items() if bits >> at & 1)
        return self._sets[bits]


class Entries(Record):
    """What was read: the entries whose key begins with the head."""

    head: Value

    def __call__(self, store: Store) -> Hashable:
        return store.entries(self.head)


class Holding(Record):
    """What was read: which zones hold the card."""

    card: Value

    def __call__(self, store: Store) -> Hashable:
        return store.holding(self.card)


class Titled(Record):
    """What was read: where cards of the title lie."""

    title: str

    def __call__(self, store: Store) -> Hashable:
        return store.lying_of(self.title)


class ReadAll(Record):
    """What was read: everything."""

    def __call__(self, store: Store) -> Hashable:
        return frozenset(store.items())


Look: TypeAlias = Key | Callable[[Store], Hashable]
"""A key, or what reads more than one entry: equal to another that reads the same."""
Reads: TypeAlias = dict[Any, Hashable]


class TracedStore(Store):
    """A table that notes what is read of the one it began as, and holds what was changed since by itself."""

    __slots__ = ("over", "reads", "root")

    def __init__(self, root: Store, memory: Memory | None = None) -> None:
        self.root = root
        self._memory = memory
        self.reads: Reads = {}
        self.over: dict[Key, Value] = {}
        self._hash = None
        self.kept = {}
        self.placed = {}
        self.stated = root.stated

    @property
    def writes(self) -> Writes:
        """What was changed, with GONE for what was taken away."""
        return tuple(self.over.items())

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, or the default."""
        found: Any = self.over.get(key, UNREAD)
        if found is UNREAD:
            found = self.reads.get(key, UNREAD)
            if found is UNREAD:
                found = self.reads[key] = self.root.get(key, GONE)
        return default if found is GONE else found

    def put(self, key: Key, value: Value) -> Store:
        """A table that differs from this one in that key only."""
        fresh = self._copied(key)
        fresh.over[key] = value
        return fresh

    def drop(self, key: Key) -> Store:
        """A table without the key."""
        return self.put(key, GONE)

    def after(self, writes: Writes) -> Store:
        """A table in which the entries are as written; GONE stands for one that is taken away."""
        fresh = self._copied(writes[0][0])
        fresh.over.update(writes)
        keys = {key[0] for key, _ in writes}
        fresh.placed = {} if "zone" in keys else self.placed
        fresh.stated = self.stated or "stated" in keys
        return fresh

    def _copied(self, changing: Key) -> TracedStore:
        fresh = TracedStore(self.root, self._memory)
        fresh.reads, fresh.over = self.reads, self.over.copy()
        fresh.placed = {} if changing[0] == "zone" else self.placed
        fresh.stated = self.stated or changing[0] == "stated"
        return fresh

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and self.get(key, GONE) is not GONE

    def items(self) -> Iterator[tuple[Key, Value]]:
        """All entries."""
        self.looked(ReadAll())
        return iter(self._merged(tuple(self.root.items()), self.over).items())

    def changes(self, since: Store) -> tuple[tuple[Key, Value], ...]:
        """The entries that the other store does not have, and GONE for those that only the other has."""
        if not isinstance(since, TracedStore) or since.root is not self.root:
            return super().changes(since)
        touched = (*self.over, *(k for k in since.over if k not in self.over))
        return tuple((k, v) for k in touched if (v := self.get(k, GONE)) is not since.get(k, GONE))

    def _whole(self) -> dict[Key, Value]:
        return dict(self.items())

    def entries(self, head: Value) -> tuple[tuple[Key, Value], ...]:
        """The entries whose key begins with the head, in the order in which they came."""
        own = {key: value for key, value in self.over.items() if key[0] == head}
        return tuple(self._merged(self.looked(Entries(head)), own).items())

    def looked(self, look: Callable[[Store], Hashable]) -> Any:
        """What is read of the table as it began."""
        if look not in self.reads:
            self.reads[look] = look(self.root)
        return self.reads[look]

    def holding(self, card: Value) -> tuple[Key, ...]:
        """The zones that hold the card."""
        found = self.looked(Holding(card))
        own = {k: isinstance(v, tuple) and card in v for k, v in self.over.items() if k[0] == "zone"}
        return (*(k for k in found if own.get(k, True)), *(k for k, there in own.items() if there and k not in found))

    def lying_of(self, title: str) -> tuple[tuple[Key, tuple[Value, ...]], ...]:
        """The zones in which cards of the title lie, each with these."""
        found = dict(self.looked(Titled(title)))
        own = {k: () if v is GONE else of_title(v, title) for k, v in self.over.items() if k[0] == "zone"}
        return tuple((k, there) for k, there in {**found, **own}.items() if there)

    def _merged(self, entries: Any, own: dict[Key, Value]) -> dict[Key, Value]:
        return {key: value for key, value in {**dict(entries), **own}.items() if value is not GONE}

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def peeked(store: Store, key: Key, default: Value = None) -> Value:
    """The value stored for the key, without that counting as reading."""
    while isinstance(store, TracedStore):
        if key in store.over:
            found = store.over[key]
            return default if found is GONE else found
        store = store.root
    return store.get(key, default)


def written(store: Store, writes: Writes, plain: Callable[[Key, Value], bool]) -> Store:
    """The table with the changes, without the entries that say no more than what holds anyway."""
    return store.after(tuple((k, GONE if v is GONE or plain(k, v) else v) for k, v in writes)) if writes else store


class MemoFork:
    """One thing to look at, and where to go on for each value that it was found to have."""

    __slots__ = ("look", "ways")

    def __init__(self, look: Look) -> None:
        self.look = look
        self.ways: dict[Hashable, Any] = {}


class Memo(Generic[R]):
    """Results of pieces of work under the rules of the tally by what they read; `missed` counts those that had to be
    worked out.

    A piece of work must be the same function of the table whenever it has the same name. Values are told
    apart by equality: a key always holds values of one sort, so that yes and 1 never stand for each other.
    What a piece of work does more than once is remembered in `parts`, and so is every stretch of play if it
    says `stretches`. One that remembers nothing is for comparing.
    What was looked up in the rules for a result is looked up again, for the `tally`, wherever it is remembered.
    """

    def __init__(
        self, tally: Tally, parts: Memory | None = None, remembers: bool = True, stretches: bool = True
    ) -> None:
        self.tally = tally
        self.rules: object = tally.rules
        self.parts = parts
        self.remembers = remembers
        self.stretches = stretches
        self._found: dict[Hashable, Any] = {}
        self._stated: dict[Hashable, Any] = {}
        self.asked = self.missed = 0
        self._agendas: dict[object, Agenda] = {}

    def of(self, name: Hashable, store: Store, work: Callable[[TracedStore], R]) -> R:
        """What the work gives on the table: remembered from another on which all that it read was the same."""
        self.asked += 1
        if not self.remembers:
            self.missed += 1
            return work(TracedStore(store, self.parts))
        found = self._stated if store.stated else self._found
        node = found.get(name)
        read = store._data.get if type(store) is Store else store.get
        while type(node) is MemoFork:
            look = node.look
            node = node.ways.get(read(look, GONE) if isinstance(look, tuple) else look(store))
        tally = self.tally
        if node is None:
            self.missed += 1
            traced = TracedStore(store, self.parts)
            result, looked = tally.of(lambda: work(traced))
            _keep(found, name, traced.reads, (result, looked))
            return result
        tally.bits |= node[1]
        known: R = node[0]
        return known

    def changing(self, name: Hashable, store: Store, work: Callable[[object], tuple[R, Store]]) -> tuple[R, Store]:
        """What the work gives, and the table that it leaves: remembered likewise."""

        def alone(traced: TracedStore) -> Any:
            result, after = work(traced)
            assert isinstance(after, TracedStore)
            return result, after.writes

        found: Any = self.of(name, store, alone)
        result, writes = found
        return result, store.after(writes) if writes else store

    def same(self, agenda: Agenda) -> Agenda:
        """The one agenda that is equal to this one: agendas in names are told apart by identity."""
        chain = []
        while agenda:
            chain.append(agenda)
            agenda = agenda[2]
        same: Agenda = self._agendas.setdefault((), ())
        for effect, env, _ in reversed(chain):
            same = self._agendas.setdefault((effect, env, id(same)), (effect, env, same))
        return same

    def forget(self) -> None:
        """Nothing is remembered any more."""
        self._found.clear()
        self._stated.clear()


def _keep(found: dict[Hashable, Any], name: Hashable, reads: Reads, leaf: tuple[Any, int]) -> None:
    ways, at = found, name
    for look, value in reads.items():
        node = ways.get(at)
        if node is None:
            node = ways[at] = MemoFork(look)
        ways, at = node.ways, value
    ways[at] = leaf


__all__ = ["GONE", "Memo", "TracedStore", "written"]
