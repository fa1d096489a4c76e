"""What keeps results from one run to the next."""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Protocol


def kind_of(whole: Any, *parts: object) -> object:
    """What `whole[parts]` is as an annotation, where the parts are known only when it is asked for."""
    return GenericAlias(whole, parts)


class Shelf(Protocol):
    """Keeps results from one run to the next, under names of what they were worked out from."""

    def get(self, kind: str, name: str, of: object) -> Any:
        """What was put there under the name; None if that is nothing, or not what `of` says."""

    def put(self, kind: str, name: str, value: object) -> None:
        """Keeps the value for later runs where that is possible; None cannot be kept."""
