"""What players could do at a moment, worked out from the vocabulary alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from checker.kernel.norm import May, Must, Norm
from checker.kernel.term import Value
from checker.kernel.trees.anytime_acts import allows
from checker.kernel.trees.clause_uses import numbers_in
from checker.kernel.trees.free_variables import free
from checker.kernel.vocabulary import Act, sort_of
from checker.norms.resolve import Permitted, permission

MOST = 2000


def possible(
    context: Any, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """Each act of the kinds with things that are there, where it makes sense and some norm allows it.

    A card is played from a zone of its player. An act that no norm ever allows needs none to allow it.
    """
    found: list[tuple[Value, ...]] = []
    for kind, *args in conceivable(context, kinds):
        allowed = any(isinstance(n.claim, May | Must) for n in context.rules.deontic[kind])
        if not allowed or isinstance(permission(context, str(kind), tuple(args)), Permitted):
            found.append((kind, *args))
    return tuple(found)


def conceivable(context: Any, kinds: tuple[str, ...]) -> Iterator[tuple[Value, ...]]:
    """Each act of the kinds with things that are there, where it makes sense, whether or not it is allowed."""
    for kind in kinds:
        act = context.rules.acts.get(kind)
        if act is None:
            continue
        ranges = []
        for letter, _ in act.params:
            things = context.things(sort_of(context.rules.game.vocabulary, letter))
            ranges.append((*things, None) if _optional(act, letter) else things)
        for args in islice(product(*ranges), MOST):
            env = {letter: a for (letter, _), a in zip(act.params, args, strict=True)}
            if _own(context, args) and context.holds(act.needs, env):
                yield (kind, *args)


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


def _own(context: Any, args: tuple[Value, ...]) -> bool:
    """The first card, if there is one, lies in a zone of whoever acts."""
    card = next((a for a in args if isinstance(a, tuple)), None)
    return card is None or any(
        k[0] == "zone" and len(k) > 2 and k[2] == args[0] and isinstance(v, tuple) and card in v
        for k, v in context.store.items()
    )
