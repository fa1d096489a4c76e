"""Properties of HEX•HEX that span several positions, each a watcher of the course of play.

A watcher is sent what it sees of every step and answers with a complaint, or with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from checker.games.hexhex.table import hexes, tokens_on
from checker.kernel.position import Store
from checker.kernel.term import Value

Watch: TypeAlias = Generator[str, Any, None]
"""What is sent has: `before` and `after` (tables), `events` (of the step), `moment`, and `fact`."""

OPEN_ZONES = frozenset({"hand", "played", "in play", "discards"})
BEATEN = {"rock": "paper", "scissors": "rock", "paper": "scissors"}


def number(store: Store, field: str, *args: Value) -> int:
    """A stored number, 0 if it is not known."""
    value = store.get((field, *args), 0)
    return value if isinstance(value, int) else 0


def total(store: Store, field: str) -> int:
    """The sum of a field over all players."""
    return sum(number(store, field, p) for p in range(number(store, "seats")))


def voices(store: Store) -> tuple[Value, ...]:
    """Everybody's Voice."""
    return tuple(store.get(("Voice", p), 5) for p in range(number(store, "seats")))


def _sum(values: tuple[Value, ...]) -> int:
    return sum(v for v in values if isinstance(v, int))


def balance(store: Store) -> int:
    """What all players gained, less what all of them lost."""
    return total(store, "gains") - total(store, "losses")


def counted(store: Store) -> int:
    """How often a loss or gain counts: twice in a tie-breaker."""
    return 2 if store.get(("tie breaker",)) is True else 1


def senders() -> Watch:
    """C-2: only who passed a Hex becomes its sender [HH-16, HH-171]."""
    passed: set[tuple[Value, Value]] = set()
    said = ""
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "pass":
                passed.add((event[1], event[2]))
            elif event[0] == "move":
                label = event[1]
                sender = seen.before.get(("coming sender", label))
                if sender != seen.before.get(("sender", label)) and (sender, label) not in passed:
                    said = f"player {sender} becomes the sender of {label} without having passed it"
                passed = {p for p in passed if p[1] != label}


def places() -> Watch:
    """C-4: no card lies twice, and none with nobody."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if seen.before.placed is seen.after.placed:
            continue
        found: set[Value] = set()
        seats = number(seen.after, "seats")
        for key, held in seen.after.items():
            if key[0] != "zone" or not held:
                continue
            if key[1] in OPEN_ZONES and not (isinstance(key[2], int) and 0 <= key[2] < seats):
                said = f"{held} lies with nobody"
            if len(found) + len(held) > len(found | set(held)):
                said = f"a card lies in two places, one of them {key[1:]}"
            found |= set(held)


def came_and_went() -> Watch:
    """C-7: Hexes come by cast and copy, and go by going off and dismissal."""
    known: set[Value] = set()
    ever: set[Value] = set()
    came: set[Value] = set()
    gone: set[Value] = set()
    cast = 0
    said = ""
    while True:
        seen = yield said
        said = ""
        ever.update(hexes(seen.after))
        for event in seen.events:
            match event[0]:
                case "cast":
                    cast += 1
                case "copy":
                    came.add(event[1])
                case "go off":
                    gone.add(event[1])
                case "dismiss":
                    gone.add(event[2])
        if seen.moment:
            now = set(hexes(seen.after))
            if len(ever - known - came) > cast:
                said = f"{ever - known - came} came without a cast or a copy"
            if known - now - gone:
                said = f"{known - now - gone} went without going off or being dismissed"
            known, ever, came, gone, cast = now, set(), set(), set(), 0


def voice(at: frozenset[str] = frozenset()) -> Watch:
    """C-9: Voice is what it was, less the losses and more the gains; it may stop at zero.

    If moments are given, it is looked at in them only: it may be recorded later than it is lost or gained.
    """
    said = ""
    stopped: set[int] = set()
    while True:
        seen = yield said
        said = ""
        stopped.update(p for p, v in enumerate(voices(seen.after)) if isinstance(v, int) and v <= 0)
        if not seen.moment or (at and seen.moment not in at):
            continue
        for player, value in enumerate(voices(seen.after)):
            due = 5 + number(seen.after, "gains", player) - number(seen.after, "losses", player)
            if isinstance(value, int) and value != due and (value < due or player not in stopped):
                said = f"player {player} has {value} Voice instead of {due}"


def single_gain() -> Watch:
    """C-11: one Hex brings one Voice at most [HH-83]."""
    said, since = "", -1
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "go off":
                since = total(seen.before, "gains")
            elif event[0] == "hexed" and since >= 0:
                if total(seen.before, "gains") - since > counted(seen.before):
                    said = "more than one Voice was gained by one Hex"
                since = -1


def plain() -> Watch:
    """C-10: a plain Hex moves Voice and makes none [HH-82]."""
    said: str = ""
    since: tuple[Value, ...] = ()
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "go off":
                label, victim = event[1], event[2]
                others = victim not in (seen.before.get(("sender", label)), seen.before.get(("exploder", label)))
                simple = not tokens_on(seen.before, label) and others and not seen.fact("warded", victim)
                since = voices(seen.before) if simple else ()
            elif event[0] == "hexed":
                now = voices(seen.before)
                if since and _sum(now) != _sum(since):
                    said = f"a plain Hex changed the sum of Voice: {since} became {now}"
                since = ()


def hexhex() -> Watch:
    """C-12: HEX•HEX costs its price or nothing, and brings nobody anything."""
    said, since = "", (-1, -1)
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "effect" and seen.fact("is", event[1], "HEX•HEX"):
                since = (total(seen.before, "losses"), total(seen.before, "gains"))
        if seen.moment not in ("", "dropping") and since[0] >= 0:
            lost, gained = total(seen.after, "losses") - since[0], total(seen.after, "gains") - since[1]
            if lost not in (0, 3 * counted(seen.after)) or gained:
                said = f"HEX•HEX cost {lost} and brought {gained}"
            since = (-1, -1)


def dismissed() -> Watch:
    """C-13: dismissing a Hex moves no Voice."""
    said: str = ""
    since: tuple[Value, ...] = ()
    while True:
        seen = yield said
        said = ""
        if seen.events and since:
            if voices(seen.before) != since:
                said = "Voice changed while a Hex was dismissed"
            since = ()
        if any(event[0] == "dismiss" for event in seen.events):
            since = voices(seen.before)


def warded() -> Watch:
    """C-14: a Warded player loses Voice by sacrifice only [HH-151, HH-153]."""
    causes: dict[Value, Value] = {}
    said = ""
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "lose":
                causes[event[1]] = event[3]
        for player in range(number(seen.after, "seats")):
            if number(seen.after, "Voice", player) < number(seen.before, "Voice", player):
                if causes.get(player) != "sacrifice" and seen.fact("warded", player):
                    said = f"player {player} is Warded and loses Voice by {causes.get(player)}"


def throw() -> Watch:
    """C-38: what a throw of signs does to the sum of Voice."""
    said: str = ""
    thrown: dict[Value, Value] = {}
    start = Store()
    while True:
        seen = yield said
        said = ""
        for event in seen.events:
            if event[0] == "throw":
                thrown[event[1]] = event[2]
                start = seen.before
        if seen.moment and len(thrown) == number(seen.after, "seats"):
            waits = {p: number(start, "waiting", p) - number(seen.after, "waiting", p) for p in thrown}
            own = next((p for p in thrown if waits[p] > 0), None)
            change = balance(seen.after) - balance(start)
            if own is not None and change != _due(thrown, own, seen.after, start):
                said = f"the throw {thrown} for player {own} changed the sum of Voice by {change}"
            thrown = {}


def _due(thrown: dict[Value, Value], own: Value, after: Store, start: Store) -> int:
    matches = sum(1 for p, sign in thrown.items() if p != own and sign == thrown[own])
    beaten = sum(1 for sign in thrown.values() if BEATEN[str(sign)] == thrown[own])
    others = sum(1 for sign in thrown.values() if sign != thrown[own])
    scores = int(number(after, "gains", own) > number(start, "gains", own))
    return (matches + scores - others - beaten) * counted(after)


EVENTS: dict[str, Callable[[], Watch]] = {
    "senders": senders,
    "places": places,
    "hexes": came_and_went,
    "Voice": voice,
    "single gain": single_gain,
    "plain": plain,
    "HEX•HEX": hexhex,
    "dismissed": dismissed,
    "warded": warded,
    "throw": throw,
}
