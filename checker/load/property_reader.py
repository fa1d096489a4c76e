"""Properties read: what must hold, and what is noted of the course of play for that."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from checker.kernel.game import Check, HistoryNote, Property
from checker.kernel.norm import Pattern, Prevents, When
from checker.kernel.term import Cond, Yes
from checker.load.vocabulary_reader import name_of, vocabulary
from checker.syntax.files import Entry, SourceLine
from checker.syntax.sentences import Sentences

CHECKS = ("always", "resting", "step", "at", "never", "after")
"""The lines of a property that say what must hold, and when."""


def properties(
    entries: list[tuple[str, Entry]], words: Iterable[Entry], titles: tuple[str, ...], sentences: Sentences
) -> tuple[Property, ...]:
    """The properties of these names; the sentences are read in the words of the game and those for what is noted."""
    kept = [structs.replace(line, key="field") for _, entry in entries for line in entry.all("keeps")]
    if not kept:
        return tuple(_Properties(sentences).read(name, entry) for name, entry in entries)
    wider = Sentences(vocabulary((*words, *(Entry(line, ()) for line in kept))), titles)
    wider.problems = sentences.problems
    return tuple(_Properties(wider).read(name, entry) for name, entry in entries)


class _Properties:
    """Reads properties with these sentences."""

    def __init__(self, sentences: Sentences) -> None:
        self.sentences = sentences

    def read(self, name: str, entry: Entry) -> Property:
        """The property."""
        found = [self._check(line) for line in entry.lines if line.key in CHECKS]
        notes = [self._noting(line) for line in entry.all("then")]
        where = next((self.sentences.cond(line) for line in entry.all("where")), None)
        kept = {name_of(line.rest) for line in entry.all("keeps")}
        return Property(
            name,
            entry.head.rest.partition(" ")[2],
            entry.text("says"),
            tuple(entry.text("clauses").split()),
            tuple(c for c in found if c is not None),
            entry.text("by"),
            entry.text("violable"),
            where or Yes(),
            entry.text("unchecked"),
            entry.head.place,
            tuple(f for f in self.sentences.words.fields if f.name in kept),
            tuple(n for n in notes if n is not None),
        )

    def _check(self, line: SourceLine) -> Check | None:
        if line.key == "never":
            event, _, given = line.rest.partition(" if ")
            made = self._of_event(line, event, given)
            return None if made is None else Check("never", made[1], made[0])
        if line.key == "after":
            event, _, said = line.rest.partition(", ")
            of = self._of_event(line, event, "always")
            cond = self.sentences.cond(line.cut(len(line.rest) - len(said)), two_states=True)
            return None if of is None or cond is None else Check("after", cond, of[0])
        when, line = _moment(line)
        cond = self.sentences.cond(line, two_states=when == "step")
        return None if cond is None else Check(when, cond)

    def _of_event(self, line: SourceLine, event: str, given: str) -> tuple[Pattern, Cond] | None:
        """The pattern of the event, and the condition."""
        told = SourceLine(line.key, f"{event} is prevented if {given}", line.place, line.whole)
        made = self.sentences.norm(told)
        return None if made is None or not isinstance(made[0], Prevents) else (made[0].event, made[1])

    def _noting(self, line: SourceLine) -> HistoryNote | None:
        """What is noted: `when EVENT, … if …`, `at MOMENT, …` or `resting, …`."""
        key, _, _ = line.rest.partition(" ")
        if key != "when":
            rest = structs.replace(line.cut(len(key) + 1), key=key.rstrip(","))
            when, rest = _moment(rest)
            return HistoryNote(when.rstrip(","), self.sentences.effect(rest))
        made = self.sentences.norm(line)
        if made is None or not isinstance(made[0], When):
            return None
        return HistoryNote("", made[0].effect, made[0].event, made[1])


def _moment(line: SourceLine) -> tuple[str, SourceLine]:
    """The moment of which something is said, and what is said."""
    if line.key != "at":
        return line.key, line
    moment = line.rest.partition(" ")[0]
    return moment, line.cut(len(moment) + 1)
