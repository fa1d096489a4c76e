"""The clauses that would have changed what a question looks at, had a condition of theirs been met."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from checker.kernel.effect import If
from checker.kernel.norm import ASSUMED, Counts, Norm
from checker.kernel.term import And, Cond, Is, Undecided
from checker.kernel.trees.walk import facts_in
from checker.norms.evaluate import Binding, Context
from checker.provenance.step_history import StepHistory
from checker.provenance.step_provenance import changed_by


def near_misses(way: StepHistory, fields: frozenset[str]) -> tuple[str, ...]:
    """The clauses that speak of the very thing and moment of the last step that would have changed one of the fields.

    The step did not, since what it is done under is not so; a clause comes near if all that it says of the
    arguments themselves fits, and something that it says of the table does not.
    """
    for number, step in reversed(tuple(enumerate(way.steps))):
        effect = way.effect(number)
        if isinstance(effect, If) and fields & changed_by(way.rules, (effect.then, effect.otherwise)):
            context = Context(way.rules, step.before.store)
            found = dict.fromkeys(n.clause for n in _near(context, effect.cond, dict(step.before.agenda[1])))
            if found:
                return tuple(c for c in found if not c.startswith(ASSUMED))
    return ()


def _near(context: Context, cond: Cond, env: Binding) -> Iterator[Norm]:
    """The norms about facts of the condition that come near to saying that they are so."""
    for part in cond.parts if isinstance(cond, And) else (cond,):
        if isinstance(part, Is):
            with suppress(Undecided):
                args = tuple(context.value(a, env) for a in part.call.args)
                for norm in context.rules.about[part.call.fact]:
                    if isinstance(norm.claim, Counts) and norm.claim.positive:
                        bound = context.rules.compiled.match(norm.claim.fact.args)(context, args)
                        if bound is not None and _fits(context, norm.cond, bound):
                            yield norm


def _fits(context: Context, cond: Cond, env: Binding) -> bool:
    """What the condition says of the arguments themselves, if it says anything of them, is so."""
    parts = cond.parts if isinstance(cond, And) else (cond,)
    plain = tuple(p for p in parts if not facts_in(p))
    return bool(plain) and all(context.holds(p, env) for p in plain)
