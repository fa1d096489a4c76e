"""Whether no thing of a sort outlives a stretch of play, and what makes such things works at most once in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from checker.kernel.effect import Carry, Create, Run, While
from checker.kernel.game import Game
from checker.kernel.trees.walk import of_kind, within
from checker.static.call_graph import reached, watched
from checker.static.creation_bounds import makes
from checker.static.irrelevance import Irrelevance, needed
from checker.static.typestate import Follow
from checker.static.typestate_conditions import Facts
from checker.static.typestate_transfer import TooOften

Counted: TypeAlias = tuple[tuple[str, ...], str]
"""The cards of which it is counted together how often they work, and an act."""
NOTHING: Counted = ((), "")


class RepeatedProcedure(NamedTuple):
    """A procedure that is gone through again and again, outside which no thing of the sort is made.

    If it `ends` with none of them when it was begun with none, each copy of the cards `once`, and each act named
    there, is carried out at most once in it; `often` are those of which that is not known.
    """

    procedure: str
    ends: bool
    once: tuple[str, ...]
    often: tuple[str, ...]


class CountedQuestion(NamedTuple):
    """What is asked: of which cards and acts it is counted how often they work, in which procedure."""

    procedure: str
    cards: tuple[str, ...]
    acts: tuple[str, ...]

    def together(self) -> Counted:
        """All cards at once, and an act."""
        return self.cards, self.acts[0] if self.acts else ""

    def each(self) -> tuple[Counted, ...]:
        """Each by itself."""
        return *(((title,), "") for title in self.cards), *(((), act) for act in self.acts)


def stretch(
    game: Game, sort: str, zoned: Mapping[str, frozenset[str]], also: frozenset[str] = frozenset()
) -> RepeatedProcedure | None:
    """The shortest such stretch of play; None if things of the sort are made outside all that is gone through again.

    The cards named `also` are followed besides those that make them.
    """
    course = _course(game, sort, also)
    return None if course is None else _counted(game, sort, zoned, course)


def _course(game: Game, sort: str, also: frozenset[str]) -> CountedQuestion | None:
    makers = tuple(c.title for c in game.cards if makes(c.text, sort) or c.title in also)
    acts = tuple(a.name for a in game.vocabulary.acts if makes((a.body, a.last), sort))
    return next((CountedQuestion(p, makers, acts) for p in again(game) if not _outside(game, sort, p)), None)


def _counted(game: Game, sort: str, zoned: Mapping[str, frozenset[str]], course: CountedQuestion) -> RepeatedProcedure:
    """All cards that make them together, and each for itself only where that does not do."""
    procedure, named = course.procedure, (*course.cards, *course.acts)
    together = _ends(game, sort, zoned, procedure, course.together())
    if together is not None and len(course.acts) <= 1:
        return RepeatedProcedure(procedure, together, named if together else (), () if together else named)
    ends = bool(_ends(game, sort, zoned, procedure, NOTHING))
    each = course.each() if ends else ()
    counted = {
        (*titles, act)[0] for titles, act in each if _ends(game, sort, zoned, procedure, (titles, act)) is not None
    }
    return RepeatedProcedure(
        procedure, ends, tuple(n for n in named if n in counted), tuple(n for n in named if n not in counted)
    )


def _ends(
    game: Game,
    sort: str,
    zoned: Mapping[str, frozenset[str]],
    procedure: str,
    counted: Counted,
) -> bool | None:
    """Whether no thing of the sort is left at the end; None if what is counted may be done twice by then."""
    titles, act = counted
    try:
        came = Follow(Facts(game, sort, titles, zoned), act).through(procedure)
    except TooOften:
        return None
    return all(s.empty for s in (*came.states, *(s for _, s in came.left)))


def again(game: Game) -> Iterator[str]:
    """The procedures that are gone through again and again as a whole, the inner ones first."""
    found = [
        e.body.procedure
        for p in game.procedures
        for e in within(p.steps)
        if isinstance(e, While) and isinstance(e.body, Run)
    ]
    inside = {name: sum(isinstance(e, Run) for e in reached(game, Run(name))) for name in found}
    yield from sorted(dict.fromkeys(found), key=lambda name: (inside[name], name))


def _outside(game: Game, sort: str, procedure: str) -> bool:
    """On the way to the procedure, from where nothing else leads, something else makes a thing of the sort."""
    run = {e.procedure for e in of_kind(game.texts, Run)}
    begun = tuple(Run(p.name) for p in game.procedures if p.name not in run and _leads(game, p.name, procedure))
    there = reached(game, begun, procedure)
    return any(isinstance(e, Carry) or (isinstance(e, Create) and e.sort == sort) for e in there)


def followed(game: Game, sort: str, zoned: Mapping[str, frozenset[str]], also: frozenset[str]) -> object:
    """Everything in the game that the stretch depends on."""
    course = _course(game, sort, also)
    if course is None:
        return None
    facts = [Facts(game, sort, titles, zoned) for titles, _ in (course.together(), NOTHING, *course.each())]
    there = tuple(reached(game, Run(course.procedure)))
    kept = [watched(one, there) for one in facts]
    facts[0].watched = frozenset().union(*kept)
    return course, kept, zoned, needed(Irrelevance(facts[0], course.acts), game)


def _leads(game: Game, one: str, other: str) -> bool:
    return any(isinstance(e, Run) and e.procedure == other for e in reached(game, Run(one)))
