"""What a scene tells of the choices that a result leaves to a player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import structs

from checker.boards.hexes import label_of, places, space_of, tiles_on
from checker.games.hexx.board import HEXX, fits, known_as, shown
from checker.games.hexx.telling.entitled import acted, asking, entitled, free, hand_before, since
from checker.games.hexx.telling.opening import Before
from checker.kernel.position import Store
from checker.kernel.scene import Deed, Insisted, Select, Sight, Stated
from checker.kernel.term import Value

Insists = Callable[[Sight], Insisted | None]
Against = Callable[[Sight], tuple[str, ...]]


def declines(this: Stated, _: Before, who: int) -> Select:
    """The player decides against what the result asks them for."""
    decline = ("consent", who, "decline")
    insisted = Insisted(who, (("", None),), (decline,), on_top=True)
    return _select(this.raw.text, who, lambda view: decline in since(view), lambda _: insisted)


def accepts(this: Stated, _: Before, who: int) -> Select:
    """The player decides for it."""
    return Select(lambda view: ("consent", who, "accept") in since(view), (), this.raw.text)


def _select(
    text: str,
    who: int,
    holds: Callable[[Sight], bool],
    insisted: Insists,
    against: Against = asking,
    otherwise: tuple[Deed, ...] = (),
) -> Select:
    def after(store: Store) -> Store:
        return acted(store, who)

    return Select(holds, (), text, after=after, insisted=insisted, against=against, otherwise=otherwise)


def _freely(who: int, act: str, labels: list[str], text: str, title: str = "") -> tuple[Deed, ...]:
    """The acts by which the player does that to the tiles where norms allow it, whatever was rolled."""
    return tuple(Deed(act, partial(free, seat=who, act=act, label=x, title=title), text) for x in labels)


def names(this: Stated, _: Before, who: int, letter: str) -> Select:
    """The player names the letter."""
    named = ("name", who, letter)
    insisted = Insisted(who, (("letter", letter),), (named,))

    def against(view: Sight) -> tuple[str, ...]:
        return view.forbidding("name", (who, letter)) or asking(view)

    return _select(this.raw.text, who, lambda view: named in _tried(view), lambda _: insisted, against)


def flips(this: Stated, _: Before, who: int, *told: str) -> Select:
    """The player flips just the tiles on these spaces."""
    labels = sorted(told)

    def insisted(view: Sight) -> Insisted | None:
        tiles = [_on(view, label) for label in labels]
        every = tuple(("flip", who, tile) for tile in tiles)
        return None if None in tiles else Insisted(who, (("tile", None),), every, on_top=True)

    def holds(view: Sight) -> bool:
        flipped = _flipped(view, who)
        rolled = any(e[0] == "roll" for e in since(view))
        return labels == sorted(flipped if rolled else flipped[-len(labels) :])

    return _select(this.raw.text, who, holds, insisted, otherwise=_freely(who, "flip", labels, this.raw.text))


def _flipped(view: Sight, who: int) -> list[str]:
    where = places(view.store)
    return [label_of(where[e[2]]) for e in _tried(view) if e[:2] == ("flip", who) and e[2] in where]


def removes(this: Stated, _: Before, who: int, label: str) -> Select:
    """The player removes the tile on the space."""

    def insisted(view: Sight) -> Insisted | None:
        tile = _on(view, label)
        return None if tile is None else Insisted(who, (("tile", tile),), (("remove", who, tile, label),))

    def holds(view: Sight) -> bool:
        return any(e[:2] == ("remove", who) and e[3] == label for e in _tried(view))

    def in_turn(view: Sight) -> bool:
        """Nobody of whom it is not told yet removed a tile before."""
        removals = [e[1] for e in since(view) if e[0] == "remove"]
        before = removals[: removals.index(who)] if who in removals else []
        return all(view.store.get(("acted", other)) for other in before)

    found = _select(this.raw.text, who, holds, insisted, otherwise=_freely(who, "remove", [label], this.raw.text))
    return structs.replace(found, rather=in_turn)


def lifts(this: Stated, _: Before, who: int, label: str, letter: str | None) -> Select:
    """The player lifts the tile on the space, and puts such a one there."""
    title = letter or HEXX

    def holds(view: Sight) -> bool:
        lifted = next((e for e in since(view) if e[:2] == ("lift", who) and e[3] == label), None)
        if lifted is None:
            return False
        hand = tuple(t for t in view.store.lying("hand", who) if t != lifted[2])
        return fits(view.store, lifted[4], title, hand)

    def insisted(view: Sight) -> Insisted | None:
        tile, put = _on(view, label), _held(view, who, title)
        if tile is None or put is None:
            return None
        return Insisted(who, (("tile", tile), ("tile", put)), (("lift", who, tile, label, put),))

    def against(view: Sight) -> tuple[str, ...]:
        return () if entitled(view, who, "lift", False) and not _held(view, who, title) else asking(view)

    def after(store: Store) -> Store:
        return shown(acted(store, who), label, title)

    freely = _freely(who, "lift", [label], this.raw.text, title)
    return Select(holds, (), this.raw.text, after=after, insisted=insisted, against=against, otherwise=freely)


def takes(this: Stated, _: Before, who: int, letter: str | None, __: int, other: str | None) -> Select:
    """The player takes such a tile from the other one for such a one."""
    taken, given = letter or HEXX, other or HEXX

    def steal(view: Sight) -> tuple[Value, ...] | None:
        hand = view.store.lying("hand", who)
        steals = (e for e in since(view) if e[:2] == ("steal", who))
        return next((e for e in steals if fits(view.store, e[2], taken) and fits(view.store, e[4], given, hand)), None)

    def learnt(view: Sight) -> Store:
        event, store = steal(view), view.store
        return known_as(known_as(store, event[2], taken), event[4], given) if event else store

    def insisted(view: Sight) -> Insisted | None:
        one, other = _held(view, 1 - who, taken), _held(view, who, given)
        if one is None or other is None:
            return None
        return Insisted(who, (("tile", one), ("tile", other)), (("steal", who, one, 1 - who, other),))

    def against(view: Sight) -> tuple[str, ...]:
        there = _held(view, 1 - who, taken) and _held(view, who, given)
        return () if entitled(view, who, "steal", False) and not there else asking(view)

    found = _select(this.raw.text, who, lambda view: steal(view) is not None, insisted, against)
    return structs.replace(found, learnt=learnt)


def _tried(view: Sight) -> list[tuple[Value, ...]]:
    """What has happened since somebody last acted, and what was tried then and prevented, but not forbidden."""
    events = since(view)
    return [*events, *(e[1:] for e in events if e[0] == "prevented" and view.prevented(view.store, *e[1:]))]


def _on(view: Sight, label: str) -> Value:
    """The tile that lies on the space, if one does."""
    return tiles_on(view.store).get(space_of(label))


def _held(view: Sight, who: int, title: str) -> Value:
    """A tile that the player held before anything was chosen and that carries that, as far as anybody can tell."""
    hand = hand_before(view, who)
    return next((t for t in hand if fits(view.store, t, title, hand)), None)
