"""What one process worked out and whoever tells scenes in it may use again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from checker.kernel.norm import Norm
from checker.kernel.trees.anytime_acts import unawaited
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.session.reductions import Common
from checker.session.rule_dependencies import Relevance

R = TypeVar("R")


def common(bench: Bench) -> Common:
    """What was worked out in this process under these rules by all who tell scenes, whatever they look for."""
    scratch = bench.scratch.of(bench)
    if ("shared",) not in scratch:
        scratch["shared",] = Common(bench.rules)
    made: Common = scratch["shared",]
    return made


def traced(bench: Bench, work: Callable[[], R], cards: bool = True) -> TracedResult[R]:
    """What the work gives, and what was looked up in the rules for that; cards only if so wished."""
    tally = common(bench).tally
    result, looked = tally.of(work)
    return TracedResult(result, tally.told(looked, cards))


def anytime_acts(bench: Bench) -> dict[str, tuple[Norm, ...]]:
    """The acts that no step waits for, each with the norms that allow it."""
    scratch = bench.scratch.of(bench)
    if ("anytime",) not in scratch:
        scratch["anytime",] = unawaited(bench.rules.game)
    made: dict[str, tuple[Norm, ...]] = scratch["anytime",]
    return made


def relevance(bench: Bench) -> Relevance:
    """What of the rules can matter for what; made once in a process."""
    scratch = bench.scratch.of(bench)
    if ("relevance",) not in scratch:
        scratch["relevance",] = Relevance(bench.rules.game, bench.taken)
    made: Relevance = scratch["relevance",]
    return made
