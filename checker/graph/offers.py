"""What may be done at a moment, asked for one card at a time, and what is decided there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from checker.kernel.effect import Await
from checker.kernel.game_play import Lies, Playing
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.kernel.trees.anytime_acts import unawaited
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.norms.permissions import lawful
from checker.norms.rulebook import Rulebook
from checker.norms.windows import coming
from checker.simulate.possible_acts import anytime

OfferedAct: TypeAlias = tuple[Value, ...]
"""The name of an act, then its arguments."""
Listing: TypeAlias = Callable[[object, str, tuple[str, ...], dict[str, Value], Lies], tuple[OfferedAct, ...]]

T = TypeVar("T")

Label: TypeAlias = tuple[Value, ...]
"""What tells an option apart: the act done, what was chosen or drawn, the option of an open point; () if nobody acts."""


class StateKind(Enum):
    """What a state is: a moment for acts, somebody's choice, chance, an open point, or an end of play."""

    ACTS = "acts"
    CHOICE = "choice"
    CHANCE = "chance"
    POINT = "point"
    OVER = "over"
    STUCK = "stuck"
    ENDLESS = "endless"


class Decided(NamedTuple, Generic[T]):
    """The kind of a state, who decides or which point is open, and the options."""

    kind: StateKind
    by: Value
    options: tuple[tuple[Label, T], ...]


ENDLESS = -1
"""Stands for a state from which play goes on for ever with nobody deciding anything."""


class Offered(NamedTuple):
    """The acts that may be done with a card or without any; whether somebody has to do one of them."""

    acts: tuple[OfferedAct, ...]
    obliged: bool


class Offers:
    """The acts of a game: which there are, and which of them are allowed; those that no step waits for at any time but
    where others may respond."""

    def __init__(self, rules: Rulebook, playing: Playing) -> None:
        self.rules = rules
        self._free = unawaited(rules.game)
        self.apart = playing.apart is not None
        self._listing: Listing = playing.apart or _whole(playing)
        words = rules.game.vocabulary
        self._cards = frozenset(a.name for a in words.acts if any(sort_of(words, x) == "card" for x, _ in a.params))

    def lying(self, moment: Await, zones: Iterable[tuple[Key, tuple[Value, ...]]]) -> Iterator[Lies]:
        """What the acts of the moment can be about: no card, and each card in a zone of a player; of equal ones in a
        hand the first."""
        yield None
        if self.by_card(moment):
            for key, held in zones:
                listed = {title_of(c): c for c in reversed(held)}.values() if key[1] == self.rules.hand else held
                yield from ((key, card) for card in sorted(listed, key=repr))

    def by_card(self, moment: Await) -> bool:
        """The acts of the moment are asked about for each card."""
        return self.apart and not self._cards.isdisjoint(moment.acts)

    def of(self, table: Store, moment: Await, about: dict[str, Value], lies: Lies) -> Offered:
        """What may be done with the card, or without any. Raises Undecided where that is open."""
        context = Context(self.rules, table)
        acts = self._listing(context, moment.moment, moment.acts, about, lies)
        if lies is None and self._free and not coming(self.rules, table):
            acts = (*acts, *anytime(context, self._free))
        return Offered(*lawful(context, moment, acts))


def _whole(playing: Playing) -> Listing:
    return lambda context, moment, kinds, about, lies: playing.acts(context, moment, kinds, about)


def of_players(store: Store) -> list[tuple[Key, tuple[Value, ...]]]:
    """The zones of players with what lies in them, in a fixed order."""
    zones = ((k, v) for k, v in store.entries("zone") if len(k) > 2 and isinstance(v, tuple))
    return sorted(zones, key=lambda one: repr(one[0]))
