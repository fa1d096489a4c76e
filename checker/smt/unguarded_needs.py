"""What acts need: those brought about where nothing says that it is there, and what clauses ask for where all else is forbidden."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.effect import Chance, Choose, Event, If, Nothing, Pick, Say, Then, Under, While
from checker.kernel.game import Game
from checker.kernel.norm import ALL_ELSE, CLOSES, MustNot, Replaces, When
from checker.kernel.term import All, And, Compare, Cond, Not, Or, Var, Yes
from checker.kernel.trees.anytime_acts import allows, unawaited
from checker.kernel.trees.walk import free, parts_of
from checker.kernel.vocabulary import Act
from checker.smt.encode import Names
from checker.smt.termination.path_facts import closed


def unguarded(game: Game) -> tuple[str, ...]:
    """The names of the acts that need something and that some text brings about whether or not it is there.

    What players do is left aside: without what it needs nobody may do it.
    """
    acts = {a.name: a for a in game.vocabulary.acts if not isinstance(a.needs, Yes)}
    found: set[str] = set()
    for text, known in _texts(game) if acts else ():
        for event, there in _events(text, known):
            if event.act in acts:
                names = dict(zip((p for p, _ in acts[event.act].params), event.args, strict=True))
                found |= set() if set(_parts(closed(acts[event.act].needs, names))) <= set(there) else {event.act}
    return tuple(sorted(found))


def as_allowed(game: Game) -> Game:
    """The game in which acts that players alone do, and that nobody may do unless a clause allows them, need what these
    clauses ask for."""
    acts = tuple(msgspec.structs.replace(a, needs=_asked(game, a)) for a in game.vocabulary.acts)
    return msgspec.structs.replace(game, vocabulary=msgspec.structs.replace(game.vocabulary, acts=acts))


def _asked(game: Game, act: Act) -> Cond:
    """What the act needs, and, where nothing else is allowed, what some norm asks for that allows it."""
    shut = [n.claim for n in game.norms if n.speaker == ALL_ELSE and isinstance(n.cond, Yes)]
    closed_to = any(isinstance(c, MustNot) and (c == CLOSES or c.act.act == act.name) for c in shut)
    if (
        not closed_to
        or act.name in unawaited(game)
        or any(e.act == act.name for t, _ in _texts(game) for e, _ in _events(t, ()))
    ):
        return act.needs
    ways: list[Cond] = []
    for norm in game.norms:
        if (about := allows(norm.claim)) is None or about.act != act.name:
            continue
        names: Names = {}
        asked: list[Cond] = []
        for (param, _), said in zip(act.params, about.args, strict=True):
            if isinstance(said, Var) and said.name not in names:
                names[said.name] = Var(param)
            else:
                asked.append(Compare("is", Var(param), closed(said, names)))
        if free((norm.cond, *about.args)) - names.keys():
            return act.needs
        ways.append(And((*asked, closed(norm.cond, names))))
    allowed = ways[0] if len(ways) == 1 else Or(tuple(ways))
    return (allowed if isinstance(act.needs, Yes) else And((act.needs, allowed))) if ways else act.needs


def _texts(game: Game) -> Iterator[tuple[object, tuple[Cond, ...]]]:
    """Each text that is carried out, with what is known where it begins."""
    yield from ((step.effect, ()) for procedure in game.procedures for step in procedure.steps)
    yield from ((act.body, ()) for act in game.vocabulary.acts)
    yield from ((act.last, ()) for act in game.vocabulary.acts)
    yield from ((card.text, ()) for card in game.cards)
    yield from ((n.claim.effect, ()) for n in game.norms if isinstance(n.claim, When | Replaces))


def _events(tree: object, known: tuple[Cond, ...]) -> Iterator[tuple[Event, tuple[Cond, ...]]]:
    match tree:
        case Event():
            yield tree, known
        case If(cond, then, otherwise):
            yield from _events(then, (*known, *_parts(cond)))
            yield from _events(otherwise, (*known, *_parts(Not(cond))))
        case While(cond, body):
            yield from _events(body, tuple(_parts(cond)))
        case Choose(_, var, All() as over, body) | Chance(var, All() as over, body) | Pick(_, var, All() as over, body):
            yield from _events(
                body, (*(c for c in known if var not in free(c)), *_parts(closed(over.where, {over.var: Var(var)})))
            )
        case Then(effects):
            for effect in effects:
                yield from _events(effect, known)
                known = known if isinstance(effect, Say | Nothing) else ()
        case Under(_, effect):
            yield from _events(effect, known)
        case _:  # of whatever else nothing is known before its parts are done
            for part in parts_of(tree):
                yield from _events(part, ())


def _parts(cond: Cond) -> Iterator[Cond]:
    if isinstance(cond, And):
        for part in cond.parts:
            yield from _parts(part)
    elif not isinstance(cond, Yes):
        yield cond
