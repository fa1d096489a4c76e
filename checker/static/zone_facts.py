"""In which zones a card, or another thing that is moved, lies of which a fact holds: tried on the barest tables."""

from __future__ import annotations

from checker.kernel.effect import Move
from checker.kernel.position import Store
from checker.kernel.term import Undecided, Value, Var
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook


def zoned(rules: Rulebook) -> dict[str, frozenset[str]]:
    """The zones of each fact that a function answers about one thing and players, if any zone makes it hold."""
    words = rules.game.vocabulary
    moved = {"card"} | {sort_of(words, v) for v in _moved((rules.game.procedures, words.acts, rules.game.cards))}
    found: dict[str, frozenset[str]] = {}
    for fact in words.facts:
        sorts = [sort_of(words, p) for p, _ in fact.params]
        if fact.result != "condition" or fact.definition is not None or fact.institutional:
            continue
        things = [s for s in sorts if s in moved]
        if len(things) != 1 or set(sorts) - {*things, "player"}:
            continue
        places = frozenset(z.name for z in words.zones if _holds(rules, fact.name, sorts, z.name, len(z.params)))
        if places and not _holds(rules, fact.name, sorts, "", 0) and len(places) < len(words.zones):
            found[fact.name] = places
    return found


def _moved(tree: object) -> set[str]:
    """The variables of the things that the effects in the tree move, with letters that name a sort."""
    return {move.card.name for move in of_kind(tree, Move) if isinstance(move.card, Var) and len(move.card.name) == 1}


def _holds(rules: Rulebook, fact: str, sorts: list[str], zone: str, params: int) -> bool:
    """The fact holds of something that lies in the zone, of some player, and nothing else lies anywhere."""
    store = Store().put(("seats",), 2).put(("names",), ("A", "B"))
    title = next((c.title for c in rules.game.cards), "a card")
    card = (title if "card" in sorts else title[:1], 1)
    if zone:
        store = store.put(("zone", zone, *((0,) * params)), (card,))
    for player in (0, 1):
        args: list[Value] = [player if s == "player" else card for s in sorts]
        try:
            if Context(rules, store).fact(fact, *args) is True:
                return True
        except (Undecided, KeyError, TypeError, ValueError, AttributeError):
            return False
    return False
