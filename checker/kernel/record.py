"""The one base of every data type."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An immutable value: equal by content, hashable, readable from a compiled file."""
