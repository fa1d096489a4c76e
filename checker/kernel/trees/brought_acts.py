"""What a text asks of whom: the acts that an effect brings about or waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checker.kernel.effect import Await, Event, Run
from checker.kernel.game import Procedure
from checker.kernel.record import Record
from checker.kernel.vocabulary import Act

MADE = (tuple, Record)
"""What is made of parts; nothing else brings anything about."""


def brought(
    effect: Any, procedures: Mapping[str, Procedure], acts: Mapping[str, Act] | None = None
) -> Iterator[Event | Await]:
    """Every event of the effect and every wait for one, in the order of the text, those of its procedures included;
    with `acts`, also those of what the events do."""
    yield from _brought(effect, procedures, acts or {}, frozenset())


def _brought(
    tree: Any, procedures: Mapping[str, Procedure], acts: Mapping[str, Act], within: frozenset[str]
) -> Iterator[Event | Await]:
    match tree:
        case Event(act, _):
            yield tree
            if act in acts and act not in within:
                yield from _brought(acts[act].body, procedures, acts, within | {act})
        case Await():
            yield tree
        case Run(procedure):
            if procedure not in within:
                steps = tuple(step.effect for step in procedures[procedure].steps)
                yield from _brought(steps, procedures, acts, within | {procedure})
        case tuple():
            for part in tree:
                if isinstance(part, MADE):
                    yield from _brought(part, procedures, acts, within)
        case _:  # whatever else brings about what its parts do
            for field in getattr(tree, "__struct_fields__", ()):
                if isinstance(part := getattr(tree, field), MADE):
                    yield from _brought(part, procedures, acts, within)
