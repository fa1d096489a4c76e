"""What is accepted of sentences as cards and rulebooks say them, what that says in full, and what may have been meant by the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from checker.kernel.source import InputError, Leaf, Node
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.lower_norms import Lowering
from checker.syntax.natural.claims import Claims
from checker.syntax.natural.plainer import plainer
from checker.syntax.natural.tables import HELD, NORMS, LeftOpen, ShortForms
from checker.syntax.natural.trees import YOU, Tree, node, of_card, within
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


class Unfolding:
    """What sentences of one vocabulary say in full."""

    def __init__(self, words: Vocabulary, language: Language) -> None:
        self.of = ShortForms(words, language)
        self.acceptance: AcceptedSentences | None = None
        """Who knows which sentences are accepted; what is proposed is no others."""

    def whole(self, tree: Node, title: str = "") -> Node:
        """The tree said in full; `title` is that of the card it stands on. Raises ValueError for what English leaves
        open."""
        try:
            return self._whole(tree, title)
        except LeftOpen as error:
            raise self._proposing(error, "norm" if tree.rule in NORMS else "effect") from None

    def _proposing(self, error: LeftOpen, start: str) -> LeftOpen:
        """The refusal; what it proposes is accepted as it stands."""
        proposed = _PROPOSED.fullmatch(error.hint)
        if proposed is None or self.acceptance is None:
            return error
        settled = self.acceptance.settled(proposed[1], start)
        return LeftOpen(str(error), f"did you mean `{settled}`?" if settled else "")

    def _whole(self, tree: Node, title: str) -> Node:
        """The tree said in full."""
        said, tree = tree, node(plainer(tree))
        if not any(self.of.short(t) for t in within(tree)):
            return tree
        text = Claims(self.of, tree, title)
        text.said = said
        if tree.rule in NORMS:
            return text.norm(tree, False)
        return text.effect(self._done(tree)) if tree.rule == "effect" else node(text.value(tree))

    def rulings(self, tree: Node, title: str) -> tuple[Node, ...]:
        """What a text says that holds while the card of the title works, as norms said in full."""
        try:
            both = zip(tree.parts, node(plainer(tree)).parts, strict=True)
            held = ((said, p) for said, p in both if isinstance(p, Node) and p.rule in HELD)
            return tuple(self._ruling(said, p, title) for said, p in held)
        except LeftOpen as error:
            raise self._proposing(error, "effect") from None

    def _ruling(self, said: Tree, plain: Node, title: str) -> Node:
        claims = Claims(self.of, plain, title)
        claims.said = said if isinstance(said, Node) else None
        return claims.norm(plain, True)

    def acts(self, tree: Node) -> Node:
        """The text as it is where all of it is done, else only what of it is done, and that the rest holds from now on."""
        plain = node(plainer(tree))
        holds = any(isinstance(p, Node) and (p.rule in HELD or self.of.kind(p)) for p in plain.parts)
        return self._done(plain) if holds else tree

    def _done(self, tree: Node) -> Node:
        """The text without what it says of the kinds of its card, and without what holds while that works."""
        said = (p.parts[1] if isinstance(p, Node) and p.rule == "kind_before" else p for p in tree.parts)
        told = (self._begun(p) if isinstance(p, Node) else p for p in said)
        done = (p for p in told if not (isinstance(p, Node) and (p.rule in HELD or self.of.kind(p))))
        return Node(tree.rule, tuple(done))

    def _begun(self, sentence: Node) -> Node:
        """What holds for a time, as that it does from now on; any other sentence as it is."""
        for part in sentence.parts if sentence.rule in ("holds_during", "holds_meanwhile") else ():
            if (told := self.of.until(part)) is not None:
                return Node("set_true", (Node("lasting", (Node("this_card", ()), YOU, told)),))
        return sentence

    def kinds(self, tree: Node) -> tuple[str, ...]:
        """The kinds that the text says its card is of."""
        found: list[str] = []
        for part in (p for p in tree.parts if isinstance(p, Node)):
            if part.rule in ("of_kind", "kind_before", "kind_holds"):
                found.append(_text(part.parts[0]))
            elif self.of.kind(part):
                found += [k for kind in self.of.shorts[part.rule][1].means.split(",") if (k := kind.strip())]
        return tuple(dict.fromkeys(found))


def _text(kind: Tree) -> str:
    return kind.text if isinstance(kind, Leaf) else ""
