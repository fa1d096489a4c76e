"""Properties of the word game that span several positions, each a watcher of the course of play.

A watcher is sent what it sees of every step and answers with a complaint, or with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from checker.boards.hexes import CENTRE, Space, distance
from checker.boards.table import places, tiles_on
from checker.games.hexx.board import bag_of, hand_of, is_hexx, letters_on
from checker.games.hexx.laying import laying_of, made
from checker.games.hexx.words import default
from checker.kernel.position import Store
from checker.kernel.term import Value

Watch: TypeAlias = Generator[str, Any, None]
"""What is sent has: `before` and `after` (tables), `events` (of the step), `moment`, and `fact`."""

TOUCHING = frozenset({7, 9, 11, 14, 20})
TO_OPPONENT = frozenset({4, 6, 8, 13, 19})
TO_ROLLER = frozenset({3, 5, 10, 16})
HAND = 6


def _all(store: Store) -> list[Value]:
    return [t for _, held in store.entries("zone") if isinstance(held, tuple) for t in held]


def _off_board(store: Store) -> int:
    return len(bag_of(store)) + len(hand_of(store, 0)) + len(hand_of(store, 1))


def tiles() -> Watch:
    """C-48: the same tiles all the time, each in one place."""
    known: frozenset[Value] | None = None
    said = ""
    while True:
        seen = yield said
        said = ""
        if known is not None and seen.before.placed is seen.after.placed:
            continue
        there = _all(seen.after)
        if known is None:
            known = frozenset(_all(seen.before))
        if len(there) != len(known) or frozenset(there) != known:
            said = f"{len(there)} tiles in all; there were {len(known)}"


def colours() -> Watch:
    """C-49: red and black together are the tiles on the board."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if seen.moment:
            counted = [sum(seen.after.get(("colour", t)) == p for t in tiles_on(seen.after).values()) for p in (0, 1)]
            if sum(counted) != len(tiles_on(seen.after)):
                said = f"{counted} tiles of {len(tiles_on(seen.after))} have a colour"


def hands() -> Watch:
    """C-50: a hand is full again when its player is done."""
    said = ""
    while True:
        seen = yield said
        said = ""
        mover = seen.before.get(("turn",))
        if seen.before.get(("moved", mover)) is not True or seen.after.get(("moved", mover)) is True:
            continue
        another = _plays_on(seen.before, mover)
        held = len(hand_of(seen.after, mover))
        if bag_of(seen.after) and held != HAND and not another:
            said = f"player {mover} holds {held} tiles"


def _plays_on(store: Store, player: Value) -> bool:
    """Another play of the player follows in this turn."""
    more = store.get(("plays", player), 0)
    return isinstance(more, int) and more > (store.get(("played once",)) is True)


def plays() -> Watch:
    """C-51: one to six tiles on one line make a word."""
    said = ""
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "lay":
                laying = laying_of(event[2])
                letters = {**letters_on(seen.before), **{p.spot: p.letter for p in laying.puts}}
                rows = made(letters, laying, default())
                if not (1 <= len(laying.puts) <= HAND and rows.straight and any(r.readings for r in rows.lines)):
                    said = f"{event[2]} is no play"


def shown() -> Watch:
    """C-52: the words of a play show the colour of whoever made it."""
    said, last = "", ()
    while True:
        seen = yield said
        said = ""
        last = next((e for e in seen.events if e[0] == "lay"), last)
        if last and seen.after.get(("laid", last[1])) is True:
            laying = laying_of(last[2])
            rows = made(letters_on(seen.after), laying, default())
            where = tiles_on(seen.after)
            words = [r for r in (*rows.lines, *rows.across) if r.readings]
            wrong = [s for r in words for s in r.spots if seen.after.get(("colour", where[s])) != last[1]]
            if wrong and seen.after.get(("barred", last[1])) is not True and not _only_s(rows, laying, wrong):
                said = f"after {last[2]} {wrong} have the wrong colour"
            last = ()


def _only_s(rows: Any, laying: Any, wrong: list[Any]) -> bool:
    """The wrong ones stand in words that only grew by an S, which may make no new word [WX-7]."""
    spots = {p.spot for p in laying.puts}
    grown = {
        s
        for r in (*rows.lines, *rows.across)
        if len(spots & set(r.spots)) == 1 and any(x.endswith("S") for x in r.readings)
        for s in r.spots
    }
    return set(wrong) <= grown


def centre() -> Watch:
    """C-53: the centre stays covered but for the results that touch it."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if CENTRE in tiles_on(seen.before) and CENTRE not in tiles_on(seen.after):
            if seen.after.get(("result",)) not in TOUCHING:
                said = f"the centre was bared by {seen.after.get(('result',))}"


def flips() -> Watch:
    """C-54: a step that turns a tile changes no letter, no place and no roll."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if any(e[0] == "turn" for e in seen.events):
            same = places(seen.before) == places(seen.after) and letters_on(seen.before) == letters_on(seen.after)
            if not same or _owed(seen.before) != _owed(seen.after):
                said = "a flip changed more than a colour"


def _owed(store: Store) -> list[tuple[Value, ...]]:
    return sorted((k for k, v in store.entries("roller") if v is not None), key=repr)


def rolls() -> Watch:
    """C-55: no more results are resolved than there are HEXX tiles."""
    said, resolved, again = "", 0, False
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "roll":
                resolved += 0 if again else 1
        again = seen.after.get(("repeated",)) is True
        wild = sum(is_hexx(seen.after, t) for t in _all(seen.after)) if seen.events else resolved
        if resolved > wild:
            said = f"{resolved} results for {wild} HEXX tiles"


def measure() -> Watch:
    """C-56: a play takes its tiles from hand and bag, an exchange takes none."""
    said = ""
    before: tuple[Value, int] | None = None
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] in ("lay", "exchange"):
                gone = len(laying_of(event[2]).puts) if event[0] == "lay" else 0
                before = (event[1], _off_board(seen.before) - gone)
        if before is not None and seen.after.get(("moved", before[0])) is True:
            if _off_board(seen.after) != before[1]:
                said = f"{_off_board(seen.after)} tiles in bag and hands instead of {before[1]}"
            before = None


def sides() -> Watch:
    """C-58: to whose colour a result turns tiles."""
    said = ""
    rolled: tuple[Value, Value] | None = None
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "roll":
                rolled = (event[1], event[2])
            elif event[0] in ("lay", "swap", "exchange", "pass", "forfeit"):
                rolled = None
            elif event[0] == "turn" and rolled is not None:
                wrong = TO_OPPONENT if event[2] == rolled[0] else TO_ROLLER
                if rolled[1] in wrong:
                    said = f"result {rolled[1]} of player {rolled[0]} turned a tile to player {event[2]}"


def reach() -> Watch:
    """Until a tile was taken off, no tile lies further from the centre than there are other tiles [WX-8, WX-13]."""
    said, taken_off = "", False
    known: set[Space] = set()
    while True:
        seen = yield said
        said = ""
        if seen.moment:
            board = set(tiles_on(seen.after))
            taken_off, known = taken_off or not known <= board, board
            furthest = max((distance(spot) for spot in board), default=0)
            if furthest >= max(len(board), 1) and not taken_off:
                said = f"a tile lies {furthest} spaces from the centre among {len(board)} tiles"


def faces() -> Watch:
    """Whenever the die is rolled, it has one face for each result [WX-42]."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if any(e[0] == "roll" for e in seen.events) and seen.fact("faces") != seen.fact("results"):
            said = f"the die has {seen.fact('faces')} faces for {seen.fact('results')} results"


WATCHERS: dict[str, Callable[[], Watch]] = {
    "tiles": tiles,
    "colours": colours,
    "hands": hands,
    "plays": plays,
    "shown": shown,
    "centre": centre,
    "flips": flips,
    "rolls": rolls,
    "measure": measure,
    "sides": sides,
    "reach": reach,
    "faces": faces,
}

ACCOUNTS: dict[str, Callable[[], Watch]] = {name: WATCHERS[name] for name in ("tiles", "colours", "faces")}
"""What holds whatever an amendment lays down: where the tiles are, and whose; that the die shows every result."""
