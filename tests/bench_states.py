"""How many states a second are gone through: by the interpreter, by tables, by the kernel, by C, by SPIN.

All figures are of processor time, in one run; the states of the small game are the same, and are counted.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import NamedTuple

import state_graphs
from state_graphs import Begun, dealt, space_of

from checker.graph.compiled.installed import kernel
from checker.graph.state_space import StateSpace, explored
from checker.graph.witness import PlainGraph

HERE = Path(__file__).resolve().parent / "bench"
DEAL = (
    "hand A: Turn Aside Left, Turn Aside Right, Deflect Across; hand B: Called Shot, Duck, Null; "
    "hand C: Twain, Draw Fire, Null"
)
SMALL = "players A B C D; A is on turn"
BY_INTERPRETER = 500
"""So many states are looked at by the interpreter."""


class Rate(NamedTuple):
    """States with their edges, and seconds of processor time for them."""

    label: str
    states: int
    edges: int
    seconds: float

    @property
    def each_second(self) -> float:
        """States a second."""
        return self.states / max(self.seconds, 1e-9)


def by_interpreter(at: Begun) -> Rate:
    """The first states from where play begins."""
    plain = PlainGraph(at.offers.rules, at.offers)
    edges, start = 0, time.process_time()
    seen = {plain.state(at.start)}
    todo = deque(seen)
    for looked in range(BY_INTERPRETER):
        if not todo:
            return Rate("interpreter", looked, edges, time.process_time() - start)
        for _, after in plain.successors(todo.popleft()).options:
            edges += 1
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return Rate("interpreter", BY_INTERPRETER, edges, time.process_time() - start)


def by_tables(at: Begun) -> tuple[StateSpace, list[Rate]]:
    """The tables, empty and then filled."""
    start = time.process_time()
    space = space_of(at, False)
    rates = [Rate("tables, cold", len(space.states), len(space.to), time.process_time() - start)]
    start = time.process_time()
    again = explored(lambda widths: space.graph, [at.start], 10**9)
    return space, [*rates, Rate("tables, filled", len(again.states), len(again.to), time.process_time() - start)]


def by_kernel(space: StateSpace) -> tuple[Rate, float]:
    """The kernel over the filled tables, and how many bytes it holds for a state."""
    from checker.graph.compiled.kernel_search import KernelSearch

    begun = StateSpace(space.graph, list(space.states[: space.begins]), space.begins, 0, [0], [])
    search = KernelSearch(space)
    spent = []
    for _ in range(4):  # the first has to be compiled, and takes up what heads lead to
        search = KernelSearch(begun, search.flat)
        start = time.process_time()
        search.run(10**9, lambda looked, known: None)
        spent.append(time.process_time() - start)
    found = search.result()
    rate = Rate("the kernel, filled", len(found.states), len(found.to), min(spent))
    return rate, search.bytes / len(found.states)


def by_hand() -> Rate:
    """A program in C for the small game."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "pots"
        subprocess.run(["gcc", "-O2", "-o", program, HERE / "pots.c"], check=True)
        states, edges, seconds = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    return Rate("a program in C", int(states), int(edges), float(seconds))


def by_spin() -> Rate:
    """The small game as a model for SPIN."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["spin", "-a", HERE / "pots.pml"], cwd=folder, check=True, capture_output=True)
        subprocess.run(["gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], cwd=folder, check=True)
        command = [str(Path(folder) / "pan"), "-m1000000"]
        told = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    (states,), (edges,) = re.findall(r"(\d+) states, stored", told), re.findall(r"(\d+) transitions", told)
    (seconds,) = re.findall(r"elapsed time ([\d.]+)", told)
    return Rate("SPIN", int(states), int(edges), float(seconds))


def told(rates: list[Rate]) -> Iterator[tuple[str, str]]:
    """Labels and figures, each rate as so many times the first."""
    for one in rates:
        times = one.each_second / rates[0].each_second
        yield f"  {one.label}", f"{one.each_second:10.0f}/s {times:8.1f} x   {one.states} states, {one.edges} edges"


def figures() -> Iterator[tuple[str, str]]:
    """All labels with their figures: those of a deal, then those of a small game."""
    state_graphs.EXAMPLES = HERE
    for title, at in (
        ("states of a deal (filled: at least 300 x)", dealt("hexhex", DEAL, "round")),
        ("states of a small game (the kernel: twice SPIN)", dealt("pots", SMALL)),
    ):
        yield title, ""
        space, of_tables = by_tables(at)
        rates, held = [by_interpreter(at), *of_tables], 0.0
        if kernel() is not None:
            rate, held = by_kernel(space)
            rates.append(rate)
        small = at.offers.rules.game.name == "pots"
        with suppress(FileNotFoundError):  # what is not there is told below
            rates += [by_hand()] if small else []
            rates += [by_spin()] if small else []
        yield from told(rates)
        yield "  the kernel, bytes for a state (at most 60)", f"{held:10.0f}" if held else "the extra `fast` is missing"
        yield from ((f"  {name}", "missing here") for name in ("gcc", "spin") if small and which(name) is None)


def main() -> None:
    """Prints the figures."""
    for label, figure in figures():
        print(f"{label:<52}{figure}", flush=True)


if __name__ == "__main__":
    main()
