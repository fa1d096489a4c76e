"""What people wait for, as ratios to what cannot be helped: `make bench`.

Not a test: the figures are for comparing one state of the project with another on one machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from checker import house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.games.hexhex.courses import WATCHERS
from checker.run.games import Players, Policy, play
from checker.run.properties import Watcher

SCENE = "players A B C; Hex: A to B; hand B: nothing; who gains Voice?"
HEXCHECK = [sys.executable, "-m", "checker"]


def timed(command: Sequence[str], repeats: int = 5) -> float:
    """The shortest wall time of the command over some runs, after one that is not counted."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False)
        return time.perf_counter() - start

    once()
    return min(once() for _ in range(repeats))


def stepping(players: int, games: int, watched: bool) -> tuple[float, float]:
    """Positions and decisions per second of processor time over random games."""
    rules = house.desk("hexhex").rules
    names = tuple("ABCDEF"[:players])
    start = time.process_time()
    positions = decisions = 0
    for seed in range(games):
        watcher = Watcher(rules, WATCHERS) if watched else None
        _, played = play(Players(rules, acts, weight, watcher), beginning(rules.game.cards, names), Policy(seed))
        positions += played.steps
        decisions += played.decisions
    spent = time.process_time() - start
    return positions / spent, decisions / spent


def line(label: str, figure: str) -> None:
    """One line of the table."""
    print(f"{label:<48}{figure}", flush=True)


def compared(label: str, command: Sequence[str], base: float, repeats: int) -> None:
    """One line: the time of the command, and how many times the base it is."""
    took = timed(command, repeats)
    line(label, f"{took:6.2f} s   {took / base:5.1f} x imports")


def main() -> None:
    """All figures, the quick ones first."""
    base = timed([sys.executable, "-c", "import lark, rich"])
    line("python -c 'import lark, rich'", f"{base:6.2f} s     1.0 x imports")
    compared("hexcheck ask, one line (at most 3 x)", [*HEXCHECK, "ask", SCENE], base, 5)
    compared("hexcheck rulings hexhex (at most 10 s)", [*HEXCHECK, "rulings", "hexhex"], base, 1)
    rows: tuple[tuple[str, Callable[[], tuple[float, float]]], ...] = (
        ("whole games, 3 players", lambda: stepping(3, 10, False)),
        ("whole games, 6 players", lambda: stepping(6, 5, False)),
        ("whole games, 6 players, properties watched", lambda: stepping(6, 5, True)),
    )
    for label, run in rows:
        positions, decisions = run()
        line(label, f"{positions:6.0f} positions/s   {decisions:5.0f} decisions/s")
    compared("hexcheck check hexhex (at most 60 s)", [*HEXCHECK, "check", "hexhex", "--fail-on", "never"], base, 1)


if __name__ == "__main__":
    main()
