"""What several test files need and takes long: worked out once in a run, by whichever process needs it first."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from checker.store.packed_values import packed, unpacked

FOLDER: list[Path] = []
"""Where the processes of this run, and no other run, keep it; none until the run has begun."""

T = TypeVar("T")


def once_a_run(name: str, make: Callable[[], T]) -> T:
    """What is made, or what another process of this run has made under the name; whoever comes meanwhile waits."""
    if not FOLDER:
        return make()
    path = FOLDER[0] / f"{name}.bin"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(packed(make()))
    made: T = unpacked(path.read_bytes(), Any)
    return made


def folder_once_a_run(name: str, make: Callable[[Path], object], own: Path) -> Path:
    """The same for a folder that is only read; its `own` one where no run has begun."""
    if not FOLDER:
        make(own)
        return own
    path = FOLDER[0] / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            make(own)
            own.rename(path)
    return path
