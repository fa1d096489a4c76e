"""Smallest scenes for what a changed norm does otherwise where neither cards nor rulings show it.

The scenes are those of the catalogue, at every table, and those of the rulings; each is asked what the norm speaks
of, and what is often asked in rulings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from math import inf
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.check.run_checks import bench
from checker.errata.play_diff import said
from checker.errata.text_diff import ChangedText
from checker.explore.scene_state import SceneState
from checker.explore.situations import SEATS, catalogue
from checker.explore.statements.norm_questions import Asking, Probe, probes
from checker.kernel.game import Game
from checker.kernel.norm import Norm
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.process.parallel_map import in_time, spread
from checker.process.parallel_map import shown as with_bar
from checker.session.context import Bench
from checker.session.persistent_memo import relevance

MOST_SCENES = 120
"""So many scenes of rulings at most, the shortest first, are asked about the changed norms."""
MOST_OFTEN = 25
"""So many questions at most are taken from the rulings, those that are asked most often."""


class Probed(Record):
    """A scene, a question that is answered otherwise in it, and the clause of the norm that was asked about."""

    about: str
    scene: str
    question: str
    before: str
    after: str


ProbeLines = list[tuple[str, ...]]
"""Scenes by their lines."""
ShownProbes = dict[str, Probed]
"""What a scene shows of the groups of those names."""
LOT = 8
"""So many scenes are asked by one process after the other."""


class _Group(NamedTuple):
    """What stands otherwise of one clause, card or count: its norms as they were and as they are, and plain questions."""

    name: str
    norms: tuple[Norm, ...] = ()
    questions: tuple[Probe, ...] = ()


def probed(
    before: Desk,
    after: Desk,
    otherwise: tuple[ChangedText, ...],
    seats: tuple[int, ...],
    wide: bool,
    jobs: int = 0,
    until: float = inf,
) -> tuple[tuple[Probed, ...], int]:
    """For each clause or count that stands otherwise the first scene that shows it, and how many scenes were asked.

    None are asked after `until`, by the monotonic clock. If `wide`, the scenes of rulings are asked too, also what other rulings often ask.
    """
    wanted = _groups(before.game, after.game, [t for t in otherwise if not t.proved])
    rulings = [s for s in before.rulings() if not s.amendments and not s.cards] if wide else []
    often = _often(rulings)
    if wide and not wanted:
        wanted = [_Group("")]
    sides = Asking(bench(before), brief=True), Asking(bench(after), brief=True)
    if not wide:
        wanted = [g for g in wanted if g.questions or _askable(sides[1], g, seats)]
    found: dict[str, Probed] = {}
    number = 0
    scenes = list(_scenes(sides[0].bench, rulings, seats)) if wanted else []
    with closing(_asked(partial(_probes_of, sides, wanted, often), scenes, jobs)) as told:
        for shown in in_time(with_bar(told, len(scenes), "scenes"), until):
            number += 1
            found = {**shown, **found}
            if len(found) == len(wanted):
                break
    return tuple(found[w.name] for w in wanted if w.name in found), number


def _asked(
    ask: Callable[[ProbeLines], list[ShownProbes]], scenes: ProbeLines, jobs: int
) -> Generator[ShownProbes, None, None]:
    """What each scene shows; the first ones are asked before processes share the others."""
    first, *lots = (scenes[at : at + LOT] for at in range(0, max(1, len(scenes)), LOT))
    yield from ask(first)
    for lot in spread(ask, lots, jobs) if lots else ():
        yield from lot


def _probes_of(
    sides: tuple[Asking, Asking], wanted: list[_Group], often: dict[str, tuple[Probe, ...]], scenes: ProbeLines
) -> list[ShownProbes]:
    """For each of the scenes the first probe of each group, by its name, that is answered otherwise."""
    return [dict(_shown(sides, wanted, often.get(lines[0], ()), lines)) for lines in scenes]


def _shown(
    sides: tuple[Asking, Asking], wanted: list[_Group], often: tuple[Probe, ...], lines: tuple[str, ...]
) -> Iterator[tuple[str, Probed]]:
    one, other = (side.begin(lines) for side in sides)
    known = [relevance(side.bench) for side in sides]
    lying = frozenset[str]().union(*(told.words() for told in (one, other) if told is not None))
    for group in wanted:
        about = (
            p
            for p in probes(sides[1].bench, group.norms, lines)
            if any(r.can_hold((n,), (*lines, *p), lying) for n in group.norms for r in known)
        )
        listed = (*group.questions, *about, *often)
        shown = _first(sides, (one, other), listed)
        if shown is not None:
            probe, was, now = shown
            scene = (*lines, *((probe.act,) if probe.act else ()))
            yield group.name, Probed(group.name, "\n".join(scene), probe.question, was, now)


def _askable(side: Asking, group: _Group, seats: tuple[int, ...]) -> bool:
    """Something can be asked about the norms; what follows events that no player brings about cannot."""
    head = f"players {' '.join(SEATS[: min(seats)])}"
    return next(probes(side.bench, group.norms, (head,)), None) is not None


def _first(
    sides: tuple[Asking, Asking], told: tuple[SceneState | None, SceneState | None], listed: Iterable[Probe]
) -> tuple[Probe, str, str] | None:
    """The first probe that is answered otherwise."""
    for probe in listed:
        was, now = (side.answer(at, probe) for side, at in zip(sides, told, strict=True))
        if was != now and was[0] and now[0]:
            return probe, said(*was), said(*now)
    return None


def _groups(before: Game, after: Game, otherwise: list[ChangedText]) -> list[_Group]:
    names = {t.name for t in otherwise if t.kind == "norm"}
    by: dict[str, list[Norm]] = {}
    for norm in (*after.norms, *before.norms):
        if norm.id in names:
            by.setdefault(norm.clause, []).append(norm)
    found = [_Group(clause, tuple(dict.fromkeys(norms))) for clause, norms in by.items()]
    for text in otherwise:
        of = text.name.rpartition(" of ")[0] if text.kind == "count" else ""
        if text.kind == "card" and text.what == "changed" and "copies" in text.after:
            of = f"number of copies of {text.name}"
        if of:
            found.append(_Group(text.name, (), (Probe(f"what is the {of}?"),)))
    return found


def _scenes(at: Bench, rulings: list[Scene], seats: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """The scenes of the catalogue, the smaller tables first, then those of rulings up to their first question."""
    situations = catalogue(at.situations).situations
    for number in seats:
        for situation in situations:
            if situation.least <= number:
                yield (f"players {' '.join(SEATS[:number])}", *situation.lines)
    told = {_told(scene): None for scene in rulings}
    yield from sorted(told, key=lambda lines: (len(lines), lines))[:MOST_SCENES]


def _told(scene: Scene) -> tuple[str, ...]:
    found = [f"players {' '.join(scene.players)}"]
    for item in scene.items:
        if item.raw.text.endswith("?"):
            break
        found.append(item.raw.text)
    return tuple(found)


def _often(rulings: list[Scene]) -> dict[str, tuple[Probe, ...]]:
    """By the line that seats the players, the questions that rulings with them ask most often."""
    asked: dict[str, Counter[str]] = {}
    for scene in rulings:
        questions = (i.raw.text for i in scene.items if i.raw.text.endswith("?"))
        asked.setdefault(f"players {' '.join(scene.players)}", Counter()).update(questions)
    return {head: tuple(Probe(q) for q, _ in counted.most_common(MOST_OFTEN)) for head, counted in asked.items()}
