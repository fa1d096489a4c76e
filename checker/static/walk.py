"""The parts of a tree of effects, conditions and terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.term import Call


def within(tree: Any) -> Iterator[Any]:
    """Every part of the tree, itself included."""
    yield tree
    for part in tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]:
        yield from within(part)


def calls(tree: Any) -> Iterator[Call]:
    """Every fact and field that the tree asks for."""
    return (t for t in within(tree) if isinstance(t, Call))
