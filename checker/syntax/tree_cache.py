"""Trees of sentences as they were read once, kept by the words and the program that they were read with."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path

from checker.kernel.source import Node
from checker.store import disk_cache as cache
from checker.store.fingerprint import summed

KIND = "sentences"


class Trees:
    """The `known` trees by what they are and what they say; those of words that have a name come from earlier runs."""

    def __init__(self, words: str = "") -> None:
        self._name = words and f"{_program()} {words}"
        earlier = cache.kept(KIND, self._name, dict[tuple[str, str], Node]) if words else None
        self.known: dict[tuple[str, str], Node] = earlier or {}
        self._left = len(self.known)

    def leave(self) -> None:
        """What is known now is known to later runs."""
        if self._name and len(self.known) > self._left:
            cache.keep(KIND, self._name, self.known)
            self._left = len(self.known)


@once
def _program() -> str:
    """A name for the part of the program that reads."""
    here = Path(__file__).resolve().parent
    code = (*sorted(here.rglob("*.py")), here.parent / "kernel" / "source.py")
    return summed(*(path.read_bytes() for path in code))
