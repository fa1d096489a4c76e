"""What norms put in the place of an event, each once: nothing, something else, or the same of another amount."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Effect, Event
from checker.kernel.norm import Norm, Prevents, Protects, Replaces
from checker.kernel.position import Key
from checker.kernel.record import Record
from checker.kernel.term import Instance, Kind, Lit, Option, Point, Undecided, Value
from checker.kernel.trees.amount_changes import SPENT, modifying
from checker.norms.evaluate import RIGID, Binding, Context
from checker.norms.permissions import matched
from checker.norms.precedence import Statement, outranking
from checker.norms.rulebook import Rulebook

ALTERED = "altered"
"""What modifications say of an event, and preventions between which and them no precedence decides."""


class Altered(Record):
    """The event does not happen as such: `instead` does, with its variables; `same` if that is the event again."""

    by: tuple[str, ...]
    instead: Effect | None
    env: tuple[tuple[str, Value], ...] = ()
    same: bool = False


class _Way(Record):
    """One order in which norms alter an event: their ids, and the arguments that it has then (None: prevented)."""

    norms: tuple[str, ...]
    args: Instance | None


def spent(env: Binding) -> tuple[str, ...]:
    """The norms that had their opportunity at what comes about with these variables."""
    found = env.get(SPENT, ())
    return tuple(str(n) for n in found) if isinstance(found, tuple) else ()


def alteration(context: Context, act: str, args: Instance, had: tuple[str, ...] = ()) -> Altered | None:
    """What norms put in the place of the event, or None if it happens as it is; `had` have had their opportunity.

    A protection speaks against alterations by those against whom it protects; others may still alter.
    """
    return context.once(("alteration", act, args, had), lambda inner: _alteration(inner, act, args, had))


def _alteration(context: Context, act: str, args: Instance, had: tuple[str, ...]) -> Altered | None:
    live = list(_live(context, act, args, had))
    altering = [(n, env) for n, env in live if not isinstance(n.claim, Protects)]
    if not altering:
        return None
    guarding = [n for n, _ in live if isinstance(n.claim, Protects)]
    guarding = [n for n in guarding if any(_guards(context.rules, n, a) for a, _ in altering)]
    if left := _anyway(context, altering, guarding):
        altering, guarding = left, []
    mild = _mild(context, [n for n, _ in altering])
    says = {n.id: ALTERED if n in mild else _says(n) for n in (*guarding, *(n for n, _ in altering))}
    decided = context.decide([Statement(n, said) for n, said in says.items()], Kind.CONTRADICTORY, act)
    if decided == "happens":
        return None
    if decided == ALTERED:
        return _modified(context, act, args, had, mild)
    chosen, env = next((n, env) for n, env in altering if says[n.id] == decided)
    by = tuple(dict.fromkeys(n.clause for n, _ in altering if says[n.id] == decided))
    if isinstance(chosen.claim, Replaces):
        return Altered(by, chosen.claim.effect, _with(env, (*had, chosen.id)))
    return Altered(by, None)


def _live(context: Context, act: str, args: Instance, had: tuple[str, ...]) -> Iterator[tuple[Norm, Binding]]:
    """The norms that still have an opportunity at the event, each with its variables."""
    for norm in context.rules.altering[act]:
        if norm.id not in had and not any(_silences(context, one, norm) for one in had):
            env = matched(context, norm, args)
            if env is not None:
                yield norm, env


def _silences(context: Context, one: str, norm: Norm) -> bool:
    """What came in the place of an event by the one is not for the other to alter: modifications do not disagree."""
    if modifying(context.rules.norms[one].claim) and modifying(norm.claim):
        return context.rules.over(one, norm.id)
    return outranking(context)(one, norm.id)


def _guards(rules: Rulebook, guard: Norm, altering: Norm) -> bool:
    """The guard protects from those for whom the other speaks."""
    assert isinstance(guard.claim, Protects)
    return ("card" if "card" in rules.classes(altering) else "rule") in guard.claim.against


def _anyway(context: Context, altering: list[tuple[Norm, Binding]], guarding: list[Norm]) -> list[tuple[Norm, Binding]]:
    """What alters the event whether or not the guards prevail, since nothing protects it from one that says the same."""
    outranks = outranking(context)
    kept = [n for n, _ in altering if any(_guards(context.rules, g, n) and outranks(g.id, n.id) for g in guarding)]
    left = [(n, env) for n, env in altering if n not in kept]
    free = any(not any(_guards(context.rules, g, n) for g in guarding) for n, _ in left)
    alike = len({_says(n) for n, _ in left}) == 1 and not any(modifying(n.claim) for n, _ in left)
    return left if free and alike else []


def _mild(context: Context, altering: list[Norm]) -> list[Norm]:
    """The modifications, and what prevents the event and neither outranks one of them nor is outranked."""
    named = [n for n in altering if modifying(n.claim)]
    changing = [n for n in named if not any(context.rules.over(o.id, n.id) for o in named)]
    free, outranks = [n for n in altering if isinstance(n.claim, Prevents)], outranking(context)
    free = [n for n in free if not any(outranks(n.id, o.id) or outranks(o.id, n.id) for o in changing)]
    return changing + free if changing else []


def _says(norm: Norm) -> str:
    match norm.claim:
        case Protects():
            return "happens"
        case Prevents():
            return "prevented"
        case _:  # each that replaces it says something of its own
            return f"replaced by {norm.id}"


def _with(env: Binding, had: tuple[str, ...]) -> tuple[tuple[str, Value], ...]:
    return tuple(sorted({**env, SPENT: had}.items()))


def _modified(context: Context, act: str, args: Instance, had: tuple[str, ...], norms: list[Norm]) -> Altered:
    """The event as it is after each modification was made once; their order is open only if it makes a difference."""
    ways: dict[Instance | None, _Way] = {}
    first = frozenset(n.id for n in norms)
    for way in _ways(context, act, args, had, (), first):
        if way.args not in ways or len(way.norms) < len(ways[way.args].norms):
            ways[way.args] = way
    way = next(iter(ways.values())) if len(ways) == 1 else _chosen(context, act, tuple(ways.values()))
    by = tuple(dict.fromkeys(context.rules.norms[n].clause for n in way.norms))
    if way.args is None:
        return Altered(by, None)
    return Altered(by, Event(act, tuple(Lit(a) for a in way.args)), _with({}, (*had, *way.norms)), True)


def _ways(
    context: Context, act: str, args: Instance, had: tuple[str, ...], done: tuple[str, ...], first: frozenset[str]
) -> Iterator[_Way]:
    """Every order in which those that are live are done, each once, none twice."""
    live = [
        (n, env)
        for n, env in _live(context, act, args, (*had, *done))
        if (modifying(n.claim) or isinstance(n.claim, Prevents)) and (done or n.id in first)
    ]
    if not live:
        yield _Way(done, args)
    for norm, env in live:
        match norm.claim:
            case Replaces(_, Event(_, changed)):
                after = tuple(context.value(a, env) for a in changed)
                yield from _ways(context, act, after, had, (*done, norm.id), first)
            case _:  # it does not happen, whatever prevents it or stands in its place
                yield _Way((*done, norm.id), None)


def _chosen(context: Context, act: str, ways: tuple[_Way, ...]) -> _Way:
    """The order that was settled; raises Undecided if none was."""
    named = context.rules.norms
    norms = sorted({n for way in ways for n in way.norms})
    clauses = tuple(dict.fromkeys(named[n].clause for n in norms))
    key: Key = (RIGID, "modifications", act, *norms)
    settled = context.store.get(key)
    for way in ways:
        if way.norms == settled:
            return way
    called = {n: named[n].clause if len(clauses) == len(norms) else n for n in norms}
    options = tuple(Option(w.norms, ", then ".join(called[n] for n in w.norms), clauses) for w in ways)
    text = f"no clause says which comes first: {' or '.join(called[n] for n in norms)}"
    raise Undecided(
        Point(f"order of {' and '.join(called[n] for n in norms)}", Kind.ORDER, key, options, clauses, text)
    )
