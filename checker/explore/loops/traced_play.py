"""Play gone on with step by step, noting all that is read of the table, whether each act is allowed, and what else could be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from checker.explore.loops.reachable_graph import StateEdge, len_of
from checker.kernel.position import Position, Store
from checker.kernel.term import Option, Point, Undecided, Value
from checker.norms.evaluate import RIGID, Context
from checker.norms.permissions import Permitted, permission
from checker.run.apply_effect import fork, step
from checker.run.branches import Branch, acting, lapsed
from checker.run.progress import Ended, Forked, Moved, Waits
from checker.run.read_write_sets import MarkingStore, Marks, unmarked
from checker.simulate.games import MOST_STEPS as ALL_STEPS
from checker.simulate.games import Decider, Decision, Players, WeightedOption

MOST_POINTS = 3
"""So many open points at most are ruled for one act to be allowed."""
MOST_ASKED = 20
"""So many open points at most are looked at that were taken before."""
MOST_ON = 6000
"""So many steps at most are taken from one decision to the next."""


class Lost(Exception):
    """Play does not go on as it should, or it is not known that it does: why, in words."""


class NotAllowed(Lost):
    """No norm allows the act there, as open points are taken; `ways` are other ways to take them in which one does."""

    def __init__(self, act: str, ways: tuple[tuple[Point, Option], ...]) -> None:
        super().__init__(f"no norm allows `{act}` there")
        self.ways = ways


class TakenWay(NamedTuple):
    """What was decided once: by whom (None for chance), what, and what else could have been."""

    who: Value
    what: tuple[Value, ...]
    text: str
    others: tuple[tuple[Value, str], ...]
    chance: bool = False


class TracedPlay:
    """Play from one position on: where it is, what was read on the way and to see what else could be done, what was
    decided, by which clauses it went on, which open points were taken as by default, and how little was to be done."""

    def __init__(self, players: Players, start: Position) -> None:
        self.players = players
        self.rules = players.rules
        self.at = start.with_store(Store(dict(start.store.items())))
        self._begin()

    def _begin(self) -> None:
        self.marks, self.around = Marks(), Marks()
        self.taken: list[TakenWay] = []
        self.readings: dict[str, None] = {}
        self.clauses: dict[str, None] = {}
        self.least = len_of(self.at.agenda)
        self.steps = 0

    def bare(self) -> Position:
        """Where play is."""
        return self.at.with_store(unmarked(self.at.store))

    def noting_anew(self) -> None:
        """What is read, decided and relied on is noted from here on."""
        self._begin()

    def on(self, stop: Callable[[Position], bool] | None = None) -> None:
        """Goes on until somebody or chance decides, or to where it shall stop. Raises Lost if play ends, or nothing is known to come."""
        for _ in range(MOST_ON):
            self.steps += 1
            self.least = min(self.least, len_of(self.at.agenda))
            progress = step(self.rules, self._noted(self.marks))
            match progress:
                case Moved():
                    self.at = progress.position
                    self.clauses.update(dict.fromkeys(c for line in progress.lines for c in line.clauses))
                    if stop is not None and stop(self.at):
                        return
                case Forked() if isinstance(progress.by, Point) and progress.by.key[1:2] != ("pick",):
                    self._ruled(progress.by, *progress.ways[0])
                case Ended():
                    raise Lost("play ends")
                case _:  # a player or chance decides, or somebody is waited for
                    if not isinstance(progress, Waits) or not self._unruled():
                        return
        raise Lost(f"nothing is decided within {MOST_ON} steps")

    def decide(self, place_ways: tuple[StateEdge, ...], way: StateEdge) -> bool:
        """Goes on by the way of the loop. False if it is another place, where nothing is to be decided, from which play went on.

        Raises Lost if the act is not allowed there, or not known to be.
        """
        decision = self._decision()
        at = _which(decision, place_ways, way)
        if at is None:
            if len(decision.ways) != 1:
                raise Lost("something else is to be decided there the next time")
            self._take(decision, 0)
            return False
        self._take(decision, at)
        return True

    def _decision(self) -> Decision:
        self.players.steps = ALL_STEPS - MOST_ON
        _, found = self.players.next(self._noted(self.around))
        if not isinstance(found, Decision):
            raise Lost("nobody can do anything there")
        return found

    def _take(self, decision: Decision, at: int) -> None:
        option = decision.ways[at].option
        progress = step(self.rules, self._noted(self.marks))
        what: tuple[Value, ...] = ()
        if isinstance(progress, Waits):
            branch = Branch(progress.position)
            if isinstance(option.value, tuple):
                what = option.value
                self._allowed(str(what[0]), what[1:])
                branch = Branch(self._noted(self.marks))
                self.at = acting(branch, str(what[0]), what[1:]).position
            else:
                self.at = lapsed(branch).position
        elif isinstance(progress, Forked):
            self.at = progress.ways[at][1]
        else:
            raise Lost("nothing is to be decided there the next time")
        who = progress.by.who if isinstance(progress, Forked) and not isinstance(progress.by, Point) else None
        others = tuple((_who(w, who), w.option.text) for n, w in enumerate(decision.ways) if n != at)
        chance = decision.kind is Decider.CHANCE
        self.taken.append(TakenWay(_who(decision.ways[at], who), what, option.text, others, chance))

    def _allowed(self, act: str, args: tuple[Value, ...]) -> None:
        """What the act needs is there, and norms allow it, if only as open points are taken. Raises Lost if they do not."""
        declared = self.rules.acts[act]
        if not Context(self.rules, self._noted(self.marks).store).holds(declared.needs, declared.bound(args)):
            raise Lost(f"what `{act}` needs is not there")
        if not self._permitted(act, args):
            raise NotAllowed(act, self._otherwise(act, args))

    def _otherwise(self, act: str, args: tuple[Value, ...]) -> tuple[tuple[Point, Option], ...]:
        """The other ways to take an open point that was taken before in which a norm allows the act."""
        taken = unmarked(self.at.store)
        store, points = taken, list[Point]()
        for key, _ in taken.entries(RIGID):
            store = store.drop(key)
        for _ in range(MOST_ASKED):
            try:
                permission(Context(self.rules, store), act, args)
                break
            except Undecided as undecided:
                points.append(undecided.point)
                store = store.put(points[-1].key, taken.get(points[-1].key, points[-1].options[0].value))
        tried = ((p, o, Context(self.rules, taken.put(p.key, o.value))) for p in points for o in p.options)
        return tuple((point, option) for point, option, context in tried if _permits(context, act, args))

    def _permitted(self, act: str, args: tuple[Value, ...], deep: int = 0) -> bool:
        """Norms allow the act, in some way in which open points are ruled, which are so from here on."""
        try:
            ruling = permission(Context(self.rules, self._noted(self.marks).store), act, args)
        except Undecided as undecided:
            before, said = self.at, dict(self.readings)
            for option, after in fork(before, undecided.point).ways if deep < MOST_POINTS else ():
                self._ruled(undecided.point, option, after)
                if self._permitted(act, args, deep + 1):
                    return True
                self.at, self.readings = before, dict(said)
            return False
        if isinstance(ruling, Permitted):
            self.clauses.update(dict.fromkeys(ruling.by))
        return isinstance(ruling, Permitted)

    def _unruled(self) -> bool:
        """Whether some act is allowed is open there; it is taken as by default."""
        decision = self._decision()
        if decision.kind is not Decider.POINT or decision.point is None or decision.point.key[1:2] == ("pick",):
            return False
        self._ruled(decision.point, decision.ways[0].option, decision.after[0])
        return True

    def _ruled(self, point: Point, option: Option, after: Position) -> None:
        self.readings[f"{point.text or point.id}: {option.text}"] = None
        self.at = after.with_store(unmarked(after.store))

    def _noted(self, marks: Marks) -> Position:
        store = self.at.store
        if isinstance(store, MarkingStore) and store.marks is marks:
            return self.at
        return self.at.with_store(MarkingStore(unmarked(store), marks))


def _permits(context: Context, act: str, args: tuple[Value, ...]) -> bool:
    try:
        return isinstance(permission(context, act, args), Permitted)
    except Undecided:
        return False


def _who(way: WeightedOption, chooser: Value) -> Value:
    value = way.option.value
    return value[1] if chooser is None and isinstance(value, tuple) and len(value) > 1 else chooser


def _which(decision: Decision, earlier: tuple[StateEdge, ...], way: StateEdge) -> int | None:
    """The number of the way of the decision that is the way of the loop: the same act of the same things, or another one of
    its name where labels are others; None if there is none."""
    acts = [
        w.option.value if isinstance(w.option.value, tuple) and decision.kind is Decider.ACT else ()
        for w in decision.ways
    ]
    if way.chosen:
        return next((n for n, w in enumerate(decision.ways) if w.option.text == way.chosen), None)
    if way.what:
        alike = [n for n, what in enumerate(acts) if what[:1] == way.what[:1]]
        if (same := [n for n in alike if acts[n] == way.what]) or not alike:
            return same[0] if same else None
        at = sum(w.what[:1] == way.what[:1] for w in earlier[: earlier.index(way)])
        return alike[at] if at < len(alike) else None
    at = earlier.index(way)
    return at if len(decision.ways) == len(earlier) and not acts[at] else None
