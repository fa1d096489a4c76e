"""The variables of a tree that nothing in it binds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.kernel.norm import Claim, Gives, Leaves, Modifies, Newer, Replaces, When, about
from checker.kernel.term import All, Count, Every, Some, Sum, Var
from checker.kernel.trees.walk import rebuilt

NONE: frozenset[str] = frozenset()


def bound(claim: Claim) -> frozenset[str]:
    """The variables of what the claim is about."""
    what = about(claim)
    return free(what.args) if what is not None else frozenset({"C"} if isinstance(claim, Newer) else ())


def free(tree: Any) -> frozenset[str]:
    """The variables of a tree that nothing in it binds."""
    if isinstance(tree, tuple):
        return NONE.union(*map(free, tree))
    fields = getattr(tree, "__struct_fields__", None)
    if fields is None:
        return NONE
    if isinstance(tree, Var):
        return frozenset({tree.name})
    if isinstance(tree, Some | Every | Count | Sum | All):
        return (free(tree.where) | (free(tree.of) if isinstance(tree, Sum) else NONE)) - {tree.var}
    if "var" not in fields:
        return NONE.union(*(free(getattr(tree, f)) for f in fields))
    inner = free(tree.body) - {tree.var} if "body" in fields else NONE
    return inner.union(*(free(getattr(tree, f)) for f in fields if f != "body"))


def filled(tree: object, values: Mapping[str, object]) -> Any:
    """The tree with the values in the places of the variables that nothing in it binds."""
    if isinstance(tree, Var):
        return values.get(tree.name, tree)
    inner = {k: v for k, v in values.items() if k != getattr(tree, "var", None)}
    return rebuilt(tree, lambda part: filled(part, inner))


def unsaid(claim: Claim) -> frozenset[str]:
    """The variables in what the claim brings about for which what it is about has no value."""
    match claim:
        case When(event, effect, _) | Replaces(event, effect):
            return free(effect) - free(event)
        case Newer(_, age):
            return free(age) - {"C"}
        case Gives(term, value) | Leaves(term, value) | Modifies(term, _, value):
            return free(value) - free(term)
        case _:  # whatever else is claimed brings nothing about
            return frozenset()
