"""The course of play of a game: its steps, what they change, and where in them somebody is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.kernel.effect import Add, Event, Put, Run, Then
from checker.kernel.game import Game, Step
from checker.kernel.term import Lit
from checker.kernel.trees.anytime_acts import awaited, awaiting
from checker.kernel.trees.walk import of_kind, reachable, within


def course_steps(game: Game) -> tuple[str, ...]:
    """The names of the steps that `procedure game` leads to, each once, as scenes number them."""
    steps = {p.name: p.steps for p in game.procedures}
    todo, found = ["game"], []
    while todo:
        name = todo.pop()
        if name in steps and name not in found:
            found.append(name)
            todo += reversed([run.procedure for run in of_kind(steps[name], Run)])
    return tuple(dict.fromkeys(s.name for name in found for s in steps[name]))


class Course(NamedTuple):
    """What the steps of the course change: all fields, and those that no act changes; the names of the steps by their
    effects, and the acts and procedures in which somebody is waited for; the acts that steps wait for, and the fields
    that are handed on from one player to another."""

    fields: frozenset[str]
    fixed: frozenset[str]
    steps: dict[int, str]
    waiting: frozenset[tuple[str, str]]
    acts: frozenset[str]
    handed: frozenset[str]


def course(game: Game) -> Course:
    """What the steps of the course of play change, from the procedure `game` on."""
    bodies: dict[tuple[str, str], object] = {("procedure", p.name): p.steps for p in game.procedures}
    acts = {("act", a.name): (a.body, a.last) for a in game.vocabulary.acts}
    bodies |= acts
    reached = _reached(bodies, [name for name in (("procedure", "game"),) if name in bodies])
    done = _reached(bodies, list(acts))
    fields, changed = _changed(bodies, reached), _changed(bodies, done)
    waiting = frozenset(
        name for name in bodies if any(True for one in _reached(bodies, [name]) if awaiting(bodies[one]))
    )
    steps = {id(s.effect): s.name for p in game.procedures for s in p.steps}
    waited = awaited([bodies[name] for name in reached])
    return Course(fields, fields - changed, steps, waiting, waited, frozenset(_handed_on(tuple(bodies.values()))))


def _reached(bodies: dict[tuple[str, str], object], todo: list[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """What is carried out with these procedures and acts, themselves included."""
    return frozenset(reachable(todo, lambda name: (n for n in brought(bodies[name]) if n in bodies)))


def in_order(steps: tuple[Step, ...]) -> list[Step]:
    """The steps, each after those it must follow, else as written."""
    left, done = list(steps), []
    while left:
        names = {s.name for s in left}
        one = next(s for s in left if names.isdisjoint(s.after))
        left.remove(one)
        done.append(one)
    return done


def brought(tree: object) -> Iterator[tuple[str, str]]:
    """The procedures and acts that the tree itself brings about, each with its kind."""
    yield from (("procedure", one.procedure) for one in of_kind(tree, Run))
    yield from (("act", one.act) for one in of_kind(tree, Event))


def _changed(bodies: dict[tuple[str, str], object], names: frozenset[tuple[str, str]]) -> frozenset[str]:
    trees = [bodies[name] for name in names]
    return frozenset(e.field.fact for e in within(trees) if isinstance(e, Put | Add))


def _handed_on(bodies: tuple[object, ...]) -> Iterator[str]:
    """The fields that one effect says not to be so of one player any more and to be so of another."""
    for body in bodies:
        for effect in of_kind(body, Then):
            puts = [e for e in effect.effects if isinstance(e, Put) and len(e.field.args) == 1]
            taken = {e.field for e in puts if e.value == Lit(False)}
            yield from (e.field.fact for e in puts if e.value == Lit(True) and e.field.fact in {f.fact for f in taken})
