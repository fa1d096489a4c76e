"""Where play stands as a scene begins: found from what the scene states, said by it, or open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.kernel.norm import May
from checker.kernel.position import Key, Position, Store
from checker.kernel.scene import Deed
from checker.kernel.source import InputError
from checker.kernel.term import And, Call, Compare, Is, Kind, Option, Point, Value, Var
from checker.kernel.trees.course_steps import Course
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, Took, TooMany
from checker.scenes.course.course_walk import CourseWalk, course_of
from checker.scenes.course.places import PlayPlace, SpokenField
from checker.scenes.transitions import Transitions

STANDS: Key = (RIGID, "where play stands")
"""Where it is kept at which of several places play stands."""
SEAT: Key = ("said to be on turn",)
STEP: Key = ("said to stand at",)
"""Where a scene keeps whose turn it says it is, and at which step it says that play stands."""


class Unplaced(Exception):
    """What a scene says of where play stands can nowhere be so."""


def said_by(rules: Rulebook, store: Store, stated: Iterable[Key]) -> SpokenField | None:
    """What a scene says that may tell where play stands; nothing if it says nothing of the kind."""
    rules.looked |= {("procedure", ""), ("act", "")}
    course = course_of(rules)
    fields = frozenset(k for k in stated if k[0] in rules.fields)
    for field in (f for f, about in turn_fields(rules, course).items() if about):
        if any(k[0] == field and store.get(k) is True for k in fields):
            fields |= {(field, seat) for seat in range(len(_names(store)))}  # nobody else is on turn
    seat, at = store.get(SEAT), store.get(STEP)
    if not any(k[0] in course.fields for k in fields) and seat is None and at is None:
        return None
    return SpokenField(fields, seat if isinstance(seat, int) else None, at if isinstance(at, str) else "")


def placed(rules: Rulebook, start: Branch, said: SpokenField) -> tuple[list[Branch], bool] | None:
    """The branch at each place where play may stand, and whether that is in the middle, past steps that would write
    otherwise what the scene says; nothing where play begins at the beginning. Raises Unplaced if there is no such place,
    TooMany if play branches too often on the way.
    """
    course = course_of(rules)
    turns = turn_fields(rules, course)
    every = [t for s in CourseWalk(rules, said).spots(start) for t in _in_turn(s, turns, course, said)]
    found = [s for s in every if not s.between and _as_told(s, said)]
    spots = [s for s in found if said.step or s.branch.waits is None or not s.branch.waits[0].lapses] or found
    told_so = said.said_so
    if told_so and not spots:
        raise Unplaced
    lost = [s for n, s in enumerate(every) if s.between and not any(_further(o, s) for o in (*every[n + 1 :], *found))]
    spots = spots or lost
    if not spots:
        return None
    best = min(_fit(s, course) for s in spots)
    if told_so and best[0] > min(_fit(s, course)[0] for s in every):
        raise Unplaced
    groups = [[s for s in spots if s.root == root] for root in dict.fromkeys(s.root for s in spots)]
    if not told_so and not lost and all(_fit(g[0], course) == best and not g[0].against for g in groups):
        return None
    chosen = [_chosen(g, [s for s in g if _fit(s, course) == best]) for g in groups]
    middle = any(s.against or s.branch.waits is None for group in chosen for s in group)
    return [b for group in chosen for b in _forked(group)], middle


def turn_fields(rules: Rulebook, course: Course) -> dict[str, bool]:
    """The fields by which norms allow acts that the course waits for to whom they name, each with whether the player
    is what it is about and not its value."""
    found: dict[str, bool] = {}
    for norm in (n for act in sorted(course.acts) for n in rules.deontic[act] if isinstance(n.claim, May)):
        who = norm.claim.act.args[:1] if isinstance(norm.claim, May) else ()
        for part in norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,):
            match part:
                case Compare("is", Call(fact, ()), Var() as one) if (one,) == who and fact in rules.fields:
                    found[fact] = False
                case Is(Call(fact, args)) if args == who and fact in course.handed:
                    found[fact] = True
    return found


def _in_turn(spot: PlayPlace, turns: dict[str, bool], course: Course, said: SpokenField) -> list[PlayPlace]:
    """The place, once for each player where a field says whose turn it is, acts change that, and the scene tells
    something that lies behind its beginning and not that; in the turn of whom the scene names, if it names somebody."""
    if spot.whose is not None or spot.between or len(turns) != 1:
        return [spot]
    ((field, about),) = turns.items()
    store = spot.branch.position.store
    told = [v if not about else k[1] for k, v in store.entries(field) if k in said.stated and v is not False]
    if told or any(k[0] == field for k in said.stated):
        return [spot._replace(whose=told[0])] if len(told) == 1 and said.seat is not None else [spot]
    if said.seat is None and (field in course.fixed or not spot.against):
        return [spot]
    seats = range(len(_names(store))) if said.seat is None else (said.seat,)
    return [spot._replace(branch=_turned(spot.branch, field, about, seat), whose=seat) for seat in seats]


def _names(store: Store) -> tuple[Value, ...]:
    """The names of the players as they sit."""
    names = store.get(("names",))
    return names if isinstance(names, tuple) else ()


def _turned(branch: Branch, field: str, about: bool, seat: int) -> Branch:
    """The branch on the table on which it is the turn of that player, by the field."""
    store = branch.position.store
    for key, _ in store.entries(field) if about else ():
        store = store.drop(key)
    position = branch.position.with_store(store.put((field, seat), True) if about else store.put((field,), seat))
    return branch.waiting(position, branch.waits) if branch.waits else branch.laid(position)


def _further(one: PlayPlace, before: PlayPlace) -> bool:
    """The place lies on a way that goes on from the other one."""
    decided = tuple(before.branch.forks())
    return tuple(one.branch.forks())[: len(decided)] == decided


def _as_told(spot: PlayPlace, said: SpokenField) -> bool:
    return (said.seat is None or spot.whose == said.seat) and (not said.step or said.step in spot.path)


def _fit(spot: PlayPlace, course: Course) -> tuple[int, int, int]:
    """How well the place fits what is said, the least the best: whether acts may have changed it since is known."""
    against = sum(k[0] in course.fixed for k in spot.against)
    as_said = sum(k[0] in course.fixed for k in spot.as_said)
    return against, -as_said, as_said - len(spot.as_said)


def _chosen(group: list[PlayPlace], best: list[PlayPlace]) -> list[PlayPlace]:
    """Those of the best places that nothing tells apart: the first of a turn if nothing is past it."""
    if best and best[0].name == group[0].name and not best[0].against:
        return [s for s in best if s.name == best[0].name]
    found: list[PlayPlace] = []
    for whose in dict.fromkeys(s.whose for s in best):
        turn = [s for s in best if s.whose == whose]
        found += turn if turn[0].against else [s for s in turn if s.name == turn[0].name]
    return found


def _forked(spots: list[PlayPlace]) -> list[Branch]:
    """The branch at each place, by an option of an open point if there are several."""
    places = list(dict.fromkeys(s.name for s in spots))
    if len(places) < 2:
        return [s.branch for s in spots]
    several = len({s.whose for s in spots}) > 1
    firsts = [next(s for s in spots if s.name == name) for name in places]
    options = tuple(Option(n, _in_words(s, several, firsts)) for n, s in enumerate(firsts))
    text = "nothing states whose turn it is" if several else "nothing states at which step play stands"
    point = Point("where play stands", Kind.SILENT, STANDS, options, text=text)
    return [_at(s.branch, point, options[places.index(s.name)]) for s in spots]


def _at(branch: Branch, point: Point, option: Option) -> Branch:
    found = branch.noting(Took(point, option))
    found.position = Position(branch.position.store.put(point.key, option.value), branch.position.agenda)
    return found


def _in_words(spot: PlayPlace, several: bool, spots: list[PlayPlace]) -> str:
    step = spot.path[-1] if spot.path else ""
    if not several:
        return f"play stands at the step {step}"
    names = _names(spot.branch.position.store)
    name = names[spot.whose] if isinstance(spot.whose, int) else "nobody"
    of_turn = [s for s in spots if s.whose == spot.whose]
    return f"it is {name}'s turn" + (f" and play stands at the step {step}" if len(of_turn) > 1 else "")


def begun(
    rules: Rulebook, start: Branch, stated: Iterable[Key], nowhere: Callable[[], InputError]
) -> tuple[list[Branch], bool] | None:
    """Where play stands as the scene begins, and whether that is in the middle; nothing if it is at the beginning.

    Raises what `nowhere` gives if what is said of it can nowhere be so, TooMany if it is said and cannot be found.
    """
    said = said_by(rules, start.position.store, stated)
    if said is None or not start.position.agenda:
        return None
    try:
        return placed(rules, start, said)
    except Unplaced:
        raise nowhere() from None
    except TooMany:
        if said.said_so:
            raise
    return None


def overwritten(rules: Rulebook, start: Store, branches: Iterable[Branch], stated: Iterable[Key]) -> frozenset[str]:
    """The fields of which a scene states what play has changed on the way to the branches."""
    tables = [b.position.store for b in branches]
    of_fields = ((k, rules.fields[str(k[0])].initial) for k in stated if k[0] in rules.fields)
    return frozenset(str(k[0]) for k, i in of_fields if any(t.get(k, i) != start.get(k, i) for t in tables))


def told_there(course: Transitions, branches: list[Branch], deed: Deed) -> list[Branch]:
    """Of the places at which play may stand, those at which the act that is told first is allowed, if there are any."""
    if not any(b.position.store.get(STANDS) is not None for b in branches):
        return branches
    return [b for b in branches if _allowed(course, b, deed)] or branches


def _allowed(course: Transitions, branch: Branch, deed: Deed) -> bool:
    args = course.instance(branch, deed)
    meant = branch.waits is not None and deed.act in branch.waits[0].acts
    return args is not None and meant and course.allowed(branch, deed.act, args)
