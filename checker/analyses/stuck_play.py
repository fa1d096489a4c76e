"""Play waits for somebody to act, and the clauses let nobody act.

What it finds: moments at which every act that could be tried is forbidden, or at which there is nothing to try, though
the step that waits there goes on only once somebody has acted.

Why it matters: play stands still, and no clause says how it goes on.

Example: whoever owes a roll does nothing else, and a clause forbids to roll.

How to settle it: let one of the acts be done there, or say what happens instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.cards.search_job import Search, alike, started
from checker.explore.duties.far_deadlocks import MOST_PLACES, standing_still
from checker.explore.duties.unregulated_acts import starts, waits_at
from checker.explore.scene_state import SceneState
from checker.explore.situations import AS_IT_STANDS, in_hands
from checker.kernel.effect import Await
from checker.kernel.game_play import Playing
from checker.kernel.term import Undecided, Value
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import Context, by_default
from checker.norms.permissions import Forbidden, permission
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, part_of, relevance, traced_each
from checker.simulate.possible_acts import conceivable, possible

CODE = "HX503"
NAME = "stuck-play"
SCOPE = (
    "what comes next in every situation, in the first one also after each card, and in the other scenes of the "
    "catalogue that stand without a card put into them; open points as by default, of several ways the first; of a game "
    f"of data alone also the first {MOST_PLACES} places that play leads to from each situation, and where its first player "
    "holds each card and no other"
)


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each moment, and each set of clauses, that leaves nothing to do."""
    return [_finding(work.bench, one) for one in _found(work)], Scope(NAME, Extent.EXHAUSTED, SCOPE)


def _found(work: Work) -> list[Deadlock]:
    """For each moment with the clauses that leave nothing to do, the first scene that shows it."""
    bench = work.bench
    scenes, known = starts(bench), relevance(bench)
    first = (Next(0), *(Next(0, title) for title in alike(bench)))
    whole = [number for number, scene in enumerate(scenes) if scene.name.startswith(AS_IT_STANDS)]
    listed = [*first, *(Next(number) for number in range(1, len(scenes)))] if scenes else []
    listed += [Next(number, far=True) for number in whole]
    hand = next((n for n in whole if in_hands(bench.rules.game, scenes[n].lines, ("",))), None)
    listed += [Next(hand, title, alone=True) for title in alike(bench)] if hand is not None else []
    parts = [part_of(known, (*scenes[at.scene].lines, *_how(at)), at.title) for at in listed]

    def make(missing: list[Next]) -> list[TracedResult[Deadlock | None]]:
        return work.spread("stuck play", stuck, [missing])[0]

    found: dict[tuple[str, tuple[str, ...]], Deadlock] = {}
    for each in traced_each(work, "stuck", Deadlock | None, listed, parts, make):
        if each.result is not None:
            found.setdefault(each.result.place, each.result)
    return [found[place] for place in sorted(found)]


def _how(at: Next) -> tuple[str, ...]:
    return ("far",) * at.far + ("alone",) * at.alone


def _finding(bench: Bench, one: Deadlock) -> Finding:
    game = bench.rules.game
    acts = ", ".join(f"`{in_words(game.vocabulary, a)}`" for a in one.acts)
    why = (
        f"{' and '.join(one.clauses)} forbid{'s' * (len(one.clauses) == 1)} it"
        if one.clauses
        else "nothing can be done"
    )
    granted = f"; taken for granted: {', '.join(one.granted)}" if one.granted else ""
    return of_clauses(
        game,
        (CODE, NAME),
        "warning" if one.granted else "error",
        f"play stands still: it waits for somebody to act ({acts}), and nobody may: {why}{granted}",
        one.clauses,
        cards=one.cards,
        lines=(*one.lines, "what happens?"),
        fingerprint="/".join((one.moment, *one.clauses)),
        settle="let one of the acts be done there, or say what happens instead",
    )


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
