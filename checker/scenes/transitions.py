"""What the statements of a scene do to the branches of play: deeds, outcomes that are told, moments that end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeAlias, assert_never

import msgspec

from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Close, Deed, Select
from checker.kernel.term import Instance, Option, Undecided, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, permission
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, Chose, carry_on, lapsed
from checker.run.progress import ACT, Chooser
from checker.scenes.end_moment import closed, only, owing, quietly, until
from checker.scenes.question_view import View
from checker.scenes.try_act import agree, attempted, forked, fulfilled, readings, told_by_the_act

StatedEvent: TypeAlias = Arrange | Deed | Select | Close
"""What a statement that asks nothing does."""


class Transitions:
    """How branches go on under one rulebook; `start` is the table on which the scene began."""

    def __init__(self, rules: Rulebook, start: Store) -> None:
        self.rules = rules
        self.start = start
        self._after: dict[int, tuple[Branch, list[Branch]]] = {}
        self._retold: dict[tuple[int, tuple[Store, ...]], tuple[StatedEvent, list[Branch]]] = {}

    def carried(self, branches: Iterable[Branch]) -> list[Branch]:
        """The branches carried on until somebody must decide. Raises TooMany above the bound."""
        return carry_on(self.rules, branches)

    def view(self, branch: Branch) -> View:
        """What a question sees of the branch."""
        return View(self.rules, branch, self.start)

    def told(self, branches: list[Branch], event: StatedEvent) -> list[Branch]:
        """The ways from the branches on which what is told has come about; none if it cannot.

        Raises TooMany if that takes or gives too many.
        """
        match event:
            case Arrange(apply):
                return [b for one in branches for b in self.arranged(one, apply)]
            case Deed():
                return told_by_the_act(self.ways(branches, event))
            case Select():
                return self.select(branches, event)
            case Close():
                return [b for one in branches for b in self.closed(one, event)]
            case _:
                assert_never(event)

    def retold(self, held: list[Branch], event: StatedEvent) -> list[Branch]:
        """The ways from the branches that an event of the scene began on, some cards supposed: worked out once."""
        name = id(event), tuple(b.position.store for b in held)
        if name not in self._retold:
            self._retold[name] = event, self.told(held, event)
        return self._retold[name][1]

    def arranged(self, branch: Branch, apply: Callable[[Store], Store]) -> list[Branch]:
        """The branch on a table that is as stated."""
        position = branch.position.with_store(apply(branch.position.store))
        laid = branch.laid(position)
        laid.ended = branch.ended
        return self.carried([laid])

    def quiet(
        self, branch: Branch, due: bool = True, here: Callable[[Branch], bool] = lambda one: False
    ) -> list[Branch]:
        """The branch after every response that was still possible was let go by, and after what is `due`, as far as `here`."""

        def further(one: Branch) -> list[Branch] | None:
            goes_by = quietly(one) or (due and owing(one))
            return self.gone_by(one) if goes_by and not here(one) else None

        return until(branch, further)

    def gone_by(self, branch: Branch) -> list[Branch]:
        """The branch after its moment, at which was done what is due and may be done, and nothing else."""
        return self.carried(fulfilled(self.rules, branch)) if owing(branch) else self.after(branch)

    def after(self, branch: Branch) -> list[Branch]:
        """The branch carried on after nobody acted in its moment: worked out once."""
        if id(branch) not in self._after:
            self._after[id(branch)] = branch, self.carried([lapsed(branch)])
        return self._after[id(branch)][1]

    # -- deeds -------------------------------------------------------------------------------

    def ways(self, branches: list[Branch], deed: Deed) -> list[tuple[Branch, Branch]]:
        """Each branch with a way in which the deed comes about, once the moments before it have gone by.

        Where it came about by itself, others are told only of other readings of the rules. Raises TooMany if that takes more than MOST_MOMENTS.
        """
        known = [b for one in branches for b in self.betrayed(one, deed)]
        meant = [(one, way) for one in known for way in self._settled(one, deed)]
        there = [(one, b) for one, way in meant for b in until(way, lambda b: self._before(b, deed))]
        brought = [(one, b) for one, b in there if self._brought(one, b, deed)]
        read = {readings(one.trail) for _, one in brought}
        rest = [(one, b) for one, b in there if not any(agree(readings(b.trail), other) for other in read)]
        return [*brought, *((one, way) for one, b in rest for way in self._now(b, deed))]

    def betrayed(self, branch: Branch, deed: Deed) -> list[Branch]:
        """The branch on a table of which is known what the deed betrays of it."""
        store = branch.position.store
        known = deed.betrays(store) if deed.betrays is not None else store
        return [branch] if known is store else self.arranged(branch, lambda _: known)

    def instance(self, branch: Branch, deed: Deed) -> tuple[Value, ...] | None:
        """The arguments of the deed on the branch; none where it is open which act is meant, or it cannot be done."""
        with suppress(Undecided):
            return deed.instance(self.view(branch))
        return None

    def _settled(self, branch: Branch, deed: Deed) -> list[Branch]:
        """The branch once for each option of what is open about which act is meant."""
        try:
            deed.instance(self.view(branch))
        except Undecided as undecided:
            return [b for one in forked(branch, undecided) for b in self._settled(one, deed)]
        return [branch]

    def _brought(self, start: Branch, branch: Branch, deed: Deed) -> bool:
        """The rules brought about what is told, or did so since the start where the words may mean another act too."""
        if deed.instead is None:
            return deed.any_time and deed.already is not None and deed.already(self.view(branch))
        new = self.view(branch).events(deed.act)[len(self.view(start).events(deed.act)) :]
        return any(e[1 : 1 + len(deed.instead[2])] == deed.instead[2] for e in new)

    def done(self, branch: Branch, deed: Deed) -> list[Branch]:
        """The ways in which the deed comes about on the branch."""
        return [b for _, b in self.ways([branch], deed)]

    def _before(self, branch: Branch, deed: Deed) -> list[Branch] | None:
        """The branch after the moment that goes by before the deed; None if the deed comes now."""
        if deed.first is not None and branch.moment in deed.first.moments:
            return self.closed(branch, deed.first)
        if deed.instead is not None and branch.moment == deed.instead[0]:
            return None
        try:
            args = deed.instance(self.view(branch))
        except Undecided as undecided:
            return forked(branch, undecided)
        if deed.first is not None and args is not None and (self.view(branch).coming() or not quietly(branch)):
            return None
        if quietly(branch):
            now = deed.first is None and self.first(
                branch, deed.act, lambda view: only(self.instance(view.branch, deed))
            )
            now = now or (args is not None and (self._told(branch, deed) or self._unbidden(branch, deed, args)))
            return None if now or self.answers(branch, args) else self.after(branch)
        if deed.untold is not None and branch.moment in deed.untold.moments and not self._meant(branch, deed.act):
            now = args is not None and self.allowed(branch, deed.act, args)
            return None if now else self.closed(branch, deed.untold)
        if args is None or branch.waits is None or not (branch.waits[0].lapses or owing(branch)):
            return None
        return None if deed.any_time or self._meant(branch, deed.act) else self.gone_by(branch)

    def _told(self, branch: Branch, deed: Deed) -> bool:
        """What is told comes before what play would go on to: no moment is for it, and nothing is coming into play."""
        return deed.any_time and not self.rules.deontic[deed.act] and not self.view(branch).coming()

    def _unbidden(self, branch: Branch, deed: Deed, args: Instance) -> bool:
        """No step waits for the act, which is allowed, and nothing is coming into play that others may respond to."""
        at_any_time = deed.act in self.rules.unawaited and not self.view(branch).coming()
        return at_any_time and self.allowed(branch, deed.act, args)

    def first(self, branch: Branch, act: str, instances: Callable[[View], tuple[Instance, ...]]) -> bool:
        """One of the acts comes before what play would go on to at this quiet moment: one is allowed now, or none later
        either. While something is coming into play, only acts do that are nothing but responses."""
        here = self.view(branch)
        now = instances(here)
        open_now = bool(here.coming()) and act not in self.rules.responses
        if not now or open_now or not self._meant(branch, act):
            return False
        if any(self.allowed(branch, act, one) for one in now):
            return True
        return not any(self.allowed(b, act, i) for b in self.quiet(branch) for i in instances(self.view(b)))

    def last(self, branch: Branch, instances: Callable[[View], tuple[Instance, ...]]) -> bool:
        """One of the acts can be done at this quiet moment, at which nothing is coming into play, and none later."""
        here = self.view(branch)
        if not instances(here) or here.coming():
            return False
        return not any(instances(self.view(b)) for b in self.quiet(branch))

    def allowed(self, branch: Branch, act: str, args: tuple[Value, ...]) -> bool:
        """Nothing forbids the act there, for all that is decided."""
        try:
            return not isinstance(permission(Context(self.rules, branch.position.store), act, args), Forbidden)
        except Undecided:
            return True

    def _now(self, branch: Branch, deed: Deed) -> list[Branch]:
        if deed.instead is not None and branch.moment == deed.instead[0]:
            return attempted(self.rules, branch, Deed(deed.instead[1], deed.instance, deed.text), deed.instead[2])
        args = deed.instance(self.view(branch))
        if args is None:
            return [branch] if deed.already is not None and deed.already(self.view(branch)) else []
        free = deed.first is not None or deed.any_time or bool(self.rules.deontic[deed.act])
        if deed.act in self.rules.bound and not free and not self._meant(branch, deed.act):
            return []
        return attempted(self.rules, branch, deed, args)

    def _meant(self, branch: Branch, act: str) -> bool:
        """The act is one of those that the moment is for."""
        return branch.waits is not None and act in branch.waits[0].acts

    def answers(self, branch: Branch, args: tuple[Value, ...] | None) -> bool:
        """The act is aimed at a card that is coming into play."""
        coming = self.view(branch).coming()
        return args is not None and any(a in coming for a in args[2:] if a is not None)

    # -- outcomes that are told, and moments that end --------------------------------------------

    def select(self, branches: list[Branch], select: Select) -> list[Branch]:
        """The ways from all branches on which what is told holds, brought about otherwise if it holds on none."""
        fitting = [b for one in branches for b in self.selected(one, select)]
        if select.rather is not None:
            fitting = [b for b in fitting if select.rather(self.view(b))] or fitting
        if fitting or not select.otherwise:
            from checker.scenes.transitions import untold

            return fitting or [b for one in branches for b in untold(self, one, select)]
        brought = msgspec.structs.replace(select, first=select.otherwise, otherwise=(), deeds_only=True)
        return [b for one in branches for b in self.selected(one, brought)]

    def selected(self, branch: Branch, select: Select) -> list[Branch]:
        """The ways from the branch on which what is told holds, after the deeds that bring it about."""
        if select.moment:
            return self._stated(branch, select)
        ways = [branch]
        if not select.first or select.deeds_only is False:
            for due in (False, True):
                ways = self.quiet(branch, due, lambda one: not self.view(one).coming() and select.holds(self.view(one)))
                fitting = [b for b in ways if select.holds(self.view(b))]
                if fitting:
                    return self._afterwards(fitting, select)
        for deed in select.first:
            ways = [b for one in ways for b in self.done(one, deed) if not b.illegal]
        settled = [b for one in ways for b in self.quiet(one)]
        fitting = [b for b in settled if select.holds(self.view(b))]
        if not fitting and select.then is not None:
            ended = [b for one in settled for b in self.closed(one, select.then)]
            fitting = [b for one in ended for b in self.quiet(one) if select.holds(self.view(b))]
        return self._afterwards(fitting, select)

    def _afterwards(self, fitting: list[Branch], select: Select) -> list[Branch]:
        if (learnt := select.learnt) is not None:
            known = [(one, learnt(self.view(one))) for one in fitting]
            fitting = [b for one, store in known for b in self.arranged(one, partial(_instead, store))]
        if select.after is None:
            return fitting
        return [b for one in fitting for b in self._known(one, select, select.after)]

    def _known(self, branch: Branch, select: Select, apply: Callable[[Store], Store]) -> list[Branch]:
        """The ways on with the event that the scene tells as it is known now."""
        if select.retold is None:
            return self.arranged(branch, apply)
        number, event = select.retold(self.view(branch))
        from checker.scenes.try_act import retold

        return self.carried(retold(self.rules, branch, number, event, apply))

    def _stated(self, branch: Branch, select: Select) -> list[Branch]:
        def further(one: Branch) -> list[Branch] | None:
            goes_by = (quietly(one) or owing(one)) and one.moment != select.moment
            return self.gone_by(one) if goes_by else None

        found: list[Branch] = []
        for one in until(branch, further):
            if one.moment == select.moment:
                stated = one.laid(one.position.with_store(select.apply(one.position.store)))
                stated.illegal = None
                found += self.carried([lapsed(stated)])
            elif select.holds(self.view(one)):
                found.append(one)
        return found

    def closed(self, branch: Branch, close: Close) -> list[Branch]:
        """The branch after the moments of that name."""
        return closed(self, branch, close)

    def answered(self, branch: Branch) -> list[Branch]:
        """The branch after a question: nobody responds to what is coming into play any more."""

        def further(one: Branch) -> list[Branch] | None:
            acts = one.waits[0].acts if one.waits and quietly(one) and self.view(one).coming() else ()
            return self.after(one) if any(a in self.rules.acts for a in acts) else None

        return until(branch, further)


def _instead(store: Store, _: Store) -> Store:
    return store


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
