"""What happens and is asked in a scene of Horrible Hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.boards.hexes import DIRECTIONS, groups, label_of
from checker.boards.pictures import drawn
from checker.boards.table import places, tiles_on
from checker.games.horrible.opening import Table, pattern_told, refuse, said, space_told, text_of
from checker.games.horrible.tiles import MOVEMENTS, held, name_of
from checker.kernel.scene import Ask, Deed, Form, MayQuestion, Select, yes
from checker.kernel.term import Value

NOTHING, NOBODY = "nothing", "nobody"
ORIENTATION = ("HO-8", "HO-23")
"""The clauses by which it matters how a tile is turned, and that do not say so."""
Instances = Callable[[Any], tuple[tuple[Value, ...], ...]]


def happened(table: Table, item: Any) -> Form:
    """What an event does. Raises InputError for a tile that is not told of."""
    tree, raw = item.said, item.raw
    parts, text = tree.parts, raw.text
    who = table.seat(parts[0])
    match tree.rule:
        case "moves":
            args = (who, table.tile(parts[1], raw), said(parts[2]), said(parts[3]))
            return Deed("move", lambda _: args, text, tried=True)
        case "skips":
            return Deed("skip", lambda _: (who,), text)
        case "turns":
            tile = table.tile(parts[1], raw)
            return Deed("turn", lambda _: (who, tile), text)
        case "places":
            tile, label = table.tile(parts[1], raw), label_of(space_told(parts[2]))
            return Deed("lay", lambda _: (who, tile, label), text)
        case "draws":
            tile = table.tile(parts[1], raw)
            return Select(lambda view: view.store.get(("drawn", who)) == tile, (), text)
        case _:
            pattern = pattern_told(parts[1:])
            return Select(lambda view: pattern in map(name_of, held(view.store, "goals", who)), (), text)


def asked(table: Table, item: Any) -> Form:
    """The form of a question. Raises InputError for words that mean nothing here."""
    tree, raw = item.said, item.raw
    parts = tree.parts
    match tree.rule:
        case "may_move":
            args = (table.seat(parts[0]), table.tile(parts[1], raw), said(parts[2]), said(parts[3]))
            return MayQuestion("move", lambda _: (args,))
        case "may_move_tile":
            seat, tile = table.seat(parts[0]), table.tile(parts[1], raw)
            return MayQuestion("move", lambda _: _movements(seat, (tile,)))
        case "may_move_any":
            seat = table.seat(parts[0])
            return MayQuestion("move", lambda view: _movements(seat, tuple(places(view.store))))
        case "may_place":
            lays = (table.seat(parts[0]), table.tile(parts[1], raw), label_of(space_told(parts[2])))
            return MayQuestion("lay", lambda _: (lays,))
        case "may_turn":
            seat, tile = table.seat(parts[0]), table.tile(parts[1], raw)
            return MayQuestion("turn", lambda _: ((seat, tile),))
        case "is_legal":
            return Ask(lambda view: yes(_legal(view, raw)), of_legality=True)
    return Ask(_answer(table, tree, raw), also=_in_one_line if tree.rule == "picture" else None)


def _in_one_line(picture: str) -> str:
    return " / ".join(" ".join(row.split()) for row in picture.split("\n"))


def _movements(seat: int, tiles: tuple[Value, ...]) -> tuple[tuple[Value, ...], ...]:
    return tuple((seat, tile, by, to) for tile in tiles for by in MOVEMENTS for to in DIRECTIONS)


def _legal(view: Any, raw: Any) -> bool:
    """The last act was allowed. Raises InputError if there was none."""
    if view.branch.illegal is None and not view.events("move", "lay", "turn", "skip"):
        raise refuse(raw, "nothing was done yet", "tell a movement, as in `Red moves a by slide east`")
    return bool(view.allowed())


def _answer(table: Table, tree: Any, raw: Any) -> Callable[[Any], str]:
    parts = tree.parts
    names = table.names
    match tree.rule:
        case "where_is":
            tile = table.tile(parts[0], raw)
            return lambda view: _where(view, tile, names)
        case "what_at":
            space = space_told(parts[0])
            return lambda view: name_of(tiles_on(view.store).get(space)) or NOTHING
        case "picture":
            return lambda view: "\n".join(_picture(view))
        case "how_many_groups":
            return lambda view: str(len(list(groups(tiles_on(view.store)))))
        case "how_many_in_play":
            return lambda view: str(view.context.fact("in play"))
        case "how_many_in_supply":
            return lambda view: str(view.context.fact("supply size"))
        case "how_many_goals_left":
            return lambda view: str(view.context.fact("goal supply size"))
        case "who_completes":
            return lambda view: ", ".join(n for s, n in enumerate(names) if _scored(view, s)) or NOBODY
        case "how_many_complete" | "does_complete":
            seat = table.seat(parts[0])
            shown = yes if tree.rule == "does_complete" else str
            return lambda view: shown(_scored(view, seat))
        case "how_many_scored":
            seat = table.seat(parts[0])
            return lambda view: str(view.context.fact("score", seat))
        case "how_many_before":
            seat = table.seat(parts[0])
            return lambda view: str(view.context.fact("goal count", seat))
        case "must_place" | "must_move":
            seat, fact = table.seat(parts[0]), "must lay" if tree.rule == "must_place" else "must move"
            return lambda view: yes(view.context.fact(fact, seat) is True)
        case "may_touch":
            return lambda view: yes(view.context.fact("spoils") is not True)
        case "which_orientation":
            name = text_of(parts[0])
            return lambda view: view.left_open(f"how {name} is turned when it is laid", view.rules.stated(ORIENTATION))
        case "whose_turn":
            return lambda view: _on_turn(view, names)
        case "does_end":
            return lambda view: yes(_winner(view) is not None)
        case "who_wins":
            return lambda view: names[won] if isinstance(won := _winner(view), int) else NOBODY
        case "for_ever":
            return lambda view: yes(view.context.fact("endless") is True)
        case "what_count":
            of = text_of(parts[0])
            return lambda view: str(view.count(of))
    raise refuse(raw, "this question is not known here")


def _where(view: Any, tile: Value, names: tuple[str, ...]) -> str:
    space = places(view.store).get(tile)
    return "the supply" if space is None else label_of(space)


def _picture(view: Any) -> tuple[str, ...]:
    """The board as one sees it, unknown tiles as question marks."""
    return drawn(
        {space: name if len(name := name_of(tile)) == 1 else "?" for space, tile in tiles_on(view.store).items()}
    )


def _scored(view: Any, seat: int) -> int:
    """How many Goal Cards the last movement brought the player; where none, what keeps others from being completed is relied on."""
    events = view.events()
    start = max((i for i, e in enumerate(events) if e[0] in ("move", "skip")), default=0)
    found: int = sum(e[0] == "score" and e[2] == seat for e in events[start:])
    for card in () if found else held(view.store, "goals", seat):
        view.context.fact("completed", card)
    return found


def _winner(view: Any) -> Value:
    won: Value = view.context.fact("winner")
    return won


def _on_turn(view: Any, names: tuple[str, ...]) -> str:
    store = view.store
    if store.get(("turn untold",)) is True:
        view.left_open("whose turn it is", view.rules.stated(("HO-14",)))
    turn = store.get(("turn",))
    return names[turn] if isinstance(turn, int) and _winner(view) is None else NOBODY
