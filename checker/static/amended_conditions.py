"""Where in play what amendments brought or changed asks for something that is never so there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Chance, Choose, Each, Effect, If, Nothing, Pick, Put, Say, Then, Under, While
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Norm, Replaces, When
from checker.kernel.source import Place
from checker.kernel.term import All, And, Cond, Every, Expr, Lit, Not, Some, Yes
from checker.kernel.trees.walk import facts_in, of_kind, parts_of, reachable, within
from checker.static.branch_reachability import EITHER, NOT_SO, SO, Flow


def followable(game: Game, tree: object) -> frozenset[str]:
    """What can be followed of that on which the tree hangs: what the rules themselves make otherwise than it begins."""
    acts = tuple((a.body, a.last) for a in game.vocabulary.acts)
    put = set(_changed((game.procedures, acts, game.cards, game.norms)))
    conditions = (f for f in game.vocabulary.fields if f.result == "condition" and not f.params)
    fields = {f.name for f in conditions if (f.name, f.initial is not True) in put}
    made = {f"a {s.name}" for s in game.vocabulary.sorts if s.piece}
    meant: dict[str, list[object]] = {f.name: [f.definition] for f in game.vocabulary.facts}
    for norm in game.norms:
        if isinstance(norm.claim, Counts):
            meant.setdefault(norm.claim.fact.fact, []).append(norm.cond)
    asked = set(reachable(facts_in(tree), lambda name: facts_in(meant.get(name, []))))
    among = {
        f"a {p.sort}" for p in within((tree, [meant.get(a, []) for a in asked])) if isinstance(p, All | Some | Every)
    }
    return frozenset(asked & fields | among & made)


def of_the_game(game: Game) -> frozenset[str]:
    """What can be followed of that by which the whole game goes on or ends."""
    return followable(game, tuple(s.effect.cond for s in game.procedures[0].steps if isinstance(s.effect, While)))


def never_there(game: Game) -> list[tuple[GuardedBlock, frozenset[str]]]:
    """The passages of amended texts that no play comes to, though it comes to where they stand; and what they ask for."""
    amended = {(one.kind, one.name) for one in game.amended}
    listed = [(p, followable(game, p.asked)) for p in passages(game) if (p.text.kind, p.text.name) in amended]
    whole, found = of_the_game(game), []
    for asked in dict.fromkeys(a for _, a in listed if a):
        seen = Flow(game, asked | whole).seen
        for passage, _ in (one for one in listed if one[1] == asked):
            ways = seen.get((passage.text.where, id(passage.asked)), EITHER)
            if not ways & (NOT_SO if passage.otherwise else SO):
                found.append((passage, asked))
    return found


def never_then(game: Game) -> list[tuple[Norm, frozenset[str]]]:
    """The amended norms on events whose condition is never so when these happen; and what they ask for."""
    amended = amended_norms(game)
    norms = [n for n in game.norms if isinstance(n.claim, When | Replaces) and n.id in amended]
    listed = [(n, followable(game, n.cond)) for n in norms]
    held = {a: Flow(game, a | of_the_game(game)).held for a in dict.fromkeys(a for _, a in listed if a)}
    return [(n, a) for n, a in listed if a and not held[a].get(n.id, EITHER) & SO]


def amended_norms(game: Game) -> frozenset[str]:
    """The norms that amendments brought or changed."""
    names = {one.name for one in game.amended if one.kind in ("clause", "norm", "card")}
    return frozenset(n.id for n in game.norms if {n.id, n.clause, n.speaker} & names)


def _changed(tree: object) -> Iterator[tuple[str, bool]]:
    """The fields that the tree sets, each with what it may be set to."""
    for put in of_kind(tree, Put):
        values = [bool(put.value.value)] if isinstance(put.value, Lit) else [True, False]
        yield from ((put.field.fact, value) for value in values)


class CalledText(NamedTuple):
    """A text that is carried out: of what kind and name, how it is called, and whose it is."""

    kind: str
    name: str
    where: str
    effect: Effect
    clauses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    place: Place | None = None


class GuardedBlock(NamedTuple):
    """What is done where what is `asked` is so (or there), or, if `otherwise`, where it is not; `needs` is all that has to be so."""

    text: CalledText
    number: int
    asked: Cond | Expr
    otherwise: bool
    needs: Cond


def texts(game: Game) -> Iterator[CalledText]:
    """Every text of the game that is carried out."""
    for procedure in game.procedures:
        for step in procedure.steps:
            where = f"step {step.name} of {procedure.name}"
            yield CalledText("procedure", procedure.name, where, step.effect, step.clauses, (), step.place)
    for act in game.vocabulary.acts:
        yield CalledText("act", act.name, f"act {act.name}", Then((act.body, act.last)))
    for card in game.cards:
        yield CalledText("card", card.title, f"`{card.title}`", card.text, card.clauses, (card.title,), card.place)
    for norm in game.norms:
        if isinstance(norm.claim, When | Replaces):
            yield CalledText("clause", norm.clause, norm.clause, norm.claim.effect, (norm.clause,), (), norm.place)


def passages(game: Game) -> Iterator[GuardedBlock]:
    """Every place in the texts that is come to only where something is so; those never meant to be are left out.

    Conditions are numbered as they stand.
    """
    for text in texts(game):
        numbers: dict[int, int] = {}
        for asked, otherwise, needs in _inner(text.effect, ()):
            number = numbers.setdefault(id(asked), len(numbers) + 1)
            if asked != Not(Yes()):
                yield GuardedBlock(text, number, asked, otherwise, And(needs) if len(needs) > 1 else needs[0])


def _inner(tree: object, needs: tuple[Cond, ...]) -> Iterator[tuple[Cond | Expr, bool, tuple[Cond, ...]]]:
    match tree:
        case If(cond, then, otherwise):
            for part, way, so in ((then, False, cond), (otherwise, True, Not(cond))):
                if part != Nothing():
                    yield cond, way, (*needs, so)
                    yield from _inner(part, (*needs, so))
        case While(cond, body):
            yield cond, False, (*needs, cond)
            yield from _inner(body, ())
        case Each(_, All(_, _, so) as over, body) if so != Yes() or over.sort != "player":
            yield over, False, (*needs, so)
            yield from _inner(body, ())
        case (
            Choose(_, _, All(_, _, so) as over, body)
            | Chance(_, All(_, _, so) as over, body)
            | Pick(_, _, All(_, _, so) as over, body)
        ):
            yield over, False, (*needs, so)
            yield from _inner(body, (*needs, so))
        case Then(effects):
            for effect in effects:
                yield from _inner(effect, needs)
                needs = needs if isinstance(effect, Say | Nothing) else ()
        case Under(_, effect):
            yield from _inner(effect, needs)
        case _:  # whatever else asks nothing before its parts are done
            for part in parts_of(tree):
                yield from _inner(part, ())
