"""What only scenes bring about: acts that stand for what nobody tells, and procedures that nothing else carries out."""

from __future__ import annotations

from typing import Any

from checker.kernel.effect import Await, Run
from checker.kernel.game import Game
from checker.kernel.norm import May, Must, MustNot
from checker.kernel.trees.walk import acts_in, of_kind, reachable


def acts_of_scenes(game: Game) -> frozenset[str]:
    """The acts that no step waits for, no text brings about and no norm allows, demands or forbids."""
    bodies = {a.name: (a.body, a.last) for a in game.vocabulary.acts}
    texts = (game.setup, game.cards, game.procedures, tuple(n.claim for n in game.norms))
    named = {n.claim.act.act for n in game.norms if isinstance(n.claim, May | Must | MustNot)}
    done = set(reachable(_brought(texts) | named, lambda act: _brought(bodies.get(act))))
    return frozenset(bodies) - done


def procedures_of_scenes(game: Game, acts: frozenset[str]) -> frozenset[str]:
    """The procedures that are carried out by these acts and by nothing else."""
    steps = {p.name: p.steps for p in game.procedures}
    others = tuple((a.body, a.last) for a in game.vocabulary.acts if a.name not in acts)
    texts = (game.setup, game.cards, tuple(n.claim for n in game.norms), others)
    own = _reached(steps, tuple((a.body, a.last) for a in game.vocabulary.acts if a.name in acts))
    return own - _reached(steps, (texts, tuple(s for n, s in steps.items() if n not in own)))


def _reached(steps: dict[str, Any], tree: object) -> frozenset[str]:
    return frozenset(reachable(_carried(tree), lambda name: _carried(steps.get(name))))


def _brought(tree: object) -> frozenset[str]:
    """The acts that something in the tree brings about or waits for."""
    return acts_in(tree) | {act for wait in of_kind(tree, Await) for act in wait.acts}


def _carried(tree: object) -> frozenset[str]:
    """The procedures that something in the tree carries out."""
    return frozenset(run.procedure for run in of_kind(tree, Run))
