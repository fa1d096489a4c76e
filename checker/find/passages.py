"""What can be found in a game: its clauses, rulings, cards and known open points, each with the words it is found by."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from checker.ask.game_session import Desk
from checker.find.families import QUESTION, said_in
from checker.kernel.game import Clause
from checker.kernel.record import Record
from checker.kernel.scene import Raw
from checker.load.find_amendment import variants
from checker.syntax.files import read_text
from checker.syntax.scene_reader import rulings, statements

RULING = "ruling "
EXPECTED, RESTS = "expect ", ("because ", "by ")
_CLAUSE = re.compile(r"\b[A-Z]+-\d+\b")


class Passage(Record):
    """Something that a game says: a clause, a ruling, a card or a known open point; where it stands, what it says, the
    clauses that it rests on, and what else it is found by."""

    game: str
    sort: str
    name: str
    section: str
    says: str
    clauses: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    source: str = ""
    beside: str = ""
    asked: tuple[tuple[str, str], ...] = ()
    """What players ask, each with a clause that answers it."""


def passages(desk: Desk) -> tuple[Passage, ...]:
    """All that the game says, but for what was only assumed; a clause is found by what is asked in the rulings that rest on it, too."""
    told = tuple(_rulings(desk))
    resting = defaultdict[str, list[str]](list)
    for ruling in told:
        for clause in ruling.clauses:
            resting[clause].append(ruling.name)
        for question, clause in ruling.asked:
            resting[clause].append(question)
    game = desk.game
    clauses = (
        Passage(
            game.name, "clause", c.id, c.heading, c.summary, (c.id,), source=c.kind, beside=". ".join(resting[c.id])
        )
        for c in _clauses(desk)
        if _CLAUSE.fullmatch(c.id)
    )
    points = (Passage(game.name, "point", d.id, "", d.reason, d.clauses, beside=d.default) for d in game.declarations)
    cards = (
        Passage(game.name, "card", c.title, ", ".join(c.kinds), c.wording, c.clauses) for c in game.cards if c.wording
    )
    return (*clauses, *points, *cards, *told)


def _clauses(desk: Desk) -> Iterable[Clause]:
    """The clauses of the game, and those that its variants bring."""
    others = (desk.switched(names[0]) for names, _ in variants(desk.name, desk.root)) if not desk.cut else ()
    return {c.id: c for at in (*others, desk) for c in at.game.clauses}.values()


def _rulings(desk: Desk) -> Iterator[Passage]:
    """The rulings as they are written: none of their scenes is read."""
    for path in desk.ruling_files():
        for scene in rulings(statements(read_text(path), desk.folder.shown(path))):
            if scene[0].text.startswith(RULING):
                yield _ruling(desk.game.name, scene)


def _ruling(game: str, scene: list[Raw]) -> Passage:
    title = scene[0].text.removeprefix(RULING).strip().strip('"')
    asked, clauses = dict[str, str](), list[str]()
    question, told, source = "", list[str](), ""
    resting, by_players = list[str](), list[tuple[str, str]]()
    for raw in scene[1:]:
        if raw.text.startswith(EXPECTED):
            asked[question] = asked.get(question) or raw.text.removeprefix(EXPECTED)
        elif raw.text.startswith(RESTS):
            resting += _CLAUSE.findall(raw.text)
        elif asked_in_full := QUESTION.match(raw.text):
            by_players += [(asked_in_full[1], clause) for clause in dict.fromkeys(resting)]
        elif words := said_in(raw.text):
            by_players += [(words, clause) for clause in dict.fromkeys(resting)]
        elif raw.text.startswith("source "):
            source = raw.text.removeprefix("source ").strip('"')
        elif raw.text.endswith("?"):
            question = raw.text
            clauses += resting
            resting = []
        elif not raw.text.startswith("players "):
            told.append(raw.text)
    answers = tuple((q, a) for q, a in asked.items() if q)
    beside = ". ".join((*told, *dict(answers)))
    rests = tuple(dict.fromkeys((*clauses, *resting)))
    players = tuple(by_players)
    return Passage(game, "ruling", title, "", "; ".join(told), rests, answers, source, beside, players)
