"""Errata that settle an open question, with the answer that each leads to."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.record import Record
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import Answer

OPEN = (Verdict.AMBIGUOUS, Verdict.SILENT, Verdict.CONTRADICTION)


class Settled(Record):
    """An erratum that settles what the question hangs on, or a part of it, with the answer under it."""

    title: str
    erratum: str
    verdict: str
    outcome: str

    @property
    def forced(self) -> bool:
        """Under the erratum the question has one answer."""
        return self.verdict == Verdict.FORCED.value


def settled_lines(answer: Answer, found: tuple[Settled, ...]) -> Iterator[str]:
    """The errata for whoever is to choose one; where the question is open and there are none, that."""
    if answer.verdict in OPEN and not found:
        yield "  to settle it: no erratum was found that does"
    for one in found:
        yield f"  to settle it as {one.verdict}: {one.outcome}"
        yield from (f"    {line}" for line in one.erratum.splitlines())
