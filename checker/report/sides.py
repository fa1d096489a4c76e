"""Both sides of a question: each answer with the condition that it hangs on, and the clauses that speak for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from checker.ask.answer_text import is_story
from checker.kernel.game import Game
from checker.kernel.term import Point
from checker.kernel.verdict import Verdict
from checker.report.content import CitedClause, ProposedWording, ReportedSide, cited
from checker.verdicts.path_conditions import OTHERWISE
from checker.verdicts.point_wording import declaration, denied
from checker.verdicts.verdict import Answer, Outcome, spoken

MOST_CLAUSES = 4
"""So many clauses are told in words at once; of more only those that come first."""
MOST_SIDES = 8
LONG = 160
_BARE = re.compile(r"(?:[A-Z]+-\d+(?:, | and )?)+ prevails?")
_READ = re.compile(r'(\b[A-Z]+-\d+) is read as "([^"]*)"')
NOT_SO = re.compile(r"it is not so that (.*?)(?=$| and )")


def told_sides(game: Game, answer: Answer) -> tuple[tuple[ReportedSide, ...], tuple[CitedClause, ...]]:
    """Each answer with what speaks for it alone, and the clauses that are common to all or say that something is open;
    a course of play of which nothing is open is no answer, and only has clauses."""
    outcomes = _shown(answer)
    speaking = [_speaking(answer, one) for one in outcomes]
    shared = set(speaking[0]).intersection(*speaking[1:]) if len(speaking) > 1 else set[str]()
    own = [[c for c in ids if c not in shared] for ids in speaking]
    told = _joined(
        ReportedSide(_value(answer, one), when, cited(game, ids, MOST_CLAUSES))
        for one, when, ids in zip(outcomes, _conditions(outcomes), own, strict=True)
    )
    if len(told) == 1 and answer.verdict is Verdict.SILENT:
        told, own = (), []
    if is_story(answer) and not answer.points:
        return (), cited(game, dict.fromkeys(c for ids in own for c in ids), MOST_CLAUSES)
    said = {c for ids in own for c in ids}
    both = [c for p in answer.points for c in p.clauses if c not in said]
    return told, cited(game, both, MOST_CLAUSES)


def values(answer: Answer) -> tuple[str, ...]:
    """What can come of the question, each value once."""
    return tuple(dict.fromkeys(spoken(one.value) for one in answer.outcomes)) or (spoken(answer.value),)


def sides_for(
    game: Game, answer: Answer, points: Sequence[Point], wordings: Sequence[ProposedWording]
) -> tuple[tuple[ReportedSide, ...], tuple[CitedClause, ...], tuple[str, ...]]:
    """The sides of the question with the clauses that meet, as the game's own sentences answer it or else as the scene
    comes out, and what else can come out of that; none where it is clear, and no answer to what the game asks."""
    told, both = answered_sides(game, answer, points, wordings)
    if told:
        known = {v for one in wordings for v in one.came}
        return told, both, tuple(v for v in values(answer) if v not in known)
    told, both = told_sides(game, answer)
    if wordings and not points:
        return (), (*both, *(c for side in told for c in side.clauses)), ()
    return told, both, ()


def answered_sides(
    game: Game, answer: Answer, points: Sequence[Point], wordings: Iterable[ProposedWording]
) -> tuple[tuple[ReportedSide, ...], tuple[CitedClause, ...]]:
    """The answers that the game has for the question itself, each with the clauses that speak for it and with what then
    comes out of the scene, and the clauses that leave it open; none where it has none, or nothing is open."""
    found, named = dict[str, ReportedSide](), set[str]()
    for one in wordings:
        if not one.answer or not points:
            return (), ()
        ids = next((o.clauses for p in points for o in p.options if one.key in o.clauses), ())
        named |= {*ids}
        before = found[one.answer].came if one.answer in found else ()
        came = tuple(dict.fromkeys((*before, *one.came)))
        found[one.answer] = ReportedSide(one.answer, "", cited(game, ids, MOST_CLAUSES), came)
    if all(side.came in ((), (side.answer,)) for side in found.values()):
        found = {answer: replace(side, came=()) for answer, side in found.items()}
    every = (c for p in points for c in (*p.clauses, *_declared(game, p)) if c not in named)
    return (tuple(found.values()), cited(game, every, MOST_CLAUSES)) if len(found) > 1 else ((), ())


def _declared(game: Game, point: Point) -> tuple[str, ...]:
    known = declaration(game, point)
    return known.clauses if known is not None else ()


def sides_left(answer: Answer) -> int:
    """How many answers are not told."""
    return len(answer.outcomes) - len(_shown(answer))


def clipped(text: str, most: int) -> str:
    """The text, or as many of its first words as are no longer than that."""
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0]} …"


def _shown(answer: Answer) -> list[Outcome]:
    return sorted(answer.outcomes, key=lambda o: o.when == OTHERWISE)[:MOST_SIDES]


def _joined(sides: Iterable[ReportedSide]) -> tuple[ReportedSide, ...]:
    """The sides, those as one that hang on the same and for which the same speaks."""
    found: list[ReportedSide] = []
    for one in sides:
        at = next((n for n, o in enumerate(found) if one.when and (o.when, o.clauses) == (one.when, one.clauses)), None)
        if at is None:
            found.append(one)
        else:
            between = "; or" if "," in found[at].answer + one.answer else " or"
            found[at] = replace(found[at], answer=f"{found[at].answer}{between} {one.answer}")
    return tuple(found)


def _speaking(answer: Answer, outcome: Outcome) -> list[str]:
    """The clauses of the options that the outcome takes; where all is clear, those that decide it."""
    if not answer.points:
        return list(outcome.deciding)
    taken = set(outcome.options)
    options = ((p, o) for p in answer.points for o in p.options if (p.id, o.text) in taken)
    return list(dict.fromkeys(c for _, o in options for c in o.clauses))


def _value(answer: Answer, outcome: Outcome) -> str:
    """What comes out: the value, or the last step of play where play itself is asked for."""
    if is_story(answer):
        return clipped(outcome.steps[-1].text, LONG) if outcome.steps else "nothing more happens"
    return clipped(spoken(outcome.value), LONG)


def _conditions(outcomes: Sequence[Outcome]) -> list[str]:
    """On what each hangs, in few words: on the options that it takes where nothing else is known and these differ."""
    taken = [one.when or ", ".join(text for _, text in one.options) for one in outcomes]
    differ = len({*taken}) > 1
    return [_when(one, said if one.when or differ else "") for one, said in zip(outcomes, taken, strict=True)]


def _when(outcome: Outcome, said: str) -> str:
    """The condition in print; nothing where it says no more than the answer, or the clauses that prevail say it."""
    parts = outcome.conditions
    several = len(said) > LONG or (" or " in said and " and " in said)
    told = f"{' and '.join(parts)}; and in other ways" if several and parts else said
    told = NOT_SO.sub(lambda found: denied(found[1]), told)
    if told in ("", outcome.value) or _BARE.fullmatch(told) or _named(told, outcome.value):
        return ""
    told = _READ.sub(r"\1 means “\2”", told.replace(" read as: ", " means: "))
    return told if told == OTHERWISE else f"if {clipped(told, LONG)}"


def _named(told: str, value: str) -> bool:
    """All that the condition says is that it is that one."""
    return told.endswith(f" is {value}") and " and " not in told
