"""Which amendments an answer rests on: the clauses that decide and the cards on the way that they brought or changed."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.game import Amended, Game
from checker.kernel.term import Value
from checker.verdicts.verdict import Answer


def amended(answer: Answer, game: Game) -> tuple[Amended, ...]:
    """What amendments brought or changed of the clauses that decide, and of the cards that something happened with."""
    if not game.amended:
        return ()
    cards = set(_cards(answer, {c.title for c in game.cards}))
    named = {"clause": set(answer.deciding), "card": cards}
    found = [one for one in game.amended if one.name in named.get(one.kind, ())]
    return tuple({(one.name, one.title): one for one in reversed(found)}.values())[::-1]


def amended_lines(answer: Answer, game: Game) -> Iterator[str]:
    """One line for each of them: its name, the amendment's title, and where that says so."""
    for one in amended(answer, game):
        yield f"{one.name}: {by(one)}"


def by(one: Amended) -> str:
    """By which amendment something was brought or changed, and where that says so."""
    where = f", {one.place.file}:{one.place.line}" if one.place else ""
    return f'by the erratum "{one.title}"{where}'


def _cards(answer: Answer, titles: set[str]) -> Iterator[str]:
    """The titles of the cards that the steps are about."""
    for step in (s for outcome in answer.outcomes for s in outcome.steps):
        for value in step.event:
            title = _title(value)
            if title in titles:
                yield title


def _title(value: Value) -> str:
    """The title, if the value is a card or a title."""
    first = value[0] if isinstance(value, tuple) and value else value
    return first if isinstance(first, str) else ""
