"""What `ask` does: the scenes carried out, and every answer with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from checker.answers.ablation import Ablation
from checker.answers.by_need import by_need
from checker.answers.desk import Desk
from checker.answers.forms import Forms
from checker.answers.needed import Needed
from checker.answers.render import answer_lines, wrapped
from checker.answers.rulings import asked
from checker.answers.settled import Settled, settled_lines
from checker.answers.verdicts import Answer
from checker.answers.whynot import Watched
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Problem
from checker.run.progress import Line
from checker.search.reductions import Common

MOST_AGAIN = 4
"""A scene that is told again without a clause may take so many times the work that it took with it."""


class Asked(Record):
    """A question with its answer, the game that it was put to, notes on why not otherwise, and what would settle it."""

    answer: Answer
    game: Game
    scene: str = ""
    notes: tuple[str, ...] = ()
    settled: tuple[Settled, ...] | None = None


def asked_at(desk: Desk, scenes: list[Scene], why_not: bool = False, settle: bool = False) -> list[Asked]:
    """Every question of the scenes with its answer, and the errata that settle it if wanted.

    Raises InputError for a scene of no use.
    """
    found: list[Asked] = []
    for number, scene in enumerate(scenes, 1):
        amended = desk.with_laws(scene)
        forms = Forms(amended.rules, scene, amended.own)
        watched = Watched(forms, amended.rules) if why_not else None
        memory = None if watched else Common(amended.rules).norms
        before = amended.rules.looked.times
        pairs = asked(amended.rules, scene, watched or forms, traced=True, memory=memory)
        look_ups = amended.rules.looked.times - before
        if not pairs:
            hint = "end with a question, for instance `what happens?`"
            raise InputError(Problem(scene.place, "the scene asks nothing", "", hint))
        most = MOST_AGAIN * (look_ups + 50)
        ablation = Ablation(amended.rules, scene, partial(Forms, scene=scene, make_own=amended.own), most)
        needed = Needed(ablation)
        title = scene.title or (f"scene {number}" if len(scenes) > 1 else "")
        for at, (_, answer) in enumerate(pairs):
            notes = watched.told(at, answer) if watched else ()
            errata = _settled(desk, scene, at, answer) if settle else None
            ordered = by_need(ablation, at, needed.of(at, answer), look_ups)
            found.append(Asked(ordered, amended.game, title, notes, errata))
    return found


def _settled(desk: Desk, scene: Scene, at: int, answer: Answer) -> tuple[Settled, ...]:
    from checker.answers.settling import settled  # it reads the rules as they are written

    return settled(desk, scene, at, answer)


def asked_text(found: list[Asked]) -> Iterator[str]:
    """The answers for a judge at the table; steps that were shown already are not shown again."""
    shown: tuple[Line, ...] = ()
    title = ""
    for number, one in enumerate(found):
        if number:
            yield ""
        if one.scene != title:
            title, shown = one.scene, ()
            yield f"== {title}"
        yield from answer_lines(one.answer, one.game, shown)
        if one.notes:
            yield "  why not otherwise:"
            yield from (line for note in one.notes for line in wrapped(f"- {note}", "    ", "      "))
        if one.settled is not None:
            yield from settled_lines(one.answer, one.settled)
        shown = one.answer.outcomes[0].steps if one.answer.outcomes else shown
