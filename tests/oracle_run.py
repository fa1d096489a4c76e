"""`make oracle`: random games without end, or so many, each compared with the plain referee."""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

os.environ.setdefault("HEXCHECK_CACHE", str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "hexcheck"))
sys.setrecursionlimit(20_000)

from oracle_asked import Tally, asked, begun, opened, remembered  # noqa: E402
from oracle_checked import checked  # noqa: E402
from oracle_drawn import kind, made  # noqa: E402
from oracle_text import files  # noqa: E402

from checker.__main__ import COLLECT  # noqa: E402

gc.set_threshold(*COLLECT)


def contradictions(seed: int, folder: Path, tally: Tally) -> Iterator[str]:
    """Everything in which the program and the referee say different things of the game of the number."""
    game = made(seed)
    at = opened(game, folder)
    yield from asked(game, at, Random(seed), tally)
    if of := kind(seed):
        yield from checked(of, game, at, tally)


def shares(tally: Tally) -> Iterator[str]:
    """A line for each kind: of how many it was said what."""
    for of in sorted({of for of, _ in tally}):
        row = {how: n for (k, how), n in sorted(tally.items()) if k == of}
        unknown = 100 * row.get("unknown", 0) / sum(row.values())
        yield f"{of}: {', '.join(f'{n} {how}' for how, n in row.items())} ({unknown:.1f}% unknown)"


def ran(first: int, last: int, tally: Tally, done, everything: bool = False) -> int:
    """The number of games in which there was a contradiction; `done` hears after each what was wrong with it."""
    bad = 0
    with remembered(), tempfile.TemporaryDirectory() as there:
        folder = begun(Path(there))
        for seed in range(first, last):
            try:
                found = list(contradictions(seed, folder, tally))
            except KeyboardInterrupt:
                raise
            except Exception as error:
                found = [f"{type(error).__name__}: {error}"]
            bad += bool(found)
            done(seed, found)
    return bad


def main() -> int:
    """Runs the games from where the last run of the same `--kept` file ended; 1 if anything was contradicted."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("--games", type=int, default=1000)
    parse.add_argument("--seed", type=int, default=0)
    parse.add_argument("--kept", type=Path, help="where it is kept how far it came; it goes on from there")
    parse.add_argument("--show", action="store_true", help="show the game of each contradiction")
    told = parse.parse_args()
    before = json.loads(told.kept.read_text()) if told.kept and told.kept.exists() else {}
    tally: Tally = Counter({tuple(key.split("/")): n for key, n in before.get("tally", {}).items()})
    next_one, bad = before.get("next", told.seed), before.get("wrong", [])
    last, began = told.seed + told.games, time.process_time()

    def keep(seed: int) -> None:
        if told.kept:
            now = {"next": seed + 1, "wrong": bad, "tally": {"/".join(k): n for k, n in tally.items()}}
            told.kept.write_text(json.dumps(now))

    def done(seed: int, found: list[str]) -> None:
        if found:
            bad.append(seed)
            game = "\n".join(files(made(seed)).values()) if told.show else ""
            print(f"game {seed}: {len(found)} contradictions\n{game}{found[0]}\n", flush=True)
        if found or seed % 100 == 99:
            keep(seed)
        if sys.stderr.isatty():
            print(f"\r{seed + 1 - told.seed} of {told.games} games, {len(bad)} contradicted", end="", file=sys.stderr)

    try:
        ran(next_one, last, tally, done)
        keep(last - 1)
    except KeyboardInterrupt:
        pass
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{told.games} games from {told.seed}: {len(bad)} contradicted; {time.process_time() - began:.0f} s")
    print("\n".join(shares(tally)))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
