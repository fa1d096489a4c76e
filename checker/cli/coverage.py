"""Which clauses are formal, which the rulings rely on, and whose absence nobody would notice."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial

from checker.ask.answer_text import wrapped
from checker.ask.game_session import Desk
from checker.kernel.game import Clause
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.trees.clause_uses import uses
from checker.process.parallel_map import spread
from checker.run.branches import TooMany


class Loss(Enum):
    """What becomes different first in the rulings when a clause is taken away."""

    OUTCOME = "a verdict or a value"
    REASON = "a reason that a ruling asks for"
    NOTHING = "nothing"


class Covered(Record):
    """One clause: how it is put to use, the rulings that cite it, and what is lost without it."""

    clause: Clause
    ways: tuple[str, ...]
    rulings: tuple[str, ...]
    loss: Loss | None = None

    @property
    def formal(self) -> bool:
        """Whether something in the rules depends on the clause."""
        return bool(self.ways) and not self.clause.informal


class Coverage(Record):
    game: str
    clauses: tuple[Covered, ...]


class CoveredAnswer(Record):
    """What a ruling's question came to: verdict, value, faults, and the clauses that were cited."""

    verdict: str
    value: str
    faults: tuple[str, ...]
    cites: frozenset[str]


def covered(desk: Desk, ablate: bool = False, jobs: int = 0) -> Coverage:
    """Every clause of the game; with `ablate`, each formal one is taken away in turn."""
    scenes = desk.rulings()
    told = [outcome(desk, scene) for scene in scenes]
    citing: dict[str, list[int]] = {}
    for number, answers in enumerate(told):
        for clause in {c for answer in answers for c in answer.cites}:
            citing.setdefault(clause, []).append(number)
    used = uses(desk.game)
    found = [Covered(c, used.of(c.id), tuple(scenes[n].title for n in citing.get(c.id, ()))) for c in desk.game.clauses]
    if ablate:
        formal = [c for c in found if c.formal]
        work = partial(_lost, desk, scenes, told, citing)
        lost = dict(
            zip(
                (c.clause.id for c in formal),
                spread(work, [c.clause.id for c in formal], jobs, "taking clauses away"),
                strict=True,
            )
        )
        found = [Covered(c.clause, c.ways, c.rulings, lost.get(c.clause.id)) for c in found]
    return Coverage(desk.name, tuple(found))


def outcome(desk: Desk, scene: Scene) -> tuple[CoveredAnswer, ...]:
    """What every question of the ruling comes to; a scene that cannot be carried out has one fault."""
    try:
        results = desk.checked(scene)
    except (KeyError, ValueError, TypeError, AssertionError, TooMany) as error:
        return (CoveredAnswer("", "", (type(error).__name__,), frozenset()),)
    return tuple(
        CoveredAnswer(
            c.answer.verdict.value if c.answer else "",
            c.answer.value if c.answer else "",
            c.faults,
            frozenset(c.answer.clauses if c.answer else ()),
        )
        for c in results
    )


def _lost(
    desk: Desk, scenes: list[Scene], told: list[tuple[CoveredAnswer, ...]], citing: dict[str, list[int]], clause: str
) -> Loss:
    try:
        without = desk.changed(without=(clause,))
    except (InputError, KeyError):  # rules that do not hold together any more are another outcome
        return Loss.OUTCOME
    asking = [n for n, scene in enumerate(scenes) if clause in _reasons(scene)]
    for number in dict.fromkeys((*asking, *citing.get(clause, range(len(scenes))))):
        after, before = outcome(without, scenes[number]), told[number]
        if [(t.verdict, t.value) for t in after] != [(t.verdict, t.value) for t in before]:
            return Loss.OUTCOME
        if [t.faults for t in after] != [t.faults for t in before]:
            return Loss.REASON
    return Loss.NOTHING


def _reasons(scene: Scene) -> frozenset[str]:
    return frozenset(c for item in scene.items if item.expected for group in item.expected.clauses for c in group)


# -- said ------------------------------------------------------------------------------------


def lines(found: Coverage) -> Iterator[str]:
    """The coverage of one game in plain text."""
    formal = [c for c in found.clauses if c.formal]
    informal = [c for c in found.clauses if c.clause.informal]
    idle = [c for c in found.clauses if not c.formal and not c.clause.informal]
    cited = [c for c in formal if c.rulings]
    yield f"{found.game}: {len(found.clauses)} clauses"
    yield f"  {len(formal)} formal, {len(cited)} of them cited by rulings"
    yield from _listed("formal, cited by no ruling", [c.clause.id for c in formal if not c.rulings])
    yield from _listed("neither formal nor marked informal", [c.clause.id for c in idle])
    yield f"  {len(informal)} informal:"
    for one in informal:
        yield from wrapped(f"{one.clause.id}: {one.clause.informal}", "    ", "      ")
    if any(c.loss for c in formal):
        yield "  taken away one at a time:"
        for loss in Loss:
            ids = [c.clause.id for c in formal if c.loss is loss]
            yield from _listed(f"changes {loss.value}", ids)


def _listed(what: str, ids: list[str]) -> Iterator[str]:
    yield from wrapped(f"{len(ids)} {what}" + (": " + ", ".join(ids) if ids else ""), "  ", "    ")


def as_json(every: list[Coverage]) -> dict[str, object]:
    """The coverage of all games: schema hexcheck/coverage/1."""
    return {
        "schema": "hexcheck/coverage/1",
        "games": [{"game": one.game, "clauses": [_json(c) for c in one.clauses]} for one in every],
    }


def _json(one: Covered) -> dict[str, object]:
    return {
        "clause": one.clause.id,
        "formal": one.formal,
        "informal": one.clause.informal,
        "ways": list(one.ways),
        "rulings": list(one.rulings),
        "lost": one.loss.value if one.loss else None,
    }
