"""A sampled game, and the same game with one open point ruled otherwise from where it was first met; how players decide in both.

Both courses have their random numbers in common. The second is played only where it can differ: as long as its
table is that of the first but for how points are settled, nothing changes until one of those is asked for again.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from checker.kernel.game_play import Playing, Result
from checker.kernel.position import Key, Position, Store
from checker.kernel.term import Point, Value
from checker.norms.evaluate import RIGID, by_default
from checker.norms.rulebook import Rulebook
from checker.simulate.games import Decider, Decision, Over, Players, Stuck

MOST_LOOKED = 100_000
"""So often at most norms are looked up in a game played again, ten times as often as in a long game: else it does not count."""
MOST_DECISIONS = 3000
ENDLESS = Result("no end", ())


class Noting(Store):
    """A table that notes which open points it is asked for, and so do the tables made from it."""

    __slots__ = ("asked",)

    def __init__(self, store: Store, asked: set[Key]) -> None:
        super().__init__(store._data, None, store.stated)
        self.asked = asked

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, noted if it says how a point is settled."""
        if key[0] == RIGID:
            self.asked.add(key)
        return self._data.get(key, default)

    def _copied(self, changing: Key) -> Store:
        fresh = Noting(self, self.asked)
        fresh.stated = self.stated or changing[0] == "stated"
        fresh.placed = {} if changing[0] == "zone" else self.placed
        return fresh


class Stage(NamedTuple):
    """A place of a game from which play goes on to the next decision: which points it asks for on the way."""

    at: Position
    hour: Hour
    asked: frozenset[Key]
    decision: Decision | None


class WholeGame(NamedTuple):
    """A whole game: its stages in order, how it ended, and through how many positions it went."""

    stages: tuple[Stage, ...]
    result: Result
    positions: int = 0


class FirstOpen(NamedTuple):
    """The first time that an open point is met in a game: the stage that leads to it, and how often it is met."""

    point: Point
    stage: int
    times: int


class Simulation:
    """The rules and the game's own part, for one number of players and one source of random numbers."""

    def __init__(self, rules: Rulebook, playing: Playing, draws: Draws) -> None:
        self.rules = rules
        self.playing = playing
        self.draws = draws

    def play(self, names: tuple[str, ...]) -> WholeGame:
        """A whole game in which open points take their defaults."""
        asked: set[Key] = set()
        players = self._players()
        position = players.begin(Noting(self.playing.table(names), asked))
        hour = Hour(self.playing.clock(position.store))
        stages: list[Stage] = []
        while len(stages) < MOST_DECISIONS:
            asked.clear()
            position.store.kept.clear()  # what is kept is not asked for again
            reached, decision = players.next(position)
            if not isinstance(decision, Decision):
                result = self._result(reached.store, decision)
                stages.append(Stage(position, hour, frozenset(asked), None))
                return WholeGame(tuple(stages), result, players.steps)
            after = decision.after[self.draws.pick(decision, hour)]
            stages.append(Stage(position, hour, frozenset(asked), decision if decision.kind is Decider.POINT else None))
            position, hour = after, hour.next(decision.kind, self.playing.clock(after.store))
        return WholeGame(tuple(stages), ENDLESS, players.steps)

    def ruled(self, game: WholeGame, meeting: FirstOpen, option: int) -> Result:
        """How the game ends if the point goes this way from where it is first met, and again whenever it can."""
        first = game.stages[meeting.stage]
        assert first.decision is not None
        says = first.decision.ways[option].option.value
        hours: dict[Hour, list[int]] = {}
        for number, stage in enumerate(game.stages):
            hours.setdefault(stage.hour, []).append(number)
        players = self._players()
        position, hour = first.decision.after[option], first.hour
        for _ in range(MOST_DECISIONS):
            merged = _merged(game, hours.get(hour, []), position)
            if merged is not None:
                number, settled = merged
                apart = next((s for s in game.stages[number:] if _concerns(s, settled, meeting.point)), None)
                if apart is None:
                    return game.result
                position, hour = _with(apart.at, settled), apart.hour
            reached, decision = players.next(position)
            if not isinstance(decision, Decision):
                return self._result(reached.store, decision)
            taken = _ruling(decision, meeting.point, says) if decision.point else self.draws.pick(decision, hour)
            position = decision.after[taken]
            hour = hour.next(decision.kind, self.playing.clock(position.store))
        return ENDLESS

    def _players(self) -> Players:
        return Players(self.rules, self.playing.acts, self.playing.weight)

    def _result(self, store: Store, decision: Over | Stuck) -> Result:
        if isinstance(decision, Stuck):
            return Result("nobody may do anything", ())
        return by_default(self.rules, store, self.playing.result)


def meetings(game: WholeGame) -> tuple[FirstOpen, ...]:
    """The open points of the game, each where it is first met."""
    found: dict[str, FirstOpen] = {}
    for number, stage in enumerate(game.stages):
        point = stage.decision.point if stage.decision else None
        if point is not None:
            known = found.get(point.id)
            found[point.id] = known._replace(times=known.times + 1) if known else FirstOpen(point, number, 1)
    return tuple(found.values())


def _ruling(decision: Decision, point: Point, says: Value) -> int:
    """The way of a point that is met: as it was ruled before if it is that point, else its default."""
    if decision.point is None or decision.point.id != point.id:
        return 0
    return next((n for n, way in enumerate(decision.ways) if way.option.value == says), 0)


def _merged(game: WholeGame, places: list[int], position: Position) -> tuple[int, dict[Key, Value]] | None:
    """The stage of the game at which all is the same but for how points are settled, and how they are."""
    for number in places:
        at = game.stages[number].at
        settled = _settled(at.store, position.store)
        if settled is not None and at.agenda == position.agenda:
            return number, settled
    return None


def _concerns(stage: Stage, settled: dict[Key, Value], point: Point) -> bool:
    """What the stage leads to can depend on how the points are settled, or meets the point again."""
    met = stage.decision.point if stage.decision else None
    return not stage.asked.isdisjoint(settled) or (met is not None and met.id == point.id)


def _settled(base: Store, other: Store) -> dict[Key, Value] | None:
    """How the other table settles points otherwise (None: not at all), if the two differ in nothing else."""
    one, two = dict(base.items()), dict(other.items())
    settled: dict[Key, Value] = {}
    for key, value in one.items():
        there = two.pop(key, None)
        if there is not value and there != value:
            if key[0] != RIGID:
                return None
            settled[key] = there
    if any(key[0] != RIGID for key in two):
        return None
    return settled | two


def _with(position: Position, settled: dict[Key, Value]) -> Position:
    store = position.store
    for key, value in settled.items():
        store = store.drop(key) if value is None else store.put(key, value)
    return position.with_store(store)


class Hour(NamedTuple):
    """The part of the game, and how many decisions of each kind were made in it."""

    clock: Value = None
    acts: int = 0
    choices: int = 0
    chances: int = 0

    def next(self, kind: Decider, clock: Value) -> Hour:
        """The hour after a decision of the kind, if the clock then shows this."""
        if clock != self.clock:
            return Hour(clock)
        match kind:
            case Decider.ACT:
                return self._replace(acts=self.acts + 1)
            case Decider.CHOICE:
                return self._replace(choices=self.choices + 1)
            case Decider.CHANCE:
                return self._replace(chances=self.chances + 1)
            case Decider.POINT:
                return self


class Policy(NamedTuple):
    """A way for players to decide: `says` it in words; `quiet` is the weight of letting a moment pass."""

    says: str
    quiet: Callable[[int], int]


POLICIES = {
    "uniform": Policy(
        "every legal act is equally likely, and so is letting the moment pass where nobody has to act",
        lambda acts: 1,
    ),
    "hesitant": Policy(
        "a moment at which nobody has to act passes half of the time, else every legal act is equally likely",
        lambda acts: max(1, acts),
    ),
}
"""The policies by name; the first is the usual one."""


class Draws:
    """The random numbers of one game: each way of each decision has its own, whatever else there is to decide.

    The ways race: the one with the smallest exponential waiting time is taken, which makes each as likely as
    its weight. Two courses of a game that meet the same decision at the same hour decide alike, as far as
    they have the same ways (common random numbers).
    """

    def __init__(self, seed: str, policy: Policy) -> None:
        self.seed = seed
        self.policy = policy

    def pick(self, decision: Decision, hour: Hour) -> int:
        """The number of the way that is taken; the default of an open point."""
        if decision.kind is Decider.POINT:
            return 0
        count = {Decider.ACT: hour.acts, Decider.CHOICE: hour.choices, Decider.CHANCE: hour.chances}[decision.kind]
        stem = hashlib.blake2b(f"{self.seed}\0{hour.clock}\0{decision.kind.value}\0{count}\0".encode(), digest_size=8)
        acts = len(decision.ways) - 1
        best, first = math.inf, 0
        alike: Counter[str] = Counter()
        for number, way in enumerate(decision.ways):
            passes = decision.kind is Decider.ACT and way.option.value is None
            weight = self.policy.quiet(acts) if passes else way.weight
            label = named(way.option.value)
            alike[label] += 1
            drawn = stem.copy()
            drawn.update(f"{label}\0{alike[label]}".encode())
            waits = -math.log((int.from_bytes(drawn.digest()) + 1) / 2**64) / weight
            if waits < best:
                best, first = waits, number
        return first


def named(value: Value) -> str:
    """The value in words that do not tell the copies of a card from each other."""
    if not isinstance(value, tuple):
        return repr(value)
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return repr(value[0])
    return "(" + ", ".join(map(named, value)) + ")"
