"""What a report says, in the words in which it is printed: one value, from which every edition is made."""

from __future__ import annotations

from collections.abc import Iterable

from checker.kernel.game import Clause, Game
from checker.kernel.record import Record


class CitedClause(Record):
    """A clause with what it says, and where that stands in the rulebook: the section, and the page if it is known."""

    id: str
    words: str
    place: str = ""

    @property
    def where(self) -> str:
        """Where it stands, and what it is called here."""
        return ", ".join(filter(None, (self.place, self.id)))


class ReportedSide(Record):
    """One answer that the rules leave open: on what it hangs, and what speaks for it and for no other."""

    answer: str
    when: str
    clauses: tuple[CitedClause, ...] = ()
    came: tuple[str, ...] = ()
    """What then comes out of the scene, where that is not the answer itself."""


class Frequency(Record):
    """In how many random games the question came up, and in how many of those that were played again with another
    answer somebody gained otherwise."""

    games: int
    met: int
    again: int
    changed: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share of all games in which it changes who gains, as far as the sample tells."""
        return self.met / self.games * (self.changed / self.again if self.again else 0) if self.games else 0


class ProposedWording(Record):
    """A sentence for the next printing and where it stands, what it answers to the question and what then comes out of
    the scene; how many of the rulings that were open come out otherwise, and how many others, with the first of these.
    One that was tried on none of them is the makers' own, and `untried` says why."""

    text: str
    outcome: str
    rulings: int
    changed: int
    place: str = ""
    answer: str = ""
    came: tuple[str, ...] = ()
    wider: int = 0
    beyond: tuple[str, ...] = ()
    untried: str = ""
    key: str = ""
    """What the game calls that way of settling it."""


class ReportedQuestion(Record):
    """What is asked, on which table, what the rules say of it, what tables will do, and what would settle it."""

    number: int
    title: str
    told: tuple[str, ...]
    picture: str
    shown: str
    verdict: str
    why: str
    sides: tuple[ReportedSide, ...]
    both: tuple[CitedClause, ...]
    tables: str
    wordings: tuple[ProposedWording, ...]
    unworded: str
    often: str
    short: str
    severity: str
    known: str
    codes: tuple[str, ...]
    clauses: tuple[str, ...]
    scene: str
    replay: str
    news: str = ""
    section: str = ""
    left: int = 0
    """So many further answers are not told."""
    also: tuple[str, ...] = ()
    """What else is asked of the same table, and open for the same reason."""
    asks: str = ""
    """What is asked of that table, where that is not the title."""
    besides: tuple[str, ...] = ()
    """What else can come out there, whatever is printed."""


class PlayerQuestion(Record):
    """A question as players ask it, its answer, and the reason in the words of the clauses."""

    question: str
    answer: str
    reason: tuple[str, ...]
    clauses: tuple[str, ...]


class AppendixTable(Record):
    """What is no question for players: a title, what it is about, and rows of what stands where."""

    title: str
    about: str
    rows: tuple[tuple[str, str], ...]


class Edition(Record):
    """What is different since another edition: what is asked anew, what is settled, what became something else."""

    since: str
    new: tuple[str, ...]
    settled: tuple[str, ...]
    changed: tuple[str, ...]


class Clarification(Record):
    """Everything that is printed; the first questions are told at length, the `further` ones in a few lines."""

    game: str
    title: str
    examined: tuple[str, ...]
    order: str
    questions: tuple[ReportedQuestion, ...]
    further: tuple[ReportedQuestion, ...]
    players: tuple[PlayerQuestion, ...]
    cards: tuple[tuple[str, str], ...]
    """What only a printed card says: its title, and what is to be looked at."""
    tables: tuple[AppendixTable, ...]
    edition: Edition | None
    looked: tuple[str, ...]
    assumed: tuple[str, ...]

    @property
    def number(self) -> int:
        """How many questions there are."""
        return len(self.questions) + len(self.further)


def cited(game: Game, ids: Iterable[str], most: int) -> tuple[CitedClause, ...]:
    """The clauses of those names, so many at most."""
    known = {c.id: c for c in game.clauses}
    return tuple(_cited(known[c]) for c in dict.fromkeys(ids) if c in known)[:most]


def _cited(clause: Clause) -> CitedClause:
    words = f"“{clause.printed}”" if clause.printed else clause.summary
    page = f"page {clause.page}" if clause.page else ""
    return CitedClause(clause.id, words, ", ".join(filter(None, (clause.heading, page))))
