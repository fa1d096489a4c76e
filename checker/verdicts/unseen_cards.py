"""What nobody tells of hands and of what was shuffled, where an answer hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from checker.kernel.norm import ASSUMED
from checker.kernel.point import Undecided
from checker.kernel.position import AS_IT_FELL, Store
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.kernel.untold_hands import ASKED, OF_HAND, untold
from checker.norms.zones import coming, printed, unsorted
from checker.scenes.card_lookup import given
from checker.scenes.question_view import NotStated, View
from checker.verdicts.point_wording import listed


def refuse_unseen(view: View, told: Callable[[View], str], value: str, supposing: bool) -> None:
    """Raises Undecided or NotStated where a card more in hands that nobody tells, or another order, would change the answer.

    Whether somebody may do something is asked `supposing` what that takes of a hand. Tables that were laid out to try
    something are what they are.
    """
    if view.store.get(AS_IT_FELL) is True:
        return
    hands = tuple(_supposed(view))
    if hands and not supposing:
        _refuse_asked(view, told)
    for some in dict.fromkeys((*((one,) for one in hands), hands)):
        if some and any(_differs(view.on(store), told, value) for store in _with_more(view, some)):
            names = [str(name) for _, name in some]
            for name in names:
                view.context.cites.pop(ASSUMED + untold(name))
            view.left_open(f"which cards {listed(names)} {'holds' if len(names) == 1 else 'hold'}")
    for zone in (z.name for z in view.rules.game.vocabulary.zones if ASSUMED + unsorted(z.name) in view.context.cites):
        if any(_differs(view.on(store), told, value) for store in _with_another_top(view, zone)):
            view.context.cites.pop(ASSUMED + unsorted(zone))
            view.left_open(f"what lies on top in the {zone}")


def _refuse_asked(view: View, told: Callable[[View], str]) -> None:
    """Raises Undecided where the answer asks what is open of a hand that nobody tells."""
    with suppress(NotStated, InputError):
        try:
            told(view.on(view.store.put(ASKED, True)))
        except Undecided as undecided:
            if undecided.point.key[: len(OF_HAND)] == OF_HAND:
                raise


def _supposed(view: View) -> Iterator[tuple[int, Value]]:
    """The players of whose hand it was supposed that it is as told, with their names."""
    names = view.store.get(("names",))
    for seat, who in enumerate(names if isinstance(names, tuple) else ()):
        if view.store.get(("unknown hand", seat)) is True and ASSUMED + untold(str(who)) in view.context.cites:
            yield seat, who


def _with_more(view: View, some: tuple[tuple[int, Value], ...]) -> Iterator[Store]:
    """The table with a card more in these hands, of each title in turn of which there may be so many."""
    for title, card in view.rules.cards.items():
        store = view.store
        for seat, _ in some:
            store = given(view.rules, store, title, ("zone", view.rules.hand, seat))
        if not 0 < card.copies < printed(store, title):
            yield store


def _with_another_top(view: View, zone: str) -> Iterator[Store]:
    """The table with another of the cards that may be the top one of the zone on top, each in turn."""
    for key, held in view.store.entries("zone"):
        if key[1] == zone and isinstance(held, tuple):
            for card in coming(zone, view.context, *key[2:]):
                yield view.store.put(key, (*(c for c in held if c != card), card))


def _differs(view: View, told: Callable[[View], str], value: str) -> bool:
    try:
        return told(view) != value
    except (Undecided, NotStated, InputError):
        return False
