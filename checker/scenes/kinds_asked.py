"""Of which kinds a card is, as far as a clause or a card says it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from checker.kernel.norm import ASSUMED
from checker.kernel.point import Undecided
from checker.kernel.term import Call, Is, Lit, Value, Var
from checker.scenes.card_lookup import found_card
from checker.scenes.question_view import View


def is_of_kind(view: View, title: str, kind: str) -> bool:
    """The card is of the kind: one that clauses tell apart from others only if it is of none of those."""
    card, apart = view.rules.cards.get(title), view.rules.apart
    told = (card is not None and kind in card.unsure) or kind not in apart
    return _is(view, title, kind) if told else kind in kinds_of(view, title)


def kinds_of(view: View, title: str) -> list[str]:
    """The kinds of the card that clauses tell apart, or all where they tell none. Raises Undecided where nothing says
    what they are."""
    card, words = view.rules.cards.get(title), view.rules.game.vocabulary
    found: list[str] = []
    with suppress(Undecided):
        others = (kind for kind in words.kinds if kind not in words.unkinds)
        found = [kind for kind in view.rules.apart or others if _is(view, title, kind)]
    if card is not None:
        view.context.cites.update(dict.fromkeys(view.rules.stated(card.clauses[:1])))
        view.context.cites.update({f"{ASSUMED}{title}": None} if card.assumed else {})
    if not found and not any(_is(view, title, kind) for kind in words.unkinds):
        view.left_open(f"the category of {title}")
    view.context.cites.update(dict.fromkeys(words.apart_by))
    return found


def rely_on_text(view: View, instances: Iterable[tuple[Value, ...]]) -> None:
    """What is answered of the cards rests on their text; that of some is assumed as a whole."""
    titles = {str(value[0]) for args in instances for value in args if isinstance(value, tuple) and value}
    made_up = sorted(t for t in titles if t in view.rules.cards and view.rules.cards[t].made_up)
    view.context.cites.update({f"{ASSUMED}{title}": None for title in made_up})


def _is(view: View, title: str, kind: str) -> bool:
    env: dict[str, Value] = {"C": found_card(view.rules, view.store, title) or (title, 0)}
    return view.context.holds(Is(Call("is", (Var("C"), Lit(kind)))), env) is True
