"""The rules that sentences of an erratum change, and how they read."""

from __future__ import annotations

import re
from functools import cached_property

from checker.kernel.norm import Gives, May, Must, MustNot
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Vocabulary
from checker.load.apply_erratum import norms, numbered
from checker.load.plain.spoken_of import SpokenOf
from checker.syntax.files import Entry, SourceLine
from checker.syntax.lexer import pattern
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.sentences import Sentences


class NotRead(Exception):
    """A sentence that is not read, and why; the `hint` proposes one, or entries, that are."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class ChangedRules:
    """The rules as they are where a sentence changes them."""

    def __init__(
        self,
        words: Vocabulary,
        word_entries: dict[str, Entry],
        rules: dict[str, Entry],
        alike: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        self.alike = alike
        self.words = words
        self.word_entries = word_entries
        self.rules = rules
        self.titles = tuple(k.partition(" ")[2] for k in rules if k.startswith("card "))
        self.sentences = Sentences(words, self.titles)

    @cached_property
    def spoken(self) -> SpokenOf:
        """The clauses by their words."""
        return SpokenOf(self.rules, self.alike, (zone.phrase for zone in self.words.zones))

    @cached_property
    def norms(self) -> dict[str, tuple[str, ...]]:
        """What the norms of each clause say."""
        clauses = ((key.partition(" ")[2], entry) for key, entry in self.rules.items() if key.startswith("clause "))
        return {rule: tuple(line.rest for _, line in numbered(entry)) for rule, entry in clauses}

    def _in_full(self, sentence: str) -> str:
        """The norm that the sentence says, in full. Raises NotRead."""
        sentence = whole(sentence)
        try:
            _, tree = self.sentences.read(line_of(sentence), "norm")
            full = self.sentences.card_language.show(self.sentences.unfolded(tree))
            return full if self.sentences.language.known(full, "norm") is not None else whole(full)
        except InputError as error:
            raise NotRead(error.problems[0].message, self._filled(sentence, error.problems[0])) from None
        except LeftOpen as error:
            raise NotRead(str(error), error.hint) from None
        except ValueError as error:
            raise NotRead(str(error)) from None

    def _filled(self, sentence: str, problem: Problem) -> str:
        """The hint; where it proposes a word, the whole sentence with it, or nothing if that is not read."""
        found = re.fullmatch(r"did you mean `(.+)`\?", problem.hint)
        if found is None or self._reads(found[1], "norm"):
            return problem.hint
        at = problem.place.column - 1
        whole_ = sentence[:at] + re.sub(r"^[^\s.,]+", lambda _: found[1], sentence[at:])
        return f"did you mean `{whole_}`?" if self._reads(whole_, "norm") else ""

    def _reads(self, text: str, start: str) -> bool:
        try:
            self.sentences.unfolded(self.sentences.read(line_of(text), start)[1])
        except (InputError, ValueError):
            return False
        return True

    def _hint(self, text: str, start: str) -> str:
        try:
            self.sentences.read(line_of(text), start)
        except InputError as error:
            return error.problems[0].hint
        return ""


def line_of(text: str) -> SourceLine:
    return SourceLine("norm", text, Place("an erratum", 1), text)


def whole(said: str) -> str:
    said = said.strip()
    return said if said.endswith(".") else said + "."


def times(text: str, words: str) -> int:
    """How often the words stand in the text, as words of their own."""
    return len(_standing(words).findall(text))


def has(text: str, words: str) -> bool:
    """The words stand in the text, as words of their own."""
    return times(text, words) > 0


def with_words(text: str, old: str, new: str) -> str:
    """The text with the new words wherever the old ones stand."""
    return _standing(old).sub(lambda _: new, text)


def _standing(words: str) -> re.Pattern[str]:
    return pattern(rf"(?<![\w-]){re.escape(words)}(?![\w-])")


def same(one: str, other: str) -> bool:
    """The conditions are the same but for their letters."""
    return re.sub(r"\b[A-Z]\d*\b", "#", one).split() == re.sub(r"\b[A-Z]\d*\b", "#", other).split()


def starts_with(entry: Entry, what: str) -> bool:
    return what.lower() in entry.text("says").lower() and bool(norms(entry))


def kind_of(claim: object) -> str:
    match claim:
        case May():
            return "permission"
        case Must():
            return "obligation"
        case MustNot():
            return "prohibition"
        case Gives():
            return "definition"
    return "effect"
