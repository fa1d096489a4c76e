"""The sentences of a game's entries read and lowered; problems are collected, so that several are told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from checker.kernel.effect import Effect, Nothing, Then
from checker.kernel.norm import Claim
from checker.kernel.source import InputError, Problem
from checker.kernel.term import Cond
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Vocabulary, sorts
from checker.store.disk_cache import data_folder
from checker.syntax.files import SourceLine, read_text
from checker.syntax.languages import language
from checker.syntax.lower_norms import Lowering
from checker.syntax.natural.short_forms import natural_text
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.unfold import Unfolding
from checker.syntax.parser import Language

MOST_PROBLEMS = 50
STARTS = ("effect", "norm", "cond", "number")

T = TypeVar("T")


class Sentences:
    """Reads the sentences of one vocabulary, with the titles of the cards as names."""

    def __init__(self, words: Vocabulary, titles: tuple[str, ...]) -> None:
        self.problems: list[Problem] = []
        shared, short = (
            "\n".join(read_text(data_folder() / "grammar" / f) for f in files)
            for files in (("card.lark", "norm.lark"), ("natural.lark",))
        )
        starts = (*STARTS, *(x.name for x in sorts(words) if x.name not in STARTS))
        self.language: Language = language(words, titles, shared, starts, natural_text(words, short))
        self.lowering = Lowering(words)
        self._unfolding = Unfolding(words, self.language)

    def tree(self, line: SourceLine, start: str) -> Node | None:
        """The tree of the rest of the line, or None where it is a problem."""
        return self.guarded(line, lambda: self.language.parse(line.rest, start, line.place, line=line.whole))

    def unfolded(self, tree: Node, title: str = "") -> Node:
        """The tree with what it says for short said in full; `title` is that of the card it stands on.

        Raises ValueError for what English leaves open.
        """
        return self._unfolding.whole(tree, title)

    def guarded(self, line: SourceLine, read: Callable[[], T]) -> T | None:
        """What is read, or None where it is a problem. Raises InputError when there are too many."""
        try:
            return read()
        except InputError as error:
            self.problems.extend(line.located(p) for p in error.problems)
            if len(self.problems) >= MOST_PROBLEMS:
                raise InputError(*in_order(self.problems)) from None
            return None

    def meant(self, line: SourceLine, lower: Callable[[], T], default: T) -> T:
        """What is meant, or the default where that is a problem."""
        try:
            return lower()
        except ValueError as error:
            hint = error.hint if isinstance(error, LeftOpen) else ""
            self.problems.append(Problem(line.place, str(error), line.whole, hint))
            return default

    def effect(self, line: SourceLine) -> Effect:
        """The effect that the line states."""
        tree = self.tree(line, "effect")
        nothing: Effect = Nothing()
        return nothing if tree is None else self.meant(line, lambda: self.lowering.effect(self.unfolded(tree)), nothing)

    def effects(self, lines: Iterable[SourceLine]) -> Effect:
        """The effects of the lines one after the other."""
        found = [self.effect(x) for x in lines]
        return found[0] if len(found) == 1 else Then(tuple(found)) if found else Nothing()

    def norm(self, line: SourceLine, title: str = "") -> tuple[Claim, Cond] | None:
        """The claim and the condition that the line states, on a card of the title if one is given, or None where it
        is a problem."""
        tree = self.tree(line, "norm")
        return None if tree is None else self.meant(line, lambda: self.lowering.norm(self.unfolded(tree, title)), None)

    def cond(self, line: SourceLine) -> Cond | None:
        """The condition that the line states, or None where it is a problem."""
        tree = self.tree(line, "cond")
        return None if tree is None else self.meant(line, lambda: self.lowering.cond(self.unfolded(tree)), None)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in the order of their places."""
    return sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column))
