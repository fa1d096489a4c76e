"""Things, numbers and conditions said in full, and what a text speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.kernel.source import Leaf, Node, Place
from checker.kernel.vocabulary import Short
from checker.syntax.grammar import Phrase
from checker.syntax.lexer import in_figures
from checker.syntax.natural.english import plural
from checker.syntax.natural.leads import ADJECTIVE, IT, SOMEONE, THEIR, THEY
from checker.syntax.natural.tables import GROUPS, OF_THEM, OTHER, THOSE, LeftOpen, ShortForms
from checker.syntax.natural.trees import ALWAYS, YOU, Tree, both, filled, letters, node, rebuilt, unit, variable, within


class Things:
    """One text being unfolded: the letters that it uses, and what was last spoken of.

    `doer` is who does what is being said, if that is not you; `title` that of the card on which the text stands.
    """

    def __init__(self, of: ShortForms, tree: Node, title: str = "") -> None:
        self.of = of
        self.title = title
        self.used = set(letters(tree)) | set(self._unsaid(tree))
        self.spoken_of: dict[str, str] = {}
        self.called: dict[str, str] = {}
        self.doer: Tree | None = None
        self.acted = ""
        self.on_card = bool(title) or tree.rule == "effect"

    said: Node | None = None
    """The sentence as it stands."""
    amount: Tree | None = None
    """How much was lost or gained, or how many things something was done to, in the sentence before."""
    of_this = False
    """What was spoken of first is the card itself."""
    of_doer = False
    """Others are other than whoever does it, not than you."""

    def _unsaid(self, tree: Tree) -> Iterator[str]:
        """The letters of acts that the tree gives no thing for."""
        for part in within(tree):
            if isinstance(part, Node) and part.rule in self.of.shorts and not self.of.kind(part):
                yield from self._unsaid(self.of.body(self.of.shorts[part.rule][1]))
            if isinstance(part, Node) and part.rule.startswith(("deed__", "event__")):
                name, slots = part.rule.split("__")[1], [n for n, _ in self.of.phrases[part.rule].slots]
                yield from (n for n in self.of.params[name] if n not in slots)

    def letter(self, sort: str) -> str:
        """A letter of the sort that the text does not use; of players the second one first."""
        known = self.of.sorts[sort]
        if not known:
            raise ValueError(f"no letter stands for a {sort}")
        first = (*known[1:], known[0]) if sort == "player" else known
        numbered = (f"{known[0]}{n}" for n in range(1, 1000))
        letter = next(x for x in (*first, *numbered) if x not in self.used)
        self.used.add(letter)
        return letter

    def part(self, part: Tree) -> Tree:
        """A part of a sentence said in full."""
        return self.value(part)

    def group(self, group: Tree, sort: str, other: bool = False) -> tuple[Tree, str]:
        """The condition of those that are spoken of, and the letter of the one; it is what was last spoken of."""
        assert isinstance(group, Node)
        if group.rule.startswith("lettered_"):
            bound_, cond = group.parts
            assert isinstance(bound_, Leaf)
            self.spoken_of[sort] = bound_.text
            return self.value(cond), bound_.text
        letter = self.letter(sort)
        conds: list[Tree] = []
        group = self.of.singular(group)
        if group.rule.startswith("such_both"):
            conds += [self._told_apart(which, sort, letter) for which in group.parts[::2]]
            group = Node(f"plain_{sort}", ())
        if other:
            last = (self.doer or YOU) if sort == "player" and self.of_doer else YOU if sort == "player" else None
            if last is None and sort in self.spoken_of:
                last = variable(sort, self.spoken_of[sort])
            if last is None and sort == "card" and self.on_card:
                last = Node("this_card", ())
            if last is None:
                raise LeftOpen(f"other than which {sort}? no {sort} was chosen before")
            conds.append(Node(f"differ_{sort}", (variable(sort, letter), last)))
        if group.rule.startswith(ADJECTIVE):
            if group.parts:
                conds.append(kinded(variable(sort, letter), group.parts))
            conds.append(Node(group.rule.partition("__")[2], (variable(sort, letter),)))
        elif group.rule.startswith(("noun_", "nouns_")):
            short = self.of.nouns[group.rule.partition("__")[2]]
            conds.append(self.filled(self.of.body(short), {short.params[0]: variable(sort, letter)}))
            self.spoken_of[short.name] = letter
        elif group.rule in ("kind_card", "titled_card"):
            conds.append(kinded(variable(sort, letter), group.parts))
        elif group.rule == "such_kind_card":
            kind, which_ = group.parts
            conds += [
                kinded(variable(sort, letter), (kind,)),
                self._told_apart(which_, sort, letter),
            ]
        elif (which := group if group.rule in self.of.shorts else next(iter(group.parts), None)) is not None:
            conds.append(self._told_apart(which, sort, letter))
        elif (short_ := self.of.nouns.get(sort)) is not None:
            conds.append(self.filled(self.of.body(short_), {short_.params[0]: variable(sort, letter)}))
        self.spoken_of[sort] = letter
        for kind in (p for p in group.parts[:1] if isinstance(p, Leaf)):
            self.called[letter] = kind.text.casefold()
        return both([self.value(c) for c in conds]), letter

    def those(self, told: Node) -> tuple[Tree, str]:
        """The same of things that are told with how many of them are meant; of everyone, all players."""
        head, _, sort = told.rule.rpartition("_")
        group = told if head == "titled" else told.parts[-1] if told.parts else Node(f"plain_{sort}", ())
        return self.group(group, sort, head in OTHER)

    def _told_apart(self, which: Tree, sort: str, letter: str) -> Tree:
        """What tells the thing from others of its sort."""
        assert isinstance(which, Node)
        phrase, short = self.of.shorts[which.rule]
        given = {name: self.value(p) for (name, _), p in zip(phrase.slots, which.parts, strict=True)}
        given |= {OF_THEM: self.they()} if which.rule.startswith(THEIR) else {}
        return self.filled(self.of.body(short), {**given, short.params[0]: variable(sort, letter)})

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
            if sort == "player":
                raise LeftOpen("which player is that? none was chosen before")
            return tree if sort == "card" else Node(f"the_{sort}", ())
        if rule == "that_kind_card":
            return self._that_kind(tree.parts[0])
        if rule == "they_player":
            return self.they()
        if head in THOSE and sort in self.of.sorts:
            raise LeftOpen(f"which are those? `Choose two {plural(sort)} …` stands in the sentence before")
        if head == "its" and sort in self.of.sorts:
            return self._its(sort)
        if head in ("number_of", "number_of_other") and sort in self.of.sorts:
            return self._number_of(tree.parts[0], sort, head.endswith("other"))
        if head in ("it", "them") and sort in self.of.sorts:
            return self._it(head, sort)
        if rule.startswith((THEY, IT)) and rule.partition("__")[2] in self.of.sorted_:
            return self._of_spoken(tree)
        if rule in self.of.owned:
            return self.value(Node(self.of.owned[rule], (YOU, *tree.parts)))
        if head.startswith("there_") and sort in self.of.sorts:
            return self._there(head.removeprefix("there_"), sort, tree.parts)
        if rule == "has_kinds":
            return self._has_kinds(*tree.parts)
        if rule.startswith(SOMEONE):
            return self._someone(tree)
        if rule == "that_many":
            return self.amount if self.amount is not None else self._that("number", "number")
        if rule in self.of.whose:
            phrase, at = self.of.whose[rule]
            parts = [self.value(p) for p in tree.parts]
            return Node(phrase.rule, (*parts[:at], YOU if rule.startswith("your__") else self.they(), *parts[at:]))
        if rule in self.of.shorts:
            return self._short_value(tree, *self.of.shorts[rule])
        if sort in self.of.sorts and head in GROUPS and (head != "titled" or sort == "card"):
            raise LeftOpen(
                f"which {sort} that is stands in a sentence of its own: `Choose a {sort} …`, `for each {sort} …`"
            )
        parts_ = [self.part(p) for p in tree.parts]
        if sort in self.of.sorts and head in ("count", "sum"):
            parts_[-1] = self.of.counted(parts_[-1])
        return rebuilt(tree, parts_)

    def _of_spoken(self, tree: Node) -> Tree:
        """A condition of what was spoken of before."""
        head, _, meant = tree.rule.partition("__")
        sort = self.of.sorted_[meant]
        return self.value(Node(meant, (self.they() if head + "__" == THEY else self._it("it", sort), *tree.parts)))

    def _has_kinds(self, who: Tree, amount: Tree) -> Tree:
        """Somebody has so many cards of a kind. Raises LeftOpen where that may be in several places."""
        assert isinstance(amount, Node)
        *number, kind = (part for part in amount.parts if isinstance(part, Node))
        kind_ = self.of.singular(kind)
        if not (place := self.of.place_of_all()):
            raise LeftOpen("where has a player those? `there are at least … in your …` says it")
        card, owner = self.letter("card"), self.letter("player")
        lies = self.of.language.parse(f"{card} is in {place.format(owner)}", "cond", Place("where cards lie", 1))
        there = filled(lies, {owner: self.value(who)}, {})
        such = both([kinded(variable("card", card), kind_.parts), there])
        if amount.rule == "no_kinds":
            return Node("not_", (Node("some_card", (Leaf("VAR_CARD", card), unit(such))),))
        relation = {"fewer": "less", "or_more": "least", "or_less": "most"}.get(
            how := amount.rule[: -len("_kinds")], how
        )
        return Node(
            relation, (Node("count_card", (Leaf("VAR_CARD", card), self.of.counted(such))), self.value(number[0]))
        )

    def _someone(self, tree: Node) -> Tree:
        """A condition of one of several, of none or of all of them."""
        who, *rest = tree.parts
        assert isinstance(who, Node)
        before = dict(self.spoken_of)
        sort = who.rule.rpartition("_")[2]
        cond, letter = self.group(who.parts[0], sort, "other" in who.rule)
        said = self.value(Node(tree.rule.removeprefix(SOMEONE), (variable(sort, letter), *rest)))
        self.spoken_of = before
        var = Leaf(f"VAR_{sort.upper()}", letter)
        if who.rule.startswith(("each", "every", "all")):
            either = said if cond == ALWAYS else Node("or_", (Node("not_", (unit(cond),)), unit(said)))
            return Node(f"all_{sort}", (var, unit(either)))
        there = Node(f"some_{sort}", (var, unit(both([cond, said]))))
        return Node("not_", (there,)) if who.rule.startswith("no_") else there

    def _there(self, how: str, sort: str, parts: tuple[Tree, ...]) -> Tree:
        """There are as many things as the words say."""
        before = dict(self.spoken_of)
        cond, letter = self.group(parts[-1], sort, how.endswith("other"))
        self.spoken_of = before
        some = (Leaf(f"VAR_{sort.upper()}", letter), unit(cond))
        if how in ("is", "is_another"):
            return Node(f"some_{sort}", some)
        if how in ("are_no", "are_no_other"):
            return Node("not_", (Node(f"some_{sort}", some),))
        count = Node(f"count_{sort}", (some[0], self.of.counted(cond)))
        relation = {"are": "least", "are_fewer": "less"}.get(how, how.removeprefix("are_"))
        return Node(relation, (count, self.value(parts[0])))

    def they(self) -> Tree:
        """Of whom `they` and `their` are said: of whoever does it, else of whoever was last spoken of."""
        if (doer := self.doer) is None:
            return self._it("they", "player")
        self.doer = None
        try:
            return self.value(doer)
        finally:
            self.doer = doer

    def _it(self, word: str, sort: str) -> Tree:
        """The thing of the sort that was last spoken of; the Hex, or what else there is one of, where none was."""
        if sort in self.spoken_of:
            return variable(sort, self.spoken_of[sort])
        if sort == "card":
            return Node("this_card" if self.of_this else "that_card", ())
        if sort == "player":
            raise LeftOpen(f"which {sort} is `{word}`? none was spoken of before")
        return Node(f"the_{sort}", ())

    def _that_kind(self, kind: Tree) -> Tree:
        """The card that was last spoken of as one of the kind. Raises LeftOpen where it was not."""
        assert isinstance(kind, Leaf)
        letter = self.spoken_of.get("card", "")
        if self.called.get(letter) != kind.text.casefold():
            raise LeftOpen(f"which {kind.text} is that? none was chosen before")
        return variable("card", letter)

    def _its(self, sort: str) -> Tree:
        """The thing of which something is said to be its own. Raises LeftOpen where that may be this card or another."""
        this = sort == "card" and bool(self.acted or self.of_this)
        if this and sort not in self.spoken_of:
            return Node("this_card", ())
        if this or (sort == "card" and sort not in self.spoken_of):
            raise LeftOpen("whose is that? say `of this card` or `of that card`")
        return self._it("it", sort)

    def _number_of(self, group: Tree, sort: str, other: bool) -> Tree:
        """How many of the things there are."""
        before = dict(self.spoken_of)
        cond, letter = self.group(group, sort, other)
        self.spoken_of = before
        return Node(f"count_{sort}", (Leaf(f"VAR_{sort.upper()}", letter), self.of.counted(cond)))

    def doing_it(self, event: Node) -> Node:
        """The event of what `it` says of who does it: this card, if it does once more what it did before; else what was
        last spoken of. Raises LeftOpen where it may be either."""
        who, rest = next(iter(event.parts), None), event.parts[1:]
        if not isinstance(who, Node) or not who.rule.startswith("doing_it_"):
            return event
        sort = who.rule.removeprefix("doing_it_")
        this = sort == "card" and self.acted
        if this and (self.acted == event.rule or sort not in self.spoken_of):
            return Node(event.rule, (Node("this_card", ()), *rest))
        if this or (sort not in self.spoken_of and not self.of_this):
            text = self.of.language.show(self.said) if self.said is not None else ""
            verb = self.of.phrases[event.rule].parts[1] if event.rule in self.of.phrases else ""
            told = re.sub(
                rf"\b([Ii])t (?={verb}\b)", lambda it: f"{'T' if it[1] == 'I' else 't'}hat {sort} ", text, count=1
            )
            hint = f"did you mean `{told}`?" if sort in self.spoken_of and told != text else ""
            raise LeftOpen(f"which {sort} is `it`? say `this {sort}` or `that {sort}`", hint)
        return Node(event.rule, (self._it("it", sort), *rest))

    def _that(self, word: str, sort: str) -> Tree:
        if word not in self.spoken_of:
            raise LeftOpen(f"which {word} is that? none was chosen before")
        return variable(sort, self.spoken_of[word])

    def _short_value(self, tree: Node, phrase: Phrase, short: Short) -> Tree:
        given = {name: self.value(p) for (name, _), p in zip(phrase.slots, tree.parts, strict=True)}
        given |= {OF_THEM: self.they()} if tree.rule.startswith(THEIR) else {}
        if short.result == "deed":
            raise LeftOpen(f"this is short for `{short.means}`, which is no single act; a norm speaks of one")
        made = self.value(self.filled(self.of.body(short), given))
        return unit(made) if short.result == "condition" else made

    def filled(self, body: Node, given: Mapping[str, Tree]) -> Node:
        """The body with things in the place of its letters, and letters of its own where the text uses them."""
        renamed = {}
        for leaf in [t for t in within(body) if isinstance(t, Leaf) and t.kind.startswith("VAR_")]:
            if leaf.text in given or leaf.text in renamed:
                continue
            free = leaf.text not in self.used
            renamed[leaf.text] = leaf.text if free else self.letter(leaf.kind.removeprefix("VAR_").lower())
            self.used.add(renamed[leaf.text])
        return node(filled(body, given, renamed))


def kinded(card: Tree, kind: tuple[Tree, ...]) -> Node:
    """The card is one of the kind, or of the title."""
    return Node("is_kind", (card, Node("kind_name", kind)))
