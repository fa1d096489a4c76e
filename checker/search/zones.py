"""In which zones a card lies of which a fact holds, found by trying the fact on the barest tables."""

from __future__ import annotations

from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of
from checker.norms.context import Context
from checker.norms.rulebook import Rulebook


def zoned(rules: Rulebook) -> dict[str, frozenset[str]]:
    """The zones of each fact that a function answers about one card and players, if any zone makes it hold."""
    words = rules.game.vocabulary
    found: dict[str, frozenset[str]] = {}
    for fact in words.facts:
        sorts = [sort_of(words, p) for p, _ in fact.params]
        if fact.result != "condition" or fact.definition is not None or fact.institutional:
            continue
        if sorts.count("card") != 1 or set(sorts) - {"card", "player"}:
            continue
        places = frozenset(z.name for z in words.zones if _holds(rules, fact.name, sorts, z.name, len(z.params)))
        if places and not _holds(rules, fact.name, sorts, "", 0) and len(places) < len(words.zones):
            found[fact.name] = places
    return found


def _holds(rules: Rulebook, fact: str, sorts: list[str], zone: str, params: int) -> bool:
    """The fact holds of some card of the game that lies in the zone, of some player, and nothing else lies anywhere."""
    store = Store().put(("seats",), 2).put(("names",), ("A", "B"))
    title = next((c.title for c in rules.game.cards), "a card")
    card = (title, 1)
    if zone:
        store = store.put(("zone", zone, *((0,) * params)), (card,))
    for player in (0, 1):
        args: list[Value] = [card if s == "card" else player for s in sorts]
        try:
            if Context(rules, store).fact(fact, *args) is True:
                return True
        except (Undecided, KeyError, TypeError, ValueError, AttributeError):
            return False
    return False
