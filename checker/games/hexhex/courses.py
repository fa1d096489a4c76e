"""Properties of HEX•HEX about the course of a beat, a round and a game, as watchers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from checker.games.hexhex.properties import EVENTS, Watch, number, voice
from checker.games.hexhex.table import hexes, tokens_on
from checker.kernel.position import Key, Store
from checker.kernel.term import Value

BACK = frozenset({"played", "discards", "in play"})


def _held(store: Store, zone: Key) -> tuple[Value, ...]:
    held = store.get(("zone", *zone), ())
    return held if isinstance(held, tuple) else ()


def no_return() -> Watch:
    """C-16: what lies on the table stays there until the round ends."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if seen.before.placed is seen.after.placed or seen.after.get(("over",)) is True:
            continue
        gained = [
            card
            for key, held in seen.after.items()
            if key[0] == "zone" and key[1] in ("hand", "deck") and held is not seen.before.get(key)
            for card in held
            if card not in _held(seen.before, key[1:])
        ]
        for card in gained:
            origin = next((k for k, held in seen.before.items() if k[0] == "zone" and card in held), ("", ""))
            if origin[1] in BACK:
                said = f"{card} came back from {origin[1:]}"


def beats() -> Watch:
    """C-18: no Hex moves before all of the beat are answered."""
    said: str = ""
    there: tuple[Value, ...] = ()
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "move":
                left = [
                    h
                    for h in hexes(seen.before)
                    if h in there and not seen.before.get(("entered", h)) and not seen.before.get(("waived", h))
                ]
                if left:
                    said = f"{event[1]} moves before {left} is answered"
        if seen.moment == "answer":
            there = hexes(seen.after)


def once() -> Watch:
    """C-20: a Hex goes off once, and on the player it lies before."""
    gone: set[Value] = set()
    said = ""
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "go off":
                if event[1] in gone:
                    said = f"{event[1]} goes off twice"
                if seen.before.get(("intended", event[1])) != event[2]:
                    said = f"{event[1]} goes off on player {event[2]}, before whom it does not lie"
                gone.add(event[1])


def one_each() -> Watch:
    """C-21: one card for each Hexing; one that is cancelled has done nothing [C-26]."""
    played: Counter[Value] = Counter()
    said, round_number = "", 0
    while True:
        seen = yield said
        said = ""
        if seen.after.get(("round",), 1) != round_number:
            played.clear()
            round_number = number(seen.after, "round") or 1
        for event in seen.events:
            if event[0] == "play" and _when_hexed(seen, event[2]):
                played[event[1]] += 1
                if played[event[1]] > number(seen.before, "times", event[1]):
                    said = f"player {event[1]} plays {played[event[1]]} cards for the Hexed"
            elif event[0] == "cancel" and _when_hexed(seen, event[2]):
                played[seen.before.get(("player of", event[2]))] -= 1


def _when_hexed(seen: Any, card: Value) -> bool:
    return bool(seen.fact("is", card, "play only when Hexed"))


def copies() -> Watch:
    """C-24: a copy carries what the original carries."""
    said: str = ""
    due: tuple[Value, tuple[str, ...]] | None = None
    while True:
        seen = yield said
        said = ""
        if seen.events and due is not None:
            if sorted(tokens_on(seen.before, due[0])) != sorted(due[1]):
                said = f"the copy {due[0]} carries {tokens_on(seen.before, due[0])} instead of {due[1]}"
            due = None
        for event in seen.events:
            if event[0] == "copy":
                due = (event[1], tokens_on(seen.before, event[2]))


def rotation() -> Watch:
    """C-30 and C-31: in the first rounds everybody deals once and casts once; the caster deals next."""
    casters: list[Value] = []
    dealers: list[Value] = []
    said = ""
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "cast" and number(seen.before, "round") <= number(seen.before, "seats"):
                if event[1] in casters or seen.before.get(("dealer",)) in dealers:
                    said = f"somebody casts or deals twice: {casters} {dealers}"
                if casters and seen.before.get(("dealer",)) != casters[-1]:
                    said = "the caster does not deal in the next round"
                casters.append(event[1])
                dealers.append(seen.before.get(("dealer",)))


def first_caster() -> Watch:
    """C-32: the token does not change hands."""
    said = ""
    while True:
        seen = yield said
        said = ""
        before = seen.before.get(("first caster",))
        if before is not None and before != seen.after.get(("first caster",)):
            said = "the 1st Caster token changes hands"


def full_hands() -> Watch:
    """C-33: five cards each when the deal is done."""
    said, dealt = "", 0
    while True:
        seen = yield said
        said = ""
        round_number = number(seen.after, "round") or 1
        if seen.moment == "dealt" and dealt != round_number:
            dealt = round_number
            sizes = [len(_held(seen.after, ("hand", p))) for p in range(number(seen.after, "seats"))]
            if set(sizes) != {5}:
                said = f"hands of {sizes} cards"


def everybody() -> Watch:
    """C-35: nobody leaves."""
    said = ""
    while True:
        seen = yield said
        said = "" if number(seen.before, "seats") == number(seen.after, "seats") else "somebody left"


WATCHERS: dict[str, Callable[[], Watch]] = {
    **EVENTS,
    "no return": no_return,
    "beats": beats,
    "once": once,
    "one each": one_each,
    "copies": copies,
    "rotation": rotation,
    "first caster": first_caster,
    "full hands": full_hands,
    "everybody": everybody,
}

ACCOUNTS: dict[str, Callable[[], Watch]] = {
    **{name: WATCHERS[name] for name in ("places", "hexes")},
    "Voice": partial(voice, frozenset({"beginning", "dealing", "dealt"})),
}
"""What is kept account of whatever an amendment lays down: where things are, and what Voice was lost and gained."""
