"""What keeps results from one run to the next."""

from __future__ import annotations

from typing import Any, Protocol


class Shelf(Protocol):
    """Keeps results from one run to the next, under names of what they were worked out from."""

    def get(self, kind: str, name: str) -> Any:
        """What was put there under the name, or None."""

    def put(self, kind: str, name: str, value: Any) -> None:
        """Keeps the value for later runs where that is possible; None cannot be kept."""
