"""What holds, said in full: who may, must and must not, what is prevented, and what follows an event."""

from __future__ import annotations

from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import BUILT_IN, Short
from checker.syntax.natural.deeds import each
from checker.syntax.natural.sentences import Text
from checker.syntax.natural.short_forms import YOUR
from checker.syntax.natural.tables import GROUPS, OTHER, LeftOpen
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    replaced,
    unit,
    variable,
    with_this_card,
    within,
)

VALUED = ("gives_number", "modifies_plus", "modifies_minus", "modifies_times")
MODAL = {"nobody_may": "must_not", "may_not": "must_not", "several_must": "must", "several_may": "may"}


class Claims(Text):
    """One thing that holds, as it is unfolded; `held` if it does only while the card works on which it stands."""

    def norm(self, tree: Node, held: bool) -> Node:
        """The norm said in full."""
        self.of_doer = True
        head = tree.rule
        claim_, *conds = tree.parts if head not in ("holds_while", "holds_during", "kind_holds") else tree.parts[::-1]
        assert isinstance(claim_, Node)
        found: list[Tree] = []
        claim = self._claim(claim_, found)
        said: list[Tree] = []
        if head in ("holds_during", "holds_meanwhile"):
            held = True
        elif head != "kind_holds":
            said = [self._negated(c) if head == "holds_unless" else _plain(c) for c in map(self.value, conds)]
        made, cond = self._of_holder(claim, both([*found, *said]) if found or not said else said[0], held)
        rule = head if head in ("norm_if_before", "norm_if_after") else "norm_if"
        return Node("norm", (made,)) if cond == ALWAYS else Node(rule, (made, cond))

    def _negated(self, cond: Tree) -> Tree:
        return _plain(Node("not_", (unit(cond),)))

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
            case "then_whenever" | "then_each_time":
                return self._claim(Node("when", parts[::-1]), conds)
            case "whenever" | "each_time" | "when" | "when_normally":
                event = self._event(parts[0], conds)
                then_ = self.following([parts[1]])
                done = then_[0] if len(then_) == 1 else Node("block", (Node("effect", tuple(then_)),))
                return Node("when_normally" if rule == "when_normally" else "when", (event, done))
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

    def _short_claim(self, tree: Node, conds: list[Tree]) -> Node:
        """What is said for short to hold, of anything that it is about."""
        phrase, short = self.of.shorts[tree.rule]
        slots = zip(phrase.slots, tree.parts, strict=True)
        given = {name: self.value(self._any_of(part, conds)) for (name, _), part in slots}
        if tree.rule.startswith(YOUR):
            given[short.params[0]] = YOU
        claim, *more = self.filled(self.of.body(short), given).parts
        conds += map(self.value, more)
        made = self.value(claim)
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
        event = self._about_any(event, conds)
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
        if self.title and claim.rule in ("may", "must", "must_not") and _of_this(claim.parts[1]):
            anyone = variable("player", self.letter("player"))
            return self._told_of(claim, anyone), self._told_of(cond, anyone)
        if not self.title and any(t == YOU for t in within(claim.parts[0])):
            anyone = variable("player", self.letter("player"))
            return self._told_of(claim, anyone), self._told_of(cond, anyone)
        if held and not any(t == YOU for part in (claim, cond) for t in within(part)) and _of_this(cond):
            return claim, cond
        short = next((s for _, s in self.of.shorts.values() if _at_work(s)), None)
        where = any(_of_this(part) and YOU in within(part) for part in _conjuncts(cond))
        if not self.title or (short is None and not where):
            raise LeftOpen("a rule speaks to nobody; `a player`, `each player` or a letter says of whom it holds")
        who = variable("player", self.letter("player"))
        works: Tree = ALWAYS
        if short is not None and not where:
            works = self.filled(self.of.body(short), {short.params[0]: who})
        if claim.rule not in ("when", "when_normally") or any(t == YOU for t in within(claim.parts[0])):
            return self._entitled(self._told_of(claim, who)), both([works, self._told_of(cond, who)])
        event, done = claim.parts
        mine = any(t == YOU for t in within(cond))
        card = variable("card", self.letter("card"))
        titled = Node("is_kind", (card, Node("kind_name", (Leaf("KIND", self.title),))))
        of_whom = with_this_card(both([titled, works, *([self._told_of(cond, who)] if mine else [])]), card)
        some = Node("some_card", (card.parts[0], unit(of_whom)))
        then, letter = self._told_of(done, who), who.parts[0]
        assert isinstance(then, Node)
        assert isinstance(letter, Leaf)
        every = each("player", letter.text, some, then)
        return self._entitled(Node(claim.rule, (event, every))), ALWAYS if mine else cond

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


def _plain(cond: Tree) -> Tree:
    """The condition, which is not denied twice."""
    while isinstance(cond, Node) and cond.rule == "not_":
        inner = cond.parts[0]
        inner = inner.parts[0] if isinstance(inner, Node) and inner.rule == "group" else inner
        if not isinstance(inner, Node) or inner.rule != "not_":
            return cond
        cond = inner.parts[0]
    return cond


def _of_this(tree: Tree) -> bool:
    """The tree speaks of the card that it stands on."""
    return any(isinstance(t, Node) and t.rule == "this_card" for t in within(tree))


def _conjuncts(cond: Tree) -> list[Tree]:
    """All that has to hold where the condition does."""
    inner = cond.parts[0] if isinstance(cond, Node) and cond.rule == "group" else cond
    if isinstance(inner, Node) and inner.rule == "and_":
        return [x for part in inner.parts for x in _conjuncts(part)]
    return [inner]


def _at_work(short: Short) -> bool:
    """The condition says that a card works for somebody, of whom it says `you`: it speaks of `this card` and one player."""
    of_player = len(short.params) == 1 and short.params[0][0] in BUILT_IN[0].letters
    return short.result == "condition" and of_player and "this card" in f"{short.phrase} {short.means}".lower()
