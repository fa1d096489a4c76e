"""How many things that lie on other things there can be at once: for each of those one from each card that lays one.

It rests on this: a thing is laid by the text of a card, or laid on a new thing for each that lies on the thing of
which that is a copy. So no two on one thing go back to the same laying, and there are at most as many on each as are
laid in all. It is read off the trees, and there is no bound where they do anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from checker.kernel.effect import Await, Create, Each, Effect, Event, Put, Remove, Run, Then, Under, Unstated, While
from checker.kernel.game import Game
from checker.kernel.term import All, Call, Compare, Var
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import Act, sort_of
from checker.static.creation_bounds import Most, makes, most


class StackBound(NamedTuple):
    """At most so many on all things of the sort `on`: each of the cards lays so many each time that it works."""

    on: str
    cards: tuple[tuple[str, int], ...]
    bound: Most


def stacked(game: Game, sort: str) -> StackBound | None:
    """The most things of the sort, if they lie on others and come as said; None if they do not."""
    return next((found for field, base in _bearers(game, sort) if (found := _on(game, sort, field, base))), None)


def _bearers(game: Game, sort: str) -> Iterator[tuple[str, str]]:
    """The fields that say on what the things lie, and the sort of that."""
    words = game.vocabulary
    sorts = {s.name for s in words.sorts} - {sort}
    for field in words.fields:
        if field.result in sorts and [sort_of(words, p) for p in field.params] == [sort]:
            yield field.name, field.result


def _on(game: Game, sort: str, field: str, base: str) -> StackBound | None:
    trees = game.texts
    acts = {a.name: _act(game, a, sort, field) for a in game.vocabulary.acts if makes(_inlined(game, a), sort)}
    laying = {name for name, kind in acts.items() if kind == "lays"}
    copying = {name: int(kind) for name, kind in acts.items() if kind.isdigit()}
    under = most(game, base)
    if under is None or len(laying) + len(copying) < len(acts) or not _settled(game, trees, sort, field, base):
        return None
    waited = {a for tree in trees for e in within(tree) if isinstance(e, Await) for a in e.acts}
    if waited & acts.keys() or not all(_copied(t, base, copying) for t in trees) or not _only_cards(game, laying):
        return None
    cards = [(c, _laid(c.text, laying)) for c in game.cards]
    if any(laid is None for _, laid in cards):
        return None
    each = sum(c.copies * (laid or 0) for c, laid in cards)
    return StackBound(base, tuple((c.title, laid) for c, laid in cards if laid), under.copies(each))


def _inlined(game: Game, act: Act) -> object:
    """What the act does, with the procedures that it carries out itself."""
    steps = {p.name: tuple(s.effect for s in p.steps) for p in game.procedures}
    own: list[object] = [(act.body, act.last)]
    own += [steps[e.procedure] for e in within(own[0]) if isinstance(e, Run)]
    return tuple(own)


def _act(game: Game, act: Act, sort: str, field: str) -> str:
    """Whether the act `lays` one, or lays one for each on another: then the number of the argument it lays them on."""
    inside = _inlined(game, act)
    created = [e for e in within(inside) if isinstance(e, Create) and e.sort == sort]
    loops = [e for e in within(inside) if isinstance(e, Each | While)]
    if len(created) != 1:
        return ""
    put = next((e.value for e in within(created[0].body) if isinstance(e, Put) and e.field.fact == field), None)
    params = [p for p, _ in act.params]
    if not isinstance(put, Var) or put.name not in params:
        return ""
    match loops:
        case []:
            return "lays"
        case [Each(var, All(same, of, Compare("is", Call(name, (Var(it),)), Var(thing))), _)]:
            every = var == same == it and of == sort and name == field and thing in params and thing != put.name
            return str(params.index(put.name)) if every else ""
        case _:  # not known to be done once for each
            return ""


def _settled(game: Game, trees: tuple[object, ...], sort: str, field: str, base: str) -> bool:
    """Nothing makes them, moves them or takes away what they lie on but as an act lays them, or with all of them."""
    acts = tuple(_inlined(game, a) for a in game.vocabulary.acts)
    runs = {e.procedure for a in game.vocabulary.acts for e in within((a.body, a.last)) if isinstance(e, Run)}
    steps = tuple(p.steps for p in game.procedures if p.name not in runs)
    others = (steps, tuple(c.text for c in game.cards), tuple(n.claim for n in game.norms))
    if makes(others, sort) or _puts(others, field, ""):
        return False
    run = [e.procedure for t in trees for e in within(t) if isinstance(e, Run)]
    making = [p.name for p in game.procedures if makes(p.steps, sort)]
    unclear = [c for t in trees for e in within(t) if isinstance(e, Unstated) for c in e.changes]
    if any(run.count(name) > 1 for name in making) or any(c.fact == field for c in unclear):
        return False
    made = [e for e in within(acts) if isinstance(e, Create) and e.sort == sort]
    inside = sum(_puts(e, field, e.var) for e in made)
    if sum(_puts(t, field, "") for t in acts) != inside:
        return False
    bare = sum(isinstance(e, Remove) and e.sort == base for t in trees for e in within(t))
    return bare == sum(_cleared(e.effects, sort, field, base) for t in trees for e in within(t) if isinstance(e, Then))


def _puts(tree: object, field: str, var: str) -> int:
    found = (e.field.args for e in within(tree) if isinstance(e, Put) and e.field.fact == field)
    return sum(not var or args == (Var(var),) for args in found)


def _cleared(effects: tuple[object, ...], sort: str, field: str, base: str) -> int:
    """How many things of the base are taken away right after all that lie on them."""
    return sum(
        isinstance(one, Each)
        and isinstance(one.over, All)
        and isinstance(other, Remove)
        and other.sort == base
        and one.over.where == Compare("is", Call(field, (Var(one.var),)), other.thing)
        and one.body == Remove(Var(one.var), sort)
        for one, other in pairwise(effects)
    )


def _copied(tree: object, base: str, copying: dict[str, int]) -> bool:
    """What copies does so once for a new thing, before anything else is done with it."""
    events = sum(isinstance(e, Event) and e.act in copying for e in within(tree))
    first = [(e.var, _first(e.body)) for e in within(tree) if isinstance(e, Create) and e.sort == base]
    return events == sum(
        isinstance(e, Event) and e.act in copying and e.args[copying[e.act]] == Var(v) for v, e in first
    )


def _first(effect: Effect) -> object:
    match effect:
        case Then((first, *_)):
            return _first(first)
        case Under(_, inner):
            return _first(inner)
    return effect


def _only_cards(game: Game, laying: set[str]) -> bool:
    """Only the texts of cards lay them."""
    steps, acts, _, claims = game.texts
    return not any(isinstance(e, Event) and e.act in laying for e in within((steps, acts, claims)))


def _laid(text: object, laying: set[str]) -> int | None:
    """How many the text lays when it is carried out once; None if as often as something says."""
    again = [e.body for e in within(text) if isinstance(e, Each | While)]
    if any(isinstance(e, Event) and e.act in laying for e in within(tuple(again))):
        return None
    return sum(isinstance(e, Event) and e.act in laying for e in within(text))
