"""Sentences in words near to those of norms that give a value: another number, as much as another value, the most for the least."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from checker.kernel.record import Record
from checker.load.apply_erratum import edges
from checker.load.plain.restated import NEGATIVE, Restated, RuleSaid, mode_of, renumbered
from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import has, whole, with_words
from checker.load.plain.spoken_of import words_of

_AS_MUCH = re.compile(
    r"(.+?) (?:as (?:much|many)(?: \w+)? as|the same (?:amount|number)(?: of \w+)?(?: as)?)(?: (.+))?"
)
_GIVEN = re.compile(r"the value of (?P<what>.+?) is (?P<value>.+?)(?: if (?P<cond>.+))?")
_PARTS = re.compile(r"\b(?:and|while|but)\b|[,;:]")
_OBJECT = re.compile(r"(\bwho [a-z]+ed) (?:the |their )?\w+(?: player)?\b", re.I)
"""Whom somebody did that to, by whom they are called."""
_BASE = re.compile(r"(\d+)( plus .+)?")
_HIGH, _LOW = (
    ["most", "highest", "greatest", "largest", "more", "higher"],
    ["least", "lowest", "fewest", "smallest", "fewer", "less", "lower"],
)
_FLIPPED = {"at least": "at most", "at most": "at least", "more than": "less than", "less than": "more than"}
_COMPARED = re.compile(rf"\b(?:{'|'.join(_FLIPPED)})\b")


class _Value(Record):
    """What a norm of the rule gives, without the condition."""

    rule: str
    norm: str
    what: str
    value: str

    def becoming(self, value: str) -> str:
        head, _, cond = self.norm.partition(f" is {self.value}")
        return f"change norm of {self.rule}: {self.norm}\n  norm {head} is {value}{cond}"


class ValuesSaid(ChangedNorms):
    """What values are otherwise."""

    @cached_property
    def _values(self) -> dict[str, list[_Value]]:
        found: dict[str, list[_Value]] = {}
        for rule in self.spoken.clauses:
            for norm in self.norms[rule]:
                if (made := _GIVEN.fullmatch(norm)) and norm[0] != "[":
                    found.setdefault(made["what"], []).append(_Value(rule, norm, made["what"], made["value"]))
        return found

    @property
    def _counted(self) -> list[str]:
        """The values that some norm gives by a number."""
        return [what for what, every in self._values.items() if any(_BASE.fullmatch(one.value) for one in every)]

    def _of_values(self, told: RuleSaid) -> str:
        """The norms that give the value with the one that the sentence says."""
        if told.mode != "is" or told.struck:
            return ""
        if much := _AS_MUCH.fullmatch(told.text):
            return self._as_much(much[1], much[2] or told.lead, told)
        words = words_of(f"{told.lead} {told.text}")
        meant = [what for what in self._counted if self._called(what, words.words) and self._says_of(what, words.words)]
        if len({*words.numbers}) != 1 or len(meant) != len(words.numbers):
            return ""
        if not all(self._by_whom(what, f"{told.lead}, {told.text}") for what in meant):
            return ""
        changed = list[str]()
        for what in meant:
            based = [(one, base) for one in self._values[what] if (base := _BASE.fullmatch(one.value))]
            plain_ = {base[1] for _, base in based if not base[2]}
            elsewhere = [one for one, base in based if not base[2] and not self._covers(one.rule, words.words)]
            if elsewhere or len(plain_) != 1 or (told.was and told.was not in plain_):
                return ""
            now = words.numbers[0]
            changed += [one.becoming(now + (base[2] or "")) for one, base in based if base[1] in plain_ - {now}]
        return "\n".join(changed)

    def _of_named(self, told: RuleSaid, again: Restated | None, sentence: str) -> str:
        """The norms and steps of the clause that name a value by which it has the number, with the other number for it."""
        if again is None and told.mode == "permit":
            again = renumbered(told, self.spoken, True)
        if again is None or again.how != "number" or len(again.rules) != 1:
            return ""
        theirs = mode_of(self.spoken.clauses[again.rules[0]])
        if told.mode in NEGATIVE or theirs in NEGATIVE or (told.mode == "permit") != (theirs == "permit"):
            return ""
        rule = again.rules[0]
        once = words_of(self.spoken.clauses[rule].text("says")).numbers.count(again.old) == 1
        named = [what for what, every in self._values.items() if [one.value for one in every] == [again.old]]
        acts = [one for one in self.norms[rule] if once or re.search(r" (?:may|must) ", one.partition(" if ")[0])]
        changed = [
            f"change norm of {rule}: {one}\n  norm {with_words(one, what, again.new)}"
            for what in named
            for one in acts
            if has(one, what)
        ]
        steps = [(key.partition(" ")[2], line) for key, entry in self.rules.items() for line in entry.all("step")]
        for procedure, line in steps if once else ():
            for what in (what for what in named if has(line.rest, what) and edges(line).clauses == (rule,)):
                done = with_words(line.rest.partition(": ")[2], what, again.new)
                changed.append(f"step {edges(line).name} of {procedure} {rule}: {done}")
        counts = [line.rest for line in self.spoken.clauses[rule].all("count") if has(line.rest, again.old)]
        changed += [f"count {with_words(one, again.old, again.new)}" for one in counts if changed]
        return "\n".join((*changed, *self._says(rule, again, sentence))) if changed else ""

    def _as_much(self, left: str, right: str, told: RuleSaid) -> str:
        """The norms that give a number of the one value, with the other value in its place."""
        every = words_of(f"{told.lead} {told.text}").words - {"much", "many", "sam", "amount", "number"}
        mine, theirs = ([w for w in self._values if self._called(w, words_of(x).words)] for x in (left, right))
        pairs = [(one, other) for one in mine for other in theirs if _slots(one) == _slots(other) and one != other]
        if len(pairs) != 1 or words_of(told.text).numbers:
            return ""
        ((one, other),) = pairs
        if not (self._by_whom(one, left) and self._by_whom(other, right)):
            return ""
        given = self._values[one]
        if not all(_BASE.fullmatch(x.value) for x in given) or not any(self._covers(x.rule, every) for x in given):
            return ""
        return "\n".join(x.becoming(other) for x in given)

    def _called(self, what: str, words: frozenset[str]) -> bool:
        """The words call the value by its name."""
        own = frozenset(w for w in words_of(what).words if len(w) > 1)
        return bool(own) and not self.spoken.missing(own, words)

    def _by_whom(self, what: str, text: str) -> bool:
        """The part of the text that calls the value says nothing but what that part of a clause says which gives it."""
        own = frozenset(w for w in words_of(what).words if len(w) > 1)
        parts = [words_of(part).words for part in _PARTS.split(_OBJECT.sub(r"\1", text))]
        calling = [part for part in parts if not self.spoken.missing(own, part)]
        says = [self.spoken.clauses[one.rule].text("says") for one in self._values[what]]
        theirs = [words_of(part).words for one in says for part in _PARTS.split(one)]
        theirs = [part | self._units for part in theirs if not self.spoken.missing(own, part)]
        return bool(calling) and all(any(not self.spoken.missing(part, one) for one in theirs) for part in calling)

    def _says_of(self, what: str, words: frozenset[str]) -> bool:
        return any(self._covers(one.rule, words) for one in self._values[what])

    def _covers(self, rule: str, words: frozenset[str]) -> bool:
        """The clause says the words itself, but for what players have so much of, and not much besides."""
        known = words_of(self.spoken.clauses[rule].text("says")).words | self._units
        return not self.spoken.missing(words, known) and self.spoken.whole(" ".join(words), rule, True)

    @cached_property
    def _units(self) -> frozenset[str]:
        named = (
            re.fullmatch(r"the (\w+) of \{\w+\}", one.phrase) for one in self.words.fields if one.result == "number"
        )
        return frozenset(w for found in named if found for w in words_of(found[1]).words)

    # -- the most for the least ----------------------------------------------------------------

    def _of_degrees(self, told: RuleSaid, sentence: str) -> str:
        """The norms of the clause that says so of the least, or the most, with the other one for it."""
        text = f"{told.lead} {told.text}"
        for mine, theirs in ((_HIGH, _LOW), (_LOW, _HIGH)):
            own = [word for word in mine if has(text, word)]
            if any(
                noun not in ("player", "players")
                for word in own
                for noun in re.findall(rf"(\w+) with the {word}\b", text)
            ):
                return ""
            if (
                len(own) == 1
                and not told.struck
                and not any(has(text, word) for word in theirs)
                and "may" not in told.mode
            ):
                words = words_of(with_words(text, own[0], "")).words
                meant = [rule for rule in self.spoken.clauses if self._opposite(rule, words, theirs, mine)]
                turned = {rule: [*self._turned_round(rule, theirs)] for rule in meant}
                if len({frozenset(lines) for lines in turned.values()}) == 1 and turned[meant[0]]:
                    anew = [f"change clause {rule}\n  says {whole(sentence)}" for rule in meant]
                    return "\n".join((*anew, *turned[meant[0]]))
        return ""

    def _opposite(self, rule: str, words: frozenset[str], theirs: list[str], mine: list[str]) -> bool:
        says = self.spoken.clauses[rule].text("says")
        known = words_of(f"{says} {self.spoken.clauses[rule].head.rest}").words
        degree = [word for word in theirs if has(says, word) or has(says, word.capitalize())]
        return (
            len(degree) == 1
            and not any(has(says, word) for word in mine)
            and self.spoken.formal(rule)
            and not self.spoken.missing(words, known)
            and self.spoken.whole(" ".join(words), rule, True)
        )

    def _turned_round(self, rule: str, degree: list[str]) -> Iterator[str]:
        """The norms of the clause with the other end of what they compare, and those that read just the same."""
        for norm in self.norms[rule]:
            now = self._with_other_end(norm, degree)
            if now and self._reads(now, "norm"):
                same = [name for name in self.spoken.clauses if norm in self.norms[name]]
                yield from (f"change norm of {name}: {norm}\n  norm {now}" for name in same)

    def _with_other_end(self, norm: str, degree: list[str]) -> str:
        named = {
            what: every[0].value for what, every in self._values.items() if len(every) == 1 and every[0].norm != norm
        }
        named = {what: value for what, value in named.items() if any(has(what, word) for word in degree)}
        for what in sorted(named, key=len, reverse=True):
            if (
                has(norm, what)
                and len(_COMPARED.findall(named[what])) == 1
                and not norm.startswith(f"the value of {what} is")
            ):
                return with_words(norm, what, _COMPARED.sub(lambda found: _FLIPPED[found[0]], named[what]))
        if any(has(norm, what) for what in named):
            return ""
        if made := _GIVEN.fullmatch(norm):
            if any(has(made["what"], word) for word in degree):
                return ""
            for fact in self.words.facts:
                called = re.sub(r"[{}]", "", fact.phrase)
                meaning = self.word_entries[f"fact {fact.name}"].text("means") if has(norm, called) else ""
                norm = with_words(norm, called, f"({meaning})") if _COMPARED.search(meaning) else norm
            return _COMPARED.sub(lambda f: _FLIPPED[f[0]], norm) if len(_COMPARED.findall(norm)) == 1 else ""
        return ""


def _slots(what: str) -> list[str]:
    return re.findall(r"\b[A-Z]\b", what)
