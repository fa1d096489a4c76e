"""Whatever is interrupted says what it knew by then, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT, heed_interrupts

from checker.analyses import registry
from checker.catalog import games as house
from checker.check import run_checks as checking
from checker.kernel.verdict import Extent

TOY = ROOT / "tests" / "toy"

STARTS = """
import sys, time
from checker.process.parallel_map import spread
def slow(n):
    sys.stdout.write("working\\n"); sys.stdout.flush()
    time.sleep(60)
try:
    list(spread(slow, range(8), 2))
except KeyboardInterrupt:
    sys.exit(7)
"""


def test_what_was_found_before_is_reported_and_the_rest_is_unknown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "kept"))

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    first, second, *_ = registry.ANALYSES
    monkeypatch.setattr(registry, "ANALYSES", (first, second._replace(run=interrupted), first._replace(name="third")))
    desk = house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)
    code = checking.checked_games([desk, desk], "2-3", "quick", "never", 1, "text", None, everything=True)
    out = capsys.readouterr().out
    assert code == checking.INTERRUPTED
    assert out.count("pebbles: ") == 1, "the second game is not begun"
    assert f"{second.name}: unknown, interrupted before it was done" in out
    made = checking.report(desk, "2-3", "quick", 1)
    assert [c.extent for c in made.checked][1:] == [Extent.UNKNOWN] * 2
    assert made.checked[0].extent is not Extent.UNKNOWN or made.findings


@pytest.mark.parametrize(("sign", "whole_group"), [(signal.SIGINT, True), (signal.SIGINT, False)])
def test_workers_end_at_once_and_quietly(sign: int, whole_group: bool, tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", STARTS],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    assert run.stdout is not None and run.stdout.readline().startswith("working")
    began = time.monotonic()
    (os.killpg if whole_group else os.kill)(run.pid, sign)
    _, err = run.communicate(timeout=40)
    assert run.returncode == 7 and not err, err
    assert time.monotonic() - began < 40
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


LOST = """
import ctypes, os, signal, sys, time
from checker.process.interrupts import as_interrupts, heed_interrupts

class Thrown:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass

class Half:
    def __del__(self):
        self.never_made

class Handed:
    @classmethod
    def from_param(cls, given):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass

def thrown():
    Thrown()
    Half()
    time.sleep(20)

def handed():
    abs_ = ctypes.CDLL(None).abs
    abs_.argtypes = [Handed]
    try:
        abs_(1)
    finally:
        Half()

heed_interrupts()
try:
    with as_interrupts():
        %s()
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.mark.parametrize("where", ["thrown", "handed"])
def test_an_interrupt_is_not_lost_wherever_it_comes(where: str) -> None:
    """While a value is thrown away nothing can be raised, and on the way into C an interrupt is told as a wrong argument."""
    command = [sys.executable, "-c", LOST % where]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=40, preexec_fn=heed_interrupts, check=False
    )
    assert run.returncode == 7 and not run.stderr, run.stderr


BUSY = """
import os, sys, time
from checker.process.interrupts import code_of, heed_interrupts
from checker.process.parallel_map import spread
def slow(n):
    sys.stdout.write("working\\n"); sys.stdout.flush()
    {what}
heed_interrupts()
try:
    list(spread(slow, range(8), {jobs}))
except KeyboardInterrupt:
    sys.exit(code_of(130))
"""
SOLVING = "[ctypes.CDLL(None).usleep(900000) for ctypes in [__import__('ctypes')] for _ in range(99)]"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("what", [SOLVING, "time.sleep(60)", "while True: pass"])
def test_told_to_stop_it_ends_within_a_second(jobs: int, what: str) -> None:
    """Also while another language works, of whose calls each alone takes longer, or begins again when broken off."""
    run = _begun(BUSY.format(what=what, jobs=jobs))
    began = time.monotonic()
    run.terminate()
    run.communicate(timeout=40)
    assert run.returncode == 143 and time.monotonic() - began < 4
    _nobody_is_left(run.pid)


@pytest.mark.parametrize("what", ["time.sleep(60)", SOLVING])
def test_workers_end_with_whoever_began_them(what: str) -> None:
    run = _begun(BUSY.format(what=what, jobs=2))
    began = time.monotonic()
    run.kill()
    run.communicate(timeout=40)
    assert time.monotonic() - began < 4
    _nobody_is_left(run.pid)


def _begun(code: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code]
    run = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert run.stdout is not None and run.stdout.readline().startswith("working")
    return run


def _nobody_is_left(group: int) -> None:
    """No process of the group is at work a second later: what has ended and waits for its parent counts as ended."""
    until = time.monotonic() + 1
    while _at_work(group) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _at_work(group)


def _at_work(group: int) -> list[str]:
    states = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, of, *_ = path.read_text().rpartition(")")[2].split()
            states += [state] if int(of) == group and state != "Z" else []
    return states
