"""What has happened lately in a scene: the last act told, its words, and the tiles that it turned."""

from __future__ import annotations

from typing import Any

from checker.boards.hexes import label_of
from checker.boards.table import places
from checker.games.hexx.board import letter_of
from checker.games.hexx.laying import TileRow
from checker.games.hexx.plays import counted, leaves_grown, makes_name, primary, what_makes_leaves_rows
from checker.games.hexx.swaps import swapped
from checker.kernel.term import Instance, Value


def since(view: Any) -> list[Instance]:
    """What has happened since somebody last acted, that act included."""
    events = view.events()
    start = max((i for i, e in enumerate(events) if e[0] in ACTS), default=0)
    return list(events[start:])


ACTS = frozenset({"lay", "exchange", "pass", "roll", "swap", "forfeit", "sketch"})
"""The acts that a scene tells as events of their own; all else comes of them."""


PLAYS = frozenset({"lay", "exchange", "pass", "swap", "forfeit", "sketch"})
"""The acts that take a turn, or one play of it."""
WORDS = ("WX-20", "WX-21")
"""The clauses that say which words are made."""
ROWS = ("WX-17", "WX-203")
"""The clauses by which a row is no word, and does not matter then."""
NAMES = ("WX-18",)
"""The clause by which a row is no word though a dictionary may have it."""
AGREED = ("WX-7",)
"""The clause by which a word that only grew by an S may be no new one."""
REFILLS = ("WX-9",)
"""The clause by which a hand is filled up again."""
FLIPS = ("WX-22",)
"""The clause that says which tiles a play turns."""


def played(view: Any) -> bool:
    """Somebody took a turn, or one play of it."""
    return _last(view) is not None


def valid(view: Any) -> bool:
    """The last play was allowed. Raises Undecided where no clause says."""
    return played(view) and view.allowed()


def rows(view: Any) -> list[TileRow]:
    """The new words that the last play made, the primary one first."""
    last = _last(view)
    match last:
        case ("lay", _, play):
            _rest_on(view, (*WORDS, *(NAMES if makes_name(view.context, play) else ()), *_agreed(view, play)))
            own, across = counted(view.context, play)
            return [*own, *across]
        case ("swap", _, space, letter):
            return list(swapped(view.context, space, letter))
    return []


def no_rows(view: Any) -> tuple[str, ...]:
    """The rows that the last play made and that are no words."""
    last = _last(view)
    if last is None or last[0] != "lay":
        return ()
    _rest_on(view, ROWS)
    return what_makes_leaves_rows(view.context, last[2])


def primary_row(view: Any) -> TileRow | None:
    """The primary word of the last play."""
    last = _last(view)
    if last is None or last[0] != "lay":
        return None
    _rest_on(view, WORDS[:1])
    return primary(view.context, last[2])


def said(row: TileRow) -> str:
    """The word; both, where it can be read both ways."""
    return " or ".join(row.readings)


def flips(view: Any) -> list[str]:
    """The tiles that the last act turned, by letter and place."""
    where = places(view.store)
    lately = since(view)
    turned = dict.fromkeys(e[1] for e in lately if e[0] == "turn")
    if not turned and lately and lately[0][0] == "lay" and not any(e[0] in ("roll", "prevented") for e in lately):
        _rest_on(view, (*FLIPS, *_agreed(view, lately[0][2])))
    named = sorted((letter_of(view.store, t), where[t]) for t in turned if t in where)
    return [f"{letter} at {label_of(spot)}" for letter, spot in named]


def coloured(view: Any, seat: int) -> list[str]:
    """The tiles on the board that show the player's colour, by letter and place."""
    store = view.store
    named = sorted((letter_of(store, t), spot) for t, spot in places(store).items() if store.get(("colour", t)) == seat)
    return [f"{letter} at {label_of(spot)}" for letter, spot in named]


def drawn(view: Any, seat: int) -> int:
    """How many tiles the player drew since somebody last acted."""
    _rest_on(view, REFILLS)
    return sum(e[:2] == ("draw", seat) for e in since(view))


def _agreed(view: Any, play: Value) -> tuple[str, ...]:
    """The clause about an S, where a word of the play is no new one by it."""
    return AGREED if leaves_grown(view.context, play) else ()


def _last(view: Any) -> Instance | None:
    found: Instance | None = next((e for e in reversed(view.events()) if e[0] in PLAYS), None)
    return found


def _rest_on(view: Any, clauses: tuple[str, ...]) -> None:
    view.context.cites.update(dict.fromkeys(view.rules.stated(clauses)))
