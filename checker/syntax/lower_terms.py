"""Trees of noun phrases and clauses lowered to expressions and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from checker.kernel import term as t
from checker.kernel.source import Leaf, Node
from checker.kernel.trees.two_state import primed
from checker.kernel.vocabulary import Act, Vocabulary, sorts
from checker.syntax.grammar import NO_SUCH, Phrase, ident, phrases
from checker.syntax.natural.spans import LASTING
from checker.syntax.parts import flat_of, leaf_of, text_of

T = TypeVar("T")

YOU = t.Var("you")
OTHER = -1
"""Stands for the seat where the other one of two cards of a title is told; as much less as the number of a card that is
told by that."""


class TermLowering:
    """What the noun phrases and clauses of one vocabulary mean; if `two_state`, also those about the table before."""

    def __init__(self, words: Vocabulary, seats: tuple[str, ...] = (), two_state: bool = False) -> None:
        self.words = words
        self.two_state = two_state
        self.lasting: set[str] = set()
        """Until what something is said to last."""
        self.seats = {name: number for number, name in enumerate(seats)}
        self.phrases: dict[str, Phrase] = {p.rule: p for p in phrases(words)}
        self.named = {
            rule: name
            for kind, entries in (
                ("field", words.fields),
                ("fact", words.facts),
                ("zone", words.zones),
                ("deed", words.acts),
                ("event", words.acts),
            )
            for rule, name in self._owners(kind, tuple(e.name for e in entries))
        }
        self.acts: dict[str, Act] = {a.name: a for a in words.acts}
        self.params = {f.name: tuple(n for n, _ in f.params) for f in words.facts}
        self.sorts = tuple(s.name for s in sorts(words))

    def _owners(self, kind: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        by_ident = {ident(n): n for n in names}
        for rule in self.phrases:
            head, name, _ = rule.split("__")
            if head == kind and name in by_ident:
                yield rule, by_ident[name]

    # -- expressions -------------------------------------------------------------------------

    def expr(self, tree: Node | Leaf) -> t.Expr:
        """The expression that a noun phrase means."""
        if isinstance(tree, Leaf):
            return leaf_of(tree)
        parts = tree.parts
        match tree.rule:
            case "integer":
                return t.Lit(int(text_of(parts[0])))
            case "you":
                return YOU
            case "seat":
                return t.Lit(self.seats[text_of(parts[0])])
            case "owned_card":
                return t.Lit((self.seats[text_of(parts[0])], text_of(parts[1])))
            case "other_card":
                return t.Lit((OTHER, text_of(parts[0])))
            case "numbered_card":
                title, _, number = text_of(parts[0]).rpartition(" ")
                return t.Lit((OTHER - int(number), title))
            case "label":
                return t.Lit(text_of(parts[0]))
            case "that_player":
                return t.Var("that player")
            case "this_card":
                return t.Var("this card")
            case "that_card":
                return t.Var("that card")
            case "nobody" | "nothing":
                return t.Lit(None)
            case "named_player":
                return t.Var("named")
            case "kind_name" | "a_kind" | "an_kind":
                return t.Lit(text_of(parts[0]))
            case "number_before":
                return self._before(self.expr(parts[0]))
            case "number_group":
                return self.expr(parts[0])
            case "plus" | "minus" | "times":
                return t.Arith(tree.rule, self.expr(parts[0]), self.expr(parts[1]))
        head, _, sort = tree.rule.partition("_")
        if head == "var":
            return t.Var(text_of(parts[0]))
        if head == "titled":
            return t.Lit(text_of(parts[0]))
        if head == "called":
            return self._called(sort, text_of(parts[0]).strip('"'))
        if head == "none":
            return t.Lit(None)
        if head == "the" and sort in self.sorts:
            return t.Var(f"the {sort}")
        if head == "count":
            return t.Count(text_of(parts[0]), sort, self.cond(parts[1]))
        if head == "sum":
            return t.Sum(text_of(parts[1]), sort, self.cond(parts[2]), self.expr(parts[0]))
        return self.call(tree)

    def _before(self, tree: T) -> T:
        """The same about the table before. Raises ValueError where there is none to speak of."""
        if not self.two_state:
            raise ValueError("what was before can be said where something is asked, or in `step` of a property")
        return primed(tree)

    def _called(self, sort: str, label: str) -> t.Expr:
        """The thing of the sort that is called so; raises ValueError if none can be."""
        pattern = next(s.labels for s in sorts(self.words) if s.name == sort)
        if not re.fullmatch(pattern, label):
            raise ValueError(f"no {sort} is called `{label}`")
        return t.Lit(label)

    def call(self, tree: Node | Leaf) -> t.Expr:
        """The fact, field, zone or word that a phrase of the vocabulary means."""
        assert isinstance(tree, Node)
        if tree.rule.startswith(NO_SUCH):
            raise ValueError("this game has no words for that")
        if tree.rule.startswith("word__"):
            return t.Lit(" ".join(self.phrases[tree.rule].parts))
        phrase = self.phrases[tree.rule]
        given = {name: self.expr(p) for (name, _), p in zip(phrase.slots, tree.parts, strict=True)}
        name = self.named[tree.rule]
        order = self.params.get(name) or tuple(given)
        return t.Call(name, tuple(given[n] for n in order))

    # -- conditions --------------------------------------------------------------------------

    def cond(self, tree: Node | Leaf) -> t.Cond:
        """The condition that a clause means."""
        assert isinstance(tree, Node)
        parts = tree.parts
        match tree.rule:
            case "or_":
                return t.Or(tuple(self.cond(p) for p in flat_of(tree, "or_")))
            case "and_":
                return t.And(tuple(self.cond(p) for p in flat_of(tree, "and_")))
            case "was_so":
                return self._before(self.cond(parts[0]))
            case "not_":
                return t.Not(self.cond(parts[0]))
            case "group":
                return self.cond(parts[0])
            case "always":
                return t.Yes()
            case "lasting":
                until = text_of(parts[2]).strip('"')
                self.lasting.add(until)
                return t.Is(t.Call(LASTING + until, (self.expr(parts[0]), self.expr(parts[1]))))
            case "least" | "most" | "more" | "less":
                return t.Compare(tree.rule, self.expr(parts[0]), self.expr(parts[1]))
            case "is_kind":
                return t.Is(t.Call("is", (self.expr(parts[0]), self.expr(parts[1]))))
            case "is_no_kind":
                return t.Not(t.Is(t.Call("is", (self.expr(parts[0]), self.expr(parts[1])))))
        head, _, sort = tree.rule.partition("_")
        if sort in self.sorts:
            match head:
                case "same":
                    return t.Compare("is", self.expr(parts[0]), self.expr(parts[1]))
                case "differ":
                    return t.Compare("is-not", self.expr(parts[0]), self.expr(parts[1]))
                case "some":
                    return t.Some(text_of(parts[0]), sort, self.cond(parts[1]))
                case "all":
                    return t.Every(text_of(parts[0]), sort, self.cond(parts[1]))
        found = self.call(tree)
        assert isinstance(found, t.Call)
        return t.Is(found)
