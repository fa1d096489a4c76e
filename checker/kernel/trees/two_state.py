"""Terms about two tables: what is so, and what was so when the scene began, or before a step."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from checker.kernel.record import Record
from checker.kernel.term import Call

T = TypeVar("T")

BEFORE = "before: "
"""Begins the name by which a fact or field is called that is looked up on the table before; no name has a colon."""


def primed(tree: T) -> T:
    """The tree, about the table before; the things that it ranges over are those of now."""
    made: object = _primed(tree)
    return cast(T, made)


def _primed(tree: object) -> object:
    if isinstance(tree, tuple):
        return tuple(map(_primed, tree))
    if not isinstance(tree, Record):
        return tree
    parts: dict[str, object] = {f: _primed(getattr(tree, f)) for f in tree.__struct_fields__}
    if isinstance(tree, Call) and tree.fact != "is" and not tree.fact.startswith(BEFORE):
        parts["fact"] = BEFORE + tree.fact
    return msgspec.structs.replace(tree, **parts)
