"""What the norms say of an act or event in a position: the decision and who made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from checker.kernel.effect import Await, Effect
from checker.kernel.norm import ALL_ELSE, May, Must, MustNot, Norm, Prevents, Protects, Replaces, When
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.term import Instance, Kind, Option, Point, Undecided, Value, Yes
from checker.kernel.trees.clause_uses import bounded_in
from checker.kernel.trees.walk import facts_in, free
from checker.norms.card_kinds import possible, relied_on
from checker.norms.evaluate import RIGID, Binding, Context
from checker.norms.precedence import Agreed, Statement, outranking
from checker.norms.rulebook import Rulebook

ITSELF = "itself"
MOST_WITHIN = 6
"""So often it may be asked whether an act is allowed while just that is being asked."""

STANDS = "done"
"""The option by which an illegal act stands."""


class Permitted(Record):
    by: tuple[str, ...]


class Forbidden(Record):
    by: tuple[str, ...]


class Unregulated(Record):
    """No live norm speaks of the act."""


Ruling: TypeAlias = Permitted | Forbidden | Unregulated


def permission(context: Context, act: str, args: Instance) -> Ruling:
    """Whether the act is allowed; what must be done may be done, unless a prohibition prevails over the duty.

    Raises Undecided where norms clash and none outranks the other, and where it hangs on itself.
    """
    said = context.store.get((RIGID, ITSELF, act, *args))
    if isinstance(said, tuple):
        allowed, *by = (str(one) for one in said)
        context.cites.update(dict.fromkeys(by))
        return Permitted(tuple(by)) if allowed == "may" else Forbidden(tuple(by))
    return context.once(("permission", act, args), lambda inner: _permission(inner, act, args))


def _permission(context: Context, act: str, args: Instance) -> Ruling:
    said = _by_norms(context, act, args)
    if isinstance(said, Forbidden) or not _lacks(context, act, args):
        return said
    by = context.rules.stated(context.rules.acts[act].because) or (f"act {act}",)
    context.cites.update(dict.fromkeys(by))
    return Forbidden(by)


def _by_norms(context: Context, act: str, args: Instance) -> Ruling:
    norms = possible(context.rules, context.rules.deontic, act, args)
    statements = [
        Statement(n.id, "may" if isinstance(n.claim, May) else "must not")
        for n in norms
        if isinstance(n.claim, May | MustNot) and _live(context, n, args)
    ]
    if not _allowing(context, statements):
        statements += [Statement(n.id, "may") for n in norms if isinstance(n.claim, Must) and _live(context, n, args)]
    if not statements:
        return Unregulated()
    statements = [s for s in statements if context.rules.norms[s.norm].speaker != ALL_ELSE] or statements
    decided = context.decide(statements, Kind.CONTRADICTORY, act)
    by = tuple(dict.fromkeys(context.rules.norms[s.norm].clause for s in statements if s.says == decided))
    return Permitted(by) if decided == "may" else Forbidden(by)


def _lacks(context: Context, act: str, args: Instance) -> bool:
    """What the act needs is not there. Of what is left out of it nothing is known."""
    declared = context.rules.acts[act]
    if isinstance(declared.needs, Yes):
        return False
    env = declared.bound(args)
    needed = context.rules.found.of(("needed for", act), lambda: free(declared.needs))
    return all(env.get(name, 0) is not None for name in needed) and not context.holds(declared.needs, env)


def _allowing(context: Context, statements: list[Statement]) -> bool:
    """The permissions are enough to allow the act, so that no duty is asked."""
    outcome = context.weighed(statements)
    return isinstance(outcome, Agreed) and outcome.says == "may"


def _live(context: Context, norm: Norm, args: Instance) -> bool:
    """The norm speaks of the act here. Raises Undecided where its condition asks for what it is to decide."""
    assert isinstance(norm.claim, May | Must | MustNot)
    act = norm.claim.act.act
    asking = context.rules.asking.setdefault((act, args), [])
    if len(asking) > MOST_WITHIN:
        raise Undecided(_itself(act, args, tuple(dict.fromkeys(n.clause for n in asking))))
    asking.append(norm)
    try:
        return matched(context, norm, args) is not None
    finally:
        asking.pop()


def _itself(act: str, args: Instance, clauses: tuple[str, ...]) -> Point:
    """The open point where whether an act is allowed hangs on whether it is."""
    says = {"may": "it is allowed", "must not": "it is forbidden"}
    return Point(
        f"{'/'.join(clauses)}: {act} hangs on itself",
        Kind.SILENT,
        (RIGID, ITSELF, act, *args),
        tuple(Option((one, *clauses), text, clauses) for one, text in says.items()),
        clauses,
        f"by {' and '.join(clauses)} it hangs on itself whether the act is allowed",
    )


def against(context: Context, act: str, args: Instance, title: str) -> tuple[str, ...]:
    """The clauses by which what the text of the card has a player do may not be done; nothing if it may.

    Raises Undecided where a norm forbids it that speaks for another clause, no norm allows it, and neither goes before
    the other.
    """
    norms = [n for n in context.rules.deontic[act] if n.speaker != ALL_ELSE]
    if not any(isinstance(n.claim, MustNot) for n in norms):
        return ()
    live = [n for n in norms if matched(context, n, args) is not None]
    if any(isinstance(n.claim, May | Must) for n in live):
        ruling = permission(context, act, args)
        return ruling.by if isinstance(ruling, Forbidden) else ()
    card = context.rules.cards.get(title)
    if card is None:
        return ()
    forbidding = [n for n in live if n.clause not in card.clauses and context.rules.text_over(title, n) is None]
    if not forbidding:
        return ()
    if over := tuple(dict.fromkeys(n.clause for n in forbidding if set(n.outranks) & {title, *card.clauses})):
        context.cites.update(dict.fromkeys(over))
        return over
    statements = [Statement(n.id, "must not") for n in forbidding]
    says = context.rules.stated(card.clauses[:1]) or (title,)
    decided = context.decide([*statements, *(Statement(c, "may") for c in says)], Kind.CONTRADICTORY, act)
    return () if decided == "may" else tuple(dict.fromkeys(n.clause for n in forbidding))


def lawful(context: Context, moment: Await, acts: Iterable[Instance]) -> tuple[tuple[Instance, ...], bool]:
    """Those of the acts that are not forbidden, and whether one has to be done at the moment, though nobody need act."""
    legal = tuple(a for a in acts if not isinstance(permission(context, str(a[0]), a[1:]), Forbidden))
    named = ((act, tuple(a[1:] for a in legal if a[0] == act)) for act in moment.acts)
    return legal, moment.lapses and any(duties(context, act, ways) for act, ways in named)


def matched(context: Context, norm: Norm, args: Instance) -> Binding | None:
    """The variables of the norm where it is live for the act or event."""
    claim = norm.claim
    if isinstance(claim, May | Must | MustNot):
        env = context.matches(claim.act, args)
    elif isinstance(claim, Prevents | Protects | Replaces | When):
        env = context.matches(claim.event, args)
    else:
        raise TypeError(f"{norm.id} is not about an act or event")
    return env if env is not None and context.applies(norm, env) else None


class Follows(Record):
    """An effect that a norm attaches to an event."""

    norm: str
    clause: str
    effect: Effect
    env: tuple[tuple[str, Value], ...]
    joint: bool
    speaker: str = ""


def following(context: Context, act: str, args: Instance) -> tuple[Follows, ...]:
    """What the live norms attach to the event, in the order in which they are written."""
    return context.once(("following", act, args), lambda inner: _following(inner, act, args))


def _following(context: Context, act: str, args: Instance) -> tuple[Follows, ...]:
    found: list[Follows] = []
    for norm in possible(context.rules, context.rules.following, act, args):
        env = matched(context, norm, args)
        if env is not None and isinstance(norm.claim, When):
            given = tuple(sorted(env.items()))
            found.append(Follows(norm.id, norm.clause, norm.claim.effect, given, norm.claim.joint, norm.speaker))
    return tuple(found)


def breached(rules: Rulebook, attached: tuple[Follows, ...]) -> tuple[Follows, ...]:
    """What is attached to an act in circumstances that a norm names, not what follows it whenever it is done."""
    conditions = ((f, rules.norms[f.norm].cond) for f in attached)
    return tuple(f for f, cond in conditions if facts_in(cond) - {"is"} or bounded_in(cond))


def duties(context: Context, act: str, instances: tuple[Instance, ...]) -> tuple[tuple[str, tuple[Instance, ...]], ...]:
    """Each live obligation about the act with the instances that would fulfil it.

    One fulfilled instance is enough for each obligation; an obligation nothing can fulfil is none.
    """
    found = ((n.id, fulfilling(context, n, instances)) for n in obliging(context.rules, act))
    return tuple((norm, ways) for norm, ways in found if ways)


def obliging(rules: Rulebook, act: str) -> tuple[Norm, ...]:
    """The norms by which the act may have to be done, in their order."""
    return tuple(n for n in rules.deontic[act] if isinstance(n.claim, Must))


def fulfilling(context: Context, norm: Norm, instances: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """The instances for which the duty is live; its condition is looked at once for all that it cannot tell apart."""
    assert isinstance(norm.claim, Must), f"{norm.id} is no duty"
    pattern = norm.claim.act
    places = relied_on(context.rules, norm, pattern)
    if places is None:
        return tuple(i for i in instances if matched(context, norm, i) is not None)
    live: dict[tuple[Value, ...], bool] = {}
    found = []
    for instance in instances:
        said = tuple([instance[at] for at in places])
        holds = live.get(said)
        if holds is None:
            holds = live[said] = matched(context, norm, instance) is not None
        if holds:
            found.append(instance)
    return tuple(found)


def frees(context: Context, act: str, duty: str, args: Instance) -> bool:
    """A permission that goes before the duty allows the act, which may so be done in the place of what is owed."""
    above = outranking(context)
    allowing = (n for n in context.rules.deontic[act] if isinstance(n.claim, May) and above(n.id, duty))
    return any(matched(context, n, args) is not None for n in allowing)


def consequence(forbidding: tuple[str, ...], attaching: tuple[str, ...]) -> Point:
    """The open point where one clause forbids an act and another says what follows it."""
    clauses = tuple(sorted({*forbidding, *attaching}))
    options = (
        Option("undone", "the illegal act is taken back", forbidding),
        Option("done", f"{_say(attaching, 'settle')} what follows the illegal act", attaching),
    )
    text = f"{_say(forbidding, 'forbid')} the act, {_say(attaching, 'tell')} what it brings about"
    return Point(
        f"{'/'.join(clauses)}: a forbidden act with a consequence",
        Kind.AMBIGUOUS,
        ("option", "consequence", *clauses),
        options,
        clauses,
        text,
    )


def all_the_same(forbidding: tuple[str, ...], act: str, told: str, store: Store) -> Point:
    """The open point where a clause forbids an act, `told` in these words, and no clause says what becomes of it."""
    options = (Option("undone", "the illegal act is taken back"), Option(STANDS, "the illegal act stands"))
    key = ("option", "illegal act", act, store.get(("plays",), 0))
    text = f"{_say(forbidding, 'forbid')} `{told}`, and no clause says what becomes of it"
    return Point(f"what becomes of an illegal act: {act}", Kind.SILENT, key, options, forbidding, text)


def of_illegal_act(point: Point) -> bool:
    """The point is what becomes of an illegal act of which no clause says that."""
    return point.key[:2] == ("option", "illegal act")


def _say(clauses: tuple[str, ...], verb: str) -> str:
    return f"{' and '.join(clauses)} {verb}{'' if len(clauses) > 1 else 's'}"
