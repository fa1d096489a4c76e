"""Trees of sentences lowered to effects, conditions and norms."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.kernel.effect import (
    Add,
    Await,
    Carry,
    Chance,
    Choose,
    Consult,
    Create,
    Each,
    Effect,
    Event,
    If,
    Leave,
    Let,
    Move,
    Nothing,
    Pick,
    Put,
    Remove,
    Run,
    Then,
    Under,
    Unstated,
    While,
)
from checker.kernel.norm import (
    Claim,
    Counts,
    Gives,
    Leaves,
    May,
    Must,
    MustNot,
    Outranks,
    Pattern,
    Prevents,
    Protects,
    Replaces,
    When,
)
from checker.kernel.term import (
    All,
    And,
    Arith,
    Call,
    Compare,
    Cond,
    Count,
    Every,
    Expr,
    Is,
    Lit,
    Not,
    Or,
    Some,
    Var,
    Yes,
)
from checker.kernel.tree import Leaf, Node
from checker.kernel.vocabulary import Act, Vocabulary, sort_of, sorts
from checker.read.free import bound, free
from checker.read.parts import fact_of, field_of, flat_of, leaf_of, text_of
from checker.read.phrases import Phrase, ident, phrases

YOU = Var("you")


class Lowering:
    """What the phrases of one vocabulary mean."""

    def __init__(self, words: Vocabulary, seats: tuple[str, ...] = ()) -> None:
        self.words = words
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

    def expr(self, tree: Node | Leaf) -> Expr:
        """The expression that a noun phrase means."""
        if isinstance(tree, Leaf):
            return leaf_of(tree)
        parts = tree.parts
        match tree.rule:
            case "integer":
                return Lit(int(text_of(parts[0])))
            case "you":
                return YOU
            case "seat":
                return Lit(self.seats[text_of(parts[0])])
            case "label":
                return Lit(text_of(parts[0]))
            case "that_player":
                return Var("that player")
            case "this_card":
                return Var("this card")
            case "that_card":
                return Var("that card")
            case "nobody" | "nothing":
                return Lit(None)
            case "named_player":
                return Var("named")
            case "kind_name" | "a_kind" | "an_kind":
                return Lit(text_of(parts[0]))
            case "number_group":
                return self.expr(parts[0])
            case "plus" | "minus" | "times":
                return Arith(tree.rule, self.expr(parts[0]), self.expr(parts[1]))
        head, _, sort = tree.rule.partition("_")
        if head == "var":
            return Var(text_of(parts[0]))
        if head == "titled":
            return Lit(text_of(parts[0]))
        if head == "none":
            return Lit(None)
        if head == "the" and sort in self.sorts:
            return Var(f"the {sort}")
        if head == "count":
            return Count(text_of(parts[0]), sort, self.cond(parts[1]))
        return self.call(tree)

    def call(self, tree: Node | Leaf) -> Expr:
        """The fact, field, zone or word that a phrase of the vocabulary means."""
        assert isinstance(tree, Node)
        if tree.rule.startswith("word__"):
            return Lit(" ".join(self.phrases[tree.rule].parts))
        phrase = self.phrases[tree.rule]
        given = {name: self.expr(p) for (name, _), p in zip(phrase.slots, tree.parts, strict=True)}
        name = self.named[tree.rule]
        order = self.params.get(name) or tuple(given)
        return Call(name, tuple(given[n] for n in order))

    # -- conditions --------------------------------------------------------------------------

    def cond(self, tree: Node | Leaf) -> Cond:
        """The condition that a clause means."""
        assert isinstance(tree, Node)
        parts = tree.parts
        match tree.rule:
            case "or_":
                return Or(tuple(self.cond(p) for p in flat_of(tree, "or_")))
            case "and_":
                return And(tuple(self.cond(p) for p in flat_of(tree, "and_")))
            case "not_":
                return Not(self.cond(parts[0]))
            case "group":
                return self.cond(parts[0])
            case "always":
                return Yes()
            case "least" | "most" | "more" | "less":
                return Compare(tree.rule, self.expr(parts[0]), self.expr(parts[1]))
            case "is_kind":
                return Is(Call("is", (self.expr(parts[0]), self.expr(parts[1]))))
            case "is_no_kind":
                return Not(Is(Call("is", (self.expr(parts[0]), self.expr(parts[1])))))
        head, _, sort = tree.rule.partition("_")
        if sort in self.sorts:
            match head:
                case "same":
                    return Compare("is", self.expr(parts[0]), self.expr(parts[1]))
                case "differ":
                    return Compare("is-not", self.expr(parts[0]), self.expr(parts[1]))
                case "some":
                    return Some(text_of(parts[0]), sort, self.cond(parts[1]))
                case "all":
                    return Every(text_of(parts[0]), sort, self.cond(parts[1]))
        found = self.call(tree)
        assert isinstance(found, Call)
        return Is(found)

    # -- effects -----------------------------------------------------------------------------

    def effect(self, tree: Node | Leaf) -> Effect:
        """The effect that a text of sentences means; a binder's body is the rest of its text."""
        assert isinstance(tree, Node)
        return self._sequence(tree.parts if tree.rule == "effect" else (tree,))

    def _sequence(self, sentences: tuple[Node | Leaf, ...]) -> Effect:
        done: list[Effect] = []
        for number, sentence in enumerate(sentences):
            assert isinstance(sentence, Node)
            binder = self._binder(sentence)
            if binder is not None:
                done.append(binder(self._sequence(sentences[number + 1 :])))
                break
            done.append(self._sentence(sentence))
        if not done:
            return Nothing()
        return done[0] if len(done) == 1 else Then(tuple(done))

    def _binder(self, tree: Node) -> Callable[[Effect], Effect] | None:
        head, _, sort = tree.rule.partition("_")
        if sort not in self.sorts:
            return None
        parts = tree.parts
        match head:
            case "choose":
                who, var = self.expr(parts[0]), text_of(parts[1])
                over = All(var, sort, self.cond(parts[2]))
                return lambda body: Choose(who, var, over, body)
            case "pickown":
                own = All(text_of(parts[0]), sort, self.cond(parts[1]))
                return lambda body: Choose(YOU, own.var, own, body)
            case "chance":
                return lambda body: Chance(text_of(parts[0]), All(text_of(parts[0]), sort, self.cond(parts[1])), body)
            case "pick":
                var = text_of(parts[0])
                return lambda body: Pick(f"which {sort} is meant", var, All(var, sort, self.cond(parts[1])), body)
            case "let":
                return lambda body: Let(text_of(parts[0]), self.expr(parts[1]), body)
            case "create":
                return lambda body: Create(text_of(parts[0]), sort, body)
        return None

    def _sentence(self, tree: Node) -> Effect:
        parts = tree.parts
        match tree.rule:
            case "command":
                return Event(*self._deed(parts[0], YOU))
            case "event":
                return Event(*self._happening(parts[0]))
            case "block":
                return self.effect(parts[0])
            case "if_then":
                return If(self.cond(parts[0]), self.effect(parts[1]))
            case "if_else":
                return If(self.cond(parts[0]), self.effect(parts[1]), self.effect(parts[2]))
            case "while_so":
                return While(self.cond(parts[0]), self.effect(parts[1]))
            case "set_true" | "set_false":
                return Put(fact_of(self.cond(parts[0])), Lit(tree.rule == "set_true"))
            case "raise_by":
                return Add(field_of(self.expr(parts[0])), self.expr(parts[1]))
            case "lower_by":
                return Add(field_of(self.expr(parts[0])), Arith("minus", Lit(0), self.expr(parts[1])))
            case "move_to":
                return Move(self.expr(parts[0]), field_of(self.call(parts[1])))
            case "by_clauses":
                return Under(tuple(text_of(parts[0]).strip('"').split()), self.effect(parts[1]))
            case "consult":
                return Consult(self.expr(parts[0]))
            case "carry_out":
                return Run(text_of(parts[0]).strip('"'))
            case "break_off":
                return Leave(text_of(parts[0]).strip('"'))
            case "carry_text":
                return Carry(self.expr(parts[0]))
            case "await_acts":
                moment, *acts = text_of(parts[0]).strip('"').split(": ")
                return Await(moment, tuple(a for part in acts for a in part.split(", ")), self.cond(parts[1]))
            case "respond_acts" | "pause_acts":
                moment, *acts = text_of(parts[0]).strip('"').split(": ")
                every = tuple(a for part in acts for a in part.split(", "))
                return Await(moment, every, Not(Yes()), lapses=True, told=tree.rule == "pause_acts")
            case "unstated_effect":
                return Unstated(text_of(parts[0]).strip('"'), ())
            case "unstated_changes":
                changes = parts[1].parts if isinstance(parts[1], Node) and parts[1].rule == "changes" else (parts[1],)
                return Unstated(text_of(parts[0]).strip('"'), tuple(field_of(self.expr(c)) for c in changes))
        head, _, sort = tree.rule.partition("_")
        match head:
            case "set":
                return Put(field_of(self.expr(parts[0])), self.expr(parts[1]))
            case "each":
                var = text_of(parts[0])
                return Each(var, All(var, sort, self.cond(parts[1])), self.effect(parts[2]))
            case "every":
                var = text_of(parts[0])
                return Each(var, All(var, sort, Yes()), self.effect(parts[1]))
            case "remove":
                return Remove(self.expr(parts[0]), sort)
        binder = self._binder(tree)
        if binder is not None:
            return binder(Nothing())
        raise AssertionError(f"no meaning for {tree.rule}")

    def _deed(self, tree: Node | Leaf, doer: Expr) -> tuple[str, tuple[Expr, ...]]:
        assert isinstance(tree, Node)
        return self._instance(tree, {self.acts[self.named[tree.rule]].params[0][0]: doer})

    def _happening(self, tree: Node | Leaf) -> tuple[str, tuple[Expr, ...]]:
        assert isinstance(tree, Node)
        return self._instance(tree, {})

    def _instance(self, tree: Node, given: dict[str, Expr]) -> tuple[str, tuple[Expr, ...]]:
        phrase = self.phrases[tree.rule]
        given = dict(given)
        for (name, _), part in zip(phrase.slots, tree.parts, strict=True):
            given[name] = self.expr(part)
        act = self.acts[self.named[tree.rule]]
        return act.name, tuple(given.get(name, Var(name)) for name, _ in act.params)

    # -- norms -------------------------------------------------------------------------------

    def norm(self, tree: Node) -> tuple[Claim, Cond]:
        """The claim and the condition of a norm; free variables of the condition exist somewhere."""
        claim_tree = tree.parts[0]
        assert isinstance(claim_tree, Node)
        claim = self._claim(claim_tree)
        cond: Cond = self.cond(tree.parts[1]) if tree.rule == "norm_if" else Yes()
        for var in sorted(free(cond) - bound(claim)):
            cond = Some(var, sort_of(self.words, var), cond)
        return claim, cond

    def _claim(self, tree: Node) -> Claim:
        parts = tree.parts
        match tree.rule:
            case "may":
                return May(Pattern(*self._deed(parts[1], self.expr(parts[0]))))
            case "must":
                return Must(Pattern(*self._deed(parts[1], self.expr(parts[0]))))
            case "must_not":
                return MustNot(Pattern(*self._deed(parts[1], self.expr(parts[0]))))
            case "when" | "when_normally":
                pattern = Pattern(*self._happening(parts[0]))
                return When(pattern, self.effect(parts[1]), tree.rule == "when_normally")
            case "prevents":
                return Prevents(Pattern(*self._happening(parts[0])))
            case "replaces":
                return Replaces(Pattern(*self._happening(parts[0])), self.effect(parts[1]))
            case "protects":
                return Protects(Pattern(*self._happening(parts[0])))
            case "counts" | "counts_not":
                return Counts(fact_of(self.cond(parts[0])), tree.rule == "counts")
            case "leaves":
                least, default = self.expr(parts[1]), self.expr(parts[2])
                number = least.value if isinstance(least, Lit) and isinstance(least.value, int) else None
                return Leaves(field_of(self.expr(parts[0])), default, number)
            case "leaves_free":
                return Leaves(field_of(self.expr(parts[0])), self.expr(parts[1]))
            case "leaves_fact":
                return Leaves(fact_of(self.cond(parts[0])), Lit(True), None, None, (Lit(False),))
            case "outranks":
                return Outranks(text_of(parts[0]).strip('"'), text_of(parts[1]).strip('"'))
        if tree.rule.startswith("gives_any_"):
            sort = tree.rule.removeprefix("gives_any_")
            return Gives(field_of(self.expr(parts[0])), All(text_of(parts[1]), sort, self.cond(parts[2])))
        if tree.rule.startswith("gives_"):
            return Gives(field_of(self.expr(parts[0])), self.expr(parts[1]))
        raise AssertionError(f"no meaning for {tree.rule}")
