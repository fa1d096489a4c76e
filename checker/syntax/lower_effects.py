"""Trees of sentences lowered to effects."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel import effect as e
from checker.kernel import term as t
from checker.kernel.source import Leaf, Node
from checker.kernel.zone_terms import COMES, NUMBER, SHUFFLED, UNDER
from checker.syntax.lower_terms import YOU, TermLowering
from checker.syntax.parts import fact_of, field_of, text_of


def taken(var: str, zone: t.Call, body: e.Effect) -> e.Effect:
    """The top card of the zone is known, and named in what follows; chance decides which it is if the zone was shuffled."""
    there, unknown, under = (t.Call(head + zone.fact, zone.args) for head in (NUMBER, SHUFFLED, UNDER))
    over = t.All(var, "card", t.Is(t.Call(COMES + zone.fact, (t.Var(var), *zone.args))))
    shuffled = (t.Compare("least", unknown, t.Lit(1)), t.Compare("most", there, t.Arith("plus", unknown, under)))
    known = e.If(t.And(shuffled), e.Put(unknown, t.Arith("minus", there, t.Arith("plus", under, t.Lit(1)))))
    return e.Chance(var, over, e.Then((known, e.Move(t.Var(var), zone), body)))


def laid_under(card: t.Expr, zone: t.Call) -> e.Effect:
    """The card lies under all others of the zone; where some are shuffled, it is known that it is none of these."""
    unknown, under = t.Call(SHUFFLED + zone.fact, zone.args), t.Call(UNDER + zone.fact, zone.args)
    known = e.If(t.Compare("least", unknown, t.Lit(1)), e.Add(under, t.Lit(1)), e.Put(under, t.Lit(0)))
    return e.Then((known, e.Move(card, zone, under=True)))


WHETHER = t.Var("whether")
"""Whether somebody does what they may do."""


class Effects:
    """What the sentences of one vocabulary do."""

    def __init__(self, terms: TermLowering) -> None:
        self.terms = terms

    def effect(self, tree: Node | Leaf) -> e.Effect:
        """The effect that a text of sentences means; a binder's body is the rest of its text."""
        assert isinstance(tree, Node)
        return self._sequence(tree.parts if tree.rule == "effect" else (tree,))

    def _sequence(self, sentences: tuple[Node | Leaf, ...]) -> e.Effect:
        done: list[e.Effect] = []
        for number, sentence in enumerate(sentences):
            assert isinstance(sentence, Node)
            binder = self._binder(sentence)
            if binder is not None:
                done.append(binder(self._sequence(sentences[number + 1 :])))
                break
            done.append(self._sentence(sentence))
        if not done:
            return e.Nothing()
        return done[0] if len(done) == 1 else e.Then(tuple(done))

    def _parts(self, block: Node | Leaf) -> tuple[e.Part, ...]:
        """The sentences of the block as parts."""
        done = self.effect(block)
        return tuple(e.Part(str(n), x) for n, x in enumerate(done.effects if isinstance(done, e.Then) else (done,), 1))

    def _binder(self, tree: Node) -> Callable[[e.Effect], e.Effect] | None:
        head, _, sort = tree.rule.partition("_")
        if tree.rule == "by_clauses":
            return self._binder_by(*tree.parts)
        parts = tree.parts
        if tree.rule == "take_top":
            var, zone = text_of(parts[0]), self._zone(parts[1])
            return lambda body: taken(var, zone, body)
        if sort not in self.terms.sorts:
            return None
        match head:
            case "choose":
                who, var = self.terms.expr(parts[0]), text_of(parts[1])
                over = t.All(var, sort, self.terms.cond(parts[2]))
                return lambda body: e.Choose(who, var, over, body)
            case "pickown" | "chance" | "pick" | "pickfor":
                some = t.All(text_of(parts[0]), sort, self.terms.cond(parts[1]))
                if head == "pickown":
                    return lambda body: e.Choose(YOU, some.var, some, body)
                if head == "chance":
                    return lambda body: e.Chance(some.var, some, body)
                words = " for " + text_of(parts[2]).strip('"') if head == "pickfor" else ""
                return lambda body: e.Pick(f"which {sort} is meant{words}", some.var, some, body)
            case "let":
                return lambda body: e.Let(text_of(parts[0]), self.terms.expr(parts[1]), body)
            case "create":
                return lambda body: e.Create(text_of(parts[0]), sort, body)
        return None

    def _binder_by(self, clauses: Node | Leaf, inner: Node | Leaf) -> Callable[[e.Effect], e.Effect] | None:
        """What names something because of clauses: what follows speaks of it, and so is done because of them too."""
        binder = self._binder(inner) if isinstance(inner, Node) else None
        return None if binder is None else lambda body: e.Under(_ids(clauses), binder(body))

    def _sentence(self, tree: Node) -> e.Effect:
        parts = tree.parts
        match tree.rule:
            case "command" | "own_command":
                return e.Event(*self.deed(parts[0], YOU))
            case "event":
                return e.Event(*self.happening(parts[0]))
            case "block":
                return self.effect(parts[0])
            case "if_then":
                return e.If(self.terms.cond(parts[0]), self.effect(parts[1]))
            case "if_else":
                return e.If(self.terms.cond(parts[0]), self.effect(parts[1]), self.effect(parts[2]))
            case "while_so":
                return e.While(self.terms.cond(parts[0]), self.effect(parts[1]))
            case "set_true" | "set_false":
                return e.Put(fact_of(self.terms.cond(parts[0])), t.Lit(tree.rule == "set_true"))
            case "raise_by" | "lower_by":
                field, number = field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1])
                return e.Add(field, number if tree.rule == "raise_by" else t.Arith("minus", t.Lit(0), number))
            case "move_to":
                return e.Move(self.terms.expr(parts[0]), field_of(self.terms.call(parts[1])))
            case "move_under":
                return laid_under(self.terms.expr(parts[0]), self._zone(parts[1]))
            case "shuffle":
                zone = self._zone(parts[0])
                there, unknown, under = (t.Call(head + zone.fact, zone.args) for head in (NUMBER, SHUFFLED, UNDER))
                return e.Then((e.Put(under, t.Lit(0)), e.Put(unknown, there)))
            case "by_clauses":
                return e.Under(_ids(parts[0]), self.effect(parts[1]))
            case "round_from" | "round_all_from":
                var, some = text_of(parts[1]), tree.rule == "round_from"
                over = t.All(var, "player", self.terms.cond(parts[2]) if some else t.Yes())
                return e.Each(var, over, self.effect(parts[-1]), True, self.terms.expr(parts[0]))
            case "may_block" | "may_else":
                agreed = e.If(t.Compare("is", WHETHER, t.Lit("yes")), *map(self.effect, parts[1:]))
                return e.Choose(self.terms.expr(parts[0]), WHETHER.name, t.Lit(("yes", "no")), agreed)
            case "any_order":
                return e.Together(self._parts(parts[0]))
            case "consult":
                return e.Consult(self.terms.expr(parts[0]))
            case "carry_out":
                return e.Run(text_of(parts[0]).strip('"'))
            case "break_off":
                return e.Leave(text_of(parts[0]).strip('"'))
            case "carry_text":
                return e.Carry(self.terms.expr(parts[0]))
            case "await_acts" | "owe_acts" | "respond_acts" | "pause_acts":
                moment, *acts = text_of(parts[0]).strip('"').split(": ")
                every = tuple(a for part in acts for a in part.split(", "))
                until = self.terms.cond(parts[1]) if parts[1:] else t.Not(t.Yes())
                if tree.rule in ("await_acts", "owe_acts"):
                    return e.Await(moment, every, until, due=tree.rule == "owe_acts")
                return e.Await(moment, every, until, lapses=True, told=tree.rule == "pause_acts")
            case "unstated_effect":
                return e.Unstated(text_of(parts[0]).strip('"'), ())
            case "unstated_changes":
                changes = parts[1].parts if isinstance(parts[1], Node) and parts[1].rule == "changes" else (parts[1],)
                return e.Unstated(text_of(parts[0]).strip('"'), tuple(field_of(self.terms.expr(c)) for c in changes))
        head, _, sort = tree.rule.partition("_")
        match head:
            case "set":
                return e.Put(field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1]))
            case "each" | "turn":
                var = text_of(parts[0])
                return e.Each(var, t.All(var, sort, self.terms.cond(parts[1])), self.effect(parts[2]), head == "turn")
            case "again":
                var, where = text_of(parts[0]), self.terms.cond(parts[1])
                chosen = e.Pick(f"which {sort} is next", var, t.All(var, sort, where), self.effect(parts[2]), True)
                return e.While(t.Some(var, sort, where), chosen)
            case "every" | "turns":
                var = text_of(parts[0])
                return e.Each(var, t.All(var, sort, t.Yes()), self.effect(parts[1]), head == "turns")
            case "remove":
                return e.Remove(self.terms.expr(parts[0]), sort)
        binder = self._binder(tree)
        if binder is not None:
            return binder(e.Nothing())
        raise AssertionError(f"no meaning for {tree.rule}")

    def _zone(self, tree: Node | Leaf) -> t.Call:
        """The zone, which has an order. Raises ValueError for another."""
        zone = field_of(self.terms.call(tree))
        declared = next(z for z in self.terms.words.zones if z.name == zone.fact)
        if not (declared.ordered and declared.cards):
            raise ValueError(f'the zone `{zone.fact}` has no order; declare it `zone {zone.fact} "…" in order: cards`')
        return zone

    def deed(self, tree: Node | Leaf, doer: t.Expr) -> tuple[str, tuple[t.Expr, ...]]:
        """The act that a command of `doer` means, with its arguments."""
        assert isinstance(tree, Node)
        return self._instance(tree, {self.terms.acts[self.terms.named[tree.rule]].params[0][0]: doer})

    def happening(self, tree: Node | Leaf) -> tuple[str, tuple[t.Expr, ...]]:
        """The act that a sentence of its own means, with its arguments."""
        assert isinstance(tree, Node)
        return self._instance(tree, {})

    def _instance(self, tree: Node, given: dict[str, t.Expr]) -> tuple[str, tuple[t.Expr, ...]]:
        phrase = self.terms.phrases[tree.rule]
        given = dict(given)
        for (name, _), part in zip(phrase.slots, tree.parts, strict=True):
            given[name] = self.terms.expr(part)
        act = self.terms.acts[self.terms.named[tree.rule]]
        return act.name, tuple(given.get(name, t.Var(name)) for name, _ in act.params)


def _ids(tree: Node | Leaf) -> tuple[str, ...]:
    """The clauses that stand between quotation marks."""
    return tuple(text_of(tree).strip('"').split())
