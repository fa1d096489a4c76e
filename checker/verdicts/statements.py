"""The forms that scenes of every game share; those of a game's own folder go first where they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy

import msgspec

from checker.kernel.game import Procedure
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Ask, Deed, Form, Item, MayQuestion, Scene, WhatHappens
from checker.kernel.source import InputError, Problem
from checker.kernel.tree import Leaf, Node
from checker.norms.rulebook import Rulebook
from checker.scenes.card_lookup import held_card, text_of, titles_in, with_card
from checker.scenes.phrase_meaning import Phrased
from checker.verdicts.scene_interpreter import SceneReading

SHARED = frozenset({"ask_may", "ask_must", "ask_fact", "ask_number", "ask_what", "did", "placed_number"})
PRONOUNS = ("nobody", "you", "that_player", "named_player", "var_", "field__", "fact__", "count_")


class SceneStatements:
    """The forms of one scene; `own` reads what only this game knows, or is None."""

    def __init__(self, rules: Rulebook, scene: Scene, make_own: Callable[[Scene], SceneReading] | None = None) -> None:
        self.rules = rules
        self.scene = scene
        self.names: tuple[str, ...] = scene.players
        for item in scene.items:
            if item.said.rule not in SHARED:
                _refuse_pronouns(item)
        self.own = make_own(_only_own(scene)) if make_own else None
        self.first = self._first()
        self.forced = self.own.forced if self.own else ()
        self.phrased = Phrased(rules, scene.players, scene.place)
        self._known: dict[int, Form | None] = {id(item): None for item in scene.items}

    def _first(self) -> int:
        own = self.own.first if self.own else 0
        for number, item in enumerate(self.scene.items):
            rule = item.said.rule
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

    # -- the table ---------------------------------------------------------------------------

    def opening(self) -> Store:
        """The table before the first event."""
        store = self.own.opening() if self.own else self._bare()
        for item in self.scene.items[: self.first]:
            if self.own is None or item.said.rule == "placed_number":
                form = self.form(item)
                assert isinstance(form, Arrange)
                store = form.apply(store)
        for item in self.scene.items:
            inner = item.said
            if inner.rule in ("did", "ask_may", "ask_must"):
                store = self._supplied(store, self.phrased.seat(inner.parts[0]), inner.parts[1])
        self._in_the_box(store)
        return store

    def others(self) -> Iterator[SceneReading]:
        """The same scene with something else supposed of what it does not tell."""
        for own in self.own.others() if self.own else ():
            other = copy(self)
            other.own, other._known = own, dict.fromkeys(self._known)
            yield other

    def _in_the_box(self, store: Store) -> None:
        """Raises InputError if more copies of a card are on the table than a clause says there are."""
        for key, there in store.entries("printed"):
            title, card = str(key[1]), self.rules.cards.get(key[1])
            if card is None or not isinstance(there, int) or there <= card.copies:
                continue
            if self.rules.stated((card.copies_source,)):
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
        """The table on which a player whose hand is not known holds the cards that a deed of theirs names.

        Where every copy is on the table already, one of these is meant.
        """
        for title in titles_in(deed):
            there, card = store.get(("printed", title), 0), self.rules.cards.get(title)
            assert isinstance(there, int)
            if card is not None and there and there >= card.copies:
                continue
            if store.get(("unknown hand", seat)) and held_card(store, title, ("zone", "hand", seat)) is None:
                store = with_card(store, title, ("zone", "hand", seat))
        return store

    def holding(self, store: Store, item: Item) -> Store:
        """The table on which whoever is asked about holds the cards that the question speaks of."""
        return self.own.holding(store, item) if self.own else store

    def phase(self, store: Store) -> str:
        """The step of the game's procedures before which the scene begins."""
        if self.own is not None:
            return self.own.phase(store)
        game: Procedure | None = self.rules.procedures.get("game")
        if game is None or not game.steps:
            raise InputError(Problem(self.scene.place, "the game has no procedure `game` with a step", ""))
        return game.steps[0].name

    # -- statements --------------------------------------------------------------------------

    def form(self, item: Item) -> Form:
        """What the statement does or asks; one of the scene always the same. Raises InputError for words that mean nothing here."""
        known = self._known.get(id(item))
        if known is not None:
            return known
        form = self._form(item)
        if id(item) in self._known:
            self._known[id(item)] = form
        return form

    def _form(self, item: Item) -> Form:
        tree = item.said
        parts = tree.parts
        if tree.rule in ("ask_may", "ask_must"):
            _refuse_nothing(item, parts[1])
        match tree.rule:
            case "placed_number":
                return Arrange(self.phrased.number_set(parts[0], int(text_of(parts[1]))))
            case "did":
                act, instance = self.phrased.deed(self.phrased.seat(parts[0]), parts[1])
                return Deed(act, instance, item.raw.text)
            case "ask_may":
                act, instance = self.phrased.deed(self.phrased.seat(parts[0]), parts[1])
                return MayQuestion(act, lambda view: tuple(i for i in (instance(view),) if i is not None))
            case "ask_must":
                return self.phrased.obliged(self.phrased.seat(parts[0]), parts[1])
            case "ask_fact":
                return Ask(self.phrased.fact(parts[0]))
            case "ask_number":
                return Ask(self.phrased.number(parts[0]))
            case "ask_what":
                return WhatHappens()
        if self.own is not None:
            return self.own.form(item)
        if tree.rule == "placed_hand":
            return Arrange(self._hand(self.phrased.seat(parts[0]), parts[1]))
        raise InputError(Problem(item.raw.place, "this is not known in this game", item.raw.whole[:300]))

    def _hand(self, seat: int, listed: Node | Leaf) -> Callable[[Store], Store]:
        parts = listed.parts if isinstance(listed, Node) and listed.rule == "some_cards" else ()
        titles = [text_of(p) for p in parts]

        def apply(store: Store) -> Store:
            store = store.put(("zone", "hand", seat), ()).put(("unknown hand", seat), False)
            for title in titles:
                store = with_card(store, title, ("zone", "hand", seat))
            return store

        return apply


def _refuse_pronouns(item: Item) -> None:
    """Raises InputError where a statement about the table says `nobody` or the like for a player."""
    todo: list[Node | Leaf] = [item.said]
    while todo:
        tree = todo.pop()
        if isinstance(tree, Node):
            if tree.rule.startswith(PRONOUNS):
                message = "a player of this scene must be named here"
                raise InputError(Problem(item.raw.place, message, item.raw.whole[:300], "name one of the players"))
            todo.extend(tree.parts)


def _refuse_nothing(item: Item, deed: Node | Leaf) -> None:
    """Raises InputError where an act is asked about that is done to nothing."""
    first = deed.parts[0] if isinstance(deed, Node) and deed.parts else None
    if isinstance(first, Node) and first.rule.startswith("nothing"):
        hint = "whether somebody may let the moment pass is asked in words of its own, for instance `may NAME pass the turn?`"
        raise InputError(Problem(item.raw.place, "`nothing` is no card to ask about", item.raw.whole[:300], hint))


def _names(item: Item, title: str) -> bool:
    todo: list[Node | Leaf] = [item.tree]
    while todo:
        tree = todo.pop()
        if isinstance(tree, Node):
            todo.extend(tree.parts)
        elif tree.kind == "KIND" and tree.text == title:
            return True
    return False


def _only_own(scene: Scene) -> Scene:
    return msgspec.structs.replace(scene, items=tuple(i for i in scene.items if i.said.rule not in SHARED))
