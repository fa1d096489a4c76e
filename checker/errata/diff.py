"""What one version of the rules changes against another: text, play, rulings and findings."""

from __future__ import annotations

import time
from math import inf

from msgspec import structs

from checker.ask.game_session import Desk
from checker.check.run_checks import findings
from checker.check.unreadable_situations import refuse_unreadable
from checker.errata.finding_diff import Findings, different
from checker.errata.norm_probes import Probed, probed
from checker.errata.play_diff import Compared, compared
from checker.errata.ruling_diff import Changed, changed_rulings
from checker.errata.text_diff import ChangedText, texts
from checker.kernel.game import Overruled
from checker.kernel.record import Record
from checker.kernel.verdict import Extent

SEATS = 3
"""The number of players at the table where cards are tried."""
TABLES = (3, 4, 5, 6)
"""The numbers of players at the tables where it is asked what changed norms speak of."""


PARTS = (0.3, 0.55, 0.7, 1.0)
"""The parts of the time after which rulings, cards, what changed norms speak of, and analyses are left."""


class Changes(Record):
    """What is different in one game, and which of its amendments clash; of what is `late` only a part was looked at, since the time ran out."""

    game: str
    amendments: tuple[str, ...]
    texts: tuple[ChangedText, ...]
    rulings: int
    changed: tuple[Changed, ...]
    play: Compared
    probed: tuple[Probed, ...] = ()
    asked: int = 0
    findings: Findings = Findings()
    late: tuple[str, ...] = ()
    clashes: tuple[Overruled, ...] = ()

    @property
    def observable(self) -> bool:
        """Something was found that those at the table can see."""
        return bool(self.play.plays or self.probed or any(c.what != "reason" for c in self.changed))

    @property
    def extent(self) -> Extent:
        """How far it is known that nothing else is different."""
        proved = self.play.extent is Extent.PROVED
        return Extent.UNKNOWN if self.late and not proved else self.play.extent


def changed(pairs: list[tuple[Desk, Desk]], jobs: int = 0, seconds: int = 0) -> list[Changes]:
    """The changes from the first to the second desk of each pair, as far as they are found in the time; 0 is no bound.

    Raises InputError where the solver cannot be loaded, and for what cannot be read of the games' situations.
    """
    import checker.smt  # noqa: F401

    for desk in (desk for pair in pairs for desk in pair):
        refuse_unreadable(desk)
    each = (_changes(before, after, jobs, seconds / len(pairs)) for before, after in pairs)
    told = zip(each, (after.game.overruled for _, after in pairs), strict=True)
    return [structs.replace(one, clashes=clashes) for one, clashes in told]


def _changes(before: Desk, after: Desk, jobs: int, seconds: float) -> Changes:
    began = time.monotonic()
    ruled, played, asked_, found_ = (began + part * seconds if seconds else inf for part in PARTS)
    otherwise = texts(before, after)
    rulings, answers = changed_rulings(before, after, jobs, ruled)
    late = _late("rulings", ruled)
    titles = tuple(dict.fromkeys(t for t in after.game.amendments if t not in before.game.amendments))
    if all(t.proved for t in otherwise):
        said = "what stands otherwise says the same in every position" if otherwise else "the rules are the same"
        play = Compared((), said, Extent.PROVED)
        return Changes(before.name, titles, otherwise, rulings, answers, play, late=late)
    play = compared(before, after, min(before.seated((SEATS,))), jobs, played)
    late += _late("cards", played)
    seen = bool(play.plays) or any(c.what != "reason" for c in answers)
    found, asked = probed(before, after, otherwise, before.seated(TABLES), not seen, jobs, asked_)
    late += _late("what changed norms speak of", asked_)
    told = different(findings(before, jobs, found_), findings(after, jobs, found_))
    return Changes(
        before.name,
        titles,
        otherwise,
        rulings,
        answers,
        play,
        found,
        asked,
        told,
        late + _late("findings", found_),
    )


def _late(what: str, until: float) -> tuple[str, ...]:
    return (what,) if time.monotonic() > until else ()


def fails(found: list[Changes], level: str) -> bool:
    """Whether a finding at the level or above it is new, or became another one that is no milder."""
    return any(one.findings.fails(level) for one in found)
