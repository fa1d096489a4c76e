"""Trees of norms lowered to claims and conditions, and the lowering of everything else at hand."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel import norm as n
from checker.kernel.effect import Each, Effect, If
from checker.kernel.source import Node
from checker.kernel.term import (
    All,
    Cond,
    Lit,
    Some,
    Yes,
)
from checker.kernel.trees.walk import bound, free, of_kind, unsaid
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.syntax.lower_effects import Effects
from checker.syntax.lower_terms import TermLowering
from checker.syntax.parts import fact_of, field_of, text_of

THIS = "this card"

_MODAL: dict[str, Callable[[n.Pattern], n.Claim]] = {"may": n.May, "must": n.Must, "must_not": n.MustNot}


class Lowering:
    """What the trees of one vocabulary mean."""

    def __init__(self, words: Vocabulary, seats: tuple[str, ...] = (), two_state: bool = False) -> None:
        self.terms = TermLowering(words, seats, two_state)
        self.effects = Effects(self.terms)
        self.acts = self.terms.acts
        self.expr = self.terms.expr
        self.cond = self.terms.cond
        self.effect = self.effects.effect

    def norm(self, tree: Node) -> tuple[n.Claim, Cond]:
        """The claim and the condition of a norm; free variables of the condition exist somewhere."""
        claim_tree = tree.parts[0]
        assert isinstance(claim_tree, Node)
        claim = self._claim(claim_tree)
        if isinstance(claim, n.May | n.Must | n.MustNot) and claim.act.args[:1] == (Lit(None),):
            raise ValueError("this speaks of nobody, so it says nothing; `P must not …` forbids it to everybody")
        unknown = sorted(
            unsaid(claim) & {text_of(node) for node in of_kind(claim_tree, Node) if node.rule.startswith("var_")}
        )
        if unknown:
            raise ValueError(
                f"nothing says what `{unknown[0]}` is where this happens; bind it there: "
                f"`for each …`, `choose a …`, `let {unknown[0]} be …`, `any … {unknown[0]} such that …`"
            )
        cond: Cond = Yes() if len(tree.parts) == 1 else self.terms.cond(tree.parts[1])
        if THIS in free(cond) | unsaid(claim):
            raise ValueError("`this card` is one where it stands on a card; a clause names it: `if C is …`")
        one = next((var for var in sorted(free(cond) - bound(claim)) if var.startswith("the ")), "")
        if one:
            raise ValueError(f"a clause speaks of no {one[4:]} in particular, and nothing here is called `{one}`")
        for var in sorted(free(cond) - bound(claim)) if not isinstance(claim, n.SwitchesOff) else ():
            cond = Some(var, sort_of(self.terms.words, var), cond)
        return _at_its_moment(claim, cond, tree.rule)

    def _claim(self, tree: Node) -> n.Claim:
        parts = tree.parts
        match tree.rule:
            case "may" | "must" | "must_not":
                return _MODAL[tree.rule](n.Pattern(*self.effects.deed(parts[1], self.terms.expr(parts[0]))))
            case "when" | "when_normally":
                pattern = n.Pattern(*self.effects.happening(parts[0]))
                return n.When(pattern, self.effects.effect(parts[1]), tree.rule == "when_normally")
            case "whenever_so":
                return n.When(n.WHENEVER, self._wherever(self.terms.cond(parts[0]), self.effects.effect(parts[1])))
            case "prevents":
                return n.Prevents(n.Pattern(*self.effects.happening(parts[0])))
            case "replaces":
                return n.Replaces(n.Pattern(*self.effects.happening(parts[0])), self.effects.effect(parts[1]))
            case "protects" | "protects_rule" | "protects_all":
                against = {"protects": ("card",), "protects_rule": ("rule",), "protects_all": ("card", "rule")}
                return n.Protects(n.Pattern(*self.effects.happening(parts[0])), against[tree.rule])
            case "closes":
                return n.CLOSES
            case "counts" | "counts_not":
                return n.Counts(fact_of(self.terms.cond(parts[0])), tree.rule == "counts")
            case "leaves":
                least, default = self.terms.expr(parts[1]), self.terms.expr(parts[2])
                number = least.value if isinstance(least, Lit) and isinstance(least.value, int) else None
                return n.Leaves(field_of(self.terms.expr(parts[0])), default, number)
            case "leaves_free":
                return n.Leaves(field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1]))
            case "leaves_fact":
                return n.Leaves(fact_of(self.terms.cond(parts[0])), Lit(True), None, None, (Lit(False),))
            case "modifies_plus" | "modifies_minus" | "modifies_times":
                op = tree.rule.removeprefix("modifies_")
                return n.Modifies(field_of(self.terms.expr(parts[0])), op, self.terms.expr(parts[1]))
            case "newer" | "newer_by":
                age = self.terms.expr(parts[1]) if tree.rule == "newer_by" else None
                return n.Newer(text_of(parts[0]).strip('"'), age)
            case "switches_off":
                return n.SwitchesOff(tuple(text_of(parts[0]).strip('"').split()))
            case "outranks":
                return n.Outranks(text_of(parts[0]).strip('"'), text_of(parts[1]).strip('"'))
        if tree.rule.startswith("gives_any_"):
            sort = tree.rule.removeprefix("gives_any_")
            return n.Gives(field_of(self.terms.expr(parts[0])), All(text_of(parts[1]), sort, self.terms.cond(parts[2])))
        if tree.rule.startswith("gives_"):
            return n.Gives(field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1]))
        raise AssertionError(f"no meaning for {tree.rule}")

    def _wherever(self, cond: Cond, effect: Effect) -> Effect:
        """The effect for all of which the condition speaks where that holds, or once if it speaks of nothing."""
        unbound = sorted(free(cond))
        if not unbound:
            return If(cond, effect)
        for at, var in reversed(tuple(enumerate(unbound))):
            where = cond
            for inner in reversed(unbound[at + 1 :]):
                where = Some(inner, sort_of(self.terms.words, inner), where)
            effect = Each(var, All(var, sort_of(self.terms.words, var), where), effect)
        return effect


def _at_its_moment(claim: n.Claim, cond: Cond, rule: str) -> tuple[n.Claim, Cond]:
    """The claim and the condition, looked at before or after the event as the rule of the norm has it."""
    if rule not in ("norm_if_before", "norm_if_after"):
        return claim, cond
    if not isinstance(claim, n.When):
        raise ValueError("before or after what? only what follows an event (`when …, …`) has such a moment")
    if rule == "norm_if_before":
        return n.When(claim.event, claim.effect, claim.joint, True), cond
    if claim.joint:
        raise ValueError(
            "what normally belongs together begins with the event: it cannot hang on what is so afterwards"
        )
    return n.When(claim.event, If(cond, claim.effect)), Yes()
