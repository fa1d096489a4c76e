"""Tables packed into one whole number each: a slot for each key, a bit for each card in a zone without order.

A slot is made when its key is first changed or first differs from the table that play began with; before that the key is
as it was there. Every row that had looked at the key is told of its slot, in which the value so far is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from checker.graph.canonical_form import CanonicalForm, TableEntries
from checker.graph.traced_zones import ZoneTracedStore
from checker.kernel.position import GONE, Key
from checker.kernel.term import Value
from checker.session.query_memo import Entries as EntriesRead
from checker.session.query_memo import Holding, ReadAll

CARD = "\0card"
"""The first word of the key of a card's bit in a zone: this, the zone, the card."""
ALL = "\0all"
Watched: TypeAlias = Any
"""What a row has looked at: a key, the entries of a head, the zones of a card, or all."""


class TooNarrow(Exception):
    """A slot has no room for one more value: the layout has to be made anew, with more bits for the key."""

    def __init__(self, key: Key, bits: int) -> None:
        super().__init__(f"{key} takes more than {bits} bits")
        self.key, self.bits = key, bits


class PackedSlot:
    """Where a key is packed: how far up, in how many bits, and the values that were met, each by its place."""

    __slots__ = ("codes", "mask", "ones", "shift", "values", "width")

    def __init__(self, shift: int, width: int, first: Value) -> None:
        self.shift, self.width = shift, width
        self.ones = (1 << width) - 1
        self.mask = self.ones << shift
        self.values: list[Value] = [first]
        self.codes: dict[tuple[type, Value], int] = {(type(first), first): 0}


class Watching(NamedTuple):
    """A mask of slots, and what else must be in it once it gets a slot."""

    mask: int
    of: frozenset[Watched]


class MaskedRows:
    """Rows that look at the same slots, by what is in these; it is `told` where these become more."""

    __slots__ = ("mask", "of", "rows", "told")

    def __init__(self, mask: int, told: Callable[[], None]) -> None:
        self.mask = mask
        self.told = told
        self.of: set[Watched] = set()
        self.rows: dict[int, Any] = {}


class PackedLayout:
    """The slots of a game that begins with these entries; `widths` are bits for keys that took more than they were given.

    `made` slots were made so far, and `spoken` values were met that name things.
    """

    def __init__(self, form: CanonicalForm, first: TableEntries, widths: dict[Key, int]) -> None:
        self.form = form
        self.first = first
        self.widths = widths
        self.bits = 0
        self.made = self.spoken = 0
        self.slots: dict[Key, PackedSlot] = {}
        self.cards: dict[Key, list[tuple[Value, int]]] = {}
        self._watching: dict[Watched, list[MaskedRows]] = {}
        held = (v for k, v in first.items() if k[0] == "zone" and isinstance(v, tuple))
        self.box = frozenset(c for one in held for c in one)
        zones = form.rules.game.vocabulary.zones
        seats: Any = first.get(("seats",), 0)
        listed = (("zone", z.name, p) for z in zones if len(z.params) == 1 for p in range(seats))
        self.of_players: tuple[Key, ...] = tuple(sorted(listed, key=repr))
        self._held = {k: frozenset(v) for k, v in first.items() if form.loose(k) and isinstance(v, tuple)}

    # -- slots -----------------------------------------------------------------------------------

    def _width(self, key: Key) -> int:
        if key in self.widths:
            return self.widths[key]
        field = self.form.rules.fields.get(str(key[0]))
        match field.result if field is not None else "":
            case "condition":
                return 2
            case "player":
                return len(self.of_players).bit_length() + 1
            case "card":
                return len(self.box).bit_length() + 1
            case "number":
                return 6
            case _:  # nothing is known of how many values there are
                return 4

    def _slot(self, key: Key) -> PackedSlot:
        bit = key[0] == CARD
        first: Value = 0 if bit else self.first.get(key, GONE)
        slot = self.slots[key] = PackedSlot(self.bits, 1 if bit else self._width(key), first)
        self.bits += slot.width
        self.made += 1
        about: list[Watched] = [key, ALL]
        if bit:
            about += [key[1], EntriesRead("zone"), Holding(key[2])]
            zone: Any = key[1]
            self.cards.setdefault(zone, []).append((key[2], slot.shift))
        else:
            about.append(EntriesRead(key[0]))
        for one in about:
            for rows in self._watching.get(one, ()):
                rows.mask |= slot.mask
                rows.told()
        return slot

    def watch(self, rows: MaskedRows, of: Iterable[Watched]) -> None:
        """The rows are told of every slot that is made for what they have looked at."""
        for one in of:
            if one not in rows.of:
                rows.of.add(one)
                self._watching.setdefault(one, []).append(rows)

    def coded(self, key: Key, value: Value, blind: bool) -> tuple[int, int]:
        """The mask and the bits of the value. Unless it was written `blind`, what holds anyway needs no slot.

        Raises TooNarrow.
        """
        slot = self.slots.get(key)
        if slot is None:
            first = self.first.get(key, GONE)
            if not blind and first == value and type(first) is type(value):
                return 0, 0
            slot = self._slot(key)
        code = slot.codes.get((type(value), value))
        if code is None:
            code = len(slot.values)
            if code > slot.ones:
                raise TooNarrow(key, slot.width)
            slot.values.append(value)
            self.spoken += bool(self.form.labels(value))
            slot.codes[type(value), value] = code
        return slot.mask, code << slot.shift

    def lying(self, zone: Key, card: Value, there: bool, blind: bool) -> tuple[int, int]:
        """The mask and the bit of whether the card lies there."""
        key: Key = (CARD, zone, card)
        slot = self.slots.get(key)
        was = card in self._held.get(zone, ())
        if slot is None:
            if not blind and was is there:
                return 0, 0
            slot = self._slot(key)
        return slot.mask, slot.mask if was is not there else 0

    # -- whole tables ----------------------------------------------------------------------------

    def packed(self, table: TableEntries) -> int:
        """The table as a number. Raises TooNarrow."""
        state = 0
        for key in {**table, **self.first}:
            if self.form.loose(key):
                held: Any = table.get(key, ())
                for card in frozenset(held) ^ self._held.get(key, frozenset()):
                    state |= self.lying(key, card, card in held, False)[1]
            else:
                state |= self.coded(key, table.get(key, GONE), False)[1]
        return state

    def unpacked(self, state: int) -> TableEntries:
        """The table that the number stands for."""
        table = dict(self.first)
        turned: dict[Key, list[Value]] = {}
        for key, slot in self.slots.items():
            code = state >> slot.shift & slot.ones
            if not code:
                continue
            if key[0] == CARD:
                zone: Any = key[1]
                turned.setdefault(zone, []).append(key[2])
            elif (value := slot.values[code]) is GONE:
                table.pop(key, None)
            else:
                table[key] = value
        for zone, cards in turned.items():
            held = self._held.get(zone, frozenset()) ^ frozenset(cards)
            table[zone] = tuple(sorted(held, key=repr))
            if not held:
                del table[zone]
        return table

    def held(self, zone: Key, state: int) -> tuple[Value, ...]:
        """The cards in a zone."""
        if not self.form.loose(zone):
            slot = self.slots.get(zone)
            lying: Any = self.first.get(zone, ()) if slot is None else slot.values[state >> slot.shift & slot.ones]
            return () if lying is GONE else tuple(lying)
        turned = frozenset(card for card, shift in self.cards.get(zone, ()) if state >> shift & 1)
        return tuple(sorted(self._held.get(zone, frozenset()) ^ turned, key=repr))

    # -- what one row reads and writes -----------------------------------------------------------

    def read(self, table: ZoneTracedStore) -> Watching:
        """The slots that were looked at on the table."""
        mask = 0
        for look in table.reads:
            mask |= self._mask(look)
        return Watching(mask, frozenset(ALL if isinstance(x, ReadAll) else x for x in table.reads))

    def _mask(self, look: object) -> int:
        slots = self.slots
        match look:
            case tuple():
                if self.form.loose(look):
                    return sum(1 << shift for _, shift in self.cards.get(look, ()))
                return slots[look].mask if look in slots else 0
            case EntriesRead(head):
                return _together(s.mask for k, s in slots.items() if k[0] == head or (head == "zone" and k[0] == CARD))
            case Holding(card):
                return _together(s.mask for k, s in slots.items() if k[0] == "zone" or (k[0] == CARD and k[2] == card))
            case _:  # whatever else is read is read of the whole table
                return (1 << self.bits) - 1

    def whole(self) -> Watching:
        """All slots, whatever they are of."""
        return Watching((1 << self.bits) - 1, frozenset((ALL,)))

    def zones(self, zones: Iterable[Key]) -> Watching:
        """The slots of all that lies in the zones."""
        listed = tuple(zones)
        return Watching(_together(self._mask(z) for z in listed), frozenset(listed))

    def written(self, table: ZoneTracedStore) -> tuple[int, int]:
        """What is kept of a table, as a mask, and what is put there. Raises TooNarrow."""
        mask = bits = 0
        for (zone, card), there in table.bits.items():
            m, b = self.lying(zone, card, there, zone not in table.reads and Holding(card) not in table.reads)
            mask, bits = mask | m, bits | b
        for key, value in table.over.items():
            if self.form.loose(key):
                continue
            shown = GONE if value is not GONE and self.form.plain(key, value) else value
            m, b = self.coded(key, shown, key not in table.reads)
            mask, bits = mask | m, bits | b
        return ~mask, bits


def _together(masks: Iterable[int]) -> int:
    whole = 0
    for one in masks:
        whole |= one
    return whole
