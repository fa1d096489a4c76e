"""Texts said in full, sentence by sentence."""

from __future__ import annotations

from itertools import takewhile

from checker.kernel.source import Leaf, Node
from checker.syntax.natural.deeds import ANY_NUMBER, Deeds, Many, each, figure
from checker.syntax.natural.english import plural
from checker.syntax.natural.plainer import plainer, so_often
from checker.syntax.natural.tables import (
    BARE,
    CHOOSING,
    COUNTED,
    EACH,
    FOR_EACH,
    HELD,
    MANY_CHOSEN,
    OTHER,
    PICKED,
    PLAIN,
    THOSE,
    LeftOpen,
)
from checker.syntax.natural.trees import (
    ALWAYS,
    YOU,
    Tree,
    block,
    bound,
    conjuncts,
    effect,
    letters,
    node,
    one,
    replaced,
    unit,
    variable,
    within,
)


class Text(Deeds):
    """One text being unfolded, sentence by sentence."""

    def effect(self, tree: Node) -> Node:
        """The text said in full; what it speaks of, it speaks of to its end."""
        before = dict(self.spoken_of)
        made = self.following(list(tree.parts))
        self.spoken_of = before
        return effect(made)

    def following(self, parts: list[Tree]) -> list[Node]:
        """The sentences said in full, one after the other."""
        made: list[Node] = []
        last: Tree | None = None
        while parts:
            sentence = node(parts.pop(0))
            if Node("that_many", ()) not in within(sentence):
                self.amount = None
            match sentence.rule:
                case "may_do" | "may_block":
                    made += self._maybe(sentence, parts)
                case "if_done" | "if_they_do":
                    raise LeftOpen("if you do what? this follows on a sentence `You may …`", self._may(last, sentence))
                case rule if rule.rpartition("_")[0] in MANY_CHOSEN:
                    made += self._with_those(sentence, parts)
                case "otherwise_first":
                    made[-1:] = [otherwise(made[-1:], one(self.following([sentence.parts[0]])))]
                case "whoever_cannot" | "whoever_cannot_do_so":
                    made[-1:] = [self._else(made[-1:], sentence.parts[0])]
                case _ if parts and Node("that_many", ()) in within(parts[0]) and "number" not in self.spoken_of:
                    made += self._counted(sentence)
                case _:
                    made += self.simple(sentence)
            last = sentence
        return made

    def _counted(self, tree: Node) -> list[Node]:
        """The sentence said in full, with the amount that it tells of kept for the next one, as it is before anything is
        done. Raises LeftOpen where it tells of none, or of several, and is not short for what chooses a number."""
        told = list(self.amounts(tree))
        made = self.simple(tree) if not told else []
        if "number" in self.spoken_of:
            return made
        if len(told) != 1 or any(t == Node("they_player", ()) for t in within(told[0])):
            raise LeftOpen("how many is that? the sentence before tells of no amount, or of more than one")
        (amount,) = told
        if isinstance(amount, Node) and amount.rule == "integer":
            made = self.simple(tree)
            self.amount = amount
            return made
        letter = self.letter("number")
        kept = Node("let_number", (bound("number", letter), self.value(amount)))
        again = node(replaced(tree, amount, variable("number", letter)))
        made = [kept, *self.simple(again)]
        self.amount = variable("number", letter)
        return made

    def _with_those(self, chosen: Node, later: list[Tree]) -> list[Node]:
        """What is done with each of several things, as they are chosen one after the other. Raises LeftOpen where the next
        sentence does not speak of them."""
        head, _, sort = chosen.rule.rpartition("_")
        then = later[0] if later else None
        those = [t for t in within(then) if isinstance(t, Node) and _those(t, sort)] if then is not None else []
        if then is None or len(those) != 1:
            raise LeftOpen(f"what is done with those? the next sentence says it once of `those {plural(sort)}`")
        number, group = chosen.parts
        cond, letter = self.group(group, sort)
        if cond == ALWAYS and sort != "player":
            raise LeftOpen(f"which {plural(sort)} are those? where they lie, or what they are, stands behind them")
        done = node(replaced(later.pop(0), those[0], variable(sort, letter)))
        this = Many(sort, letter, cond, figure(number), head == "choosing_up_to")
        return self.one_after_other(this, YOU, lambda again: self._within([again]), done)

    def _within(self, parts: list[Tree]) -> list[Node]:
        """The sentences said in full, within one that says more; no part of that is proposed for all of it."""
        try:
            return self.following(parts)
        except LeftOpen as error:
            raise LeftOpen(str(error), "" if error.hint.startswith("did you mean") else error.hint) from None

    def _else(self, made: list[Node], told: Tree) -> Node:
        """What each was to do with something, with what those do who have nothing to do it with. Raises LeftOpen for
        anything else."""
        last = made[0] if made else None
        if last is not None and last.rule in ("each_player", "every_player") and isinstance(told, Node):
            done, (letter, *_) = last.parts[-1], last.parts
            inner = _sentences(done)
            first = inner[0] if inner else None
            if isinstance(first, Node) and first.rule.startswith("choose_") and isinstance(letter, Leaf):
                there = Node(first.rule.replace("choose_", "some_", 1), first.parts[1:])
                rest = one(self.plain(Node("event", (self.of.told(told, variable("player", letter.text)),))))
                return Node(last.rule, (*last.parts[:-1], Node("if_else", (there, block(node(done)), block(rest)))))
        raise LeftOpen("whoever cannot do what? this follows on what each player does with something of a kind")

    def _may(self, last: Tree | None, then: Node) -> str:
        """A hint: what comes before `if you do` is what you may do."""
        if not isinstance(last, Node) or last.rule not in ("command", "own_command"):
            return ""
        return f"did you mean `{self.of.shown([Node('may_do', (YOU, *last.parts)), then])}`?"

    def simple(self, tree: Node) -> list[Node]:
        """The sentence said in full, as one or several."""
        rule, parts = tree.rule, tree.parts
        if rule == "kind_before" or self.of.kind(tree):
            raise LeftOpen("of which kind a card is stands beside what it does, not within")
        if rule in HELD:
            raise LeftOpen("what holds stands beside what a card does, not within")
        head, _, sort = rule.rpartition("_")
        if rule in PLAIN:
            return self.plain(tree)
        if rule == "chain":
            return self._chain(*(p for p in parts if isinstance(p, Node)))
        if rule in self.of.shorts:
            return self.meant(tree, *self.of.shorts[rule])
        if rule == "brought_in":
            return self.following([plainer(way) for way in self.of.brought_in(parts[0]).parts])
        if rule == "then_first":
            return self._within([parts[0]])
        if rule == "if_or":
            return self._either(*parts)
        if rule == "one_of":
            return self._one_of(*parts)
        if rule == "for_amount":
            return [self._for_amount(*parts)]
        if rule in ("done_if", "done_unless"):
            cond = self.value(parts[1])
            cond = cond if rule == "done_if" else Node("not_", (unit(cond),))
            return [Node("if_then", (cond, one(self._within([parts[0]]))))]
        if head in FOR_EACH and sort in self.of.sorts:
            group, done = parts if "first" in head else parts[::-1]
            cond, letter = self.group(group, sort, "other" in head)
            return [each(sort, letter, cond, one(self._within([done])))]
        if rule in ("raise_each", "lower_each"):
            return self._raised(f"{head}_by", *parts)
        if rule == "move_each":
            return self._moved(*parts)
        if head in BARE and sort in self.of.sorts:
            return self.simple(Node(f"{head.removeprefix('bare_')}_{sort}", (*parts, ALWAYS)))
        if head in CHOOSING and sort in self.of.sorts:
            cond, letter = self.group(parts[0], sort, head.removeprefix("choosing_") in OTHER)
            return [Node(f"pickown_{sort}", (bound(sort, letter), unit(cond)))]
        before = dict(self.spoken_of)
        made = Node(rule, tuple(self.part(p) for p in parts))
        if not rule.startswith(("choose_", "pick_", "pickfor_", "pickown_", "chance_", "let_", "create_")):
            self.spoken_of = before
        elif sort != "card":
            self.spoken_of[sort] = next(p.text for p in parts if isinstance(p, Leaf) and p.kind.startswith("VAR_"))
        return [made]

    def _either(self, cond: Tree, first: Tree, second: Tree) -> list[Node]:
        """One thing or another; what is chosen for the one and spoken of in the other is chosen before."""
        before = dict(self.spoken_of)
        so = self.value(cond)
        then = self._within([first])
        chosen = list(takewhile(lambda made: made.rule.startswith(("pickown_", "pick_")), then))
        named = {leaf.text for made in chosen for leaf in made.parts if isinstance(leaf, Leaf)}
        self.spoken_of = before | {sort: letter for sort, letter in self.spoken_of.items() if letter in named}
        other = self._within([second])
        if named & letters(one(other)):
            then = then[len(chosen) :]
        else:
            chosen = []
        return [*chosen, Node("if_else", (so, block(one(then)), block(one(other))))]

    def _one_of(self, who: Tree, *ways: Tree) -> list[Node]:
        """One of two things, as whoever does them likes; where one cannot be done, the other."""
        before = dict(self.spoken_of)
        cond, letter = self._everybody(who)
        who = variable("player", letter) if letter else self.value(who)
        spoken, done = dict(self.spoken_of), []
        for way in ways:
            assert isinstance(way, Node)
            inner = way if way.rule in self.of.sentences else Node("event", (self.of.told(way, who),))
            done.append(self._within([inner]))
            self.spoken_of = dict(spoken)
        first, second = done
        made = Node("may_else", (who, block(one(first)), block(one(second))))
        for way_, other in ((first, second), (second, first)):
            choice, _, chosen = way_[0].rule.rpartition("_")
            if choice in ("choose", "pickown"):
                there = Node(f"some_{chosen}", way_[0].parts[-2:])
                made = Node("if_else", (there, block(made), block(one(other))))
        self.spoken_of = before
        return [each("player", letter, cond, made)] if letter else [made]

    def _for_amount(self, amount: Tree, done: Tree) -> Node:
        """What is raised or lowered once for each of the amount. Raises LeftOpen for anything else."""
        made = self._within([done])
        return _so_often(one(made), node(self.value(amount)))

    def _everybody(self, who: Tree) -> tuple[Tree, str]:
        """Of which players several are that something is said of, and the letter of the one; no letter if it is said of one."""
        head, _, sort = who.rule.rpartition("_") if isinstance(who, Node) else ("", "", "")
        if not isinstance(who, Node) or sort != "player" or head not in (*EACH, "any", "any_other"):
            return ALWAYS, ""
        return self.those(who)

    def _raised(self, rule: str, value: Tree, number: Tree) -> list[Node]:
        """A value of each of several things raised or lowered, or of the one that is chosen."""
        assert isinstance(value, Node)
        who = value.parts[0]
        head, _, sort = who.rule.rpartition("_") if isinstance(who, Node) else ("", "", "")
        if not isinstance(who, Node) or head not in (*EACH, *PICKED):
            return self.simple(Node(rule, (value, number)))
        cond, letter = self.those(who)
        done = Node(rule, (Node(value.rule, (variable(sort, letter),)), self.value(number)))
        if head in EACH:
            return [each(sort, letter, cond, done)]
        return [Node(f"pickown_{sort}", (bound(sort, letter), unit(cond))), done]

    def _moved(self, what: Tree, zone: Tree) -> list[Node]:
        """Each of several things moved, or the ones that are chosen."""
        assert isinstance(what, Node)
        head, _, sort = what.rule.rpartition("_")
        if head == "var" or head in THOSE:
            return [Node("move_to", (self.value(what), self.value(zone)))]
        cond, letter = self.those(what)
        moved = Node("move_to", (variable(sort, letter), self.value(zone)))
        if head in COUNTED:
            often = ANY_NUMBER if head == "any_number" else figure(what.parts[0])
            return self.chosen_often(sort, letter, cond, often, "up" in head, moved)
        if head in EACH:
            return [each(sort, letter, cond, moved)]
        pick = "pick" if head == "the_such" else "pickown"
        return [Node(f"{pick}_{sort}", (bound(sort, letter), unit(cond))), moved]

    def _chain(self, first: Node, *links: Node) -> list[Node]:
        """One thing after the other; what is told of nobody is done by whoever did the first thing, each of them in turn
        if several did."""
        who = self.of.doer(first.parts[0]) if first.rule == "event" and isinstance(first.parts[0], Node) else None
        head, _, sort = who.rule.rpartition("_") if isinstance(who, Node) else ("", "", "")
        if (
            not isinstance(who, Node)
            or not links[0].rule.endswith("_told")
            or head not in EACH
            or sort not in self.of.sorts
        ):
            also = (Node("also", (first, x.parts[0])) if x.rule.endswith("_told") else x.parts[0] for x in links)
            return self.following([first, *also])
        cond, letter = self.those(who)
        done = node(first.parts[0])
        event = Node("event", (Node(done.rule, (variable(sort, letter), *done.parts[1:])),))
        told = list(takewhile(lambda link: link.rule.endswith("_told"), links))
        inner = self.following([event, *(Node("also", (event, link.parts[0])) for link in told)])
        after = self.following([link.parts[0] for link in links[len(told) :]])
        return [each(sort, letter, cond, one(inner)), *after]

    def part(self, part: Tree) -> Tree:
        """A part of a sentence said in full; sentences in it as one."""
        if isinstance(part, Node) and part.rule == "effect":
            return self.effect(part)
        if isinstance(part, Node) and part.rule in self.of.sentences:
            return one(self._within([part]))
        return self.value(part)

    def _maybe(self, tree: Node, later: list[Tree]) -> list[Node]:
        """What somebody may do, with all that follows if they do."""
        before = dict(self.spoken_of)
        who, done = tree.parts
        head, _, sort = who.rule.rpartition("_") if isinstance(who, Node) else ("", "", "")
        cond, letter = self._everybody(who)
        if letter:
            who = variable("player", letter)
        elif sort == "player" and head in ("another", "target", "one", "just_one", "own_choice", "one_own_choice"):
            raise LeftOpen("which player may do that? a sentence before says who chooses", "`Choose another player.`")
        who = self.value(who)
        inner: list[Tree] = _sentences(done)
        if tree.rule == "may_do":
            inner = [Node("command", (done,)) if who == YOU else Node("event", (self.of.told(node(done), who),))]
        while later and isinstance(later[0], Node) and later[0].rule in ("if_done", "if_they_do"):
            inner.append(node(later.pop(0)).parts[0])
            while later and any(isinstance(t, Node) and t.rule.startswith("that_") for t in within(later[0])):
                inner.append(later.pop(0))
        made = self.following(inner)
        self.spoken_of = before
        may = Node("may_block", (who, Node("block", (effect(made),))))
        first, _, chosen = made[0].rule.rpartition("_") if made else ("", "", "")
        if tree.rule == "may_do" and first in ("choose", "pickown"):
            may = Node("if_then", (Node(f"some_{chosen}", made[0].parts[-2:]), may))
        return [each("player", letter, cond, may)] if letter else [may]


def otherwise(made: list[Node], done: Node) -> Node:
    """What was said last, with what is done if that does not come about. Raises LeftOpen for anything else."""
    last = made[0] if made else None
    if last is not None and last.rule == "may_block":
        return Node("may_else", (*last.parts, block(done)))
    if last is None or last.rule != "if_then":
        raise LeftOpen("otherwise than what? this follows on a sentence `If …` or `You may …`")
    cond, then = last.parts
    assert isinstance(then, Node)
    then = otherwise([then], done) if then.rule == "may_block" else then
    return Node("if_else", (cond, block(then), block(done)))


def _so_often(done: Node, often: Node) -> Node:
    """What is raised or lowered, so many times; of several players, if the amount is not one of theirs. Raises LeftOpen for
    anything else."""
    if done.rule in ("raise_by", "lower_by"):
        value, number = done.parts
        return Node(done.rule, (value, so_often(number, often)))
    then = done.parts[-1] if done.rule == "each_player" else None
    conds = conjuncts(done.parts[1]) if then is not None else []
    others = any(isinstance(c, Node) and c.rule == "differ_player" and c.parts[1] == YOU for c in conds)
    if others and YOU in within(often) and isinstance(then, Node):
        return Node(done.rule, (*done.parts[:-1], _so_often(then, often)))
    raise LeftOpen("so many times only a number is raised or lowered", "`… by the … of …` says how much")


def _those(thing: Node, sort: str) -> bool:
    head, _, own = thing.rule.rpartition("_")
    return head in THOSE and own == sort


def _sentences(block_: Tree) -> list[Tree]:
    """The sentences in the parentheses."""
    text = block_.parts[0] if isinstance(block_, Node) and block_.parts else block_
    return list(text.parts) if isinstance(text, Node) else []
