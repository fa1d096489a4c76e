"""What a question sees: the table, the way that led to it, and the rules."""

from __future__ import annotations

from copy import copy
from enum import Enum, auto

from checker.kernel.effect import (
    Choose,
    Effect,
    Event,
    If,
    Pick,
    Run,
    Then,
    Under,
)
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.term import All, Kind, Option, Point, Undecided, Value, Var
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import answered_by, sort_of, sorts
from checker.norms.alterations import alteration
from checker.norms.counts import prevailing, stated
from checker.norms.evaluate import Context
from checker.norms.permissions import STANDS, Forbidden, Permitted, against, of_illegal_act, permission
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import UNKNOWN, unknown, what_is_missing
from checker.norms.windows import coming
from checker.run.branches import Branch, Took
from checker.run.lookahead import ahead
from checker.run.progress import Line

COPIES = "copies of "
_TRIED = ("permission", "unregulated")

NAMED = Var("named")
"""Whom the player of a card names."""


class NotStated(Exception):
    """There is no answer on this branch; branches differ so that the verdict is SILENT."""


class View:
    """A branch at the place of a question; `start` is the table on which the scene began.

    What the `hidden` lines tell is left out; what was prevented or replaced by the `happening` lines is seen to happen.
    """

    def __init__(
        self,
        rules: Rulebook,
        branch: Branch,
        start: Store,
        hidden: tuple[Line, ...] = (),
        happening: tuple[Line, ...] = (),
    ) -> None:
        self.rules = rules
        self.branch = branch
        self.store = branch.position.store
        self.start = start
        self.context = Context(rules, self.store, start)
        self.hidden = hidden
        self.happening = happening
        self.looked_back = False
        self.looked_for: set[Value] = set()

    def on(self, store: Store) -> View:
        """The same place of a question on another table, of which nothing has been relied on yet."""
        other = copy(self)
        other.branch, other.store = self.branch.on(store), store
        other.context = Context(self.rules, store, self.start)
        return other

    @property
    def moment(self) -> str:
        """The moment at which players may act."""
        return self.branch.moment

    def events(self, *acts: str, about: Value = None) -> list[tuple[Value, ...]]:
        """What has happened since the scene began by these acts, or by any, and to the thing, if one is named; in order."""
        self.looked_back = True
        self.looked_for.add(about)
        seen = (line for line in self.branch.back(*acts, about=about) if line not in self.hidden)
        return [line.event[1:] if line in self.happening else line.event for line in seen]

    def stands(self) -> bool:
        """An illegal act stands of which no clause says what becomes of it."""
        return STANDS in self.options_of_illegal_acts()

    def options_of_illegal_acts(self) -> tuple[Value, ...]:
        """What became of each illegal act of which no clause says that."""
        took = (e for e in self.branch.forks() if isinstance(e, Took))
        return tuple(e.option.value for e in took if of_illegal_act(e.point))

    def allowed(self) -> bool:
        """Whether the last act that the scene tells was allowed. Raises Undecided where no clause says."""
        if self.branch.illegal:
            return False
        tried = next(reversed(tuple(self.branch.back(*_TRIED))), None)
        return tried is None or tried.event[0] == "permission" or self.unregulated(str(tried.event[1]))

    def unregulated(self, act: str) -> bool:
        """Whether what no clause allows or forbids may be done. Raises Undecided unless that is decided."""
        key = ("option", "unregulated", act)
        chosen = self.store.get(key)
        if chosen is None:
            options = (
                Option(False, "what no clause allows is forbidden"),
                Option(True, "what no clause forbids is allowed"),
            )
            text = "no clause allows or forbids it"
            raise Undecided(Point(f"whether this may be done: {act}", Kind.SILENT, key, options, (), text))
        return chosen is True

    def prevented(self, store: Store, *event: Value) -> bool:
        """Whether a norm would keep the event from happening on the table, with its clauses relied on."""
        context = self.context.at(store)
        found = alteration(context, str(event[0]), event[1:])
        self.context.cites.update(context.cites)
        return found is not None and found.instead is None

    def forbidding(self, act: str, args: tuple[Value, ...]) -> tuple[str, ...]:
        """The clauses by which norms forbid the act; none where they do not, or where that is open."""
        try:
            ruling = permission(self.context, act, args)
        except Undecided:
            return ()
        return ruling.by if isinstance(ruling, Forbidden) else ()

    def permits(self, act: str, args: tuple[Value, ...]) -> bool:
        """A norm allows the act, or demands it. Raises Undecided where norms disagree and neither goes before the other."""
        return isinstance(permission(self.context, act, args), Permitted)

    def barred(self, title: str, act: str, args: tuple[Value, ...]) -> bool:
        """Whether norms keep what the text of the card has a player do from being done, with their clauses relied on.

        Raises Undecided where the text and a norm disagree and neither goes before the other.
        """
        by = against(self.context, act, args, title)
        self.context.cites.update(dict.fromkeys(by))
        return bool(by) or self.prevented(self.store, act, *args)

    def coming(self) -> tuple[Value, ...]:
        """The cards that are coming into play and may be answered."""
        return coming(self.rules, self.store)

    def holds(self, fact: str, *args: Value) -> bool | None:
        """Whether the fact holds; None where that is open."""
        try:
            return Context(self.rules, self.store).fact(fact, *args) is True
        except Undecided:
            return None

    def ahead(self, procedure: str) -> list[Store]:
        """Every table to which the procedure would lead from here, as players and chance choose.

        Raises Undecided at an open point.
        """
        return ahead(self.context, Run(procedure))

    def surely(self, card: Value, kind: str) -> bool:
        """Whether the card is known to be of the kind."""
        known = self.rules.cards.get(title_of(card))
        return known is not None and kind in known.kinds

    def names_somebody(self, card: Value) -> bool:
        """Whether the text of the card speaks of a player whom its player names."""
        known = self.rules.cards.get(title_of(card))
        return known is not None and mentions_somebody(known.text)

    @property
    def _brings(self) -> frozenset[str]:
        """The facts that say whether a card can send a thing somewhere."""
        return answered_by(self.rules.game.vocabulary, "can bring")

    def nameable(self, act: str, args: tuple[Value, ...]) -> bool | None:
        """Whether the card lets its player name the one who is named: None if no clause says."""
        use = card_use(self.rules, act, args)
        known = self.rules.cards.get(title_of(use.card)) if use is not None and use.named is not None else None
        if use is None or known is None:
            return True
        if known.clauses:
            self.context.cites.update(dict.fromkeys(self.rules.stated(known.clauses)))
        found = accepts(self.context, known.text, use.env(), use.named)
        if found is Naming.NONE:
            target = next((thing for _, thing in use.things), None)
            bringing = (use.card, target, use.player, use.named)
            return self.names_somebody(use.card) or any(context_holds(self.context, f, *bringing) for f in self._brings)
        if found is Naming.NO and known.assumed:
            return None  # no clause excludes what an assumed text excludes
        return {Naming.YES: True, Naming.NO: False}.get(found)

    def count(self, of: str) -> str:
        """The number that the clauses state for the thing."""
        card = self.rules.cards.get(of.removeprefix(COPIES)) if of.startswith(COPIES) else None
        counts = stated(self.context, of)
        for count in counts:
            self.context.cites[count.clause] = None
        if counts:
            return self._stated(of, prevailing(self.context, of, counts), counts[0].clause)
        if card is not None:
            if card.copies_source != "assumed" and self._stands(card.copies_source):
                self.context.cites[card.copies_source] = None
                return str(card.copies)
            return self.count("copies of each card") if of != "copies of each card" else "?"
        return "?"

    def _stands(self, source: str) -> bool:
        """The source is no clause, or one of the clauses that stand."""
        return not source.rpartition("-")[2].isdigit() or bool(self.rules.stated((source,)))

    def _stated(self, of: str, number: Value, clause: str) -> str:
        if number is not None:
            return str(number)
        self.left_open(f"the number of {of}", (clause,))
        return "?"

    def amount(self, value: Value) -> str:
        """The number in words. Raises Undecided, or NotStated, where it hangs on what nothing states."""
        if not unknown(value):
            return str(value)
        if what := what_is_missing(self.context, self.rules.compiled.words, value):
            self.left_open(what)
        return UNKNOWN

    def left_open(self, what: str, clauses: tuple[str, ...] = ()) -> None:
        """Raises Undecided unless the open point is decided: nothing says what it is."""
        key = ("option", "not stated", what)
        if key not in self.store:
            options = (Option(1, "nobody can tell", clauses), Option(2, "nobody can tell either", clauses))
            raise Undecided(Point(what, Kind.SILENT, key, options, clauses, f"nothing states {what}"))
        raise NotStated(str(self.store.get(key)))


class CardUse(Record):
    """What an act does with a card: who does it, with which, to which things, naming whom."""

    player: Value
    card: Value
    named: Value
    things: tuple[tuple[str, Value], ...]

    def env(self) -> dict[str, Value]:
        """What the words of the card's text stand for."""
        found = {f"the {sort}": thing for sort, thing in self.things}
        return {**found, "you": self.player, "this card": self.card, "named": self.named}


def card_use(rules: Rulebook, act: str, args: tuple[Value, ...]) -> CardUse | None:
    """The use of a card that the act is, if somebody does it and can name somebody by it."""
    words = rules.game.vocabulary
    of = [sort_of(words, letter) for letter, _ in rules.acts[act].params]
    if of[:1] != ["player"] or "card" not in of or "player" not in of[1:]:
        return None
    own = {sort.name for sort in sorts(words)[3:]}
    things = tuple((sort, arg) for sort, arg in zip(of, args, strict=True) if sort in own)
    return CardUse(args[0], args[of.index("card")], args[of.index("player", 1)], things)


def mentions_somebody(effect: Effect) -> bool:
    """The text speaks of a player whom its player names, or may."""
    return any(isinstance(part, Choose | Run) or part == NAMED for part in within(effect))


def context_holds(context: Context, fact: str, *args: Value) -> bool:
    """Whether the fact holds, for a game that has it."""
    return fact not in context.rules.facts or context.fact(fact, *args) is True


class Naming(Enum):
    """Whether a text lets its player name somebody: yes, no, unstated, or nobody is chosen here at all."""

    YES = auto()
    NO = auto()
    UNSTATED = auto()
    NONE = auto()


def accepts(context: Context, effect: Effect, env: dict[str, Value], named: Value) -> Naming:
    """Whether a choice that the text makes here may fall on the named one; unstated if it is a pick nobody states."""
    match effect:
        case Choose(_, _, All(_, "player", _) as over, _):
            values = context.value(over, env)
            return Naming.YES if isinstance(values, tuple) and named in values else Naming.NO
        case Pick(_, _, All(_, "player", _) as over, _):
            values = context.value(over, env)
            return Naming.YES if isinstance(values, tuple) and named in values else Naming.UNSTATED
        case Then(effects):
            found = {accepts(context, e, env, named) for e in effects}
            return next((n for n in (Naming.NO, Naming.UNSTATED, Naming.YES) if n in found), Naming.NONE)
        case If(cond, then, otherwise):
            return accepts(context, then if context.holds(cond, env) else otherwise, env, named)
        case Under(_, inner):
            return accepts(context, inner, env, named)
        case Event(act, args):
            declared = context.rules.acts[act]
            bound = {n: context.value(a, env) for (n, _), a in zip(declared.params, args, strict=True)}
            return accepts(context, declared.body, {**env, **bound}, named)
        case Choose() | Run():
            return Naming.YES
        case _:  # nothing else chooses a player by itself: it names somebody if it speaks of whoever was named
            return Naming.YES if NAMED in within(effect) else Naming.NONE
