"""Cards on the table of a scene: found, put there, named in its phrases, and of which kinds they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from checker.kernel.lying_cards import held_card, with_card
from checker.kernel.norm import ASSUMED
from checker.kernel.position import Key, Store
from checker.kernel.term import Call, Is, Lit, Undecided, Value, Var
from checker.kernel.trees.walk import facts_in
from checker.norms.rulebook import Rulebook
from checker.norms.windows import coming
from checker.scenes.question_view import View

ASIDE: Key = ("zone", "set aside")
"""Where a card lies of which a scene says everything but that."""


def given(rules: Rulebook, store: Store, title: str, zone: tuple[Value, ...]) -> Store:
    """The table with one more card of the title in the zone: one of which was not said yet where it lies, one that nobody
    placed where the cards begin, or a new one."""
    spoken = held_card(store, title, ASIDE)
    if spoken is not None and zone != ASIDE:
        return store.moved(spoken, zone)
    for declared in rules.game.vocabulary.zones:
        filled = declared.starts and ("told lying", declared.name) not in store
        begun = held_card(store, title, ("zone", declared.name)) if filled else None
        if begun is not None and zone != ("zone", declared.name):
            return store.moved(begun, zone)
    return with_card(store, title, zone)


def asks_of_hands(rules: Rulebook, act: str) -> bool:
    """What the act needs or does, or a norm asks of it, speaks of what somebody holds."""
    declared, seen = rules.acts[act], set[str]()
    asked = facts_in((declared.needs, declared.body, *((n.claim, n.cond) for n in rules.deontic[act])))
    while more := asked - seen:
        seen |= more
        meant = [rules.facts[f].definition for f in more if f in rules.facts]
        asked = facts_in((*meant, *((n.claim, n.cond) for f in more for n in rules.about[f])))
    return any(map(rules.holding, seen))


def found_card(rules: Rulebook, store: Store, title: str, seat: int | None = None) -> Value:
    """A card of the title: one coming into play, one in the player's hand, one elsewhere on the table."""
    return next(_found(rules, store, title, seat), None)


def found_cards(rules: Rulebook, store: Store, title: str, seat: int | None) -> tuple[Value, ...]:
    """One card of the title from each place where there is one, in the order in which they are meant, and of those that lie
    in the open in no order each one of which something else is so."""
    return tuple(dict.fromkeys(_found(rules, store, title, seat)))


def _newest(store: Store, cards: tuple[Value, ...]) -> tuple[Value, ...]:
    """The cards, the one first that came last to where it lies."""
    if len(cards) < 2:
        return cards
    lying = {card: at for _, held in store.entries("zone") if isinstance(held, tuple) for at, card in enumerate(held)}
    return tuple(sorted(reversed(cards), key=lambda card: -lying.get(card, -1)))


def _found(rules: Rulebook, store: Store, title: str, seat: int | None) -> Iterator[Value]:
    open_now = tuple(c for c in coming(rules, store) if isinstance(c, tuple) and c[0] == title)
    yield from _newest(store, open_now)
    own = held_card(store, title, ("zone", rules.hand, seat)) if seat is not None else None
    if own is not None:
        yield own
    places = rules.places
    zones = sorted((k for k, _ in store.entries("zone")), key=lambda k: (places.get(str(k[1]), -1), repr(k[2:])))
    yield from (c for z in zones for c in _told_apart(rules, store, title, z))


def _told_apart(rules: Rulebook, store: Store, title: str, place: Key) -> tuple[Value, ...]:
    """The first card of the title in the place, and of a place that is in the open and has no order those unlike it."""
    there = store.get(place, ())
    found = [c for c in there if isinstance(c, tuple) and c[0] == title] if isinstance(there, tuple) else []
    zone = next((z for z in rules.game.vocabulary.zones if z.name == place[1]), None)
    if len(found) < 2 or zone is None or zone.ordered or zone.name == rules.hand:
        return tuple(found[:1])
    unlike: dict[frozenset[tuple[Key, Value]], Value] = {}
    for card in found:
        said = ((tuple(None if k == card else k for k in key), v) for key, v in store.items() if card in key)
        unlike.setdefault(frozenset((key, v) for key, v in said if key[0] in rules.fields), card)
    return tuple(unlike.values())


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
