"""What holds, said in full: who may, must and must not, what is prevented, and what follows an event."""

from __future__ import annotations

from checker.kernel.source import Node
from checker.syntax.natural.holders import Holders
from checker.syntax.natural.leads import AT_LEAST, BRIEF
from checker.syntax.natural.sentences import otherwise
from checker.syntax.natural.short_forms import YOUR
from checker.syntax.natural.tables import COUNTED, GROUPS, LeftOpen
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    both,
    node,
    of_this,
    once_denied,
    one,
    replaced,
    unit,
    variable,
    within,
)

VALUED = ("gives_number", "modifies_plus", "modifies_minus", "modifies_times")
MODAL = {"nobody_may": "must_not", "may_not": "must_not", "several_must": "must", "several_may": "may"}


class Claims(Holders):
    """One thing that holds, as it is unfolded; `held` if it does only while the card works on which it stands."""

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
            self.lasts = self.of.until(conds[0])
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
            case "nobody_may" | "nobody_can" | "nobody_else_may" | "others_may_not" | "players_may_not":
                cond, letter = self.group(parts[0], "player", rule in ("nobody_else_may", "others_may_not"))
                conds.append(cond)
                return self._ruled("must_not", variable("player", letter), parts[1], conds)
            case "only_may":
                return self._only(parts[0], parts[1], conds)
            case "may_not" | "several_must" | "several_may" | "cannot" | "may" | "must" | "must_not":
                who = self._named(self.value(self._any_of(parts[0], conds)), conds)
                return self._ruled(MODAL.get(rule, "must_not" if rule == "cannot" else rule), who, parts[1], conds)
            case "whenever_you" | "each_time_you":
                return self._claim(Node("when", (self.of.told(node(parts[0]), YOU), parts[1])), conds)
            case "then_whenever" | "then_each_time" | "then_when":
                return self._claim(Node("when", _of_subject(*parts)), conds)
            case "whenever" | "each_time" | "when" | "when_normally":
                event = self._event(parts[0], conds)
                then_ = self.following([parts[1]])
                done = then_[0] if len(then_) == 1 else Node("block", (Node("effect", tuple(then_)),))
                return Node("when_normally" if rule == "when_normally" else "when", (event, done))
            case "counts" | "counts_not":
                return Node(rule, (self.value(self._about_any(node(parts[0]), conds)),))
            case "may_rather":
                return self._rather(parts[0], parts[1], parts[2], conds)
            case "prevents" | "replaces" | "protects" | "protects_rule" | "protects_all":
                return Node(rule, (self._event(parts[0], conds), *map(self.part, parts[1:])))
        if rule in VALUED and isinstance(parts[0], Node):
            return Node(rule, (self._valued(self._about_any(parts[0], conds), conds), *map(self.value, parts[1:])))
        if rule in self.of.shorts and self.of.shorts[rule][1].result == "ruling":
            return self._short_claim(tree, conds)
        if rule in self.of.passives:
            return Node("prevents", (self._event(Node(self.of.passives[rule], parts), conds),))
        return node(self.value(tree))

    def _only(self, who: Tree, deed: Tree, conds: list[Tree]) -> Node:
        """What nobody else may do; that they may do it is said by a permission of its own."""
        such: list[Tree] = []
        those = self._named(self.value(self._any_of(who, such)), such)
        if not such:
            other = variable("player", self.letter("player"))
            conds.append(Node("differ_player", (other, those)))
            return self._ruled("must_not", other, deed, conds)
        conds.append(once_denied(Node("not_", (unit(both(such)),))))
        return self._ruled("must_not", those, deed, conds)

    def _named(self, who: Tree, conds: list[Tree]) -> Tree:
        """A letter for what the rules name in words of their own, whose condition is added; anything else as it is."""
        phrase = self.of.phrases.get(who.rule) if isinstance(who, Node) else None
        if not isinstance(who, Node) or phrase is None or not who.rule.startswith(("fact__", "field__")):
            return who
        if phrase.result not in self.of.sorts or not self.of.sorts[phrase.result] or phrase.result == "number":
            return who
        letter = variable(phrase.result, self.letter(phrase.result))
        conds.append(Node(f"same_{phrase.result}", (letter, who)))
        return letter

    def _valued(self, field: Node, conds: list[Tree]) -> Tree:
        """The value, of a letter that is the thing that the rules name so."""
        made = node(self.value(field))
        if made.rule.startswith("field__"):
            said = self.of.language.show(made)
            raise LeftOpen(
                f"{said} is written down as play goes on, and given by no clause; `Set {said} to …` changes it"
            )
        slots = self.of.phrases[made.rule].slots if made.rule in self.of.phrases else ()
        for (_, sort), part in zip(slots, made.parts[: len(slots)], strict=True):
            named = isinstance(part, Node) and part.parts and not part.rule.startswith(("var_", "titled_"))
            if named and sort == "card":
                letter = variable(sort, self.letter(sort))
                conds.append(Node(f"same_{sort}", (letter, part)))
                made = Node(made.rule, tuple(letter if p is part else p for p in made.parts))
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
        return node(_any_given(self.value(claim), conds))

    def _ruled(self, modality: str, who: Tree, deed: Tree, conds: list[Tree]) -> Node:
        """Who may or must do what, of anything that it is about. Raises LeftOpen for what is no single act."""
        assert isinstance(deed, Node)
        deed = self._whole_deed(modality, deed, conds)
        self.doer = None if who == YOU else who
        deed = self._about_any(deed, conds)
        made = self._single(Node("command", (deed,)), deed)
        made = Node(made.rule, tuple(self._named(part, conds) for part in made.parts))
        self.doer = None
        return Node(modality, (who, made))

    def _whole_deed(self, modality: str, deed: Node, conds: list[Tree]) -> Node:
        """The deed with a letter for anything that it is said without. Raises LeftOpen where that is not all forbidden."""
        if (found := self.of.without(deed)) is None:
            return deed
        rule, said = found
        slots = self.of.phrases[rule].slots
        given = dict(zip((name for name, _ in said.slots), deed.parts, strict=True))
        if deed.rule.startswith((f"{BRIEF}more__", f"{BRIEF}less__")):
            ((name, number),) = given.items()
            given[name] = variable("number", self.letter("number"))
            conds.append(Node(deed.rule.removeprefix(BRIEF)[:4], (given[name], self.value(number))))
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
        return node(made[0].parts[0])

    def _about_any(self, deed: Node, conds: list[Tree]) -> Node:
        """The deed with letters in the place of anything of several that it is about; who does it first."""
        for part in [t for t in within(deed) if isinstance(t, Node)]:
            made = self._any_of(part, conds)
            if made is part:
                continue
            if part is deed.parts[0] and (sort := self._sort(part)) == "player":
                self.doer = variable(sort, self.spoken_of[sort])
            deed = node(replaced(deed, part, made))
        return deed

    def _sort(self, part: Node) -> str:
        head, _, sort = part.rule.rpartition("_")
        known = sort in self.of.sorts and head in GROUPS and (head != "titled" or sort == "card")
        return sort if known else ""

    def _any_of(self, part: Tree, conds: list[Tree]) -> Tree:
        """A letter for anything of several, whose condition is added; else what it is."""
        if isinstance(part, Node) and part.rule == "one_or_player":
            letter = self.letter("player")
            either = (Node("same_player", (variable("player", letter), self.value(who))) for who in part.parts)
            conds.append(Node("or_", tuple(either)))
            return variable("player", letter)
        if not isinstance(part, Node) or not (sort := self._sort(part)):
            return part
        head = part.rule.rpartition("_")[0]
        if head in COUNTED:
            raise LeftOpen(
                "how often something is done stands behind it: `… only twice each turn.`; a rule speaks of one thing"
            )
        cond, letter = self.those(part)
        conds.append(cond)
        return variable(sort, letter)


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
    field, given = claim.parts if isinstance(claim, Node) and claim.rule == "gives_player" else (claim, claim)
    if field is not given and isinstance(given, Node):
        if given.rule == "var_player" and conds:
            such = both(conds)
            conds.clear()
            return Node("gives_any_player", (field, given.parts[0], unit(such)))
    return claim
