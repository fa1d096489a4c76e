"""What questions of HEX•HEX read off the table and the way to it: places of cards and Hexes, marks on a Hex, who is next."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any

from checker.games.hexhex.asked_acts import every_play
from checker.games.hexhex.meant import THE_HEX, NamedCard, coming, told_hex
from checker.games.hexhex.outcomes import AT_RANDOM, acts_of
from checker.games.hexhex.table import MARKS, any_card, described, shuffled_in, tokens_on
from checker.kernel.lying_cards import held_card, title_of
from checker.kernel.norm import ASSUMED
from checker.kernel.position import AtTable, Store
from checker.kernel.scene import Sight
from checker.kernel.term import Instance, Undecided, Value

UNKNOWN = "?"
FIRST_CASTS = "where a scene tells neither who deals nor who casts, the player who is named first casts first"


def _deal_turned(view: Sight) -> bool:
    """The deal has moved on and the next round is about to be dealt."""
    return view.store.get(("turned",)) is True


def how_many_held(view: Sight, seat: int) -> Value:
    """How many cards the player holds; of cards that nobody saw, as many as were dealt and are not gone."""
    fresh, name = view.store.get(("fresh",)), view.store.player(seat)
    dealt = not fresh and held_card(view.store, "an unknown card", ("zone", "hand", seat)) is not None
    if dealt or not view.store.get(("unknown hand", seat)):
        return str(view.context.fact("cards in hand", seat))
    if not fresh:
        view.left_open(f"how many cards {name} holds")
    if view.store.get(("unseen discards", seat)):
        view.left_open(f"how many cards {name} discards", view.rules.stated(("HH-76", "HH-100")))
    laid = sum(len(view.store.lying(zone, seat)) for zone in ("played", "discards"))
    drawn = sum(1 for e in view.events("receive", about=seat) if e[1] == seat)
    gone = sum(
        1 if e[0] == "show" else int(str(e[2])) for e in view.events("show", AT_RANDOM, about=seat) if e[1] == seat
    )
    start = view.context.fact("starting hand")
    return str(start - laid - gone + drawn) if isinstance(start, int) else UNKNOWN


def who_discards(view: Sight) -> tuple[int, ...]:
    """Who discarded in the round or has to; of cards that nobody saw, whoever alone may have."""
    seats = view.store.seats
    gone = {e[1] for e in view.events("discard", "discard untold", AT_RANDOM)}
    told = [s for s in seats if s in gone or view.context.fact("discards due", s)]
    unseen = [s for s in seats if view.context.fact("unseen discards", s) is True]
    if not told and len(unseen) > 1:
        view.left_open("who discards", view.rules.stated(("HH-76", "HH-100")))
    return tuple(told or unseen)


def _round_over(view: Sight) -> bool:
    """The round is over, or no Hex is left in it; what keeps it going is relied on."""
    going = view.context.fact("goes on") is True
    left = going or view.store.get(("cast",)) is not True
    return not left or view.store.get(("over",)) is True or _deal_turned(view)


def is_throw(view: Sight) -> bool:
    """Signs are thrown now, or have been; what keeps a throw waiting is relied on."""
    view.context.fact("throw waits")
    found = view.moment == "signs" or bool(view.events("throw"))
    if found:
        steps = view.rules.procedures["signs"].steps if "signs" in view.rules.procedures else ()
        view.context.cites.update(dict.fromkeys(c for s in steps if s.name == "throw" for c in s.clauses))
    return found


def _in_effect(view: Sight, title: str, seat: int) -> bool:
    """A card of the title before the player is in effect; how long it lasts, or that it is gone, is relied on."""
    card = held_card(view.store, title, ("zone", "in play", seat))
    for fact in ("stays round", "stays good"):
        with suppress(Undecided) if card is None else nullcontext():
            view.context.fact(fact, card or any_card(view.store, title))
    if card is None:
        view.context.fact("spent", any_card(view.store, title))
    if card is not None and title in view.rules.cards:
        view.context.cites.update(dict.fromkeys(view.rules.stated(view.rules.cards[title].clauses)))
    return card is not None and view.context.fact("in effect", card, seat) is True


def is_in_effect(view: Sight, card: NamedCard, seat: int | None) -> bool:
    """Such a card before the player is in effect, or before whomever if none is named."""
    title, owner = card[0], card[1] if seat is None else seat
    seats = view.store.seats if owner is None else (owner,)
    there = [seat for seat in seats if held_card(view.store, title, ("zone", "in play", seat)) is not None]
    return any(_in_effect(view, title, seat) for seat in there or seats[:1])


def what_carries(view: Sight, label: Value) -> str:
    """The marks on the Hex in the order in which they were put on, or nothing."""
    for title in MARKS:
        view.context.fact("carries", label, title)
    return ", ".join(MARKS.get(t, t) for t in tokens_on(view.store, label)) or "nothing"


def also_what_carries(marks: str) -> str:
    """The marks on a Hex as the titles of the tokens that they come from."""
    titles = {mark: title for title, mark in MARKS.items()}
    return ", ".join(titles.get(mark, mark) for mark in marks.split(", "))


def also_where_goes(where: str) -> str:
    """Whom a Hex has reached, also if it went off there."""
    return where.removeprefix("goes off on ")


def where_goes(view: Sight, label: Value) -> str:
    """Whom the Hex went to last, or what became of it; else where it lies."""
    for event in reversed(view.events("move", "go off", "dismiss", about=label)):
        if event[:2] == ("move", label):
            return _name(view, event[2])
        if event[:2] == ("go off", label):
            return f"goes off on {_name(view, event[2])}"
        if event[0] == "dismiss" and event[2] == label:
            return "dismissed"
    return _name(view, view.store.get(("intended", label))) if label in view.store.things("hex") else "nowhere"


def _name(view: Sight, seat: Value) -> str:
    """The player's name, or nobody."""
    return view.store.player(seat) if seat in view.store.seats else "nobody"


def where_is(view: Sight, card: NamedCard) -> str:
    """Where the card of the title is: the player's if one is named, else that which is coming into play, else some card."""
    store, (title, owner) = view.store, card
    zones = [("zone", name, owner) for name in ("hand", "played", "in play", "discards") if owner is not None]
    lying = next((one for zone in zones if (one := held_card(store, title, zone))), None)
    known = lying if owner is not None else coming(store, title)
    return _place_of(view, title, known or any_card(store, title))


def who_next(view: Sight, field: str) -> str:
    """Who deals or casts next, or who may."""
    seats = _upcoming(view, field)
    return " or ".join(dict.fromkeys(UNKNOWN if s == UNKNOWN else _name(view, s) for s in seats))


def _place_of(view: Sight, title: str, card: Value) -> str:
    """Where the card of the title is; open for one that was cancelled or removed and still lies among the cards played,
    and for one that lies in no place of which the scene speaks, while there are cards elsewhere that nobody knows."""
    if card is None and _unseen(view.store):
        view.left_open(f"where {title} is")
    lies = described(view.store, card)
    if lies == "deck" and shuffled_in(view.store, title) and _unseen(view.store):
        view.left_open(f"where {title} is")
    gone = (("cancelled", "cancelled stays"), ("taken away", "removed stays"))
    if lies == "played" and any(
        view.store.get((to, card)) is True and not view.context.fact(stays) for to, stays in gone
    ):
        return "elsewhere"
    if lies.startswith("in play"):
        view.context.cites.update(dict.fromkeys(n.clause for n in _keeping(view.rules, title)))
    return lies


KEPT = {"standing effect": "stays round", "enduring standing effect": "stays good"}
"""The kinds of cards that stay in play, each with the fact that says so."""


def _keeping(rules: Any, title: str) -> list[Any]:
    """The norms by which the card stays in play, if it does."""
    card = rules.cards.get(title)
    kinds = (*card.kinds, *card.unsure) if card else ()
    return [norm for kind, fact in KEPT.items() if kind in kinds for norm in rules.about[fact]]


def _unseen(store: Store) -> bool:
    """Cards that nobody knows lie in a hand, or among those that were played in earlier rounds."""
    seats = store.seats
    hidden = (title_of(c) == "an unknown card" for s in seats for c in store.lying("hand", s))
    earlier = store.number("round") > 1 or store.get(("turned",)) is True
    return earlier or any(hidden) or any(store.get(("unknown hand", s)) for s in seats)


def does_go_off(view: Sight, label: Value) -> bool:
    """The Hex has gone off; where it has not, the direction that it demands is relied on."""
    went = any(e[1] == label for e in view.events("go off", about=label))
    if not went:
        view.context.fact("direction", label)
    return went


def is_dismissed(view: Sight, label: Value) -> bool:
    """The Hex was dismissed."""
    return any(e[2] == told_hex(label, view) for e in view.events("dismiss"))


def may_pass(view: Sight, who: int, label: Value, target: Value) -> bool:
    """The player may lay a card that can send the Hex to that other one."""
    return any(_sends(view, play, target) for play in _answers(view, who, label))


def may_dismiss(view: Sight, who: int, label: Value) -> bool:
    """The player may lay a card that dismisses the Hex, and does not set it off instead."""
    plays = _answers(view, who, label)
    kept = (p for p in plays if p[2] is None or not view.context.fact("maddened", p[2]))
    return any("dismiss" in acts_of(view.rules, title_of(play[1])) for play in kept)


def must_pass(view: Sight, who: int, label: Value, target: Value) -> bool:
    """The player has to pass the Hex on, and every card that may be laid sends it to that one and to nobody else.

    Of several Hexes none has to be passed on before another where there are fewer cards than Hexes.
    """
    own = [h for h in view.store.things("hex") if view.context.fact("intended", h) == who]
    enough = len(own) <= len({play[1] for h in own for play in _answers(view, who, h) if play[2] is not None})
    due = enough and view.context.fact("has means", who, told_hex(label, view)) is True
    ways = {(s, _sends(view, play, s)) for play in _answers(view, who, label) for s in view.store.seats}
    return due and all(sent == (s == target) for s, sent in ways)


def _answers(view: Sight, who: int, label: Value) -> list[Instance]:
    """What the player may lay on the Hex, or out of turn. Raises Undecided for a hand that nobody knows."""
    if view.store.get(("unknown hand", who)):
        view.left_open(f"which cards {view.store.player(who)} holds")
    there = (told_hex(label, view), None)
    return [play for play in every_play(view, who) if play[2] in there and view.permits("play", play)]


def _sends(view: Sight, play: Instance, target: Value) -> bool:
    """The card can send the Hex on which it is laid to the target. Raises Undecided where nothing says to whom."""
    who, card, at = play[:3]
    if at is None:
        return False
    if view.context.fact("maddened", at):
        if target != view.context.fact("neighbour", who, view.context.fact("direction", at)):
            return False
    elif view.context.fact("untold way", card):
        view.left_open(f"where {title_of(card)} sends the Hex", view.rules.stated(("HH-39",)))
    return view.context.fact("can bring", card, at, who, target) is True


def the_hex(view: Sight) -> Value:
    """The Hex that is spoken of where not just one is in play."""
    return told_hex(THE_HEX, view)


def _upcoming(view: Sight, field: str) -> tuple[Value, ...]:
    """Who deals or casts next, in each way that the round can end: in this round if that is still to come."""
    _supposed(view)
    if field == "caster" and not view.store.get(("cast",)):
        return (view.context.fact("one who casts"),)
    turned = _deal_turned(view)
    if turned and (field == "caster" or view.store.get((field,)) is not None):
        return (view.store.get((field,)),)
    if view.store.get(("game over",)):
        return (None,)
    least = view.store.get(("last round",)) or view.store.get(("tie breaker",))
    if not turned and least and not _round_over(view):
        view.left_open("how the round ends", view.rules.stated(("HH-115", "HH-116")))
    for relied in ("one who casts",) if turned else ("last next", "break next", f"next {field}", "next caster"):
        view.context.fact(relied)
    return tuple(s.get((field,)) for s in view.ahead("finding-a-dealer" if turned else "turning"))


def supposed(context: AtTable) -> str:
    """That the first player who is named is taken for the one who casts, where nobody said who deals."""
    least = context.store.get(("last round",)) or context.store.get(("tie breaker",))
    return FIRST_CASTS if context.store.get(("dealer not told",)) and not least else ""


supposed_dealer = supposed_caster = supposed


def _supposed(view: Sight) -> None:
    """Notes what is supposed of who deals and who casts."""
    if words := supposed(view.context):
        view.context.cites[f"{ASSUMED}{words}"] = None
