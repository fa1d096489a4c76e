"""An installed wheel, looked at from outside: `make smoke` runs this with the Python that has it.

It answers its first question from what was compiled into the wheel, and a later form of what is kept (of which
nothing was) from the user's cache; what is installed is never written to. Another project's `checker` stands beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.metadata import files
from pathlib import Path

ASK = ["ask", "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"]
HERE = "import sys; from hexcheck._checker.cli.main import run; code = run(sys.argv[1:])"
LATER = f"from hexcheck._checker.store import disk_cache as cache; cache.VERSION = 'later'; {HERE}"
SAID = "print('lark' in sys.modules, file=sys.stderr); sys.exit(code)"


def asked(program: str, cache: Path) -> tuple[bool, set[str]]:
    """Whether the question had to be compiled for, and the kinds of what was kept in the user's cache."""
    (cache.parent / "checker.py").write_text("raise SystemExit('this is another project')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; {SAID}", *ASK],
        cwd=cache.parent,
        env={**os.environ, "HEXCHECK_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "FORCED: C" in done.stdout, done.stdout
    return done.stderr.strip() == "True", {p.name.partition("-")[0] for p in cache.glob("*")}


def installed() -> dict[Path, int]:
    """Every installed file of the package with the time of its last change; not Python's own caches."""
    import hexcheck

    folder = Path(str(hexcheck.__file__)).parent
    assert "site-packages" in folder.parts, f"this is no installed wheel: {folder}"
    return {p: p.stat().st_mtime_ns for p in folder.rglob("*") if "__pycache__" not in p.parts}


def main() -> None:
    """Fails with an AssertionError if the wheel is not as it should be."""
    import hexcheck
    from hexcheck.schema_files import FOLDER, schemas

    assert {path.name for path in FOLDER.iterdir()} >= set(schemas()), "the schemas do not travel with the wheel"
    (answer,) = hexcheck.load("hexhex").ask(ASK[1]).answers
    assert answer.outcomes[0].value == "C", answer
    tops = {path.parts[0] for path in files("hexcheck") or () if ".." not in path.parts}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hexcheck"}, f"the wheel installs {tops}"
    before = installed()
    with tempfile.TemporaryDirectory() as there:
        empty = Path(there) / "empty"
        assert asked(HERE, empty) == (False, {"code"}), "the wheel compiles on its first start"
        kinds = {"code", "game", "grammar", "scenes", "sentences"}
        assert asked(LATER, empty) == (True, kinds), "what cannot be read is not compiled"
        assert asked(LATER, empty)[0] is False, "it is compiled twice"
    assert installed() == before, "something was written where the wheel is installed"
    print("the wheel answers without compiling, and from the user's cache what it was not built for")


if __name__ == "__main__":
    main()
