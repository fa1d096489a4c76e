"""What one process worked out and whoever tells scenes in it may use again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from checker.kernel.norm import Norm
from checker.kernel.trees.anytime_acts import unawaited
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, WantedResult, traced_parts
from checker.session.reductions import Common
from checker.session.rule_dependencies import Relevance
from checker.store.fingerprint import named

R = TypeVar("R")
T = TypeVar("T")


def common(bench: Bench) -> Common:
    """What was worked out in this process under these rules by all who tell scenes, whatever they look for."""
    return bench.once("shared", lambda: Common(bench.rules))


def traced(bench: Bench, work: Callable[[], R], cards: bool = True) -> TracedResult[R]:
    """What the work gives, and what was looked up in the rules for that; cards only if so wished."""
    tally = common(bench).tally
    result, looked = tally.of(work)
    return TracedResult(result, tally.told(looked, cards))


def anytime_acts(bench: Bench) -> dict[str, tuple[Norm, ...]]:
    """The acts that no step waits for, each with the norms that allow it."""
    return bench.once("anytime", lambda: unawaited(bench.rules.game))


def relevance(bench: Bench) -> Relevance:
    """What of the rules can matter for what; made once in a process."""
    return bench.once("relevance", lambda: Relevance(bench.rules.game, bench.taken))


def traced_each(
    work: Work,
    kind: str,
    of: object,
    items: Sequence[T],
    parts: Iterable[WantedResult],
    make: Callable[[list[T]], Iterable[TracedResult[R]]],
    reads: object = None,
) -> list[TracedResult[R]]:
    """The result for each item, which is wanted as one of the parts; `make` works out those that no earlier run has kept.

    A result depends on what its part says, on what was looked up in the rules, on the program, and on what it `reads`
    besides: the catalogue, if nothing else is said. `of` says what results are.
    """
    bench = work.bench
    beside = bench.situations if reads is None else reads
    return traced_parts(
        work.options.shelf,
        kind,
        beside,
        relevance(bench),
        of,
        [*parts],
        lambda missing: make([items[at] for at in missing]),
    )


def traced_anywhere(
    work: Work,
    kind: str,
    of: object,
    items: Sequence[T],
    make: Callable[[list[T]], Iterable[TracedResult[R]]],
    reads: object = None,
    says: Iterable[object] | None = None,
) -> list[R]:
    """The results where any card may come to lie on the table: what was looked up of cards is among what was looked up.

    What an item `says` is itself, if nothing else is given.
    """
    known = relevance(work.bench)
    parts = [WantedResult(named(one), frozenset(), known.everything) for one in (items if says is None else says)]
    beside = (work.bench.situations if reads is None else reads, known.outlines)
    return [one.result for one in traced_each(work, kind, of, items, parts, make, beside)]
