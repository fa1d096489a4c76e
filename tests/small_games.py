"""Small games as texts and as plain positions, and what the search for endless play says of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Options

State = tuple[tuple[str, Any], ...]
Moves = Callable[[dict[str, Any]], list[dict[str, Any]]]
MOST = 5000


class Small(NamedTuple):
    """A small game as texts, and the same once more as plain positions: how it begins, and what can follow."""

    words: str
    norms: str
    until: str
    start: dict[str, Any]
    moves: Moves
    acts: str = ""
    before: str = ""
    cards: str = ""
    scene: str = "players A B"


def laid(root: Path, game: Small) -> str:
    (root / "specs").mkdir()
    (root / "hexcheck.toml").write_text('name = "small"\nplayers = "2"\n', encoding="utf-8")
    (root / "specs/vocabulary.norm").write_text(game.words, encoding="utf-8")
    norms = "".join(f"  norm {line}\n" for line in game.norms.strip().split("\n"))
    (root / "specs/clauses.norm").write_text(
        f'clause SM-1 permission "Moves"\n  says It is so.\n{norms}', encoding="utf-8"
    )
    acts = game.acts or ", ".join(line.split()[1] for line in game.words.split("\n") if line.startswith("act "))
    step = f'Players may act "any: {acts}" until {game.until}.'
    (root / "specs/procedure.norm").write_text(
        f"procedure game\n  step act SM-1: {game.before}{step}\n", encoding="utf-8"
    )
    (root / "specs/situations.scene").write_text(f'scene "it begins"\n{game.scene}\n', encoding="utf-8")
    if game.cards:
        (root / "cards").mkdir()
        (root / "cards/all.cards").write_text(game.cards, encoding="utf-8")
    return str(root)


def frozen(state: dict[str, Any]) -> State:
    return tuple(sorted(state.items()))


def comes_back(game: Small) -> bool | None:
    """Whether some position can be come to again from itself; None if there are too many."""
    ways: dict[State, list[State]] = {}
    todo = [game.start]
    while todo:
        state = todo.pop()
        if frozen(state) in ways:
            continue
        if len(ways) > MOST:
            return None
        after = game.moves(state)
        ways[frozen(state)] = [frozen(one) for one in after]
        todo += after
    left = set(ways)
    while dead := {s for s in left if not any(n in left for n in ways[s])}:
        left -= dead
    return bool(left)


def found(root: Path, game: Small) -> tuple[list[Finding], Extent]:
    report = run(bench(house.desk(laid(root, game))), Options((2,), "quick"), ["endless-play"])
    (scope,) = report.checked
    return [*report.findings], scope.extent
