"""Scenes of a situation told by the judge, for whoever looks at plays one by one, lawful or not."""

from __future__ import annotations

from typing import NamedTuple

from checker.explore.cards.search_result import Met
from checker.explore.scene_driver import Table
from checker.explore.scene_state import Told
from checker.explore.scene_templates import Wording, alike
from checker.explore.situations import SEATS
from checker.session.context import Bench


class Job(NamedTuple):
    """One piece of looking: situation, size of the table, how many cards."""

    situation: int
    seats: int
    depth: int


class Search:
    """Scenes of one situation at one table, told line by line by the judge."""

    def __init__(self, bench: Bench, job: Job) -> None:
        self.job = job
        self.table = Table(bench, job.seats, few=job.depth > 1)
        self.words = Wording(bench, job.seats)
        self.book = self.words.book
        self.titles = self.words.titles
        self.seats = SEATS[: job.seats]
        self.general = self.words.general(("H1",))

    def wordings(self, told: Told, seat: str, title: str) -> tuple[str, ...]:
        """The lines that tell of the player playing the card here."""
        return self.words.plays(seat, title, told.labels())


__all__ = ["Job", "Met", "Search", "alike"]
