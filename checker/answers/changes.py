"""What an amendment changes: rulings that come out otherwise, findings that go and come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from checker.answers.checking import findings
from checker.answers.coverage import Told, outcome
from checker.answers.desk import Desk
from checker.answers.render import wrapped
from checker.answers.workers import spread
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.verdict import Finding

LEVELS = ("error", "warning", "note")


class Changed(Record):
    """A question of a ruling that is answered otherwise; `what` is verdict, outcome or reason."""

    title: str
    file: str
    line: int
    question: str
    what: str
    before: str
    after: str
    scene: str


class Changes(Record):
    """What is different in one game; no findings are compared where there are no analyses."""

    game: str
    amendments: tuple[str, ...]
    rulings: int
    changed: tuple[Changed, ...]
    gone: tuple[Finding, ...] = ()
    new: tuple[Finding, ...] = ()
    compared: bool = False


def changed(pairs: list[tuple[Desk, Desk]], jobs: int = 0) -> list[Changes]:
    """The changes from the first to the second desk of each pair."""
    return [_changes(before, after, jobs) for before, after in pairs]


def _changes(before: Desk, after: Desk, jobs: int) -> Changes:
    scenes = before.rulings()
    results = list(spread(partial(_compared, before, after), scenes, jobs, "rulings"))
    old, new = findings(before, jobs), findings(after, jobs)
    known, now = {f.fingerprint for f in old or ()}, {f.fingerprint for f in new or ()}
    smallest = sorted((c for found in results for c in found), key=lambda c: (len(c.scene), c.file, c.line))
    return Changes(
        before.name,
        tuple(dict.fromkeys(t for t in after.game.amendments if t not in before.game.amendments)),
        len(scenes),
        tuple(smallest),
        tuple(f for f in old or () if f.fingerprint not in now),
        tuple(f for f in new or () if f.fingerprint not in known),
        old is not None,
    )


def _compared(before: Desk, after: Desk, scene: Scene) -> tuple[Changed, ...]:
    found = []
    told, now = outcome(before, scene), outcome(after, scene)
    questions = [i for i in scene.items if i.expected is not None]
    for number, (one, other) in enumerate(zip(told, now, strict=False)):
        what = _difference(one, other)
        if what:
            item = questions[number] if number < len(questions) else scene.items[-1]
            lines = "\n".join(_until(scene, item))
            found.append(
                Changed(
                    scene.title,
                    item.raw.place.file,
                    item.raw.place.line,
                    item.raw.text,
                    what,
                    _said(one),
                    _said(other),
                    lines,
                )
            )
    return tuple(found)


def _until(scene: Scene, last: Any) -> Iterator[str]:
    """The scene as it can be asked again, up to the question and without those before it."""
    yield f"players {' '.join(scene.players)}"
    yield from (f'law "{title}"' for title in scene.amendments)
    yield from (f"card {card.title}: {', '.join(card.kinds)}" for card in scene.cards)
    for item in scene.items:
        if item is last or not item.raw.text.endswith("?"):
            yield item.raw.text
        if item is last:
            return


def _difference(one: Told, other: Told) -> str:
    if one.verdict != other.verdict:
        return "verdict"
    if one.value != other.value:
        return "outcome"
    return "reason" if one.cites != other.cites else ""


def _said(told: Told) -> str:
    if not told.verdict:
        return "; ".join(told.faults)
    return f"{told.verdict}: {told.value}" if told.value else told.verdict


def fails(found: list[Changes], level: str) -> bool:
    """Whether a finding at the level or above it is new."""
    if level == "never":
        return False
    counted = LEVELS[: LEVELS.index(level) + 1]
    return any(f.severity in counted for one in found for f in one.new)


# -- said ------------------------------------------------------------------------------------


def lines(every: list[Changes]) -> Iterator[str]:
    """The changes in plain text: those of verdict and outcome with the scene, those of reason counted."""
    for one in every:
        outcomes = [c for c in one.changed if c.what != "reason"]
        reasons = [c for c in one.changed if c.what == "reason"]
        yield f"{one.game}: {', '.join(one.amendments) or 'no amendment by title'}"
        counted = f"{len(outcomes)} questions come out otherwise, {len(reasons)} for other reasons"
        yield f"  in {one.rulings} rulings, {counted}"
        for change in outcomes:
            yield f"  {change.file}:{change.line}: {change.title}"
            yield from (f"      {line}" for line in change.scene.split("\n"))
            yield f"    {change.what}: {change.before}  ->  {change.after}"
        if reasons:
            titles = list(dict.fromkeys(c.title for c in reasons))
            yield from wrapped(
                "other reasons: " + "; ".join(titles[:20]) + ("; …" if len(titles) > 20 else ""), "  ", "    "
            )
        if not one.compared:
            yield "  findings were not compared: there are no analyses yet"
        for word, group in (("gone", one.gone), ("new", one.new)):
            yield from (f"  finding {word}: {f.code} {f.severity}: {f.message}" for f in group)
            yield from (f"      {line}" for f in group for line in f.witness.split("\n") if word == "new" and f.witness)


def as_json(every: list[Changes]) -> dict[str, Any]:
    """The changes of all games: schema hexcheck/changes/1."""
    return {
        "schema": "hexcheck/changes/1",
        "games": [
            {
                "game": one.game,
                "amendments": list(one.amendments),
                "rulings": [
                    {
                        "ruling": c.title,
                        "file": c.file,
                        "line": c.line,
                        "question": c.question,
                        "changes": c.what,
                        "before": c.before,
                        "after": c.after,
                        "scene": c.scene,
                    }
                    for c in one.changed
                ],
                "findings": {"gone": [_finding(f) for f in one.gone], "new": [_finding(f) for f in one.new]},
            }
            for one in every
        ],
    }


def _finding(found: Finding) -> dict[str, Any]:
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "message": found.message,
        "clauses": list(found.clauses),
        "fingerprint": found.fingerprint,
        "witness": found.witness,
    }
