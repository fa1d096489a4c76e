"""What a check works with: the rules, and how scenes are read and judged, all handed in as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from checker.kernel.record import Record
from checker.kernel.verdict import Extent
from checker.norms.rulebook import Rulebook

T = TypeVar("T")
R = TypeVar("R")


class Judging(Protocol):
    """A scene being carried out: told one statement after the other, it answers the questions."""

    branches: list[Any]
    answers: list[Any]
    impossible: Any
    unknown: bool
    forms: Any

    def tell(self, item: Any) -> None:
        """The scene goes on with one more statement."""


class Bench(NamedTuple):
    """The rules of a game with the reading of its scenes.

    `read` gives the scenes of a text (the text, then the name of its file); `forms` what the game
    makes of a scene; `judge` begins to carry one out under the rules; `view` is
    what a question sees of a branch. `situations` is the catalogue.
    """

    rules: Rulebook
    read: Callable[[str, str], Sequence[Any]]
    forms: Callable[[Any], Any]
    judge: Callable[[Rulebook, Any], Any]
    view: Callable[[Rulebook, Any, Any], Any]
    situations: str = ""
    file: str = "situations.scene"


class Options(NamedTuple):
    """How far to look. `progress` hears after each piece of work: how many are done, of how many, of what."""

    players: tuple[int, ...] = (3, 4, 5, 6)
    scope: str = "pairs"
    jobs: int = 1
    progress: Callable[[int, int, str], None] | None = None


class Checked(Record):
    """What an analysis looked at: how far it is known that there is nothing else, and in what scope."""

    analysis: str
    extent: Extent
    scope: str
    seconds: float = 0.0


class Spread(Protocol):
    """Does the same work on every item, in one process or several; the results come in order."""

    def __call__(self, what: str, work: Callable[[Bench, T], R], items: Iterable[T]) -> list[R]: ...


class Work:
    """What every analysis gets: the bench, the options, the spreading of work, and what they share."""

    def __init__(self, bench: Bench, options: Options, spread: Spread) -> None:
        self.bench = bench
        self.options = options
        self.spread = spread
        self._shared: dict[str, Any] = {}

    def shared(self, name: str, make: Callable[[Work], R]) -> R:
        """What `make` gives, made once."""
        if name not in self._shared:
            self._shared[name] = make(self)
        return self._shared[name]  # type: ignore[no-any-return]
