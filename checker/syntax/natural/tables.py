"""What a vocabulary says for short, by the rules of the grammar."""

from __future__ import annotations

from collections.abc import Iterable

from checker.kernel.source import InputError, Place
from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import Short, Vocabulary, sorts
from checker.syntax.grammar import ident, phrases
from checker.syntax.lexer import in_figures
from checker.syntax.natural.short_forms import YOUR, short_phrases, your_phrases
from checker.syntax.natural.trees import Tree, effect
from checker.syntax.parser import Language

PLAIN = ("command", "own_command", "event")
PICKED = ("any_other", "any", "another", "own_choice", "a_such", "target")
EACH = ("each_one", "each_other", "all_of", "all_others")
OTHER = ("another", "any_other", "each_other", "all_others")
BARE = ("bare_choose", "bare_chance", "bare_pick", "bare_pickown")
CHOOSING = ("choosing_any_other", "choosing_another", "choosing_any", "choosing_a")


class LeftOpen(ValueError):
    """What a sentence leaves open; `hint` says it in a way that does not."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class ShortForms:
    """What one vocabulary says for short, and what that is short for."""

    def __init__(self, words: Vocabulary, language: Language) -> None:
        self.words = words
        self.language = language
        self.shorts = {phrase.rule: (phrase, short) for phrase, short in short_phrases(words)}
        self.yours = {said.rule: (phrase, at) for said, phrase, at in your_phrases(words)}
        self.nouns = {ident(s.name): s for s in words.shorts if s.result.startswith("noun_")}
        self.phrases = {p.rule: p for p in phrases(words)}
        self.sorts = {s.name: s.letters for s in sorts(words)}
        self.params = {ident(a.name): tuple(n for n, _ in a.params) for a in words.acts}
        inner = ("simple", "plain", *(f"choosing_{name}" for name in self.sorts))
        self.sentences = {r.name for r in language.table.rules if r.origin in inner and not r.thin}
        self.sentences |= {r.name for r in language.table.rules if r.origin in inner and r.name != r.origin} | {"chain"}

    def short(self, tree: Tree) -> bool:
        """The tree itself says something for short."""
        if isinstance(tree, Leaf):
            return tree.kind == "INT" and bool(in_figures(tree.text.casefold()))
        head, _, sort = tree.rule.rpartition("_")
        return (
            tree.rule in self.shorts
            or tree.rule.startswith((YOUR, "that_noun__"))
            or tree.rule in ("chain", "then_first", "you_may", "if_done", "that_player", "that_many")
            or (sort in self.sorts and head in (*PICKED, *EACH, *CHOOSING, "the_such", "for_each", "that", *BARE))
        )

    def body(self, short: Short) -> Node:
        """The text that is said for short."""
        start = "effect" if short.result in ("deed", "sentence") else short.result
        start = "cond" if start == "condition" or start.startswith(("which_", "noun_")) else start
        try:
            return self.language.parse(short.means, start, Place(f"`{short.name}`", 1))
        except InputError as error:
            raise ValueError(f"what `{short.name}` is short for cannot be read: {error.problems[0].message}") from None

    def shown(self, sentences: Iterable[Node]) -> str:
        """The sentences as they are written."""
        return self.language.show(effect(list(sentences)))
