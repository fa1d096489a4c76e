"""The command `hexcheck`: runs it, and turns every refusal into a message and exit code 2."""

from __future__ import annotations

import gc
import sys
from typing import cast

COLLECT = (5_000_000, 20, 1_000)
"""How seldom circles of values are looked for: a check holds millions of values that last, and few are in one."""


def _begin_records() -> None:
    """The library of the records is loaded without the backports of `typing`, which it asks for and Python now has itself.

    They load what looks into Python code, and a third of what the library takes goes there.
    """
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    hidden = cast(dict[str, object], sys.modules)
    hidden["typing_extensions"] = None
    try:
        import msgspec  # noqa: F401
    finally:
        del hidden["typing_extensions"]


def main() -> None:
    """Runs the command line and exits with its code; bad input never ends in a traceback."""
    sys.setrecursionlimit(20_000)
    gc.set_threshold(*COLLECT)
    _begin_records()
    from checker.kernel.source import InputError
    from checker.process.deep_stack import roomy
    from checker.process.interrupts import INTERRUPTED, as_interrupts, code_of, heed_interrupts
    from checker.process.streams import complain, fault, let_go, ready

    ready()
    heed_interrupts()
    code = 2
    try:
        from checker.cli.main import run

        with as_interrupts():
            code = roomy(lambda: run(sys.argv[1:]))
        sys.stdout.flush()
    except InputError as error:
        complain(str(error))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0
    except ImportError as error:
        complain(f"hexcheck: {error}\n  hint: the installation is not whole: `pip install --force-reinstall hexcheck`")
    except OSError as error:
        complain(fault(error))
    except MemoryError:
        complain("hexcheck: there is not enough memory for this")
    except RecursionError:
        complain("hexcheck: this goes on within itself too deeply to be worked out")
    let_go()
    gc.freeze()  # all that is held ends with the process: nothing in it has to be looked through for circles
    sys.exit(code_of(code))


if __name__ == "__main__":
    main()
