"""Rulings that come out otherwise in one version of the rules than in another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any, NamedTuple

from checker.ask.game_session import Desk
from checker.kernel.game import Authority
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.process.parallel_map import in_time, spread
from checker.run.branches import TooMany
from checker.session.rule_dependencies import Relevance
from checker.store.disk_cache import DiskShelf
from checker.store.fingerprint import named, program
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.statements import SceneStatements

MOST_LOOKED_AT = 3
"""On so many of the ways that things can go it is looked which cards lie there."""


class Changed(Record):
    """A question of a ruling that is answered otherwise; `what` is verdict, outcome or reason."""

    title: str
    file: str
    line: int
    question: str
    what: str
    before: str
    after: str
    scene: str
    authority: Authority = Authority()


class RulingAnswers(NamedTuple):
    """What the questions of a ruling come to, what was looked up in the rules for that, and which cards lay somewhere."""

    told: tuple[RulingAnswer, ...]
    looked: frozenset[tuple[str, str]]
    titles: frozenset[str] = frozenset()


class RulingAnswer(NamedTuple):
    """What a question comes to; without a verdict, why it cannot be told."""

    verdict: str
    value: str
    cites: frozenset[str] = frozenset()


def changed_rulings(before: Desk, after: Desk, jobs: int, until: float = inf) -> tuple[int, tuple[Changed, ...]]:
    """How many rulings were compared, and every question of them that is answered otherwise, the shortest first.

    A ruling for which nothing is different that it can depend on is not asked again. All are compared if the time,
    by the monotonic clock, lasts for that; else the shorter ones.
    """
    scenes = before.rulings()
    old = kept_rulings(before, scenes, jobs, (time.monotonic() + until) / 2)
    differs = _differing(before, after)
    again = [n for n, was in enumerate(old) if differs(scenes[n], was)]
    again.sort(key=lambda n: len(scenes[n].items))
    new = list(in_time(spread(partial(carried_out, after), [scenes[n] for n in again], jobs, "rulings"), until))
    found = [c for n, now in zip(again, new, strict=False) for c in compared(scenes[n], old[n].told, now.told)]
    return len(old) - len(again) + len(new), tuple(sorted(found, key=lambda c: (len(c.scene), c.file, c.line)))


def kept_rulings(desk: Desk, scenes: list[Scene], jobs: int, until: float = inf) -> list[RulingAnswers]:
    """What the rulings come to, from an earlier run if that asked the same of the same rules; those done by then."""
    shelf = DiskShelf()
    name = named("rulings", program(), desk.key, scenes)
    found: list[RulingAnswers] | None = shelf.get("rulings", name, list[RulingAnswers])
    if found is None:
        found = list(in_time(spread(partial(carried_out, desk), scenes, jobs, "rulings"), until))
        if len(found) == len(scenes):
            shelf.put("rulings", name, found)
    return list(found)


def _differing(before: Desk, after: Desk) -> Callable[[Scene, RulingAnswers], bool]:
    """Whether a ruling's answers can be different: not if all that they depended on is the same."""
    known: dict[tuple[str, ...], tuple[Relevance, Relevance]] = {}

    def differs(scene: Scene, was: RulingAnswers) -> bool:
        lines = tuple(i.raw.text for i in scene.items)
        if any(line.startswith("what is ") for line in lines):
            return True
        if scene.amendments not in known:
            try:
                known[scene.amendments] = (relevant(before.with_laws(scene)), relevant(after.with_laws(scene)))
            except InputError:
                return True
        one, other = known[scene.amendments]
        titles = one.titles_in(lines) | other.titles_in(lines) | was.titles
        kinds = frozenset(k for card in scene.cards for k in (*card.kinds, *card.unsure))
        return one.read(was.looked, titles, kinds) != other.read(was.looked, titles, kinds)

    return differs


def relevant(desk: Desk) -> Relevance:
    """What of the rules of the desk can matter for what."""
    return Relevance(desk.game, desk.taken)


def carried_out(desk: Desk, scene: Scene) -> RulingAnswers:
    """What every question with an expectation comes to. A scene that cannot be carried out says so once."""
    told: list[RulingAnswer] = []
    looked: set[tuple[str, str]] = set()
    words: set[str] = set()
    try:
        desk = desk.with_laws(scene)
        looked = desk.rules.looked
        looked.clear()
        forms = SceneStatements(desk.rules, scene, desk.own)
        judge = Judge(desk.rules.with_cards(scene.cards), forms)
        words |= _words(judge.start)
        for item in scene.items[forms.first :]:
            before = len(judge.answers)
            judge.tell(item)
            words.update(*(_words(b.position.store) for b in judge.branches[:MOST_LOOKED_AT]))
            if item.expected is not None and len(judge.answers) > before:
                answer = judge.answers[-1]
                told.append(RulingAnswer(answer.verdict.value, answer.value, frozenset(answer.clauses)))
    except InputError as error:
        told.append(RulingAnswer("", error.problems[0].message))
    except (KeyError, ValueError, TypeError, AssertionError, TooMany):
        told.append(RulingAnswer("", "the scene speaks of what is not in the rules"))
    return RulingAnswers(tuple(told), frozenset(looked), frozenset(words & desk.rules.cards.keys()))


def _words(store: Store) -> set[str]:
    """The words that stand anywhere on the table."""
    found: set[str] = set()
    todo: list[Value] = [v for _, v in store.items()]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            todo += value
    return found


def compared(scene: Scene, told: tuple[RulingAnswer, ...], now: tuple[RulingAnswer, ...]) -> Iterator[Changed]:
    questions = [i for i in scene.items if i.expected is not None]
    for item, one, other in zip(questions, told, now, strict=False):
        what = _difference(one, other)
        if what:
            place, lines = item.raw.place, "\n".join(until(scene, item))
            said = (what, _said(one), _said(other), lines)
            yield Changed(scene.title, place.file, place.line, item.raw.text, *said, scene.authority)


def until(scene: Scene, last: Any) -> Iterator[str]:
    """The scene as it can be asked again, up to the question and without those before it."""
    yield f"players {' '.join(scene.players)}"
    yield from (f'law "{title}"' for title in scene.amendments)
    yield from (f"card {card.title}: {', '.join(card.kinds)}" for card in scene.cards)
    for item in scene.items:
        if item is last or not item.raw.text.endswith("?"):
            yield item.raw.text
        if item is last:
            return


def _difference(one: RulingAnswer, other: RulingAnswer) -> str:
    if one.verdict != other.verdict:
        return "verdict"
    if one.value != other.value:
        return "outcome"
    return "reason" if one.cites != other.cites else ""


def _said(told: RulingAnswer) -> str:
    if not told.verdict:
        return f"cannot be told: {told.value}"
    return f"{told.verdict}: {told.value}" if told.value else told.verdict
