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
    found: set[str] = set()
    _gather(tree, found)
    return frozenset(found)


def _gather(tree: object, found: set[str]) -> None:
    """The variables of the tree that nothing in it binds are among those found."""
    if isinstance(tree, tuple):
        for part in tree:
            _gather(part, found)
        return
    fields = getattr(tree, "__struct_fields__", None)
    if fields is None:
        return
    if isinstance(tree, Var):
        found.add(tree.name)
        return
    if isinstance(tree, Some | Every | Count | Sum | All):
        found |= free((tree.where, tree.of if isinstance(tree, Sum) else ())) - {tree.var}
        return
    binds = "var" in fields
    for name in fields:
        if binds and name == "body":
            found |= free(getattr(tree, name)) - {getattr(tree, "var", "")}
        else:
            _gather(getattr(tree, name), found)


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
