"""The command `hexcheck` in a process of its own that begins with everything imported; it is soon there for that."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from conftest import heed_interrupts

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


def told_to_stop(*words: str, when: bytes, sign: int, cache: Path) -> CompletedProcess[str]:
    """What the command shows on a terminal that sends it the signal when it has shown the words, and the code it ends with."""
    ours, theirs = pty.openpty()
    env = os.environ | {"HEXCHECK_CACHE": str(cache), "COLUMNS": "200", "TERM": "xterm"}
    args = [sys.executable, "-m", "checker", *words]
    run = subprocess.Popen(args, stdout=theirs, stderr=theirs, env=env, preexec_fn=heed_interrupts)
    os.close(theirs)
    shown, sent = b"", False
    with suppress(OSError):  # the end of a terminal is an error
        while some := os.read(ours, 1 << 16):
            shown += some
            if when in shown and not sent:
                run.send_signal(sign)
                sent = True
    os.close(ours)
    return CompletedProcess(words, run.wait(WAIT), shown.decode(errors="replace"), "")


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
