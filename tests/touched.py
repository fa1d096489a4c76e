"""How much of the program one question touches: modules of checker/, and functions of these that are entered."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from types import CodeType, FrameType

SCENE = "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"
PACKAGE = Path(__file__).resolve().parent.parent / "checker"


def touched() -> str:
    """What a fresh process enters that answers the question, with all that is kept at hand."""
    command = [sys.executable, __file__, "ask", SCENE]
    for _ in range(2):
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    return said.stderr.strip()


def main(words: list[str]) -> None:
    """Carries out the command, and says on standard error what it entered."""
    entered = set[CodeType]()

    def told(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    from checker.__main__ import main as checker

    sys.argv[1:] = words
    sys.setprofile(told)
    try:
        checker()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    own = [
        code for code in entered if code.co_filename.startswith(str(PACKAGE)) and code.co_flags & inspect.CO_NEWLOCALS
    ]
    functions = {(code.co_filename, code.co_firstlineno) for code in own if not code.co_name.startswith("<")}
    modules = {file for file, _ in functions}
    print(f"{len(modules)} modules, {len(functions)} functions", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
