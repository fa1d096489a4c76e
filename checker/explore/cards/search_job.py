"""Scenes of a situation told by the judge, for whoever looks at plays one by one, lawful or not."""

from __future__ import annotations

from typing import NamedTuple

from checker.explore.cards.search_result import DecidingPoint
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.scene_templates import SceneTemplates, alike
from checker.explore.situations import SEATS
from checker.session.context import Bench


class SearchJob(NamedTuple):
    """One piece of looking: situation, size of the table, how many cards."""

    situation: int
    seats: int
    depth: int


class Search:
    """Scenes of one situation at one table, told line by line by the judge."""

    def __init__(self, bench: Bench, job: SearchJob) -> None:
        self.job = job
        self.table = SceneDriver(bench, job.seats, few=job.depth > 1)
        self.words = SceneTemplates(bench, job.seats)
        self.book = self.words.book
        self.titles = self.words.titles
        self.seats = SEATS[: job.seats]
        self.general = self.words.general(("H1",))

    def wordings(self, told: SceneState, seat: str, title: str) -> tuple[str, ...]:
        """The lines that tell of the player playing the card here."""
        return self.words.plays(seat, title, told.labels())


__all__ = ["DecidingPoint", "Search", "SearchJob", "alike"]
