"""Trees of sentences as they were read once, kept by the words and the program that they were read with."""

from __future__ import annotations

import hashlib
import pickle
from functools import cache as once
from pathlib import Path

from checker.kernel.tree import Node
from checker.read import cache

KIND = "sentences"


class Trees:
    """The `known` trees by what they are and what they say; those of words that have a name come from earlier runs."""

    def __init__(self, words: str = "") -> None:
        self._name = words and f"{_program()} {words}"
        self.known: dict[tuple[str, str], Node] = _stored(self._name) if words else {}
        self._left = len(self.known)

    def leave(self) -> None:
        """What is known now is known to later runs."""
        if self._name and len(self.known) > self._left:
            cache.store(KIND, self._name, pickle.dumps(self.known, pickle.HIGHEST_PROTOCOL))
            self._left = len(self.known)


def _stored(name: str) -> dict[tuple[str, str], Node]:
    stored = cache.load(KIND, name)
    if stored is not None:
        try:
            found = pickle.loads(stored)
            if isinstance(found, dict):
                return found
        except Exception:  # a kept form that cannot be read is made again
            pass
    return {}


@once
def _program() -> str:
    """A name for the part of the program that reads."""
    here = Path(__file__).resolve().parent
    seen = hashlib.sha256()
    for path in (*sorted(here.glob("*.py")), here.parent / "kernel" / "tree.py"):
        seen.update(path.read_bytes())
    return seen.hexdigest()
