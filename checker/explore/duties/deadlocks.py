"""Moments at which play waits for somebody to act and the rules let nobody act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checker.explore.cards.search_job import Search, started
from checker.explore.duties.far_deadlocks import standing_still
from checker.explore.duties.unregulated_acts import starts, waits_at
from checker.explore.scene_state import SceneState
from checker.explore.situations import in_hands
from checker.kernel.effect import Await
from checker.kernel.game_play import Playing
from checker.kernel.point import Undecided
from checker.kernel.term import Value
from checker.norms.evaluate import Context, by_default
from checker.norms.permissions import Forbidden, permission
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.simulate.possible_acts import conceivable, possible


class Deadlock(NamedTuple):
    """A moment at which nobody may act: what it waits for, what was looked at, by which clauses not, and the scene; what
    is open and was taken for granted."""

    moment: str
    acts: tuple[str, ...]
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    lines: tuple[str, ...]
    granted: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """What makes two of them the same for a reader of the rules."""
        return (self.moment, self.clauses)


class Next(NamedTuple):
    """Where to look: what comes next in a scene, or after a card was played in it, or where its first player holds that card
    and no other, or as far as play leads from it."""

    scene: int
    title: str = ""
    far: bool = False
    alone: bool = False


def stuck(bench: Bench, listed: Sequence[Next]) -> list[TracedResult[Deadlock | None]]:
    """What comes next in each of the places, where nobody may act there."""
    scenes = starts(bench)
    return started(bench, listed, lambda at: (at.scene, scenes[at.scene].least), _next, None, scenes)


def _next(search: Search, start: SceneState, place: Next) -> Deadlock | None:
    playing = search.table.bench.playing
    if place.far and playing is not None:
        return _far(search, start, playing)
    if place.alone:
        told = search.table.begin(in_hands(search.table.bench.rules.game, start.lines[1:], (place.title,)))
    else:
        told = _played(search, start, place.title) if place.title else start
    if playing is None or told is None:
        return None
    return _at(search.table.bench.rules, playing, told, (place.title,) if place.title else ())


def _far(search: Search, start: SceneState, playing: Playing) -> Deadlock | None:
    """The nearest moment that play leads to, told from the scene on."""
    for lines in standing_still(search.table.bench, start):
        told = search.table.begin((*start.lines[1:], *lines))
        if told is not None and (found := _at(search.table.bench.rules, playing, told, ())) is not None:
            return found
    return None


def _played(search: Search, start: SceneState, title: str) -> SceneState | None:
    """The scene after its first player has played the card."""
    held = search.table.holding(start, search.seats[0], title)
    lines = search.wordings(held, search.seats[0], title)[:1] if held is not None else ()
    return search.table.tell(held, lines[0]) if held is not None and lines else None


def _at(rules: Rulebook, playing: Playing, told: SceneState, cards: tuple[str, ...]) -> Deadlock | None:
    """The moment that comes next on the first branch, if it does not lapse and nobody may act there."""
    waits = waits_at(rules, told.judge.branches[0].position)
    if waits is None or waits.moment.lapses or waits.moment.told or waits.moment.due:
        return None
    moment, env = waits.moment, dict(waits.env)
    granted: dict[str, None] = {}

    def forbidding(context: Context) -> tuple[str, ...] | None:
        try:
            return _forbidding(context, playing, moment, env)
        except Undecided as undecided:
            granted[undecided.point.options[0].text] = None
            raise

    by = by_default(rules, waits.position.store, forbidding)
    return None if by is None else Deadlock(moment.moment, moment.acts, by, cards, told.lines, tuple(granted))


def _forbidding(context: Context, playing: Playing, moment: Await, about: dict[str, Value]) -> tuple[str, ...] | None:
    """The clauses that forbid what is worth trying there, and all else that makes sense; None if something is not forbidden."""
    by: dict[str, None] = {}
    worth = playing.acts(context, moment.moment, moment.acts, about)
    for act in (*worth, *possible(context, moment.moment, moment.acts, about)):
        ruling = permission(context, str(act[0]), act[1:])
        if not isinstance(ruling, Forbidden):
            return None
        by.update(dict.fromkeys(ruling.by))
    for act in conceivable(context, moment.acts) if not by else ():
        ruling = permission(context, str(act[0]), act[1:])
        by.update(dict.fromkeys(ruling.by if isinstance(ruling, Forbidden) else ()))
    return tuple(sorted(by))
