"""The one walker of trees: the parts of effects, conditions, terms and whatever else is made of records and tuples.

A question that is about parts alone is a comprehension over `within`; what does something else for some kinds of part
asks `parts_of` and goes on by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from checker.kernel.effect import Event
from checker.kernel.norm import Claim, Gives, Leaves, Modifies, Newer, Replaces, When, about
from checker.kernel.term import All, Call, Count, Every, Some, Sum, Value, Var

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


_astuple = msgspec.structs.astuple
VALUES = frozenset((str, int, bool, type(None)))
"""Most of what stands in a tree is one of these, and has no parts."""
NONE: frozenset[str] = frozenset()


def parts_of(tree: object) -> tuple[Any, ...]:
    """The parts of which the tree is made, in reading order; none if it is a value."""
    if isinstance(tree, tuple):
        return tree
    if isinstance(tree, msgspec.Struct):
        return _astuple(tree)
    return tuple(tree) if isinstance(tree, list) else ()


def within(tree: object) -> Iterator[Any]:
    """Every part of the tree, itself included, in reading order."""
    left = [tree]
    while left:
        part = left.pop()
        yield part
        if type(part) not in VALUES:
            left += parts_of(part)[::-1]


def of_kind(tree: object, kind: type[T]) -> Iterator[T]:
    """The parts of the tree that are of the kind."""
    return (part for part in within(tree) if isinstance(part, kind))


def calls(tree: object) -> Iterator[Call]:
    """Every fact and field that the tree asks for."""
    return of_kind(tree, Call)


def facts_in(tree: object) -> frozenset[str]:
    """The facts and fields of which the tree speaks."""
    return frozenset(call.fact for call in calls(tree))


def acts_in(tree: object) -> frozenset[str]:
    """The acts of the events in the tree."""
    return frozenset(event.act for event in of_kind(tree, Event))


def clauses_in(tree: object) -> frozenset[str]:
    """The clauses that anything in the tree rests on."""
    return frozenset(clause for part in within(tree) for clause in getattr(part, "clauses", ()))


def letters_in(tree: object) -> frozenset[str]:
    """The variables that stand anywhere in the tree."""
    return frozenset(var.name for var in of_kind(tree, Var))


def reachable(starts: Iterable[K], leads: Callable[[K], Iterable[K]]) -> Iterator[K]:
    """The starts and all that they lead to, however far, each once."""
    found = dict.fromkeys(starts)
    left = list(found)
    while left:
        one = left.pop()
        yield one
        new = dict.fromkeys(other for other in leads(one) if other not in found)
        found |= new
        left += new


def renamed(value: Value, names: Mapping[str, str]) -> Any:
    """The value with the things in it under their new names."""
    if isinstance(value, tuple):
        return tuple(renamed(v, names) for v in value)
    return names.get(value, value) if isinstance(value, str) else value


def rebuilt(tree: object, change: Callable[[object], object]) -> object:
    """The tree with what becomes of each of its parts in their places; a value as it is."""
    if isinstance(tree, tuple):
        return tuple(map(change, tree))
    if isinstance(tree, msgspec.Struct):
        return type(tree)(*(change(part) for part in parts_of(tree)))
    return tree


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
