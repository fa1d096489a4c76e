"""Every position that can be reached from one, up to a bound, and every way from each to the next."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple, assert_never

from checker.explore.loops.state_equivalence import key_of, loosely, same
from checker.graph.canonical_form import CanonicalForm
from checker.kernel.effect import Event, While
from checker.kernel.position import Agenda, Position, tails
from checker.kernel.term import Undecided, Value
from checker.run.apply_effect import step
from checker.run.forced_cycles import Circle, again, counts, moved
from checker.run.progress import Ended, Forked, Moved, Waits
from checker.simulate.games import MOST_STEPS as ALL_STEPS
from checker.simulate.games import Decider, Decision, Players

MOST_STEPS = 6000
IDLE = -3
MOST_LOOPING = 50
"""So many places of a circle at most are compared in which nothing happens."""
QUIET = 2500
"""Steps in which nobody decides anything, after which loops are looked at each time they begin again."""
UNTOLD = (Undecided, RuntimeError, KeyError)
"""What ends a look ahead: something open in the middle of a condition, too many steps, a card of which nothing is known."""


class StateEdge(NamedTuple):
    """One way to go on from a place of play: who takes it, what is done, and where it leads; `chosen` is what chance or a
    player chose."""

    who: Value
    what: tuple[Value, ...]
    to: int
    decides: bool
    chosen: str = ""


class GraphState(NamedTuple):
    """A position at which play can be compared with itself: at a decision, or before a loop begins again."""

    position: Position
    moment: str
    ways: tuple[StateEdge, ...]


class Explored:
    """The places that were reached from one position.

    Places are the same that look alike, or, if it is `exact`, only those from which everything goes on alike.

    A way to -1 leads out, to -2 where nobody has looked, to -3 nowhere, since it changes nothing. What the rules leave
    open goes as by default, or in `each` way. `done` names the acts
    that happened on the way, or would have, `grown` the numbers that move where play goes round by itself.
    """

    def __init__(
        self,
        players: Players,
        rising: frozenset[str],
        most: int,
        steps: int = MOST_STEPS,
        each: bool = False,
        exact: bool = False,
    ) -> None:
        self.players = players
        self.rules = players.rules
        self.rising = rising
        self.most = most
        self.steps = steps
        self.each = each
        self.form = CanonicalForm(players.rules) if exact else None
        self.places: list[GraphState] = []
        self.lost = False
        self.done: set[str] = set()
        self.shortest: Agenda = ()
        self.grown: set[str] = set()
        self._circles: list[Position] = []
        self._known: dict[object, int] = {}
        self._last: tuple[Position, Decision | None] | None = None

    def look(self, start: Position, deep: bool = False) -> None:
        """Looks at everything that can be reached: what is near first, or each way to its end first if `deep`."""
        todo: deque[int] = deque()

        def place(position: Position | None) -> int:
            if position is None:
                return -1
            key = self.key(position)
            if key not in self._known:
                if len(self.places) >= self.most:
                    return -2
                self._known[key] = len(self.places)
                self.places.append(GraphState(position, "", ()))
                todo.append(self._known[key])
            return self._known[key]

        place(self.carried(start))
        while todo:
            number = todo.pop() if deep else todo.popleft()
            here = self.places[number].position
            moment, ways = self.ways(here)
            chosen = self._chosen(here, len(ways))
            found = []
            for (who, what, after, decides), said in zip(ways, chosen, strict=True):
                there = self.carried(after, at_sight=True)
                idle = self.form is None and what and there is not None and same(self.rules, here, there)
                to = IDLE if idle else place(there)
                found.append(StateEdge(who, what, to, decides, said))
            self.places[number] = GraphState(here, moment, tuple(found))

    def key(self, position: Position) -> object:
        """Equal for positions that look alike; whether play goes on alike from them is tried by going on.

        If it is exact, it does.
        """
        if self.form is not None:
            table, agenda = self.form.of(position.store.items(), position.agenda)
            return frozenset(table.items()), agenda
        return key_of(self.rules, position.with_store(loosely(self.rules, position.store)), self.rising)

    def carried(self, position: Position, at_sight: bool = False) -> Position | None:
        """The next position at which something is decided, or, if that is far, a loop begins again; None if there is none.

        Where play goes round with nobody deciding anything, it is one of the positions that it comes to again. What looks like
        a place that is known, or would be one too many, is it `at_sight`: what may be done there is not asked again.
        What the rules leave open is taken as by default, if it is, but for which of several things is meant.
        """
        circle, least = Circle(self.rules), len_of(self.shortest)
        for steps in range(self.steps):
            try:
                progress = step(self.rules, position)
            except UNTOLD:
                self.lost = True
                return None
            if (left := len_of(position.agenda)) < least:
                self.shortest, least = position.agenda, left
            match progress:
                case Moved():
                    position = progress.position
                    self.done.update(str(a) for line in progress.lines for a in line.event[:2])
                    if steps > QUIET and position.agenda and isinstance(position.agenda[0], While):
                        return position
                    if circle.closes(position):
                        return self._circling(position)
                case Ended():
                    return None
                case Forked() | Waits():
                    if at_sight and (len(self.places) >= self.most or self.key(position) in self._known):
                        return position
                    after = self._default(position)
                    if after is None:
                        return position
                    position = after
                case _:
                    assert_never(progress)
        self.lost = True
        return None

    def _circling(self, position: Position) -> Position:
        """The same position of the circle wherever it is entered: at what happens in it that comes first by name and words,
        or, where nothing happens, at what is done as long as something holds."""
        first, name, at = position, ("", ""), position
        looping: dict[tuple[float, str, str], Position] = {}
        for _ in range(self.steps):
            if at.agenda and isinstance(at.agenda[0], Event):
                here = (str(at.agenda[0].act), repr(at.agenda[1]))
                first, name = (at, here) if not name[0] or here < name else (first, name)
            elif at.agenda and isinstance(at.agenda[0], While) and not name[0] and len(looping) < MOST_LOOPING:
                looping[len_of(at.agenda), repr(at.agenda[1]), repr(sorted(at.store.items(), key=repr))] = at
            progress = step(self.rules, at)
            if not isinstance(progress, Moved):
                break
            at = progress.position
            if again(position, at, grown=True):
                break
        if looping and not name[0]:
            first = looping[min(looping)]
        by = moved(position.store, at.store) or {}
        self.grown |= {str(k[0]) for k in by if counts(self.rules, k)}
        known = next((one for one in self._circles if again(one, first, grown=True)), None)
        if known is None:
            self._circles.append(first)
        return known or first

    def _default(self, position: Position) -> Position | None:
        """The position after what is open there is taken as by default; None if something else is to be decided."""
        decision = self._decision(position)
        if self.each or decision is None or decision.kind is not Decider.POINT or _pick(decision):
            return None
        return decision.after[0]

    def _decision(self, position: Position) -> Decision | None:
        """What is to be decided there, if anything that can be told is."""
        if self._last is not None and self._last[0] is position:
            return self._last[1]
        self.players.steps = ALL_STEPS - self.steps
        try:
            _, decision = self.players.next(position)
        except UNTOLD:
            decision = None
        found = decision if isinstance(decision, Decision) else None
        self._last = (position, found)
        return found

    def _chosen(self, position: Position, ways: int) -> tuple[str, ...]:
        """For each way on, what chance or a player chose in the words of the table; nothing where it is no choice."""
        decision = self._decision(position) if ways else None
        if decision is None or decision.kind not in (Decider.CHANCE, Decider.CHOICE) or len(decision.ways) != ways:
            return ("",) * ways
        return tuple(way.option.text for way in decision.ways)

    def ways(self, position: Position) -> tuple[str, list[tuple[Value, tuple[Value, ...], Position, bool]]]:
        """The moment, and every way to go on: who takes it, what is done, what it leads to, and if it is decided."""
        progress = step(self.rules, position)
        if isinstance(progress, Moved):
            return "", [(None, (), progress.position, False)]
        decision = self._decision(position)
        if decision is None:
            return "", []
        who = progress.by.who if isinstance(progress, Forked) and hasattr(progress.by, "who") else None
        ways = []
        for way, after in zip(decision.ways, decision.after, strict=True):
            what = way.option.value if isinstance(way.option.value, tuple) and decision.kind is Decider.ACT else ()
            actor = what[1] if len(what) > 1 else who
            ways.append((actor, what, after, decision.kind is not Decider.CHANCE))
        return decision.moment, ways


def _pick(decision: Decision) -> bool:
    return decision.point is not None and decision.point.key[1:2] == ("pick",)


# ---- what is still to be done ------------------------------------------------------------------


def len_of(agenda: Agenda) -> float:
    """How many things are still to be done; more than any number where nothing is known."""
    return sum(1 for _ in tails(agenda)) or float("inf")


def in_loop(rest: Agenda, agenda: Agenda) -> bool:
    """The agenda ends as `rest` does, as far as what is to be done is concerned."""
    here = [a[0] for a in tails(agenda)]
    wanted = [a[0] for a in tails(rest)]
    return len(here) >= len(wanted) and here[len(here) - len(wanted) :] == wanted
