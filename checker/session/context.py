"""What a check works with: the rules, and how scenes are read and judged, all handed in as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from checker.kernel.game_play import Playing
from checker.kernel.position import Memory, Store
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import sort_of
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch
from checker.scenes.question_view import View
from checker.session.reductions import ALL, Reductions
from checker.store.fingerprint import Shelf, kind_of, named
from checker.verdicts.scene_interpreter import Judge, SceneReading

T = TypeVar("T")
R = TypeVar("R")


class Scratch:
    """What one process remembers between pieces of work, and may forget; each rulebook has its own."""

    def __init__(self) -> None:
        self.kept: dict[object, Any] = {}

    def of(self, bench: Bench) -> dict[Any, Any]:
        """What is remembered of the rules and the catalogue of this bench; what was of others is forgotten."""
        for_what = (bench.rules, bench.situations)
        old = self.kept.get("for what")
        if old is None or old[0] is not for_what[0] or old[1] != for_what[1]:
            self.kept = {"for what": for_what}
        return self.kept


class Bench(NamedTuple):
    """The rules of a game with the reading of its scenes.

    `read` gives the scenes of a text (the text, then the name of its file); `forms` what the game
    makes of a scene; `judge` begins to carry one out under the rules, with their `memory` if it is given; `view` is
    what a question sees of a branch. `situations` is the catalogue. `rulings` gives the scenes that
    were ruled on, `ruled` compares what is expected of one with the answers, `laws` is what its own laws say,
    `clauses` names the clauses that hold with these; `playing` is what it
    takes to play whole games; `base` gives the bench of the rules without amendments, if there are any; `taken` names what the reading of scenes takes from the rules. `scratch` is what one process remembers between pieces of work, and may forget.
    """

    rules: Rulebook
    read: Callable[[str, str], Sequence[Scene]]
    forms: Callable[[Scene], SceneReading]
    judge: Callable[..., Judge]
    view: Callable[[Rulebook, Branch, Store], View]
    scratch: Scratch
    situations: str = ""
    file: str = "situations.scene"
    rulings: Callable[[], Sequence[Scene]] = tuple
    ruled: Callable[[Scene, Memory | None], Any] = lambda scene, memory: None
    laws: Callable[[Scene], str] = lambda scene: ""
    playing: Playing | None = None
    taken: str = ""
    clauses: Callable[[Scene], frozenset[str]] = lambda scene: frozenset()
    base: Callable[[], Bench | None] = lambda: None

    @property
    def held(self) -> bool:
        """Cards of the game are held and played; where nobody does anything with one, they only come up."""
        words = self.rules.game.vocabulary
        return any(sort_of(words, p) == "card" for act in words.acts for p, _ in act.params)

    def once(self, key: object, make: Callable[[], R]) -> R:
        """What `make` gives, made once in a process for these rules and this catalogue."""
        kept = self.scratch.of(self)
        if key not in kept:
            kept[key] = make()
        made: R = kept[key]
        return made


class Options(NamedTuple):
    """How far to look. `progress` hears after each piece of work: how many are done, of how many, of what.

    `shelf` keeps the results of pieces of work by the content of what they read; nothing is kept without it.
    `memory` bounds in megabytes what all processes use together; 0 is no bound. What is found is the same
    whatever the `reductions` of the search.
    """

    players: tuple[int, ...] = (3, 4, 5, 6)
    scope: str = "pairs"
    jobs: int = 1
    progress: Callable[[int, int, str], None] | None = None
    shelf: Shelf | None = None
    memory: int = 0
    reductions: Reductions = ALL


class Scope(Record):
    """What an analysis looked at: how far it is known that there is nothing else, and in what scope.

    The `table` has a row for each thing looked at, where all of them are worth knowing; `told` is what of that is worth
    telling in words. What it found is not all that it would find where it was `given_up`.
    """

    analysis: str
    extent: Extent
    scope: str
    seconds: float = 0.0
    table: tuple[Any, ...] = ()
    told: tuple[str, ...] = ()
    given_up: bool = False


class Spread(Protocol):
    """Does the same work on every item, in one process or several; the results come in order.

    Items of one `lane` are done by one process as far as that keeps none idle. `each` hears
    every result as it comes, with the number of its item.
    """

    def __call__(
        self,
        what: str,
        work: Callable[[Bench, T], R],
        items: Iterable[T],
        lane: Callable[[T], int] | None = None,
        each: Callable[[int, R], None] | None = None,
    ) -> list[R]: ...


class Work:
    """What every analysis gets: the bench, the options, the spreading of work, and what they share.

    `findings` are those of the analyses before, `given_up` the names of those of them that gave up; `only` names the
    analyses that were asked for, if not all.
    """

    def __init__(self, bench: Bench, options: Options, spread: Spread) -> None:
        self.bench = bench
        self.options = options
        self.spread = spread
        self.findings: list[Finding] = []
        self.given_up: list[str] = []
        self.only: frozenset[str] = frozenset()
        self._shared: dict[str, Any] = {}

    def shared(self, name: str, make: Callable[[Work], R]) -> R:
        """What `make` gives, made once."""
        if name not in self._shared:
            self._shared[name] = make(self)
        made: R = self._shared[name]
        return made

    def known(self, name: str) -> Any:
        """What was shared under the name; None if nobody has made it."""
        return self._shared.get(name)

    def kept(self, kind: str, reads: object, of: object, make: Callable[[], R]) -> R:
        """What `make` gives: from an earlier run if that read the same and the program is the same.

        `reads` is everything that the result depends on besides the program, `of` says what such results are.
        """
        shelf = self.options.shelf
        if shelf is None:
            return make()
        name = named(kind, reads)
        found: tuple[R] | None = shelf.get(kind, name, kind_of(tuple, of))
        if found is None:
            found = (make(),)
            shelf.put(kind, name, found)
        return found[0]

    def kept_each(
        self,
        kind: str,
        reads: object,
        of: object,
        what: str,
        do: Callable[[Bench, T], R],
        items: Iterable[T],
        lane: Callable[[T], int] | None = None,
    ) -> list[R]:
        """What `do` gives for each item, in order; only what no earlier run has kept is worked out, and kept.

        `reads` is everything that the results depend on besides the item and the program, `of` says what results are.
        """
        listed = list(items)
        shelf = self.options.shelf
        if shelf is None:
            return self.spread(what, do, listed, lane)
        base = named(kind, reads)
        names = [named(base, item) for item in listed]
        found: dict[str, tuple[R] | None] = {name: shelf.get(kind, name, kind_of(tuple, of)) for name in names}
        missing = [(name, item) for name, item in zip(names, listed, strict=True) if found[name] is None]

        def kept(number: int, result: R) -> None:
            name = missing[number][0]
            found[name] = (result,)
            shelf.put(kind, name, found[name])

        self.spread(what, do, [item for _, item in missing], lane, kept)
        return [one[0] for name in names if (one := found[name]) is not None]
