"""Scenes as they were typed, put to the games that cannot read them as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from checker.ask.game_session import Desk
from checker.kernel.bounds import TYPED_CHARACTERS
from checker.kernel.source import InputError, Place, Problem
from checker.syntax.everyday.retell import Retold, Unread
from checker.syntax.scene_reader import seated, statements


def retold(desks: Sequence[Desk], text: str, file: str) -> tuple[Desk, Retold] | None:
    """The game in which the text can be told in the grammar's forms, and how; the one that it tells the most in.

    Raises InputError at the first sentence of a scene without a line of players that no game makes anything of, with
    a form near it if there is one, by the game that reads the most before it. Nobody types more than so many characters.
    """
    if len(text) > TYPED_CHARACTERS or not any(map(str.isalpha, text)):
        return None
    every = [(at, at.retold(text)) for at in desks]
    found = []
    for at, told in every:
        with suppress(InputError):
            if isinstance(told, Retold) and at.scenes(told.text, file):
                found.append((at, told))
    unread = [told for _, told in every if isinstance(told, Unread) and (told.hint or told.read)]
    if not found and unread and not any(seated(r.text) for r in statements(text, file)):
        raise InputError(_near(max(unread, key=lambda t: (t.read, bool(t.hint))), text, file))
    return max(found, key=lambda one: one[1].weight, default=None)


def _near(unread: Unread, text: str, file: str) -> Problem:
    """The problem that the sentence cannot be read, with the form near it."""
    said = unread.sentence
    number = next((n for n, line in enumerate(text.split("\n"), 1) if said[:20] in line), 1)
    return Problem(
        Place(file, number), "this cannot be read", said, f"did you mean: {unread.hint}" if unread.hint else ""
    )
