"""What one version of the rules changes against another: text, play, rulings and findings."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from math import inf

from msgspec import structs

from checker.ask.game_session import Desk
from checker.check.run_checks import findings
from checker.check.unreadable_situations import refuse_unreadable
from checker.errata.finding_diff import Findings, different
from checker.errata.norm_probes import Probed, probed
from checker.errata.play_diff import Compared, compared
from checker.errata.ruling_diff import Changed, changed_rulings, speaking_of
from checker.errata.text_diff import ChangedText, clauses, texts, touched
from checker.kernel.game import Overruled
from checker.kernel.record import Record
from checker.kernel.verdict import Extent

SEATS = 3
"""The number of players at the table where cards are tried."""
TABLES = (3, 4, 5, 6)
"""The numbers of players at the tables where it is asked what changed norms speak of."""


PARTS = {"rulings": 0.3, "cards": 0.55, "what changed norms speak of": 0.7, "findings": 1.0}
"""What is looked at, in this order, each with the part of the time after which it is left."""
MOST_NEAR = 6
"""Where a change is about more cards than these, none of them is looked at before the others."""
MOST_FIRST = 16
"""So many rulings at most are compared before all others."""
NOTHING = Compared((), "nothing was looked at", Extent.UNKNOWN)


class Changes(Record):
    """What is different in one game, and which of its amendments clash.

    Of what is `late` only a part was looked at, since the time ran out, or nothing, since somebody `interrupted` it.
    """

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
    interrupted: bool = False
    clauses: tuple[ChangedText, ...] = ()

    @property
    def answers(self) -> tuple[Changed, ...]:
        """The questions of rulings that are answered otherwise, not only for another reason."""
        return tuple(c for c in self.changed if c.what != "reason")

    @property
    def observable(self) -> bool:
        """Something was found that those at the table can see."""
        return bool(self.play.plays or self.probed or self.answers)

    @property
    def extent(self) -> Extent:
        """How far it is known that nothing else is different."""
        proved = self.play.extent is Extent.PROVED
        return Extent.UNKNOWN if self.late and not proved else self.play.extent


def changed(
    pairs: list[tuple[Desk, Desk]], jobs: int = 0, seconds: int = 0, told: Callable[[Changes], None] = lambda _: None
) -> list[Changes]:
    """The changes from the first to the second desk of each pair, as far as they are found in the time; 0 is no bound.

    What is known after each part is `told`; whoever interrupts it is left with what is known then. Raises InputError
    where the solver cannot be loaded, and for what cannot be read of the games' situations.
    """
    import checker.smt  # noqa: F401

    for desk in (desk for pair in pairs for desk in pair):
        refuse_unreadable(desk)
    found: list[Changes] = []
    for before, after in pairs:
        titles = tuple(dict.fromkeys(t for t in after.game.amendments if t not in before.game.amendments))
        begun = one = Changes(before.name, titles, (), 0, (), NOTHING, late=tuple(PARTS), clashes=after.game.overruled)
        try:
            if found and found[-1].interrupted:
                raise KeyboardInterrupt
            for one in _looked(begun, before, after, jobs, seconds / len(pairs)):
                told(one)
        except KeyboardInterrupt:
            one = structs.replace(one, interrupted=True)
        found.append(one)
    return found


def _looked(one: Changes, before: Desk, after: Desk, jobs: int, seconds: float) -> Iterator[Changes]:
    """What is known once each part was looked at."""
    began = time.monotonic()
    until = {name: began + part * seconds if seconds else inf for name, part in PARTS.items()}

    def after_(name: str, one: Changes, whole: bool = True, **known: object) -> Changes:
        late = tuple(part for part in one.late if part != name or not whole or time.monotonic() > until[name])
        return structs.replace(one, late=late, **known)

    stands = texts(before, after)
    one = structs.replace(one, texts=stands, clauses=clauses(stands, before.game, after.game))
    yield one
    if not all(text.proved for text in one.texts):
        one = yield from _near(one, before, after, jobs, until["cards"])
    asked, answers = changed_rulings(before, after, jobs, until["rulings"])
    one = after_("rulings", one, asked == len(before.rulings()), rulings=asked, changed=answers)
    if all(text.proved for text in one.texts):
        said = "what stands otherwise says the same in every position" if one.texts else "the rules are the same"
        late = tuple(part for part in one.late if part == "rulings")
        yield structs.replace(one, play=Compared((), said, Extent.PROVED), late=late)
        return
    yield one
    play = compared(before, after, min(before.seated((SEATS,))), jobs, until["cards"])
    yield (one := after_("cards", one, play=play))
    seen, speaking = one.observable, "what changed norms speak of"
    found, scenes = probed(before, after, one.texts, before.seated(TABLES), not seen, jobs, until[speaking])
    yield (one := after_(speaking, one, probed=found, asked=scenes))
    known = different(findings(before, jobs, until["findings"]), findings(after, jobs, until["findings"]))
    yield after_("findings", one, findings=known)


def _near(one: Changes, before: Desk, after: Desk, jobs: int, until: float) -> Generator[Changes, None, Changes]:
    """What a reader would look at first: some rulings about the cards that the change is about, and these cards."""
    cards = touched(one.texts, before.game, after.game)
    if not 0 < len(cards) <= MOST_NEAR:
        return one
    asked, answers = changed_rulings(before, after, jobs, until, speaking_of(before, cards, MOST_FIRST))
    yield (one := structs.replace(one, rulings=asked, changed=answers))
    yield (one := structs.replace(one, play=compared(before, after, min(before.seated((SEATS,))), jobs, until, cards)))
    return one


def fails(found: list[Changes], level: str) -> bool:
    """Whether a finding at the level or above it is new, or became another one that is no milder."""
    return any(one.findings.fails(level) for one in found)
