"""Trees of norms lowered to claims and conditions, and the lowering of everything else at hand."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.effect import Each, Effect, If
from checker.kernel.norm import (
    CLOSES,
    WHENEVER,
    Claim,
    Counts,
    Gives,
    Leaves,
    May,
    Modifies,
    Must,
    MustNot,
    Newer,
    Outranks,
    Pattern,
    Prevents,
    Protects,
    Replaces,
    SwitchesOff,
    When,
)
from checker.kernel.term import (
    All,
    Cond,
    Lit,
    Some,
    Yes,
)
from checker.kernel.tree import Node
from checker.kernel.trees.free_variables import bound, free, unsaid
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.syntax.lower_effects import Effects
from checker.syntax.lower_terms import TermLowering
from checker.syntax.parts import fact_of, field_of, text_of

THIS = "this card"

_MODAL: dict[str, Callable[[Pattern], Claim]] = {"may": May, "must": Must, "must_not": MustNot}


class Lowering:
    """What the trees of one vocabulary mean."""

    def __init__(self, words: Vocabulary, seats: tuple[str, ...] = (), two_state: bool = False) -> None:
        self.terms = TermLowering(words, seats, two_state)
        self.effects = Effects(self.terms)
        self.acts = self.terms.acts
        self.expr = self.terms.expr
        self.cond = self.terms.cond
        self.effect = self.effects.effect

    def norm(self, tree: Node) -> tuple[Claim, Cond]:
        """The claim and the condition of a norm; free variables of the condition exist somewhere."""
        claim_tree = tree.parts[0]
        assert isinstance(claim_tree, Node)
        claim = self._claim(claim_tree)
        if isinstance(claim, May | Must | MustNot) and claim.act.args[:1] == (Lit(None),):
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
        for var in sorted(free(cond) - bound(claim)) if not isinstance(claim, SwitchesOff) else ():
            cond = Some(var, sort_of(self.terms.words, var), cond)
        return _at_its_moment(claim, cond, tree.rule)

    def _claim(self, tree: Node) -> Claim:
        parts = tree.parts
        match tree.rule:
            case "may" | "must" | "must_not":
                return _MODAL[tree.rule](Pattern(*self.effects.deed(parts[1], self.terms.expr(parts[0]))))
            case "when" | "when_normally":
                pattern = Pattern(*self.effects.happening(parts[0]))
                return When(pattern, self.effects.effect(parts[1]), tree.rule == "when_normally")
            case "whenever_so":
                return When(WHENEVER, self._wherever(self.terms.cond(parts[0]), self.effects.effect(parts[1])))
            case "prevents":
                return Prevents(Pattern(*self.effects.happening(parts[0])))
            case "replaces":
                return Replaces(Pattern(*self.effects.happening(parts[0])), self.effects.effect(parts[1]))
            case "protects" | "protects_rule" | "protects_all":
                against = {"protects": ("card",), "protects_rule": ("rule",), "protects_all": ("card", "rule")}
                return Protects(Pattern(*self.effects.happening(parts[0])), against[tree.rule])
            case "closes":
                return CLOSES
            case "counts" | "counts_not":
                return Counts(fact_of(self.terms.cond(parts[0])), tree.rule == "counts")
            case "leaves":
                least, default = self.terms.expr(parts[1]), self.terms.expr(parts[2])
                number = least.value if isinstance(least, Lit) and isinstance(least.value, int) else None
                return Leaves(field_of(self.terms.expr(parts[0])), default, number)
            case "leaves_free":
                return Leaves(field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1]))
            case "leaves_fact":
                return Leaves(fact_of(self.terms.cond(parts[0])), Lit(True), None, None, (Lit(False),))
            case "modifies_plus" | "modifies_minus" | "modifies_times":
                op = tree.rule.removeprefix("modifies_")
                return Modifies(field_of(self.terms.expr(parts[0])), op, self.terms.expr(parts[1]))
            case "newer" | "newer_by":
                age = self.terms.expr(parts[1]) if tree.rule == "newer_by" else None
                return Newer(text_of(parts[0]).strip('"'), age)
            case "switches_off":
                return SwitchesOff(tuple(text_of(parts[0]).strip('"').split()))
            case "outranks":
                return Outranks(text_of(parts[0]).strip('"'), text_of(parts[1]).strip('"'))
        if tree.rule.startswith("gives_any_"):
            sort = tree.rule.removeprefix("gives_any_")
            return Gives(field_of(self.terms.expr(parts[0])), All(text_of(parts[1]), sort, self.terms.cond(parts[2])))
        if tree.rule.startswith("gives_"):
            return Gives(field_of(self.terms.expr(parts[0])), self.terms.expr(parts[1]))
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


def _at_its_moment(claim: Claim, cond: Cond, rule: str) -> tuple[Claim, Cond]:
    """The claim and the condition, looked at before or after the event as the rule of the norm has it."""
    if rule not in ("norm_if_before", "norm_if_after"):
        return claim, cond
    if not isinstance(claim, When):
        raise ValueError("before or after what? only what follows an event (`when …, …`) has such a moment")
    if rule == "norm_if_before":
        return When(claim.event, claim.effect, claim.joint, True), cond
    if claim.joint:
        raise ValueError(
            "what normally belongs together begins with the event: it cannot hang on what is so afterwards"
        )
    return When(claim.event, If(cond, claim.effect)), Yes()
