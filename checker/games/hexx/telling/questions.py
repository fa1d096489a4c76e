"""What is asked in a scene of the word game, and how the answer is read off the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.boards.hexes import label_of
from checker.boards.table import places, tiles_on
from checker.games.hexx.board import HIDDEN, is_hexx, kind_of, letter_of
from checker.games.hexx.rerolls import told_of_rerolls
from checker.games.hexx.swaps import exchanges
from checker.games.hexx.telling.entitled import entitled, has_object, may_take, may_touch
from checker.games.hexx.telling.events import Events
from checker.games.hexx.telling.lately import (
    coloured,
    drawn,
    flips,
    no_rows,
    played,
    primary_row,
    rows,
    said,
    since,
    valid,
)
from checker.games.hexx.telling.opening import swapped_told
from checker.games.hexx.telling.told import letters_told, spot_told, word_told
from checker.kernel.norm import ASSUMED
from checker.kernel.scene import Ask, Form, MayQuestion, MustQuestion, yes
from checker.kernel.source import refused
from checker.kernel.term import Value
from checker.kernel.tree import Node
from checker.syntax.parts import text_of

NOTHING = "nothing"
FULL = "Where a scene does not tell a hand, it is full, also when the bag is empty."
ACTS = {
    "steals": "steal",
    "flips_one": "flip",
    "flips_two": "flip",
    "names_one": "name",
    "lifts_one": "lift",
    "removes_one": "remove",
    "declines_it": "consent",
}
"""What a result may ask a player for, in the words of a question, and the act that it is."""


class Questions:
    """Reads the questions of one scene."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.seat = events.seat
        self.names = tuple(events.table.seats)

    def name(self, seat: Value) -> str:
        """The player's name, or nobody."""
        return self.names[seat] if isinstance(seat, int) and 0 <= seat < len(self.names) else "nobody"

    def asked(self, item: Any) -> Form:
        """The form of a question."""
        tree = item.tree.parts[0].parts[0]
        parts = tree.parts
        match tree.rule:
            case "is_valid":
                return Ask(lambda view: yes(self._valid(view, item.raw)), of_legality=True)
            case "may_play":
                who = self.seat(parts[0])
                return MayQuestion("lay", self.events.layings(who, parts[1], item.raw))
            case "may_exchange":
                who, counts = self.seat(parts[0]), _counts(parts[1])
                return MayQuestion("exchange", lambda view: tuple((who, n) for n in counts(view, who)))
            case "must_exchange":
                who, counts = self.seat(parts[0]), _counts(parts[1])
                return MustQuestion(
                    "exchange",
                    lambda view: tuple((who, n) for n in counts(view, who)),
                    lambda view: tuple((who, n + 1) for n in range(len(view.store.lying("hand", who)))),
                    lambda one: one[1],
                )
            case "may_exchange_letter":
                who = self.seat(parts[0])
                return MayQuestion(
                    "swap", lambda view: tuple((who, space, letter) for space, letter in exchanges(view.context))
                )
            case "may_swap":
                who, label = self.seat(parts[0]), label_of(spot_told(parts[1]))
                letter = swapped_told(parts[2], item.raw)
                return MayQuestion("swap", lambda _: ((who, label, letter),))
        return Ask(self._answer(item, tree), also=ALSO.get(tree.rule))

    def _answer(self, item: Any, tree: Node) -> Callable[[Any], str]:
        parts = tree.parts
        match tree.rule:
            case "which_words":
                return lambda view: _listed(said(r) for r in rows(view))
            case "which_secondary":
                return lambda view: _listed(said(r) for r in rows(view) if r != primary_row(view))
            case "which_no_words":
                return lambda view: _listed(no_rows(view))
            case "which_primary":
                return lambda view: said(row) if (row := primary_row(view)) else NOTHING
            case "how_many_words":
                return lambda view: str(len(rows(view)))
            case "which_flip":
                return lambda view: _listed(flips(view), keep=True)
            case "how_many_flip":
                return lambda view: str(len(flips(view)))
            case "which_coloured":
                seat = self.seat(parts[0])
                return lambda view: _listed(coloured(view, seat), keep=True)
            case "how_many_drawn":
                seat = self.seat(parts[0])
                return lambda view: str(drawn(view, seat))
            case "what_at":
                return lambda view: self._at(view, spot_told(parts[0]))
            case "what_colour":
                return lambda view: self._colour(view, spot_told(parts[0]))
            case "where_goes":
                letter = word_told(parts[0], item.raw)
                return lambda view: self._where(view, letter)
            case "how_many_held":
                seat = self.seat(parts[0])
                return lambda view: self._in_hand(view, seat)
            case "which_held":
                seat = self.seat(parts[0])
                return lambda view: self._held(view, seat)
            case "how_many_rolls":
                seat = self.seat(parts[0])
                return lambda view: str(_rolls(view, seat))
            case "may_flip" | "may_remove" | "may_lift":
                seat, act = self.seat(parts[0]), tree.rule.removeprefix("may_")
                spots = [spot_told(p) for p in parts[1:] if getattr(p, "rule", "") == "place"]
                title = "".join(letters_told(parts[2:], item.raw)) if act == "lift" else ""
                return lambda view: yes(may_touch(view, seat, act, spots, title))
            case "may_take":
                seat, (taken, given) = self.seat(parts[0]), letters_told((parts[1], parts[3]), item.raw)
                other = self.seat(parts[2]) != seat
                return lambda view: yes(may_take(view, seat, taken, given) and other)
            case "who_first":
                return lambda view: self.name(next((e[1] for e in since(view) if e[0] == "remove"), None))
            case "may_choose" | "must_choose":
                seat, asked = self.seat(parts[0]), str(getattr(parts[1], "rule", ""))
                act, count, bound = ACTS[asked], 2 if asked == "flips_two" else 1, tree.rule == "must_choose"
                return lambda view: yes(entitled(view, seat, act, bound) and has_object(view, seat, act, count))
            case "which_again" | "chance_of" | "rolls_needed":
                seat = self.seat(parts[0])
                number = int(text_of(parts[1]).partition(" ")[0]) if tree.rule == "chance_of" else 0
                return lambda view: told_of_rerolls(view, str(tree.rule), seat, number)
        raise refused(item.raw.place, "this question is not known here", item.raw.whole)

    def _valid(self, view: Any, raw: Any) -> bool:
        """The last play was allowed. Raises InputError if there was none."""
        if view.branch.illegal is None and not played(view):
            raise refused(raw.place, "nothing was played yet", raw.whole, "tell a play, as in `Red plays S at 3,0`")
        return valid(view)

    def _at(self, view: Any, spot: tuple[int, int]) -> str:
        tile = tiles_on(view.store).get(spot)
        if tile is None:
            return NOTHING
        view.context.fact("keeps letter", tile)
        said = [letter_of(view.store, tile), self.events.table.colour_name(view.store.get(("colour", tile)))]
        return ", ".join([*said, "HEXX"] if is_hexx(view.store, tile) else said)

    def _colour(self, view: Any, spot: tuple[int, int]) -> str:
        tile = tiles_on(view.store).get(spot)
        return NOTHING if tile is None else self.events.table.colour_name(view.store.get(("colour", tile)))

    def _where(self, view: Any, letter: str) -> str:
        """Where the tile went that was moved last and shows the letter, else where such tiles lie."""
        store = view.store
        found = sorted(spot for tile, spot in places(store).items() if letter_of(store, tile) == letter)
        said = [label_of(spot) for spot in found]
        said += [
            f"the hand of {n}" for seat, n in enumerate(self.names) if _has(store, store.lying("hand", seat), letter)
        ]
        said += ["the bag"] if _has(store, store.get(("zone", "bag"), ()), letter) else []
        return " and ".join(said) or "nowhere"

    def _in_hand(self, view: Any, seat: int) -> str:
        self._sized(view, seat)
        return str(view.context.fact("in hand", seat))

    def _sized(self, view: Any, seat: int) -> None:
        """Relied on is what is supposed of a hand that is not told. Raises Undecided where no clause says how large one is."""
        if not view.store.get(("unknown hand", seat)):
            return
        if view.store.get(("hand unsized", seat)):
            view.left_open(f"how many tiles {self.name(seat)} holds", view.rules.stated(("WX-4", "WX-9")))
        if view.store.get(("hand supposed", seat)):
            view.context.cites[f"{ASSUMED}{FULL}"] = None

    def _held(self, view: Any, seat: int) -> str:
        self._sized(view, seat)
        kinds = [kind_of(view.store, t) for t in view.store.lying("hand", seat)]
        unknown = kinds.count(HIDDEN)
        known = sorted(k for k in kinds if k != HIDDEN)
        return _listed([*known, *([f"{unknown} unknown"] if unknown else [])], keep=True)


def _counts(tree: Node) -> Callable[[Any, int], tuple[int, ...]]:
    """How many tiles are meant: so many, one, the whole hand, or any number of them."""
    match tree.rule:
        case "one_tile":
            return lambda view, who: (1,)
        case "all_tiles":
            return lambda view, who: (len(view.store.lying("hand", who)),)
        case "some_tiles":
            return lambda view, who: tuple(range(1, max(len(view.store.lying("hand", who)), 1) + 1))
    number = int(text_of(tree.parts[0]))
    return lambda view, who: (number,)


def _has(store: Any, tiles: tuple[Value, ...], letter: str) -> bool:
    return any(kind_of(store, t) == letter or store.get(("face", t)) == letter for t in tiles)


def _listed(parts: Any, keep: bool = False) -> str:
    found = list(parts)
    return ", ".join(found if keep else sorted(found)) or NOTHING


def _without_article(place: str) -> str:
    return place.removeprefix("the ")


def _as_written(tiles: str) -> str:
    """The tiles in the order of what is written, with -4 before -5."""
    return ", ".join(sorted(tiles.split(", ")))


ALSO: dict[str, Callable[[str], str]] = {"where_goes": _without_article, "which_flip": _as_written}
"""What the answers to some questions are also called."""


def _rolls(view: Any, seat: int) -> int:
    """How often the player still has to roll; open where nothing says whether a tile is rolled for at all [WX-37]."""
    store = view.store
    there = places(store)
    due = [tile for (_, tile), value in store.entries("roller") if value == seat]
    count, put = store.get(("rolls", seat), 0), store.get(("put wild", seat), 0)
    assert isinstance(count, int) and isinstance(put, int)
    certain = count + sum(tile in there for tile in due)
    doubtful = put + sum(tile not in there for tile in due)
    if not certain + doubtful:
        return 0
    if certain and doubtful:
        view.left_open(f"how many times {view.store.get(('names',))[seat]} must roll", view.rules.stated(("WX-37",)))
    return certain + doubtful if view.context.fact("owes roll", seat) is True else 0
