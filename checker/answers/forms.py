"""The forms that scenes of every game share; those of a game's own folder go first where they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from checker.kernel.effect import Event
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Ask, Deed, Form, May, WhatHappens
from checker.kernel.source import InputError, Problem
from checker.kernel.term import Call, Lit, Value, Var
from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import sort_of
from checker.norms.context import Context
from checker.norms.resolve import Forbidden, duties, permission
from checker.norms.rulebook import Rulebook
from checker.read.lower import Lowering

SHARED = frozenset({"ask_may", "ask_must", "ask_fact", "ask_number", "ask_what", "did", "placed_number"})
PRONOUNS = ("nobody", "you", "that_player", "named_player", "var_", "field__", "fact__", "count_")
MOST_INSTANCES = 2000


class Forms:
    """The forms of one scene; `own` reads what only this game knows, or is None."""

    def __init__(self, rules: Rulebook, scene: Any, make_own: Callable[[Any], Any] | None = None) -> None:
        self.rules = rules
        self.scene = scene
        self.names: tuple[str, ...] = scene.players
        for item in scene.items:
            if kind(item) not in SHARED:
                _refuse_pronouns(item)
        self.own = make_own(_only_own(scene)) if make_own else None
        self.first = self._first()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "own":
            raise AttributeError(name)
        return getattr(self.own, name)

    def _first(self) -> int:
        own = self.own.first if self.own else 0
        for number, item in enumerate(self.scene.items):
            rule = kind(item)
            if rule in SHARED:
                if rule != "placed_number":
                    return number
            elif self.own is None:
                if rule != "placed_hand":
                    return number
            elif own == 0:
                return number
            else:
                own -= 1
        return len(self.scene.items)

    @cached_property
    def lowering(self) -> Lowering:
        """What the phrases of the game mean, with the players of this scene."""
        return Lowering(self.rules.game.vocabulary, self.names)

    # -- the table ---------------------------------------------------------------------------

    def opening(self) -> Store:
        """The table before the first event."""
        store: Store = self.own.opening() if self.own else self._bare()
        for item in self.scene.items[: self.first]:
            if self.own is None or kind(item) == "placed_number":
                form = self.form(item)
                assert isinstance(form, Arrange)
                store = form.apply(store)
        for item in self.scene.items:
            inner = _inner(item)
            if inner.rule in ("did", "ask_may", "ask_must"):
                store = self._supplied(store, self._seat(inner.parts[0]), inner.parts[1])
        self._in_the_box(store)
        return store

    def _in_the_box(self, store: Store) -> None:
        """Raises InputError if more copies of a card are on the table than a clause says there are."""
        for title, card in self.rules.cards.items():
            there = store.get(("printed", title), 0)
            if isinstance(there, int) and there > card.copies and card.copies_source in self.rules.clauses:
                raw = next((i.raw for i in reversed(self.scene.items) if _names(i, title)), None)
                message = f"{there} copies of {title}; there are only {card.copies} [{card.copies_source}]"
                raise InputError(
                    Problem(raw.place if raw else self.scene.place, message, raw.whole[:300] if raw else "")
                )

    def _bare(self) -> Store:
        store = Store().put(("seats",), len(self.names)).put(("names",), self.names)
        for seat in range(len(self.names)):
            store = store.put(("unknown hand", seat), True)
        return store

    def _supplied(self, store: Store, seat: int, deed: Node | Leaf) -> Store:
        """The table on which a player whose hand is not known holds the cards that a deed of theirs names."""
        for title in _titles(deed):
            if store.get(("unknown hand", seat)) and _held(store, title, ("zone", "hand", seat)) is None:
                store = with_card(store, title, ("zone", "hand", seat))
        return store

    def phase(self, store: Store) -> str:
        """The step of the game's procedures before which the scene begins."""
        if self.own is not None:
            return str(self.own.phase(store))
        game = self.rules.procedures.get("game")
        if game is None or not game.steps:
            raise InputError(Problem(self.scene.place, "the game has no procedure `game` with a step", ""))
        return game.steps[0].name

    # -- statements --------------------------------------------------------------------------

    def form(self, item: Any) -> Form:
        """What the statement does or asks. Raises InputError for words that mean nothing here."""
        tree = _inner(item)
        parts = tree.parts
        match tree.rule:
            case "placed_number":
                return Arrange(self._number_set(parts[0], int(text_of(parts[1]))))
            case "did":
                act, instance = self._deed(self._seat(parts[0]), parts[1])
                return Deed(act, instance, item.raw.text)
            case "ask_may":
                act, instance = self._deed(self._seat(parts[0]), parts[1])
                return May(act, lambda view: tuple(i for i in (instance(view),) if i is not None))
            case "ask_must":
                return Ask(self._obliged(self._seat(parts[0]), parts[1]))
            case "ask_fact":
                cond = self.lowering.cond(parts[0])
                return Ask(lambda view: "yes" if view.context.holds(self._grounded(cond, view.store), {}) else "no")
            case "ask_number":
                number = self.lowering.expr(parts[0])
                return Ask(lambda view: str(view.context.value(self._grounded(number, view.store), {})))
            case "ask_what":
                return WhatHappens()
        if self.own is not None:
            form: Form = self.own.form(item)
            return form
        if tree.rule == "placed_hand":
            return Arrange(self._hand(self._seat(parts[0]), parts[1]))
        raise InputError(Problem(item.raw.place, "this is not known in this game", item.raw.whole[:300]))

    def _seat(self, tree: Node | Leaf) -> int:
        name = text_of(tree)
        if name not in self.names:
            raise InputError(Problem(self.scene.place, f"`{name}` is no player of this scene", ""))
        return self.names.index(name)

    def _number_set(self, tree: Node | Leaf, number: int) -> Callable[[Store], Store]:
        term = self.lowering.expr(tree)

        def apply(store: Store) -> Store:
            if not isinstance(term, Call):
                return store
            context = Context(self.rules, store)
            found = self._grounded(term, store)
            args = tuple(context.value(a, {}) for a in found.args)
            head: tuple[Value, ...] = () if found.fact in self.rules.fields else ("stated",)
            return store.put((*head, found.fact, *args), number)

        return apply

    def _hand(self, seat: int, listed: Any) -> Callable[[Store], Store]:
        titles = [] if listed.rule == "no_cards" else [text_of(p) for p in listed.parts]

        def apply(store: Store) -> Store:
            store = store.put(("zone", "hand", seat), ()).put(("unknown hand", seat), False)
            for title in titles:
                store = with_card(store, title, ("zone", "hand", seat))
            return store

        return apply

    # -- deeds -------------------------------------------------------------------------------

    def _deed(self, seat: int, tree: Node | Leaf) -> tuple[str, Callable[[Any], tuple[Value, ...] | None]]:
        event = self.lowering.effect(Node("command", (tree,)))
        assert isinstance(event, Event)
        letters = [letter for letter, _ in self.lowering.acts[event.act].params]
        titles = set(_titles(tree))

        def instance(view: Any) -> tuple[Value, ...] | None:
            args: list[Value] = []
            for letter, expr in zip(letters, event.args, strict=True):
                if isinstance(expr, Lit) and expr.value in titles and self._sort(letter) == "card":
                    card = found_card(view.store, str(expr.value), seat)
                    if card is None:
                        return None
                    args.append(card)
                else:
                    args.append(view.context.value(self._grounded(expr, view.store), {"you": seat}))
            return tuple(args)

        return event.act, instance

    def _obliged(self, seat: int, tree: Node | Leaf) -> Callable[[Any], str]:
        act, instance = self._deed(seat, tree)

        def answer(view: Any) -> str:
            wanted = instance(view)
            if wanted is None:
                return "no"
            for norm, fulfilling in duties(view.context, act, self._possible(view, act, seat)):
                allowed = {i for i in fulfilling if not isinstance(permission(view.context, act, i), Forbidden)}
                if allowed and allowed <= {wanted}:
                    view.context.cite(norm)
                    return "yes"
            permission(view.context, act, wanted)
            return "no"

        return answer

    def _possible(self, view: Any, act: str, seat: int) -> tuple[tuple[Value, ...], ...]:
        found: list[tuple[Value, ...]] = [(seat,)]
        for letter, _ in self.lowering.acts[act].params[1:]:
            sort = self._sort(letter)
            numbers: tuple[Value, ...] = tuple(range(21))
            things = numbers if sort == "number" else (*view.context.things(sort), None)
            found = [(*f, t) for f in found for t in things][:MOST_INSTANCES]
        return tuple(found)

    def _sort(self, letter: str) -> str:
        return sort_of(self.rules.game.vocabulary, letter)

    def _grounded(self, tree: Any, store: Store) -> Any:
        """The tree with the titles of cards replaced by cards on the table."""
        if isinstance(tree, Call):
            letters = ("C", "") if tree.fact == "is" else self._letters(tree.fact)
            args = []
            for letter, arg in zip(letters, tree.args, strict=True):
                if letter and isinstance(arg, Lit) and isinstance(arg.value, str) and self._sort(letter) == "card":
                    args.append(Lit(found_card(store, arg.value) or (arg.value, 0)))  # type: ignore[arg-type]
                else:
                    args.append(self._grounded(arg, store))
            return Call(tree.fact, tuple(args))
        if isinstance(tree, tuple):
            return tuple(self._grounded(t, store) for t in tree)
        fields = getattr(tree, "__struct_fields__", ())
        if not fields or isinstance(tree, Lit | Var):
            return tree
        return type(tree)(*(self._grounded(getattr(tree, f), store) for f in fields))

    def _letters(self, name: str) -> tuple[str, ...]:
        if name in self.rules.fields:
            return self.rules.fields[name].params
        if name in self.rules.facts:
            return tuple(letter for letter, _ in self.rules.facts[name].params)
        return next(z.params for z in self.rules.game.vocabulary.zones if z.name == name)


def kind(item: Any) -> str:
    """The rule that a statement was read by."""
    return str(_inner(item).rule)


def _inner(item: Any) -> Node:
    tree = item.tree.parts[0]
    found = tree.parts[0] if tree.rule == "question" else tree
    assert isinstance(found, Node)
    return found


def _refuse_pronouns(item: Any) -> None:
    """Raises InputError where a statement about the table says `nobody` or the like for a player."""
    todo: list[Node | Leaf] = [_inner(item)]
    while todo:
        tree = todo.pop()
        if isinstance(tree, Node):
            if tree.rule.startswith(PRONOUNS):
                message = "a player of this scene must be named here"
                raise InputError(Problem(item.raw.place, message, item.raw.whole[:300], "name one of the players"))
            todo.extend(tree.parts)


def _names(item: Any, title: str) -> bool:
    todo: list[Node | Leaf] = [item.tree]
    while todo:
        tree = todo.pop()
        if isinstance(tree, Node):
            todo.extend(tree.parts)
        elif tree.kind == "KIND" and tree.text == title:
            return True
    return False


def _only_own(scene: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(scene, items=tuple(i for i in scene.items if kind(i) not in SHARED))


def text_of(tree: Node | Leaf) -> str:
    """The word of a leaf, or of a phrase that is one leaf."""
    return tree.text if isinstance(tree, Leaf) else text_of(tree.parts[0])


def _titles(tree: Node | Leaf) -> Iterator[str]:
    if isinstance(tree, Leaf):
        return
    if tree.rule == "titled_card":
        yield text_of(tree)
    for part in tree.parts:
        yield from _titles(part)


def with_card(store: Store, title: str, zone: tuple[Value, ...]) -> Store:
    """The table with one more card of the title in the zone."""
    number = store.get(("printed", title), 0)
    held = store.get(zone, ())
    assert isinstance(number, int) and isinstance(held, tuple)
    return store.put(("printed", title), number + 1).put(zone, (*held, (title, number + 1)))


def _held(store: Store, title: str, zone: tuple[Value, ...]) -> Value:
    held = store.get(zone, ())
    cards = held if isinstance(held, tuple) else ()
    return next((c for c in cards if isinstance(c, tuple) and c[0] == title), None)


def found_card(store: Store, title: str, seat: int | None = None) -> Value:
    """A card of the title: one coming into play, one in the player's hand, one elsewhere on the table."""
    for key, value in store.items():
        if key[0] == "coming" and value is True and isinstance(key[1], tuple) and key[1][0] == title:
            return key[1]
    own = _held(store, title, ("zone", "hand", seat)) if seat is not None else None
    if own is not None:
        return own
    zones = sorted((k for k, _ in store.items() if k[0] == "zone"), key=lambda k: (k[1] == "deck", repr(k)))
    return next((c for z in zones if (c := _held(store, title, z)) is not None), None)
