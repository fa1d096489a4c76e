"""What the result just rolled asks of a player, read off its text, and what there is to do it to and with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from checker.boards.hexes import Space, label_of, places, space_of, tiles_on
from checker.games.hexx.board import fits, is_hexx
from checker.games.hexx.tiles import result_of
from checker.kernel.effect import Each, Effect, Event, While
from checker.kernel.position import Store
from checker.kernel.scene import Sight
from checker.kernel.term import Call, Expr, Instance, Value, Var
from checker.kernel.trees.brought_acts import brought
from checker.kernel.trees.walk import within

ACTS = frozenset({"lay", "exchange", "pass", "roll", "swap", "forfeit", "sketch"})
"""The acts that a scene tells as events of their own; all else comes of them."""


def since(view: Sight) -> list[Instance]:
    """What has happened since somebody last acted, that act included."""
    events = view.events()
    start = max((i for i, e in enumerate(events) if e[0] in ACTS), default=0)
    return list(events[start:])


def entitled(view: Sight, seat: int, act: str, bound: bool) -> bool:
    """The text of the result has the player do the act; `bound` asks whether they may not decline."""
    roll, known = _rolled(view)
    if known is None or view.store.get(("repeated",)) is True or view.store.get(("acted", seat)) is True:
        return False
    roller = roll[1]
    view.context.cites.update(dict.fromkeys(view.rules.stated(known.clauses)))
    doers = set(_doers(view, known.text, act, roller))
    asked = set(_doers(view, known.text, "consent", roller))
    return seat in doers and not (bound and seat in asked)


def asking(view: Sight) -> tuple[str, ...]:
    """The clause that says what the result just rolled asks for; that results are carried out where there is none."""
    _, known = _rolled(view)
    found: tuple[str, ...] = view.rules.stated(("WX-42",) if known is None else known.clauses[:1])
    return found


def _rolled(view: Sight) -> tuple[tuple[Value, ...], Any]:
    """The roll since somebody last acted, and its result; nothing if there is none."""
    roll = next((e for e in reversed(since(view)) if e[0] == "roll"), ())
    card = result_of(view.context, roll[2]) if roll else None
    return roll, view.rules.cards.get(card[0]) if isinstance(card, tuple) else None


def _doers(view: Sight, effect: Effect, act: str, roller: Value) -> Iterator[Value]:
    """Whoever is to do the act by the effect, once for each time."""
    for event in brought(effect, view.rules.procedures):
        if isinstance(event, Event) and event.act == act:
            yield from _who(event.args[0], roller)


def _all(effect: Effect) -> bool:
    """The effect does something for each of the things that there are, as many as they may be."""
    return any(isinstance(part, Each | While) for part in within(effect))


def _who(doer: Expr, roller: Value) -> tuple[Value, ...]:
    """The seats that may be meant: in the texts of the results `you` rolls, `Q` is the opponent, `P` either."""
    match doer:
        case Var("you"):
            return (roller,)
        case Var("P"):
            return (0, 1)
        case Var(_) | Call("opponent", _):
            return tuple(seat for seat in (0, 1) if seat != roller)
    return ()


def acted(store: Store, player: int) -> Store:
    """The table on which the player has done what the last result asked for."""
    return store.put(("acted", player), True)


# -- what it is done to and with ------------------------------------------------------------------


def lets(view: Sight, seat: int, act: str, spots: list[Space], title: str = "") -> bool:
    """The result lets the player do that to the tiles, or norms do."""
    if len(set(spots)) < len(spots):
        return False
    return _lets(view, seat, act, spots, title) or all(free(view, seat, act, label_of(s), title) for s in spots)


def free(view: Sight, seat: int, act: str, label: str, title: str = "") -> tuple[Value, ...] | None:
    """What the player may do to the tile on the space by norms, whatever was rolled; nothing if they do not allow it."""
    tile = tiles_on(view.store).get(space_of(label))
    put = next((t for t in view.store.lying("hand", seat) if fits(view.store, t, title)), None) if title else None
    more: tuple[Value, ...] = {"flip": (), "remove": (label,), "lift": (label, put)}[act]
    args = (seat, tile, *more)
    possible = tile is not None and (act != "lift" or put is not None)
    return args if possible and view.permits(act, args) else None


def _lets(view: Sight, seat: int, act: str, spots: list[Space], title: str) -> bool:
    """The result lets the player do that to the tiles which lay there when it was rolled, with such a tile in hand.

    What the other player is told to have chosen is there no more.
    """
    if not entitled(view, seat, act, False) or not has_object(view, seat, act):
        return False
    roll, known = _rolled(view)
    if act == "flip" and _all(known.text):
        where = places(view.store)
        turned = {where[e[2]] for e in since(view) if e[:2] == (act, seat) and e[2] in where}
        return all(s in turned and _touchable(view, seat, act, s) for s in spots)
    if len(spots) > [*_doers(view, known.text, act, roll[1])].count(seat):
        return False
    told = view.store.get(("acted", 1 - seat)) is True
    gone = {e[3] for e in since(view) if e[0] in ("remove", "lift") and (e[1] == seat or not told)}
    if not all(label_of(s) in gone or _touchable(view, seat, act, s) for s in spots):
        return False
    return not title or _carries(view.store, hand_before(view, seat), title)


def takeable(view: Sight, seat: int, taken: str, given: str) -> bool:
    """The result lets the player take such a tile for such a one, as the hands were when it was rolled."""
    if not entitled(view, seat, "steal", False) or not has_object(view, seat, "steal"):
        return False
    store = view.store
    there = next((t for t in hand_before(view, 1 - seat) if fits(store, t, taken)), None)
    own = next((t for t in hand_before(view, seat) if fits(store, t, given)), None)
    if own is None and there is not None and fits(store, there, given):
        view.left_open("whether the tile that was stolen may be given back", view.rules.stated(("WX-112", "WX-118")))
    return None not in (there, own) and not _barred(view, "steal", (seat, there, 1 - seat, own))


def has_object(view: Sight, seat: int, act: str, count: int = 1) -> bool:
    """The player has done it, or there is something to do it to and with; so many things, if they are tiles to flip."""
    done = sum(e[:2] == (act, seat) for e in since(view))
    _, known = _rolled(view)
    if done >= count or (act == "flip" and known is not None and _all(known.text)):
        return done >= count
    store = view.store
    match act:
        case "lift" | "flip" | "remove":
            board = tiles_on(store).items()
            there = ((s, t) for s, t in board if act != "lift" or (is_hexx(store, t) and store.lying("hand", seat)))
            return sum(not _kept(view, seat, act, s, t) for s, t in there) >= count
        case "steal":
            pairs = product(store.lying("hand", 1 - seat), store.lying("hand", seat))
            return any(not _barred(view, act, (seat, t, 1 - seat, u)) for t, u in pairs)
    return True


def _kept(view: Sight, seat: int, act: str, spot: Space, tile: Value) -> bool:
    """The rules keep the player from doing that to the tile, which the result has them do."""
    hand = view.store.lying("hand", seat)
    more = {"flip": (), "remove": (label_of(spot),), "lift": (label_of(spot), hand[0] if hand else None)}[act]
    return _barred(view, act, (seat, tile, *more))


def _barred(view: Sight, act: str, args: tuple[Value, ...]) -> bool:
    _, known = _rolled(view)
    return known is not None and view.barred(known.title, act, args) is True


def _touchable(view: Sight, seat: int, act: str, spot: Space) -> bool:
    """What lies there is of the kind that the act is about: HEXX tiles are lifted, what has to stay is not flipped."""
    tile = tiles_on(view.store).get(spot)
    if tile is None or _kept(view, seat, act, spot, tile):
        return False
    match act:
        case "lift":
            return is_hexx(view.store, tile)
        case "flip":
            return not _stays(view, seat, tile)
    return True


def _stays(view: Sight, seat: int, tile: Value) -> bool:
    """The tile is kept from turning to the player's colour, who may have been frozen when the result was rolled."""
    if view.store.get(("colour", tile)) == seat:
        return False
    hindered = view.store.get(("hindered", seat)) is True
    return view.prevented(view.store.put(("barred", seat), hindered), "turn", tile, seat) is True


def hand_before(view: Sight, player: int) -> tuple[Value, ...]:
    """What the player held when the result was rolled: without what it brought, with what it took."""
    came: set[Value] = set()
    went: list[Value] = []
    for event in since(view):
        match event:
            case ("lift", doer, lifted, _, put) if doer == player:
                came.add(lifted)
                went.append(put)
            case ("steal", doer, taken, _, given):
                came.add(taken if doer == player else given)
                went.append(given if doer == player else taken)
    return (*(t for t in view.store.lying("hand", player) if t not in came), *went)


def _carries(store: Store, hand: tuple[Value, ...], title: str) -> bool:
    """A tile of the hand carries that, as far as anybody can tell."""
    return any(fits(store, tile, title) for tile in hand)
