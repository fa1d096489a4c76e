"""Facts about what would happen: answered by carrying a card's text out on the side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from checker.kernel.effect import Effect
from checker.kernel.point import Point
from checker.kernel.position import Position, Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions
from checker.norms.context import Context, title_of
from checker.norms.resolve import Permitted, permission
from checker.norms.rulebook import Rulebook

MOST_STEPS = 400


def results(rules: Rulebook, store: Store, effect: Effect, env: dict[str, Value]) -> Iterator[Store]:
    """Every table that the effect can lead to, whoever chooses and whatever is left open.

    Ways past an open point come last, so that what they lead to does not use up the steps of the others.
    """
    from checker.run.progress import Ended, Forked, Moved, Waits
    from checker.run.step import step

    todo = deque([Position(store).pushed(effect, tuple(sorted(env.items(), key=str)))])
    for _ in range(MOST_STEPS):
        if not todo:
            return
        position = todo.pop()
        progress = step(rules, position)
        match progress:
            case Moved():
                todo.append(progress.position)
            case Forked(by=Point()):
                todo.extendleft(p for _, p in progress.ways)
            case Forked():
                todo.extend(p for _, p in progress.ways)
            case Waits():
                yield progress.position.store
            case Ended():
                yield position.store


def can_bring(context: Any, card: Value, thing: Value, player: Value, target: Value) -> bool:
    """Carrying out the card's text for the player can send the thing to the target."""
    known = context.rules.cards.get(title_of(card))
    if known is None:
        return False
    named = context.store.get(("named by", card))
    env = {"you": player, "the hex": thing, "this card": card, "that card": None, "named": named}
    free = context.store.put(("foreseen",), True)
    return any(store.get(("destination", thing)) == target for store in results(context.rules, free, known.text, env))


def no_card_for(context: Any, player: Value, thing: Value) -> bool:
    """The player's hand is known and holds nothing that may be laid in answer to the thing."""
    store = context.store
    if store.get(("unknown hand", player), False):
        return False
    held = store.get(("zone", "hand", player), ())
    for card in held if isinstance(held, tuple) else ():
        for named in (None, *context.things("player")):
            aside = Context(context.rules, store)
            if isinstance(permission(aside, "play", (player, card, thing, None, named)), Permitted):
                return False
    return True


FUNCTIONS: Functions = {"can bring": can_bring, "no card": no_card_for}
