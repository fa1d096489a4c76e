"""Mutation testing of `checker/norms`, or other rooms or modules: small faults are put in one at a time, and the tests
must notice.

`make mutants` tries all of them on all cores, in an order drawn with the seed; `make mutants MUTANTS=100
SEED=1` the first hundred of that order, `WHERE="checker/norms checker/verdicts/clause_order.py"` those of these places. Each mutant runs in a folder and processes of its own, against the
rulings first, then against the other tests that touch norms, until the first one fails.
A script of our own rather than a library: those at hand rewrite the tests' environment or cannot run a
chosen list of tests against a package that finds its data beside itself.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "checker/norms"
TESTS = (
    "tests/test_settle.py",
    "tests/test_ruled.py",
    "tests/test_permitted.py",
    "tests/test_standing.py",
    "tests/test_toy.py",
    "tests/test_looking.py",
    "tests/test_conditions.py",
    "tests/test_agreement.py::test_norms_hold_in_run_where_they_hold_in_smt[0]",
    "tests/test_agreement.py::test_conditions_of_every_shape_hold_in_run_where_they_hold_in_smt[0]",
    "tests/test_deciding.py",
    "tests/test_rulings.py::test_answers_do_not_depend_on_the_order_of_sets",
    "tests/test_modifications.py",
    "tests/test_newer.py",
    "tests/test_switching.py",
    "tests/test_told_short.py",
)
AGREEMENT = tuple(name for name in TESTS if name.startswith("tests/test_agreement.py"))
DRAWN = (
    "ways_are_taken_as_often_as_they_weigh",
    "taking_away_what_was_not_taken_changes_nothing",
    "a_pass_weighs_what_the_policy_says",
    "the_copies_of_a_card_are_named_alike_and_count_twice",
)
"""The tests of how the ways of sampled games are drawn."""
WORDS = (("tests/test_data_forms.py", "tests/test_told_short.py"), ("tests/rulings_once.py",), ("tests/test_cases.py",))
"""The tests of what a game's own words make of scenes."""
OTHER_TESTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "checker/run": (
        ("tests/rulings_once.py",),
        (
            "tests/test_watching.py",
            *(f"tests/test_sampling.py::test_{name}" for name in DRAWN),
            "tests/test_order.py",
            "tests/test_toy.py",
            "tests/test_course.py",
            "tests/test_probing.py",
        ),
    ),
    "checker/smt": (
        (
            "tests/test_smt.py",
            "tests/test_ranking_words.py",
            "tests/test_ranking_trees.py",
            "tests/test_consequences.py",
            *AGREEMENT,
        ),
        ("tests/test_certificates.py", "tests/test_hexx_endless.py"),
    ),
    "checker/analyses/moment_of_condition.py": (("tests/test_moment_of_condition.py",),),
    "checker/verdicts/clause_ablation.py": (("tests/test_by_need.py",),),
    "checker/verdicts/clause_order.py": (("tests/test_by_need.py",), ("tests/test_deciding.py",)),
    "checker/provenance/near_misses.py": (("tests/test_by_need.py",),),
    "checker/scenes/untold_acts.py": (("tests/test_told_outcomes.py",), ("tests/rulings_once.py",)),
    "checker/kernel/bounds.py": (("tests/test_outside.py",),),
    "checker/process/inputs.py": (("tests/test_outside.py",),),
    "checker/kernel/trees/amount_changes.py": (("tests/test_modifications.py",),),
    "checker/process/outputs.py": (("tests/test_outside.py",),),
    "checker/process/streams.py": (("tests/test_outside.py",),),
    "checker/kernel/trees/unordered_effects.py": (
        ("tests/test_unordered.py",),
        ("tests/test_faults.py", "tests/test_hexx_faults.py", "-k", "order"),
    ),
    "checker/syntax/authority.py": (("tests/test_authority.py",),),
    "checker/load/erratum_places.py": (("tests/test_bad_errata.py", "tests/test_cases.py"),),
    "checker/store/type_checks.py": (("tests/test_stored.py",),),
    "checker/store/packed_values.py": (("tests/test_stored.py",),),
    "checker/load/amended/step_clauses.py": (("tests/test_by_need.py",),),
    "checker/load/step_orders.py": (("tests/test_bad_errata.py", "tests/test_cases.py"),),
    "checker/load/switched_off.py": (("tests/test_switching.py",),),
    "checker/run/completions.py": (("tests/test_told_short.py", "tests/test_cases.py"), ("tests/rulings_once.py",)),
    "checker/explore/interactions/effect_reads.py": (
        ("tests/test_faults.py", "tests/test_hexx_faults.py", "-k", "order"),
    ),
    "checker/explore/interactions/derived_tables.py": (
        ("tests/test_faults.py", "tests/test_hexx_faults.py", "-k", "order"),
    ),
    "checker/explore/interactions/table_layout.py": (
        ("tests/test_faults.py", "tests/test_hexx_faults.py", "-k", "order"),
    ),
    "checker/boards": (("tests/test_boards.py", "tests/test_data_forms.py"), ("tests/rulings_once.py",)),
    "checker/load/folders": (("tests/test_folder.py",), ("tests/test_own_game.py",)),
    "checker/session/ruling_memo.py": (("tests/test_kept.py", "-k", "ruling or ruled"),),
    "checker/scenes/phrase_meaning.py": WORDS,
    "checker/scenes/questions_of_words.py": WORDS,
    "checker/scenes/stated_table.py": WORDS,
    "checker/syntax/everyday": (
        ("tests/test_judge_questions.py", "tests/test_hexx_meant.py"),
        ("tests/test_read_by_content.py", "tests/test_taken_for_granted.py"),
    ),
    "checker/syntax/lalr": (("tests/test_lalr.py",),),
    "checker/scenes/copies_meant.py": (("tests/test_told_outcomes.py",), ("tests/rulings_once.py",)),
    "checker/smt/results.py": (("tests/test_tracebacks.py", "tests/test_smt.py"),),
}
"""The tests that concern another room or module, the quick ones first: what rulings never ask is not put to them."""


def stages(file: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What is run for a fault in the file: the rulings notice most, and within seconds; `make test` checks types too."""
    folder = str(Path(file).parent)
    listed = OTHER_TESTS.get(file) or OTHER_TESTS.get(folder, (("tests/rulings_once.py",), TESTS))
    return (
        *(("killed", tests if tests[0].endswith("_once.py") else (*PYTEST, *tests)) for tests in listed),
        ("killed by types", ("-m", "mypy", "--no-error-summary", folder)),
    )


PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
SECONDS = 60
"""A stage that takes more processor time never ends (they take some 20), which a test run would notice too."""

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
                line = getattr(node, "lineno", 0)
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
            return f"`if {_short(ast.unparse(node.test.operand))}` is turned round"  # type: ignore[attr-defined]
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


def fate(mutant: Mutant, folder: Path) -> str:
    """Whether the mutant `survives`, is `killed`, `killed by types` or `never ends`; the folder is a copy of the project."""
    path = folder / mutant.file
    right = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    env = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "HEXCHECK_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    try:
        for death, stage in stages(mutant.file):
            run = subprocess.run(
                [sys.executable, "-c", BOUNDED, *stage],
                cwd=folder,
                env=env,
                capture_output=True,
                timeout=WAIT,
                check=False,
            )
            if run.returncode:
                return "never ends" if run.returncode == -signal.SIGXCPU else death
        return "survives"
    except subprocess.TimeoutExpired:
        return "never ends"
    finally:
        path.write_text(right, encoding="utf-8")


def copied(into: Path) -> Path:
    """A copy of the code in the folder, with the data beside it."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "checker", into / "checker", ignore=skip)
    shutil.copytree(ROOT / "tests", into / "tests", ignore=skip)
    for name in ("specs", "cards", "grammar", "examples", "docs", "pyproject.toml"):
        (into / name).symlink_to(ROOT / name)
    return into


def tried(chosen: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its fate; each job has a copy of the project of its own. Ends the program if tests fail anyway."""
    with tempfile.TemporaryDirectory() as there, ThreadPoolExecutor(jobs) as pool:
        folders = [copied(Path(there) / str(n)) for n in range(jobs)]
        free = list(folders)
        for file in {stages(m.file): m.file for m in chosen}.values():
            if fate(Mutant(file, 0, "none", (ROOT / file).read_text(encoding="utf-8")), folders[0]) != "survives":
                sys.exit(f"the tests fail without any fault in {file}")

        def one(mutant: Mutant) -> tuple[Mutant, str]:
            folder = free.pop()
            try:
                return mutant, fate(mutant, folder)
            finally:
                free.append(folder)

        yield from pool.map(one, chosen)


def main() -> None:
    """Says which mutants survive, and what share was killed. Exit code 1 if that is below 85 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=0, help="how many, drawn at random; all if 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--where", nargs="+", default=[FOLDER], help="folders and modules")
    given = parser.parse_args()
    places = [ROOT / where for where in given.where]
    files = {f for place in places for f in (place.rglob("*.py") if place.is_dir() else [place])}
    every = [m for path in sorted(files) for m in mutants(path)]
    chosen = random.Random(given.seed).sample(every, given.number or len(every))
    print(
        f"{len(chosen)} mutants of {' '.join(given.where)}, drawn with seed {given.seed} from {len(every)}", flush=True
    )
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
