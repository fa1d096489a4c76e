"""What is asked in a scene of the word game, and how the answer is read off the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.boards.hexes import label_of
from checker.games.hexx.swaps import exchanges
from checker.games.hexx.telling.entitled import may_take, may_touch
from checker.games.hexx.telling.events import Events
from checker.games.hexx.telling.opening import swapped_told
from checker.games.hexx.telling.told import letters_told, spot_told
from checker.kernel.scene import Ask, Form, MayQuestion, MustQuestion, yes
from checker.kernel.source import refused
from checker.kernel.tree import Node
from checker.syntax.parts import text_of


class Questions:
    """Reads the questions of one scene."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.seat = events.seat
        self.names = tuple(events.table.seats)

    def asked(self, item: Any) -> Form:
        """The form of a question."""
        tree = item.tree.parts[0].parts[0]
        parts = tree.parts
        match tree.rule:
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
            case "may_lift":
                seat, spot, title = self.seat(parts[0]), spot_told(parts[1]), letters_told(parts[2:], item.raw)
                return Ask(lambda view: yes(may_touch(view, seat, "lift", [spot], *title)))
            case "may_take":
                seat, (taken, given) = self.seat(parts[0]), letters_told((parts[1], parts[3]), item.raw)
                other = self.seat(parts[2]) != seat
                return Ask(lambda view: yes(may_take(view, seat, taken, given) and other))
        raise refused(item.raw.place, "this question is not known here", item.raw.whole)


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
