"""The scene that shows a finding: legal if there is such a one, with the judge's answer and the table as it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.drawing.scene_table import table_of
from checker.drawing.table_svg import picture
from checker.drawing.table_text import spoken
from checker.drawing.table_view import TableView
from checker.kernel.record import Record
from checker.kernel.scene import Arrange, Scene
from checker.kernel.source import InputError
from checker.kernel.verdict import Finding
from checker.norms.rulebook import Rulebook
from checker.process.parallel_map import spread
from checker.store.fingerprint import named
from checker.verdicts.statements import SceneStatements
from checker.verdicts.verdict import Answer

MOST_DEEDS = 2
"""So many of the last things that were done stand in the title of a question."""
MOST_TRIED = 4
"""So many scenes of one finding are looked at for a legal one."""


class Evidence(Record):
    """A scene with its question, what the judge answers, the last thing that somebody did, and a picture in SVG and in
    words; whether somebody acts illegally in it."""

    scene: str
    told: tuple[str, ...]
    question: str
    deed: str
    answer: Answer
    picture: str
    shown: str
    illegal: bool


def evidence(desk: Desk, findings: Iterable[Finding], jobs: int) -> dict[str, Evidence]:
    """What shows each finding that has a scene, by its fingerprint; kept for the same rules."""
    shelf = desk.shelf()
    wanted = {f.fingerprint: f for f in findings if f.witness}
    names = {key: named("evidence", desk.key, _scenes(f)) for key, f in wanted.items()}
    found = {key: known for key in wanted if (known := shelf.get("evidence", names[key], Evidence)) is not None}
    left = [key for key in wanted if key not in found]
    tried = spread(partial(_shown, desk), [_scenes(wanted[key]) for key in left], jobs, "scenes")
    for key, one in zip(left, tried, strict=True):
        if one is not None:
            found[key] = one
            shelf.put("evidence", names[key], one)
    return found


def _scenes(found: Finding) -> tuple[str, ...]:
    """The scenes of the finding, and of those that it was joined from."""
    every = dict.fromkeys(f.witness for f in (found, *found.instances) if f.witness)
    return tuple(every)[:MOST_TRIED]


def _shown(desk: Desk, scenes: tuple[str, ...]) -> Evidence | None:
    """The first of the scenes in which nobody acts illegally; else the first, without what is illegal if that changes
    nothing; None where none can be laid out."""
    tried = [one for text in scenes if (one := shown(desk, text)) is not None]
    legal = next((one for one in tried if not one.illegal), None)
    if legal is not None or not tried:
        return legal
    return _without_offence(desk, tried[0]) or tried[0]


def shown(desk: Desk, text: str) -> Evidence | None:
    """The scene with its answer and its picture; None where it cannot be laid out."""
    try:
        scene = desk.scenes(text, "scene")[0]
        answer = asked_at(desk, [scene])[-1].answer
        at = desk.with_laws(scene)
        forms = SceneStatements(at.rules, scene, at.own)
        table = _table(at.rules, scene, forms)
    except InputError:
        return None
    told = tuple(item.raw.text for item in scene.items[:-1])
    drawn = (picture(table), spoken(table)) if table is not None else ("", "")
    return Evidence(text, told, answer.question, _deed(scene, forms), answer, *drawn, _illegal(answer))


def _table(rules: Rulebook, scene: Scene, forms: SceneStatements) -> TableView | None:
    """The table that is asked about: after the last deed, or before it where that left nothing of what lay on the board."""
    after = table_of(rules, scene, forms)
    before = msgspec.structs.replace(scene, items=(*scene.items[:-2], scene.items[-1]))
    if after is None or not after.board or len(scene.items) < 2:
        return after
    lay = table_of(rules, before, forms)
    gone = lay is not None and lay.spaces and not {*_lying(lay)} & {*_lying(after)}
    return lay if gone else after


def _lying(table: TableView) -> Iterator[str]:
    return (card for space in table.spaces for card in space.cards)


def _deed(scene: Scene, forms: SceneStatements) -> str:
    """What was done and came about last before the question; nothing where the table is only set up."""
    done = [i for i in scene.items[forms.first : -1] if not i.raw.text.endswith("?")]
    told = [i.raw.text for i in done if not isinstance(forms.form(i), Arrange)]
    return ", then ".join(told[-MOST_DEEDS:])


def _illegal(answer: Answer) -> bool:
    """Somebody does what the rules forbid, on some way to the answer."""
    return any(step.event[:1] == ("illegal",) for outcome in answer.outcomes for step in outcome.steps)


def _without_offence(desk: Desk, one: Evidence) -> Evidence | None:
    """The scene without one of its statements, if then nobody acts illegally and the same is open; else None."""
    lines = one.scene.split("\n")
    for at in range(len(lines) - 2, 0, -1):
        other = shown(desk, "\n".join(lines[:at] + lines[at + 1 :]))
        if other is not None and not other.illegal and _open(other.answer) == _open(one.answer):
            return other
    return None


def _open(answer: Answer) -> tuple[object, ...]:
    return answer.verdict, {o.value for o in answer.outcomes}, {p.id for p in answer.points}
