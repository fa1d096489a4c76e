"""The table as a scene states it in the words of its game: what is so, what is not, and what lies where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec import structs

from checker.kernel.effect import Move
from checker.kernel.lying_cards import filled, title_of, with_card
from checker.kernel.position import Key, Store
from checker.kernel.source import InputError, Place, Problem, refused
from checker.kernel.term import And, Call, Compare, Cond, Expr, Is, Lit, Not, Undecided, Value, Var
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import LaidOut, Zone
from checker.kernel.zone_terms import INSIDE, SHUFFLED, UNDER
from checker.norms.evaluate import Binding, Context
from checker.norms.rulebook import Rulebook
from checker.run.lookahead import results
from checker.run.phrases import refusal
from checker.scenes.card_lookup import ASIDE, found_card, found_cards, given
from checker.scenes.copies_meant import lie_alike
from checker.scenes.phrase_meaning import CARD, Phrased

Arranging = Callable[[Store], Store]


class StatedTable:
    """What statements about the table of one scene make of it."""

    def __init__(self, rules: Rulebook, phrased: Phrased, place: Place) -> None:
        self.rules = rules
        self.phrased = phrased
        self.place = place

    def made(self, cond: Cond) -> Arranging:
        """The table on which the condition holds. Raises InputError for one that does not say how."""
        match cond:
            case Is(Call(name, (card, *where))) if name != "is" and self._zone(name) is not None:
                return lambda store: self._lying(store, card, self._zone(name), tuple(where))
            case Is(Call("is", (Call() as field, Lit(str() as title)))) if self._of_cards(field, title):
                return lambda store: self._put(store, field, Var(CARD + title))
            case Is(call) if call.fact != "is":
                return lambda store: self._put(store, call, Lit(True))
            case Not(Is(call)) if call.fact != "is" and self._zone(call.fact) is None:
                return lambda store: self._put(store, call, Lit(False))
            case Compare("is", Call() as call, value):
                return lambda store: self._put(store, call, value)
            case And(parts):
                made = [self.made(part) for part in parts]
                return lambda store: _one_after_the_other(store, made)
            case _:
                message = "this does not say how the table lies"
                hint = "say one thing that is so, for instance that a number is 3"
                raise InputError(Problem(self.place, message, "", hint))

    def listed(self, zone: Call, titles: tuple[str, ...]) -> Arranging:
        """The table on which just these cards lie in the zone, the first on top where it has an order."""
        declared = self._declared(zone.fact)

        def apply(store: Store) -> Store:
            key = self._key(store, zone)
            there = store.get(key, ())
            if ("told lying", *key[1:]) in store and isinstance(there, tuple):
                if sorted(map(title_of, there)) == sorted(titles):
                    return store
            store = store.put(key, ()).put(("told lying", *key[1:]), True)
            if key[1] == self.rules.hand:
                store = store.put(("unknown hand", key[2]), False)
            if declared.ordered and declared.cards:
                for head in (SHUFFLED, UNDER):
                    store = store.drop((head + declared.name, *key[2:]))
            for title in reversed(titles) if declared.ordered and declared.cards else titles:
                store = given(self.rules, store, title, key)
            return store

        return apply

    def carried_out(self, setup: LaidOut, gaps: list[dict[str, Expr]], whole: str) -> Arranging:
        """The table as the setup lays it out, and what stands behind it. Raises InputError where it leaves open how, or
        refuses to."""
        first, *others = gaps
        if setup.then is not None and setup.params[:1] == setup.then.params[:1]:
            named = [one[setup.params[0]] for one in gaps]
            if any(told in named[:n] for n, told in enumerate(named)):
                raise refused(self.place, "one thing is told twice", whole, "take one of the two away")
        behind = [] if setup.then is None else [self._carried_out(_about(setup), one, whole) for one in others]
        made = [self._carried_out(setup, first, whole), *behind]
        return lambda store: _one_after_the_other(store, made)

    def _carried_out(self, setup: LaidOut, gaps: dict[str, Expr], whole: str) -> Arranging:
        def apply(store: Store) -> Store:
            store, cards = self._laid_by(setup, gaps, store)
            context = Context(self.rules, store)
            meant = self.phrased.meant((setup.does, tuple(gaps.values())), context)
            env = {**meant, **{name: context.value(gap, meant) for name, gap in gaps.items()}, **cards}
            for one in setup.refuses:
                with suppress(Undecided):
                    if context.holds(one.cond, env):
                        message, hint = refusal(context, one, env)
                        raise refused(self.place, message, whole, hint)
            if setup.function:
                laid = self.rules.functions[setup.function](
                    store, *(env.get(name) for name in setup.params), *setup.given
                )
                if not isinstance(laid, Store):
                    raise refused(self.place, str(laid), whole)
                return laid
            found = list(dict.fromkeys(results(self.rules, store, setup.does, env)))
            if len(found) != 1:
                raise InputError(Problem(self.place, "the rules leave open how this lays out the table", ""))
            return found[0]

        return apply

    def _laid_by(self, setup: LaidOut, gaps: dict[str, Expr], store: Store) -> tuple[Store, Binding]:
        """The table with the cards set aside that the setup puts somewhere, told by their titles, and these cards."""
        moved = {e.card.name for e in of_kind(setup.does, Move) if isinstance(e.card, Var)}
        cards: dict[str, Value] = {}
        for name in sorted(moved & gaps.keys()):
            gap = gaps[name]
            if isinstance(gap, Var) and gap.name.startswith(CARD):
                title = gap.name.removeprefix(CARD)
                store = given(self.rules, store, title, ASIDE)
                cards[name] = store.lying(*ASIDE[1:])[-1]
        return store, cards

    def filled(self, store: Store) -> Store:
        """The table with every card that it does not have where the cards of the game begin, unless it says what lies there."""
        return filled(self.rules.game, store)

    # -- parts -------------------------------------------------------------------------------

    def _of_cards(self, term: Call, title: str) -> bool:
        """The term is a stored value that is a card, and the title is that of one."""
        field = self.rules.fields.get(term.fact)
        return field is not None and field.result == "card" and title in self.rules.cards

    def _zone(self, fact: str) -> Zone | None:
        """The zone of which the fact says that a card is in it."""
        zones = (z for z in self.rules.game.vocabulary.zones if z.cards)
        return next((z for z in zones if fact == INSIDE + z.name), None)

    def _declared(self, name: str) -> Zone:
        """The zone of the name. Raises InputError if the game has none."""
        for zone in self.rules.game.vocabulary.zones:
            if zone.name == name:
                return zone
        raise InputError(Problem(self.place, f"this game has no {name}", "", "leave out what lies there"))

    def _key(self, store: Store, zone: Call) -> Key:
        context = Context(self.rules, store)
        return ("zone", zone.fact, *(context.value(a, {}) for a in zone.args))

    def _lying(self, store: Store, card: Expr, zone: Zone | None, where: tuple[Expr, ...]) -> Store:
        assert zone is not None
        key = self._key(store, Call(zone.name, where))
        if isinstance(card, Lit) and isinstance(card.value, str):
            return given(self.rules, store, card.value, key)
        return store.moved(Context(self.rules, store).value(card, {}), key)

    def _put(self, store: Store, call: Call, value: Expr) -> Store:
        """The table with the value, and marked as told where the game asks whether it is."""
        for arg in (*call.args, value):
            title = arg.name.removeprefix(CARD) if isinstance(arg, Var) and arg.name.startswith(CARD) else ""
            if title and found_card(self.rules, store, title) is None:
                store = with_card(store, title, ASIDE)
            there = found_cards(self.rules, store, title, None) if title else ()
            if any(lie_alike(Context(self.rules, store), one, there[0]) for one in there[1:]):
                hint = f"say whose it is, for instance `{self.phrased.names[0]}'s {title}`"
                raise InputError(Problem(self.place, f"{title} lies before several players", "", hint))
        context = Context(self.rules, store)
        found: tuple[Value, ...] = tuple(context.value(a, self.phrased.meant(a, context)) for a in (*call.args, value))
        head: Key = () if call.fact in self.rules.fields else ("stated",)
        mark = self.rules.told_by.get(call.fact)
        told = store.put((mark, *found[:-1]), True) if mark else store
        return told.put((*head, call.fact, *found[:-1]), found[-1])


def _about(setup: LaidOut) -> LaidOut:
    """What stands behind the setup, about what that names first if it names nothing of the kind itself."""
    assert setup.then is not None
    first = setup.params[:1] if setup.params[:1] != setup.then.params[:1] else ()
    return structs.replace(setup.then, params=(*first, *setup.then.params))


def _one_after_the_other(store: Store, made: list[Arranging]) -> Store:
    for apply in made:
        store = apply(store)
    return store
