"""Installs as newcomers do, with build isolation on and in environments where nothing else is: `make smoke` runs this.

Every way of installing is tried, and every Python that the machine has; the first question is answered from what
travels with the program.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASK = ("ask", "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?")
MINORS = range(11, 15)
"""The versions 3.x that are looked for."""
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "-qq")
INSTALL = ("install", "--no-compile", "-c", ROOT / "constraints.txt")


def said(*command: str | Path, where: Path = Path("/"), cache: Path | None = None) -> str:
    """What the command says. Raises CalledProcessError if it fails."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env |= {"HEXCHECK_CACHE": str(cache)} if cache else {}
    return subprocess.run(command, cwd=where, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout


def pythons() -> list[str]:
    """An interpreter of each version that the machine has."""
    found: dict[str, str] = {}
    for name in (sys.executable, *_named()):
        try:
            done = subprocess.run([name, "--version"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        found.setdefault(done.stdout.rpartition(".")[0], name)
    return list(found.values())


def _named() -> Iterator[str]:
    yield from (f"python3.{minor}" for minor in MINORS)
    try:
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return
    for minor in MINORS:
        yield from map(str, sorted(Path(root).glob(f"versions/3.{minor}.*/bin/python")))


def ways(folder: Path) -> dict[str, str]:
    """What pip can be given besides a wheel: the checkout, the sdist made of it, and the repository if it is in one."""
    said(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, where=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    git = {"the repository": f"git+{ROOT.as_uri()}"} if (ROOT / ".git").exists() else {}
    return {"the sdist": str(sdist), **git, "the checkout": str(ROOT)}


def install(python: str, source: str, folder: Path) -> None:
    """Fails if the source cannot be installed there, or if the first answer has to be prepared."""
    said(python, "-m", "venv", "--without-pip", folder)
    inside, cache = folder / "bin", folder / "cache"
    said(sys.executable, *PIP, "--python", inside / "python", *INSTALL, source)
    answer = said(inside / "hexcheck", *ASK, cache=cache)
    assert "FORCED: C" in answer, answer
    prepared = sorted(p.name for p in cache.iterdir() if not p.name.startswith("code-")) if cache.exists() else []
    assert not prepared, f"the first answer was prepared: {prepared}"


def main() -> None:
    """Fails with CalledProcessError or AssertionError if one of the installations does not work."""
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        known, sources = pythons(), ways(folder)
        number = max(len(known), len(sources))
        for at, python, (name, source) in zip(range(number), cycle(known), cycle(sources.items()), strict=False):
            print(f"installing {name} with {said(python, '--version').strip()}", flush=True)
            install(python, source, folder / str(at))


if __name__ == "__main__":
    main()
