"""Questions about acts: what a player may or must do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from checker.games.hexhex.events import Events
from checker.games.hexhex.meant import turned_up
from checker.kernel.scene import MayQuestion, MustQuestion
from checker.kernel.term import Instance, Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of

Made: TypeAlias = Callable[[int, Node], Callable[[Any], Any]]
"""What tells, of a player and the words for a card, the instance of the play that is meant."""


def asked_act(events: Events, tree: Node) -> MayQuestion | MustQuestion:
    """The act that the question is about."""
    parts = tree.parts
    match tree.rule:
        case "may_play":
            return _may_play(events, events.seat(parts[0]), parts[1])
        case "may_ready":
            assert isinstance(parts[1], Node)
            who, title = events.seat(parts[0]), text_of(parts[1].parts[0])
            one = events.plays.readied(who, parts[1])
            return MayQuestion(
                "play",
                lambda view: tuple(i for i in (one(view),) if i is not None and _readying(view, i[2])),
                lambda store: turned_up(store, who, title),
            )
        case "must_ready":
            return _must(events, _for_all(parts), events.plays.readied)
        case "must_play":
            return _must(events, parts, events.plays.played)
    raise AssertionError(tree.rule)


def _must(events: Events, parts: tuple[Node | Leaf, ...], made: Made) -> MustQuestion:
    """Whether one of the cards has to be played, on the Hex and naming the player that are told, if any are."""
    who = events.seat(parts[0])
    plays = [(p, made(who, p)) for p in parts[1:] if isinstance(p, Node)]
    return MustQuestion(
        "play",
        lambda view: tuple(i for p, one in plays for i in _meant(p, one(view), view)),
        lambda view: _plays(view, who),
        lambda i: (_title(i), i[2], i[4]),
    )


def _for_all(parts: tuple[Node | Leaf, ...]) -> tuple[Node | Leaf, ...]:
    """The cards of which one is to be readied, each for the Hex that is told after the last of them."""
    last = parts[-1]
    if not isinstance(last, Node) or last.rule != "ready_for":
        return parts
    plain = (isinstance(p, Node) and p.rule == "ready_plain" for p in parts)
    return tuple(
        Node("ready_for", (p.parts[0], last.parts[1])) if isinstance(p, Node) and alone else p
        for p, alone in zip(parts, plain, strict=True)
    )


def _meant(tree: Node, one: Instance | None, view: Any) -> tuple[Instance, ...]:
    """The plays that the words mean, given the one that they are taken for: on any Hex or none, if they tell none."""
    if one is None:
        return ()
    if one[3] is not None or {"for", "hex"} & set(tree.rule.split("_")):
        return (one,)
    return (one, *((*one[:2], label, *one[3:]) for label in (*view.store.things("hex"), None) if label != one[2]))


def _may_play(events: Events, player: int, tree: Node | Leaf) -> MayQuestion:
    assert isinstance(tree, Node)
    one = events.plays.played(player, tree)

    def instances(view: Any) -> tuple[tuple[Value, ...], ...]:
        found = one(view)
        if found is None:
            return ()
        card, target, other, named = found[1:]
        if view.surely(card, "canceller") and tree.rule == "play_plain":
            return tuple((player, card, None, c, None) for c in view.coming()) or (found,)
        if named is None and view.surely(card, "out of turn") and view.names_somebody(card):
            return tuple((player, card, target, other, s) for s in range(len(events.table.seats)))
        return (found,)

    title = text_of(tree.parts[0])
    return MayQuestion(
        "play",
        instances,
        lambda store: turned_up(store, player, title),
        lambda view: _plays(view, player),
    )


def _plays(view: Any, player: int) -> tuple[tuple[Value, ...], ...]:
    """Every card of the hand on every Hex before the player, on every card that is coming into play, and on none.

    A card that may be played out of turn also on every other Hex.
    """
    hand = view.store.get(("zone", "hand", player), ())
    every = view.store.things("hex")
    own = [h for h in every if view.store.get(("intended", h)) == player]
    return tuple(
        (player, card, label, other, None)
        for card in hand
        for label, other in (
            *((label, None) for label in (*(every if view.surely(card, "out of turn") else own), None)),
            *((None, other) for other in view.coming()),
        )
    )


def _readying(view: Any, at: Value) -> bool:
    """Cards are readied face down for the Hex, which lies there: it is not the only one, or was not [HH-96]."""
    there = view.store.things("hex")
    return at in there and (len(there) > 1 or bool(view.events("go off", "dismiss")))


def _title(instance: tuple[Value, ...]) -> Value:
    card = instance[1]
    return card[0] if isinstance(card, tuple) else card
