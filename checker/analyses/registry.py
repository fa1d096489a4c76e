"""All analyses of a game, and the run that collects what they find."""

from __future__ import annotations

import hashlib
import pkgutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.kernel.verdict import Extent, Finding, marked
from checker.process.interrupts import as_interrupts
from checker.process.memory_limit import MemoryRanOut, of_all, within
from checker.process.parallel_map import WHOLE
from checker.run.branches import TooMany
from checker.session.context import Bench, Options, Scope, Work
from checker.session.work_distribution import spreading


class Analysis(NamedTuple):
    """One kind of defect: its stable code, its name, what it finds, and the function that finds it.

    `page` is what it says of itself; `also` are further codes with their names that its findings may have.
    One that stands `apart` asks neither what the others found nor how far they looked; the longest have most of it.
    One that `asks` what the others found comes after them. What is found in `housekeeping` is of no use to players.
    """

    code: str
    name: str
    doc: str
    run: Callable[[Work], tuple[list[Finding], Scope]]
    page: str = ""
    also: tuple[tuple[str, str], ...] = ()
    apart: int = 0
    asks: bool = False
    housekeeping: bool = False

    @property
    def codes(self) -> tuple[tuple[str, str], ...]:
        """Every code that its findings may have, with its name."""
        return ((self.code, self.name), *self.also)


class Report(Record):
    """What was found and what was looked at, in a fixed order."""

    findings: tuple[Finding, ...]
    checked: tuple[Scope, ...]
    interrupted: bool = False


def codes_of(names: Iterable[str]) -> frozenset[str]:
    """The codes that findings of the analyses of these names have."""
    wanted = set(names)
    return frozenset(code for a in ANALYSES if a.name in wanted for code, _ in a.codes)


def housekeeping_codes() -> frozenset[str]:
    """The codes of findings that tell those who write the rules something, and players nothing."""
    return frozenset(code for a in ANALYSES if a.housekeeping for code, _ in a.codes)


def _entry(module: Any) -> Analysis:
    page = str(module.__doc__)
    also, apart, asks = getattr(module, "ALSO", ()), getattr(module, "APART", 0), getattr(module, "ASKS", False)
    keeping = getattr(module, "HOUSEKEEPING", False)
    return Analysis(module.CODE, module.NAME, page.split("\n")[0], module.run, page, also, apart, asks, keeping)


def _found() -> Iterator[Any]:
    """The modules of this folder but this one: every analysis that there is."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name != "registry":
            yield import_module(f"{__package__}.{module.name}")


# First the one that tells how far the search looked which others read too: the seconds of the search are its own.
ANALYSES: tuple[Analysis, ...] = tuple(
    map(_entry, sorted(_found(), key=lambda m: (not hasattr(m, "SEARCHES"), m.CODE)))
)

NOTICED = 0.95
"""At this part of the memory it is noticed that all processes together use too much: a little too late, as ever."""

_RANK = {"error": 0, "warning": 1, "note": 2}


def run(bench: Bench, options: Options, only: Iterable[str] = ()) -> Report:
    """What the analyses (those of the codes or names in `only`, if any) find in the game.

    The same for every number of jobs, but for the seconds. Where it is interrupted, what the analyses have
    found that were done by then, and that the others were not.
    """
    wanted = set(only)
    findings: list[Finding] = []
    looked: dict[str, Scope] = {}
    interrupted = False
    told = options.progress or (lambda done, of, what: None)
    todo = [a for a in ANALYSES if not wanted or wanted & {word for codes in a.codes for word in codes}]
    try:
        with spreading(bench, options) as (spread, ahead):
            work = Work(bench, options, spread)
            work.findings, work.only = findings, frozenset(wanted)
            alone = (options._replace(jobs=1, progress=None), work.only)
            longest = sorted((a for a in todo if a.apart and options.jobs > 1), key=lambda a: -a.apart)
            apart = {a.name: ahead(a.name, _apart, (a.name, *alone)) for a in longest if not options.memory}
            for number, analysis in enumerate(sorted(todo, key=lambda a: (a.asks, a.name in apart))):
                told(number, len(todo), WHOLE)
                found, looked[analysis.name] = (
                    apart[analysis.name]() if analysis.name in apart else _run(analysis, work)
                )
                findings += found
                work.given_up += [analysis.name] if looked[analysis.name].given_up else []
            told(len(todo), len(todo), WHOLE)
    except KeyboardInterrupt:
        interrupted = True
    done = {f.fingerprint: f for f in map(_signed, findings)}
    ordered = sorted(done.values(), key=lambda f: (_RANK[f.severity], f.code, f.clauses, f.message))
    left = (Scope(a.name, Extent.UNKNOWN, "interrupted before it was done", given_up=True) for a in todo)
    return Report(tuple(ordered), tuple(looked.get(c.analysis, c) for c in left), interrupted)


def _apart(bench: Bench, of: tuple[str, Options, frozenset[str]]) -> tuple[list[Finding], Scope]:
    """What the analysis of the name finds, carried out by one process."""
    name, options, only = of
    with working(bench, options) as work:
        work.only = only
        return _run(next(a for a in ANALYSES if a.name == name), work)


def _run(analysis: Analysis, work: Work) -> tuple[list[Finding], Scope]:
    """What the analysis finds, in how many seconds; nothing, and unknown, if the rules cannot be carried out."""
    began = time.perf_counter()
    memory = work.options.memory
    try:
        with as_interrupts(), within(int(memory * NOTICED), of_all):
            found, looked = analysis.run(work)
    except MemoryRanOut:
        found, looked = [], _given_up(analysis, f"left, since {memory} megabytes were not enough")
    except InputError as error:
        found, looked = [], _given_up(analysis, f"given up: {error.problems[0].message}")
    except RecursionError:
        found, looked = [], _given_up(analysis, "given up: this goes on within itself too deeply")
    except (TooMany, RuntimeError) as error:
        found, looked = [], _given_up(analysis, f"given up: {error}")
    return found, msgspec.structs.replace(looked, seconds=round(time.perf_counter() - began, 2))


def _given_up(analysis: Analysis, why: str) -> Scope:
    return Scope(analysis.name, Extent.UNKNOWN, why, given_up=True)


def _signed(finding: Finding) -> Finding:
    """The finding with its fingerprint: of the analysis, of the places in the rules, and of how grave it is, nothing else.

    Whoever accepted a note has not accepted the error that it became.
    """
    places = finding.fingerprint or "/".join((*finding.clauses, *finding.cards))
    made = hashlib.sha256(f"{finding.code} {places}{marked(finding.severity)}".encode()).hexdigest()[:16]
    return msgspec.structs.replace(finding, fingerprint=made)


@contextmanager
def working(bench: Bench, options: Options) -> Iterator[Work]:
    """What analyses work with, and the processes that they spread over."""
    with spreading(bench, options) as (spread, _):
        yield Work(bench, options, spread)
