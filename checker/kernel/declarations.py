"""What a vocabulary declares for the kernel to know: what a field marks, which function answers a fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from checker.kernel.vocabulary import ANSWERABLE, GOAL, HIDDEN_HAND, NAMED, ROUND, UNSEEN, Field

_THING, _PLAYER = (
    "one thing, so its phrase has one gap, for no player",
    "one player, so its phrase has one gap, for one",
)
_NOTHING = "the whole table, so its phrase has no gap"
_MARKS = {
    ANSWERABLE: (_THING, "condition"),
    NAMED: (_THING, "player"),
    GOAL: (_THING, ""),
    ROUND: (_NOTHING, "number"),
    HIDDEN_HAND: (_PLAYER, "condition"),
    UNSEEN: ("", ""),
}
_WHETHER = re.compile(r"whether (.+) is told")


def marking(field: Field, others: Iterable[Field], ranges: Callable[[str], str]) -> Field:
    """The field. Raises ValueError if it cannot mark what it is declared to."""
    if not field.marks:
        return field
    if field.marks not in _MARKS and not _WHETHER.fullmatch(field.marks):
        known = ", ".join(f"`marks {m}`" for m in (*_MARKS, "whether KEY is told"))
        raise ValueError(f"nothing can be marked as `{field.marks}`; a field can say {known}")
    about, result = _MARKS.get(field.marks, ("", "condition"))
    kinds = ["player" if ranges(p) == "player" else "thing" for p in field.params]
    if about and kinds != {_THING: ["thing"], _PLAYER: ["player"], _NOTHING: []}[about]:
        raise ValueError(f"what marks {field.marks} is about {about}")
    if result and field.result != result:
        raise ValueError(f"what marks {field.marks} is a {result}, not a {field.result}")
    other = next((f.name for f in others if f.marks == field.marks), None)
    if other is not None and field.marks not in (ANSWERABLE, UNSEEN):
        raise ValueError(f"the field `{other}` marks {field.marks} already")
    return field


def told_marks(fields: Iterable[Field]) -> dict[str, str]:
    """The field that marks whether a scene tells something, for each key that one does."""
    found = ((_WHETHER.fullmatch(f.marks), f.name) for f in fields)
    return {said[1]: name for said, name in found if said is not None}


def function_of(by: str, name: str) -> str:
    """The function that answers the fact of that name, from what its line `by` says: the one called alike, unless it says."""
    return (by.removeprefix("function").strip() or name) if by.partition(" ")[0] == "function" else ""
