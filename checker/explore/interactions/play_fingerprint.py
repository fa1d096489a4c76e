"""What playing a card does in a situation, as a print: where two prints are equal, so is play.

A print tells the ways that things can go: what happens in each, what is chosen on the way, whether it
is illegal, and what then is on the table. It says more than a question could ask, never less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from checker.explore.cards.search_job import Search, started
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import SEATS, catalogue, has, said
from checker.kernel.position import Key
from checker.kernel.term import Value
from checker.run.branches import Branch, Chose, Took
from checker.run.progress import Line
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.store.fingerprint import named
from checker.verdicts.scene_interpreter import Judge

WHAT_HAPPENS = "what happens?"
"""The question that every game knows."""


class FingerprintedPlay(NamedTuple):
    """A scene told up to here, and the print of its ways; `cards` are the titles played in it.

    Where it is not `whole`, there were more ways than are followed. It is `forbidden` if the rules
    may forbid what it tells.
    """

    lines: tuple[str, ...]
    print: str
    cards: tuple[str, ...]
    whole: bool = True
    forbidden: bool = False


class FingerprintUnit(NamedTuple):
    """One piece of work: a situation, a table, and the cards played one after the other in it.

    Without `to_the_end`, what a card leads to is told up to the next decision only.
    """

    situation: int
    seats: int
    cards: tuple[str, ...]
    to_the_end: bool = False


def behaviours(bench: Bench, pieces: Sequence[FingerprintUnit]) -> list[TracedResult[tuple[FingerprintedPlay, ...]]]:
    """For each piece, every way to play its cards, and every ending, each with its print."""
    return started(bench, pieces, lambda piece: (piece.situation, piece.seats), _all_played, ())


def _all_played(search: Search, start: SceneState, piece: FingerprintUnit) -> tuple[FingerprintedPlay, ...]:
    return tuple(_played(search, start, piece.cards, piece.to_the_end))


def _played(search: Search, start: SceneState, cards: tuple[str, ...], to_the_end: bool) -> Iterator[FingerprintedPlay]:
    if not cards:
        yield from _ended(search, start, ())
        return
    first, *rest = cards
    for after in _ways(search, start, first):
        if not rest:
            yield _print(after, cards)
            if to_the_end:
                yield from _ended(search, after, cards)
        elif not after.illegal:
            for second in _ways(search, after.lawful(), rest[0]):
                yield _print(second, cards)


def _ways(search: Search, told: SceneState, title: str) -> Iterator[SceneState]:
    """Each way to play the card, lawful or not, that can be told."""
    for seat in SEATS[: search.job.seats]:
        holding = search.table.holding(told, seat, title)
        for line in search.wordings(told, seat, title) if holding is not None else ():
            assert holding is not None
            after = search.table.tell(holding, line)
            if after is not None:
                yield after


def _ended(search: Search, told: SceneState, cards: tuple[str, ...]) -> Iterator[FingerprintedPlay]:
    if told.illegal or told.judge.unknown:
        return
    for ending in search.book.endings:
        further = search.table.tell(told, ending)
        if further is not None:
            told = further
            yield _print(told, cards)


def _print(told: SceneState, cards: tuple[str, ...]) -> FingerprintedPlay:
    ways = sorted({repr(_way(b)) for b in told.judge.branches})
    return FingerprintedPlay(
        told.lines, named(told.judge.unknown, ways), cards, not told.judge.unknown, _forbidden(told)
    )


def forbidden(bench: Bench, lines: tuple[str, ...]) -> bool:
    """Whether the rules may forbid what the scene tells."""
    told = SceneDriver(bench, len(lines[0].split()) - 1).begin(lines[1:])
    return told is not None and _forbidden(told)


def _forbidden(told: SceneState) -> bool:
    return any(b.illegal is not None for b in told.judge.branches)


def _way(branch: Branch) -> tuple[object, ...]:
    """What sets the way apart for those at the table."""
    trail = []
    for entry in branch.trail:
        match entry:
            case Line() if entry.event:
                trail.append(entry.event)
            case Took(point, option):
                trail.append((point.kind.value, point.id, option.text))
            case Chose(by, option):
                trail.append((by.who, by.what, option.text))
            case _:  # a line of which nothing else is seen
                pass
    store = sorted((repr(k), repr(v)) for k, v in branch.position.store.items() if not _silent(k, v))
    return (branch.illegal, tuple(trail), tuple(store))


def _silent(key: Key, value: Value) -> bool:
    """An entry that says what goes without saying."""
    return value in (None, False, 0, ()) or key[0] in ("option", "names")


def questions(bench: Bench, seats: int, lines: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """What the catalogue asks of a scene with these lines and of a change, and at last what happens."""
    book = catalogue(bench.situations)
    players = SEATS[:seats]
    told = SceneState(lines, cast(Judge, None))
    found = [
        _worded(bench, q, seat, "")
        for q in (*book.asked, *book.of_change)
        for seat in (players if has(q, SEATS[0]) else ("",))
    ]
    found += [_worded(bench, q, seat, title) for seat, title in told.plays(players, cards) for q in book.of_card]
    return (*dict.fromkeys(found), WHAT_HAPPENS)


def _worded(bench: Bench, template: str, seat: str, title: str) -> str:
    titles = sorted((c.title for c in bench.rules.game.cards), key=len, reverse=True)
    card = next((t for t in titles if t in template), "")
    return said(template, seat, SEATS[1], title, "H1", (SEATS[0], SEATS[1], card, "H1"))


def asked(bench: Bench, lines: tuple[str, ...], listed: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Verdict and value of each question when the scene has come so far; nothing for what cannot be asked."""
    table = SceneDriver(bench, len(lines[0].split()) - 1)
    told = table.begin(lines[1:])
    found: list[tuple[str, str]] = []
    for question in listed:
        after = table.tell(told, question) if told is not None else None
        answer = after.judge.answers[-1] if after is not None and after.judge.answers else None
        found.append((answer.verdict.value, answer.value) if answer is not None else ("", ""))
    return tuple(found)
