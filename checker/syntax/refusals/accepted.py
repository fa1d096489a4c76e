"""What is accepted of sentences as cards and rulebooks say them, and what may have been meant by those that are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from checker.kernel.source import InputError
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.lower_norms import Lowering
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.trees import of_card
from checker.syntax.natural.unfold import Unfolding
from checker.syntax.parser import Language
from checker.syntax.refusals.rewordings import Rewordings

_PROPOSED = re.compile(r"did you mean `(.+)`\?")


class AcceptedSentences:
    """The sentences of one vocabulary that are accepted as they stand."""

    def __init__(self, words: Vocabulary, titles: tuple[str, ...], language: Language, unfolding: Unfolding) -> None:
        self._language = language
        self._unfolding = unfolding
        self._lowering = Lowering(words)
        self._title = next(iter(titles), "")
        self._rewordings = Rewordings(words, titles)

    def settled(self, text: str, start: str, again: bool = True) -> str:
        """The text, or the one that it is told to be, if that is accepted as it stands; else nothing."""
        tree = self._language.known(text, start)
        if tree is None or start not in ("effect", "norm"):
            return text if tree is not None else ""
        try:
            self._meaning(tree, start)
        except LeftOpen as error:
            proposed = _PROPOSED.fullmatch(error.hint)
            return self.settled(proposed[1], start, again=False) if proposed and again else ""
        except (InputError, ValueError):
            return ""
        return text

    def _meaning(self, tree: Node, start: str) -> None:
        """Raises ValueError where the tree means nothing."""
        if start == "norm":
            self._lowering.norm(self._unfolding.whole(tree))
            return
        self._lowering.effect(self._unfolding.whole(tree, self._title))
        for norm in self._unfolding.rulings(tree, self._title):
            self._lowering.norm(of_card(norm, self._title))

    def meant(self, text: str, start: str, unread: Callable[[str], int | None]) -> str:
        """Another form of the text that is accepted; nothing if none is found."""
        if start not in ("effect", "norm"):
            return ""
        with suppress(RecursionError):
            return self._rewordings.found(text, unread, lambda other: self.settled(other, start))
        return ""
