"""The command `hexcheck` in a process of its own that begins with everything imported; it is soon there for that."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

WAIT = 300.0
"""Seconds that a run may take at most."""

_begun = get_context("forkserver")
_begun.set_forkserver_preload(["checker.__main__", "checker.ask.ask", "checker.cli.main", "cyclopts"])


def hexcheck(*words: str, cwd: Path | None = None) -> CompletedProcess[str]:
    """What the command says and the code it ends with."""
    with TemporaryDirectory() as folder:
        told = [str(Path(folder) / name) for name in ("out", "err")]
        run = _begun.Process(target=_run, args=(words, str(cwd or Path.cwd()), dict(os.environ), told))
        run.start()
        run.join(WAIT)
        if run.exitcode is None:
            run.kill()
        assert run.exitcode is not None, f"hexcheck {' '.join(words)} does not end"
        out, err = (Path(path).read_text("utf-8") for path in told)
        return CompletedProcess(words, run.exitcode, out, err)


def _run(words: tuple[str, ...], cwd: str, env: dict[str, str], told: list[str]) -> None:
    """Begins the command as the system does: there, with this environment, the files for its output and error."""
    from checker.__main__ import main

    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for number, path in enumerate(told, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115  # as long as the process lasts
    sys.argv = ["hexcheck", *words]
    main()
