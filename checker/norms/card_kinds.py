"""Of which kinds a card is; where nothing says, it is an open point, but for kinds of which nothing is two."""

from __future__ import annotations

from typing import Any

from checker.kernel.game import Card
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import RIGID


def of_kind(rules: Rulebook, store: Store, title: str, kind: Value) -> bool:
    """Whether the card of the title has that title or is of the kind. Raises Undecided where nothing says."""
    if title == kind:
        return True
    card = rules.cards.get(title)
    if card is None:
        return False
    if kind not in card.unsure:
        return kind in card.kinds
    if any(_settled(store, card, other) for other in rules.apart.get(str(kind), ())):
        return False
    chosen = store.get(_key(title, kind))
    if chosen is None:
        options = Option(False, f"{title} is not {kind}"), Option(True, f"{title} is {kind}")
        why = f"no clause says whether {title} is {kind}"
        raise Undecided(Point(f"whether {title} is {kind}", Kind.SILENT, _key(title, kind), options, card.clauses, why))
    return chosen is True


def _settled(store: Store, card: Card, kind: str) -> bool:
    """The card is known to be of the kind, or was taken to be."""
    return kind in card.kinds or (kind in card.unsure and store.get(_key(card.title, kind)) is True)


def _key(title: str, kind: Value) -> Key:
    return (RIGID, "kind", title, kind)


def name(context: Any, card: Value) -> Value:
    """The title of the card; nothing for no card."""
    return card[0] if isinstance(card, tuple) else None


FUNCTIONS: Functions = {"name": name}
