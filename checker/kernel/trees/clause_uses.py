"""Where the clauses of a game are put to use, and what a piece of it mentions."""

from __future__ import annotations

from checker.kernel.effect import Effect, Say, Under
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.term import Compare, Lit, Var
from checker.kernel.trees.walk import of_kind, parts_of, within


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
        ways = ("norm", "count", "step", "card", "act")
        return tuple(name for name in ways if clause in getattr(self, f"{name}s"))


def uses(game: Game) -> Uses:
    """Every use of every clause of the game."""
    found = Uses({}, {}, {}, {}, {}, {})
    for norm in game.norms:
        _add(found.norms, (norm.clause,), norm.id)
        _add(found.norms, cited(getattr(norm.claim, "effect", None)), norm.id)
    for count in game.counts:
        _add(found.counts, (count.clause,), count.of)
    for procedure in game.procedures:
        for step in procedure.steps:
            _add(found.steps, (*step.clauses, *cited(step.effect)), f"{step.name} of {procedure.name}")
    for card in game.cards:
        _add(found.cards, (*card.clauses, *cited(card.text)), card.title)
    for act in game.vocabulary.acts:
        _add(found.acts, (*cited(act.body), *cited(act.last)), act.name)
    for declared in game.declarations:
        _add(found.points, declared.clauses, declared.id)
    return found


def _add(table: dict[str, tuple[str, ...]], clauses: tuple[str, ...], by: str) -> None:
    for clause in clauses:
        if by not in table.get(clause, ()):
            table[clause] = (*table.get(clause, ()), by)


def cited(effect: Effect | None) -> tuple[str, ...]:
    """The clauses that the effect names, in reading order."""
    named = (part.clauses for part in within(effect) if isinstance(part, Under | Say))
    return tuple(dict.fromkeys(clause for clauses in named for clause in clauses))


def mentions(tree: object) -> frozenset[str]:
    """The words that stand for something in the tree: titles, kinds, directions."""
    return frozenset(lit.value for lit in of_kind(tree, Lit) if isinstance(lit.value, str))


def numbers_in(tree: object) -> frozenset[int]:
    """The whole numbers that stand in the tree."""
    return frozenset(
        lit.value for lit in of_kind(tree, Lit) if isinstance(lit.value, int) and not isinstance(lit.value, bool)
    )


def bounded_in(tree: object) -> frozenset[str]:
    """The variables of which the tree says that they are at least or at most so much."""
    if isinstance(tree, Compare) and tree.op not in ("is", "is-not"):
        return frozenset(side.name for side in (tree.left, tree.right) if isinstance(side, Var))
    return frozenset().union(*map(bounded_in, parts_of(tree)))
