"""Tables on which no norm gives a fact its value."""

from __future__ import annotations

from checker.kernel.record import Record
from checker.kernel.term import Value


class Said(Record):
    """What is so of one stored value: on the one table its `value`, in the region whatever lies within `least` and `most`.

    Where `free`, the region does not ask for it.
    """

    kind: str
    name: str
    args: tuple[Value, ...]
    sort: str
    value: Value
    start: Value = None
    least: int | None = None
    most: int | None = None
    free: bool = False


class Region(Record):
    """Tables on which no norm gives the fact of these things a value; `near` are the norms that hold next to it.

    It is `reached` if each of the values can be written there by the rules, or is stated by a scene alone; `asked` if
    something asks for the fact there; `plain` if nothing that was not looked into is supposed otherwise than it is on
    a table of which nothing was said; `whole` if nothing is supposed there besides what is `said`.
    """

    fact: str
    args: tuple[Value, ...]
    said: tuple[Said, ...]
    near: tuple[str, ...]
    reached: bool
    asked: bool
    plain: bool
    whole: bool = True


class Missing(Record):
    """The regions of one fact and some things; `complete` if there are no others, `unsure` if the solver gave up.

    Where only regions were wanted in which something asks for the fact, there may be others that are `idle`.
    """

    regions: tuple[Region, ...]
    complete: bool
    unsure: bool = False
    idle: bool = False
