"""What texts do only where something is so: each such place, with all that has to be so for play to come there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Chance, Choose, Each, Effect, If, Nothing, Pick, Say, Then, Under, While
from checker.kernel.game import Game
from checker.kernel.norm import Replaces, When
from checker.kernel.source import Place
from checker.kernel.term import All, And, Cond, Expr, Not, Yes
from checker.kernel.trees.walk import parts_of


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
