"""What a text asks of whom: the acts that an effect brings about or waits for; and what only scenes bring about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from checker.kernel.effect import Await, Effect, Event, Run
from checker.kernel.game import Game, Procedure
from checker.kernel.norm import May, Must, MustNot
from checker.kernel.trees.walk import acts_in, of_kind, reachable, within
from checker.kernel.vocabulary import Act


def brought(
    tree: object,
    procedures: Mapping[str, Procedure],
    acts: Mapping[str, Act] | None = None,
    inside: frozenset[str] = frozenset(),
) -> Iterator[Event | Await]:
    """Every event of the effect and every wait for one, in the order of the text, those of its procedures included;
    with `acts`, also those of what the events do. None of what it is `inside` of is gone through again."""
    for one in brought_itself(tree):
        match one:
            case Event(act, _):
                yield one
                if acts and act in acts and act not in inside:
                    yield from brought(acts[act].body, procedures, acts, inside | {act})
            case Await():
                yield one
            case Run(procedure):
                if procedure not in inside:
                    yield from brought(steps_of(procedures[procedure]), procedures, acts, inside | {procedure})
            case _:
                assert_never(one)


def steps_of(procedure: Procedure) -> tuple[Effect, ...]:
    """What the steps of the procedure do."""
    return tuple(step.effect for step in procedure.steps)


def brought_itself(tree: object) -> Iterator[Event | Await | Run]:
    """Every event of the effect, every wait for one and every procedure that it runs, in the order of the text."""
    return (part for part in within(tree) if isinstance(part, Event | Await | Run))


def acts_of_scenes(game: Game) -> frozenset[str]:
    """The acts that no step waits for, no text brings about and no norm allows, demands or forbids."""
    bodies = {a.name: (a.body, a.last) for a in game.vocabulary.acts}
    texts = (game.setup, game.cards, game.procedures, tuple(n.claim for n in game.norms))
    named = {n.claim.act.act for n in game.norms if isinstance(n.claim, May | Must | MustNot)}
    done = set(reachable(_named(texts) | named, lambda act: _named(bodies.get(act))))
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


def _named(tree: object) -> frozenset[str]:
    """The acts that something in the tree brings about or waits for."""
    return acts_in(tree) | {act for wait in of_kind(tree, Await) for act in wait.acts}


def _carried(tree: object) -> frozenset[str]:
    """The procedures that something in the tree carries out."""
    return frozenset(run.procedure for run in of_kind(tree, Run))
