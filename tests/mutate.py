"""Mutation testing of `checker/norms`, or other rooms or modules: small faults are put in one at a time, and the tests
must notice.

`make mutants` tries all of them on all cores, in an order drawn with the seed; `make mutants MUTANTS=100
SEED=1` the first hundred of that order, `WHERE="checker/norms checker/verdicts/clause_order.py"` those of these places.
One run of all tests notes first which of them reach which lines (`tests/reached.py`). Each mutant runs in a folder and
processes of its own, against the rulings and the tests that reach its line, until the first one fails.
A script of our own rather than a library: those at hand rewrite the tests' environment or cannot run a
chosen list of tests against a package that finds its data beside itself.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from reached import FOLDER, Reached, noted_of

ROOT = Path(__file__).resolve().parent.parent
RULINGS = "tests/rulings_once.py"
"""All rulings, within seconds: they notice most."""
RULED = "tests/test_rulings.py"

PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
SECONDS = 180
"""A stage that takes more processor time never ends (they take up to 60), which a test run would notice too."""

CHOSEN = 60.0
"""Seconds that the tests which are put to a mutant took while it was noted what they reach."""

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

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_CALL = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list"}


class Mutant(NamedTuple):
    """A fault: which file and line, what was put in the place of what, and the whole file with it."""

    file: str
    line: int
    fault: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every fault of the file, in order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        for way in range(_ways(node)):
            changed = copy.deepcopy(tree)
            there = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            before = ast.unparse(there)
            fault = _put(there, way)
            if fault:
                line = next(n.lineno for n in ast.walk(node) if isinstance(n, ast.expr | ast.stmt))
                what = f"`{_short(before)}` becomes `{_short(ast.unparse(there))}`" if fault == "changed" else fault
                yield Mutant(str(path.relative_to(ROOT)), line, what, ast.unparse(changed))


def _short(text: str) -> str:
    return " ".join(text.split())[:90]


def _ways(node: ast.AST) -> int:
    """In how many ways the node itself can be changed; what is said about the code is left alone."""
    match node:
        case ast.Compare(ops=[op]):
            return int(type(op) in OPPOSITE)
        case ast.BoolOp(values=values):
            return 1 + len(values)
        case ast.UnaryOp(op=ast.Not()) | ast.IfExp() | ast.If() | ast.Continue() | ast.Break():
            return 1
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
            return 1
        case ast.Constant(value=bool() | int()):
            return 1
        case ast.Call(func=ast.Name(id=name)):
            return int(name in OTHER_CALL)
        case ast.comprehension(ifs=[_, *_]):
            return 1
        case ast.Expr(value=ast.Call()) | ast.Return(value=ast.expr()) | ast.Raise():
            return 1
        case ast.AugAssign():
            return 1
        case _:
            return 0


def _put(node: ast.AST, way: int) -> str:
    """The node is changed; `changed`, or what was done, or nothing if it could not be."""
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [OPPOSITE[type(op)]()]
        case ast.BoolOp() if way == 0:
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.BoolOp(values=values):
            gone = values.pop(way - 1)
            return f"`{_short(ast.unparse(gone))}` is left out of `{_short(ast.unparse(node))}`"
        case ast.UnaryOp(op=ast.Not()):
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.If():
            if ast.unparse(node.test) == "TYPE_CHECKING":
                return ""
            node.test = ast.UnaryOp(ast.Not(), node.test)
            return f"`if {_short(ast.unparse(node.test.operand))}` is turned round"
        case ast.BinOp():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(OTHER_CALL[name], ast.Load())
        case ast.comprehension():
            gone = node.ifs.pop()
            return f"`if {_short(ast.unparse(gone))}` is left out"
        case ast.Expr():
            node.value = ast.Constant(None)
        case ast.Return():
            if ast.unparse(node) == "return None":
                return ""
            node.value = ast.Constant(None)
        case ast.Raise():
            node.exc, node.cause = ast.Name("NotImplementedError", ast.Load()), None
        case ast.AugAssign():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.Continue() | ast.Break():
            return ""
        case _:
            return ""
    return "changed"


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
        self.unfit: set[str] = set()

    def fate(self, mutant: Mutant) -> str:
        """Whether the mutant `survives`, is `killed`, `killed by types` or `never ends`."""
        reaching = self.reached.tests(mutant.file, mutant.line)
        try:
            if any(test.startswith(RULED) for test in reaching) and (
                ended := self._run(mutant.source, mutant, RULINGS)
            ):
                return ended.fate
            while chosen := tuple(put_to(mutant, self.reached, self.unfit)):
                if not (ended := self._run(mutant.source, mutant, *PYTEST, *chosen)):
                    break
                test = ended.test
                if not test or not self._run(_whole(mutant.file), mutant, *PYTEST, test):
                    return ended.fate
                self.unfit.add(test)  # it fails without the fault as well
            types = ("-m", "mypy", "--no-error-summary", str(Path(mutant.file).parent))
            return "killed by types" if self._run(mutant.source, mutant, *types) else "survives"
        finally:
            (self.folder / mutant.file).write_text((ROOT / mutant.file).read_text("utf-8"), "utf-8")

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
