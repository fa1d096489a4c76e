"""Questions about the category of a card: what HH-36 tells apart, as far as a clause or a card says it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from checker.games.hexhex.read_off import best_known
from checker.games.hexhex.table import text_of
from checker.kernel.norm import ASSUMED
from checker.kernel.point import Undecided
from checker.kernel.scene import yes
from checker.kernel.term import Call, Is, Lit, Var
from checker.kernel.tree import Node

ALONE = "single card"
"""The kind of a card that is said to be in no category."""


def asked_category(tree: Node) -> Callable[[Any], str] | None:
    """How the question is answered, if it is about a category."""
    match tree.rule:
        case "what_category":
            return lambda view: ", ".join(_categories(view, text_of(tree.parts[0]))) or "none"
        case "is_of_category":
            title, kind = text_of(tree.parts[0]), tree.parts[1]
            assert isinstance(kind, Node)
            return lambda view: yes(_is_of(view, title, kind.rule.replace("_", " ")))
    return None


def _is_of(view: Any, title: str, category: str) -> bool:
    kind = next(k for k in view.rules.game.vocabulary.kinds if k.casefold() == category)
    card = view.rules.cards.get(title)
    told = (card is not None and kind in card.unsure) or kind not in view.rules.apart
    return _is(view, title, kind) if told else kind in _categories(view, title)


def _categories(view: Any, title: str) -> list[str]:
    """The categories of the card. Raises Undecided where nothing says what they are."""
    card = view.rules.cards.get(title)
    found: list[str] = []
    with suppress(Undecided):
        found = [kind for kind in view.rules.apart if _is(view, title, kind)]
    if card is not None:
        view.context.cites.update(dict.fromkeys(view.rules.stated(card.clauses[:1])))
        view.context.cites.update({f"{ASSUMED}{title}": None} if card.assumed else {})
    if not found and not _is(view, title, ALONE):
        view.left_open(f"the category of {title}")
    view.context.cites.update(dict.fromkeys(view.rules.game.vocabulary.apart_by))
    return found


def _is(view: Any, title: str, kind: str) -> bool:
    env = {"C": best_known(view, title) or (title, 0)}
    return view.context.holds(Is(Call("is", (Var("C"), Lit(kind)))), env) is True
