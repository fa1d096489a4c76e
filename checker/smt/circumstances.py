"""What norms ask for of an act or event, and whether two of them ask for the same."""

from __future__ import annotations

from checker.kernel.norm import Must, MustNot, Norm, Pattern, Prevents, Replaces, When
from checker.kernel.term import And, Cond, Lit, Var
from checker.kernel.trees.clause_uses import bounded_in
from checker.kernel.trees.walk import facts_in, of_kind


def within(one: Norm, other: Norm) -> bool:
    """The first asks for something, and the other for all of it in the same words, of the same places of an act."""
    asked = _asked(_spoken_of(one), one.cond)
    return bool(asked) and asked <= _asked(_spoken_of(other), other.cond)


def _spoken_of(norm: Norm) -> Pattern:
    """What the norm forbids or demands, or the event that it tells of."""
    claim = norm.claim
    return claim.act if isinstance(claim, Must | MustNot) else event_of(norm)


def _asked(pattern: Pattern, cond: Cond) -> set[object]:
    """Each thing that the condition asks for of the act, in which variables are places of the act."""
    places = {a.name: at for at, a in enumerate(pattern.args) if isinstance(a, Var)}
    parts = cond.parts if isinstance(cond, And) else (cond,)
    shapes = ((part, _shape(part, places)) for part in parts)
    return {shape for part, shape in shapes if shape != _shape(part, {})}


def _shape(tree: object, places: dict[str, int]) -> object:
    """The tree with places for variables; equal for trees that say the same of the same places."""
    if isinstance(tree, Var):
        return ("place", places[tree.name]) if tree.name in places else tree
    if isinstance(tree, tuple):
        return tuple(_shape(part, places) for part in tree)
    fields = getattr(tree, "__struct_fields__", None)
    return tree if fields is None else (type(tree).__name__, *(_shape(getattr(tree, f), places) for f in fields))


def circumstances(norm: Norm, facts: set[str]) -> set[str]:
    """What the norm asks for: the derived facts, and the words for cards and kinds."""
    pattern = _spoken_of(norm)
    return _words((pattern.args, norm.cond), facts)


def bounded(norm: Norm) -> set[int]:
    """The places of the amounts in what the norm speaks of that it wants to be at least or at most so much."""
    pattern = _spoken_of(norm)
    amounts = bounded_in(norm.cond)
    return {at for at, arg in enumerate(pattern.args) if isinstance(arg, Var) and arg.name in amounts}


def event_of(norm: Norm) -> Pattern:
    """The event that the norm tells of."""
    assert isinstance(norm.claim, Prevents | Replaces | When)
    return norm.claim.event


def _words(tree: object, facts: set[str]) -> set[str]:
    return {*(lit.value for lit in of_kind(tree, Lit) if isinstance(lit.value, str)), *(facts_in(tree) & facts)}
