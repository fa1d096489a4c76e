"""Names for parts of the program: they change with every change of the code, which is not read again while its files are as they were."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from checker.store import disk_cache
from checker.store.fingerprint import summed

PACKAGE = Path(__file__).resolve().parent.parent
KIND = "code"


@cache
def code_in(*rooms: str) -> str:
    """A name for all code of the rooms."""
    files = sorted(path for room in rooms for path in _below(PACKAGE / room))
    seen = repr([(path, at.st_size, at.st_mtime_ns, at.st_ino) for path in files for at in [os.stat(path)]])
    known = disk_cache.kept(KIND, seen, str)
    if known is not None:
        return str(known)
    parts = (part for path in files for part in (os.path.relpath(path, PACKAGE).encode(), Path(path).read_bytes()))
    made = summed(*parts)
    disk_cache.keep(KIND, seen, made)
    return made


def _below(folder: Path) -> list[str]:
    found: list[str] = []
    for one in os.scandir(folder):
        if one.is_dir():
            found += _below(Path(one.path))
        elif one.name.endswith(".py"):
            found.append(one.path)
    return found
