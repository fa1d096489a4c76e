"""What the vocabulary declares for the kernel to know: what a field marks, which function answers a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.kernel.vocabulary import ANSWERABLE, GOAL, NAMED, Field

_RESULTS = {ANSWERABLE: "condition", NAMED: "player", GOAL: ""}


def marking(field: Field, others: Iterable[Field], ranges: Callable[[str], str]) -> Field:
    """The field. Raises ValueError if it cannot mark what it is declared to."""
    if not field.marks:
        return field
    if field.marks not in _RESULTS:
        known = ", ".join(f"`marks {m}`" for m in _RESULTS)
        raise ValueError(f"nothing can be marked as `{field.marks}`; a field can say {known}")
    if len(field.params) != 1 or ranges(field.params[0]) == "player":
        raise ValueError(f"what marks {field.marks} is about one thing, so its phrase has one gap, for no player")
    result = _RESULTS[field.marks]
    if result and field.result != result:
        raise ValueError(f"what marks {field.marks} is a {result}, not a {field.result}")
    other = next((f.name for f in others if f.marks == field.marks), None)
    if other is not None and field.marks != ANSWERABLE:
        raise ValueError(f"the field `{other}` marks {field.marks} already")
    return field


def function_of(by: str, name: str) -> str:
    """The function that answers the fact of that name, from what its line `by` says: the one called alike, unless it says."""
    return (by.removeprefix("function").strip() or name) if by.partition(" ")[0] == "function" else ""
