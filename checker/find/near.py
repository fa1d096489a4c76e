"""What is shown of the rules where a question cannot be read: the clauses that speak of it, and the nearest rulings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.find.passages import Passage
from checker.find.search import Found, RuleSearch
from checker.find.words import stems
from checker.kernel.source import InputError, Near, Problem

CLAUSES, RULINGS = 3, 2
"""So many of each are shown."""
ANSWERS, MOST_CITED = 2, 4
"""So many of the answers of a ruling are shown: those to what has most words in common with what was typed, by so many clauses."""


def refused(error: InputError, desks: Sequence[Desk], text: str) -> InputError:
    """The same refusal, its first problem with what the games say of the text, unless it has that."""
    if not (desks and error.problems) or any(p.near or p.long for p in error.problems):
        return error
    first, *rest = error.problems
    search = RuleSearch(desks)
    return InputError(with_near(first, search, text, search.game(text)), *rest)


def with_near(problem: Problem, search: RuleSearch, text: str, game: str) -> Problem:
    """The problem, with what the game says of the text."""
    return replace(problem, near=near(search, text, game))


def near(search: RuleSearch, text: str, game: str) -> tuple[Near, ...]:
    """The clauses of the game that speak of the text, and its nearest rulings with their answers."""
    if not game:
        return ()
    clauses = [f.passage for f in search.rules(text, game) if f.passage.sort == "clause"][:CLAUSES]
    rulings = search.rulings(text, game)[:RULINGS]
    return (*map(_clause, clauses), *map(_ruling, rulings))


def _clause(passage: Passage) -> Near:
    return Near(passage.game, passage.sort, passage.name, passage.section, passage.says)


def _ruling(found: Found) -> Near:
    passage = found.passage
    return Near(passage.game, passage.sort, passage.name, "", answered(found))


def answered(found: Found) -> str:
    """The questions of the ruling that are nearest, each with its answer and the clauses that the ruling rests on."""
    ranked = sorted(found.passage.answers, key=lambda one: -len(set(stems(one[0])) & set(found.stems)))[:ANSWERS]
    told = "; ".join(
        answer if question in found.passage.name else f"{question} {answer}" for question, answer in ranked
    )
    by = f" [{', '.join(found.passage.clauses[:MOST_CITED])}]" if found.passage.clauses else ""
    return told + by
