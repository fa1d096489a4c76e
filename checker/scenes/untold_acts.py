"""Outcomes that a scene tells without the act that brought them about: every act that may have done so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from checker.kernel.point import Option
from checker.kernel.position import Store
from checker.kernel.scene import Select
from checker.kernel.term import Value
from checker.run.branches import Branch, Chose
from checker.run.progress import ACT, Chooser

if TYPE_CHECKING:
    from checker.scenes.transitions import Transitions


def untold(course: Transitions, branch: Branch, select: Select) -> list[Branch]:
    """The ways from the branch on which what is told holds, after one of the deeds that a scene need not tell."""
    found: list[Branch] = []
    for deed in select.untold(course.view(branch)) if select.untold is not None else ():
        args = deed.instance(course.view(course.betrayed(branch, deed)[0]))
        supposing = msgspec.structs.replace(select, first=(deed,), untold=None, deeds_only=True)
        done = Chose(Chooser(args[0] if args else None, ACT), Option(args, deed.text))
        ways = course.selected(branch.noting(done), supposing) if args is not None else []
        found += (w for w in ways if not select.alone or _things(w.position.store) <= _things(branch.position.store))
    return found


def _things(store: Store) -> frozenset[Value]:
    """What came into play and has not left it."""
    listed = (there for _, there in store.entries("things") if isinstance(there, tuple))
    return frozenset(thing for there in listed for thing in there)
