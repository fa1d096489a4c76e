"""One thing done, said in full: who and what it is about first, then what is done."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import NamedTuple

from checker.kernel.source import Leaf, Node
from checker.kernel.vocabulary import Short
from checker.syntax.grammar import Phrase
from checker.syntax.lexer import in_figures
from checker.syntax.natural.derived import DERIVED, TIMES
from checker.syntax.natural.tables import COUNTED, EACH, GROUPS, OWN, LeftOpen
from checker.syntax.natural.things import Things
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    bound,
    effect,
    node,
    one,
    replaced,
    unit,
    variable,
    within,
)

MOST_AT_ONCE = 50
"""So often is the same said again in a text in full, at most."""
ANY_NUMBER = -1
"""As many things as whoever does it likes."""


class Many(NamedTuple):
    """Several things that one and the same is done to, one after the other: those with the condition."""

    sort: str
    letter: str
    cond: Tree
    number: int
    up_to: bool


class Deeds(Things):
    """What is done in a text that is being unfolded."""

    @abstractmethod
    def following(self, parts: list[Tree]) -> list[Node]:
        """The sentences said in full, one after the other."""

    def plain(self, tree: Node) -> list[Node]:
        """Who and what it is about first, then what is done."""
        rule, (deed, *_) = tree.rule, tree.parts
        assert isinstance(deed, Node)
        match rule:
            case "also":
                return self._also(deed, tree.parts[1])
            case "of_many":
                return self.plain(Node("event", (self.of.told(node(tree.parts[1]), deed),)))
            case "they_do":
                return self.plain(Node("event", (self.of.told(deed, self.they()),)))
            case "you_each":
                letter, other = self.letter("player"), self.they()
                either = Node("or_", tuple(Node("same_player", (variable("player", letter), p)) for p in (YOU, other)))
                told = Node("event", (self.of.told(deed, variable("player", letter)),))
                return [each("player", letter, either, one(self.plain(told)))]
        before, self.doer = self.doer, None
        made = self._about(rule, deed)
        self.doer = before
        return made

    def _also(self, first: Node, told: Tree) -> list[Node]:
        """What is done by whoever did the first thing. Raises LeftOpen where nobody did, or who did is still chosen."""
        assert isinstance(told, Node)
        who = self.of.doer(first.parts[0]) if first.rule == "event" and isinstance(first.parts[0], Node) else None
        if not isinstance(who, Node) or who.rule.rpartition("_")[0] in GROUPS:
            raise LeftOpen("who does that? a sentence of its own says it")
        return self.plain(Node("event", (self.of.told(told, who),)))

    def amounts(self, tree: Tree) -> Iterator[Tree]:
        """How much the sentence says that something changes by, and how many things something is done to."""
        for part in (t for t in within(tree) if isinstance(t, Node)):
            head, _, sort = part.rule.rpartition("_")
            if part.rule in ("raise_by", "lower_by", "raise_each", "lower_each"):
                yield part.parts[1]
            elif head in ("so_many", "so_many_others"):
                yield part.parts[0]
            elif head in ("all_of", "each_one", "every_one") and sort in self.of.sorts:
                yield Node(f"number_of_{sort}", part.parts)
            else:
                yield from self.of.numbers(part)

    def _about(self, rule: str, deed: Node) -> list[Node]:
        before: list[Node] = []
        around: list[tuple[str, str, Tree]] = []
        own: list[Node] = []
        many: list[Many] = []
        deed = self.doing_it(deed)
        if rule == "event" and deed.parts[:1] == (Node("this_card", ()),):
            self.acted = deed.rule
        if rule == "event" and deed.parts[:1] == (Node("they_player", ()),):
            deed = Node(deed.rule, (self.they(), *deed.parts[1:]))
        for part in [t for t in within(deed) if isinstance(t, Node)]:
            head, _, sort = part.rule.rpartition("_")
            if sort not in self.of.sorts or head not in GROUPS or (head == "titled" and sort != "card"):
                continue
            self.doer = self._done_by(rule, deed)
            first = rule == "event" and part is deed.parts[0]
            cond, letter = self.those(part)
            deed_ = node(replaced(deed, part, variable(sort, letter)))
            if head == "the_such":
                before.append(Node(f"pick_{sort}", (bound(sort, letter), unit(cond))))
            elif head in EACH or (rule == "event" and head.startswith("any") and first):
                around.append((sort, letter, cond))
            elif head in COUNTED and not first:
                often = ANY_NUMBER if head == "any_number" else figure(part.parts[0])
                many.append(Many(sort, letter, self._needed(deed_, letter, cond), often, "up" in head))
            elif head in COUNTED:
                raise LeftOpen("who chooses so many of them? each of them is chosen by a sentence of its own")
            elif head in OWN and not first and self.doer is not None:
                chosen = (bound(sort, letter), unit(self._needed(deed_, letter, cond)))
                own.append(Node(f"choose_{sort}", (self.value(self.doer), *chosen)))
            else:
                cond = self._needed(deed_, letter, cond)
                chosen_ = Node(f"pickown_{sort}", (bound(sort, letter), unit(cond)))
                if (rule == "event" and deed.parts[:1] != (Node("this_card", ()),)) or around:
                    self._left_open(rule, deed_, chosen_, around)
                before.append(chosen_)
            deed = deed_
        self.doer = self._done_by(rule, deed)
        done = self._repeated(rule, deed, many) if many else self._done(rule, deed)
        done = [*own, *done]
        for sort, letter, cond in reversed(around):
            done = [each(sort, letter, cond, one(done))]
            self.spoken_of.pop(sort, None)
        return [*before, *done]

    def _done_by(self, rule: str, deed: Node) -> Tree | None:
        """Who does it, if that is not you; nobody where nobody does."""
        doer = self.of.doer(deed) if rule == "event" else None
        return None if doer == YOU else doer

    def _needed(self, deed: Node, letter: str, cond: Tree) -> Tree:
        """The condition, and what holds of the thing wherever this can be done to it."""
        doer = self.doer if self.doer is not None else YOU
        return both([cond, *(self.value(c) for c in self.of.needed(deed, doer, letter) if c != cond)])

    def _repeated(self, rule: str, deed: Node, many: list[Many]) -> list[Node]:
        """It is done to each of several things, all of them others, as they are chosen one after the other."""
        if len(many) > 1:
            raise LeftOpen("of two numbers of things, each stands in a sentence of its own")
        (this,) = many
        doer: Tree = YOU if self.doer is None else self.value(self.doer)
        return self.one_after_other(this, doer, lambda again: self._done(rule, again), deed)

    def chosen_often(self, sort: str, letter: str, cond: Tree, number: int, up_to: bool, done: Node) -> list[Node]:
        """It is done with each of so many things, all of them others, as you choose them one after the other."""
        return self.one_after_other(Many(sort, letter, cond, number, up_to), YOU, lambda again: [again], done)

    def one_after_other(self, this: Many, doer: Tree, done: Callable[[Node], list[Node]], deed: Node) -> list[Node]:
        if this.number == ANY_NUMBER:
            may = Node("may_block", (doer, Node("block", (effect(done(deed)),))))
            return [each(this.sort, this.letter, this.cond, may)]
        steps: list[list[Node]] = []
        taken: list[str] = []
        for number in range(this.number):
            letter = this.letter if number == 0 else self.letter(this.sort)
            cond = _renamed(this.cond, this.sort, this.letter, letter)
            others = (Node(f"differ_{this.sort}", (variable(this.sort, letter), variable(this.sort, x))) for x in taken)
            chosen = Node(f"choose_{this.sort}", (doer, bound(this.sort, letter), unit(both([cond, *others]))))
            again = node(_renamed(deed, this.sort, this.letter, letter))
            steps.append([self.yours(chosen), *done(again)])
            taken.append(letter)
        if not this.up_to:
            return [sentence for step in steps for sentence in step]
        made: list[Node] = []
        for step in reversed(steps):
            made = [Node("may_block", (doer, Node("block", (effect([*step, *made]),))))]
        return made

    def _left_open(self, rule: str, deed: Node, chosen: Node, around: list[tuple[str, str, Tree]]) -> None:
        """Raises LeftOpen, with a text in which the first of those who do it chooses, or you where nobody does."""
        sort = chosen.rule.rpartition("_")[2]
        if around:
            chosen = Node(f"choose_{sort}", (variable(*around[0][:2]), *chosen.parts))
        made = [chosen, *self._done(rule, deed)]
        for one_ in reversed(around):
            made = [each(*one_, one(made))]
        raise LeftOpen(f"who chooses the {sort}?", f"did you mean `{self.of.shown(made)}`?")

    def _done(self, rule: str, deed: Tree) -> list[Node]:
        """What is done, said in full."""
        assert isinstance(deed, Node)
        if deed.rule not in self.of.shorts:
            return [self.yours(Node(rule, (self.value(deed),)))]
        return self.meant(deed, *self.of.shorts[deed.rule])

    def meant(self, deed: Node, phrase: Phrase, short: Short) -> list[Node]:
        """What is said for short, said in full; the deed is yours if nobody is said to do it."""
        given = {name: self.value(p) for (name, _), p in zip(phrase.slots, deed.parts, strict=True)}
        often = 1
        if short.name.startswith(DERIVED + TIMES):
            often = figure(given.pop("N"))
        if short.result == "deed":
            given.setdefault(short.params[0], YOU)
        bodies = [self.filled(self.of.body(short), given) for _ in range(often)]
        return [self.yours(s) for body in bodies for s in self.following(list(body.parts))]

    def yours(self, tree: Node) -> Node:
        """The tree with commands where you are who does it."""
        parts = tuple(self.yours(part) if isinstance(part, Node) else part for part in tree.parts)
        sentence = Node(tree.rule, parts)
        if sentence.rule.startswith("choose_") and sentence.parts[0] == YOU:
            return Node(sentence.rule.replace("choose_", "pickown_", 1), sentence.parts[1:])
        event = sentence.parts[0] if sentence.rule == "event" else None
        if not isinstance(event, Node) or event.rule not in self.of.phrases or event.parts[:1] != (YOU,):
            return sentence
        (doer, _), *rest = self.of.phrases[event.rule].slots
        name = event.rule.split("__")[1]
        for rule, phrase in self.of.phrases.items():
            if self.of.params[name][0] == doer and rule.startswith(f"deed__{name}__") and phrase.slots == (*rest,):
                return Node("command", (Node(rule, event.parts[1:]),))
        return sentence


def each(sort: str, letter: str, cond: Tree, done: Node) -> Node:
    """What is done for each thing of the sort of which the condition holds."""
    if cond == ALWAYS:
        return Node(f"every_{sort}", (bound(sort, letter), done))
    return Node(f"each_{sort}", (bound(sort, letter), unit(cond), done))


def figure(number: Tree) -> int:
    """How many there are. Raises LeftOpen for a number that is not told as one."""
    leaf = number.parts[0] if isinstance(number, Node) and number.rule == "integer" else None
    if not isinstance(leaf, Leaf):
        raise LeftOpen("how many of several things stands as a number there; `While … is at least 1, (…).` says others")
    word = leaf.text.casefold()
    often = int(in_figures(word) or word)
    if not 0 < often <= MOST_AT_ONCE:
        raise LeftOpen(f"so many of them are at least 1 and at most {MOST_AT_ONCE}")
    return often


def _renamed(tree: Tree, sort: str, old: str, new: str) -> Tree:
    """The tree with another letter in the place of the old one."""
    if isinstance(tree, Leaf):
        return bound(sort, new) if tree == bound(sort, old) else tree
    return Node(tree.rule, tuple(_renamed(part, sort, old, new) for part in tree.parts))
