"""What questions of the word game read off the table and the way to it; each is a question of its forms."""

from __future__ import annotations

from fractions import Fraction

from checker.boards.hexes import label_of, places, space_of, tiles_on
from checker.games.hexx.board import HEXX, HIDDEN, TileRow, is_hexx, kind_of, letter_of
from checker.games.hexx.plays import counted, leaves_grown, makes_name, primary, what_makes_leaves_rows
from checker.games.hexx.rerolls import DIE, Rerolls, again_for, faces, rerolls
from checker.games.hexx.swaps import swapped
from checker.games.hexx.telling.entitled import entitled, has_object, lets, since, takeable
from checker.games.hexx.telling.opening import colour_name
from checker.kernel.position import Store
from checker.kernel.scene import Sight
from checker.kernel.term import Instance, Value

NOTHING, NO_ROLL = "nothing", "no roll counts"
PLAYS = frozenset({"lay", "exchange", "pass", "swap", "forfeit", "sketch"})
"""The acts that take a turn, or one play of it."""


def which_words(view: Sight) -> list[str]:
    """The new words that the last play made."""
    return sorted(_said(r) for r in _rows(view))


def which_secondary(view: Sight) -> list[str]:
    """Those but for the primary one."""
    return sorted(_said(r) for r in _rows(view) if r != _primary_row(view))


def which_no_words(view: Sight) -> list[str]:
    """The rows that the last play made and that are no words."""
    last = _last(view)
    if last is None or last[0] != "lay":
        return []
    _rest_on(view, "WX-17", "WX-203")
    return sorted(what_makes_leaves_rows(view.context, last[2]))


def which_primary(view: Sight) -> str:
    """The primary word of the last play."""
    return _said(row) if (row := _primary_row(view)) else NOTHING


def which_flip(view: Sight) -> list[str]:
    """The tiles that the last act turned, by letter and place."""
    where = places(view.store)
    lately = since(view)
    turned = dict.fromkeys(e[1] for e in lately if e[0] == "turn")
    if not turned and lately and lately[0][0] == "lay" and not any(e[0] in ("roll", "prevented") for e in lately):
        _rest_on(view, "WX-22", *_agreed(view, lately[0][2]))
    named = sorted((letter_of(view.store, t), where[t]) for t in turned if t in where)
    for tile in turned if any(e[0] == "name" for e in lately) else ():
        view.context.fact("keeps letter", tile)
    return [f"{letter} at {label_of(spot)}" for letter, spot in named]


def how_many_drawn(view: Sight, seat: int) -> int:
    """How many tiles the player drew since somebody last acted."""
    return sum(e[:2] == ("draw", seat) for e in since(view))


def what_at(view: Sight, label: str) -> str:
    """The letter on the space, with its colour, and that it is a HEXX tile."""
    tile = tiles_on(view.store).get(space_of(label))
    if tile is None:
        return NOTHING
    view.context.fact("keeps letter", tile)
    shown = [letter_of(view.store, tile), colour_name(view.store.listed("names"), view.store.get(("colour", tile)))]
    return ", ".join([*shown, "HEXX"] if is_hexx(view.store, tile) else shown)


def what_colour(view: Sight, label: str) -> str:
    """The colour of what lies on the space."""
    tile = tiles_on(view.store).get(space_of(label))
    return NOTHING if tile is None else colour_name(view.store.listed("names"), view.store.get(("colour", tile)))


def where_goes(view: Sight, letter: str) -> str:
    """Where tiles lie that show the letter."""
    store = view.store
    found = sorted(spot for tile, spot in places(store).items() if letter_of(store, tile) == letter)
    lying = [label_of(spot) for spot in found]
    hands = enumerate(store.listed("names"))
    lying += [f"the hand of {name}" for seat, name in hands if _has(store, store.lying("hand", seat), letter)]
    lying += ["the bag"] if _has(store, store.lying("bag"), letter) else []
    return " and ".join(lying) or "nowhere"


def also_where_goes(place: str) -> str:
    """The place without `the`."""
    return place.removeprefix("the ")


def which_held(view: Sight, seat: int) -> list[str]:
    """What is known of the tiles in the player's hand."""
    kinds = [kind_of(view.store, t) for t in view.store.lying("hand", seat)]
    unknown = kinds.count(HIDDEN)
    known = sorted(k for k in kinds if k != HIDDEN)
    return [*known, *([f"{unknown} unknown"] if unknown else [])]


def how_many_rolls(view: Sight, seat: int) -> str:
    """How often the player still has to roll; open where nothing says whether a tile is rolled for at all [WX-37]."""
    store = view.store
    there = places(store)
    due = [tile for (_, tile), value in store.entries("roller") if value == seat]
    count, put = store.number("rolls", seat), store.number("put wild", seat)
    certain = count + sum(tile in there for tile in due)
    doubtful = put + sum(tile not in there for tile in due)
    if certain and doubtful:
        view.left_open(f"how many times {_name(view, seat)} must roll", view.rules.stated(("WX-37",)))
    owes = certain + doubtful > 0 and view.context.fact("owes roll", seat) is True
    return str(certain + doubtful if owes else 0)


def may_touch(view: Sight, seat: int, *told: str | None) -> bool:
    """The result lets the player do the act to the tiles on the spaces, or norms do."""
    *labels, act = told
    return lets(view, seat, str(act), [space_of(x) for x in labels if x is not None])


def may_lift(view: Sight, seat: int, label: str, put: str | None) -> bool:
    """The same of lifting it for such a tile of the hand, if one is named."""
    return lets(view, seat, "lift", [space_of(label)], put or "")


def may_take(view: Sight, seat: int, letter: str | None, whose: int, other: str | None) -> bool:
    """The result lets the player take such a tile from the other player for such a one."""
    return seat != whose and takeable(view, seat, letter or HEXX, other or HEXX)


def who_first(view: Sight) -> str:
    """Whoever removed a tile first since somebody last acted."""
    return _name(view, next((e[1] for e in since(view) if e[0] == "remove"), None))


def choose(view: Sight, seat: int, how: str, act: str, count: str = "1") -> bool:
    """The result has the player do the act, who may not decline if they `must`, and there is something to do it to."""
    return entitled(view, seat, act, how == "must") and has_object(view, seat, act, int(count))


def which_again(view: Sight, seat: int) -> list[str]:
    """The results that the player rolls again."""
    return [f"{n:02}" for n in again_for(view.context, seat)]


def chance_of(view: Sight, seat: int, result: int | tuple[str, object]) -> str:
    """The chance to end with the result, told by its number or its title."""
    number = result if isinstance(result, int) else int(result[0].partition(" ")[0])
    end = _end(view, seat)
    return NO_ROLL if end is None else str(end.chances.get(number, Fraction(0)))


def rolls_needed(view: Sight, seat: int) -> str:
    """How many rolls it takes on average."""
    end = _end(view, seat)
    return NO_ROLL if end is None else str(end.expected)


def _end(view: Sight, seat: int) -> Rerolls | None:
    repeated = again_for(view.context, seat)
    view.context.cites[DIE] = None
    return rerolls(repeated, faces(view.context))


def _name(view: Sight, seat: Value) -> str:
    return view.store.player(seat) if isinstance(seat, int) else "nobody"


def _has(store: Store, tiles: tuple[Value, ...], letter: str) -> bool:
    return any(kind_of(store, t) == letter or store.get(("face", t)) == letter for t in tiles)


def _rows(view: Sight) -> list[TileRow]:
    """The new words that the last play made, the primary one first."""
    last = _last(view)
    match last:
        case ("lay", _, play):
            names = ("WX-18",) if makes_name(view.context, play) else ()
            _rest_on(view, "WX-20", "WX-21", *names, *_agreed(view, play))
            own, across = counted(view.context, play)
            return [*own, *across]
        case ("swap", _, space, letter):
            return list(swapped(view.context, space, letter))
    return []


def _primary_row(view: Sight) -> TileRow | None:
    """The primary word of the last play."""
    last = _last(view)
    if last is None or last[0] != "lay":
        return None
    _rest_on(view, "WX-20")
    return primary(view.context, last[2])


def _said(row: TileRow) -> str:
    """The word; both, where it can be read both ways."""
    return " or ".join(row.readings)


def _agreed(view: Sight, play: Value) -> tuple[str, ...]:
    """The clause about an S, where a word of the play is no new one by it."""
    return ("WX-7",) if leaves_grown(view.context, play) else ()


def _last(view: Sight) -> Instance | None:
    return next((e for e in reversed(view.events()) if e[0] in PLAYS), None)


def _rest_on(view: Sight, *clauses: str) -> None:
    view.context.cites.update(dict.fromkeys(view.rules.stated(clauses)))
