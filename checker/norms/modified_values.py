"""Values that norms make so much more, less or many times what they would be."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from checker.kernel.norm import Modifies, Norm
from checker.kernel.position import Key
from checker.kernel.term import Kind, Option, Point, Undecided, Value
from checker.kernel.vocabulary import Fact
from checker.norms.unknown_values import RIGID, arithmetic, unknown

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

_Change: TypeAlias = tuple[Norm, str, Value]


def modified(
    context: Context, fact: Fact, args: tuple[Value, ...], plain: Value, by: list[str], norms: list[Norm]
) -> Value:
    """What the value comes to after each live modification, done once; `plain` is what it would be, by these norms.

    Their order is open only if it makes a difference. What outranks a modification by name stays as it is.
    """
    value = fact.initial if plain is None else plain
    live = list(_live(context, args, [n for n in norms if not any(context.rules.over(s, n.id) for s in by)]))
    if value is None or unknown(value) or not live:
        return plain
    for norm, _, _ in live:
        context.cites[norm.clause] = None
    if len({op == "times" for _, op, _ in live}) == 1:
        return _done(value, tuple(live))
    ends: dict[Value, tuple[_Change, ...]] = {}
    for order in permutations(live):
        ends.setdefault(_done(value, order), order)
    return next(iter(ends)) if len(ends) == 1 else _chosen(context, fact, ends)


def _live(context: Context, args: tuple[Value, ...], norms: list[Norm]) -> list[_Change]:
    found: list[_Change] = []
    for norm in norms:
        assert isinstance(norm.claim, Modifies)
        env = context.rules.compiled.match(norm.claim.term.args)(context, args)
        if env is not None and context.applies(norm, env):
            found.append((norm, norm.claim.op, context.value(norm.claim.amount, env)))
    return found


def _done(value: Value, order: tuple[_Change, ...]) -> Value:
    for _, op, amount in order:
        value = arithmetic(op, value, amount)
    return value


def _chosen(context: Context, fact: Fact, ends: dict[Value, tuple[_Change, ...]]) -> Value:
    norms = sorted({n.id for order in ends.values() for n, _, _ in order})
    clauses = tuple(dict.fromkeys(context.rules.norms[n].clause for n in norms))
    called = {n: context.rules.norms[n].clause if len(clauses) == len(norms) else n for n in norms}
    key: Key = (RIGID, "modifications", fact.name, *norms)
    settled = context.store.get(key)
    ways = {tuple(n.id for n, _, _ in order): end for end, order in ends.items()}
    for way, end in ways.items():
        if way == settled:
            return end
    options = tuple(Option(w, ", then ".join(called[n] for n in w), clauses) for w in ways)
    text = f"no clause says which comes first: {' or '.join(called.values())}"
    raise Undecided(Point(f"order of {' and '.join(called.values())}", Kind.ORDER, key, options, clauses, text))
