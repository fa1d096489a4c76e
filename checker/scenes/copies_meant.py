"""Which copy of a card a scene means that tells of an act with it: a player's own, or one that others used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from checker.kernel.lying_cards import title_of
from checker.kernel.position import Key, Store
from checker.kernel.term import Instance, Kind, Option, Point, Undecided, Value
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.lookahead import results
from checker.scenes.question_view import View


def meant(view: View, act: str, ways: Sequence[Instance], named: Sequence[int], told: str) -> Instance:
    """The way that is meant of those to do the act, which differ in the copies that are `named` there.

    No copy is meant with which the act changes nothing where it does with another. Of the others it is the first, but
    where that is one that others have used and that has come into play, and there are more of these, where one lies
    before each of several players, or where two in one place are unlike and nothing was done with either: then the words,
    `told` at that place, do not say which. Raises Undecided where that
    is not decided.
    """
    chosen = view.store.get(("option", "copy", told))
    if isinstance(chosen, tuple):
        return chosen
    ways = [one for one in ways if _changes(view, act, one)] or ways
    users = {card: event[1] for event in view.events() for card in event[2:]}
    first, coming = ways[0], view.coming()

    def open_too(one: Instance) -> bool:
        """Each copy of it that is another one was used as the first one's was, by somebody who is not the player."""
        apart = [at for at in named if one[at] != first[at]]
        by_others = all(users.get(first[at], first[0]) != first[0] and first[at] not in coming for at in apart)
        return (by_others and all(one[at] in users for at in apart)) or (
            bool(apart) and all(lie_alike(view, one[at], first[at]) or beside(one[at], first[at]) for at in apart)
        )

    def beside(one: Value, other: Value) -> bool:
        """The two lie in one place, and nothing was done with either."""
        places = set(view.store.holding(one))
        return bool(places) and places == set(view.store.holding(other)) and not {one, other} & users.keys()

    ways = [one for one in ways if open_too(one)]
    if len(ways) < 2:
        return first
    of = [at for at in named if len({one[at] for one in ways}) > 1]
    said: list[str] = []
    for one in ways:
        text = _said(view, [one[at] for at in of], users)
        while text in said:
            text = text.replace(title_of(one[of[0]]), f"other {title_of(one[of[0]])}", 1)
        said.append(text)
    options = tuple(Option(one, text) for one, text in zip(ways, said, strict=True))
    title = " and ".join(dict.fromkeys(title_of(first[at]) for at in of))
    raise Undecided(_which(title, ("option", "copy", told), options))


def asked_about(view: View, title: str, copies: Sequence[Value]) -> Value:
    """The copy of the card that a question means: the first, but of those that lie before several players the one with
    which something was done last. Raises Undecided where nothing was done with any of them."""
    alike = [one for one in copies if one == copies[0] or lie_alike(view, one, copies[0])]
    done = [card for event in view.events() for card in event[2:] if card in alike]
    key = ("option", "copy", f"asked about {title}")
    if len(alike) < 2 or done or view.store.get(key) in alike:
        return done[-1] if done else view.store.get(key) if len(alike) > 1 else copies[0]
    raise Undecided(_which(title, key, tuple(Option(one, _said(view, [one], {})) for one in alike)))


def _which(title: str, key: Key, options: tuple[Option, ...]) -> Point:
    """That the words do not say which card of the title is meant."""
    text = f"the words do not say which {title} is meant"
    return Point(f"which {title} is meant", Kind.AMBIGUOUS, key, options, (), text)


def lie_alike(view: View | Context, one: Value, other: Value) -> bool:
    """The two lie before different players, in places of one name that are no hands."""
    first, second = _before(view, one), _before(view, other)
    alike = first is not None and second is not None and first[1] == second[1] != view.rules.hand
    return alike and _whose(view, one) != _whose(view, other)


def _before(view: View | Context, card: Value) -> Key | None:
    """The place of a player where the card lies, if it lies in one."""
    places = {z.name for z in view.rules.game.vocabulary.zones if z.params and _of_player(view, z.params[0])}
    return next((key for key in view.store.holding(card) if key[1] in places), None)


def _of_player(view: View | Context, letter: str) -> bool:
    return sort_of(view.rules.game.vocabulary, letter) == "player"


def _whose(view: View | Context, card: Value) -> Value:
    """The player before whom the card lies, if it lies before one."""
    key = _before(view, card)
    return None if key is None else key[2]


def lying_before(view: View | Context, seat: Value, title: Value) -> tuple[Value, ...]:
    """The cards of the title in places of the player that are no hands, of each place the one first that came last."""
    held = (card for _, there in view.store.entries("zone") if isinstance(there, tuple) for card in reversed(there))
    mine = (card for card in held if title_of(card) == title and _whose(view, card) == seat)
    return tuple(c for c in mine if (key := _before(view, c)) is not None and key[1] != view.rules.hand)


def others(context: Context, title: Value, last: Value) -> tuple[Value, ...]:
    """The cards of the title that lie in the open where `last` lies, or if that lies nowhere there, anywhere in the open."""
    hand, shut = context.rules.hand, {z.name for z in context.rules.game.vocabulary.zones if z.ordered}
    found = [
        (key, card)
        for key, there in context.store.entries("zone")
        if key[1] != hand and key[1] not in shut and isinstance(there, tuple)
        for card in there
        if title_of(card) == title and card != last
    ]
    beside = [card for key, card in found if key in context.store.holding(last)]
    return tuple(beside or (card for _, card in found))


def _changes(view: View, act: str, args: Instance) -> bool:
    """Doing the act may change something of the table."""
    rules = view.rules
    after = results(rules, view.store, rules.acts[act].body, rules.acts[act].bound(args))
    return any(_values(rules, one, view.store) != _values(rules, view.store, one) for one in after)


def _values(rules: Rulebook, store: Store, other: Store) -> dict[Key, Value]:
    """What is stored on the table, with the beginnings of the fields that only the other one has."""
    begun = {f: field.initial for f, field in rules.fields.items()}
    keys = dict.fromkeys(key for key, _ in chain(store.items(), other.items()))
    return {key: store.get(key, begun.get(str(key[0]))) for key in keys}


def _said(view: View, cards: Sequence[Value], users: dict[Value, Value]) -> str:
    """Whose copies are meant, in words."""
    names = view.store.get(("names",), ())
    assert isinstance(names, tuple)
    users = {card: users.get(card, _whose(view, card)) for card in cards}
    whose = [(card, f"{names[who]}'s " if isinstance(who := users.get(card), int) else "") for card in cards]
    return f"{' and '.join(of + title_of(card) for card, of in whose)} is meant"
