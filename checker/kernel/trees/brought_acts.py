"""What a text asks of whom: the acts that an effect brings about or waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from checker.kernel.effect import Await, Effect, Event, Run
from checker.kernel.game import Procedure
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import Act


def brought(
    effect: object, procedures: Mapping[str, Procedure], acts: Mapping[str, Act] | None = None
) -> Iterator[Event | Await]:
    """Every event of the effect and every wait for one, in the order of the text, those of its procedures included;
    with `acts`, also those of what the events do."""
    yield from _brought(effect, procedures, acts or {}, frozenset())


def _brought(
    tree: object, procedures: Mapping[str, Procedure], acts: Mapping[str, Act], inside: frozenset[str]
) -> Iterator[Event | Await]:
    for one in brought_itself(tree):
        match one:
            case Event(act, _):
                yield one
                if act in acts and act not in inside:
                    yield from _brought(acts[act].body, procedures, acts, inside | {act})
            case Await():
                yield one
            case Run(procedure):
                if procedure not in inside:
                    yield from _brought(steps_of(procedures[procedure]), procedures, acts, inside | {procedure})
            case _:
                assert_never(one)


def steps_of(procedure: Procedure) -> tuple[Effect, ...]:
    """What the steps of the procedure do."""
    return tuple(step.effect for step in procedure.steps)


def brought_itself(tree: object) -> Iterator[Event | Await | Run]:
    """Every event of the effect, every wait for one and every procedure that it runs, in the order of the text."""
    return (part for part in within(tree) if isinstance(part, Event | Await | Run))
