"""Scenes as they were typed, put to the games that cannot read them as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from checker.ask.game_session import Desk
from checker.ask.related_clauses import related
from checker.kernel.bounds import TYPED_CHARACTERS
from checker.kernel.game import Clause
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
            if isinstance(told, Retold) and at.scenes(told.text, file, hinted=False):
                found.append((at, told))
    if found:
        return max(found, key=lambda one: one[1].weight)
    unread = [
        (at, told) for at, told in every if isinstance(told, Unread) and (told.hint or told.instance or told.read)
    ]
    if unread and not any(seated(r.text) for r in statements(text, file)):
        at, near = max(unread, key=_nearness)
        raise InputError(_near(near, text, file, at.game.clauses))
    return None


def _nearness(one: tuple[Desk, Unread]) -> tuple[int, int, bool]:
    """How near a game comes to the text: by the sentences read, the clauses that speak of the next, a form near it."""
    at, unread = one
    speaking = related(unread.sentence, at.game.clauses) if unread.sentence.endswith("?") else ()
    return unread.read, len(speaking), bool(unread.hint)


def _near(unread: Unread, text: str, file: str, clauses: Sequence[Clause]) -> Problem:
    """The problem that the sentence cannot be read, with the form near it, and the clauses near it if it is a question."""
    said = unread.sentence
    number = next((n for n, line in enumerate(text.split("\n"), 1) if said[:20] in line), 1)
    speaking = related(said, clauses) if said.endswith("?") else ()
    meant = ", or: ".join(unread.torn or (unread.hint,))
    near = [f"did you mean: {meant}"] if meant else []
    hints = near or ([f"what can be read, for instance: `{unread.instance}`"] if unread.instance else [])
    hints += [f"{c.id}: {c.summary}" for c in speaking]
    return Problem(Place(file, number), "this cannot be read", said, "; or see ".join(hints))
