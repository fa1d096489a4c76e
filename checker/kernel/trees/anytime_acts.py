"""Acts that norms allow and that no step waits for: whoever may do them can do so at any moment of play."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Await, Nothing
from checker.kernel.game import Game
from checker.kernel.norm import Claim, May, Must, Norm, Pattern, Replaces, When
from checker.kernel.term import Cond
from checker.kernel.trees.walk import of_kind


def unawaited(game: Game) -> dict[str, tuple[Norm, ...]]:
    """The acts, each with the norms that allow or demand it; those that change nothing are left out."""
    waited = awaited((game.procedures, game.vocabulary, game.cards, tuple(n.claim for n in game.norms)))
    changing = {n.claim.event.act for n in game.norms if isinstance(n.claim, When | Replaces)}
    idle = {a.name for a in game.vocabulary.acts if a.body == a.last == Nothing()} - changing
    found: dict[str, tuple[Norm, ...]] = {}
    for norm in game.norms:
        if (about := allows(norm.claim)) is not None and about.act not in waited | idle:
            found[about.act] = (*found.get(about.act, ()), norm)
    return found


def allowing(game: Game) -> list[tuple[str, Claim, Cond]]:
    """What those norms say."""
    return [(n.id, n.claim, n.cond) for norms in unawaited(game).values() for n in norms]


def allows(claim: Claim) -> Pattern | None:
    """What the claim allows or demands somebody to do, if it is of that kind."""
    return claim.act if isinstance(claim, May | Must) else None


def awaiting(tree: object) -> bool:
    """Something in the tree waits for players to act."""
    return next(_awaits(tree), None) is not None


def awaited(tree: object) -> frozenset[str]:
    """The acts that anything in the tree waits for."""
    return frozenset(a for one in _awaits(tree) for a in one.acts)


def _awaits(tree: object) -> Iterator[Await]:
    return of_kind(tree, Await)
