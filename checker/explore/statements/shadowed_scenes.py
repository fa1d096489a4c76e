"""Scenes of findings that no play shows: of a text that never prevails, and of numbers that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple

import msgspec

from checker.explore.scene_templates import SceneTemplates, labels
from checker.explore.situations import catalogue, players
from checker.explore.statements.norm_questions import MOST_ASKED, Asking, Probe, numbers, probes
from checker.kernel.trees.clause_uses import mentions
from checker.norms.rulebook import Rulebook, filed
from checker.session.context import Bench, Scratch

MOST_TRIED = 400
"""So many questions at most are asked for a scene that shows what goes before a norm."""


class Shadow(NamedTuple):
    """A norm, a card, or the words of an act, and the norms that always go before it, by their names."""

    of: str
    by: tuple[str, ...]


def shadowed(bench: Bench, shadow: Shadow) -> tuple[str, ...]:
    """A scene with a question that is answered otherwise, by the norm, if nothing goes before it.

    Nothing if none of the first ones tried is; where a number is not as the norm asks for, it is put so.
    """
    norm = bench.rules.norms[shadow.of]
    above = (n.id for n in bench.rules.game.norms if filed(n) == filed(norm) and bench.rules.outranks(n.id, norm.id))
    asking, bare = Asking(bench), Asking(without(bench, frozenset((*shadow.by, *above))))
    for lines, probe in islice(_probed(bench, shadow), MOST_TRIED):
        for more in ((), *numbers(bench, norm, len(lines[0].split()) - 1)):
            free = bare.asked(bare.begin((*lines, *more)), probe)
            if free is None or norm.clause not in free.clauses:
                continue
            kept = asking.asked(asking.begin((*lines, *more)), probe)
            if kept is not None and (kept.verdict, kept.value) != (free.verdict, free.value):
                return (*lines, *more, *((probe.act,) if probe.act else ()), probe.question)
    return ()


def barred(bench: Bench, shadow: Shadow) -> tuple[str, ...]:
    """A scene in which it is asked whether the card may be played, or the act be done, and one of the norms says no; nothing if none is."""
    asking = Asking(bench)
    for situation in catalogue(bench.situations).situations:
        lines = (players(situation.least), *situation.lines)
        for norm in (bench.rules.norms[n] for n in shadow.by):
            for probe in probes(bench, (norm,), (*lines, shadow.of)):
                if shadow.of not in probe.question or probe.act:
                    continue
                answer = asking.asked(asking.begin(lines), probe)
                if answer is not None and answer.value == "no" and norm.clause in answer.clauses:
                    return (*lines, probe.question)
    return ()


def without(bench: Bench, names: frozenset[str]) -> Bench:
    """The bench with rules that lack the norms."""
    game = bench.rules.game
    kept = msgspec.structs.replace(game, norms=tuple(n for n in game.norms if n.id not in names))
    return bench._replace(rules=Rulebook(kept, bench.rules.functions), scratch=Scratch())


def _probed(bench: Bench, shadow: Shadow) -> Iterator[tuple[tuple[str, ...], Probe]]:
    """Scenes with questions about the norms, and with acts with those of the catalogue."""
    norms = tuple(bench.rules.norms[n] for n in (shadow.of, *shadow.by))
    about = mentions((norms[0].claim, norms[0].cond)) & bench.rules.cards.keys() if norms else frozenset()

    def size(probe: Probe) -> tuple[int, bool, int]:
        said = f"{probe.act} {probe.question}"
        return -sum(title in said for title in about), bool(probe.act), len(said)

    for lines in _scenes(bench):
        asked = sorted(probes(bench, norms, lines), key=size)
        yield from ((lines, p) for p in asked[:MOST_ASKED])
    for lines in _played(bench, about):
        asked = sorted(probes(bench, norms, lines), key=size)
        yield from ((lines, p) for p in (Probe("what happens?"), *asked[:MOST_ASKED]))


def _scenes(bench: Bench) -> Iterator[tuple[str, ...]]:
    yield from ((players(one.least), *one.lines) for one in catalogue(bench.situations).situations)


def _played(bench: Bench, titles: AbstractSet[str]) -> Iterator[tuple[str, ...]]:
    """Every scene of the catalogue after each play of one of the cards."""
    for one in catalogue(bench.situations).situations:
        worded = SceneTemplates(bench, one.least)
        for title in (c.title for c in bench.rules.game.cards if c.title in titles and c.copies):
            for seat in worded.seats:
                plays = worded.plays(seat, title, labels(one.lines) or ("H1",))
                yield from ((players(one.least), *one.lines, line) for line in plays)


def figures(bench: Bench, things: tuple[str, ...]) -> str:
    """A scene that asks how many there are of each of the things, as far as that can be asked."""
    seats = next((s.least for s in catalogue(bench.situations).situations), 3)
    asking = Asking(bench)
    begun = asking.begin((players(seats),))
    asked = [f"what is the number of {of}?" for of in dict.fromkeys(things)]
    told = [line for line in asked if asking.asked(begun, Probe(line)) is not None]
    return "\n".join((players(seats), *told)) if told else ""
