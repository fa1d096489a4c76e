"""Mutation testing of `checker/norms`, or other rooms or modules: small faults are put in one at a time, and the tests
must notice.

`make mutants` tries all of them on all cores, in an order drawn with the seed; `make mutants MUTANTS=100
SEED=1` the first hundred of that order, `WHERE="checker/norms checker/verdicts/clause_ablation.py"` those of these places.
One run of all tests notes first which of them reach which lines (`tests/reached.py`). Each mutant runs in a folder and
processes of its own, against the rulings and the tests that reach its line, until the first one fails.
A script of our own rather than a library: those at hand rewrite the tests' environment or cannot run a
chosen list of tests against a package that finds its data beside itself.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from mutants import ROOT, Mutant, mutants
from reached import FOLDER, Reached, noted_of

RULINGS = "tests/rulings_once.py"
"""All rulings, within seconds: they notice most."""
RULED = "tests/verdicts/test_rulings.py"

PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
SECONDS = 180
"""A stage that takes more processor time never ends (they take up to 60), which a test run would notice too."""

QUICK = 2.0
CHOSEN = 60.0
"""Seconds that the tests which are put to a mutant took while it was noted what they reach: those before and those after
the rulings."""

WAIT = 900
"""Seconds after which a stage that does not even use the processor never ends."""

MEMORY = 4 << 30
"""Bytes that a stage may use."""

BOUNDED = f"""
import os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS + 1}))
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def quickest(mutant: Mutant, reached: Reached, unfit: Set[str]) -> Iterator[str]:
    """The quickest tests that reach the fault's line, as far as the time for them goes."""
    left = QUICK
    for test in reached.tests(mutant.file, mutant.line):
        left -= reached.seconds[test]
        if left < 0:
            return
        if test not in unfit:
            yield test


def put_to(mutant: Mutant, reached: Reached, unfit: Set[str]) -> Iterator[str]:
    """The tests that reach the fault's line, the quickest of each function first, as far as the time for them goes."""
    turns: Counter[str] = Counter()
    tests = [test for test in reached.tests(mutant.file, mutant.line) if test not in unfit]
    ranked: list[tuple[int, int, str]] = []
    for place, test in enumerate(tests):
        name = test.partition("[")[0]
        ranked.append((turns[name], place, test))
        turns[name] += 1
    left = CHOSEN
    for _, _, test in sorted(ranked):
        left -= reached.seconds[test]
        if left < 0:
            return
        yield test


class Trial:
    """A folder with a copy of the project, in which faults are tried one after the other."""

    def __init__(self, folder: Path, reached: Reached) -> None:
        self.folder = folder
        self.reached = reached
        self.fit: set[str] = set()
        self.unfit: set[str] = set()
        """Tests that pass, and tests that fail, without any fault."""

    def fate(self, mutant: Mutant) -> str:
        """Whether the mutant `survives`, is `killed`, `killed by types` or `never ends`."""
        reaching = self.reached.tests(mutant.file, mutant.line)
        try:
            if ended := self._noticed(mutant, quickest):
                return ended.fate
            if any(test.startswith(RULED) for test in reaching) and (
                ended := self._run(mutant.source, mutant, RULINGS)
            ):
                return ended.fate
            if ended := self._noticed(mutant, put_to):
                return ended.fate
            types = ("-m", "mypy", "--no-error-summary", str(Path(mutant.file).parent))
            return "killed by types" if self._run(mutant.source, mutant, *types) else "survives"
        finally:
            (self.folder / mutant.file).write_text((ROOT / mutant.file).read_text("utf-8"), "utf-8")

    def _noticed(self, mutant: Mutant, choose: Callable[[Mutant, Reached, Set[str]], Iterator[str]]) -> Ended | None:
        """How the chosen tests ended that pass without the fault; None where all of them pass with it."""
        while chosen := tuple(choose(mutant, self.reached, self.unfit)):
            ended = self._run(mutant.source, mutant, *PYTEST, *chosen)
            if ended is None:
                return None
            failed = (ended.test,) if ended.test else chosen
            if self.fit.issuperset(failed) or not self._run(_whole(mutant.file), mutant, *PYTEST, *failed):
                self.fit.update(failed)
                return ended
            self.unfit.update(failed)
        return None

    def _run(self, source: str, mutant: Mutant, *command: str) -> Ended | None:
        """How the command ended with this source in the mutant's file; None where all was well."""
        (self.folder / mutant.file).write_text(source, "utf-8")
        env = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "HEXCHECK_CACHE": str(self.folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        within = [sys.executable, "-c", BOUNDED, *command]
        try:
            run = subprocess.run(within, cwd=self.folder, env=env, capture_output=True, timeout=WAIT, check=False)
        except subprocess.TimeoutExpired:
            return Ended("never ends", "")
        if not run.returncode:
            return None
        failed = re.search(
            r"^(?:FAILED|ERROR) (tests/.*?)(?: - .*)?$", run.stdout.decode(errors="replace"), re.MULTILINE
        )
        return Ended("never ends" if run.returncode == -signal.SIGXCPU else "killed", failed[1] if failed else "")


class Ended(NamedTuple):
    """What became of a mutant, and the test that failed, if one did."""

    fate: str
    test: str


def _whole(file: str) -> str:
    """The file without a fault, written as mutants are."""
    return ast.unparse(ast.parse((ROOT / file).read_text("utf-8")))


def copied(into: Path) -> Path:
    """A copy of the code in the folder, with all else beside it."""
    into.mkdir()
    for path in ROOT.iterdir():
        if path.name in ("checker", "tests"):
            shutil.copytree(path, into / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif not path.name.startswith("."):
            (into / path.name).symlink_to(path)
    return into


def tried(chosen: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its fate; each job has a copy of the project of its own."""
    with tempfile.TemporaryDirectory() as there, ThreadPoolExecutor(jobs) as pool:
        free = [Trial(copied(Path(there) / str(n)), Reached()) for n in range(jobs)]

        def one(mutant: Mutant) -> tuple[Mutant, str]:
            trial = free.pop()
            try:
                return mutant, trial.fate(mutant)
            finally:
                free.append(trial)

        yield from pool.map(one, chosen)


def noted(places: list[str], files: set[Path]) -> None:
    """It is noted which tests reach which lines of the files, which lie in the places: of all tests, or of those that
    have changed if nothing else has. Ends the program if tests fail without any fault."""
    changed = Reached().changed
    if not Reached().knows(files):
        shutil.rmtree(FOLDER, ignore_errors=True)
        changed = []
    elif not changed:
        return
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "-p", "reached"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests")))}
    if subprocess.run([*tests, *changed, "--reached", *places], cwd=ROOT, env=env, check=False).returncode:
        sys.exit("the tests fail without any fault")
    noted_of(files)


def main() -> None:
    """Says which mutants survive, and what share was killed. Exit code 1 if that is below 85 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=0, help="how many, drawn at random; all if 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--where", nargs="+", default=["checker/norms"], help="folders and modules")
    given = parser.parse_args()
    places = [ROOT / where for where in given.where]
    files = {f for place in places for f in (place.rglob("*.py") if place.is_dir() else [place])}
    every = [m for path in sorted(files) for m in mutants(path)]
    chosen = random.Random(given.seed).sample(every, given.number or len(every))
    print(
        f"{len(chosen)} mutants of {' '.join(given.where)}, drawn with seed {given.seed} from {len(every)}", flush=True
    )
    noted(given.where, files)
    alive = 0
    for number, (mutant, became) in enumerate(tried(chosen, given.jobs), 1):
        alive += became == "survives"
        if became != "killed":
            print(f"{number}: {became}: {mutant.file}:{mutant.line}: {mutant.fault}", flush=True)
        elif sys.stderr.isatty():
            print(f"\r{number} of {len(chosen)}", end="\r", file=sys.stderr)
    killed = len(chosen) - alive
    print(f"killed {killed} of {len(chosen)}: {killed / len(chosen):.1%}")
    sys.exit(killed < 0.85 * len(chosen))


if __name__ == "__main__":
    main()
