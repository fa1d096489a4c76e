"""The table at the beginning of a HEX•HEX scene."""

from __future__ import annotations

from checker.kernel.lying_cards import with_card
from checker.kernel.position import Store
from checker.kernel.scene import TableChange
from checker.kernel.term import Value

HAND = 5


def opening(
    names: tuple[str, ...],
    plays: list[tuple[int, str]],
    first_caster: int | None,
    voice: int,
    begun: str = "",
    supposed: int = 0,
    laid: TableChange = lambda store: store,
) -> Store:
    """The table before the first event: stated things, and what the scene's plays need.

    A scene that states no place in the round and no Hex begins at the place that is `begun`; who is `supposed`
    to cast does so where nobody is said to deal or to cast.
    """
    there: dict[tuple[Value, ...], Value] = {("seats",): len(names), ("names",): names}
    for seat in range(len(names)):
        there |= {("unknown hand", seat): True, ("Voice", seat): voice}
    store = laid(Store(there))
    if begun and not store.get(("phase",)) and not store.get(("cast",)):
        store = store.put(("phase",), begun)
    for player, title in plays:
        if store.get(("unknown hand", player)):
            store = with_card(store, title, ("zone", "hand", player))
    return _begun(_seated(store, first_caster, supposed), first_caster)


def _seated(store: Store, first_caster: int | None, supposed: int) -> Store:
    """The table with its round, its dealer and, if nobody is said to deal, the first one who is said to cast.

    Before the last round the rotation still goes on, since somebody picks the dealer.
    """
    seats, dealer = len(store.seats), store.get(("dealer",))
    last, tie = store.get(("last round",)) is True, store.get(("tie breaker",)) is True
    if last and dealer is None and store.get(("phase",)) == "between rounds":
        store = store.drop(("last round",)).put(("round",), seats).put(("phase",), "rotate")
    elif (last or tie) and ("round",) not in store:
        store = store.put(("round",), seats + (1 if last else 2))
    if isinstance(dealer, int) or (tie and store.get(("phase",)) == "between rounds"):
        return store
    if first_caster is None:
        return store.put(("dealer",), (supposed - 1) % seats).put(("dealer not told",), True)
    store = store.put(("dealer",), (first_caster - 1) % seats)
    return store.put(("dealer not told",), True) if last or tie else store.put(("caster",), first_caster)


def _begun(store: Store, first_caster: int | None) -> Store:
    phase = store.get(("phase",))
    if (first_caster is not None or phase in ("before the round", "before the cast")) and not store.get(("cast",)):
        store = store.put(("fresh",), True)
    if phase == "between rounds":
        store = store.put(("turned",), True)
    if phase in ("between rounds", "rotate"):
        for seat in store.seats:
            store = store.put(("unknown hand", seat), False)
    elif phase != "before the round":
        store = store.put(("started",), True)
    return store


def begins(store: Store, where: str) -> Store | str:
    """The scene begins at that place of the round, or why it cannot: a Hex is in play [HH-70]."""
    return f"there is no Hex in play {where}" if store.things("hex") else store.put(("phase",), where)


def plays_alone(store: Store, *seats: int | None) -> Store:
    """Nobody but these plays in the tie-breaker."""
    for seat in store.seats:
        store = store.put(("stated", "plays on", seat), seat in seats)
        store = store if seat in seats else store.put(("sits out", seat), True)
    return store
