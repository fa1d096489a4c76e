"""Rulings: scenes with what is expected of their answers, and whether it is so."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from checker.kernel.game import Authority
from checker.kernel.position import Memory, Store
from checker.kernel.record import Record
from checker.kernel.scene import Ask, Expected, Item, Scene
from checker.kernel.source import InputError, Place
from checker.kernel.verdict import Verdict
from checker.norms.evaluate import title_of
from checker.norms.rulebook import Rulebook
from checker.verdicts.scene_interpreter import Judge, SceneReading
from checker.verdicts.verdict import Answer


class CheckedQuestion(Record):
    """One question of a ruling: what came out, what was expected, and what does not agree.

    Of the groups of clauses in `uncited` one each should have been cited.
    """

    title: str
    place: Place
    answer: Answer | None
    expected: str
    faults: tuple[str, ...]
    disputed: str = ""
    uncited: tuple[tuple[str, ...], ...] = ()
    authority: Authority = Authority()


class Ruled(NamedTuple):
    """What comes of a ruling, and the titles of the cards that lay anywhere.

    Where it has laws of its own, what was looked up in its rules; it is unknown what was if it cannot be laid out.
    """

    checked: list[CheckedQuestion]
    titles: frozenset[str] = frozenset()
    looked: frozenset[tuple[str, str]] = frozenset()
    known: bool = True


def asked(
    rules: Rulebook,
    scene: Scene,
    forms: SceneReading,
    traced: bool = False,
    memory: Memory | None = None,
    seen: set[str] | None = None,
) -> list[tuple[Item, Answer]]:
    """Each question of the scene with its answer; if `traced`, with the clauses that decide it.

    What is worked out from its tables goes into the memory of these rules, if there is one; the titles of all cards
    that lie anywhere are `seen`.
    Raises InputError if the scene cannot be laid out.
    """
    judge = Judge(rules.with_cards(scene.cards), forms, traced, None if scene.cards else memory)
    questions: list[Item] = []
    titles = set() if seen is None else seen
    titles |= _titles([judge.start])
    for item in scene.items[forms.first :]:
        before = len(judge.answers)
        judge.tell(item)
        titles |= _titles(b.position.store for b in judge.branches)
        if len(judge.answers) > before:
            questions.append(item)
    judge.over()
    return list(zip(questions, judge.answers, strict=True))


def _titles(tables: Iterable[Store]) -> set[str]:
    """The titles of the cards that lie on the tables; those in equal places are looked through once."""
    placed = {id(store.placed): store for store in tables}
    return {title_of(card) for store in placed.values() for card in store.cards()}


def checked(
    rules: Rulebook, scene: Scene, forms: SceneReading, memory: Memory | None = None, seen: set[str] | None = None
) -> list[CheckedQuestion]:
    """Every expectation of the scene, compared with the answer; the titles of all cards that lie anywhere are `seen`.

    Where a clause is missing, or it is expected what decides an answer or leads to it, the answers are worked out as
    `ask` has them.
    """
    traced = any(item.expected is not None and (item.expected.by or item.expected.after) for item in scene.items)
    try:
        pairs = asked(rules, scene, forms, traced, memory, seen)
        if not traced and any(item.expected is not None and _uncited(item.expected, answer) for item, answer in pairs):
            pairs = asked(rules, scene, forms, traced=True, memory=memory)
    except InputError as error:
        first = error.problems[0]
        return [
            CheckedQuestion(scene.title, first.place, None, "", (first.message,), scene.disputed, (), scene.authority)
        ]
    found = []
    for item, answer in pairs:
        if item.expected is not None:
            wanted = f"{item.expected.verdict}: {item.expected.value}".rstrip(": ")
            form = forms.form(item)
            also = form.also if isinstance(form, Ask) and form.also is not None else str
            faults = tuple(_faults(item.expected, answer, also))
            uncited = tuple(tuple(g) for g in _uncited(item.expected, answer))
            about = (scene.disputed, uncited, scene.authority)
            found.append(CheckedQuestion(scene.title, item.raw.place, answer, wanted, faults, *about))
    return found


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
    return text.casefold().replace("•", " ").strip()
