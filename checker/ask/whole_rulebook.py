"""The rulebook of a game, refused where norms of it outrank each other in a circle or nothing answers a fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from checker.kernel.game import Game
from checker.kernel.norm import Norm, Outranks
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Functions
from checker.norms.precedence import PrecedenceCycle
from checker.norms.rulebook import Rulebook
from checker.syntax.files import read_text


def _ranking_lines(path: Path, cycle: Iterable[str], clauses_of: dict[str, str]) -> list[Place]:
    """Where the amendment says that one of the clauses outranks another of them, the last such line first."""
    clauses = {clauses_of.get(name, name) for name in cycle}
    lines = enumerate(read_text(path).split("\n"), 1)
    found = [n for n, line in lines if line.startswith("precedence ") and set(line.split()[1::2]) <= clauses | {"over"}]
    return [Place(str(path), n, 1) for n in reversed(found)]


def _orders(norm: Norm, circle: PrecedenceCycle) -> bool:
    """The norm is one of those by which what is in the circle outranks something else in it."""
    claim = norm.claim
    return isinstance(claim, Outranks) and {claim.upper, claim.lower} <= set(circle.cycle)


class Circular(InputError):
    """Norms of the game, those of the `clauses`, outrank each other in a circle, as its `problem` says; `left` is the
    game without what is said of which of them goes before which."""

    def __init__(self, problem: Problem, game: Game, clauses: tuple[str, ...], left: Game) -> None:
        super().__init__(problem)
        self.game = game
        self.clauses = clauses
        self.left = left


def rulebook(game: Game, functions: Functions, amendments: tuple[Path, ...] = ()) -> Rulebook:
    """The game's rulebook.

    Raises Circular, naming the circle, if norms outrank each other in one, and InputError if nothing answers a fact.
    """
    if unanswered := tuple(unanswered_facts(game, functions)):
        raise InputError(*unanswered)
    try:
        return Rulebook(game, functions)
    except PrecedenceCycle as error:
        places = [
            n.place for n in game.norms if n.place and (_orders(n, error) or (n.id in error.cycle and n.outranks))
        ]
        named = [str(path) for path in amendments]
        own = [p for p in places if any(name.endswith(p.file) for name in named)]
        clauses_of = {n.id: n.clause for n in game.norms}
        lines = [p for path in amendments for p in _ranking_lines(path, error.cycle, clauses_of)]
        place = (own or lines or ([Place(named[0], 1)] if named else places))[0]
        hint = "a norm cannot outrank itself; take one precedence away"
        circle = dict.fromkeys(n.clause for n in game.norms if n.id in error.cycle or _orders(n, error))
        from checker.syntax.files import with_line

        problem = with_line(Problem(place, str(error), "", hint))
        raise Circular(problem, game, tuple(circle), _apart(game, error, set(circle))) from None


def _apart(game: Game, error: PrecedenceCycle, circle: set[str]) -> Game:
    """The game in which nothing is said of which of the norms in the circle goes before which."""
    among = {*circle, *error.cycle}
    norms = (n for n in game.norms if not _orders(n, error))
    kept = (
        msgspec.structs.replace(n, outranks=tuple(x for x in n.outranks if x not in among)) if n.id in among else n
        for n in norms
    )
    return msgspec.structs.replace(game, norms=tuple(kept))


def without_circles(game: Game, functions: Functions, amendments: tuple[Path, ...]) -> Game:
    """The game without what is said of which of the norms that outrank each other in a circle goes before which."""
    while True:
        try:
            rulebook(game, functions, amendments)
        except Circular as circle:
            if circle.left == game:
                raise
            game = circle.left
        else:
            return game


def unanswered_facts(game: Game, functions: Functions) -> Iterator[Problem]:
    """A problem for each fact of which nothing says what it is."""
    called = {f.name: f.function for f in game.vocabulary.facts if f.function}
    for name, place in game.by_function:
        if called.get(name, name) not in functions:
            name = called.get(name, name)
            import difflib

            close = [f for f in functions if f.startswith(f"{name} ")] or difflib.get_close_matches(
                name, functions, 1, 0.6
            )
            hint = "" if not close else f"; did you mean `by function {close[0]}`?"
            hint = f"below it `means` and what it is, or `by rules` where norms say so, or `by function` and its name{hint}"
            from checker.syntax.files import with_line

            yield with_line(Problem(place, f"no function answers the fact `{name}`", "", hint))
