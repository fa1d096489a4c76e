"""Two errata in one sentence, joined by `and`, `but` or a semicolon: each is read by itself, of whom the first one speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from checker.load.plain.framed import FramedErrata
from checker.load.plain.restated import restated
from checker.load.plain.rules_changed import NotRead, has, whole
from checker.load.plain.spoken_of import words_of

_JOINTS = re.compile(r",? (?:and|but|while)(?: also| then| still)? |; (?:and |but )?")
_MODAL = re.compile(r"^(?:may|must|can|cannot|need|does|do|is|are|has|have|gains|loses)\b")
_ANY_MODAL = re.compile(r"\b(?:may|must|can|cannot|need|does|do|is|are|has|have|no longer)\b")
_THEY = re.compile(r"^(?:they|he or she|he|she|that player)\b", re.I)
_THING = re.compile(r"\b(?:their|your|his or her|its|the|an?) ((?:\w+ )?\w+)\b", re.I)
_NO_OTHER = re.compile(r"(?P<said>.+?),? but (?:not any|no) others?(?: (?P<rest>.+))?")
_CHANGED = re.compile(r"^(?:change|remove) (?:clause|norm of) [^:\n]+(?:: .*)?$", re.M)
_OF_BEFORE = re.compile(
    r"\b(?:during|in|on|with|by|after|before|until|for|through|from) (?:it|them|that|this|these|those)\b|\bthen\b|\b(?:that|this) (?:turn|round|game|case|way)\b",
    re.I,
)
"""What is so said of the first of two errata belongs to both."""
_NUMBER = r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"
MOST_TRIED = 8
"""So many ways to read the second of two errata are tried."""


class JoinedErrata(FramedErrata):
    """What two errata say together."""

    def _of_both(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries of both errata that the sentence joins; nothing unless each is read, one perhaps as what the rules say already."""
        said = sentence.strip().removesuffix(".")
        if self.has_case(said) or _OF_BEFORE.search(said) or ": " in said:
            return ""
        if alone := self._no_other(said, number):
            return alone
        for joint in _JOINTS.finditer(said):
            left, right = said[: joint.start()], said[joint.end() :]
            mine = self._either(left, number)
            if mine is None:
                continue
            for other in [*_in_full(left, right)][:MOST_TRIED]:
                theirs = self._either(other, number + mine.count("clause E-"))
                if theirs is not None and (mine or theirs) and self._agree(mine, theirs):
                    return _said_so("\n".join(filter(None, (mine, theirs))), sentence)
        return ""

    def _either(self, text: str, number: int) -> str | None:
        """The entries that the text says, none if the rules say just that; None if it is not read."""
        if len(words_of(text).words) < 1:
            return None
        with suppress(NotRead):
            return self.formal(whole(text[:1].upper() + text[1:]), number)
        again = restated(whole(text), self.spoken)
        return "" if again is not None and again.how == "same" else None

    def _agree(self, mine: str, theirs: str) -> bool:
        """They change no line in two ways."""
        first, second = {*_CHANGED.findall(mine)}, {*_CHANGED.findall(theirs)}
        shared = {line for line in first & second if not line.startswith("change clause ")}
        steps = [{*re.findall(r"^step (\S+ of \S+)", one, re.M)} for one in (mine, theirs)]
        return not shared and not steps[0] & steps[1]

    def _no_other(self, said: str, number: int) -> str:
        """The entries of a sentence that says of one thing what holds of no other one: the rule that is changed says so of the others."""
        found = _NO_OTHER.fullmatch(said)
        if found is None:
            return ""
        with suppress(NotRead):
            entries = self.formal(whole(found["said"]), number)
            told = re.findall(r"^change norm of (\S+): (.+)\n  norm \2 and .+ is not .+$", entries, re.M)
            lines = [line for line in entries.splitlines() if not line.startswith(" ")]
            known = " ".join(f"{norm} {self.rules[f'clause {rule}'].text('says')}" for rule, norm in told)
            rest = words_of(re.sub(r"\b(?:card|player|tile)s?\b", "", found["rest"] or "")).words
            if len(told) == len(lines) and told and not self.spoken.missing(rest, words_of(known).words):
                return entries
        return ""


def _in_full(left: str, right: str) -> Iterator[str]:
    """The second text in full: with the one of whom the first one speaks, the thing for `it`, the noun behind a number."""
    heads = [*_heads(left)]
    for one in dict.fromkeys((right, *_with_things(left, right))):
        for counted in dict.fromkeys((*_counted(left, one), one)):
            if they := _THEY.match(counted):
                yield from (f"{who}{counted[they.end() :]}" for who in heads[:2])
            elif not _MODAL.match(counted) and not re.match(r"[a-z]+s\b", counted):
                yield counted
            else:
                yield from (f"{who} {counted}" for who in heads[:2])


def _heads(left: str) -> Iterator[str]:
    """Of whom the text may speak: what stands before its verb."""
    if found := _ANY_MODAL.search(left):
        yield left[: found.start()].rstrip()
    words = left.split()
    for at, word in enumerate(words):
        if at and re.fullmatch(r"[a-z]+s", word) and not re.match(r"(?:the|an?|of|in|with)$", words[at - 1]):
            yield " ".join(words[:at])


def _with_things(left: str, right: str) -> Iterator[str]:
    """The text with what it calls `it` or `them` by its name."""
    for thing in reversed(_THING.findall(left)):
        name = thing.split()[-1] if len(thing.split()) > 1 and not has(left, f"{thing}s") else thing
        for called in dict.fromkeys((thing, name)):
            yield re.sub(
                r"\b(?:it|them)\b",
                f"their {called}" if has(left, f"their {called}") else f"the {called}",
                right,
                count=1,
            )


def _counted(left: str, right: str) -> Iterator[str]:
    """The text with the noun that the first one counts, where it names a bare number."""
    nouns = re.findall(rf"{_NUMBER} (\w+)", left)
    if len(nouns) == 1 and (number := re.search(rf"{_NUMBER}(?=$| (?:after|before|when|if|at|on)\b)", right)):
        yield f"{right[: number.end()]} {nouns[0]}{right[number.end() :]}"


def _said_so(entries: str, sentence: str) -> str:
    """The entries, in which each new clause is said by the whole sentence."""
    return re.sub(
        r"(?m)(^clause E-.*\n(?:  (?!says ).*\n)*  says ).*$", lambda found: found[1] + whole(sentence), entries
    )
