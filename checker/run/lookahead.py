"""Facts about what would happen: answered by carrying a card's text out on the side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product

from checker.kernel.effect import Effect
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Position, Store
from checker.kernel.term import Point, Undecided, Value
from checker.kernel.vocabulary import GOAL, NAMED, Functions, sort_of
from checker.norms.evaluate import Context
from checker.norms.permissions import Permitted, permission
from checker.norms.rulebook import Rulebook

MOST_STEPS = 400


def results(rules: Rulebook, store: Store, effect: Effect, env: dict[str, Value]) -> Iterator[Store]:
    """Every table that the effect can lead to, whoever chooses and whatever is left open.

    Ways past an open point come last, so that what they lead to does not use up the steps of the others.
    """
    from checker.run.apply_effect import step
    from checker.run.progress import Ended, Forked, Moved, Waits

    todo = deque([Position(store).pushed(effect, tuple(sorted(env.items(), key=str)))])
    for _ in range(MOST_STEPS):
        if not todo:
            return
        position = todo.pop()
        progress = step(rules, position, False)
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


def ahead(context: Context, effect: Effect) -> list[Store]:
    """Every table that the effect leads to, as players and chance choose, its clauses being relied on.

    Raises Undecided at an open point; what takes more than MOST_STEPS is left out.
    """
    from checker.run.apply_effect import step
    from checker.run.progress import Ended, Forked, Moved, Waits

    found, todo = [], [Position(context.store).pushed(effect, ())]
    for _ in range(MOST_STEPS):
        if not todo:
            break
        position = todo.pop()
        match progress := step(context.rules, position):
            case Moved():
                context.cites.update(dict.fromkeys(c for line in progress.lines for c in line.clauses))
                todo.append(progress.position)
            case Forked(by=Point()):
                assert isinstance(progress.by, Point)
                raise Undecided(progress.by)
            case Forked():
                todo.extend(p for _, p in reversed(progress.ways))
            case Waits() | Ended():
                found.append(position.store)
    return found


def can_bring(context: Context, card: Value, thing: Value, player: Value, target: Value) -> bool:
    """Carrying out the card's text for the player can send the thing to the target."""
    goals = context.once(("can bring", card, thing, player), lambda inner: _destinations(inner, card, thing, player))
    return target in goals


def _destinations(context: Context, card: Value, thing: Value, player: Value) -> frozenset[Value]:
    """Where carrying out the card's text for the player can send the thing; nobody where it stays."""
    known = context.rules.cards.get(title_of(card))
    if known is None:
        return frozenset()
    by, goal = (_marking(context.rules, mark) for mark in (NAMED, GOAL))
    named = context.store.get((by, card))
    env = {"you": player, f"the {_sort(context, thing)}": thing, "this card": card, "that card": None, "named": named}
    free = context.store.put(("foreseen",), True)
    return frozenset(s.get((goal, thing)) for s in results(context.rules, free, known.text, env))


def _marking(rules: Rulebook, mark: str) -> str:
    """The field that is declared to mark that of a thing; none if no field is."""
    return next((f.name for f in rules.fields.values() if f.marks == mark), "")


def no_card_for(context: Context, player: Value, thing: Value) -> bool:
    """The player's hand is known and holds nothing that may be laid in answer to the thing."""
    store = context.store
    if store.get(("unknown hand", player), False):
        return False
    held = store.get(("zone", context.rules.hand, player), ())
    return not any(
        isinstance(permission(Context(context.rules, store), act, args), Permitted)
        for card in _one_of_each(held if isinstance(held, tuple) else ())
        for act, args in _answers(context, player, card, thing)
    )


def _one_of_each(held: tuple[Value, ...]) -> tuple[Value, ...]:
    """Of the cards in a hand one of each title: what may be done with one may be done with the other."""
    return tuple({title_of(card): card for card in held}.values())


def _answers(context: Context, player: Value, card: Value, thing: Value) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Every act at some moment of play by which the player uses the card on the thing, whomever it names."""
    sort = _sort(context, thing)
    for act in sorted(context.rules.bound & context.rules.acts.keys()):
        sorts = [sort_of(context.rules.game.vocabulary, name) for name, _ in context.rules.acts[act].params]
        if sorts[:1] != ["player"] or "card" not in sorts or sort not in sorts:
            continue
        given = {0: player, sorts.index("card"): card, sorts.index(sort): thing}
        free = [n for n, s in enumerate(sorts) if s == "player" and n not in given]
        for named in product((None, *context.things("player")), repeat=len(free)):
            chosen = {**given, **dict(zip(free, named, strict=True))}
            yield act, tuple(chosen.get(n) for n in range(len(sorts)))


def _sort(context: Context, thing: Value) -> str:
    """The sort of which the thing is, among those of the game."""
    return next((s.name for s in context.rules.game.vocabulary.sorts if thing in context.things(s.name)), "")


FUNCTIONS: Functions = {"can bring": can_bring, "no card": no_card_for}
