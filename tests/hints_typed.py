"""What a refusal proposes, typed instead of what was refused."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

from checker.ask.game_session import Desk
from checker.catalog import games, retelling
from checker.cli.main import run
from checker.kernel.source import Problem
from checker.syntax.everyday.about import content
from checker.syntax.everyday.retell import sentences

MEANT, LISTED = re.compile(r"did you mean: (.+)"), re.compile(r"`hexcheck show (\S+) ((?:questions )?\S+)` lists")
SEATS = ("A", "B", "C", "D", "Red", "Black", "Alice", "Bob", "Carol", "Anna", "Ben", "Carl", "Dora")


@cache
def desk(game: str) -> Desk:
    return games.desk(game)


def wrong_in(game: str, text: str, problem: Problem) -> str:
    """What of the refusal of the text is wrong: its echo is not what was typed, its caret stands beside it, or what it
    proposes is not accepted or speaks of other words; nothing if it is right."""
    sentence, hint = problem.excerpt, problem.hint
    if sentence not in text or problem.place.column > len(sentence) + 1:
        return f"{problem.place.column}: {sentence}"
    if meant := MEANT.match(hint):
        return next((form for form in meant[1].split(", or: ") if not _accepted(game, text, sentence, form)), "")
    if listing := LISTED.match(hint):
        word = listing[2].removeprefix("questions ")
        about = word == "scenes" or word in sentence.casefold() or content(word, ()) <= content(sentence, ())
        return "" if about and _listed(listing[1], listing[2]) else hint
    return "" if not sentence or hint == retelling.TELL_FIRST else hint


def _accepted(game: str, text: str, sentence: str, form: str) -> bool:
    """The form is read where the sentence stands, and speaks of nothing else than it."""
    at = next(n for n, one in enumerate(sentences(text)) if one[-9:] == sentence[-9:])
    before = [*sentences(text)][:at]
    found = retelling.retold([desk(game)], "\n".join((*before, form)), "scene")
    return (
        bool(found) and not content(form, SEATS) - content(sentence, SEATS) and not re.search(r"\b(\w+) is \1\b", form)
    )


@cache
def _listed(game: str, what: str) -> bool:
    """The command that lists forms lists some."""
    with redirect_stdout(StringIO()) as said:
        return run(["show", game, *what.split()]) == 0 and "no form" not in said.getvalue()
