"""What a scene tells of what came of cards: each is a statement of its forms, made from its text, what was told so before
and what stands in its gaps."""

from __future__ import annotations

from functools import partial

from checker.games.hexhex.meant import (
    THE_HEX,
    Before,
    NamedCard,
    betrayed,
    find_hidden,
    held,
    told_hex,
    turned_up,
    with_such,
)
from checker.games.hexhex.outcomes import AT_RANDOM, cancelled, showing, stated_here, withheld
from checker.games.hexhex.plays import REVEAL, THROWN, UNTOLD, untold_answer
from checker.games.hexhex.variants import STIX_CARD
from checker.kernel.lying_cards import held_card, title_of
from checker.kernel.scene import Deed, Select, Sight, Stated
from checker.kernel.term import Instance, Value


def goes_to(this: Stated, _: Before, label: Value, whom: int) -> Select:
    """The ways on which the Hex went to the player last."""
    return Select(
        lambda view: _went(view, told_hex(label, view), whom),
        text=this.raw.text,
        then=UNTOLD,
        untold=lambda view: _answers(told_hex(label, view), view),
        alone=label == THE_HEX,
    )


def goes_off(this: Stated, before: Before, label: Value, victim: int | None = None) -> Select:
    """The ways on which the Hex went off, on the player if one is named, and behind those that are told to before."""

    def waived(view: Sight) -> bool:
        return view.store.get(("waived", told_hex(label, view))) is True

    def lets(view: Sight) -> Instance | None:
        meant = told_hex(label, view)
        if meant not in view.store.things("hex") or waived(view):
            return None
        return (view.store.get(("intended", meant)), meant)

    def off(view: Sight) -> bool:
        meant = told_hex(label, view)
        return any(e[1] == meant and victim in (None, e[2]) for e in view.events("go off", about=meant))

    def in_turn(view: Sight) -> bool:
        labels = [told_hex(one[0], view) for one in (*before, (label,))]
        there = [e[1] for e in view.events("go off")]
        turns = [there.index(h) for h in labels if h in there]
        return turns == sorted(turns)

    return Select(
        off,
        (Deed("waive", lets, this.raw.text, already=waived),),
        this.raw.text,
        then=UNTOLD,
        rather=in_turn if before else None,
    )


def signs(this: Stated, _: Before, *told: Value) -> Select | str:
    """The players throw these signs, each told behind its player; what the others show is theirs to choose."""
    thrown = dict(zip(told[::2], told[1::2], strict=True))
    if 2 * len(thrown) < len(told):
        return "two signs of one player"
    return Select(
        lambda view: view.moment != "signs" or not showing(view.store),
        tuple(_throws(player, gesture) for player, gesture in thrown.items()),
        this.raw.text,
        deeds_only=True,
        then=THROWN,
        because=lambda view: withheld(view, "throw"),
    )


def _throws(player: Value, gesture: Value) -> Deed:
    return Deed("throw", lambda _: (player, gesture), f"the sign is {gesture}")


def lowers(this: Stated, _: Before, card: NamedCard | None, whom: int, amount: int) -> Select:
    """The ways on which an unstated effect of the card, or of a Stix card, has cost the player so much Voice."""
    title = card[0] if card else STIX_CARD
    return _outcome(this.raw.text, title, "lose", (whom, amount, title))


def raises(this: Stated, _: Before, card: NamedCard | None, whom: int, amount: int) -> Select:
    """The same of what it brought the player."""
    return _outcome(this.raw.text, card[0] if card else STIX_CARD, "gain", (whom, amount))


def _outcome(text: str, title: str, act: str, args: Instance) -> Select:
    return Select(
        lambda view: stated_here(view.store, title),
        (Deed(act, lambda _: args, text, any_time=True),),
        text,
        deeds_only=True,
        then=REVEAL,
        lacking=f"no effect of {title} that the rules leave open has come about",
        because=lambda view: cancelled(view.store, title),
        card=title,
    )


def _answers(label: Value, view: Sight) -> tuple[Deed, ...]:
    """Every card that its Intended may lay for the Hex, one of each title."""
    who = view.store.get(("intended", label))
    if not isinstance(who, int):
        return ()
    name = view.store.player(who)
    return tuple(untold_answer(name, who, t, label, partial(with_such, player=who, title=t)) for t in held(view, who))


def _went(view: Sight, label: Value, whom: int) -> bool:
    moves = [e for e in view.events("move", about=label) if e[1] == label]
    if moves:
        return bool(moves[-1][2] == whom)
    return label in view.store.things("hex") and view.store.get(("intended", label)) == whom


def discards(this: Stated, before: Before, player: int, card: NamedCard) -> Deed:
    """The player discards the card, unless the card that would have made them do so was cancelled.

    It may have been brought about by a card if more discards of the title happened than were told before.
    """
    title, told = card[0], before.count((player, card))

    def already(view: Sight) -> bool:
        happened = [e for e in view.events("discard", about=player) if e[1] == player and title_of(e[2]) == title]
        return len(happened) > told

    def instance(view: Sight) -> tuple[Value, ...] | None:
        held = held_card(view.store, title, ("zone", "hand", player))
        return None if held is None or withheld(view, "discard") else (player, held)

    return Deed("discard", instance, this.raw.text, any_time=True, already=already, betrays=betrayed(player, title))


def discards_at_random(this: Stated, _: Before, player: int, number: int) -> Deed:
    """Chance takes so many cards from the player's hand, and from a hand that is not known such as nobody knows."""

    def taken(view: Sight) -> tuple[Value, ...] | None:
        held = view.store.get(("zone", "hand", player), ()) or view.store.get(("unknown hand", player))
        return (player, number) if held and not withheld(view, "discard") else None

    return Deed(AT_RANDOM, taken, this.raw.text, any_time=True)


def draws(this: Stated, before: Before, player: int, card: NamedCard) -> Select:
    """The card of that number that the player drew is this one: branches with another, or with none, are dropped.

    A draw that nothing told so far accounts for is taken as told.
    """
    title, number = card[0], sum(one[0] == player for one in before)

    def fits(view: Sight) -> bool:
        drawn = [e[2] for e in view.events("receive", about=player) if e[1] == player]
        return len(drawn) > number and title_of(drawn[number]) in (title, "an unknown card")

    def retold(view: Sight) -> tuple[int, tuple[Value, ...]]:
        drawn = [(n, e) for n, e in enumerate(view.events()) if e[:2] == ("receive", player)]
        at, event = drawn[number]
        same = title_of(event[2]) == title
        return at, (*event[:2], event[2] if same else (title, view.store.number("printed", title) + 1))

    drawing = Deed(
        "draw somehow", lambda view: None if withheld(view, "draw") else (player,), this.raw.text, any_time=True
    )
    return Select(
        fits,
        (),
        this.raw.text,
        after=lambda store: turned_up(store, player, title) if find_hidden(store, player) else store,
        otherwise=(drawing,),
        retold=retold,
    )
