"""What an amendment brings about for whomever a phrase means that several may fit, and the scene that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import catalogue
from checker.kernel.game import Game
from checker.kernel.norm import Replaces, When
from checker.kernel.trees.walk import facts_in
from checker.run.branches import Branch, Took
from checker.session.context import Bench


def relying(game: Game, fact: str) -> Iterator[tuple[str, str]]:
    """The clause or card, by kind and name, of each amended one in whose effects the phrase stands."""
    amended = dict.fromkeys((a.kind, a.name) for a in game.amended)
    norms = [(n.clause, n.claim) for n in game.norms if isinstance(n.claim, When | Replaces)]
    texts = {c.title: c.text for c in game.cards}
    for kind, name in amended:
        trees = [claim for clause, claim in norms if clause == name] if kind == "clause" else [texts.get(name)]
        if _speaks(trees, fact):
            yield kind, name


def _speaks(tree: object, fact: str) -> bool:
    """The phrase stands somewhere in the tree."""
    return fact in facts_in(tree)


def shown_by(bench: Bench, point: str, clause: str) -> tuple[str, ...]:
    """A scene of the catalogue, gone on with, in which what the clause brings about hangs on the point; or nothing."""
    book = catalogue(bench.situations)
    for situation in book.situations:
        table = SceneDriver(bench, situation.least)
        begun = table.begin(situation.lines)
        for ending in book.endings if begun is not None else ():
            assert begun is not None
            told: SceneState | None = table.tell(begun, ending)
            if told is not None and any(_hangs(b, point, clause) for b in told.judge.branches):
                return told.lines
    return ()


def _hangs(branch: Branch, point: str, clause: str) -> bool:
    """On the way the point was decided while the clause brought something about."""
    met = any(isinstance(f, Took) and f.point.id == point for f in branch.forks())
    return met and any(clause in line.clauses for line in branch.lines())
