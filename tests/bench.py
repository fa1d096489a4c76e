"""What people wait for, as ratios to what cannot be helped: `make bench`.

Not a test: the figures are for comparing one state of the project with another on one machine.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from math import factorial, prod
from pathlib import Path
from typing import Any, NamedTuple

from bench_states import figures
from golden import GOLDEN, Searched, explored, gone_through, scenes
from played import play
from touched import SCENE as PLAYED
from touched import touched

from checker.catalog import games as house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.games.hexx.board import letters_on
from checker.games.hexx.moves import plays
from checker.games.hexx.whole import playing
from checker.games.hexx.words import default
from checker.kernel.effect import Part
from checker.norms.rulebook import Rulebook
from checker.run import unordered as orders
from checker.simulate.games import Decision, Players, RandomPolicy
from checker.simulate.property_monitor import Watcher

SCENE = "players A B C; Hex: A to B; hand B: nothing; who gains Voice?"
TYPED = "May I play Duck on a Null?"
HANDS = (("A", "E", "R", "S", "T", "N"), ("A", "E", "R", "S", "T", "HEXX"))
"""Hands of the word game with much to lay."""
HEXCHECK = [sys.executable, "-m", "checker"]


ERRATUM = 'erratum "Level gives one Voice"\nchange card Level\n  text You gain 1 Voice.\n'
"""What may be changed between two checks."""


class Spent(NamedTuple):
    """Seconds that went by, and seconds of processor time in all processes."""

    wall: float
    processor: float


def once(command: Sequence[str], cache: str | None = None) -> Spent:
    """One run of the command, with the cache in the folder if one is named; compiled Python is kept, as ever."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    if cache:
        env["HEXCHECK_CACHE"] = cache
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, capture_output=True, check=False, env=env)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def timed(command: Sequence[str], repeats: int = 5) -> Spent:
    """The shortest times of the command over some runs, after one that is not counted."""
    once(command)
    runs = [once(command) for _ in range(repeats)]
    return Spent(min(r.wall for r in runs), min(r.processor for r in runs))


def stepping(players: int, games: int, watched: bool) -> tuple[float, float]:
    """Positions and decisions per second of processor time over random games."""
    rules = house.desk("hexhex").rules
    names = tuple("ABCDEF"[:players])
    start = time.process_time()
    positions = decisions = 0
    for seed in range(games):
        watcher = Watcher(rules) if watched else None
        _, played = play(Players(rules, acts, weight, watcher), beginning(rules.game.cards, names), RandomPolicy(seed))
        positions += played.steps
        decisions += played.decisions
    spent = time.process_time() - start
    return positions / spent, decisions / spent


def word_games(games: int, most: int = 3000) -> tuple[float, int]:
    """Seconds of processor time for each random whole game of the word game, and how many of them ended."""
    rules = house.desk("hexx").rules
    own = playing(rules.game)
    start = time.process_time()
    ended = 0
    for seed in range(games):
        _, played = play(Players(rules, own.acts, own.weight), own.table(("Red", "Black")), RandomPolicy(seed), most)
        ended += played.ended
    return (time.process_time() - start) / games, ended


def midgame(hand: tuple[str, ...], tiles: int = 40) -> tuple[float, int]:
    """Seconds of processor time for all plays of a hand on a board with so many tiles, and how many there are."""
    rules = house.desk("hexx").rules
    own = playing(rules.game)
    players, policy = Players(rules, own.acts, own.weight), RandomPolicy(1)
    position = players.begin(own.table(("Red", "Black")))
    while len(letters_on(position.store)) < tiles:
        position, decision = players.next(position)
        assert isinstance(decision, Decision)
        position = decision.after[policy.pick(decision)]
    letters = letters_on(position.store)
    words = default()
    found = list(plays(letters, hand, words))  # the words are put in order once
    start = time.process_time()
    found = list(plays(letters, hand, words))
    return time.process_time() - start, len(found)


def searching(of: Searched) -> str:
    """The pairs or triples that begin with the card in the first situation: what is gone through, and moves worked out."""
    counts, explorer = gone_through(of), explored(of)
    start = time.process_time()
    scenes(explorer, of)
    spent, memo = time.process_time() - start, explorer.moves.memo
    golden = "as golden" if counts == GOLDEN[of] else f"NOT as golden: {tuple(GOLDEN[of])}"
    told = f"{counts.scenes} scenes, {counts.positions} positions, {counts.transitions} transitions ({golden})"
    return f"{told}, {memo.missed} of {memo.asked} moves worked out, {memo.missed / spent:.0f}/s"


def ordering(players: int, seeds: Sequence[int]) -> str:
    """Of all orders of what is simultaneous in some random games: how many are left, and how often any had to be tried."""
    met, every, left, tried = 0, 0, 0, 0
    alike, groups = orders.alike, orders.groups

    def told(parts: int, sizes: Sequence[int]) -> None:
        nonlocal met, every, left, tried
        ways = prod(map(factorial, sizes))
        met, every, left, tried = met + 1, every + factorial(parts), left + ways, tried + (ways > 1)

    def same(rules: Rulebook, parts: tuple[Part, ...]) -> bool:
        if found := alike(rules, parts):
            told(len(parts), [1] * len(parts))
        return found

    def apart(*given: Any) -> tuple[tuple[Part, ...], ...]:
        found = groups(*given)
        told(len(given[2]), [len(group) for group in found])
        return found

    desk = house.desk("hexhex")
    vars(orders).update(alike=same, groups=apart)
    try:
        for seed in seeds:
            play(
                Players(desk.rules, acts, weight),
                beginning(desk.game.cards, tuple("ABCDEF"[:players])),
                RandomPolicy(seed),
            )
    finally:
        vars(orders).update(alike=alike, groups=groups)
    return f"{left} of {every} orders left, in {tried} of {met} cases more than one"


def line(label: str, figure: str) -> None:
    """One line of the table."""
    print(f"{label:<52}{figure}", flush=True)


def compared(label: str, took: Spent, base: Spent) -> None:
    """One line: the times of a command, and how many times the base they are."""
    ratios = f"{took.wall / base.wall:6.1f} x   {took.processor / base.processor:6.1f} x"
    line(label, f"{took.wall:7.2f} s {took.processor:7.2f} s {ratios}")


def main() -> None:
    """All figures, the quick ones first; a busy machine shows in the first line, and in wall more than in processor."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    line("", "     wall processor   wall/base   proc./base")
    base = timed([sys.executable, "-c", "import lark, rich"])
    compared("python -c 'import lark, rich' (the base)", base, base)
    compared("hexcheck ask, one line (at most 3 x)", timed([*HEXCHECK, "ask", SCENE]), base)
    compared("hexcheck ask, as it is played (at most 2.2 x)", timed([*HEXCHECK, "ask", PLAYED]), base)
    compared("hexcheck ask, as it is typed (at most 3 x)", timed([*HEXCHECK, "ask", TYPED]), base)
    line("  touches", touched())
    compared("hexcheck rulings hexhex (at most 10 s)", timed([*HEXCHECK, "rulings", "hexhex"], 1), base)
    rows: tuple[tuple[str, Callable[[], tuple[float, float]]], ...] = (
        ("whole games, 3 players", lambda: stepping(3, 10, False)),
        ("whole games, 6 players", lambda: stepping(6, 5, False)),
        ("whole games, 6 players, properties watched", lambda: stepping(6, 5, True)),
    )
    for label, run in rows:
        positions, decisions = run()
        line(label, f"{positions:6.0f} positions/s   {decisions:5.0f} decisions/s")
    for of in GOLDEN:
        what = "triples" if of.then else "pairs"
        line(f"{what} of cards from one Hex, {of.players} players", searching(of))
    line("simultaneous effects in 5 random games, 4 players", ordering(4, range(5)))
    for label, figure in figures():
        line(label, figure)
    seconds, ended = word_games(10)
    line("word game, whole games (at most 2 s each)", f"{seconds:7.2f} s each, {ended} of 10 ended")
    for hand in HANDS:
        seconds, found = midgame(hand)
        line(f"word game, all plays of {' '.join(hand)}, 40 tiles laid", f"{seconds:7.2f} s, {found} plays")
    check = [*HEXCHECK, "check", "hexhex", "--fail-on", "never"]
    words = [*HEXCHECK, "check", "hexx", "--fail-on", "never"]
    with tempfile.TemporaryDirectory() as cache:
        compared("hexcheck ask, nothing compiled yet", once([*HEXCHECK, "ask", SCENE], cache), base)
        first = once(check, cache)
        compared("hexcheck check hexhex, nothing kept (at most 60 s)", first, base)
        compared("hexcheck check hexhex, once more", once(check, cache), base)
        erratum = Path(cache) / "erratum.norm"
        erratum.write_text(ERRATUM, encoding="utf-8")
        again = once([*check, "--errata", str(erratum)], cache)
        compared("the same after an erratum to one card", again, base)
        parts = f"{again.wall / first.wall:7.2f}   {again.processor / first.processor:7.2f}"
        line("  as a part of the first (at most 0.10)", parts)
        compared("hexcheck check hexx, nothing kept (at most 120 s)", once(words, cache), base)


if __name__ == "__main__":
    main()
