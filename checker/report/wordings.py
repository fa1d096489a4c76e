"""A sentence that settles a question, for the next printing: proposed only where it was tried on every ruling.

It makes the question FORCED, and no ruling comes out otherwise but those that were open on the same point.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.ask.settlements import OPEN, Settled
from checker.clarify.printed_sentences import sentence_for
from checker.clarify.settle import SettledSo, each_settled, settled_so
from checker.clarify.settle_options import SettleOption
from checker.errata.ruling_diff import kept_rulings
from checker.kernel.game import Wording
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Place
from checker.kernel.term import Point
from checker.kernel.trees.paraphrase import in_words
from checker.process.parallel_map import in_time, spread
from checker.report.content import CitedClause, ProposedWording, cited
from checker.report.sides import clipped, values
from checker.session.ruling_memo import TracedRuling
from checker.store.disk_cache import passing
from checker.store.fingerprint import named
from checker.verdicts.point_wording import capital, declared_as, denied, listed, point_name, wording_of
from checker.verdicts.ruling_check import RuledQuestion, RuledScene
from checker.verdicts.verdict import Answer

MOST_WORDINGS = 3
"""So many sentences are tried for one answer at most."""
MOST_OLD = 2
"""So many clauses are quoted as they stand."""
FIRST_WORDS = 70
"""So many letters at most are quoted of a rule behind which a sentence stands."""
MOST_BEYOND = 2
"""So many of the rulings are named that come out otherwise and were not open."""

_ID = re.compile(r"\b[A-Z]+-\d+(?:\.\d+)?\b")
_CODE = re.compile(
    r"""[`{}\[\]|=_]|\b[A-Z]+-\d|\b[B-HJ-Z]\b(?!')|\bA\b(?! [a-z"“])|\bby 0\b|\bunstated\b|\bsuch that\b|\band not\b|\bif not\b"""
)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_COUNTS, _COUNTS_NOT = (re.compile(rf"^it {counts} that ", re.I) for counts in ("counts", "does not count"))
_MEANS = re.compile(r"this rule means: ([\w ]+: )?(.+)", re.I)
_GOES = re.compile(r"(.+?) (?:goes|go) before (.+)")


class Tried(Record):
    """The sentences that were found for a scene, one for each answer if it has one, and why there is none."""

    wordings: tuple[ProposedWording, ...] = ()
    why: str = ""


class _Offered(NamedTuple):
    """An amendment, and the sentence that it is printed as."""

    by: SettledSo
    text: str


class _Effect(NamedTuple):
    """How many rulings come out otherwise that were open on a point of the question, and which others do."""

    changed: int
    beyond: tuple[str, ...]


NO_EFFECT = _Effect(0, ())
NONE_KNOWN = "no amendment of a few words was found that gives this scene one answer"
NOT_IN_WORDS = "what would settle it cannot be said in one sentence without the numbers of clauses"
TOO_WIDE = "what would settle it changes other rulings too"
UNTRIED = "it was not tried on the rulings: no amendment that says this is known"
NOT_TRIED = "the time ran out before one was tried"


class Wordings:
    """The rules with the rulings that every sentence is tried on."""

    def __init__(self, desk: Desk, jobs: int) -> None:
        self.desk, self.jobs = desk, jobs
        self.words = {c.id: c.printed or c.summary for c in desk.game.clauses}
        vocabulary = desk.game.vocabulary
        self.acts = {a.name.casefold(): in_words(vocabulary, a.name) for a in vocabulary.acts}
        self.acts |= {c.title.casefold(): c.title for c in desk.game.cards}
        self._before = dict[Place, list[Answer]]()

    @cached_property
    def _tried_on(self) -> str:
        """A name for what the rulings say."""
        return named([scene.content for scene in self.desk.rulings()])

    @cached_property
    def rulings(self) -> list[tuple[Scene, TracedRuling]]:
        """Every ruling with what it comes to."""
        scenes = self.desk.rulings()
        told = kept_rulings(self.desk, scenes, self.jobs)
        return [(scene, one) for scene, one in zip(scenes, told, strict=True) if one is not None]

    def each(self, wanted: Sequence[tuple[str, tuple[str, ...]]], until: float = inf) -> Iterator[Tried]:
        """For each scene the sentences for its last question that settle points of those names; kept for the same rules
        and rulings, and looked for, in as many processes as there are, as long as the time lasts."""
        shelf = self.desk.shelf()
        names = [named("wordings", self.desk.key, scene, *about, self._tried_on) for scene, about in wanted]
        known = [shelf.get("wordings of points", name, Tried) for name in names]
        left = [one for one, tried in zip(wanted, known, strict=True) if tried is None]
        looking: Iterator[Tried] = iter(())
        if left and time.monotonic() < until:
            _ = self.rulings  # before processes part
            looking = in_time(spread(self._alone, left, self.jobs, "sentences to print"), until)
        for one, name, tried in zip(wanted, names, known, strict=True):
            found = tried or next(looking, None)
            if tried is None and found is not None:
                shelf.put("wordings of points", name, found)
            yield found or self._untried(one[1])

    def _alone(self, one: tuple[str, tuple[str, ...]]) -> Tried:
        self.jobs = 1
        with passing("game"):
            return self.sentences(*one)

    def sentences(self, scene: str, about: tuple[str, ...] = ()) -> Tried:
        """The sentences for the last question of the scene that settle points of those names, or any, looked for anew.

        Those that the game has itself need not settle all that the question hangs on, and each of them stands there;
        where it has one for either side, no others are put together.
        """
        (read, *_) = self.desk.scenes(scene, "scene")
        *before, told = asked_at(self.desk, [read])
        every = told.answer.points
        points = tuple(p for p in every if point_name(self.desk.game, p) in about) or every
        own = self._own(wording_of(self.desk.game, point) for point in points)
        offered = [*self._offered(read, len(before), replace(told.answer, points=points), own)]
        found = [self._own_sentence(text, one, offered, told.answer) for text, one in own.items()]
        said = [o for o in offered if o.text and o.text not in own and o.by.settled.forced] if len(own) < 2 else []
        found += self._put_together(said, {w.outcome for w in found}, told.answer)
        why = "" if found else TOO_WIDE if said else NOT_IN_WORDS if offered else NONE_KNOWN
        return Tried(tuple(found), why)

    def of_finding(self, wording: Wording) -> Tried:
        """The game's own sentences for what is wrong though the rules leave nothing open: no amendment is tried."""
        own = self._own([wording])
        return Tried(tuple(self._printed(text, one) for text, one in own.items()))

    def _untried(self, about: tuple[str, ...]) -> Tried:
        """The game's own sentences for the points of those names, for which there was no time."""
        known = (w for w in self.desk.game.wordings if any(fnmatchcase(name, w.point) for name in about))
        own = tuple(self._printed(text, one, why=NOT_TRIED) for text, one in self._own(known).items())
        return Tried(own, "" if own else NOT_TRIED)

    def _own(self, known: Iterable[Wording | None]) -> dict[str, Wording]:
        """The makers' own sentences for the points, each with the entry in which it stands."""
        return {text: one for one in known if one is not None for _, text in one.sentences}

    def _offered(self, scene: Scene, number: int, answer: Answer, own: Mapping[str, Wording]) -> Iterator[_Offered]:
        """The amendments that settle the points of the answer: those that the game has for its own sentences, then others."""
        for text, one in own.items():
            if lines := one.amendment(text):
                made = settled_so(self.desk, scene, number, SettleOption(text, lines))
                if made is not None:
                    yield _Offered(made, text)
        for made in each_settled(self.desk, scene, number, answer):
            if made.settled.outcome != "illegal":
                yield _Offered(made, self.sentence(made.settled.title, answer.points))

    def _own_sentence(self, text: str, own: Wording, offered: Iterable[_Offered], before: Answer) -> ProposedWording:
        """The game's own sentence, with what it changes: by the first amendment that says it and changes nothing else, or
        else by the first."""
        wide: ProposedWording | None = None
        for one in [o for o in offered if o.text == text][:MOST_WORDINGS]:
            effect = self._effect(one.by, before)
            if effect is not None:
                told = self._printed(text, own, one.by, before.points, effect)
                if not effect.beyond:
                    return told
                wide = wide or told
        return wide or self._printed(text, own)

    def _printed(
        self,
        text: str,
        own: Wording,
        by: SettledSo | None = None,
        points: Sequence[Point] = (),
        effect: _Effect = NO_EFFECT,
        why: str = UNTRIED,
    ) -> ProposedWording:
        """The game's own sentence as it is proposed; untried where it is known by no amendment."""
        key = next((key for key, said in own.sentences if said == text), "")
        instead = cited(self.desk.game, own.instead, MOST_OLD)
        declared = declared_as(self.desk.game, own.point)
        about = declared.clauses if declared is not None else _ID.findall(own.point)
        beside = self._old(by.settled, points) if by else cited(self.desk.game, about, 1)
        place, answer = standing(instead, beside), own.answer(text)
        if by is None:
            return ProposedWording(text, "", 0, 0, place, answer, untried=why, key=key)
        outcome = by.settled.outcome if by.settled.forced else ""
        few = effect.beyond[:MOST_BEYOND]
        came, wider = values(by.answer), len(effect.beyond)
        return ProposedWording(
            text, outcome, len(self.rulings), effect.changed, place, answer, came, wider, few, key=key
        )

    def _put_together(
        self, said: Iterable[_Offered], known: Collection[str], before: Answer
    ) -> Iterator[ProposedWording]:
        """A sentence for each other answer, of those that are put together here: it changes nothing else."""
        found, left = {*known}, dict[str, int]()
        for one in said:
            leads = one.by.settled.outcome
            if leads not in found and left.setdefault(leads, MOST_WORDINGS):
                left[leads] -= 1
                effect = self._effect(one.by, before)
                if effect is not None and not effect.beyond:
                    found.add(leads)
                    place = standing((), self._old(one.by.settled, before.points))
                    yield ProposedWording(one.text, leads, len(self.rulings), effect.changed, place)

    def _old(self, one: Settled, points: Sequence[Point]) -> tuple[CitedClause, ...]:
        """The clauses that the amendment names, or else those that leave it open."""
        named_in = [name.partition(".")[0] for name in _ID.findall(one.erratum)]
        found = cited(self.desk.game, named_in, MOST_OLD)
        return found or cited(self.desk.game, (c for p in points for c in p.clauses), MOST_OLD)

    def sentence(self, title: str, points: Iterable[Point]) -> str:
        """What is printed where the amendment of that title is made: as the game has it, or as it can be put in words."""
        known = (wording_of(self.desk.game, point) for point in points)
        own = (sentence_for(one, title) for one in known if one is not None)
        return next(filter(None, own), "") or self.printed(title)

    def printed(self, title: str) -> str:
        """The amendment as a sentence without numbers of clauses; nothing where it is none."""
        about, colon, rest = title.partition(": ")
        known = self.acts.get(about.casefold(), "")
        if colon and not known and not _ID.search(title):
            return ""
        title = f"{known}: {rest}" if colon and known else title
        ids = list(dict.fromkeys(_ID.findall(title)))
        goes = _GOES.fullmatch(title)
        if goes is not None and ids:
            upper, lower = (self._quoted(_ID.findall(part)) for part in goes.groups())
            text = f"Where they disagree, {upper} goes before {lower}"
        elif len(ids) == 1 and ids[0] in self.words:
            text = _told_of(_bare(self.words[ids[0]]), title.replace(ids[0], "this rule"))
        else:
            text = capital(
                denied(title[len(not_so[0]) :]) if (not_so := _COUNTS_NOT.match(title)) else _COUNTS.sub("", title)
            )
        whole = all(i in self.words for i in ids)
        return _ended(text) if whole and ";" not in title and not _CODE.search(text) else ""

    def _quoted(self, ids: Iterable[str]) -> str:
        return " with ".join(f"“{_ended(_bare(self.words.get(i, i)))}”" for i in ids)

    def _effect(self, one: SettledSo, before: Answer) -> _Effect | None:
        """Which rulings come out otherwise; None where one cannot be told under the amendment."""
        try:
            after = kept_rulings(one.desk, [s for s, _ in self.rulings], self.jobs, inf)
        except InputError:
            return None
        about, found, beyond = self._points(before), 0, list[str]()
        for (scene, was), now in zip(self.rulings, after, strict=True):
            if now is None or len(was.result.told) != len(now.result.told):
                return None
            changed = [n for n, pair in enumerate(zip(was.result.told, now.result.told, strict=True)) if _differ(*pair)]
            other = self._other(scene, changed, about)
            found += bool(changed) and other is None
            beyond += [_came_otherwise(scene, was.result, now.result, other)] if other is not None else []
        return _Effect(found, tuple(beyond))

    def _other(self, scene: Scene, changed: Iterable[int], about: set[str]) -> int | None:
        """The first of those questions of the ruling that was not open on a point that the question hangs on."""
        for n in changed:
            if scene.place not in self._before:
                self._before[scene.place] = [a for item, a in self.desk.answers(scene) if item.expected is not None]
            answer = self._before[scene.place][n]
            if answer.verdict not in OPEN or not about & self._points(answer):
                return n
        return None

    def _points(self, answer: Answer) -> set[str]:
        return {point_name(self.desk.game, point) for point in answer.points}


def _came_otherwise(scene: Scene, was: RuledScene, now: RuledScene, at: int) -> str:
    """The ruling with its question, and what comes out before and then."""
    asked = [item.raw.text for item in scene.items if item.expected is not None][at]
    before, then = (one.told[at].value or "open" for one in (was, now))
    return f"“{scene.title}”: {asked} Not {before}, but {then}"


def standing(instead: Sequence[CitedClause], beside: Sequence[CitedClause]) -> str:
    """Where in the rulebook the sentence stands: instead of which, or after which."""
    if instead:
        return f"Instead of {listed(f'“{_words(c)}” ({c.place or c.id})' for c in instead)}."
    if not beside:
        return "A new sentence."
    first = clipped(_words(beside[0]), FIRST_WORDS)
    quoted = first if first.endswith("…") else _ended(first)
    return f"A new sentence in “{beside[0].place or beside[0].id}”, after “{quoted}”"


def _words(clause: CitedClause) -> str:
    return _bare(clause.words.strip("“”"))


def _differ(one: RuledQuestion, other: RuledQuestion) -> bool:
    return (one.verdict, one.value) != (other.verdict, other.value)


def _told_of(rule: str, title: str) -> str:
    """The rule with what is said of it: a reading stands behind it, as a sentence where it names what it is about."""
    means = _MEANS.fullmatch(title)
    if means is None:
        return f"{_ended(rule)} {capital(title)}"
    return f"{_ended(rule)} {capital(means[2])}" if means[1] else f"{rule.rstrip('.')}; that is, {means[2]}"


def _bare(rule: str) -> str:
    """The rule without what is remarked on it in brackets."""
    return _ASIDE.sub("", rule)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”")) else f"{text}."
