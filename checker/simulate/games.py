"""Whole games: play carried from decision to decision, each decision with all its ways."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from random import Random
from typing import NamedTuple, TypeAlias, assert_never

from checker.kernel.effect import Await
from checker.kernel.position import Position, Store
from checker.kernel.record import Record
from checker.kernel.term import Option, Point, Undecided, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import lawful
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import fork, step
from checker.run.branches import Branch, acting, lapsed
from checker.run.forced_cycles import Circle
from checker.run.procedures import agenda_from
from checker.run.progress import Chooser, Ended, Forked, Line, Moved, Waits

Acts: TypeAlias = Callable[[Context, str, tuple[str, ...], dict[str, Value]], tuple[tuple[Value, ...], ...]]
"""The game's own enumeration of acts: evaluation, moment, kinds of act, what the moment is about.

Each act is its name and its arguments.
"""
Weight: TypeAlias = Callable[[Store, Value], int]
PlayWatch: TypeAlias = Callable[[Position, tuple[Line, ...], str], None]
"""Told of every position, what happened on the way to it, and the moment at which players may act, if any."""

MOST_STEPS = 200_000


class Decider(Enum):
    """Who decides: the players by an act, one player or chance by a pick, or nobody (an open point)."""

    ACT = "act"
    CHOICE = "choice"
    CHANCE = "chance"
    POINT = "point"


class WeightedOption(Record):
    """One way in which a decision can go."""

    option: Option
    weight: int = 1


class Decision(NamedTuple):
    """A place at which play can go on in several ways; `after` gives the position for each of them."""

    kind: Decider
    ways: tuple[WeightedOption, ...]
    after: tuple[Position, ...]
    moment: str = ""
    point: Point | None = None


class Over:
    """Nothing is left to be done."""


class Stuck(Record):
    """Somebody has to act, and nothing that they could do is allowed."""

    moment: str


class Players:
    """The rules, the acts of the game and its chances; `watch` sees every position."""

    def __init__(
        self, rules: Rulebook, acts: Acts, weight: Weight = lambda *_: 1, watch: PlayWatch | None = None
    ) -> None:
        self.rules = rules
        self.acts = acts
        self.weight = weight
        self.watch = watch
        self.steps = 0

    def begin(self, table: Store) -> Position:
        """The position before the first step of the game."""
        return Position(table, agenda_from(self.rules, "game", self.rules.procedures["game"].steps[0].name))

    def next(self, position: Position) -> tuple[Position, Decision | Over | Stuck]:
        """The position at which something is next to be decided, and the decision. Raises RuntimeError if none ever is."""
        circle = Circle(self.rules)
        while True:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise RuntimeError(f"a game of more than {MOST_STEPS} steps")
            progress = step(self.rules, position)
            match progress:
                case Moved():
                    position = progress.position
                    self._seen(position, progress.lines)
                    if circle.closes(position):
                        raise RuntimeError("play goes round for ever, and nobody decides anything")
                case Forked():
                    return position, self._forked(position.store, progress)
                case Ended():
                    return position, Over()
                case Waits():
                    self._seen(progress.position, (), progress.moment.moment)
                    found = self._moment(progress.position, progress.moment, dict(progress.env))
                    return progress.position, found
                case _:
                    assert_never(progress)

    def _seen(self, position: Position, lines: tuple[Line, ...], moment: str = "") -> None:
        if self.watch is not None:
            self.watch(position, lines, moment)

    def _forked(self, store: Store, forked: Forked) -> Decision:
        after = tuple(p for _, p in forked.ways)
        if isinstance(forked.by, Chooser) and forked.by.who is None:
            ways = tuple(WeightedOption(o, self.weight(store, o.value)) for o, _ in forked.ways)
            return Decision(Decider.CHANCE, ways, after)
        ways = tuple(WeightedOption(o) for o, _ in forked.ways)
        if isinstance(forked.by, Point):
            return Decision(Decider.POINT, ways, after, "", forked.by)
        return Decision(Decider.CHOICE, ways, after)

    def _moment(self, position: Position, moment: Await, about: dict[str, Value]) -> Decision | Stuck:
        context = Context(self.rules, position.store)
        try:
            legal, obliged = lawful(context, moment, self.acts(context, moment.moment, moment.acts, about))
        except Undecided as undecided:
            return self._forked(position.store, fork(position, undecided.point))
        branch = Branch(position)
        ways = [(WeightedOption(Option(i, str(i[0]))), acting(branch, str(i[0]), i[1:]).position) for i in legal]
        if moment.lapses and not obliged:
            ways.append((WeightedOption(Option(None, "nobody acts"), max(1, len(ways))), lapsed(branch).position))
        if not ways:
            return Stuck(moment.moment)
        return Decision(Decider.ACT, tuple(w for w, _ in ways), tuple(p for _, p in ways), moment.moment)


class RandomPolicy:
    """Picks at random; open points take their default unless `points` is set.

    An effect that nothing states always takes its default: nothing can be said of what it does.
    """

    def __init__(self, seed: int, points: bool = False) -> None:
        self.random = Random(seed)
        self.points = points

    def pick(self, decision: Decision) -> int:
        """The number of the way that is taken."""
        if decision.kind is Decider.POINT and (not self.points or _effect(decision.point)):
            return 0
        return self.random.choices(range(len(decision.ways)), [w.weight for w in decision.ways])[0]


def _effect(point: Point | None) -> bool:
    return point is not None and point.key[1:2] == ("effect",)
