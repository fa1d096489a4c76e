"""What `find` tells: what speaks of the words, the nearest first, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.ask.answer_json import Json
from checker.ask.answer_text import wrapped
from checker.ask.game_session import Desk
from checker.find.near import MOST_CITED, answered
from checker.find.search import Found, RuleSearch
from checker.kernel.source import InputError, Place, Problem

MOST = {"clause": 5, "ruling": 4, "card": 2, "point": 2}
"""So many of each are told."""
TITLES = {"clause": "clauses", "ruling": "rulings", "card": "cards", "point": "known open points"}


def found(desks: Sequence[Desk], words: str) -> list[Found]:
    """What speaks of the words in the game that says most of it, the nearest first among its kind.

    Raises InputError where nothing does.
    """
    search = RuleSearch(desks)
    game = search.game(words)
    every = (*search.rules(words, game), *search.rulings(words, game)) if game else ()
    told = [one for sort, most in MOST.items() for one in [f for f in every if f.passage.sort == sort][:most]]
    if not told:
        hint = "say it in other words, for instance those of the rulebook"
        raise InputError(
            Problem(Place("the command line", 1), "nothing in the rules speaks of that", words[:100], hint)
        )
    return told


def lines(told: Sequence[Found]) -> Iterator[str]:
    """What was found, kind by kind."""
    title = ""
    for one in told:
        if one.passage.sort != title:
            title = one.passage.sort
            yield f"{TITLES[title]} of {one.passage.game}:"
        yield from wrapped(_told(one), "  ", "    ")


def _told(one: Found) -> str:
    passage = one.passage
    match passage.sort:
        case "ruling":
            return f"{passage.name}: {answered(one)}"
        case "point":
            return f"{passage.name}: {passage.says} [{', '.join(passage.clauses[:MOST_CITED])}]"
        case _:
            where = f" ({passage.section})" if passage.section else ""
            return f"{passage.name}{where}: {passage.says}"


def as_json(told: Sequence[Found]) -> dict[str, Json]:
    """The same for programs: schema hexcheck/found/1."""
    return {"schema": "hexcheck/found/1", "found": [_json(one) for one in told]}


def _json(one: Found) -> Json:
    passage = one.passage
    return {
        "game": passage.game,
        "kind": passage.sort,
        "name": passage.name,
        "section": passage.section,
        "says": passage.says,
        "clauses": list(passage.clauses),
        "answers": [{"question": question, "answer": answer} for question, answer in passage.answers],
    }
