"""What a shell offers for a word of the command line: games, cards, clauses, findings, variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from checker.catalog.named_games import desk, games, known
from checker.kernel.source import InputError
from checker.load.find_amendment import titled
from checker.load.folders.game_settings import FILE
from checker.load.folders.new_game import examples

WORDS = {
    "parameters": "the numbers",
    "vocabulary": "what cards, clauses and errata can say",
    "procedures": "the steps of play",
    "scenes": "what scenes can say",
    "questions": "what scenes can ask",
    "analyses": "the kinds of finding",
}
"""What `show` tells of a game as a whole."""

OfferedWords = dict[str, str]


def offered(name: str) -> Callable[[object], OfferedWords] | None:
    """What offers values of the parameter, each with what it is; None for one that the shell itself completes."""
    found = {
        "games": lambda _: _games(),
        "game": lambda _: _games(),
        "scene": lambda _: _games(),
        "what": lambda context: _shown(context["what"].raw_tokens),
        "variant": lambda _: {title: f"of {game}" for game in known() for title in titled(game)},
        "select": lambda _: _findings(),
        "ignore": lambda _: _findings(),
        "like": lambda _: dict.fromkeys(examples(), "an example"),
    }
    return found.get(name)


def _games() -> OfferedWords:
    here = sorted(path.parent.name for path in Path().glob(f"*/{FILE}"))
    return {**dict.fromkeys(known(), "a game"), **{f"./{name}": "a game in a folder" for name in here}}


def _shown(before: Iterable[str]) -> OfferedWords:
    """What `show` can tell of the games that are named before it, or of all."""
    named = [word for word in before if word in known()]
    found = dict(WORDS) if named else {**_games(), **WORDS}
    for name in games(named):
        try:
            game = desk(name).game
        except InputError:
            continue
        found |= {card.title: f"a card of {name}" for card in game.cards}
        found |= {clause.id: clause.summary for clause in game.clauses}
    return found


def _findings() -> OfferedWords:
    from checker.analyses.registry import ANALYSES

    return {code: name for one in ANALYSES for code, name in one.codes}
