"""What conditions and expressions see of a position, and the functions that they are turned into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from checker.kernel.game import Card
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import Fact, Field, Functions

Binding: TypeAlias = dict[str, Value]


class Here(Protocol):
    """A position under rules: what lies where, what there is of each sort, and what norms and kinds make of it.

    `cites` are the clauses that were relied on, and what was supposed.
    """

    store: Store
    cites: dict[str, None]

    def things(self, sort: str) -> tuple[Value, ...]:
        """Everything of the sort that exists in this position."""

    def is_kind(self, card: Value, kind: Value) -> bool:
        """Whether the card has the title or is of the kind; open where nothing says."""

    def earlier(self, name: str, args: tuple[Value, ...]) -> Value:
        """The value of a field or fact on the table before."""

    def ruled(self, fact: Fact, args: tuple[Value, ...]) -> Value:
        """What the norms say of the fact: its value, or None if none says anything."""

    def settled(self, name: str, args: tuple[Value, ...]) -> Value:
        """What the condition is that may lead back to itself; open where the circle closes."""

    def giving(self, fact: Fact, args: tuple[Value, ...]) -> tuple[str, ...]:
        """The clauses that say here which thing the fact is, whether or not there is one."""


ConditionTest: TypeAlias = Callable[[Here, Binding], bool]
ValueReader: TypeAlias = Callable[[Here, Binding], Value]
Match: TypeAlias = Callable[[Here, tuple[Value, ...]], Binding | None]
RangeReader: TypeAlias = Callable[[Here, Binding], tuple[Value, ...]]
Getter: TypeAlias = Callable[[Here, tuple[Value, ...]], Value]


class RuleWords(NamedTuple):
    """What the names in trees stand for: fields, facts with their functions, cards by title; sorts by variable.

    `worded` are the sorts of which the words of the game are all that there is.
    """

    fields: Mapping[str, Field]
    facts: Mapping[str, Fact]
    functions: Functions
    cards: Mapping[str, Card]
    sorts: Mapping[str, str]
    worded: frozenset[str] = frozenset()
