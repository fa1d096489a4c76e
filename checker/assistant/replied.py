"""What comes of a call of an assistant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.kernel.record import Record


class Replied(Record):
    """What comes of a call: the text for people and the record for programs, or why there is neither."""

    text: str
    record: dict[str, Any] | None = None
    refused: bool = False


Answering = Callable[[str, dict[str, object]], Replied]
"""What answers a call, by its name and what is given with it."""
