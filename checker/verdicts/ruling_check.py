"""Rulings: scenes with what is expected of their answers, and whether it is so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from checker.kernel.game import Authority
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Memory, Store
from checker.kernel.record import Record
from checker.kernel.scene import Ask, Expected, Item, Scene
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Verdict
from checker.norms.rulebook import Rulebook
from checker.run.branches import TooMany
from checker.verdicts.scene_interpreter import Judge, SceneReading
from checker.verdicts.verdict import Answer

UNFIT = (KeyError, ValueError, TypeError, AssertionError, TooMany)
"""What carrying out a scene may come to that speaks of what is not in the rules."""


class RuledQuestion(Record):
    """What the question of an expectation comes to, and what of it does not agree.

    Of the groups of clauses in `uncited` one each should have been cited.
    """

    verdict: Verdict
    value: str
    clauses: tuple[str, ...]
    faults: tuple[str, ...] = ()
    uncited: tuple[tuple[str, ...], ...] = ()

    @property
    def said(self) -> str:
        """The verdict with its value, if it has one."""
        return f"{self.verdict.value}: {self.value}" if self.value else self.verdict.value


class RuledScene(NamedTuple):
    """What the expectations of a ruling come to, in order; `refused` says why the scene cannot go on, if it cannot."""

    told: tuple[RuledQuestion, ...] = ()
    refused: Problem | None = None


class Ruled(NamedTuple):
    """What comes of a ruling, and the titles of the cards that lay anywhere.

    Where it has laws of its own, what was looked up in its rules.
    """

    scene: RuledScene
    titles: frozenset[str] = frozenset()
    looked: frozenset[tuple[str, str]] = frozenset()


class CheckedQuestion(Record):
    """One expectation of a ruling, and what its question comes to; no answer where the scene cannot be laid out."""

    title: str
    place: Place
    question: str
    answer: RuledQuestion | None
    expected: str
    faults: tuple[str, ...]
    disputed: str = ""
    authority: Authority = Authority()


def asked(
    rules: Rulebook,
    scene: Scene,
    forms: SceneReading,
    traced: bool = False,
    memory: Memory | None = None,
    seen: set[str] | None = None,
) -> Iterator[tuple[Item, Answer]]:
    """Each question of the scene with its answer; if `traced`, with the clauses that decide it.

    What is worked out from its tables goes into the memory of these rules, if there is one; the titles of all cards
    that lie anywhere are `seen`.
    Raises InputError where the scene cannot be laid out.
    """
    judge = Judge(rules.with_cards(scene.cards), forms, traced, None if scene.cards else memory)
    titles = set() if seen is None else seen
    titles |= _titles([judge.start])
    for item in scene.items[forms.first :]:
        before = len(judge.answers)
        judge.tell(item)
        titles |= _titles(b.position.store for b in judge.branches)
        if len(judge.answers) > before:
            yield item, judge.answers[-1]
    judge.over()


def _titles(tables: Iterable[Store]) -> set[str]:
    """The titles of the cards that lie on the tables; those in equal places are looked through once."""
    placed = {id(store.placed): store for store in tables}
    return {title_of(card) for store in placed.values() for card in store.cards()}


def ruled(
    rules: Rulebook,
    scene: Scene,
    reading: Callable[[], SceneReading],
    memory: Memory | None,
    seen: set[str],
    elsewhere: bool = False,
) -> RuledScene:
    """What every expectation of the scene comes to; the titles of all cards that lie anywhere are `seen`.

    Where a clause is missing, that answer is worked out as `ask` has it, with what decides it; so are all where it is
    expected what decides one, or leads to it. A scene that was read `elsewhere`, under other rules, may speak of what is
    not in these.
    """
    traced = any(item.expected is not None and (item.expected.by or item.expected.after) for item in scene.items)
    told: list[RuledQuestion] = []
    try:
        forms = reading()
        for item, answer in asked(rules, scene, forms, traced, memory, seen):
            told += _compared(item, answer, forms)
        if not traced and any(one.uncited for one in told):
            pairs = asked(rules, scene, forms, traced=True, memory=memory)
            again = [one for item, answer in pairs for one in _compared(item, answer, forms)]
            told = [one if was.uncited else was for was, one in zip(told, again, strict=True)]
    except InputError as error:
        return RuledScene(tuple(told), error.problems[0])
    except UNFIT:
        if not elsewhere:
            raise
        return RuledScene(tuple(told), Problem(scene.place, "the scene speaks of what is not in the rules"))
    return RuledScene(tuple(told))


def _compared(item: Item, answer: Answer, forms: SceneReading) -> Iterator[RuledQuestion]:
    """What the question comes to, if something is expected of it."""
    if item.expected is not None:
        form = forms.form(item)
        also = form.also if isinstance(form, Ask) and form.also is not None else str
        uncited = tuple(tuple(g) for g in _uncited(item.expected, answer))
        faults = tuple(_faults(item.expected, answer, also))
        yield RuledQuestion(answer.verdict, answer.value, answer.clauses, faults, uncited)


def checked(scene: Scene, came: RuledScene) -> list[CheckedQuestion]:
    """Every expectation of the scene with what came of it; a scene that cannot be laid out says so once."""

    def one(place: Place, question: str, answer: RuledQuestion | None, wanted: str, *faults: str) -> CheckedQuestion:
        return CheckedQuestion(scene.title, place, question, answer, wanted, faults, scene.disputed, scene.authority)

    if came.refused is not None:
        return [one(came.refused.place, "", None, "", came.refused.message)]
    told = zip((i for i in scene.items if i.expected is not None), came.told, strict=True)
    return [one(i.raw.place, i.raw.text, a, _wanted(i.expected), *a.faults) for i, a in told]


def _wanted(expected: Expected | None) -> str:
    return f"{expected.verdict}: {expected.value}".rstrip(": ") if expected is not None else ""


def _faults(expected: Expected, answer: Answer, also: Callable[[str], str]) -> list[str]:
    faults = []
    if answer.verdict is not Verdict(expected.verdict):
        faults.append(f"{answer.verdict.value} instead of {expected.verdict}")
    if expected.value and not any(_agree(expected.value, answer, called) for called in (str, also)):
        faults.append(f"`{answer.value}` instead of `{expected.value}`")
    citing = [("not cited", _without(expected.because, answer.clauses))]
    citing += [("not decided by", _without(expected.by, answer.deciding))]
    wrong = [f"{what}: {', '.join(' or '.join(g) for g in missing)}" for what, missing in citing if missing]
    if citing[1][1]:
        wrong.append(f"it is decided by {', '.join(answer.deciding) or 'no clause'}")
    faults += ["; ".join(wrong)] if wrong else []
    return faults + [_unmet(step, answer) for step in expected.after if _plain(step) not in map(_plain, _steps(answer))]


def _steps(answer: Answer) -> list[str]:
    """The steps of every way to the answer, as they are told."""
    return list(dict.fromkeys(line.text for outcome in answer.outcomes for line in outcome.steps))


def _unmet(step: str, answer: Answer) -> str:
    """That there is no such step, and which is the nearest."""
    there = {_plain(text): text for text in _steps(answer)}
    import difflib

    close = difflib.get_close_matches(_plain(step), there, n=1, cutoff=0.3)
    return f"no step `{step}`" + (f"; did you mean `{there[close[0]]}`?" if close else "")


def _uncited(expected: Expected, answer: Answer) -> list[tuple[str, ...]]:
    """The groups of clauses of which one should be cited, or decide, and none does."""
    return [*_without(expected.because, answer.clauses), *_without(expected.by, answer.deciding)]


def _without(groups: tuple[tuple[str, ...], ...], clauses: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The groups of which none is among the clauses."""
    return [g for g in groups if not set(g) & set(clauses)]


def _agree(wanted: str, answer: Answer, called: Callable[[str], str]) -> bool:
    """What is wanted came out, as it is called; without conditions in it, the outcomes alone are compared."""
    if " if " in wanted:
        return _values(wanted) == _values(answer.value)
    if len(answer.outcomes) < 2:
        return _values(wanted) == _values(called(answer.value))
    return _values(wanted) == {_plain(called(o.value)) for o in answer.outcomes}


def _values(text: str) -> frozenset[str]:
    plain = _plain(text)
    return frozenset(re.split(r",\s+(?=[^,]+ if )", plain) if " if " in plain else plain.split(" or "))


def _plain(text: str) -> str:
    return text.casefold().replace("•", " ").replace("; ", ", ").strip()
