"""For whom what a card says holds: for whoever it works for, wherever it has to lie for that."""

from __future__ import annotations

import re

from checker.kernel.source import Leaf, Node, Place
from checker.kernel.vocabulary import BUILT_IN, Short
from checker.kernel.zone_terms import INSIDE
from checker.syntax.grammar import ident
from checker.syntax.natural.deeds import each
from checker.syntax.natural.english import bare
from checker.syntax.natural.sentences import Text
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.things import kinded
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    conjuncts,
    filled,
    node,
    of_this,
    replaced,
    unit,
    variable,
    with_this_card,
    within,
)

HERE = Place("where a card lies", 1)


THIS = Node("this_card", ())
_NUMBERS = ("gives_number", "modifies_plus", "modifies_minus")


class Holders(Text):
    """What holds as it stands on a card, told of whoever the card works for."""

    anybody = False
    lasts: Leaf | None = None
    """Until what it holds, if only for a time."""

    def _beside_others(self, cond: Tree) -> Tree:
        """The condition; where it speaks of other cards than this one that are with you, this card is with you too."""
        parts = conjuncts(cond)
        others = [p.parts[0] for p in parts if isinstance(p, Node) and p.rule == "differ_card" and p.parts[1] == THIS]
        near = [p for p in parts if isinstance(p, Node) and p.parts[:1] and p.parts[0] in others and YOU in within(p)]
        with_you = [p for p in near if p.rule.startswith(f"fact__{ident(INSIDE)}")]
        return both([cond, *(Node(p.rule, (THIS, *p.parts[1:])) for p in with_you)]) if with_you else cond

    def _of_holder(self, claim: Node, cond: Tree, held: bool) -> tuple[Tree, Tree]:
        """The claim and the condition with whomever the card works for in the place of `you`. Raises LeftOpen where
        nobody is."""
        if self.lasts is not None:
            return self._lasting(claim, cond, self.lasts)
        cond = self._beside_others(cond) if held else cond
        if not held and not _yours(claim, cond):
            return claim, cond
        ruled = claim.rule in ("may", "must", "must_not")
        if (ruled and of_this(claim.parts[1])) if self.title else _yours(claim.parts[0]):
            anyone = variable("player", self.letter("player"))
            return self.told_of(claim, anyone), self.told_of(cond, anyone)
        if not self.title and ruled and self.anybody:
            return claim, self.told_of(cond, node(claim.parts[0]))
        if held and not _yours(claim, cond) and of_this(cond):
            return claim, cond
        if claim.rule.startswith("when") and of_this(claim.parts[0]) and not _yours(claim.parts[0]):
            raise LeftOpen(
                "whose this card was is not known after what has happened to it; `if this card would …` speaks of before",
                self._told_before(),
            )
        short = next((s for _, s in self.of.shorts.values() if _at_work(s)), None)
        where = any(of_this(part) and YOU in within(part) for part in conjuncts(cond))
        place = "" if where or short is not None else self._only_place()
        if not self.title or (short is None and not where and not place):
            raise LeftOpen(*self._nobodys(_yours(claim, cond)))
        who = variable("player", self.letter("player"))
        works: Tree = ALWAYS
        if short is not None and not where:
            works = self.filled(self.of.body(short), {short.params[0]: who})
        elif place:
            works = self.of.language.parse(f"this card is in {place.format(_word_of(who))}", "cond", HERE)
        return self._worked(claim, cond, who, works)

    def _lasting(self, claim: Node, cond: Tree, until: Leaf) -> tuple[Tree, Tree]:
        """What holds for a time from when its card says so, for whoever that was said for. Raises LeftOpen on no card."""
        if not self.title:
            raise LeftOpen(
                "from when on? what holds for a time begins with what a card does; a clause says when it holds"
            )
        who = variable("player", self.letter("player"))
        return self._worked(claim, cond, who, Node("lasting", (Node("this_card", ()), who, until)))

    def _worked(self, claim: Node, cond: Tree, who: Node, works: Tree) -> tuple[Tree, Tree]:
        """The claim and the condition of whoever the card works for, where it does."""
        if claim.rule == "replaces" and not _yours(claim.parts[0]):
            return self._replaced_for(claim, both([works, self.told_of(cond, who)]), who)
        if claim.rule not in ("when", "when_normally") or _yours(claim.parts[0]):
            if claim.rule.startswith("when") and of_this(claim.parts[1]) and not of_this(claim.parts[0]):
                every = self._of_each_copy(self.told_of(claim.parts[1], who), both([works, self.told_of(cond, who)]))
                claim = Node(claim.rule, (claim.parts[0], every))
            if claim.rule in _NUMBERS and _yours(claim.parts[1]):
                claim = self._counted_with(claim, works, who)
            holds = both([works, self.told_of(cond, who)])
            return self._entitled(self._for_each_copy(node(self.told_of(claim, who)), holds, who)), holds
        event, done = claim.parts
        mine = _yours(cond)
        if of_this(done) or self.lasts is not None:
            of_them = both([works, *([self.told_of(cond, who)] if mine else [])])
            told = each("player", _word_of(who), of_them, node(self.told_of(done, who)))
            return Node(claim.rule, (event, self._of_each_copy(told, ALWAYS))), ALWAYS if mine else cond
        card, titled = self._copy()
        of_whom = with_this_card(both([titled, works, *([self.told_of(cond, who)] if mine else [])]), card)
        some = Node("some_card", (card.parts[0], unit(of_whom)))
        every = each("player", _word_of(who), some, node(self.told_of(done, who)))
        return self._entitled(Node(claim.rule, (event, every))), ALWAYS if mine else cond

    def _counted_with(self, claim: Node, works: Tree, who: Node) -> Node:
        """The value of this card, with what is counted of you counted of whomever it works for. Raises LeftOpen where
        somebody else is spoken of there, or the value is not this card's."""
        own = of_this(claim.parts[0])
        letter, number = variable("player", self.letter("player")), claim.parts[1]
        for part in [t for t in within(number) if isinstance(t, Node) and t.rule.startswith("count_")]:
            such = both([filled(works, {_word_of(who): letter}, {}), self.told_of(part.parts[-1], letter)])
            some = Node("some_player", (letter.parts[0], unit(such)))
            number = replaced(number, part, Node(part.rule, (*part.parts[:-1], self.of.counted(some))))
        if not own or _yours(number):
            raise LeftOpen(
                "whose that is, is not known where the value is looked for; only this card's own value speaks of you"
            )
        return Node(claim.rule, (claim.parts[0], number))

    def _copy(self) -> tuple[Node, Node]:
        """Some card, and that it is one of the title."""
        card = variable("card", self.letter("card"))
        return card, kinded(card, (Leaf("KIND", self.title),))

    def _of_each_copy(self, done: Tree, works: Tree) -> Node:
        """What is done by each card of the title of which the condition holds, where that speaks of the card itself."""
        card, titled = self._copy()
        return each("card", _word_of(card), with_this_card(both([titled, works]), card), with_this_card(done, card))

    def _for_each_copy(self, claim: Node, holds: Tree, who: Node) -> Node:
        """The claim; what a value would be changed by is so much for each card of the title of which the condition holds."""
        if claim.rule not in ("modifies_plus", "modifies_minus") or not of_this(holds) or of_this(claim):
            return claim
        card, titled = self._copy()
        such = with_this_card(both([titled, holds]), card)
        if who in within(such) and who not in within(claim):
            such = Node("some_player", (who.parts[0], unit(such)))
        count = Node("count_card", (card.parts[0], self.of.counted(such)))
        each_ = claim.parts[1]
        once = isinstance(each_, Node) and each_.rule == "integer" and _word_of(each_) == "1"
        factor = each_ if isinstance(each_, Node) and each_.rule == "integer" else Node("number_group", (each_,))
        return Node(claim.rule, (claim.parts[0], count if once else Node("times", (factor, count))))

    def _only_place(self) -> str:
        """The only place of a player's where cards can lie, if nobody holds them there; with a gap for the player."""
        return "" if any(z.held for z in self.of.words.zones if z.params) else self.of.place_of_all()

    def _replaced_for(self, claim: Node, works: Tree, who: Node) -> tuple[Tree, Tree]:
        """What comes in the place of what would happen to the card itself, done by whoever it works for."""
        event, done = claim.parts
        if not of_this(event):
            raise LeftOpen("this is in the place of what happens to others; a clause says of whom it holds")
        card, titled = self._copy()
        of_whom = with_this_card(works, card)
        every = each("player", _word_of(who), of_whom, node(self.told_of(with_this_card(done, card), who)))
        return Node("replaces", (with_this_card(event, card), every)), both([titled, of_whom])

    def _told_before(self) -> str:
        """A proposal: the sentence told of before it happens to this card, with where that has to lie."""
        text = self.of.language.show(self.said) if self.said is not None else ""
        found = re.fullmatch(r"(?:When|Whenever|After|Each time) (this card (\w+s)\b(.*?)), (.+)\.", text)
        if found is None:
            return ""
        happens, verb, more, then = found.groups()
        plain = "be" if verb == "is" else bare(verb)
        done = f"(T{happens[1:]}. {then[:1].upper()}{then[1:]}.)"
        own = self._own_places()
        return (
            f"did you mean `While this card is in {own[0]}, if this card would {plain}{more}, {done}.`?" if own else ""
        )

    def _common_places(self) -> list[str]:
        """The places of nobody for cards; those that nobody draws from."""
        zones = (z for z in self.of.words.zones if z.cards and not z.params and not z.ordered)
        return [z.phrase.split(" | ")[0] for z in zones]

    def _own_places(self) -> list[str]:
        """Your places for cards; those that nobody holds or draws from first."""
        zones = [z for z in self.of.words.zones if z.cards and len(z.params) == 1 and "{" in z.phrase]
        zones.sort(key=lambda z: (z.held, z.ordered))
        places = (re.sub(r"^the (.+) of \{[^}]+\}$", r"your \1", z.phrase.split(" | ")[0]) for z in zones)
        return [p for p in places if p.startswith("your ")]

    def _nobodys(self, mine: bool) -> tuple[str, str]:
        """Why it is not known whom this holds for, and the sentence with where its card has to lie."""
        if not self.title:
            return "a rule speaks to nobody; `a player`, `each player` or a letter says of whom it holds", ""
        own = self._own_places() if mine else self._common_places() or self._own_places()
        if not own or self.said is None:
            return (
                'nothing says for whom this holds: the game has no `short … "this card works for {P}": condition`',
                "",
            )
        text = self.of.language.show(self.said)
        while_ = f"While this card is in {own[0]}, {text[:1].lower()}{text[1:]}"
        others = f", or in {' or '.join(own[1:])}" if own[1:] else ""
        return f"nothing says where this card has to lie for that: in {own[0]}{others}", f"did you mean `{while_}`?"

    def told_of(self, tree: Tree, who: Node) -> Tree:
        """The tree with somebody in the place of you."""
        if tree == YOU:
            return who
        if isinstance(tree, Leaf):
            return tree
        parts = tuple(self.told_of(part, who) for part in tree.parts)
        deed = parts[0] if tree.rule in ("command", "own_command") else None
        if isinstance(deed, Node):
            return Node("event", (self.of.told(deed, who),))
        if tree.rule.startswith("pickown_"):
            return Node(tree.rule.replace("pickown_", "choose_", 1), (who, *parts))
        return Node(tree.rule, parts)

    def _entitled(self, tree: Tree) -> Tree:
        """The tree with the title in the place of what a title may stand for, of this card."""
        if isinstance(tree, Leaf):
            return tree
        phrase = self.of.phrases.get(tree.rule)
        if phrase is not None and phrase.result in self.of.titled and tree.parts == (Node("this_card", ()),):
            return Node(f"titled_{phrase.result}", (Leaf("KIND", self.title),))
        return Node(tree.rule, tuple(self._entitled(part) for part in tree.parts))


def _yours(*parts: Tree) -> bool:
    """One of them speaks of you."""
    return any(YOU in within(part) for part in parts)


def _at_work(short: Short) -> bool:
    """The condition says that a card works for somebody, of whom it says `you`: it speaks of `this card` and one player."""
    of_player = len(short.params) == 1 and short.params[0][0] in BUILT_IN[0].letters
    return short.result == "condition" and of_player and "this card" in f"{short.phrase} {short.means}".lower()


def _word_of(tree: Node) -> str:
    """The one word of the tree."""
    leaf = tree.parts[0]
    return leaf.text if isinstance(leaf, Leaf) else ""
