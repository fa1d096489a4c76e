"""The command `hexcheck`: runs it, and turns every refusal into a message and exit code 2."""

from __future__ import annotations

import gc
import os
import sys

COLLECT = (5_000_000, 20, 1_000)
"""How seldom circles of values are looked for: a check holds millions of values that last, and few are in one."""


def main() -> None:
    """Runs the command line and exits with its code; bad input never ends in a traceback."""
    sys.setrecursionlimit(20_000)
    gc.set_threshold(*COLLECT)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    from checker.kernel.interrupts import as_interrupts, heed_interrupts
    from checker.kernel.room import roomy
    from checker.kernel.source import InputError

    heed_interrupts()
    code = 2
    try:
        from checker.cli import run

        with as_interrupts():
            code = roomy(lambda: run(sys.argv[1:]))
        sys.stdout.flush()
    except InputError as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


if __name__ == "__main__":
    main()
