"""A sentence of an erratum as the entries that say it formally."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property

from checker.load.plain.analogy import Analogies
from checker.load.plain.case_values import CaseValues
from checker.load.plain.joined import JoinedErrata
from checker.load.plain.kinds_of_acts import KindsOfActs
from checker.load.plain.named_entries import NamedEntries
from checker.load.plain.own_words import (
    in_own_words,
    in_plain_turns,
    in_plainer_turns,
    of_each_card,
    unstuck,
    when_somebody_does,
)
from checker.load.plain.patterns import Told, figures, times_told, told, without_idle
from checker.load.plain.remembered import RememberedActs
from checker.load.plain.restated import NEGATIVE, RuleSaid, mode_of, restated, said
from checker.load.plain.restated import numbered as numbers
from checker.load.plain.rules_changed import NotRead, has, whole
from checker.load.plain.spoken_of import words_of
from checker.load.plain.turn_order import MomentsOfPlay, OrderOfTurns
from checker.syntax.grammar import phrases
from checker.syntax.refusals.rewordings import Rewordings

MOST_TRIED = 12
"""So many sentences with other words that say the same are tried for one."""


class PlainErrata(
    Analogies, CaseValues, JoinedErrata, KindsOfActs, NamedEntries, RememberedActs, OrderOfTurns, MomentsOfPlay
):
    """The rules as they are where a sentence changes them."""

    _within = 0
    """So many sentences are being read, each for the one before."""

    @cached_property
    def _tried(self) -> set[str]:
        return set()

    def formal(self, sentence: str, number: int, typed: bool = True) -> str:
        """The entries that the sentence says, as it is `typed` or as another one that says the same; `number` is that of the clause it
        brings, if it does. Raises NotRead, which proposes no sentence but one that is read."""
        if settled := self._settled(sentence):
            return settled
        if (known := self._known.get((sentence, typed))) is not None:
            raise known
        self._within += 1
        try:
            return self._formal(sentence, number)
        except NotRead as error:
            ways = (self._read_otherwise, self._when, self._of_each, *(self._as_typed_only if typed else ()))
            if read := next(filter(None, (way(sentence, error, number) for way in ways)), ""):
                return read
            self._known[sentence, typed] = error
            proposed = re.fullmatch(r"did you mean `(.+)`\?", error.hint)
            if proposed is None or self._is_read(proposed[1], number):
                raise
            raise NotRead(error.message) from None
        finally:
            self._within -= 1

    @cached_property
    def _known(self) -> dict[tuple[str, bool], NotRead]:
        """What was not read."""
        return {}

    @property
    def _as_typed_only(self) -> Iterator[Callable[[str, NotRead, int], str]]:
        """The ways in which nothing is read but what was typed, or a part of it."""
        yield from (self._alike, self._of_case_value, self._of_kind_of_act, self._of_entry, self._of_those)
        yield from (self._in_case, self._of_both, self._in_other_turns)

    def _read_otherwise(self, sentence: str, error: NotRead, number: int) -> str:
        """The entries that the sentence says in words of the rules that say just the same; nothing if it is not read so, or as
        several things."""
        own = in_plain_turns(in_own_words(sentence, self.alike, self.sentences.card_language.knows), self.words)
        others = [own] if own != sentence else unstuck(sentence, error.message, self.alike)
        read = dict[str, None]()
        for other in others if len(self._tried) < MOST_TRIED else ():
            if other not in self._tried:
                self._tried.add(other)
                with suppress(NotRead):
                    read[_as_typed(self.formal(other, number, False), other, sentence)] = None
        return next(iter(read)) if len(read) == 1 else ""

    def _when(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that say what happens when somebody does something, if just one way to say so is read."""
        read = list[str]()
        for other in when_somebody_does(sentence):
            with suppress(NotRead):
                read.append(_as_typed(self.formal(other, number, False), other, sentence))
        return read[0] if len(read) == 1 else ""

    def _of_each(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that say it of each card that the sentence calls by a part of its title; nothing unless all are read."""
        try:
            return "\n".join(
                self.formal(one, number + at) for at, one in enumerate(of_each_card(sentence, self.titles))
            )
        except NotRead:
            return ""

    def _alike(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that say otherwise what norms say in much the same words."""
        return self._by_analogy(sentence, number)

    def _in_other_turns(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries of the sentence in plainer turns of English, if it has others."""
        verbs = sorted({one.parts[0] for one in phrases(self.words) if one.result == "deed"} | {"cancel", "complete"})
        other = in_plainer_turns(sentence, self.alike, verbs)
        with suppress(NotRead):
            return _as_typed(self.formal(other, number), other, sentence) if other != whole(sentence) else ""
        return ""

    def _settled(self, sentence: str) -> str:
        """What the sentence says of something that the rules leave open, in the place of what leaves it open."""
        told = said(sentence)
        meant = [name for name in self._open() if self.spoken.alike(name, f"{told.lead} {told.text}")]
        if len(meant) != 1 or told.struck:
            return ""
        yes, no = f"it counts that {meant[0]}", f"it does not count that {meant[0]}"
        now, other = (no, yes) if told.mode in NEGATIVE else (yes, no)
        changed = list[str]()
        for rule in self.spoken.clauses:
            for norm in self.norms[rule]:
                stands = norm.rpartition("] ")[2] if norm.startswith("[") else norm
                if stands in (now, f"whether {meant[0]} is unstated"):
                    changed.append(f"change norm of {rule}: {norm}\n  norm {now}")
                elif stands == other:
                    changed.append(f"remove norm of {rule}: {norm}")
        return "\n".join(changed)

    def _open(self) -> Iterator[str]:
        """What the rules leave open and what is said of nothing in particular."""
        norms = {norm for rule in self.spoken.clauses for norm in self.norms[rule]}
        told = {norm.partition("] ")[2] for norm in norms if norm.startswith("[")}
        for one in sorted({*norms, *told}):
            found = re.fullmatch(r"whether (.+) is unstated|it counts that (.+)", one)
            name = next(filter(None, found.groups()), "") if found else ""
            either = bool(found and found[1]) or (one in told and f"it does not count that {name}" in told)
            if name and either and not re.search(r"\b[A-Z]\b| if ", name):
                yield name

    def near(self, sentence: str, number: int, most: int) -> Iterator[tuple[str, str]]:
        """The clauses that the sentence speaks of, those that it may say again first, each with a sentence that is read and
        changes just that one."""
        told = said(sentence)
        text = f"{told.lead} {told.text}"
        again = self.spoken.fitting(text)
        ranked = sorted(self.spoken.nearest(text, told.was), key=lambda one: one not in again)
        for rule in ranked[:most]:
            yield rule, next((way for way in self._ways(told, rule) if self._is_read(way, number)), "")

    def _ways(self, told: RuleSaid, rule: str) -> Iterator[str]:
        """How the rule may be changed, the likeliest first."""
        entry = self.spoken.clauses[rule]
        stated = [told.was] if told.was else list(numbers(entry.text("says")))
        for new in numbers(told.text):
            yield from (f"Change {old} to {new} in {rule}." for old in stated if old != new and self._counts(rule, old))
        theirs = mode_of(entry)
        norms = [norm for norm in self.norms[rule] if not norm.startswith("[")]
        if (
            told.struck
            or (told.mode in NEGATIVE) != (theirs in NEGATIVE)
            or (told.mode, theirs) == ("permit", "oblige")
        ):
            title = next((t for t in sorted(self.titles, key=len, reverse=True) if has(told.text, t)), "")
            yield from (f"{rule} does not apply to {title}.",) if title and not told.struck else ()
            yield f"Ignore {rule}."
        if len(norms) == 1:
            yield f"{rule} now reads: {norms[0]}."
        acts = told.mode in ("permit", "forbid", "oblige", "exempt")
        shared = {one: len(words_of(one).words & words_of(told.text).words) for one in norms}
        for norm in sorted(norms, key=lambda one: (acts and " may " not in one and " must " not in one, -shared[one])):
            yield f'In {rule}, "{norm}" becomes "{norm}".'
        yield f"Ignore {rule}."

    def _is_read(self, sentence: str, number: int) -> bool:
        with suppress(NotRead):
            return bool(self._formal(sentence, number))
        return False

    def _formal(self, sentence: str, number: int) -> str:
        refused: list[NotRead] = []
        if again := restated(sentence, self.spoken):
            try:
                return self._again(again, sentence)
            except NotRead as error:
                refused.append(error)
        for change in told(sentence):
            if change.kind == "swap anywhere" and refused:
                continue  # the rule was named
            try:
                return self._changed(change, number)
            except NotRead as error:
                refused.append(error)
        try:
            return self._ruled(without_idle(sentence), sentence, number)
        except NotRead as error:
            open_ = next((r for r in refused if again or r.hint or not error.hint), error)
            alone = "did you mean" in open_.hint or self._within > 1
            hint = open_.hint if alone else self._otherwise(sentence, number) or open_.hint
            raise NotRead(open_.message, hint) from None

    def _otherwise(self, sentence: str, number: int) -> str:
        """A proposal: the sentence with one thing said otherwise, if that is read."""
        for other in Rewordings(self.words, self.titles).ways(whole(sentence)):
            for change in told(other):
                with suppress(NotRead):
                    self._changed(change, number)
                    return f"did you mean `{other}`?"
            with suppress(NotRead):
                self._ruled(without_idle(other), other, number)
                return f"did you mean `{other}`?"
        return ""

    def _changed(self, change: Told, number: int) -> str:
        words = change.words
        match change.kind:
            case "remove":
                return self._gone(self._clause(words["id"]))
            case "apart":
                title = next((t for t in self.titles if t.casefold() == words.get("card", "").casefold()), "")
                if "card" in words and not title:
                    raise NotRead(f"no card is called `{words['card']}`")
                return self._apart(self._clause(words["id"]), words.get("cond", ""), title)
            case "swap":
                return self._swapped(self._clause(words["id"]), words["old"], words["new"])
            case "swap anywhere":
                return self._swapped_anywhere(words["old"], words["new"])
            case "anew":
                return self._anew(self._clause(words["id"]), words["new"])
            case "added":
                return f"norm of {self._clause(words['id'])}: {self._in_full(whole(words['new']))}"
            case "add":
                return self.formal(whole(words["new"]), number)
            case "starts":
                return self._starting(words["number"], words["what"], figures(words.get("was", "")))
            case "copies":
                return self._copies(words["number"], words["what"])
            case "once":
                return self._once(words["said"], words["period"], times_told(words["times"]), number)
            case "often":
                most = times_told(words["times"]) - (0 if "over" in words else 1)
                return self._once(f"Each player may {words['what']}", words["period"], most, number)
            case "moment":
                return self._at_moment(words, number)
            case "remembered":
                return self._remembered(words, number)
            case "in the first":
                return self._in_the_first(words, number)
            case "order":
                return self._in_order(words, number)
            case "first":
                return self._first(words, number)
            case _:
                return self._even_if(words["said"], words["cond"])


def _as_typed(entries: str, other: str, sentence: str) -> str:
    """The entries of the other sentence, with clauses that say it in the words that were typed."""
    return entries.replace(f"  says {whole(other)}", f"  says {whole(sentence)}")


__all__ = ["NotRead", "PlainErrata"]
