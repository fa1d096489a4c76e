"""Every instance of an act that a player could do on a table, whether or not the rules allow it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from checker.kernel.norm import Must, Norm
from checker.kernel.term import Value, Var
from checker.kernel.vocabulary import Act, sort_of
from checker.norms.card_kinds import relied_on
from checker.norms.evaluate import Context
from checker.norms.number_ranges import offered
from checker.norms.permissions import fulfilling

MOST_INSTANCES = 2000
SOME = range(21)
NOWHERE: Mapping[int, tuple[Value, ...]] = MappingProxyType({})


Among = Mapping[int, tuple[Value, ...]]
"""The things that come into question, by the places of arguments; of other places everything of their sort does."""


def possible_instances(context: Context, act: str, seat: int, among: Among = NOWHERE) -> tuple[tuple[Value, ...], ...]:
    """Every instance of the act that the player could do and that its words can tell, with things left out too."""
    rules = context.rules
    declared, norms = rules.acts[act], rules.deontic[act]
    told_at = _wordings(declared)
    sorts = [sort_of(rules.game.vocabulary, letter) for letter, _ in declared.params]
    found: list[tuple[Value, ...]] = [(seat,)]
    for at, sort in enumerate(sorts[1:], 1):
        things = (None,) if sort == "number" else (*(among[at] if at in among else context.things(sort)), None)
        found = [i for f in found for t in things if _some_words((i := (*f, t)), told_at)][:MOST_INSTANCES]
    for at in (n for n, sort in enumerate(sorts) if sort == "number"):
        told = [(f, offered(context, declared, norms, f, at, rules.compiled.read)) for f in found]
        found = [(*f[:at], number, *f[at + 1 :]) for f, some in told for number in (SOME if some is None else some)][
            :MOST_INSTANCES
        ]
    return tuple(found)


def whole_instances(context: Context, act: str, seat: int, among: Among = NOWHERE) -> tuple[tuple[Value, ...], ...]:
    """Every instance of the act by the player with all that one of its wordings names, and nothing else."""
    told_at = _wordings(context.rules.acts[act])
    return tuple(i for i in possible_instances(context, act, seat, among) if _named(i) in told_at)


@lru_cache(maxsize=1024)
def _wordings(act: Act) -> frozenset[frozenset[int]]:
    """For each wording of the act the places of those arguments besides the player that it names."""
    letters = [letter for letter, _ in act.params]
    told = (wording for words in (act.said, act.other, act.phrase) if words for wording in words.split(" | "))
    slots = ({letter for letter in letters[1:] if "{" + letter + "}" in wording} for wording in told)
    return frozenset(frozenset(map(letters.index, named)) for named in slots)


def _named(instance: tuple[Value, ...]) -> frozenset[int]:
    return frozenset(at for at, value in enumerate(instance) if at and value is not None)


def _some_words(instance: tuple[Value, ...], told_at: frozenset[frozenset[int]]) -> bool:
    """Some wording names all that the instance has, or more."""
    return _completed(instance, 0, told_at)


def owed_instances(context: Context, norm: Norm, seat: int) -> tuple[tuple[Value, ...], ...]:
    """The instances by which the player fulfils the duty, with all that the words of the act name.

    Things on which the duty does not hang are looked for only beside those with which it is fulfilled.
    """
    assert isinstance(norm.claim, Must), f"{norm.id} is no duty"
    rules, act = context.rules, norm.claim.act
    among, beside = _lying(context, norm, seat), _beside(context, norm)
    if not beside:
        return fulfilling(context, norm, whole_instances(context, act.act, seat, among))
    told_at = _wordings(rules.acts[act.act])
    without = possible_instances(context, act.act, seat, {**among, **dict.fromkeys(beside, ())})
    found = fulfilling(context, norm, without)
    for at, sort in beside.items():
        found = tuple(
            (*one[:at], thing, *one[at + 1 :])
            for one in found
            for thing in ((*context.things(sort), None) if _completed(one, at, told_at) else (None,))
        )
    return tuple(i for i in found if _named(i) in told_at)[:MOST_INSTANCES]


def _completed(instance: tuple[Value, ...], at: int, told_at: frozenset[frozenset[int]]) -> bool:
    """Some wording names all that the instance has, and what stands at the place."""
    named = _named(instance) | ({at} if at else frozenset())
    return any(named <= places for places in told_at)


def _beside(context: Context, norm: Norm) -> Mapping[int, str]:
    """The sorts of those last places of the act on whose things the duty does not hang; none where numbers are told."""
    assert isinstance(norm.claim, Must), f"{norm.id} is no duty"
    rules = context.rules
    sorts = [sort_of(rules.game.vocabulary, letter) for letter, _ in rules.acts[norm.claim.act.act].params]
    places = relied_on(rules, norm, norm.claim.act)
    if places is None or "number" in sorts:
        return {}
    return {at: sorts[at] for at in range(max((0, *places)) + 1, len(sorts))}


def _lying(context: Context, norm: Norm, seat: int) -> Among:
    """The cards with which the player may fulfil the duty, where it says where they lie."""
    assert isinstance(norm.claim, Must), f"{norm.id} is no duty"
    rules, args = context.rules, norm.claim.act.args
    names = [a.name for a in args if isinstance(a, Var)]
    if len(set(names)) < len(args):
        return NOWHERE
    sorts = [sort_of(rules.game.vocabulary, letter) for letter, _ in rules.acts[norm.claim.act.act].params]
    ranges = rules.found.of(
        ("lying", norm.id),
        lambda: {
            at: rules.compiled.lying(norm.cond, names[at], frozenset(names[:1]))
            for at, sort in enumerate(sorts)
            if at and sort == "card"
        },
    )
    return {at: among(context, {names[0]: seat}) for at, among in ranges.items() if among is not None}
