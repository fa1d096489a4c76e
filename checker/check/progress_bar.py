"""How far all analyses are, on a terminal: one bar for the whole, and below it what is being done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from checker.process.parallel_map import WHOLE

ShowProgress = Callable[[int, int, str], None]


@contextmanager
def progress_bar(games: int = 1, name: str = WHOLE) -> Iterator[ShowProgress | None]:
    """What is told how much of what is done, of so many games one after the other; nothing without a terminal.

    What goes by the name is the whole.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    with Progress(console=Console(stderr=True), transient=True) as bar:
        whole = bar.add_task(name, total=None)
        parts: dict[str, TaskID] = {}
        begun = 0

        def told(done: int, of: int, what: str) -> None:
            nonlocal begun
            if what == name:
                begun += not done
                bar.update(whole, completed=(begun - 1) * of + done, total=games * of)
                return
            if what not in parts:
                parts[what] = bar.add_task(f"  {what}", total=of)
            bar.update(parts[what], completed=done, total=of, visible=done < of)

        yield told
