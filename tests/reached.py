"""Which tests reach which lines of the program, and how long each takes.

`pytest -p reached --reached checker/norms` notes it in build/reached, for the files in these folders; `Reached` reads it.
Whoever had it noted says of which files by `noted_of`: where these change, their lines are others. Where only tests
change, it is enough to note these: of a file with tests the run holds that noted it last.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Generator, Iterable
from functools import cache, cached_property
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
FOLDER = ROOT / "build" / "reached"
MOST_LINES = 12
"""So many lines a statement may have before the line whose reaching was noted."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", nargs="+", default=["checker"], help="folders and modules whose lines are noted")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder([str(where) for where in config.getoption("--reached")]))


def _run() -> Path:
    """The folder of this run, which its processes share: the first to ask names it for those that it begins."""
    if "REACHED_RUN" not in os.environ:
        FOLDER.mkdir(parents=True, exist_ok=True)
        os.environ["REACHED_RUN"] = tempfile.mkdtemp(prefix=f"{time.time_ns()}-", dir=FOLDER)
    return Path(os.environ["REACHED_RUN"])


class Recorder:
    """Notes for each test what it reaches; each process of a run has files of its own."""

    def __init__(self, places: list[str]) -> None:
        self.file = _run() / f"{os.getpid()}.lines"
        inside = [str(ROOT / where / "*" if (ROOT / where).is_dir() else ROOT / where) for where in places]
        self.lines = Coverage(data_file=self.file, include=inside, config_file=False)
        self.seconds: dict[str, float] = {}

    def pytest_sessionstart(self) -> None:
        self.lines.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.lines.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began

    def pytest_sessionfinish(self) -> None:
        self.lines.stop()
        self.lines.save()
        self.file.with_suffix(".json").write_text(json.dumps(self.seconds), encoding="utf-8")


NOTED = FOLDER / "noted"
"""The files whose lines were noted and those with tests, each with a name for what stood in it."""


def _contents(files: Iterable[Path]) -> dict[str, str]:
    return {str(f.relative_to(ROOT)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


def noted_of(files: Iterable[Path]) -> None:
    """The lines of these files, as they are, are those that were noted, by the tests as they are."""
    NOTED.write_text(json.dumps(_contents((*files, *TESTS.glob("test_*.py")))), encoding="utf-8")


def _file(test: str) -> str:
    return test.partition("::")[0]


class Reached:
    """What was noted of the tests that are as they were; nothing where no run noted anything."""

    @cached_property
    def _known(self) -> dict[str, str]:
        known: dict[str, str] = json.loads(NOTED.read_text("utf-8")) if NOTED.is_file() else {}
        return known

    def knows(self, files: Iterable[Path]) -> bool:
        """The lines of all these files were noted, as they are."""
        return _contents(files).items() <= self._known.items()

    @cached_property
    def changed(self) -> list[str]:
        """The files with tests that are new or other than they were when they were noted."""
        return [f for f, held in _contents(sorted(TESTS.glob("test_*.py"))).items() if self._known.get(f) != held]

    @cached_property
    def _took(self) -> dict[Path, dict[str, float]]:
        """For each run the processor time of the tests whose files it noted last."""
        runs = sorted(folder for folder in FOLDER.glob("*-*"))
        took = {r: {t: s for file in r.glob("*.json") for t, s in json.loads(file.read_text()).items()} for r in runs}
        last = {_file(test): run for run in runs for test in took[run]}
        holds = {file: run for file, run in last.items() if file not in self.changed and (ROOT / file).is_file()}
        return {run: {t: s for t, s in took[run].items() if holds.get(_file(t)) == run} for run in runs}

    @cached_property
    def seconds(self) -> dict[str, float]:
        """Processor time of each test, while noting."""
        return {test: seconds for took in self._took.values() for test, seconds in took.items()}

    @cached_property
    def _noted(self) -> tuple[tuple[dict[str, float], CoverageData], ...]:
        found = tuple((took, CoverageData(str(f))) for run, took in self._took.items() for f in run.glob("*.lines"))
        for _, one in found:
            one.read()
        return found

    def tests(self, file: str, line: int) -> tuple[str, ...]:
        """The tests that reach the statement at the line of the file, the quickest first.

        What is carried out as the file is imported, before any test, is put to all that reach the file, or else to
        those of the test files that name it.
        """
        noted = [(took, one.contexts_by_lineno(str(ROOT / file))) for took, one in self._noted]
        for at in range(line, max(0, line - MOST_LINES), -1):
            found = {test for took, lines in noted for test in lines.get(at, ()) if test in took}
            if found:
                break
        else:
            found = {test for took, lines in noted for tests in lines.values() for test in tests if test in took}
            found = found or {test for test in self.seconds if test.partition("::")[0] in _naming(file)}
        return tuple(sorted(found, key=lambda test: (self.seconds[test], test)))


@cache
def _naming(file: str) -> frozenset[str]:
    """The test files that name the module of the file."""
    module = file.removesuffix(".py").replace("/", ".")
    tests = (ROOT / "tests").rglob("test_*.py")
    return frozenset(str(path.relative_to(ROOT)) for path in tests if module in path.read_text("utf-8"))
