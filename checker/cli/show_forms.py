"""Everything that a scene of a game can say, form by form, and its questions with a word in them."""

from __future__ import annotations

from collections.abc import Iterator

from checker.ask.answer_text import wrapped
from checker.ask.game_session import Desk
from checker.kernel.vocabulary import sorts
from checker.syntax.form_listing import ASKED, HAPPENED, LAID, FormListing, called
from checker.syntax.lexer import fold

HEADINGS = {LAID: "what lies on the table", HAPPENED: "what happens", ASKED: "what is asked"}


def listing(desk: Desk) -> FormListing:
    """The forms of the game's scenes."""
    table = desk.reader.language.table
    return FormListing(table.rules, table.literals, (sort.name for sort in sorts(desk.game.vocabulary)))


def scene_lines(desk: Desk) -> Iterator[str]:
    """Every form of a scene, and below them what stands in capitals."""
    yield f"{desk.game.name}: what a scene can say, after `players A B C`"
    forms, every = listing(desk), list[str]()
    for origin, heading in HEADINGS.items():
        yield f"  {heading}"
        every += forms.forms(origin)
        mark = "?" if origin == ASKED else ""
        yield from (f"    {form}{mark}" for form in forms.forms(origin))
    yield "  where"
    for name, told in forms.explained(every).items():
        yield from wrapped(f"{name} is {'; '.join(told)}", "    ", "      ")


def question_lines(desk: Desk, word: str) -> Iterator[str]:
    """The questions in which the word stands, then those in which it can stand for what is in capitals.

    The title of a card stands in those about a card.
    """
    forms = listing(desk)
    asked = forms.forms(ASKED)
    named = forms.explained(asked)
    filled = (one for form in asked for one in _filled(form, named)) if word else ()
    wanted = ["card"] if any(fold(c.title) == fold(word) for c in desk.game.cards) else fold(word).split()
    for form in dict.fromkeys((*asked, *filled)):
        if all(any(w.startswith(part) for w in fold(form).split()) for part in wanted):
            yield f"{form}?"


def _filled(form: str, named: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """The form with one of the things in capitals spelled out."""
    for name in dict.fromkeys(called(form)):
        yield from (form.replace(name, told, 1) for told in named.get(name, ()))
