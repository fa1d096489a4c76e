"""Begins an analysis: its file, a specimen that it is to find and the twin of it: `make analysis NAME=idle-player`.

What is still to be written stands as `FILL IN`; `make unit` says of each what is missing. Nothing else has to be touched.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MODULE = '''"""FILL IN: one sentence that says what is wrong.

What it finds: FILL IN

Why it matters: FILL IN

Example: FILL IN

How to settle it: FILL IN
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import places
from checker.kernel.game import Game
from checker.kernel.norm import Norm
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work

CODE = "{code}"
NAME = "{name}"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each norm with the fault."""
    game = work.bench.rules.game
    found = [_finding(game, norm) for norm in game.norms if _faulty(norm)]
    return found, Scope(NAME, Extent.EXHAUSTED, f"{{len(game.norms)}} norms")


def _faulty(norm: Norm) -> bool:
    """The norm has the fault."""
    return False


def _finding(game: Game, norm: Norm) -> Finding:
    message, settle = f"{{norm.id}} FILL IN", "FILL IN"
    where, known = places(game, (norm.clause,)), Extent.EXHAUSTED
    return Finding(CODE, NAME, "warning", message, (norm.clause,), (), where, extent=known, settle=settle)
'''

SPECIMEN = """erratum "FILL IN: {what}"
clause E-1 permission "Errata"
  says FILL IN
  norm P may give Q a pebble if P is on turn
"""


def codes(folder: Path) -> list[str]:
    """Every code that the analyses of the folder have, in order."""
    return sorted(c for path in folder.glob("*.py") for c in re.findall(r'CODE = "(HX\d+)"', path.read_text("utf-8")))


def begin(root: Path, name: str, code: str = "") -> list[Path]:
    """The files of a new analysis, written. Raises ValueError for a name or a code that it cannot have."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise ValueError(f"`{name}` is no name; small letters with `-` between the words: the defect, as `idle-player`")
    folder = root / "checker" / "analyses"
    taken = codes(folder)
    code = code or f"HX{int(taken[-1][2:]) + 1}"
    if not re.fullmatch(r"HX\d{3}", code) or code in taken:
        raise ValueError(f"`{code}` is taken, or no code; there are {', '.join(taken)}")
    specimen = root / "tests" / "specimens" / name
    files = {
        folder / f"{name.replace('-', '_')}.py": MODULE.format(name=name, code=code),
        specimen / "pebbles-first.bad.norm": SPECIMEN.format(what="what is wrong"),
        specimen / "pebbles-first.good.norm": SPECIMEN.format(what="the same without the fault"),
    }
    for path in files:
        if path.exists():
            raise ValueError(f"{path.relative_to(root)} is there already")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def main() -> int:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("name", help="the defect, as `idle-player`")
    said.add_argument("--code", default="", help="HX and three digits; else the next one")
    asked = said.parse_args()
    try:
        written = begin(ROOT, asked.name, asked.code)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print("written, to be filled in where `FILL IN` stands:", *(f"  {p.relative_to(ROOT)}" for p in written), sep="\n")
    print("what is missing: .venv/bin/python -m pytest -q tests/analyses/test_specimens.py -k", f"'{asked.name}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
