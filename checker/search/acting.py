"""What players could do at a moment, worked out from the vocabulary alone."""

from __future__ import annotations

from itertools import product
from typing import Any

from checker.kernel.norm import May, Must
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of
from checker.norms.resolve import Permitted, permission

MOST = 2000


def possible(
    context: Any, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """Each act of the kinds with things that are there, where it makes sense and some norm allows it.

    A card is played from a zone of its player. An act that no norm ever allows needs none to allow it.
    """
    found: list[tuple[Value, ...]] = []
    for kind in kinds:
        act = context.rules.acts.get(kind)
        if act is None:
            continue
        ranges = []
        for letter, _ in act.params:
            things = context.things(sort_of(context.rules.game.vocabulary, letter))
            optional = not all(f"{{{letter}}}" in w for w in act.phrase.split(" | ")) and letter != act.params[0][0]
            ranges.append((*things, None) if optional else things)
        allowed = any(isinstance(n.claim, May | Must) for n in context.rules.deontic[kind])
        for args in list(product(*ranges))[:MOST]:
            env = {letter: a for (letter, _), a in zip(act.params, args, strict=True)}
            if not _own(context, args) or not context.holds(act.needs, env):
                continue
            if not allowed or isinstance(permission(context, kind, args), Permitted):
                found.append((kind, *args))
    return tuple(found)


def _own(context: Any, args: tuple[Value, ...]) -> bool:
    """The first card, if there is one, lies in a zone of whoever acts."""
    card = next((a for a in args if isinstance(a, tuple)), None)
    return card is None or any(
        k[0] == "zone" and len(k) > 2 and k[2] == args[0] and isinstance(v, tuple) and card in v
        for k, v in context.store.items()
    )
