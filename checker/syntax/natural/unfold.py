"""Trees in which nothing is said for short any more."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import Short, Vocabulary
from checker.syntax.grammar import Phrase
from checker.syntax.lexer import in_figures
from checker.syntax.natural.tables import BARE, CHOOSING, EACH, OTHER, PICKED, PLAIN, LeftOpen, ShortForms
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    bound,
    effect,
    filled,
    letters,
    one,
    replaced,
    unit,
    variable,
    within,
)
from checker.syntax.parser import Language


class Unfolding:
    """What sentences of one vocabulary say in full."""

    def __init__(self, words: Vocabulary, language: Language) -> None:
        self.of = ShortForms(words, language)

    def whole(self, tree: Node, title: str = "") -> Node:
        """The tree said in full; `title` is that of the card it stands on. Raises ValueError for what English leaves
        open."""
        if tree.rule in self.of.shorts and self.of.shorts[tree.rule][1].result == "norm":
            return self._held(tree, title)
        if not any(self.of.short(t) for t in within(tree)):
            return tree
        text = _Text(self.of, tree)
        made = text.effect(tree) if tree.rule == "effect" else text.value(tree)
        assert isinstance(made, Node)
        return made

    def _held(self, tree: Node, title: str) -> Node:
        """What holds as long as the card of the title does."""
        phrase, short = self.of.shorts[tree.rule]
        if not title:
            raise LeftOpen("this holds where it stands on a card", f"did you mean `{short.means}`?")
        text = _Text(self.of, tree)
        given = {name: text.value(p) for (name, _), p in zip(phrase.slots, tree.parts, strict=True)}
        body = self.of.body(msgspec.structs.replace(short, means=short.means.replace("this card", title)))
        made = filled(text.value(body), given, {})
        assert isinstance(made, Node)
        return made


class _Text:
    """One text being unfolded: the letters that it uses, and what was last spoken of."""

    def __init__(self, of: ShortForms, tree: Node) -> None:
        self.of = of
        self.used = set(letters(tree)) | set(self._unsaid(tree))
        self.spoken_of: dict[str, str] = {}

    def _unsaid(self, tree: Tree) -> Iterator[str]:
        """The letters of acts that the tree gives no thing for."""
        for part in within(tree):
            if isinstance(part, Node) and part.rule in self.of.shorts:
                yield from self._unsaid(self.of.body(self.of.shorts[part.rule][1]))
            if isinstance(part, Node) and part.rule.startswith(("deed__", "event__")):
                name, slots = part.rule.split("__")[1], [n for n, _ in self.of.phrases[part.rule].slots]
                yield from (n for n in self.of.params[name] if n not in slots)

    def _letter(self, sort: str) -> str:
        """A letter of the sort that the text does not use; of players the second one first."""
        known = self.of.sorts[sort]
        if not known:
            raise ValueError(f"no letter stands for a {sort}")
        first = (*known[1:], known[0]) if sort == "player" else known
        numbered = (f"{known[0]}{n}" for n in range(1, 1000))
        letter = next(x for x in (*first, *numbered) if x not in self.used)
        self.used.add(letter)
        return letter

    # -- sentences -----------------------------------------------------------------------------

    def effect(self, tree: Node) -> Node:
        """The text said in full; what it speaks of, it speaks of to its end."""
        before = dict(self.spoken_of)
        made = self.following(list(tree.parts))
        self.spoken_of = before
        return effect(made)

    def following(self, parts: list[Tree]) -> list[Node]:
        """The sentences said in full, one after the other."""
        made: list[Node] = []
        while parts:
            sentence = parts.pop(0)
            assert isinstance(sentence, Node)
            match sentence.rule:
                case "you_may" | "may_block":
                    made += self._maybe(sentence, parts)
                case "if_done":
                    raise LeftOpen("if you do what? this follows on a sentence `You may …`")
                case _:
                    made += self.simple(sentence)
        return made

    def simple(self, tree: Node) -> list[Node]:
        """The sentence said in full, as one or several."""
        rule, parts = tree.rule, tree.parts
        head, _, sort = rule.rpartition("_")
        if rule in PLAIN:
            return self._plain(tree)
        if rule == "chain":
            links = [link.parts[0] for link in parts[1:] if isinstance(link, Node)]
            return self.following([parts[0], *links])
        if rule in self.of.shorts:
            return self._meant(tree, *self.of.shorts[rule])
        if rule == "then_first":
            return self.following([parts[0]])
        if head == "for_each" and sort in self.of.sorts:
            cond, letter = self._group(parts[1], sort)
            return [_each(sort, letter, cond, one(self.following([parts[0]])))]
        if head in BARE and sort in self.of.sorts:
            return self.simple(Node(f"{head.removeprefix('bare_')}_{sort}", (*parts, ALWAYS)))
        if head in CHOOSING and sort in self.of.sorts:
            return [self._chosen(head.removeprefix("choosing_"), sort, parts[0])]
        before = dict(self.spoken_of)
        made = Node(rule, tuple(self._part(p) for p in parts))
        if not rule.startswith(("choose_", "pick_", "pickfor_", "pickown_", "chance_", "let_", "create_")):
            self.spoken_of = before
        elif sort != "card":
            self.spoken_of[sort] = next(p.text for p in parts if isinstance(p, Leaf) and p.kind.startswith("VAR_"))
        return [made]

    def _part(self, part: Tree) -> Tree:
        if isinstance(part, Node) and part.rule == "effect":
            return self.effect(part)
        if isinstance(part, Node) and part.rule in self.of.sentences:
            return one(self.following([part]))
        return self.value(part)

    def _maybe(self, tree: Node, later: list[Tree]) -> list[Node]:
        """What you may do, with all that follows if you do."""
        before = dict(self.spoken_of)
        inner: list[Tree] = [Node("command", tree.parts)]
        if tree.rule == "may_block":
            inner = _sentences(tree.parts[0])
        while later and isinstance(later[0], Node) and later[0].rule == "if_done":
            done = later.pop(0)
            assert isinstance(done, Node)
            inner.append(done.parts[0])
            while later and any(isinstance(t, Node) and t.rule.startswith("that_") for t in within(later[0])):
                inner.append(later.pop(0))
        made = self.following(inner)
        self.spoken_of = before
        may = Node("may_block", (Node("block", (effect(made),)),))
        first, _, sort = made[0].rule.rpartition("_") if made else ("", "", "")
        if tree.rule == "you_may" and first in ("choose", "pickown"):
            there = Node(f"some_{sort}", made[0].parts[-2:])
            return [Node("if_then", (there, may))]
        return [may]

    def _chosen(self, how: str, sort: str, group: Tree) -> Node:
        cond, letter = self._group(group, sort, how in OTHER)
        return Node(f"pickown_{sort}", (bound(sort, letter), unit(cond)))

    # -- one thing done --------------------------------------------------------------------------

    def _plain(self, tree: Node) -> list[Node]:
        """Who and what it is about first, then what is done."""
        deed = tree.parts[0]
        assert isinstance(deed, Node)
        before: list[Node] = []
        around: list[tuple[str, str, Tree]] = []
        by_you = tree.rule != "event"
        for part in [t for t in within(deed) if isinstance(t, Node)]:
            head, _, sort = part.rule.rpartition("_")
            if sort not in self.of.sorts or head not in (*PICKED, *EACH, "the_such"):
                continue
            cond, letter = self._group(part.parts[0] if part.parts else part, sort, head in OTHER)
            if head == "the_such":
                before.append(Node(f"pick_{sort}", (bound(sort, letter), unit(cond))))
            elif head in EACH or (not by_you and head.startswith("any") and part is deed.parts[0]):
                around.append((sort, letter, cond))
            else:
                chosen = Node(f"pickown_{sort}", (bound(sort, letter), unit(cond)))
                if not by_you or around:
                    self._left_open(tree.rule, replaced(deed, part, variable(sort, letter)), chosen, around)
                before.append(chosen)
            deed = replaced(deed, part, variable(sort, letter))
            assert isinstance(deed, Node)
        done = self._done(tree.rule, deed)
        for sort, letter, cond in reversed(around):
            done = [_each(sort, letter, cond, one(done))]
            self.spoken_of.pop(sort, None)
        return [*before, *done]

    def _left_open(self, rule: str, deed: Tree, chosen: Node, around: list[tuple[str, str, Tree]]) -> None:
        """Raises LeftOpen, with a text in which the first of those who do it chooses, or you where nobody does."""
        sort = chosen.rule.rpartition("_")[2]
        if around:
            chosen = Node(f"choose_{sort}", (variable(*around[0][:2]), *chosen.parts))
        made = [chosen, *self._done(rule, deed)]
        for each in reversed(around):
            made = [_each(*each, one(made))]
        raise LeftOpen(f"who chooses the {sort}?", f"did you mean `{self.of.shown(made)}`?")

    def _done(self, rule: str, deed: Tree) -> list[Node]:
        """What is done, said in full."""
        assert isinstance(deed, Node)
        if deed.rule not in self.of.shorts:
            return [Node(rule, (self.value(deed),))]
        return self._meant(deed, *self.of.shorts[deed.rule])

    def _meant(self, deed: Node, phrase: Phrase, short: Short) -> list[Node]:
        """What is said for short, said in full; the deed is yours if nobody is said to do it."""
        given = {name: self.value(p) for (name, _), p in zip(phrase.slots, deed.parts, strict=True)}
        if short.result == "deed":
            given.setdefault(short.params[0], YOU)
        body = self._filled(self.of.body(short), given)
        assert isinstance(body, Node)
        return [x for s in self.following(list(body.parts)) if isinstance(x := self._yours(s), Node)]

    def _filled(self, body: Node, given: dict[str, Tree]) -> Tree:
        """The body with things in the place of its letters, and letters of its own where the text uses them."""
        renamed = {}
        for leaf in [t for t in within(body) if isinstance(t, Leaf) and t.kind.startswith("VAR_")]:
            if leaf.text in given or leaf.text in renamed:
                continue
            free = leaf.text not in self.used
            renamed[leaf.text] = leaf.text if free else self._letter(leaf.kind.removeprefix("VAR_").lower())
            self.used.add(renamed[leaf.text])
        return filled(body, given, renamed)

    def _yours(self, tree: Tree) -> Tree:
        """The tree with commands where you are who does it."""
        if isinstance(tree, Leaf):
            return tree
        sentence = Node(tree.rule, tuple(self._yours(part) for part in tree.parts))
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

    # -- things and conditions ------------------------------------------------------------------

    def _group(self, group: Tree, sort: str, other: bool = False) -> tuple[Tree, str]:
        """The condition of those that are spoken of, and the letter of the one; it is what was last spoken of."""
        assert isinstance(group, Node)
        letter = self._letter(sort)
        conds: list[Tree] = []
        if other:
            last = YOU if sort == "player" else None
            if last is None and sort in self.spoken_of:
                last = variable(sort, self.spoken_of[sort])
            if last is None:
                raise LeftOpen(f"other than which {sort}? no {sort} was chosen before")
            conds.append(Node(f"differ_{sort}", (variable(sort, letter), last)))
        if group.rule.startswith(("noun__", "nouns__")):
            short = self.of.nouns[group.rule.partition("__")[2]]
            conds.append(self._filled(self.of.body(short), {short.params[0]: variable(sort, letter)}))
            self.spoken_of[short.name] = letter
        elif (which := group if group.rule in self.of.shorts else next(iter(group.parts), None)) is not None:
            assert isinstance(which, Node)
            phrase, short = self.of.shorts[which.rule]
            given = {name: self.value(p) for (name, _), p in zip(phrase.slots, which.parts, strict=True)}
            conds.append(self._filled(self.of.body(short), {**given, short.params[0]: variable(sort, letter)}))
        self.spoken_of[sort] = letter
        return both([self.value(c) for c in conds]), letter

    def value(self, tree: Tree) -> Tree:
        """The thing, number, condition or norm said in full."""
        if isinstance(tree, Leaf):
            figures = in_figures(tree.text.casefold()) if tree.kind == "INT" else ""
            return Leaf("INT", figures) if figures else tree
        rule = tree.rule
        head, _, sort = rule.rpartition("_")
        if rule.startswith("that_noun__"):
            short = self.of.nouns[rule.partition("__")[2]]
            return self._that(short.name, short.result.removeprefix("noun_"))
        if head == "that" and sort in self.of.sorts:
            if sort in self.spoken_of:
                return variable(sort, self.spoken_of[sort])
            return tree if sort in ("player", "card") else Node(f"the_{sort}", ())
        if rule == "that_many":
            return self._that("number", "number")
        if rule in self.of.yours:
            phrase, at = self.of.yours[rule]
            parts = [self.value(p) for p in tree.parts]
            return Node(phrase.rule, (*parts[:at], YOU, *parts[at:]))
        if rule in self.of.shorts:
            return self._short_value(tree, *self.of.shorts[rule])
        if sort in self.of.sorts and head in (*PICKED, *EACH, "the_such"):
            raise LeftOpen(
                f"which {sort} that is stands in a sentence of its own: `Choose a {sort} …`, `for each {sort} …`"
            )
        return Node(rule, tuple(self._part(p) for p in tree.parts))

    def _that(self, word: str, sort: str) -> Tree:
        if word not in self.spoken_of:
            raise LeftOpen(f"which {word} is that? none was chosen before")
        return variable(sort, self.spoken_of[word])

    def _short_value(self, tree: Node, phrase: Phrase, short: Short) -> Tree:
        given = {name: self.value(p) for (name, _), p in zip(phrase.slots, tree.parts, strict=True)}
        if short.result == "deed":
            raise LeftOpen(f"this is short for `{short.means}`, which is no single act; a norm speaks of one")
        made = self.value(self._filled(self.of.body(short), given))
        return unit(made) if short.result == "condition" else made


def _each(sort: str, letter: str, cond: Tree, done: Node) -> Node:
    if cond == ALWAYS:
        return Node(f"every_{sort}", (bound(sort, letter), done))
    return Node(f"each_{sort}", (bound(sort, letter), unit(cond), done))


def _sentences(block: Tree) -> list[Tree]:
    """The sentences in the parentheses."""
    text = block.parts[0] if isinstance(block, Node) else block
    return list(text.parts) if isinstance(text, Node) else []
