"""Scenes: statements as read, and what a game makes of them: placings, deeds, selections and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

from checker.kernel.game import Authority, Card
from checker.kernel.position import AtTable, Store
from checker.kernel.record import Record
from checker.kernel.source import Node, Place, Problem
from checker.kernel.term import Value

TableChange: TypeAlias = Callable[[Store], Store]
"""What gives the table after from the table before."""


class Sight(Protocol):
    """What a question sees of a way on which a scene went: the table there, the one on which it began, and the rules."""

    rules: Any
    branch: Any
    store: Store
    start: Store

    @property
    def context(self) -> AtTable:
        """The table under the rules."""

    @property
    def moment(self) -> str:
        """The moment at which players may act."""

    def events(self, *acts: str, about: Value = None) -> list[tuple[Value, ...]]:
        """What has happened by these acts, or by any, and to the thing, if one is named."""

    def stands(self) -> bool:
        """An illegal act stands."""

    def holds(self, fact: str, *args: Value) -> bool | None:
        """Whether the fact holds; None where that is open."""

    def prevented(self, store: Store, *event: Value) -> bool:
        """Whether a norm would keep the event from happening on the table."""

    def forbidding(self, act: str, args: tuple[Value, ...]) -> tuple[str, ...]:
        """The clauses by which norms forbid the act."""

    def permits(self, act: str, args: tuple[Value, ...]) -> bool:
        """A norm allows the act, or demands it."""

    def barred(self, title: str, act: str, args: tuple[Value, ...]) -> bool:
        """Whether norms keep what the text of the card has a player do from being done."""

    def coming(self) -> tuple[Value, ...]:
        """The cards that are coming into play and may be answered."""

    def ahead(self, procedure: str) -> list[Store]:
        """Every table to which the procedure would lead."""

    def surely(self, card: Value, kind: str) -> bool:
        """Whether the card is known to be of the kind."""

    def names_somebody(self, card: Value) -> bool:
        """Whether the text of the card speaks of a player whom its player names."""

    def left_open(self, what: str, clauses: tuple[str, ...] = ()) -> None:
        """Raises Undecided unless it is decided what nothing says."""


class Arrange(Record):
    """The table is as stated."""

    apply: TableChange


class Close(Record):
    """The moments of that name come to an end, after the acts that `left` names for whoever has not acted, or after
    those that `forbidden` names where the rules forbid the first of them; if it names none, they cannot come to an end.
    Where what somebody did was illegal and is taken back, those that `undone` names go before the latter. Instead of the
    first that `left` names, the other that `unsure` gives for it may have been done as well.

    Where no moment is named, every response that is still possible is let go by.
    If play does not get there by itself, what each `before` names comes to an end first, as far as the rules allow
    its acts; at the moment `untold`, when nothing was told of what lies between, play goes on at step `then`.
    """

    moments: tuple[str, ...]
    text: str = ""
    left: Callable[[Store], tuple[tuple[str, tuple[Value, ...]], ...]] | None = None
    forbidden: Callable[[Store], tuple[tuple[str, tuple[Value, ...]], ...]] | None = None
    undone: Callable[[Store], tuple[tuple[str, tuple[Value, ...]], ...]] | None = None
    unsure: Callable[[Store, str, tuple[Value, ...]], str] | None = None
    before: tuple[Close, ...] = ()
    untold: str = ""
    then: str = ""


class Refusal(Record):
    """Why what is told cannot be used; `unless_asked`, it can where the next question is whether it is legal."""

    problem: Problem
    unless_asked: bool = False


class Deed(Record):
    """Somebody acts: the act with its arguments, found from the table at that moment.

    `first` is what ends before it, `instead` a moment at which the words mean another act; what may be
    done at `any_time` is not tied to a moment, `lacking` says why it may be impossible, and `granted` gives
    the player what is lacking. What it `betrays` of the table was so before it. What is only `tried` may also
    turn out to be illegal where nothing says whether it is. It may have come about `already`, because the rules
    forced it. What `shown` names comes to an end where the scene goes on to what comes of the act, what
    `untold` names before it where it is not allowed earlier. What is `refused` on every way is bad input.
    """

    act: str
    instance: Callable[[Any], tuple[Value, ...] | None]
    text: str = ""
    first: Close | None = None
    instead: tuple[str, str, tuple[Value, ...]] | None = None
    any_time: bool = False
    lacking: str = ""
    already: Callable[[Any], bool] | None = None
    tried: bool = False
    shown: Close | None = None
    granted: Callable[[Store], Store] | None = None
    betrays: Callable[[Store], Store] | None = None
    untold: Close | None = None
    refused: Callable[[Any], Refusal | None] | None = None


class Insisted(Record):
    """What a player chooses though it is not allowed: things with their sorts, one for each choice, with nothing
    where none is made (of an empty sort for any choice).

    The acts come after that if they are `on_top`, and alone where the player has nothing to choose.
    """

    who: Value
    things: tuple[tuple[str, Value], ...]
    acts: tuple[tuple[Value, ...], ...]
    on_top: bool = False


class Select(Record):
    """A branch goes on only where this holds of it, after deeds that bring it about.

    With `moment`, the table is changed by `apply` when that moment comes; by `after` once it holds.
    What `then` names comes to an end if it does not hold before; `otherwise` are deeds for a scene of
    which it holds in no branch. `retold` gives an event that is now known better, by its number; `lacking`
    says why it may be impossible, `because` looks at what makes it so, `card` has what is said of it.
    Of several branches those are kept of which `rather` holds, if there are any. `learnt` is the table as it is
    known then. What holds of no branch is illegal if it can be `insisted` on and clauses are `against` it; before that
    each deed that is `untold` and may bring it about is supposed, but where the only thing of its sort is spoken of
    (`alone`) none that brings further things into play.
    """

    holds: Callable[[Any], bool]
    first: tuple[Deed, ...] = ()
    text: str = ""
    moment: str = ""
    apply: Callable[[Store], Store] = lambda store: store
    deeds_only: bool = False
    after: Callable[[Store], Store] | None = None
    then: Close | None = None
    otherwise: tuple[Deed, ...] = ()
    retold: Callable[[Any], tuple[int, tuple[Value, ...]]] | None = None
    lacking: str = ""
    because: Callable[[Any], object] | None = None
    card: str = ""
    rather: Callable[[Any], bool] | None = None
    learnt: Callable[[Any], Store] | None = None
    insisted: Callable[[Any], Insisted | None] | None = None
    against: Callable[[Any], tuple[str, ...]] = lambda view: ()
    untold: Callable[[Any], tuple[Deed, ...]] | None = None
    alone: bool = False


class MayQuestion(Record):
    """Whether one of the instances of the act is allowed; where there is none, `granted` gives what is lacking.

    What else could be done is `possible`. Where there is no instance, another act may be meant `instead`.
    """

    act: str
    instances: Callable[[Any], tuple[tuple[Value, ...], ...]]
    granted: Callable[[Store], Store] | None = None
    possible: Callable[[Any], tuple[tuple[Value, ...], ...]] | None = None
    instead: Callable[[Any], MayQuestion | None] | None = None

    def here(self, view: object) -> MayQuestion:
        """The question about the act that is meant on the branch."""
        return self if self.instead is None or self.instances(view) else self.instead(view) or self


class MustQuestion(Record):
    """Whether one of the wanted acts has to be done; `possible` are all that could be, told apart by `named`."""

    act: str
    wanted: Callable[[Any], tuple[tuple[Value, ...], ...]]
    possible: Callable[[Any], tuple[tuple[Value, ...], ...]]
    named: Callable[[tuple[Value, ...]], Value]

    def asked(self, view: object) -> Callable[[tuple[Value, ...]], bool]:
        """Whether an instance is one of the wanted acts, whatever those leave out."""
        names = {self.named(i) for i in self.wanted(view)}
        return lambda instance: any(_covers(name, self.named(instance)) for name in names)


def _covers(name: Value, other: Value) -> bool:
    """The other is what the name says, with anything in the place of what it leaves out."""
    if not isinstance(name, tuple) or not isinstance(other, tuple) or len(name) != len(other):
        return name == other
    return all(told is None or told == there for told, there in zip(name, other, strict=True))


class Ask(Record):
    """A question about the position and the way to it; the answer is in words.

    One `of_legality` has an answer also where the last act was illegal; what is asked `so_far` may still change as
    play goes on; one `beyond` a moment is about what comes after it, one asked `here` about the moment itself, also one
    that goes by of itself if it is so `now`, or one of `each` question that it is made of is about it. What an answer
    is `also` called may be expected too. What is asked of all players is asked `apiece` of each, by their names.
    """

    answer: Callable[[Any], str]
    of_legality: bool = False
    so_far: bool = False
    beyond: Close | None = None
    here: bool = False
    also: Callable[[str], str] | None = None
    now: Callable[[Any], bool] | None = None
    each: tuple[MayQuestion | MustQuestion, ...] = ()
    apiece: tuple[tuple[str, Item], ...] = ()


def yes(value: object) -> str:
    """The answer in words to whether something is so."""
    return "yes" if value else "no"


def by_name(players: str) -> str:
    """The players by their names, who are told as they sit."""
    return ", ".join(sorted(players.split(", ")))


class WhatHappens(Record):
    """The course of play itself."""


Form: TypeAlias = Arrange | Deed | Select | Close | MayQuestion | MustQuestion | Ask | WhatHappens


class Raw(Record):
    """One statement as written."""

    text: str
    place: Place
    whole: str

    def problem(self, message: str, hint: str = "") -> Problem:
        """What is wrong with the statement."""
        return Problem(self.place, message, self.whole, hint)


class Stated(Record):
    """A statement as a function of the game gets it: as it is written, with the players by their seats and the rules."""

    raw: Raw
    names: tuple[str, ...]
    rules: Any


class Expected(Record):
    """What a ruling says the answer is: verdict, value, clauses that must be cited, and those `by` which it is so.

    Each group of clauses wants one of its members; the answer comes `after` steps that read so. What is `asked` is the
    question as players ask it, where the publisher wants it answered for all.
    """

    verdict: str = ""
    value: str = ""
    because: tuple[tuple[str, ...], ...] = ()
    by: tuple[tuple[str, ...], ...] = ()
    after: tuple[str, ...] = ()
    asked: str = ""

    @property
    def clauses(self) -> tuple[tuple[str, ...], ...]:
        """Every group of clauses that is expected, as cited or as deciding."""
        return (*self.because, *self.by)


class Item(Record):
    """A statement with its tree and, for a question, what is expected."""

    raw: Raw
    tree: Node
    expected: Expected | None = None

    @property
    def said(self) -> Node:
        """The phrase itself, without the mark of a question."""
        found = self.tree.parts[0]
        assert isinstance(found, Node)
        if found.rule == "question":
            found = found.parts[0]
            assert isinstance(found, Node)
        return found


class Scene(Record):
    """A scene as read: players in seating order, items in order; `content` is a name for all that, where it was made."""

    title: str
    players: tuple[str, ...]
    items: tuple[Item, ...]
    cards: tuple[Card, ...]
    amendments: tuple[str, ...]
    place: Place
    disputed: str = ""
    content: str = ""
    authority: Authority = Authority()


class OwnReading(Protocol):
    """What a game has in Python for the reading of a scene: on the table is `laid` what the statements say of it.

    Of the moments that are `forced`, `untold` or `passing`, the first pass when nothing but the course of play is asked about, the second
    end before what came of all is asked, the last before what is done at another moment.
    """

    forced: tuple[str, ...] = ()
    untold: Close | None = None
    passing: Close | None = None

    def opening(self, laid: TableChange) -> Store:
        """The table before the first event."""

    def others(self) -> Iterator[OwnReading]:
        """The same with something else supposed of what the scene does not tell."""
        return iter(())

    def phase(self, store: Store) -> str:
        """The step of the game before which the scene begins."""
        return "turns"

    def holding(self, store: Store, item: Item) -> Store:
        """The table with what has to be supposed of whoever is asked about."""
        return store
