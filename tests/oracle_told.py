"""What the scenes of findings tell, laid out for the referee."""

from __future__ import annotations

import re

import oracle
from oracle_asked import said
from oracle_games import CARDS, MARKS, NUMBERS, PLAYERS, VALUES, Game, Number, lying, places
from oracle_text import phrase

from checker.kernel.verdict import Finding

COUNTED = [("cards", who) for who in (*PLAYERS, "")]
PLACES = {phrase(*place): place for place in (*places((*NUMBERS, *MARKS)), *lying(True), *COUNTED)}
FACTS = {phrase(*place): place for place in places(VALUES)}


class Unreadable(Exception):
    """A scene of the program says something that is not known here."""


def told(game: Game, ends: list[oracle.Position], line: str, sure: bool) -> list[oracle.Position]:
    """Where the table may be after a line of a scene; if `sure`, an act is told only where it may be allowed."""
    if found := re.fullmatch(r"set up (.*) as (-?\d+)|(?:it is so that )?(.*) is (-?\d+)", line):
        where, number = place_of(found[1] or found[3], line), int(found[2] or found[4])
        return [{**end, where: number} for end in ends]
    if found := re.fullmatch(r"(?:(?:the )?hand (?:of )?(\w)|(?:the )?pile): (.*)", line):
        listed = [] if found[2] == "nothing" else found[2].split(", ")
        if len({*listed} & {*CARDS.values()}) < len(listed):
            raise Unreadable(line)
        there = found[1] or ""
        moved = {(n, w): int(w == there) for n in CARDS for w in (*PLAYERS, "") if CARDS[n] in listed or w == there}
        moved |= {(n, there): int(CARDS[n] in listed) for n in CARDS}
        return [{**end, **moved} for end in ends]
    if found := re.fullmatch(r"it is (\w)'s turn", line):
        return [{**end, **{("turn", who): int(who == found[1]) for who in PLAYERS}} for end in ends]
    if found := re.fullmatch(r"(?:it is (not )?so that )?(.*)", line):
        if where := PLACES.get(found[2]):
            return [{**end, where: int(not found[1])} for end in ends]
    if found := re.fullmatch(r"(\w) (?:does )?(\w+?)s?", line):
        who, act = found[1], found[2]
        if who in PLAYERS and act in dict(game.acts):
            if sure and not any((who, act) in oracle.able(game, end, sure=False) for end in ends):
                raise NotAllowed(line)
            return [after for end in ends for after in oracle.ends(game, end, act, who)]
    raise Unreadable(line)


class NotAllowed(Exception):
    """A scene tells an act that no clause allows."""


def place_of(text: str, line: str) -> tuple[str, str]:
    """The counter or mark that is named."""
    if text not in PLACES:
        raise Unreadable(line)
    return PLACES[text]


def now(at: oracle.Position, place: tuple[str, str]) -> int:
    """What the counter or the mark is worth there."""
    return oracle.worth(at, Number(place[0], "P"), {"P": place[1]})


def laid(game: Game, finding: Finding, sure: bool = False) -> tuple[list[oracle.Position], str]:
    """Where the table may be at the end of the scene of the finding, and its last question."""
    ends, question = [oracle.start(game)], ""
    for line in finding.witness.splitlines():
        if line.endswith("?"):
            question = line
        elif not line.startswith(("players ", "#")):
            ends = told(game, ends, line, sure)
    return ends, question


def answers(game: Game, ends: list[oracle.Position], question: str) -> list[set[str]]:
    """The true answers to the question, for each way in which the table may lie."""
    if (found := re.fullmatch(r"what is (.*)\?", question)) and found[1] in FACTS:
        return [said(oracle.values(game, end, *FACTS[found[1]])) for end in ends]
    if found and found[1] in PLACES:
        return [{str(now(end, PLACES[found[1]]))} for end in ends]
    if (found := re.fullmatch(r"is it so that (.*)\?", question)) and found[1] in PLACES:
        return [said({bool(end[PLACES[found[1]]])}) for end in ends]
    if found := re.fullmatch(r"(may|must) (\w) (\w+)\?", question):
        ask = oracle.may if found[1] == "may" else oracle.must
        return [said(ask(game, end, found[3], found[2])) for end in ends]
    raise Unreadable(question)
