"""What a language asks of whoever knows which of the texts that it reads are accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Acceptance(Protocol):
    """What is accepted of texts that can be read."""

    def settled(self, text: str, start: str) -> str:
        """The text, or the one that it is told to be, if that is accepted as it stands; else nothing."""

    def meant(self, text: str, start: str, unread: Callable[[str], int | None]) -> str:
        """Another form of the text that is accepted; nothing if none is found."""
