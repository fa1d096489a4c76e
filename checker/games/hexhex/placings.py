"""What statements of HEX•HEX lay out: a Hex with its tokens, the top of the deck, a curse. Each is made from what stands in
the gaps of its form."""

from __future__ import annotations

from checker.games.hexhex.meant import NamedCard
from checker.games.hexhex.table import MARKS, tokens_on
from checker.kernel.lying_cards import with_card
from checker.kernel.position import Store
from checker.kernel.scene import Stated, TableChange
from checker.kernel.source import refused
from checker.kernel.term import Value

TITLES = {mark: title for title, mark in MARKS.items()}
BEGUN = (("started",), ("turned",), ("fresh",))
"""What is known of the table once the scene has begun."""


def hex_lies(this: Stated, label: str | None, sender: int, intended: int, *marks: Value) -> TableChange:
    """The Hex lies before its Intended with the tokens by which it is marked; where the scene has begun, it has to lie so."""
    named = label or "H1"
    titles: list[str] = []
    for mark, twice, times in zip(marks[::3], marks[1::3], marks[2::3], strict=True):
        titles += [TITLES[str(mark)]] * (2 if twice else times if isinstance(times, int) else 1)

    def apply(store: Store) -> Store:
        begun = any(key in store for key in BEGUN)
        if store.get(("phase",)) is not None:
            message = f"there is no Hex in play {store.get(('phase',))}"
            raise refused(this.raw.place, message, this.raw.whole, "take one of the two lines away")
        if named in store.things("hex"):
            lies = store.get(("sender", named)), store.get(("intended", named)), tokens_on(store, named)
            if begun and lies == (sender, intended, tuple(titles)):
                return store
            message = (
                f"{named} is there already, and lies otherwise" if begun else f"there are two Hexes called {named}"
            )
            raise refused(this.raw.place, message, this.raw.whole, "give each its own label: `Hex H2: …`")
        store = _new(store, "hex", named, int(named[1:]))
        store = store.put(("sender", named), sender).put(("intended", named), intended)
        for title in titles:
            number = store.number("made", "token") + 1
            store = _new(store, "token", f"T{number}", number)
            store = store.put(("bearer", f"T{number}"), named).put(("token title", f"T{number}"), title)
        return store.put(("cast",), True)

    return apply


def _new(store: Store, sort: str, name: str, number: int) -> Store:
    """The table with one more thing of the sort."""
    made = max(store.number("made", sort), number)
    return store.put(("made", sort), made).put(("things", sort), (*store.things(sort), name))


def deck_top(this: Stated, *cards: NamedCard | None) -> TableChange:
    """These are the top cards of the deck, the first on top."""
    titles = [card[0] for card in cards if card is not None]

    def apply(store: Store) -> Store:
        hidden = store.get(("hidden",))
        if isinstance(hidden, int):
            if hidden < len(titles):
                message = f"of {hidden} cards in the deck nothing is known yet"
                raise refused(this.raw.place, message, this.raw.whole)
            store = store.put(("hidden",), hidden - len(titles))
        for title in titles:
            store = with_card(store, title, ("zone", "deck"))
        return store

    return apply
