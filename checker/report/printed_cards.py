"""What a report says of printed cards: which were not at hand, what only they say, and what was made up for want of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from checker.explore.cards.finding_builders import of_card
from checker.kernel.game import Card, Game
from checker.kernel.verdict import Finding
from checker.report.evidence import Evidence
from checker.report.questions import of_a_text

_NUMBERED = re.compile(r"(.*\D)(\d+)")


def rebuilt(game: Game) -> str:
    """Which cards were not at hand, in one sentence; nothing where all were."""
    titles = [c.title for c in game.cards if c.copies and c.copies_source == "assumed"]
    if not titles:
        return ""
    said = f"The printed faces of {len(titles)} cards were not at hand, and were reconstructed from what the rulebook says of them"
    return f"{said}: {', '.join(in_rows(titles))}."


def in_rows(titles: Iterable[str]) -> Iterator[str]:
    """The titles, those that differ in their number alone from the first of them to the last."""
    parts = [found.groups() if (found := _NUMBERED.fullmatch(title)) else (title, "") for title in titles]
    for name, group in groupby(parts, key=lambda part: part[0]):
        numbers = [number for _, number in group]
        yield f"{name}{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{name}{numbers[0]}"


def assumed(game: Game) -> Iterator[str]:
    """What was supposed of cards that were not at hand, a line for each thing supposed."""
    each = [(what, c.title) for c in game.cards if not c.made_up for what in c.assumed]
    for what in dict.fromkeys(what for what, _ in each):
        yield f"{', '.join(in_rows(title for w, title in each if w == what))}: {what}"


def to_be_looked_at(
    game: Game, findings: Iterable[Finding], shown: Mapping[str, Evidence]
) -> tuple[tuple[tuple[str, str], ...], frozenset[str]]:
    """What only a printed card says, card by card, and the fingerprints of the findings that say no more than that, or
    that are about a card that was made up."""
    cards = {c.title: c for c in game.cards}
    titles, gone = set[str](), set[str]()
    for found in findings:
        of = [cards[t] for t in found.cards if t in cards]
        one = shown.get(found.fingerprint)
        if of and all(c.made_up for c in of):
            gone.add(found.fingerprint)
        elif any(map(_open, of)) and _by_a_card(game, found, one):
            titles |= {c.title for c in of if not c.made_up}
            gone.add(found.fingerprint)
    rows = ((c.title, _open(c)) for c in game.cards if c.title in titles)
    return tuple(row for row in rows if row[1]), frozenset(gone)


def _by_a_card(game: Game, found: Finding, shown: Evidence | None) -> bool:
    """The finding comes to this: what its card prints is not known."""
    if found.point or not found.cards:
        return False
    kinds = {p.key[1] for p in shown.answer.points} if shown is not None else set[object]()
    if "kind" in kinds and kinds <= {"kind", "unregulated"}:
        return True
    says = found.message in map(of_card, found.cards) or found.message.startswith(f"`{found.cards[0]}` does not say ")
    return says or (shown is not None and of_a_text(game, found, shown.answer))


def _open(card: Card) -> str:
    """What is not known of the card, in words."""
    unsure = [f"whether it is of the kind “{kind}”" for kind in card.unsure]
    return "; ".join((*("what its effect is" if what == "effect" else what for what in card.unstated), *unsure))


def with_stand_ins(game: Game, told: tuple[str, ...]) -> tuple[str, ...]:
    """What is told, and of cards in it that were made up that they are."""
    made_up = [c.title for c in game.cards if c.made_up and any(c.title in line for line in told)]
    return (*told, *(f"{title} is no printed card: it stands for any of its kind" for title in made_up))
