"""The program that a walk goes through, written down as it goes: what a certificate says of the ways of play.

A list is done in order; None stands for what is left of it where nothing gets any further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar

Program: TypeAlias = object
"""Plain values; `changes` holds edges and `call` what is known of the arguments until they are numbered."""

Found = TypeVar("Found")


class Draft:
    """The programs under way, the innermost last."""

    def __init__(self) -> None:
        self._open: list[list[Program]] = [[]]

    def add(self, step: Program) -> None:
        """Writes down the next step."""
        self._open[-1].append(step)

    def of(self, work: Callable[[], Found]) -> tuple[Found, list[Program]]:
        """What the work comes to, and the steps that it wrote down."""
        self._open.append([])
        found = work()
        return found, self._open.pop()


def one(steps: list[Program]) -> Program:
    """The only step, or all of them in order."""
    return steps[0] if len(steps) == 1 else steps


def never(why: dict[str, object]) -> Program:
    """Play does not get there, and why."""
    return {"never": str(why.get("impossible", "nothing leads there"))}


def calls(program: Program) -> Iterator[Any]:
    """What is called in the program, in order."""
    if isinstance(program, dict):
        yield from program.get("call", ())
    for part in program if isinstance(program, list) else program.values() if isinstance(program, dict) else ():
        if isinstance(part, list | dict):
            yield from calls(part)
