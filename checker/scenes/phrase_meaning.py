"""What the phrases of a scene mean on its table: acts, duties and numbers of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import product
from typing import TypeVar

import msgspec

from checker.kernel.effect import Event
from checker.kernel.lying_cards import held_card, title_of
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.scene import MustQuestion
from checker.kernel.source import InputError, Leaf, Node, Place, Problem
from checker.kernel.term import All, Call, Cond, Count, Every, Expr, Lit, Some, Undecided, Value, Var
from checker.kernel.trees.number_bounds import refuse_endless
from checker.kernel.trees.two_state import BEFORE
from checker.kernel.trees.walk import calls, free, within
from checker.kernel.untold_hands import ASKED, suppose_asked
from checker.kernel.vocabulary import needed, sort_of
from checker.kernel.zone_terms import INSIDE
from checker.norms.evaluate import Binding, Context, plain
from checker.norms.permissions import Permitted, permission
from checker.norms.rulebook import Rulebook
from checker.scenes.card_lookup import found_card, found_cards
from checker.scenes.copies_meant import asked_about, lying_before, meant, others
from checker.scenes.possible_instances import possible_instances
from checker.scenes.question_view import View
from checker.syntax.lower_norms import Lowering
from checker.syntax.lower_terms import OTHER
from checker.syntax.parts import text_of, titles_in

"""The numbers that are tried where the rules leave all of them."""

MOST_NAMED = 64
"""For so many lists of players' names it is remembered what phrases mean."""
Tree = TypeVar("Tree")
CARD = "the card "
OWNED = "the player's card "
"""Begins the name of what stands for a player's card: the seat and the title come behind it."""


@contextmanager
def asked(view: View, tree: Cond | Expr) -> Iterator[Context]:
    """The table where it is asked what is so: what is relied on there the view relies on."""
    context = view.on(view.store.put(ASKED, True)).context
    for seat in _looked_through(tree, context):
        suppose_asked(context, seat)
    yield context
    view.context.cites.update(context.cites)


def _looked_through(tree: Cond | Expr, context: Context) -> Iterator[Value]:
    """The players in whose hands the tree looks for cards; all of them where it does not name one."""
    over = (q.where for q in within(tree) if isinstance(q, Some | Every | Count | All) and q.sort == "card")
    for call in (c for where in over for c in calls(where) if context.rules.holding(c.fact)):
        named = [a.value for a in call.args if isinstance(a, Lit) and isinstance(a.value, int)]
        yield from named or context.things("player")


class Phrased:
    """The meaning of phrases, with the players of one scene."""

    def __init__(self, rules: Rulebook, names: tuple[str, ...], place: Place) -> None:
        self.rules = rules
        self.names = names
        self.place = place
        self._named: dict[int, tuple[object, frozenset[str]]] = {}

    @cached_property
    def lowering(self) -> Lowering:
        """What the phrases of the game mean, with the players of this scene."""
        known = self.rules.meanings
        if self.names not in known:
            if len(known) >= MOST_NAMED:
                known.clear()
            known[self.names] = Lowering(self.rules.game.vocabulary, self.names, two_state=True)
        made: Lowering = known[self.names]
        return made

    @cached_property
    def _inside(self) -> frozenset[str]:
        """The facts that say whether a card lies in a zone, or any card of a title."""
        return frozenset(INSIDE + z.name for z in self.rules.game.vocabulary.zones if z.cards)

    def seat(self, tree: Node | Leaf) -> int:
        """The seat of the player. Raises InputError for somebody else."""
        if isinstance(tree, Node) and tree.rule != "seat":
            hint = f"the players are {', '.join(self.names)}"
            raise InputError(Problem(self.place, "a player of this scene must be named here", "", hint))
        name = text_of(tree.parts[0] if isinstance(tree, Node) else tree)
        if name not in self.names:
            raise InputError(Problem(self.place, f"`{name}` is no player of this scene", ""))
        return self.names.index(name)

    def fact(self, tree: Node | Leaf) -> Callable[[View], str]:
        """Whether the condition holds, in words; open where that hangs on a hand that nobody tells."""
        cond = self.condition(tree)

        def value(view: View) -> str:
            with asked(view, cond) as context:
                return "yes" if context.holds(cond, self.in_question(cond, view)) else "no"

        return value

    def condition(self, tree: Node | Leaf) -> Cond:
        """The condition that the words state, with cards that titles name."""
        cond = self.grounded(self.lowering.cond(tree))
        self.refuse_endless(cond)
        return cond

    def refuse_endless(self, tree: object) -> None:
        """Raises InputError if numbers are spoken of without saying between what."""
        try:
            refuse_endless(tree)
        except ValueError as error:
            raise InputError(Problem(self.place, str(error))) from None

    def term(self, tree: Node | Leaf) -> Expr:
        """The thing or the number that the words name."""
        return self.grounded(self.lowering.expr(tree))

    def thing(self, tree: Node | Leaf) -> Expr:
        """What the words name; a card on the table where they are its title."""
        found = self.term(tree)
        titled = isinstance(tree, Node) and tree.rule.startswith("titled_card")
        return Var(CARD + str(found.value)) if titled and isinstance(found, Lit) else found

    def one_card(self, tree: Node | Leaf) -> Expr:
        """The card that the words tell from others of its title."""
        return self._card("C", self.lowering.expr(tree))

    def number(self, tree: Node | Leaf) -> Callable[[View], str]:
        """The value of the number, in words; open where no clause gives it one."""
        number = self.grounded(self.lowering.expr(tree))

        def value(view: View) -> str:
            meant = self.in_question(number, view)
            found = view.context.value(number, meant)
            fact = self.rules.facts.get(number.fact) if isinstance(number, Call) else None
            if fact is not None and found is None:
                view.left_open(plain(fact.phrase))
            return view.amount(found)

        return value

    def number_set(self, tree: Node | Leaf, number: int) -> Callable[[Store], Store]:
        """The table with the number as stated, and marked as told where the game asks whether it is."""
        term = self.grounded(self.lowering.expr(tree))

        def apply(store: Store) -> Store:
            if not isinstance(term, Call):
                return store
            context = Context(self.rules, store)
            args = tuple(context.value(a, self.meant(a, context)) for a in term.args)
            head: tuple[Value, ...] = () if term.fact in self.rules.fields else ("stated",)
            mark = self.rules.told_by.get(term.fact)
            told = store.put((mark, *args), True) if mark else store
            return told.put((*head, term.fact, *args), number)

        return apply

    # -- deeds -------------------------------------------------------------------------------

    def deed(
        self, seat: int, tree: Node | Leaf, told: Place | None = None
    ) -> tuple[str, Callable[[View], tuple[Value, ...] | None]]:
        """The act that the words name, and its arguments on a table; none if its card is missing.

        If it is told at a place of a scene, which copies of cards are meant may be open.
        """
        event = self.lowering.effect(Node("command", (tree,)))
        assert isinstance(event, Event)
        return event.act, self._instances(seat, event, tree, told)

    def happening(
        self, tree: Node | Leaf, told: Place | None = None
    ) -> tuple[str, int | None, Callable[[View], tuple[Value, ...] | None]]:
        """The act that is told, the player who does it, if it is done by one, and its arguments on a table."""
        event = self.lowering.effect(Node("event", (tree,)))
        assert isinstance(event, Event)
        first = event.args[0] if event.args and self.rules.acts[event.act].phrase else None
        seat = first.value if isinstance(first, Lit) and isinstance(first.value, int) else None
        return event.act, seat, self._instances(seat, event, tree, told if seat is not None else None)

    def _instances(
        self, seat: int | None, event: Event, tree: Node | Leaf, told: Place | None
    ) -> Callable[[View], tuple[Value, ...] | None]:
        """The arguments of the act on a table, done by the player."""
        letters = [letter for letter, _ in self.lowering.acts[event.act].params]
        titles, named = set(titles_in(tree)), needed(self.lowering.acts[event.act].said)
        exprs = tuple(self.grounded(e) for e in event.args)

        def instances(view: View) -> Iterator[tuple[Value, ...]]:
            args: list[tuple[Value, ...]] = []
            for letter, expr in zip(letters, exprs, strict=True):
                if isinstance(expr, Lit) and isinstance(expr.value, tuple):
                    args.append(_used(view.context, view, *expr.value))
                elif isinstance(expr, Lit) and expr.value in titles and self._sort(letter) == "card":
                    args.append(found_cards(self.rules, view.store, str(expr.value), seat))
                else:
                    value = view.context.value(expr, {**self.meant(expr, view.context), "you": seat})
                    nowhere = value is None and not isinstance(expr, Lit) and letter in named
                    args.append(() if nowhere else (value,))
            titled = [
                at for at, expr in enumerate(exprs) if isinstance(expr, Lit) and self._sort(letters[at]) == "card"
            ]
            return (
                one
                for one in product(*_own_first(view, seat, titled, args))
                if len({one[n] for n in titled}) == len(titled)
            )

        def instance(view: View) -> tuple[Value, ...] | None:
            each = tuple(instances(view))
            ways = tuple(one for one in each if self._allowed(view, event.act, one)) or each
            if told is None or len(ways) < 2:
                return ways[0] if ways else None
            return meant(view, event.act, ways, _titled(exprs, titles), f"{told.line}:{told.column}")

        return instance

    def _allowed(self, view: View, act: str, args: tuple[Value, ...]) -> bool:
        """Some norm allows the act there, for all that is decided."""
        try:
            return isinstance(permission(Context(self.rules, view.store), act, args), Permitted)
        except Undecided:
            return False

    def obliged(self, seat: int, tree: Node | Leaf) -> MustQuestion:
        """Whether the player has to do just that, with whatever copy of a card that is told by its title."""
        act, instance = self.deed(seat, tree)
        event = self.lowering.effect(Node("command", (tree,)))
        assert isinstance(event, Event)
        titled = _titled(tuple(map(self.grounded, event.args)), set(titles_in(tree)))
        return MustQuestion(
            act,
            lambda view: tuple(i for i in (instance(view),) if i is not None),
            lambda view: self.possible(view, act, seat),
            lambda done: by_titles(done, titled),
        )

    def possible(self, view: View, act: str, seat: int) -> tuple[tuple[Value, ...], ...]:
        """Every instance of the act that the player could do, with things left out too."""
        return possible_instances(view.context, act, seat)

    def meant(self, tree: object, context: Context, view: View | None = None) -> Binding:
        """What stands for what on the table: cards by their titles, and the only thing of its sort as `the` one; of another number the one that the game says is meant."""
        named, own = self._names(tree), self.rules.game.vocabulary.sorts
        there = {var: context.things(s.name) for s in own if (var := f"the {s.name}") in named}
        last = {var: self.rules.functions[var] for var in there if var in self.rules.functions}
        return {
            **{var: meant(view) for var, meant in last.items() if view is not None},
            **{var: things[0] for var, things in there.items() if len(things) == 1},
            **on_table(self.rules, named, context.store),
            **{var: self._owned(var, context, view) for var in named if var.startswith(OWNED)},
        }

    def _names(self, tree: object) -> frozenset[str]:
        """The variables of a tree that nothing in it binds: looked for once in each."""
        if isinstance(tree, tuple):
            return frozenset[str]().union(*map(self._names, tree))
        if id(tree) not in self._named:
            self._named[id(tree)] = tree, free(tree)
        return self._named[id(tree)][1]

    def bound(self, tree: object, gaps: dict[str, Expr], view: View) -> dict[str, Value]:
        """What the gaps of a form of the game stand for on the table, and the titles of cards in what it says."""
        there = {name: self._card("C", gap) if _owned_card(gap) else gap for name, gap in gaps.items()}
        meant = self.meant((tree, tuple(there.values())), view.context, view)
        return {**meant, **{name: view.context.value(gap, meant) for name, gap in there.items()}}

    def _owned(self, var: str, context: Context, view: View | None) -> Value:
        """The player's card: with which they did something, or one that lies before them. Raises InputError if there is none."""
        seat, _, title = var.removeprefix(OWNED).partition(" ")
        who = int(seat)
        own = _used(context, view, who, title)
        found = next(iter(own), held_card(context.store, title, ("zone", self.rules.hand, who)))
        if found is None:
            none = f"there is no {f'{title} {OTHER - who}' if who < OTHER else f'other {title}'}"
            message = none if who <= OTHER else f"{self.names[who]} has no {title} there"
            raise InputError(Problem(self.place, message, ""))
        return found

    def in_question(self, tree: object, view: View) -> Binding:
        """The same for what is asked. Raises Undecided where it names a card of which several lie alike."""
        found = self.meant(tree, view.context, view)
        cards = {
            var: found_cards(self.rules, view.store, var.removeprefix(CARD), None)
            for var in found
            if var.startswith(CARD)
        }
        return {**found, **{var: asked_about(view, title_of(c[0]), c) for var, c in cards.items() if len(c) > 1}}

    def _sort(self, letter: str) -> str:
        return sort_of(self.rules.game.vocabulary, letter)

    def grounded(self, tree: Tree) -> Tree:
        """The tree with the titles of cards that stand for cards replaced by variables."""
        if not isinstance(tree, Record) or isinstance(tree, Lit | Var):
            return tree
        if isinstance(tree, Call) and tree.fact.removeprefix(BEFORE) in self._inside and _titles_any(tree.args[0]):
            return msgspec.structs.replace(tree, args=(tree.args[0], *map(self.grounded, tree.args[1:])))
        if isinstance(tree, Call):
            letters = ("C", "") if tree.fact == "is" else self._letters(tree.fact)
            args = tuple(self._card(letter, arg) for letter, arg in zip(letters, tree.args, strict=True))
            return msgspec.structs.replace(tree, args=args)
        parts = {f: getattr(tree, f) for f in tree.__struct_fields__}
        changed = {
            f: tuple(map(self.grounded, part)) if isinstance(part, tuple) else self.grounded(part)
            for f, part in parts.items()
        }
        return msgspec.structs.replace(tree, **changed)

    def _card(self, letter: str, arg: Expr) -> Expr:
        if letter and isinstance(arg, Lit) and isinstance(arg.value, str) and self._sort(letter) == "card":
            return Var(CARD + arg.value)
        if letter and isinstance(arg, Lit) and isinstance(arg.value, tuple):
            return Var(f"{OWNED}{arg.value[0]} {arg.value[1]}")
        return self.grounded(arg)

    def _letters(self, name: str) -> tuple[str, ...]:
        name = name.removeprefix(BEFORE)
        if name in self.rules.fields:
            return self.rules.fields[name].params
        if name in self.rules.facts:
            return tuple(letter for letter, _ in self.rules.facts[name].params)
        return next(z.params for z in self.rules.game.vocabulary.zones if z.name == name)


def _owned_card(thing: Expr) -> bool:
    """What is named is a player's card: the seat and the title."""
    return isinstance(thing, Lit) and isinstance(thing.value, tuple)


def _titles_any(card: Expr) -> bool:
    """The card is told by its title, whosever it is."""
    return isinstance(card, Lit) and not isinstance(card.value, tuple)


def by_titles(act: tuple[Value, ...], titled: list[int]) -> tuple[Value, ...]:
    """The things of an act, those at the places that a title tells as no copy in particular."""
    return tuple(title_of(one) if at in titled and one else one for at, one in enumerate(act))


def _titled(args: tuple[Expr, ...], titles: set[str]) -> list[int]:
    """The places of what is told by a card's title alone."""
    return [at for at, one in enumerate(args) if isinstance(one, Lit) and one.value in titles]


def _used(context: Context, view: View | None, seat: Value, title: Value) -> tuple[Value, ...]:
    """The cards of the title with which the player did something, the latest first; else those that lie before them.

    Where it is the other one, those beside the one to which something was done last; where it has a number, that one.
    """
    if isinstance(seat, int) and seat < OTHER:
        return _of_number(context, title, OTHER - seat)
    events = view.events() if view is not None else []
    if seat == OTHER:
        of_it = (one for e in reversed(events) for one in e[2:] if title_of(one) == title)
        last = next(of_it, None) or found_card(context.rules, context.store, str(title))
        return others(context, title, last)
    done = [e[2] for e in events if len(e) > 2 and e[1] == seat and title_of(e[2]) == title]
    return tuple(dict.fromkeys(reversed(done))) or lying_before(context, seat, title)


def _of_number(context: Context, title: Value, number: int) -> tuple[Value, ...]:
    """The card of the title that was laid out as the one of that number, if it lies where it can be told from others."""
    shut = {z.name for z in context.rules.game.vocabulary.zones if z.ordered}
    return ((title, number),) if any(key[1] not in shut for key in context.store.holding((title, number))) else ()


def _own_first(
    view: View, seat: int | None, named: list[int], args: list[tuple[Value, ...]]
) -> list[tuple[Value, ...]]:
    """The candidates for each argument, those for the first of several named cards such that the player's own come first."""
    if len(named) > 1:
        held = view.store.get(("zone", view.rules.hand, seat), ())
        own = held if isinstance(held, tuple) else ()
        args[named[0]] = tuple(sorted(args[named[0]], key=lambda card: card not in own))
    return args


def on_table(rules: Rulebook, names: frozenset[str], store: Store) -> Binding:
    """What the variables of these names that are for cards stand for on the table."""
    titled = ((name, name.removeprefix(CARD)) for name in sorted(names) if name.startswith(CARD))
    return {name: found_card(rules, store, title) or (title, 0) for name, title in titled}
