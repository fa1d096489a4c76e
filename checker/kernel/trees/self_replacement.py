"""Norms that put an event in the place of itself, told as acts of their own: each has one opportunity at an event."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.effect import Event
from checker.kernel.game import Game
from checker.kernel.norm import Norm, Prevents, Protects, Replaces, When
from checker.kernel.trees.walk import acts_in, rebuilt


def unfolded(game: Game) -> Game:
    """The game in which what such norms put there is another act, with which the others still meet.

    It is wide enough for every play of the game: after each of them once, none of them meets it any more.
    """
    again: dict[str, list[Norm]] = {}
    for norm in game.norms:
        if isinstance(norm.claim, Replaces) and norm.claim.event.act in acts_in(norm.claim.effect):
            again.setdefault(norm.claim.event.act, []).append(norm)
    if not again:
        return game
    acts = list(game.vocabulary.acts)
    for one in game.vocabulary.acts:
        for level in range(1, len(again.get(one.name, ())) + 1):
            acts.append(msgspec.structs.replace(one, name=_name(one.name, level), phrase=""))
    words = msgspec.structs.replace(game.vocabulary, acts=tuple(acts))
    norms = tuple(made for norm in game.norms for made in _levels(norm, again))
    return msgspec.structs.replace(game, vocabulary=words, norms=norms)


def _levels(norm: Norm, again: dict[str, list[Norm]]) -> Iterator[Norm]:
    """The norm about the event and about what comes in its place, as long as it is not the last that does."""
    claim = norm.claim
    if not isinstance(claim, Replaces | Prevents | Protects | When) or claim.event.act not in again:
        yield norm
        return
    act, most = claim.event.act, len(again[claim.event.act])
    for level in range(most + 1 if norm not in again[act] else most):
        event = msgspec.structs.replace(claim.event, act=_name(act, level))
        parts: dict[str, object] = {"event": event}
        if norm in again[act] and isinstance(claim, Replaces):
            parts["effect"] = _renamed(claim.effect, act, _name(act, level + 1))
        made: object = msgspec.structs.replace(claim, **parts)
        yield msgspec.structs.replace(norm, id=_name(norm.id, level), claim=made)


def _name(name: str, level: int) -> str:
    return f"{name}, altered {'once' if level == 1 else f'{level} times'}" if level else name


def _renamed(tree: object, old: str, new: str) -> object:
    """The tree with another act in the place of the old one."""
    if isinstance(tree, Event) and tree.act == old:
        return Event(new, tree.args)
    return rebuilt(tree, lambda part: _renamed(part, old, new))
