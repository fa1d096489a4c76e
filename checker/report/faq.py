"""Questions of players, answered from the rulings that the publisher has marked with `faq`."""

from __future__ import annotations

from collections.abc import Iterator

from checker.ask.game_session import Desk
from checker.kernel.scene import Expected
from checker.kernel.verdict import Verdict
from checker.report.content import PlayerQuestion
from checker.verdicts.denied import capital
from checker.verdicts.verdict import Answer

MOST_REASONS = 2
"""So many clauses at most are given as the reason."""


def asked_by_players(desk: Desk) -> Iterator[PlayerQuestion]:
    """Each question that is marked, in the order of the files, with what the rules answer to it now."""
    words = {c.id: c.summary for c in desk.game.clauses}
    for scene in desk.rulings():
        if not any(item.expected and item.expected.asked for item in scene.items):
            continue
        for item, answer in desk.answers(scene):
            if item.expected is not None and item.expected.asked:
                ids = tuple(dict.fromkeys(c for c in _reasons(item.expected, answer) if c in words))[:MOST_REASONS]
                reason = tuple(words[c] for c in ids)
                yield PlayerQuestion(item.expected.asked, _said(answer), reason, ids)


def _said(answer: Answer) -> str:
    if answer.verdict is not Verdict.FORCED:
        return "The rules do not settle this; agree on it before you play."
    return f"{capital(answer.value)}."


def _reasons(expected: Expected, answer: Answer) -> Iterator[str]:
    """The clauses that are expected to decide, or to be cited; else those that decide."""
    for group in (*expected.by, *expected.because):
        yield from [c for c in group if c in answer.clauses][:1]
    if not expected.clauses:
        yield from answer.deciding
