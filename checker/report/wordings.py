"""A sentence that settles a question, for the next printing: proposed only where it was tried on every ruling.

It makes the question FORCED, and no ruling comes out otherwise but those that were open on the same point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf

from msgspec.structs import replace

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.ask.settlements import OPEN, Settled
from checker.clarify.printed_sentences import sentence_for
from checker.clarify.settle import amended, each_settled
from checker.errata.ruling_diff import kept_rulings
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.term import Point
from checker.kernel.trees.paraphrase import in_words
from checker.report.content import CitedClause, ProposedWording, cited
from checker.session.ruling_memo import TracedRuling
from checker.store.fingerprint import named
from checker.verdicts.point_wording import capital, denied, point_name, wording_of
from checker.verdicts.ruling_check import RuledQuestion
from checker.verdicts.verdict import Answer

MOST_WORDINGS = 3
"""So many sentences are tried for one answer at most."""
MOST_OLD = 2
"""So many clauses are quoted as they stand."""

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


NONE_KNOWN = "no amendment of a few words was found that gives this scene one answer"
NOT_IN_WORDS = "what would settle it cannot be said in one sentence without the numbers of clauses"
TOO_WIDE = "what would settle it changes other rulings too"
UNTRIED = "no amendment that says this is known, so that it was not tried on the rulings"
WIDER = "under it other rulings come out otherwise, too"
NOT_TRIED = "the time ran out before one was tried"


class Wordings:
    """The rules with the rulings that every sentence is tried on."""

    def __init__(self, desk: Desk, jobs: int) -> None:
        self.desk, self.jobs = desk, jobs
        self.words = {c.id: c.printed or c.summary for c in desk.game.clauses}
        vocabulary = desk.game.vocabulary
        self.acts = {a.name.casefold(): in_words(vocabulary, a.name) for a in vocabulary.acts}
        self.acts |= {c.title.casefold(): c.title for c in desk.game.cards}

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

    def of(self, scene: str, about: tuple[str, ...], looking: bool = True) -> Tried:
        """The sentences for the last question of the scene that settle points of those names; kept for the same rules
        and rulings, and looked for if they are not known and there is time for that."""
        shelf, name = self.desk.shelf(), named("wordings", self.desk.key, scene, *about, self._tried_on)
        known: Tried | None = shelf.get("wordings of points", name, Tried)
        if known is None and looking:
            known = self.sentences(scene, about)
            shelf.put("wordings of points", name, known)
        return known or Tried((), NOT_TRIED)

    def sentences(self, scene: str, about: tuple[str, ...] = ()) -> Tried:
        """The sentences for the last question of the scene that settle points of those names, or any, looked for anew.

        Those that the game has itself need not settle all that the question hangs on; where it has one for either side,
        no others are put together.
        """
        (read, *_) = self.desk.scenes(scene, "scene")
        *before, told = asked_at(self.desk, [read])
        every = told.answer.points
        points = tuple(p for p in every if point_name(self.desk.game, p) in about) or every
        answer = replace(told.answer, points=points)
        own = self._own(points)
        offered = [one for one in each_settled(self.desk, read, len(before), answer) if one.outcome != "illegal"]
        put = ((one, self.sentence(one.title, points)) for one in offered)
        said = [(one, text) for one, text in put if text in own or (text and one.forced and len(own) < 2)]
        found, left = dict[str, ProposedWording](), dict[str, int]()
        for one, text in said:
            leads = one.outcome if one.forced else text
            if (
                leads not in found
                and text not in {w.text for w in found.values()}
                and left.setdefault(leads, MOST_WORDINGS)
            ):
                left[leads] -= 1
                changed = self._changed(one, told.answer)
                if changed is not None:
                    old, outcome = self._old(one, points), one.outcome if one.forced else ""
                    found[leads] = ProposedWording(text, outcome, len(self.rulings), changed, old)
        wordings = (*found.values(), *_untried(own, said, found))
        why = "" if wordings else TOO_WIDE if said else NOT_IN_WORDS if offered else NONE_KNOWN
        return Tried(wordings, why)

    def _own(self, points: Iterable[Point]) -> tuple[str, ...]:
        """The makers' own sentences for the points."""
        known = (wording_of(self.desk.game, point) for point in points)
        return tuple(dict.fromkeys(text for one in known if one is not None for _, text in one.sentences))

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

    def _changed(self, one: Settled, before: Answer) -> int | None:
        """How many rulings come out otherwise; None where one does that was not open on a point of the question."""
        try:
            after = kept_rulings(amended(self.desk, one.erratum), [s for s, _ in self.rulings], self.jobs, inf)
        except InputError:
            return None
        about, found = self._points(before), 0
        for (scene, was), now in zip(self.rulings, after, strict=True):
            if now is None or len(was.result.told) != len(now.result.told):
                return None
            changed = [n for n, pair in enumerate(zip(was.result.told, now.result.told, strict=True)) if _differ(*pair)]
            if changed and not self._within(scene, changed, about):
                return None
            found += bool(changed)
        return found

    def _within(self, scene: Scene, changed: Iterable[int], about: set[str]) -> bool:
        """Each of those questions of the ruling was open, and on a point that the question hangs on."""
        answers = [answer for item, answer in self.desk.answers(scene) if item.expected is not None]
        return all(answers[n].verdict in OPEN and about & self._points(answers[n]) for n in changed)

    def _points(self, answer: Answer) -> set[str]:
        return {point_name(self.desk.game, point) for point in answer.points}


def _untried(
    own: Iterable[str], said: Sequence[tuple[Settled, str]], found: Mapping[str, ProposedWording]
) -> Iterator[ProposedWording]:
    """The makers' own sentences for the other answers, of which no amendment is known that changes nothing else."""
    leads = {text: one.outcome if one.forced else text for one, text in reversed(said)}
    printed = {w.text for w in found.values()}
    for text in own:
        if text not in printed and leads.get(text) not in found:
            outcome = next((one.outcome for one, t in said if t == text and one.forced), "")
            yield ProposedWording(text, outcome, 0, 0, (), WIDER if text in leads else UNTRIED)


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
