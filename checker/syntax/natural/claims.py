"""What holds, said in full: who may, must and must not, what is prevented, and what follows an event."""

from __future__ import annotations

import re

from checker.kernel.source import Place
from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import BUILT_IN, Short
from checker.syntax.natural.deeds import each
from checker.syntax.natural.leads import AT_LEAST
from checker.syntax.natural.sentences import Text, otherwise
from checker.syntax.natural.short_forms import YOUR
from checker.syntax.natural.tables import GROUPS, OTHER, LeftOpen
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    conjuncts,
    of_this,
    once_denied,
    one,
    replaced,
    unit,
    variable,
    with_this_card,
    within,
)

VALUED = ("gives_number", "modifies_plus", "modifies_minus", "modifies_times")
HERE = Place("where a card lies", 1)
MODAL = {"nobody_may": "must_not", "may_not": "must_not", "several_must": "must", "several_may": "may"}


class Claims(Text):
    """One thing that holds, as it is unfolded; `held` if it does only while the card works on which it stands."""

    anybody = False

    def norm(self, tree: Node, held: bool) -> Node:
        """The norm said in full."""
        self.of_doer = True
        self.of_this = False
        self.anybody = any(isinstance(t, Node) and t.rule == "any_player" for t in within(tree.parts[0]))
        head = tree.rule
        claim_, *conds = tree.parts if head not in ("holds_while", "holds_during", "kind_holds") else tree.parts[::-1]
        assert isinstance(claim_, Node)
        found: list[Tree] = []
        claim = self._claim(claim_, found)
        said: list[Tree] = []
        if head in ("holds_during", "holds_meanwhile"):
            held = True
        elif head != "kind_holds":
            said = [self._negated(c) if head == "holds_unless" else once_denied(c) for c in map(self.value, conds)]
        made, cond = self._of_holder(claim, both([*found, *said]) if found or not said else said[0], held)
        rule = head if head in ("norm_if_before", "norm_if_after") else "norm_if"
        return Node("norm", (made,)) if cond == ALWAYS else Node(rule, (made, cond))

    def _negated(self, cond: Tree) -> Tree:
        return once_denied(Node("not_", (unit(cond),)))

    def _claim(self, tree: Node, conds: list[Tree]) -> Node:
        """The claim; what holds of the things that it is about is added to the conditions."""
        rule, parts = tree.rule, tree.parts
        match rule:
            case "nobody_may" | "nobody_can" | "nobody_else_may":
                cond, letter = self.group(parts[0], "player", rule == "nobody_else_may")
                conds.append(cond)
                return self._ruled("must_not", variable("player", letter), parts[1], conds)
            case "others_may_not" | "players_may_not":
                cond, letter = self.group(parts[0], "player", rule == "others_may_not")
                conds.append(cond)
                return self._ruled("must_not", variable("player", letter), parts[1], conds)
            case "may_not" | "several_must" | "several_may" | "cannot" | "may" | "must" | "must_not":
                who = self._any_of(parts[0], conds)
                return self._ruled(MODAL.get(rule, "must_not" if rule == "cannot" else rule), who, parts[1], conds)
            case "whenever_you" | "each_time_you":
                deed, then = parts
                assert isinstance(deed, Node)
                return self._claim(Node("when", (self.of.told(deed, YOU), then)), conds)
            case "then_whenever" | "then_each_time" | "then_when":
                return self._claim(Node("when", _of_subject(*parts)), conds)
            case "whenever" | "each_time" | "when" | "when_normally":
                event = self._event(parts[0], conds)
                then_ = self.following([parts[1]])
                done = then_[0] if len(then_) == 1 else Node("block", (Node("effect", tuple(then_)),))
                return Node("when_normally" if rule == "when_normally" else "when", (event, done))
            case "may_rather":
                return self._rather(*parts, conds)
            case "prevents" | "replaces" | "protects" | "protects_rule" | "protects_all":
                return Node(rule, (self._event(parts[0], conds), *map(self.part, parts[1:])))
        if rule in VALUED and isinstance(parts[0], Node):
            return Node(rule, (self.value(self._about_any(parts[0], conds)), *map(self.value, parts[1:])))
        if rule in self.of.shorts and self.of.shorts[rule][1].result == "ruling":
            return self._short_claim(tree, conds)
        if rule in self.of.passives:
            return Node("prevents", (self._event(Node(self.of.passives[rule], parts), conds),))
        made = self.value(tree)
        assert isinstance(made, Node)
        return made

    def _rather(self, who_: Tree, deed: Tree, event_: Tree, conds: list[Tree]) -> Node:
        """What somebody may do instead of what would happen to them, which happens if they do not."""
        assert isinstance(event_, Node)
        who = self._any_of(who_, conds)
        event = self._event(Node(event_.rule, (who, *event_.parts)), conds)
        made = self.following([Node("may_do", (who, deed))])
        done = otherwise([made[-1]], Node("event", (event,)))
        return Node("replaces", (event, one([*made[:-1], done])))

    def _short_claim(self, tree: Node, conds: list[Tree]) -> Node:
        """What is said for short to hold, of anything that it is about."""
        phrase, short = self.of.shorts[tree.rule]
        slots = zip(phrase.slots, tree.parts, strict=True)
        given = {name: self.value(self._any_of(part, conds)) for (name, _), part in slots}
        if tree.rule.startswith(YOUR):
            given[short.params[0]] = YOU
        claim, *more = self.filled(self.of.body(short), given).parts
        conds += map(self.value, more)
        made = _any_given(self.value(claim), conds)
        assert isinstance(made, Node)
        return made

    def _ruled(self, modality: str, who: Tree, deed: Tree, conds: list[Tree]) -> Node:
        """Who may or must do what, of anything that it is about. Raises LeftOpen for what is no single act."""
        assert isinstance(deed, Node)
        deed = self._whole_deed(modality, deed)
        self.doer = None if who == YOU else who
        deed = self._about_any(deed, conds)
        made = self._single(Node("command", (deed,)), deed)
        self.doer = None
        return Node(modality, (who, made))

    def _whole_deed(self, modality: str, deed: Node) -> Node:
        """The deed with a letter for anything that it is said without. Raises LeftOpen where that is not all forbidden."""
        if (found := self.of.without(deed)) is None:
            return deed
        rule, said = found
        slots = self.of.phrases[rule].slots
        given = dict(zip((name for name, _ in said.slots), deed.parts, strict=True))
        if modality != "must_not" and len(given) < len(slots):
            lacking = ", ".join(sort for name, sort in slots if name not in given)
            raise LeftOpen(f"of what is allowed it is said with which {lacking}")
        whole = ((given[name] if name in given else variable(sort, self.letter(sort))) for name, sort in slots)
        return Node(rule, tuple(whole))

    def _event(self, event: Tree, conds: list[Tree]) -> Node:
        """What happens, of anything that it is about."""
        assert isinstance(event, Node)
        if (found := self.of.without(event)) is not None:
            rule, said_ = found
            given = dict(zip((name for name, _ in said_.slots), event.parts, strict=True))
            slots = self.of.phrases[rule].slots
            if event.rule.startswith(AT_LEAST):
                at = next(name for name, sort in slots if sort == "number")
                more = variable("number", self.letter("number"))
                conds.append(Node("least", (more, self.value(given[at]))))
                given[at] = more
            event = Node(rule, tuple(given[n] if n in given else variable(s, self.letter(s)) for n, s in slots))
        event = self._about_any(self.doing_it(event), conds)
        self.of_this = of_this(event)
        return self._single(Node("event", (event,)), event)

    def _single(self, sentence: Node, deed: Node) -> Node:
        """The one act that the sentence says. Raises LeftOpen for what is none."""
        made = self.following([sentence])
        done = made[0].parts[0] if len(made) == 1 and (made[0].rule, sentence.rule) == ("command", "event") else None
        if isinstance(done, Node):
            return self.of.told(done, YOU)
        if len(made) != 1 or made[0].rule != sentence.rule:
            short = self.of.shorts[deed.rule][1].means if deed.rule in self.of.shorts else self.of.shown(made)
            raise LeftOpen(f"this is short for `{short}`, which is no single act; a rule speaks of one")
        act = made[0].parts[0]
        assert isinstance(act, Node)
        return act

    def _about_any(self, deed: Node, conds: list[Tree]) -> Node:
        """The deed with letters in the place of anything of several that it is about; who does it first."""
        for part in [t for t in within(deed) if isinstance(t, Node)]:
            made = self._any_of(part, conds)
            if made is part:
                continue
            if part is deed.parts[0] and (sort := self._sort(part)) == "player":
                self.doer = variable(sort, self.spoken_of[sort])
            again = replaced(deed, part, made)
            assert isinstance(again, Node)
            deed = again
        return deed

    def _sort(self, part: Node) -> str:
        head, _, sort = part.rule.rpartition("_")
        known = sort in self.of.sorts and head in GROUPS and (head != "titled" or sort == "card")
        return sort if known else ""

    def _any_of(self, part: Tree, conds: list[Tree]) -> Tree:
        """A letter for anything of several, whose condition is added; else what it is."""
        if not isinstance(part, Node) or not (sort := self._sort(part)):
            return part
        head = part.rule.rpartition("_")[0]
        group = part if head == "titled" or not part.parts else part.parts[-1]
        assert isinstance(group, Node)
        plain = Node("plain_player", ()) if group.rule.startswith("everyone") else group
        cond, letter = self.group(plain, sort, head in OTHER)
        conds.append(cond)
        return variable(sort, letter)

    def _of_holder(self, claim: Node, cond: Tree, held: bool) -> tuple[Tree, Tree]:
        """The claim and the condition with whomever the card works for in the place of `you`. Raises LeftOpen where
        nobody is."""
        if not held and not any(t == YOU for part in (claim, cond) for t in within(part)):
            return claim, cond
        if self.title and claim.rule in ("may", "must", "must_not") and of_this(claim.parts[1]):
            anyone = variable("player", self.letter("player"))
            return self._told_of(claim, anyone), self._told_of(cond, anyone)
        if not self.title and any(t == YOU for t in within(claim.parts[0])):
            anyone = variable("player", self.letter("player"))
            return self._told_of(claim, anyone), self._told_of(cond, anyone)
        if not self.title and claim.rule in ("may", "must", "must_not") and self.anybody:
            doer = claim.parts[0]
            assert isinstance(doer, Node)
            return claim, self._told_of(cond, doer)
        if held and not any(t == YOU for part in (claim, cond) for t in within(part)) and of_this(cond):
            return claim, cond
        if (
            claim.rule.startswith("when")
            and of_this(claim.parts[0])
            and not any(t == YOU for t in within(claim.parts[0]))
        ):
            raise LeftOpen(
                "whose this card was is not known after what has happened to it; `if this card would …` speaks of before"
            )
        short = next((s for _, s in self.of.shorts.values() if _at_work(s)), None)
        where = any(of_this(part) and YOU in within(part) for part in conjuncts(cond))
        place = "" if where or short is not None else self._only_place()
        if not self.title or (short is None and not where and not place):
            raise LeftOpen(*self._nobodys())
        who = variable("player", self.letter("player"))
        works: Tree = ALWAYS
        if short is not None and not where:
            works = self.filled(self.of.body(short), {short.params[0]: who})
        elif place:
            works = self.of.language.parse(f"this card is in {place.format(who.parts[0].text)}", "cond", HERE)
        if claim.rule == "replaces" and not any(t == YOU for t in within(claim.parts[0])):
            return self._replaced_for(claim, both([works, self._told_of(cond, who)]), who)
        if claim.rule not in ("when", "when_normally") or any(t == YOU for t in within(claim.parts[0])):
            if claim.rule.startswith("when") and of_this(claim.parts[1]) and not of_this(claim.parts[0]):
                told = self._told_of(claim.parts[1], who)
                every_ = self._of_each_copy(told, both([works, self._told_of(cond, who)]))
                claim = Node(claim.rule, (claim.parts[0], every_))
            return self._entitled(self._told_of(claim, who)), both([works, self._told_of(cond, who)])
        event, done = claim.parts
        mine = any(t == YOU for t in within(cond))
        if of_this(done):
            of_them = both([works, *([self._told_of(cond, who)] if mine else [])])
            letter_ = who.parts[0]
            assert isinstance(letter_, Leaf)
            told = each("player", letter_.text, of_them, self._told(done, who))
            return Node(claim.rule, (event, self._of_each_copy(told, ALWAYS))), ALWAYS if mine else cond
        card = variable("card", self.letter("card"))
        titled = Node("is_kind", (card, Node("kind_name", (Leaf("KIND", self.title),))))
        of_whom = with_this_card(both([titled, works, *([self._told_of(cond, who)] if mine else [])]), card)
        some = Node("some_card", (card.parts[0], unit(of_whom)))
        then, letter = self._told_of(done, who), who.parts[0]
        assert isinstance(then, Node)
        assert isinstance(letter, Leaf)
        every = each("player", letter.text, some, then)
        return self._entitled(Node(claim.rule, (event, every))), ALWAYS if mine else cond

    def _told(self, done: Tree, who: Node) -> Node:
        made = self._told_of(done, who)
        assert isinstance(made, Node)
        return made

    def _of_each_copy(self, done: Tree, works: Tree) -> Node:
        """What is done by each card of the title of which the condition holds, where that speaks of the card itself."""
        card = variable("card", self.letter("card"))
        titled = Node("is_kind", (card, Node("kind_name", (Leaf("KIND", self.title),))))
        letter = card.parts[0]
        assert isinstance(letter, Leaf)
        return each("card", letter.text, with_this_card(both([titled, works]), card), with_this_card(done, card))

    def _only_place(self) -> str:
        """The only place of a player's where cards can lie, if nobody holds them there; with a gap for the player."""
        zones = [z for z in self.of.words.zones if z.params]
        if len(zones) != 1 or not zones[0].cards or zones[0].held or len(zones[0].params) != 1:
            return ""
        letter = zones[0].params[0]
        return zones[0].phrase.split(" | ")[0].replace("{" + letter + "}", "{}") if letter[0] in BUILT_IN[0].letters else ""

    def _replaced_for(self, claim: Node, works: Tree, who: Node) -> tuple[Tree, Tree]:
        """What comes in the place of what would happen to the card itself, done by whoever it works for."""
        event, done = claim.parts
        if not of_this(event):
            raise LeftOpen("this is in the place of what happens to others; a clause says of whom it holds")
        card, letter = variable("card", self.letter("card")), who.parts[0]
        assert isinstance(letter, Leaf)
        assert isinstance(event, Node)
        assert isinstance(done, Node)
        titled = Node("is_kind", (card, Node("kind_name", (Leaf("KIND", self.title),))))
        of_whom = with_this_card(works, card)
        then = self._told_of(with_this_card(done, card), who)
        assert isinstance(then, Node)
        every = each("player", letter.text, of_whom, then)
        return Node("replaces", (with_this_card(event, card), every)), both([titled, of_whom])

    def _nobodys(self) -> tuple[str, str]:
        """Why it is not known whom this holds for, and the sentence with where its card has to lie."""
        if not self.title:
            return "a rule speaks to nobody; `a player`, `each player` or a letter says of whom it holds", ""
        zones = [z for z in self.of.words.zones if z.cards and len(z.params) == 1 and "{" in z.phrase]
        zones.sort(key=lambda z: (z.held, z.ordered))
        places = [re.sub(r"^the (.+) of \{[^}]+\}$", r"your \1", z.phrase.split(" | ")[0]) for z in zones]
        if not (own := [p for p in places if p.startswith("your ")]) or self.said is None:
            return (
                'nothing says for whom this holds: the game has no `short … "this card works for {P}": condition`',
                "",
            )
        text = self.of.language.show(self.said)
        while_ = f"While this card is in {own[0]}, {text[:1].lower()}{text[1:]}"
        others = f", or in {' or '.join(own[1:])}" if own[1:] else ""
        return f"nothing says where this card has to lie for that: in {own[0]}{others}", f"did you mean `{while_}`?"

    def _told_of(self, tree: Tree, who: Node) -> Tree:
        """The tree with somebody in the place of you."""
        if tree == YOU:
            return who
        if isinstance(tree, Leaf):
            return tree
        parts = tuple(self._told_of(part, who) for part in tree.parts)
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


def _at_work(short: Short) -> bool:
    """The condition says that a card works for somebody, of whom it says `you`: it speaks of `this card` and one player."""
    of_player = len(short.params) == 1 and short.params[0][0] in BUILT_IN[0].letters
    return short.result == "condition" and of_player and "this card" in f"{short.phrase} {short.means}".lower()


def _of_subject(then: Tree, event: Tree) -> tuple[Tree, Tree]:
    """The event and what follows it; whom it is told of first is who the event happens to, if that says only `they`."""
    assert isinstance(then, Node)
    assert isinstance(event, Node)
    done = then.parts[0] if then.rule == "event" else None
    who = done.parts[0] if isinstance(done, Node) and done.parts else None
    if isinstance(done, Node) and isinstance(who, Node) and event.parts[:1] == (Node("they_player", ()),):
        if who.rule.endswith("_player") and who.rule.removesuffix("_player") in GROUPS:
            told = Node(done.rule, (Node("that_player", ()), *done.parts[1:]))
            return Node(event.rule, (who, *event.parts[1:])), Node("event", (told,))
    return event, then


def _any_given(claim: Tree, conds: list[Tree]) -> Tree:
    """The claim; a value that is anything of which conditions hold is given as any such thing."""
    if isinstance(claim, Node) and claim.rule == "gives_player" and isinstance(claim.parts[1], Node):
        field, given = claim.parts
        if given.rule == "var_player" and conds:
            such = both(conds)
            conds.clear()
            return Node("gives_any_player", (field, given.parts[0], unit(such)))
    return claim
