"""A table that notes its reads card by card: what comes of it hangs on nothing that it does not note."""

from __future__ import annotations

from conftest import trials
from hypothesis import given
from hypothesis import strategies as st

from checker.graph.traced_zones import ZoneTracedStore
from checker.kernel.position import GONE, Key, Store

CARDS = tuple((title, 1) for title in "abcd")
ZONES: tuple[Key, ...] = (("zone", "hand", 0), ("zone", "hand", 1), ("zone", "pile"))
FIELD: Key = ("score", 0)


def loose(key: Key) -> bool:
    return key[0] == "zone" and key[1] != "pile"


tables = st.tuples(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(0, 2))
steps = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "get", "get", "put", "holding", "titled", "entries", "field", "drop"]),
        st.integers(0, 3),
        st.integers(0, 2),
    ),
    min_size=2,
    max_size=6,
)


def laid(table: tuple[list[int], int]) -> Store:
    """Each card in the zone of its number, in none for 3."""
    places, score = table
    store = Store({FIELD: score})
    for number, zone in enumerate(ZONES):
        store = store.put(zone, tuple(c for c, at in zip(CARDS, places, strict=True) if at == number))
    return store


def carried_out(store: Store, todo) -> tuple[Store, list[object]]:
    found: list[object] = []
    for what, card, zone in todo:
        match what:
            case "move":
                store = store.moved(CARDS[card], ZONES[zone])
            case "get":
                found.append(sorted(store.get(ZONES[zone], ())) if loose(ZONES[zone]) else store.get(ZONES[zone], ()))
            case "put":
                store = store.put(ZONES[zone], (CARDS[card],))
            case "holding":
                found.append(frozenset(store.holding(CARDS[card])))
            case "titled":
                found.append(store.titled(str(CARDS[card][0])))
            case "entries":
                found.append({k: frozenset(v) for k, v in store.entries("zone") if v})
            case "field":
                found.append(store.get(FIELD))
                store = store.put(FIELD, card)
            case _:
                store = store.drop(ZONES[zone])
    return store, found


def after(root: Store, traced: ZoneTracedStore) -> dict[Key, object]:
    """What lies where after what was written, card by card in zones without order."""
    table = {k: frozenset(v) if loose(k) else v for k, v in root.items()}
    for key, value in traced.over.items():
        if not loose(key):
            table[key] = () if value is GONE else value
    for (zone, card), there in traced.bits.items():
        table[zone] = table.get(zone, frozenset()) | {card} if there else table.get(zone, frozenset()) - {card}
    return table


@given(tables, st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), steps)
@trials(3000)
def test_what_comes_of_a_table_hangs_on_what_was_read_of_it_alone(one, card, place, score, todo) -> None:
    """The other table has one card elsewhere, and perhaps another number."""
    other = ([place if n == card else at for n, at in enumerate(one[0])], score)
    found = []
    for table in (one, other):
        root = laid(table)
        traced = ZoneTracedStore(root, loose, frozenset(CARDS))
        done, told = carried_out(traced, todo)
        plain, expected = carried_out(root, todo)
        assert told == expected, "the traced table answers as a plain one"
        assert after(root, done) == {k: frozenset(v) if loose(k) else v for k, v in plain.items()} | {
            z: frozenset() if loose(z) else () for z in ZONES if z not in plain
        }
        found.append((root, traced.reads, told, done.bits, {k: v for k, v in done.over.items() if not loose(k)}))
    (_, reads, *first), (root, _, *second) = found
    if all(_same(look, value, root) for look, value in reads.items()):
        assert first == second


def _same(look, value, root: Store) -> bool:
    seen = root.get(look, GONE) if isinstance(look, tuple) else look(root)
    if isinstance(look, tuple) and loose(look):
        return sorted(seen or ()) == sorted(value or ())
    return seen == value
