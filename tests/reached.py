"""Which tests reach which lines of the program, and how long each takes.

`pytest -p reached --reached checker/norms` notes it in build/reached, for the files in these folders; `Reached` reads it.
Whoever had it noted says of which files by `noted_of`: where these change, their lines are others.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Generator, Iterable
from functools import cached_property
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "reached"
MOST_LINES = 12
"""So many lines a statement may have before the line whose reaching was noted."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", nargs="+", default=["checker"], help="folders and modules whose lines are noted")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder([str(where) for where in config.getoption("--reached")]))


class Recorder:
    """Notes for each test what it reaches; each process of a run has files of its own."""

    def __init__(self, places: list[str]) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.file = FOLDER / f"{os.getpid()}.lines"
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
"""The files whose lines were noted, each with a name for what stood in it."""


def _contents(files: Iterable[Path]) -> dict[str, str]:
    return {str(f.relative_to(ROOT)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


def noted_of(files: Iterable[Path]) -> None:
    """The lines of these files, as they are, are those that were noted."""
    NOTED.write_text(json.dumps(_contents(files)), encoding="utf-8")


class Reached:
    """What was noted of the tests; nothing where no run noted anything."""

    def knows(self, files: Iterable[Path]) -> bool:
        """The lines of all these files were noted, as they are."""
        return NOTED.is_file() and _contents(files).items() <= json.loads(NOTED.read_text("utf-8")).items()

    @cached_property
    def seconds(self) -> dict[str, float]:
        """Processor time of each test, while noting."""
        return {test: took for file in FOLDER.glob("*.json") for test, took in json.loads(file.read_text()).items()}

    @cached_property
    def _noted(self) -> tuple[CoverageData, ...]:
        found = tuple(CoverageData(str(file)) for file in sorted(FOLDER.glob("*.lines")))
        for one in found:
            one.read()
        return found

    def tests(self, file: str, line: int) -> tuple[str, ...]:
        """The tests that reach the statement at the line of the file, the quickest first."""
        noted = [one.contexts_by_lineno(str(ROOT / file)) for one in self._noted]
        for at in range(line, max(0, line - MOST_LINES), -1):
            found = {test for lines in noted for test in lines.get(at, ()) if test in self.seconds}
            if found:
                return tuple(sorted(found, key=lambda test: (self.seconds[test], test)))
        return ()
