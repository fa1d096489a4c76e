"""The program that a walk goes through, written down as it goes, and courses of calls that need not be gone through again.

A list is done in order; None stands for what is left of it where nothing gets any further.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from checker.smt.termination.counters import Edge

Program: TypeAlias = object
"""Plain values; `changes` holds edges and `call` what is known of the arguments until they are numbered."""

Found = TypeVar("Found")

CALL, CHANGE, ENTER, EXIT, READ = "call", "change", "enter", "exit", "read"

MetThing: TypeAlias = tuple[str, object, object]
"""One thing that was met: of which kind, what it was, and how it came out."""

MOST_VERSIONS = 12
"""So many courses at most are kept of one call: of other rules, other guesses, other walks."""


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


class CallTrace(NamedTuple):
    """What was met in a call in order, and what came of it: the outcome, what is changed and left, its program."""

    met: tuple[MetThing, ...]
    came: tuple[Any, frozenset[Any], frozenset[str]]
    program: Program


Courses: TypeAlias = dict[object, tuple[CallTrace, ...]]


class CallEvents:
    """What a walk does where a call meets something; each gives how it comes out."""

    def __init__(
        self,
        call: Callable[[object], object],
        change: Callable[[Edge], bool],
        enter: Callable[[str], object],
        exit: Callable[[str], object],
        read: Callable[[str], object],
    ) -> None:
        self.does: dict[str, Callable[[Any], object]] = {
            CALL: call,
            CHANGE: change,
            ENTER: enter,
            EXIT: exit,
            READ: read,
        }


def followed(courses: tuple[CallTrace, ...], meeting: CallEvents) -> CallTrace | None:
    """The course in which all comes out again as it did; None as soon as there is none left.

    What is met next hangs only on what was met before, so that nothing is done that the call itself would not do.
    """
    place = 0
    while courses:
        first = courses[0]
        if place == len(first.met):
            return first
        kind, what, _ = first.met[place]
        one = (kind, what, meeting.does[kind](what))
        courses = tuple(c for c in courses if len(c.met) > place and c.met[place] == one)
        place += 1
    return None


def add(courses: Courses, key: Hashable, course: CallTrace) -> None:
    """The course is now the last one of the call."""
    others = (c for c in courses.pop(key, ()) if c is not course)
    courses[key] = (course, *others)[:MOST_VERSIONS]
