"""A sentence of an erratum as the entries that say it formally."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from checker.load.apply_erratum import numbered
from checker.load.plain.moments import MomentsOfPlay
from checker.load.plain.own_words import in_own_words, in_plain_turns, unstuck
from checker.load.plain.patterns import Told, times_told, told, without_idle
from checker.load.plain.remembered import RememberedActs
from checker.load.plain.restated import NEGATIVE, RuleSaid, mode_of, restated, said
from checker.load.plain.restated import numbered as numbers
from checker.load.plain.rules_changed import NotRead, has, whole
from checker.load.plain.spoken_of import words_of
from checker.load.plain.turn_order import OrderOfTurns
from checker.syntax.refusals.rewordings import Rewordings

MOST_WORDS = 4
"""So many words of a sentence are looked for among others that say the same, one after the other."""


class PlainErrata(RememberedActs, OrderOfTurns, MomentsOfPlay):
    """The rules as they are where a sentence changes them."""

    def formal(self, sentence: str, number: int) -> str:
        """The entries that the sentence says; `number` is that of the clause it brings, if it does. Raises NotRead, which
        proposes no sentence but one that is read."""
        try:
            return self._formal(sentence, number)
        except NotRead as error:
            if read := self._read_otherwise(sentence, error, number):
                return read
            proposed = re.fullmatch(r"did you mean `(.+)`\?", error.hint)
            if proposed is None or self._is_read(proposed[1], number):
                raise
            raise NotRead(error.message) from None

    def _read_otherwise(self, sentence: str, error: NotRead, number: int) -> str:
        """The entries that the sentence says in words of the rules that say just the same; nothing if it is not read so."""
        own = in_plain_turns(in_own_words(sentence, self.alike, self.sentences.card_language.knows), self.words)
        for _ in range(MOST_WORDS):
            own = unstuck(own, error.message, self.alike) if own == sentence else own
            if own == sentence:
                break
            try:
                return self._formal(own, number)
            except NotRead as further:
                sentence, error = own, further
        return ""

    def near(self, sentence: str, number: int, most: int) -> Iterator[tuple[str, str]]:
        """The clauses that the sentence speaks of, those that it may say again first, each with a sentence that is read and
        changes just that one."""
        told = said(sentence)
        text = f"{told.lead} {told.text}"
        again = self.spoken.fitting(text, loosely=True)
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
        if (
            told.struck
            or (told.mode in NEGATIVE) != (theirs in NEGATIVE)
            or (told.mode, theirs) == ("permit", "oblige")
        ):
            title = next((t for t in sorted(self.titles, key=len, reverse=True) if has(told.text, t)), "")
            yield from (f"{rule} does not apply to {title}.",) if title and not told.struck else ()
            yield f"Ignore {rule}."
        norms = [line.rest for _, line in numbered(entry) if not line.rest.startswith("[")]
        if len(norms) == 1:
            yield f"{rule} now reads: {norms[0]}."
        for norm in sorted(norms, key=lambda one: -len(words_of(one).words & words_of(told.text).words)):
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
                return self._again(again)
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
            open_ = next((r for r in refused if r.hint or not error.hint), error)
            hint = open_.hint if "did you mean" in open_.hint else self._otherwise(sentence, number) or open_.hint
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
            case "instead":
                return self._instead(words)
            case "anew":
                return self._anew(self._clause(words["id"]), words["new"])
            case "added":
                return f"norm of {self._clause(words['id'])}: {self._in_full(whole(words['new']))}"
            case "add":
                return self.formal(whole(words["new"]), number)
            case "starts":
                return self._starting(words["number"], words["what"])
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


__all__ = ["NotRead", "PlainErrata"]
