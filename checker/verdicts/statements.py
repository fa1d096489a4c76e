"""The forms that scenes of every game share; those of a game's own folder go first where they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import TypeAlias

from checker.kernel.game import Procedure
from checker.kernel.lying_cards import held_card, with_card
from checker.kernel.position import Key, Store
from checker.kernel.scene import (
    Arrange,
    Close,
    Deed,
    Form,
    Item,
    OwnReading,
    Scene,
    Select,
    TableChange,
)
from checker.kernel.source import InputError, Leaf, Node, Problem
from checker.kernel.term import Call, Lit, Not, Value
from checker.kernel.trees.course_steps import course_steps
from checker.kernel.trees.walk import facts_in, of_kind
from checker.kernel.vocabulary import LaidOut, sort_of
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.scenes.card_lookup import asks_of_hands, found_card
from checker.scenes.phrase_meaning import Phrased
from checker.scenes.stated_table import StatedTable
from checker.syntax.parts import field_of, text_of, titles_in
from checker.syntax.scene_forms import CHOSEN, OF_EACH, PLACED, QUESTION, SETUP, TOLD, of_whom
from checker.verdicts.said_once import PLACING, NamedThings, SaidOnce
from checker.verdicts.scene_interpreter import SceneReading
from checker.verdicts.shared_questions import GUESSED, SharedQuestions, all_gaps, came, gaps, made, makes
from checker.verdicts.told_choices import ToldChoices, told_event

OwnForms: TypeAlias = Callable[[Scene], OwnReading]
"""What a game has in Python for the reading of a scene."""


class SceneStatements:
    """The forms of one scene; `own` reads what only this game knows, or is None."""

    def __init__(self, rules: Rulebook, scene: Scene, make_own: OwnForms | None = None) -> None:
        self.rules = rules = rules.with_cards(scene.cards)
        self.scene = scene
        self.names: tuple[str, ...] = scene.players
        self.own = make_own(scene) if make_own else None
        placed = [item.said.rule.partition("__")[0] in PLACED for item in scene.items]
        self.first = [*placed, False].index(False)
        self.forced = self.own.forced if self.own else ()
        self.untold = self.own.untold if self.own else None
        self.passing = self.own.passing if self.own else None
        self.stated: frozenset[Key] | None = None
        self.phrased = Phrased(rules, scene.players, scene.place)
        self.questions = SharedQuestions(self.phrased, self.untold, self.passing, self.holding)
        self.choices = ToldChoices(self.phrased, scene, self.form)
        self._known: dict[int, tuple[Item, Form]] = {}

    def opening(self) -> Store:
        """The table before the first event."""
        bare = self._bare()
        store = self.own.opening(self._laid_out) if self.own else self._laid_out(bare)
        if self.own is None:
            self.stated = frozenset(key for key, _ in store.changes(bare))
        done: list[tuple[object, ...]] = []
        for item in self.scene.items:
            inner = item.said
            if inner.rule in ("did", "ask_may", "ask_must"):
                seat = self.phrased.seat(inner.parts[0])
                act = self.phrased.deed(seat, inner.parts[1])[0]
                store = self._supplied(store, seat, act, inner.parts[1], done if inner.rule == "did" else [])
            elif inner.rule in ("ask_who_may", "ask_who_must"):
                for seat in range(len(self.names)):
                    store = self._supplied(store, seat, self.phrased.deed(seat, inner.parts[0])[0], inner.parts[0], [])
            elif inner.rule == "happens":
                act, who, _ = self.phrased.happening(inner.parts[0])
                store = self._supplied(store, who, act, inner.parts[0], done) if who is not None else store
        if (guessed := store.get(GUESSED)) and (first := self._first_to_act()) is not None:
            store = store.put((guessed,), first).put(GUESSED, False)
        self._in_the_box(store)
        return StatedTable(self.rules, self.phrased, self.scene.place).filled(store) if self.own is None else store

    def _laid_out(self, store: Store) -> Store:
        """The table with what is said of it in words of every game. Raises InputError for what is said in two ways."""
        once = SaidOnce(self.rules)
        for item in self._where_first(self.scene.items[: self.first]):
            form, rule = self.form(item), item.said.rule
            assert isinstance(form, Arrange)
            if rule.startswith(SETUP) and makes(self.phrased, item, self._setup(item)):
                store = form.apply(store)
            elif rule.startswith(SETUP) and not (setup := self._setup(item)).function:
                store = once.set_up(item, store, form.apply, self._named(item, store), setup.does)
            else:
                store = once.stated(item, store, form.apply)
        return store

    def _setup(self, item: Item) -> LaidOut:
        """What the game says of the setup that the statement is."""
        return self.rules.game.vocabulary.setups[int(item.said.rule.split("__")[1])]

    def _named(self, item: Item, store: Store) -> NamedThings:
        """What the words of a setup name."""
        words, there = gaps(self.phrased, item.said), Context(self.rules, store)
        meant = self.phrased.meant(tuple(words.values()), there)
        return frozenset(
            (sort_of(self.rules.game.vocabulary, name), there.value(thing, meant)) for name, thing in words.items()
        )

    def _where_first(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """The statements, those first that say where things lie: of these the others speak."""
        placing = tuple(i for i in items if self._places(i))
        return (*placing, *(i for i in items if i not in placing))

    def _places(self, item: Item) -> bool:
        """The statement says where something lies."""
        rule = item.said.rule
        return rule.startswith(PLACING) or (rule.startswith(SETUP) and makes(self.phrased, item, self._setup(item)))

    def _first_to_act(self) -> int | None:
        """The first who does something, of those of whom statements of every game tell."""
        for item in self.scene.items:
            inner = item.said
            if inner.rule == "did":
                return self.phrased.seat(inner.parts[0])
            if inner.rule == "happens" and (seat := self.phrased.happening(inner.parts[0])[1]) is not None:
                return seat
        return None

    def others(self) -> Iterator[SceneReading]:
        """The same scene with something else supposed of what it does not tell."""
        for own in self.own.others() if self.own else ():
            other = copy(self)
            other.own, other._known = own, {}
            yield other

    def _in_the_box(self, store: Store) -> None:
        """Raises InputError if more copies of a card, or pieces that are counted, are on the table than there are known to be."""
        for key, there in store.entries("printed"):
            title, card = str(key[1]), self.rules.cards.get(key[1])
            if card is not None and card.boxed is not None and isinstance(there, int) and there > card.boxed:
                told = [i for i in self.scene.items if Leaf("KIND", title) in of_kind(i.tree, Leaf)]
                self._too_many(f"{there} copies of {title}", card.boxed, card.copies_source, told)
        for sort in self.rules.game.vocabulary.sorts:
            there = len(store.things(sort.name))
            for count in self.rules.game.counts if sort.piece else ():
                if count.of == sort.piece and count.number is not None and there > count.number:
                    told = [i for i in self.scene.items[: self.first] if i.said.rule.startswith(SETUP)]
                    self._too_many(f"{there} {sort.piece}", count.number, count.clause, told)

    def _too_many(self, there: str, known: int, by: str, told: list[Item]) -> None:
        """Raises InputError at the last of what tells of them."""
        raw = told[-1].raw if told else None
        cited = f" [{by}]" if self.rules.stated((by,)) else ""
        message = f"{there}; there {'is' if known == 1 else 'are'} only {known}{cited}"
        raise InputError(Problem(raw.place if raw else self.scene.place, message, raw.whole[:300] if raw else ""))

    def _bare(self) -> Store:
        store = Store().put(("seats",), len(self.names)).put(("names",), self.names)
        zones = [z for z in self.rules.game.vocabulary.zones if z.cards]
        held = any(z.held for z in zones) or (not zones and self.rules.game.cards)
        for seat in range(len(self.names)) if held else ():
            store = store.put(("unknown hand", seat), True)
        return store

    def _supplied(self, store: Store, seat: int, act: str, deed: Node | Leaf, done: list[tuple[object, ...]]) -> Store:
        """The table on which a player whose hand is not known holds the cards that a deed of theirs names.

        What needs a card in hand and is told again is done with one card each time; `done` is what was told before.
        Where every copy is on the table already, one of these is meant, and so where one is and nothing says that the
        deed is done with a card of a hand.
        """
        there_too = self.own is None and not asks_of_hands(self.rules, act)
        for title in titles_in(deed):
            there, card = store.get(("printed", title), 0), self.rules.cards.get(title)
            assert isinstance(there, int)
            if card is not None and there and there >= card.copies:
                continue
            lies = store.holding(found_card(self.rules, store, title)) if there_too else ()
            if any(zone[1] != self.rules.hand for zone in lies):
                continue
            place = ("zone", self.rules.hand, seat)
            again = (seat, act, title) in done and any(map(self.rules.holding, facts_in(self.rules.acts[act].needs)))
            if store.get(("unknown hand", seat)) and (again or held_card(store, title, place) is None):
                store = with_card(store, title, place)
            done.append((seat, act, title))
        return store

    def holding(self, store: Store, item: Item) -> Store:
        """The table on which whoever is asked about holds the cards that the question speaks of, and is on turn where
        nothing says whose turn it is."""
        whom = of_whom(self.rules.game.vocabulary, item.said)
        if (guessed := store.get(GUESSED)) and whom is not None:
            store = store.put((guessed,), self.phrased.seat(whom))
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
        """What the statement does or asks, always the same. Raises InputError for words that mean nothing here."""
        if id(item) not in self._known:
            self._known[id(item)] = item, self._form(item)
        return self._known[id(item)][1]

    def _form(self, item: Item) -> Form:
        tree = item.said
        parts = tree.parts
        if tree.rule in ("ask_may", "ask_must") and isinstance(parts[1], Node):
            _refuse_nothing(item, parts[1].parts[:1])
        for asked in parts if tree.rule == OF_EACH else (tree,):
            if isinstance(asked, Node) and asked.rule.startswith(QUESTION):
                _refuse_nothing(item, asked.parts)
        match tree.rule:
            case "placed_number":
                return Arrange(self.phrased.number_set(parts[0], int(text_of(parts[1]))))
            case "placed_true":
                return Arrange(self._table(item).made(self.phrased.condition(parts[0])))
            case "placed_false":
                return Arrange(self._table(item).made(Not(self.phrased.condition(parts[0]))))
            case "happens":
                act, seat, instance = self.phrased.happening(parts[0], item.raw.place)
                if seat is not None:
                    free = self.own is not None and act not in self.rules.bound
                    return Deed(act, instance, item.raw.text, any_time=free, untold=self.passing)
                return Select(lambda view: came(view, act, instance(view)), text=item.raw.text)
            case rule if rule.startswith(TOLD):
                return told_event(self.phrased, self.scene, item, self.own is not None, self.passing)
            case "nobody_responds":
                return Close((), item.raw.text)
            case "did":
                act, instance = self.phrased.deed(self.phrased.seat(parts[0]), parts[1], item.raw.place)
                return Deed(act, instance, item.raw.text)
        if tree.rule.startswith(("ask_", QUESTION)):
            return self.questions.asked(item)
        if tree.rule.startswith("placed_having__"):
            return Arrange(self._having(tree))
        if tree.rule.startswith(CHOSEN):
            return self.choices.told(item)
        if tree.rule == "standing_turn" or tree.rule.startswith("standing_step__"):
            from checker.scenes.course.place_of_play import SEAT, STEP

            if tree.rule == "standing_turn":
                return self._standing(item, SEAT, self.phrased.seat(parts[0]))
            return self._standing(item, STEP, course_steps(self.rules.game)[int(tree.rule.split("__")[1])])
        if tree.rule.startswith(SETUP):
            setup = self._setup(item)
            if setup.first:
                self._refuse_late(item)
            if makes(self.phrased, item, setup):
                return Arrange(made(self.phrased, item, setup))
            return Arrange(self._table(item).carried_out(setup, all_gaps(self.phrased, tree), item.raw.whole))
        if tree.rule.startswith("placed_zone") or tree.rule == "placed_empty":
            return self._laid(item, tree)
        if tree.rule == "placed_hand":
            return Arrange(self._hand(item, self.phrased.seat(parts[0]), parts[1]))
        raise InputError(item.raw.problem("this is not known in this game"))

    def _refuse_late(self, item: Item) -> None:
        """Raises InputError for what says where the scene begins, once it has begun."""
        if all(item is not early for early in self.scene.items[: self.first]):
            begun = self.scene.items[self.first].raw.text
            message = f"`{item.raw.text}` says where the scene begins, and it has begun"
            raise InputError(item.raw.problem(message, f"put it before `{begun}`"))

    def nowhere(self) -> InputError:
        """Play can stand nowhere where the scene says that it stands."""
        item = next(i for i in self.scene.items[: self.first] if i.said.rule.startswith("standing_"))
        message = f"`{item.raw.text}` can be so nowhere in the course of play, as the table lies"
        hint = "see the steps with `hexcheck show procedures`; say what must lie where for play to come there"
        return InputError(item.raw.problem(message, hint))

    def _standing(self, item: Item, key: Key, value: Value) -> Form:
        """What the statement says of where play stands. Raises InputError where the scene says otherwise too."""
        self._refuse_late(item)

        def apply(store: Store) -> Store:
            if store.get(key, value) != value:
                message = f"`{item.raw.text}` contradicts what the scene says before"
                raise InputError(item.raw.problem(message, "take one of the two away"))
            return store.put(key, value)

        return Arrange(apply)

    def _table(self, item: Item) -> StatedTable:
        return StatedTable(self.rules, self.phrased, item.raw.place)

    def _laid(self, item: Item, tree: Node) -> Form:
        """What the statement says lies in a zone, named by its phrase or by its name."""
        number = tree.rule.partition("__")[2]
        *place, listed = tree.parts if tree.rule != "placed_empty" else (*tree.parts, tree.parts[0])
        if number:
            zone = Call(self.rules.game.vocabulary.zones[int(number)].name, tuple(self.phrased.term(p) for p in place))
        else:
            zone = field_of(self.phrased.term(place[0]))
        return Arrange(self._table(item).listed(zone, _titles(listed)))

    def _having(self, tree: Node) -> TableChange:
        """The table on which the player has so much of what a number counts, or nothing."""
        who, *many = tree.parts
        term = Node(tree.rule.removeprefix("placed_having__"), (who,))
        return self.phrased.number_set(term, int(text_of(many[0])) if many else 0)

    def _hand(self, item: Item, seat: int, listed: Node | Leaf) -> TableChange:
        zone = next((z for z in (self.rules.hand, "hand") if z in self.rules.zones), None)
        if zone is None:
            hint = 'the vocabulary says where players hold cards: `zone hand "the hand of {P}": cards, held`'
            raise InputError(item.raw.problem("no zone of this game is held by players", hint))
        return self._table(item).listed(Call(zone, (Lit(seat),)), _titles(listed))


def _titles(listed: Node | Leaf) -> tuple[str, ...]:
    """The titles of the cards in a list of them."""
    parts = listed.parts if isinstance(listed, Node) and listed.rule == "some_cards" else ()
    return tuple(text_of(p) for p in parts)


def _refuse_nothing(item: Item, named: tuple[Node | Leaf, ...]) -> None:
    """Raises InputError where an act is asked about that is done to nothing, or something is asked of nothing."""
    if any(isinstance(one, Node) and one.rule.startswith("nothing") for one in named):
        hint = "whether somebody may let the moment pass is asked in words of its own, for instance `may NAME pass the turn?`"
        raise InputError(item.raw.problem("`nothing` is no card to ask about", hint))
