"""Where the clauses of a game are put to use, and what a piece of it mentions."""

from __future__ import annotations

from typing import Any

from checker.kernel.effect import Effect, Say, Under
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.term import Call, Compare, Lit, Var


class Uses(Record):
    """For each clause: what it states, and the steps, cards, acts and open points that cite it."""

    norms: dict[str, tuple[str, ...]]
    counts: dict[str, tuple[str, ...]]
    steps: dict[str, tuple[str, ...]]
    cards: dict[str, tuple[str, ...]]
    acts: dict[str, tuple[str, ...]]
    points: dict[str, tuple[str, ...]]

    def of(self, clause: str) -> tuple[str, ...]:
        """The ways in which the clause is put to use; none if it does nothing."""
        ways = {
            "norm": self.norms,
            "count": self.counts,
            "step": self.steps,
            "card": self.cards,
            "act": self.acts,
        }
        return tuple(name for name, table in ways.items() if clause in table)


def uses(game: Game) -> Uses:
    """Every use of every clause of the game."""
    norms: dict[str, tuple[str, ...]] = {}
    counts: dict[str, tuple[str, ...]] = {}
    steps: dict[str, tuple[str, ...]] = {}
    cards: dict[str, tuple[str, ...]] = {}
    acts: dict[str, tuple[str, ...]] = {}
    points: dict[str, tuple[str, ...]] = {}
    for norm in game.norms:
        _add(norms, (norm.clause,), norm.id)
        for effect in (getattr(norm.claim, "effect", None),):
            _add(norms, cited(effect), norm.id)
    for count in game.counts:
        _add(counts, (count.clause,), count.of)
    for procedure in game.procedures:
        for step in procedure.steps:
            _add(steps, (*step.clauses, *cited(step.effect)), f"{step.name} of {procedure.name}")
    for card in game.cards:
        _add(cards, (*card.clauses, *cited(card.text)), card.title)
    for act in game.vocabulary.acts:
        _add(acts, (*cited(act.body), *cited(act.last)), act.name)
    for declared in game.declarations:
        _add(points, declared.clauses, declared.id)
    return Uses(norms, counts, steps, cards, acts, points)


def _add(table: dict[str, tuple[str, ...]], clauses: tuple[str, ...], by: str) -> None:
    for clause in clauses:
        if by not in table.get(clause, ()):
            table[clause] = (*table.get(clause, ()), by)


def cited(effect: Effect | None) -> tuple[str, ...]:
    """The clauses that the effect names, in reading order."""
    found: dict[str, None] = {}
    _walk(effect, found)
    return tuple(found)


def _walk(tree: Any, found: dict[str, None]) -> None:
    if isinstance(tree, Under | Say):
        found.update(dict.fromkeys(tree.clauses))
    if isinstance(tree, tuple):
        for part in tree:
            _walk(part, found)
    for name in getattr(tree, "__struct_fields__", ()):
        _walk(getattr(tree, name), found)


def mentions(tree: Any) -> frozenset[str]:
    """The words that stand for something in the tree: titles, kinds, directions."""
    if isinstance(tree, Lit):
        return frozenset({tree.value}) if isinstance(tree.value, str) else frozenset()
    if isinstance(tree, tuple):
        return frozenset().union(*(mentions(t) for t in tree))
    fields = getattr(tree, "__struct_fields__", ())
    return frozenset().union(*(mentions(getattr(tree, f)) for f in fields if f not in ("place", "outranks")))


def numbers_in(tree: Any) -> frozenset[int]:
    """The whole numbers that stand in the tree."""
    if isinstance(tree, Lit):
        return (
            frozenset({tree.value}) if isinstance(tree.value, int) and not isinstance(tree.value, bool) else frozenset()
        )
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return frozenset().union(*(numbers_in(p) for p in parts if not isinstance(p, str | int)))


def bounded_in(tree: Any) -> frozenset[str]:
    """The variables of which the tree says that they are at least or at most so much."""
    if isinstance(tree, tuple):
        return frozenset().union(*(bounded_in(t) for t in tree))
    if isinstance(tree, Compare) and tree.op not in ("is", "is-not"):
        return frozenset(side.name for side in (tree.left, tree.right) if isinstance(side, Var))
    return frozenset().union(*(bounded_in(getattr(tree, f)) for f in getattr(tree, "__struct_fields__", ())))


def facts_in(tree: Any) -> frozenset[str]:
    """The facts and fields of which the tree speaks."""
    if isinstance(tree, tuple):
        return frozenset().union(*(facts_in(t) for t in tree))
    found = frozenset().union(*(facts_in(getattr(tree, f)) for f in getattr(tree, "__struct_fields__", ())))
    return found | {tree.fact} if isinstance(tree, Call) else found
