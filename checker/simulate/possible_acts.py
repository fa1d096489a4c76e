"""What players could do at a moment, worked out from the vocabulary alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import May, Must, Norm
from checker.kernel.term import Value
from checker.kernel.trees.anytime_acts import allows
from checker.kernel.trees.clause_uses import numbers_in
from checker.kernel.trees.free_variables import free
from checker.kernel.vocabulary import Act, sort_of
from checker.norms.number_ranges import offered
from checker.norms.permissions import Permitted, permission

MOST = 2000


def possible(
    context: Any, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """Each act of the kinds with things that are there, where it makes sense and some norm allows it.

    A card is played from a zone of its player. An act that no norm ever allows needs none to allow it.
    """
    return tuple(one for one in conceivable(context, kinds) if permitted(context, one))


def permitted(context: Any, one: tuple[Value, ...]) -> bool:
    """Some norm allows the act there, or none ever does. Raises Undecided where norms clash."""
    kind, *args = one
    allowed = any(isinstance(n.claim, May | Must) for n in context.rules.deontic[str(kind)])
    return not allowed or isinstance(permission(context, str(kind), tuple(args)), Permitted)


def conceivable(context: Any, kinds: tuple[str, ...]) -> Iterator[tuple[Value, ...]]:
    """Each act of the kinds with things that are there, where it makes sense, whether or not it is allowed."""
    own = _zones_of_players(context)
    for kind in kinds:
        act = context.rules.acts.get(kind)
        if act is None:
            continue
        for args in _instances(context, act, own):
            if context.holds(act.needs, act.bound(args)):
                yield (kind, *args)


def _instances(context: Any, act: Act, own: frozenset[tuple[Value, Value]]) -> Iterator[tuple[Value, ...]]:
    """The act with things that are there; the first card, if there is one, lies in a zone of whoever acts."""
    sorts = [sort_of(context.rules.game.vocabulary, letter) for letter, _ in act.params]
    counted = [n for n, sort in enumerate(sorts) if sort == "number"]
    ranges = [
        (None,) if at in counted else (*context.things(sort), None) if _optional(act, letter) else context.things(sort)
        for at, (sort, (letter, _)) in enumerate(zip(sorts, act.params, strict=True))
    ]
    at = sorts.index("card") if "card" in sorts else 0
    for who in ranges[0] if ranges else ():
        own_cards = [x for x in ranges[at] if x is None or (who, x) in own]
        rest = [own_cards if n == at else listed for n, listed in enumerate(ranges)][1:]
        yield from islice(
            (some for one in product((who,), *rest) for some in _counted(context, act, one, counted)), MOST
        )


def _counted(context: Any, act: Act, args: tuple[Value, ...], at: list[int]) -> Iterator[tuple[Value, ...]]:
    """The act with each number in these places with which the norms may allow it; with none where they leave all of them."""
    if not at:
        yield args
        return
    here, *further = at
    norms = context.rules.deontic[act.name]
    for number in offered(context, act, norms, args, here, context.rules.compiled.read) or ():
        yield from _counted(context, act, (*args[:here], number, *args[here + 1 :]), further)


def anytime(context: Any, acts: dict[str, tuple[Norm, ...]]) -> tuple[tuple[Value, ...], ...]:
    """Each of the acts, given with the norms that allow it, with things that are there, where one of them does.

    What may be left out is named only if a norm speaks of it; a number is 1, or one that a norm speaks of.
    """
    found: dict[tuple[Value, ...], None] = {}
    for name, norms in acts.items():
        act = context.rules.acts[name]
        ranges = [_told_by(context, act, norms, letter) for letter, _ in act.params]
        for args in islice(product(*ranges), MOST):
            env = {letter: a for (letter, _), a in zip(act.params, args, strict=True)}
            if context.holds(act.needs, env) and isinstance(permission(context, name, args), Permitted):
                found[name, *args] = None
    return tuple(found)


def _told_by(context: Any, act: Act, norms: tuple[Norm, ...], letter: str) -> tuple[Value, ...]:
    """What may stand for the letter in the act as far as the norms speak of it."""
    sort = sort_of(context.rules.game.vocabulary, letter)
    if sort == "number":
        return tuple(sorted({1, *(n for norm in norms for n in numbers_in((norm.claim, norm.cond)))}))
    things = context.things(sort)
    if not _optional(act, letter):
        return tuple(things)
    at = [name for name, _ in act.params].index(letter)
    named = any(free(allowed.args[at]) & free(n.cond) for n in norms if (allowed := allows(n.claim)) is not None)
    return (*things, None) if named else (None,)


def _optional(act: Act, letter: str) -> bool:
    """Some wording of the act does without what the letter stands for."""
    return letter != act.params[0][0] and not all(f"{{{letter}}}" in w for w in act.phrase.split(" | "))


def _zones_of_players(context: Any) -> frozenset[tuple[Value, Value]]:
    """Each card that lies in a zone of a player, with the player; of equal cards in a hand the first."""
    found: set[tuple[Value, Value]] = set()
    for key, held in context.store.entries("zone"):
        if len(key) > 2 and isinstance(held, tuple):
            listed = {title_of(c): c for c in reversed(held)}.values() if key[1] == context.rules.hand else held
            found.update((key[2], card) for card in listed)
    return frozenset(found)
