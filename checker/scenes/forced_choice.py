"""What a scene tells to be chosen though the rules do not let it: illegal, taken back or left standing."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from checker.kernel.position import Store
from checker.kernel.scene import Insisted, Select
from checker.kernel.term import Value
from checker.norms.permissions import all_the_same
from checker.run.branches import Branch, Chose, Took, TooMany, TrailEntry, acting
from checker.run.choices import INSISTS, insists
from checker.run.progress import Line
from checker.scenes.trace_text import STANDS
from checker.scenes.transitions import StatedEvent, Transitions
from checker.scenes.try_act import MOST_ILLEGAL

ToldBranches = list[tuple[list[Branch], StatedEvent]]
"""Events, each with the branches on which it was told."""


def insisted(course: Transitions, branches: list[Branch], since: ToldBranches, select: Select) -> list[Branch]:
    """The ways on after a choice that no branch allows: with the choice taken back, and as if it were allowed.

    What was told `since` somebody acted is told again. None if the choice cannot be made at all, or nothing is
    against it. Raises TooMany above the bounds.
    """
    against = next((by for b in branches if (by := select.against(course.view(b)))), ())
    if not against or select.insisted is None:
        return []
    if any(sum(line.event[:1] == ("illegal",) for line in b.lines()) >= MOST_ILLEGAL for b in branches):
        raise TooMany
    asked = Insisting(course, since[0][0], [event for _, event in since], select, against) if since else None
    unasked = Insisting(course, branches, [], select, against)
    return (asked.ways() if asked is not None else []) or unasked.ways()


class Insisting(NamedTuple):
    """The ways from the branches on which the events are told and then the choice that is not allowed."""

    course: Transitions
    before: list[Branch]
    events: list[StatedEvent]
    select: Select
    against: tuple[str, ...]

    def ways(self) -> list[Branch]:
        """The choice taken back, and the choice as if it were allowed; nothing if it cannot be made."""
        assert self.select.insisted is not None
        found: list[Branch] = []
        for branch in self.before:
            view = self.course.view(branch)
            choice = self.select.insisted(view)
            if choice is None:
                continue
            act = choice.acts[0]
            point = all_the_same(self.against, str(act[0]), self.select.text, branch.position.store)
            kept, done = (branch.noting(Took(point, option)) for option in point.options)
            stands = [] if view.stands() else self._standing(done, choice)
            ways = [*self._told([kept] if stands or view.stands() else []), *stands]
            found += [self._marked(way, act, len(branch.trail) + 1) for way in ways]
        return found

    def _told(self, branches: list[Branch]) -> list[Branch]:
        for event in self.events:
            branches = self.course.told(branches, event) if branches else []
        return branches

    def _standing(self, branch: Branch, choice: Insisted) -> list[Branch]:
        """The branch after the events and the choice, which is what is chosen when somebody has to."""
        ways, acts = [branch], choice.acts
        if self.events:
            store = branch.position.store.put((INSISTS, choice.who), choice.things)
            for act in acts:
                store = store.put((INSISTS, *act), True)
            ways = [b for b in self._told([branch.on(store)]) if not insists(b.position.store, choice.who)]
            ways = [b.on(_without(b.position.store, acts)) for b in ways]
            acts = choice.acts if choice.on_top else ()
        for act in acts:
            ways = self.course.carried(acting(b, str(act[0]), act[1:]) for b in ways)
        return self.course.told(ways, self.select)

    def _marked(self, branch: Branch, act: tuple[Value, ...], start: int) -> Branch:
        """The branch with the choice said to be illegal where, from `start` on, it or another one was made."""
        one = branch.noting()
        one.illegal = act
        line = Line(f"{self.select.text}: this is illegal", self.against, ("illegal", *self.against))
        rest = branch.trail[start:]
        made = (n for n, entry in enumerate(rest, start) if _makes(entry, act))
        at = next(made, len(branch.trail))
        one.trail = (*branch.trail[:at], line, Line("", self.against, STANDS), *branch.trail[at:])
        return one


def _without(store: Store, acts: tuple[tuple[Value, ...], ...]) -> Store:
    for act in acts:
        store = store.drop((INSISTS, *act))
    return store


def _makes(entry: TrailEntry, act: tuple[Value, ...]) -> bool:
    match entry:
        case Chose(by, _):
            return by.who == act[1]
        case Line():
            return entry.event[:2] == act[:2]
        case Took():
            return False
        case _:
            assert_never(entry)
