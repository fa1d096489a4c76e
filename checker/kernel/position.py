"""Positions: small immutable values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from checker.kernel.effect import Effect
from checker.kernel.term import Value

Key: TypeAlias = tuple[Value, ...]
Env: TypeAlias = tuple[tuple[str, Value], ...]
Writes: TypeAlias = tuple[tuple[Key, Value], ...]
R = TypeVar("R")


class Memory(Protocol):
    """Remembers what work gave on other tables under the same rules, by what it read there; whole stretches of play too
    if it says so."""

    rules: object
    stretches: bool

    def of(self, name: Hashable, store: Store, work: Callable[[Any], R]) -> R:
        """What the work of that name gives on the table; it depends on nothing but its name and what it reads."""

    def changing(self, name: Hashable, store: Store, work: Callable[[Any], tuple[R, Store]]) -> tuple[R, Store]:
        """What such work gives that leaves another table, and that table."""

    def same(self, agenda: Agenda) -> Agenda:
        """The one agenda that is equal to this one."""


class AtTable(Protocol):
    """What functions in Python see of a table under rules; `cites` are the clauses that were relied on."""

    rules: Any
    store: Store
    cites: dict[str, None]

    def fact(self, name: str, *args: Value) -> Value:
        """The value of a field or fact for the arguments."""

    def earlier(self, name: str, args: tuple[Value, ...]) -> Value:
        """The same on the table before."""

    def things(self, sort: str) -> tuple[Value, ...]:
        """Everything of the sort that exists there."""

    def is_kind(self, card: Value, kind: Value) -> bool:
        """Whether the card has the title or is of the kind; open where nothing says."""

    def applies(self, norm: Any, env: dict[str, Value]) -> bool:
        """Whether the norm is live under the binding."""

    def once(self, name: Hashable, work: Callable[[Any], R]) -> R:
        """What the work gives there, done once."""

    def at(self, store: Store) -> AtTable:
        """The same rules on another table, where nothing was relied on yet."""


def of_title(held: Value, title: str) -> tuple[Value, ...]:
    """The cards of the title among what a zone holds."""
    cards = held if isinstance(held, tuple) else ()
    return tuple(card for card in cards if isinstance(card, tuple) and card[0] == title)


AS_IT_FELL: Key = ("shuffled as it fell",)
"""Where a table says so, what was shuffled lies as it is written: one of the ways in which it may have fallen."""

GONE = "\0gone"
"""Stands for the value of an entry that is not there; no value of a game contains the null character."""


class Store:
    """An immutable mapping from (field, argument…) to values; equal by content.

    `kept` holds what was worked out from this store; `placed` what was worked out from its zones
    alone, and is shared by stores that differ in other entries only. `stated` is true if facts are
    stored that are otherwise worked out.
    """

    __slots__ = ("_data", "_hash", "_memory", "kept", "placed", "stated")

    def __init__(
        self, data: Mapping[Key, Value] | None = None, memory: Memory | None = None, stated: bool | None = None
    ) -> None:
        self._data: dict[Key, Value] = dict(data) if data is not None else {}
        self._hash: int | None = None
        self._memory = memory
        self.kept: dict[object, Any] = {}
        self.placed: dict[object, Any] = {}
        self.stated = any(key[0] == "stated" for key in self._data) if stated is None else stated

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, or the default."""
        return self._data.get(key, default)

    def put(self, key: Key, value: Value) -> Store:
        """A store that differs from this one in that key only."""
        if key in self._data and self._data[key] == value and type(self._data[key]) is type(value):
            return self
        fresh = self._copied(key)
        fresh._data[key] = value
        return fresh

    def afresh(self) -> Store:
        """A store with the same entries, from which nothing has been worked out yet."""
        return Store(self._data, self._memory, self.stated)

    def remembering(self, memory: Memory) -> Store:
        """A store with the same entries, of which the memory remembers what is worked out."""
        return Store(self._data, memory, self.stated)

    def memory(self, rules: object) -> Memory | None:
        """What is remembered of work done under these very rules on tables like this one, where anybody keeps it."""
        memory = self._memory
        return memory if memory is not None and memory.rules is rules else None

    def drop(self, key: Key) -> Store:
        """A store without the key."""
        if key not in self._data:
            return self
        fresh = self._copied(key)
        del fresh._data[key]
        return fresh

    def after(self, writes: Writes) -> Store:
        """A store in which the entries are as written; GONE stands for one that is taken away."""
        data = self._data
        new = [(k, v) for k, v in writes if (old := data.get(k, GONE)) != v or type(old) is not type(v)]
        if not new:
            return self
        fresh = self._copied(new[0][0])
        for key, value in new:
            if value is GONE:
                del fresh._data[key]
            else:
                fresh._data[key] = value
            if key[0] == "zone":
                fresh.placed = {}
            fresh.stated = fresh.stated or key[0] == "stated"
        return fresh

    def _copied(self, changing: Key) -> Store:
        fresh = Store(self._data, self._memory, self.stated or changing[0] == "stated")
        if changing[0] != "zone":
            fresh.placed = self.placed
        return fresh

    def __contains__(self, key: object) -> bool:
        return key in self._data

    def items(self) -> Iterator[tuple[Key, Value]]:
        """All entries, in no particular order."""
        return iter(self._data.items())

    def changes(self, since: Store) -> tuple[tuple[Key, Value], ...]:
        """The entries that the other store does not have, and GONE for those that only the other has."""
        mine, old = self._whole(), since._whole()
        new = tuple((k, v) for k, v in mine.items() if old.get(k, GONE) is not v)
        return (*new, *((k, GONE) for k in old if k not in mine))

    def _whole(self) -> Mapping[Key, Value]:
        return self._data

    def entries(self, head: Value) -> tuple[tuple[Key, Value], ...]:
        """The entries whose key begins with the head, in the order in which they came."""
        known: tuple[tuple[Key, Value], ...] | None = self.kept.get(("entries", head))
        if known is None:
            known = self.kept["entries", head] = tuple(e for e in self.items() if e[0][0] == head)
        return known

    def holding(self, card: Value) -> tuple[Key, ...]:
        """The zones that hold the card."""
        known: tuple[Key, ...] | None = self.placed.get(("holding", card))
        if known is None:
            zones = ((k, held) for k, held in self.items() if k[0] == "zone" and isinstance(held, tuple))
            known = self.placed["holding", card] = tuple(k for k, held in zones if card in held)
        return known

    def lying(self, *zone: Value) -> tuple[Value, ...]:
        """What lies in the zone, the one that came last behind the others."""
        return self.listed("zone", *zone)

    def listed(self, *key: Value) -> tuple[Value, ...]:
        """What is listed under the key, if anything."""
        found = self.get(key, ())
        return found if isinstance(found, tuple) else ()

    def number(self, *key: Value) -> int:
        """The number under the key, 0 if there is none."""
        found = self.get(key, 0)
        return found if isinstance(found, int) else 0

    @property
    def seats(self) -> range:
        """The players, as they sit."""
        return range(self.number("seats"))

    def things(self, sort: str) -> tuple[Value, ...]:
        """The things of the sort that came into play and are there, in the order in which they came."""
        return self.listed("things", sort)

    def player(self, seat: Value) -> str:
        """What the player at the seat is called."""
        names = self.get(("names",))
        assert isinstance(names, tuple) and isinstance(seat, int)
        return str(names[seat])

    def cards(self) -> tuple[Value, ...]:
        """All cards in zones, always in the same order."""
        known: tuple[Value, ...] | None = self.placed.get("cards")
        if known is None:
            cards = [card for _, held in self.entries("zone") if isinstance(held, tuple) for card in held]
            known = self.placed["cards"] = tuple(sorted(cards, key=repr))
        return known

    def titled(self, title: str) -> tuple[Value, ...]:
        """All cards of the title in zones, always in the same order."""
        return tuple(sorted((card for _, held in self.lying_of(title) for card in held), key=repr))

    def lying_of(self, title: str) -> tuple[tuple[Key, tuple[Value, ...]], ...]:
        """The zones in which cards of the title lie, each with these."""
        zones = ((k, of_title(held, title)) for k, held in self.entries("zone"))
        return tuple((k, there) for k, there in zones if there)

    def raised(self, key: Key, amount: Value, initial: Value, plus: Callable[[Value, Value], Value]) -> Store:
        """A store in which the number has grown by the amount, as `plus` adds them."""
        return self.put(key, plus(self.get(key, initial), amount))

    def laid(self, key: Key) -> Value:
        """What was just stored there; to ask so is not to read it."""
        return self.get(key)

    def moved(self, card: Value, zone: Key, under: bool = False) -> Store:
        """A store in which the card is the last in the zone, or the first if `under` the others, and in no other."""
        store = self
        for key in self.holding(card):
            held = store.get(key)
            assert isinstance(held, tuple)
            at = held.index(card)
            store = store.put(key, held[:at] + held[at + 1 :])
        there = store.get(zone, ())
        assert isinstance(there, tuple)
        return store.put(zone, (card, *there) if under else (*there, card))

    def without(self, sort: str, thing: Value) -> Store:
        """A store in which the thing no longer exists; what is stored about it stays for questions."""
        there = self.get(("things", sort), ())
        assert isinstance(there, tuple)
        return self.put(("things", sort), tuple(t for t in there if t != thing))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Store) and self._data == other._data

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._data.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Store({self._data!r})"


Agenda: TypeAlias = tuple[Any, ...]
"""Either () or (effect, env, rest): what is still to be done, the next thing first."""


class Position:
    """What is on the table and what is still to be done; equal by content."""

    __slots__ = ("agenda", "store")

    def __init__(self, store: Store, agenda: Agenda = ()) -> None:
        self.store = store
        self.agenda = agenda

    def with_store(self, store: Store) -> Position:
        """This position with another table."""
        return Position(store, self.agenda)

    def pushed(self, effect: Effect, env: Env) -> Position:
        """This position with one more thing to be done first."""
        return Position(self.store, (effect, env, self.agenda))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.store, self.agenda) == (other.store, other.agenda)

    def __hash__(self) -> int:
        return hash((self.store, self.agenda))


def tails(agenda: Agenda) -> Iterator[Agenda]:
    """The agenda and each rest of it, down to the last thing to be done."""
    while agenda:
        yield agenda
        agenda = agenda[2]
