"""A sentence that settles a question, for the next printing: proposed only where it was tried on every ruling.

It makes the question FORCED, and no ruling comes out otherwise but those that were open on the same point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from math import inf

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.ask.settlements import OPEN, Settled
from checker.clarify.settle import amended, settled
from checker.errata.ruling_diff import kept_rulings
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.trees.paraphrase import in_words
from checker.report.content import ProposedWording
from checker.session.ruling_memo import Outcome
from checker.store.fingerprint import named
from checker.verdicts.point_names import point_name
from checker.verdicts.ruling_check import RuledQuestion
from checker.verdicts.verdict import Answer

MOST_WORDINGS = 3
"""So many sentences are tried for one question at most."""

_ID = re.compile(r"\b[A-Z]+-\d+(?:\.\d+)?\b")
_CODE = re.compile(
    r"""[`{}\[\]|=_]|\b[A-Z]+-\d|\b[B-HJ-Z]\b(?!')|\bA\b(?! [a-z"“])|\bby 0\b|\bunstated\b|\bsuch that\b|\band not\b|\bif not\b"""
)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_COUNTS = re.compile(r"^it (?:counts|(does not count)) that ", re.I)
_MEANS = re.compile(r"this rule means: ([\w ]+: )?(.+)", re.I)
_GOES = re.compile(r"(.+?) (?:goes|go) before (.+)")


class Tried(Record):
    """The sentence that was found for a scene, if any, and why there is none."""

    wording: ProposedWording | None = None
    why: str = ""


NONE_KNOWN = "no amendment of a few words was found that gives this scene one answer"
NOT_IN_WORDS = "what would settle it cannot be said in one sentence without the numbers of clauses"
TOO_WIDE = "what would settle it changes other rulings too"
NOT_TRIED = "the time ran out before one was tried"


class Wordings:
    """The rules with the rulings that every sentence is tried on."""

    def __init__(self, desk: Desk, jobs: int) -> None:
        self.desk, self.jobs = desk, jobs
        self.words = {c.id: c.summary for c in desk.game.clauses}
        vocabulary = desk.game.vocabulary
        self.acts = {a.name.casefold(): in_words(vocabulary, a.name) for a in vocabulary.acts}
        self.acts |= {c.title.casefold(): c.title for c in desk.game.cards}

    @cached_property
    def rulings(self) -> list[tuple[Scene, Outcome]]:
        """Every ruling with what it comes to."""
        scenes = self.desk.rulings()
        told = kept_rulings(self.desk, scenes, self.jobs)
        return [(scene, one) for scene, one in zip(scenes, told, strict=True) if one is not None]

    def of(self, scene: str) -> Tried:
        """The sentence for the last question of the scene; kept for the same rules and rulings."""
        shelf, name = (
            self.desk.shelf(),
            named("wording", self.desk.key, scene, [s.content for s in self.desk.rulings()]),
        )
        known: Tried | None = shelf.get("wording", name, Tried)
        if known is None:
            known = self.sentence(scene)
            shelf.put("wording", name, known)
        return known

    def sentence(self, scene: str) -> Tried:
        """The sentence for the last question of the scene, looked for anew."""
        told = asked_at(self.desk, self.desk.scenes(scene, "scene")[:1], settle=settled)[-1]
        offered = [one for one in told.settled or () if one.outcome != "illegal"]
        if not offered:
            return Tried(None, NONE_KNOWN)
        usual = {o.value for o in told.answer.outcomes if o.default}
        ordered = sorted(offered, key=lambda one: one.outcome not in usual)
        said = [(one, text) for one in ordered if (text := self.printed(one.title))]
        if not said:
            return Tried(None, NOT_IN_WORDS)
        for one, text in said[:MOST_WORDINGS]:
            changed = self._changed(one, told.answer)
            if changed is not None:
                return Tried(ProposedWording(text, one.outcome, len(self.rulings), changed))
        return Tried(None, TOO_WIDE)

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
            text = f"{upper} {'goes' if len(_ID.findall(goes[1])) == 1 else 'go'} before {lower}"
        elif len(ids) == 1 and ids[0] in self.words:
            text = _told_of(_bare(self.words[ids[0]]), title.replace(ids[0], "this rule"))
        else:
            text = _capital(_COUNTS.sub(lambda m: "it is not so that " if m[1] else "", title))
        whole = all(i in self.words for i in ids)
        return _ended(text) if whole and ";" not in title and not _CODE.search(text) else ""

    def _quoted(self, ids: Iterable[str]) -> str:
        return " and ".join(f"“{_ended(_bare(self.words.get(i, i)))}”" for i in ids)

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


def _differ(one: RuledQuestion, other: RuledQuestion) -> bool:
    return (one.verdict, one.value) != (other.verdict, other.value)


def _told_of(rule: str, title: str) -> str:
    """The rule with what is said of it: a reading stands behind it, as a sentence where it names what it is about."""
    means = _MEANS.fullmatch(title)
    if means is None:
        return f"{_ended(rule)} {_capital(title)}"
    return f"{_ended(rule)} {_capital(means[2])}" if means[1] else f"{rule.rstrip('.')}; that is, {means[2]}"


def _bare(rule: str) -> str:
    """The rule without what is remarked on it in brackets."""
    return _ASIDE.sub("", rule)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”")) else f"{text}."
