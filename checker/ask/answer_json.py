"""Answers and rulings as JSON, in the documented schemas."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeAlias

from checker.ask.errata_cited import amended
from checker.ask.settlements import Settled
from checker.kernel.game import Game, Overruled
from checker.kernel.term import Point
from checker.syntax.everyday.retell import Retold
from checker.verdicts.point_wording import declaration
from checker.verdicts.ruling_check import CheckedQuestion
from checker.verdicts.verdict import Answer, Outcome, spoken

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | bool | None"


def answers_json(
    pairs: Iterable[tuple[Answer, Game]], settled: Iterable[tuple[Settled, ...] | None] = ()
) -> dict[str, Json]:
    """All answers, in the order of the questions, with the errata that settle them: schema hexcheck/answer/1."""
    every = zip_longest((_answer(answer, game) for answer, game in pairs), settled)
    answers = [{**answer, **_settled(errata)} for answer, errata in every if answer is not None]
    return {"schema": "hexcheck/answer/1", "answers": answers}


def retold_json(told: Iterable[Retold | None]) -> dict[str, Json]:
    """How the scene was told where it was not read as typed, and what was taken for granted."""
    first = next((one for one in told if one), None)
    return {"read_as": first.text, "taken": list(first.taken)} if first else {}


def overruled_json(found: Iterable[Overruled]) -> list[Json]:
    """What two amendments change: its name, the one whose words have no effect, the other, and where that says so."""
    return [
        {"name": one.name, "first": one.first, "erratum": one.title, "file": one.place.file, "line": one.place.line}
        for one in found
    ]


def clashes_json(games: Iterable[Game]) -> dict[str, Json]:
    """The amendments that clash, if any do."""
    found = overruled_json(dict.fromkeys(c for game in games for c in game.overruled))
    return {"clashes": found} if found else {}


def _settled(found: tuple[Settled, ...] | None) -> dict[str, Json]:
    """The errata that settle the question, if they were asked for."""
    if found is None:
        return {}
    said = ({"title": s.title, "erratum": s.erratum, "verdict": s.verdict, "outcome": plain(s.outcome)} for s in found)
    return {"settled": [*said]}


def _answer(answer: Answer, game: Game) -> dict[str, Json]:
    return {
        "question": answer.question,
        "verdict": answer.verdict.value,
        "outcomes": [_outcome(o, answer, game) for o in answer.outcomes],
        "points": [_point(p, game) for p in answer.points],
        "clauses": list(answer.clauses),
        "deciding": list(answer.deciding),
        "assumed": list(answer.assumed),
        **({"note": answer.note} if answer.note else {}),
        **_amended(answer, game),
    }


def _amended(answer: Answer, game: Game) -> dict[str, Json]:
    """What amendments brought or changed of what the answer rests on, if anything."""
    found: list[Json] = [
        {
            "kind": one.kind,
            "name": one.name,
            "erratum": one.title,
            "file": one.place.file if one.place else "",
            "line": one.place.line if one.place else 0,
        }
        for one in amended(answer, game)
    ]
    return {"amended": found} if found else {}


def _outcome(outcome: Outcome, answer: Answer, game: Game) -> Json:
    names = {p.id: _name(p, game) for p in answer.points}
    return {
        "value": plain(outcome.value),
        "default": outcome.default,
        "if": outcome.when,
        "options": [{"point": names.get(point, point), "option": option} for point, option in outcome.options],
        "clauses": list(outcome.clauses),
        "deciding": list(outcome.deciding),
        "steps": [{"text": s.text, "clauses": list(s.clauses)} for s in outcome.steps],
    }


def _name(point: Point, game: Game) -> str:
    found = declaration(game, point)
    return found.id if found else point.id


def _point(point: Point, game: Game) -> Json:
    return {
        "id": _name(point, game),
        "kind": point.kind.value,
        "clauses": list(point.clauses),
        "declared": declaration(game, point) is not None,
    }


def plain(value: str) -> int | str | None:
    """A number as a number, what is not stated as null, anything else as text."""
    if value.lstrip("-").isdigit():
        return int(value)
    return None if value.startswith("?") else spoken(value)


def rulings_json(results: Iterable[CheckedQuestion]) -> Json:
    """Every question of the rulings with what was expected and what came out: schema hexcheck/rulings/1."""
    every = list(results)
    return {
        "schema": "hexcheck/rulings/1",
        "agree": sum(not c.faults for c in every if not c.disputed),
        "questions": sum(not c.disputed for c in every),
        "rulings": [_checked(c) for c in every],
    }


def _checked(one: CheckedQuestion) -> Json:
    answer = one.answer
    return {
        "ruling": one.title,
        "file": one.place.file,
        "line": one.place.line,
        "question": one.question,
        "expected": one.expected,
        "verdict": answer.verdict.value if answer else "",
        "value": answer.value if answer else "",
        "clauses": list(answer.clauses) if answer else [],
        "faults": list(one.faults),
        "disputed": one.disputed,
        "source": one.authority.source,
        "since": one.authority.since,
    }


def dumped(found: object) -> str:
    """The JSON text."""
    return json.dumps(found, ensure_ascii=False, indent=1)
