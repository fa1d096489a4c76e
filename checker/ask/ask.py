"""What `ask` does: the scenes carried out, and every answer with what it rests on and the assumptions that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec import structs

from checker.ask.answer_text import answer_lines, wrapped
from checker.ask.game_session import Desk
from checker.kernel.game import Game
from checker.kernel.norm import ASSUMED
from checker.kernel.record import Record
from checker.kernel.scene import Arrange, Ask, Close, Deed, MayQuestion, MustQuestion, Scene, Select, WhatHappens
from checker.kernel.source import InputError, Problem
from checker.run.progress import Line
from checker.session.reductions import Common
from checker.verdicts.clause_ablation import Ablation, Clauses, by_need, same_answer
from checker.verdicts.ruling_check import asked
from checker.verdicts.statements import SceneStatements
from checker.verdicts.verdict import Answer

if TYPE_CHECKING:
    from checker.ask.settlements import Settled
    from checker.ask.why_not import WatchedForms
    from checker.norms.rulebook import Rulebook
    from checker.syntax.everyday.retell import Retold


Settling: TypeAlias = "Callable[[Desk, Scene, int, Answer], tuple[Settled, ...]]"
"""The errata that force the answer to a numbered question of a scene (checker/clarify/settle.py)."""

MOST_AGAIN = 4
"""A scene that is told again without a clause may take so many times the work that it took with it."""


class Answered(Record):
    """A question with its answer, the game that it was put to, notes on why not otherwise, and what would settle it;
    how the scene was told where it was not read as typed."""

    answer: Answer
    game: Game
    scene: str = ""
    notes: tuple[str, ...] = ()
    settled: tuple[Settled, ...] | None = None
    told: Retold | None = None
    late: tuple[str, ...] = ()


def told_late(scene: Scene, forms: SceneStatements) -> tuple[str, ...]:
    """What is stated of the table after something was done, but for hands, which are told where they are meant."""
    done, late = False, []
    for item in scene.items:
        match forms.form(item):
            case Arrange():
                late += [item.raw.text] if done and item.said.rule != "placed_hand" else []
            case Deed() | Select() | Close():
                done = True
            case MayQuestion() | MustQuestion() | Ask() | WhatHappens():
                pass
    return tuple(late)


def asked_at(desk: Desk, scenes: list[Scene], why_not: bool = False, settle: Settling | None = None) -> list[Answered]:
    """Every question of the scenes with its answer, and the errata that settle it if it is said how.

    Raises InputError for a scene of no use.
    """
    found: list[Answered] = []
    for number, scene in enumerate(scenes, 1):
        amended = desk.with_laws(scene)
        forms = SceneStatements(amended.rules, scene, amended.own)
        watched = _watched(forms, amended.rules) if why_not else None
        memory = None if watched else Common(amended.rules).norms
        before = amended.rules.looked.times
        pairs = list(asked(amended.rules, scene, watched or forms, traced=True, memory=memory))
        look_ups = amended.rules.looked.times - before
        if not pairs:
            hint = "end with a question, for instance `what happens?`"
            raise InputError(Problem(scene.place, "the scene asks nothing", "", hint))
        most = MOST_AGAIN * (look_ups + 50)
        ablation = Ablation(amended.rules, scene, partial(SceneStatements, scene=scene, make_own=amended.own), most)
        needed = Needed(ablation)
        late = told_late(scene, forms)
        title = scene.title or (f"scene {number}" if len(scenes) > 1 else "")
        for at, (_, answer) in enumerate(pairs):
            notes = watched.told(at, answer) if watched else ()
            errata = settle(desk, scene, at, answer) if settle else None
            ordered = by_need(ablation, at, needed.of(at, answer), look_ups)
            found.append(Answered(ordered, amended.game, title, notes, errata, late=late))
    return found


def _watched(forms: SceneStatements, rules: Rulebook) -> WatchedForms:
    from checker.ask.why_not import WatchedForms

    return WatchedForms(forms, rules)


def asked_text(found: list[Answered]) -> Iterator[str]:
    """The answers for a judge at the table, above them the amendments that clash; steps that were shown already are not shown again."""
    shown: tuple[Line, ...] = ()
    title = ""
    for told in dict.fromkeys(one.told for one in found if one.told):
        yield from wrapped("read as: " + "; ".join(told.text.split("\n")[1:]), "", "  ")
        for taken in told.taken:
            yield from wrapped(f"taken for granted: {taken}", "", "  ")
        yield ""
    for late in dict.fromkeys(late for one in found for late in one.late):
        yield from wrapped(f"told after what was done, and so true from there on: {late}", "", "  ")
    for clashing in dict.fromkeys(c for one in found for c in one.game.overruled):
        from checker.load.amended.overruled import clash

        yield from wrapped(f"clash: {clash(clashing)}", "", "  ")
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
            from checker.ask.settlements import settled_lines

            yield from settled_lines(one.answer, one.settled)
        shown = one.answer.outcomes[0].steps if one.answer.outcomes else shown


class Needed:
    """The answers of one scene, asked again under the rules without some of what is assumed."""

    def __init__(self, ablation: Ablation) -> None:
        self.ablation = ablation
        self.rules = rules = ablation.rules
        stating = {n.clause for n in rules.game.norms if n.clause.startswith(ASSUMED)}
        self.assumed = {c.summary: c.id for c in rules.game.clauses if c.id in stating}
        self._otherwise: list[list[Answer]] | None = None

    def of(self, number: int, answer: Answer) -> Answer:
        """The scene's answer of that number with those assumptions alone that it needs.

        They are dropped one after the other, so that of two that do as well one stays.
        """
        gone: Clauses = frozenset()
        for said in answer.assumed:
            if said in self.assumed:
                fewer = gone | {self.assumed[said]}
                gone = fewer if self.ablation.same(number, answer, fewer) else gone
        kept = (a for a in answer.assumed if self.assumed.get(a) not in gone)
        return structs.replace(answer, assumed=tuple(a for a in kept if not self._all_the_same(a, number, answer)))

    def _all_the_same(self, said: str, number: int, answer: Answer) -> bool:
        """What is said is only supposed of the scene, and the answer is the same whatever else is."""
        title = said.partition(":")[0]
        if (
            said in self.assumed
            or title in self.rules.cards
            or any(c.title == title for c in self.ablation.scene.cards)
        ):
            return False
        if self._otherwise is None:
            others = self.ablation.forms(self.rules).others()
            self._otherwise = [[a for _, a in asked(self.rules, self.ablation.scene, other)] for other in others]
        return bool(self._otherwise) and all(same_answer(others[number], answer) for others in self._otherwise)
