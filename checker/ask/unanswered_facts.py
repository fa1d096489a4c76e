"""Facts that a vocabulary leaves to functions, and that none answers."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.game import Game
from checker.kernel.source import Problem
from checker.kernel.vocabulary import Functions


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
            from checker.syntax.source_lines import with_line

            yield with_line(Problem(place, f"no function answers the fact `{name}`", "", hint))
