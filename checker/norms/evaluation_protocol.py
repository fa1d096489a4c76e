"""What conditions and expressions see of a position, and the functions that they are turned into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from checker.kernel.game import Card
from checker.kernel.term import Value
from checker.kernel.vocabulary import Fact, Field, Functions

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

Binding: TypeAlias = dict[str, Value]
Here: TypeAlias = "Context"
"""A position under rules: what lies where, what there is of each sort, and what norms and kinds make of it."""


ConditionTest: TypeAlias = Callable[["Context", Binding], bool]
ValueReader: TypeAlias = Callable[["Context", Binding], Value]
Match: TypeAlias = Callable[["Context", tuple[Value, ...]], Binding | None]
RangeReader: TypeAlias = Callable[["Context", Binding], tuple[Value, ...]]
Getter: TypeAlias = Callable[["Context", tuple[Value, ...]], Value]


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
