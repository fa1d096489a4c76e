"""Moments at which a branch of play waits: which go by of themselves, and how far."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.term import Instance
from checker.run.branches import MOST_BRANCHES, Branch, TooMany

MOST_MOMENTS = 100
"""How many moments may go by between two statements before play is said not to get there."""


def until(branch: Branch, further: Callable[[Branch], list[Branch] | None]) -> list[Branch]:
    """The branch taken further and further until there is nothing further, the first ways first.

    Raises TooMany if that takes more than MOST_MOMENTS or gives more than MOST_BRANCHES.
    """
    done: list[Branch] = []
    todo = [(branch, 0)]
    while todo:
        one, moments = todo.pop()
        ways = further(one)
        if ways is None:
            done.append(one)
        else:
            todo += [(way, moments + 1) for way in reversed(ways)]
        if moments > MOST_MOMENTS or len(todo) + len(done) > MOST_BRANCHES:
            raise TooMany
    return done


def quietly(branch: Branch) -> bool:
    """The moment ends by itself when the scene speaks of something else."""
    return branch.waits is not None and branch.waits[0].lapses and not branch.waits[0].told


def owing(branch: Branch) -> bool:
    """Something is due that nobody has yet been told to do."""
    return branch.waits is not None and branch.waits[0].due


def only(instance: Instance | None) -> tuple[Instance, ...]:
    """The instance, if there is one."""
    return () if instance is None else (instance,)
