"""From the leaves of all branches to one answer: verdict, outcomes, open points, clauses."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from checker.kernel.norm import ASSUMED
from checker.kernel.record import Record
from checker.kernel.scene import Raw
from checker.kernel.source import InputError
from checker.kernel.term import Kind, Point
from checker.kernel.verdict import Verdict
from checker.norms.permissions import of_illegal_act
from checker.norms.rulebook import Rulebook
from checker.provenance.permission_clauses import natural, stepping
from checker.run.branches import Chose, Took, TrailEntry
from checker.run.progress import Line
from checker.scenes.trace_text import steps
from checker.verdicts.deciding_points import responsible_points
from checker.verdicts.path_conditions import OTHERWISE, PathFork, conditions, forks, free
from checker.verdicts.point_wording import PointWording, declaration


class PathEnd(Record):
    """One way in which things can go: the trail, the answer at its end, clauses used to read it."""

    trail: tuple[TrailEntry, ...]
    value: str
    clauses: tuple[str, ...]
    deciding: tuple[str, ...] = ()
    note: str = ""


class Outcome(Record):
    """One value with the options and choices that lead to it, and how it comes about."""

    value: str
    default: bool
    options: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...]
    steps: tuple[Line, ...]
    deciding: tuple[str, ...] = ()
    when: str = ""
    conditions: tuple[str, ...] = ()


class Answer(Record):
    """The judge's answer to one question.

    `clauses` are all that were relied on, `deciding` those on which this very answer hangs.
    """

    question: str
    verdict: Verdict
    value: str
    outcomes: tuple[Outcome, ...] = ()
    points: tuple[Point, ...] = ()
    clauses: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    note: str = ""
    deciding: tuple[str, ...] = ()

    @staticmethod
    def unknown(rules: Rulebook, question: str, endless: bool, by: tuple[str, ...], mostly: str = "") -> Answer:
        """The answer where the branches exceeded the bound, mostly of one kind, or where play goes on for ever by the clauses."""
        note = "play branches too often, or goes on for too long, to be followed to its end"
        note += f"; mostly since {mostly}" if mostly else ""
        note = "play goes on for ever, and nobody decides anything" if endless else note
        return Answer(question, Verdict.UNKNOWN, "", clauses=_sorted(by), note=note, deciding=_once(rules, by))

    @staticmethod
    def undecided(question: str) -> Answer:
        """The answer where play does not get to what is asked about on any way, and no clause says how it goes on."""
        return Answer(question, Verdict.SILENT, "", note="no clause says how play gets to what is asked about")

    @staticmethod
    def impossible(
        rules: Rulebook, question: str, event: str, clauses: tuple[str, ...], deciding: tuple[str, ...]
    ) -> Answer:
        """The answer where the scene cannot happen as told."""
        relied, by = _sorted((*clauses, *deciding)), _once(rules, deciding)
        return Answer(
            question,
            Verdict.FORCED,
            "impossible",
            (Outcome("impossible", True, (), relied, (), by),),
            clauses=relied,
            note=f"the scene cannot happen: no reading of the rules allows {event}",
            deciding=by,
        )


_SEVERITY = tuple(Kind)
VERDICT = {
    Kind.CONTRADICTORY: Verdict.CONTRADICTION,
    Kind.AMBIGUOUS: Verdict.AMBIGUOUS,
    Kind.ORDER: Verdict.AMBIGUOUS,
    Kind.SILENT: Verdict.SILENT,
}
"""What is answered where a point of the kind is open."""


def answered(rules: Rulebook, question: str, leaves: list[PathEnd], wording: PointWording) -> Answer:
    """The answer that the leaves give together; leaves come default options first."""
    if not leaves:
        return Answer.undecided(question)
    points = responsible_points((_forks(leaf), leaf.value) for leaf in leaves)
    clauses = _clauses(leaves, points)
    assumed = _assumed(rules, leaves)
    outcomes = _outcomes(rules, [_unstated(leaf) for leaf in leaves], points, wording)
    points = tuple(_near(rules, point, clauses) for point in points)
    deciding = _deciding(outcomes, points)
    clauses = _sorted((*clauses, *deciding, *(c for p in points for c in p.clauses)))
    if not points and any(o.value == "?" for o in outcomes):
        return Answer(question, Verdict.SILENT, "", outcomes, (), clauses, assumed, deciding=deciding)
    if not points:
        value = _told(outcomes)
        notes = {leaf.note for leaf in leaves}
        note = notes.pop() if len(notes) == 1 else ""
        return Answer(question, Verdict.FORCED, value, outcomes, (), clauses, assumed, note, deciding)
    kind = next(k for k in _SEVERITY if any(p.kind is k for p in _met(points, leaves)))
    shown = tuple(p for p in points if p.kind is kind) + tuple(p for p in points if p.kind is not kind)
    shown = tuple(map(wording.point, shown))
    value = "" if kind is Kind.SILENT else " or ".join(spoken(o.value) for o in outcomes)
    return Answer(question, VERDICT[kind], value, outcomes, shown, clauses, assumed, deciding=deciding)


def valued(rules: Rulebook, question: str, leaves: list[PathEnd], wording: PointWording) -> Answer:
    """The answer that the leaves give together; where no open point decides it, nothing but its verdict and its value."""
    values = {leaf.value for leaf in leaves}
    if len(values) == 1:
        value = values.pop()
        return (
            Answer(question, Verdict.SILENT, "") if value.startswith("?") else Answer(question, Verdict.FORCED, value)
        )
    return answered(rules, question, leaves, wording)


def of_each(asked: Raw, each: list[tuple[str, Answer]], together: Answer) -> Answer:
    """The players for whom the answer is yes; where one of these is open, what is answered for all together.

    Raises InputError where that is open for one of them, and comes out for all.
    """
    answers = [answer for _, answer in each]
    if any(answer.verdict is not Verdict.FORCED or answer.value not in ("yes", "no") for answer in answers):
        if together.verdict is not Verdict.FORCED:
            return together
        hint = f"ask it of one of them: `{answers[0].question}`"
        raise InputError(asked.problem("this is not the same question for each player", hint))
    value = ", ".join(name for name, answer in each if answer.value == "yes") or "nobody"
    relied, assumed, deciding = (
        tuple(dict.fromkeys(clause for one in said for clause in one))
        for said in ([a.clauses for a in answers], [a.assumed for a in answers], [a.deciding for a in answers])
    )
    come = next((o.steps for a in answers for o in a.outcomes), ())
    outcome = Outcome(value, True, (), _sorted(relied), come, deciding)
    return Answer(asked.text, Verdict.FORCED, value, (outcome,), (), outcome.clauses, assumed, deciding=deciding)


def _met(points: tuple[Point, ...], leaves: list[PathEnd]) -> tuple[Point, ...]:
    """Those of the points that are met whatever nobody states; others hang on what is silent. All, if all do.

    What becomes of an illegal act counts only where the answer hangs on it: the scene tells that it was done.
    """
    taken = [[f for f in _forks(leaf) if isinstance(f, Took)] for leaf in leaves]
    ways = [{f.point.id: f.option.text for f in way} for way in taken]
    silent = {f.point.id: f.point for way in taken for f in way if not of_illegal_act(f.point)}
    silent |= {p.id: p for p in points}
    hung = [s for s in silent.values() if s.kind is Kind.SILENT]
    return tuple(p for p in points if p.kind is Kind.SILENT or not any(_hangs(p, s, ways) for s in hung)) or points


def _hangs(point: Point, silent: Point, ways: list[dict[str, str]]) -> bool:
    """The point is met only if what the other one leaves unstated is so, and not if it is otherwise."""
    under = {way[silent.id] for way in ways if point.id in way and silent.id in way}
    without = {way[silent.id] for way in ways if point.id not in way and silent.id in way}
    return bool(without - under) and all(silent.id in way for way in ways if point.id in way)


def spoken(value: str) -> str:
    """An outcome's value in words."""
    return "not stated" if value.startswith("?") else value


def _unstated(leaf: PathEnd) -> PathEnd:
    """The leaf; what nobody can tell is the same wherever it stands."""
    return msgspec.structs.replace(leaf, value="?") if leaf.value.startswith("?") else leaf


def _deciding(outcomes: tuple[Outcome, ...], points: tuple[Point, ...]) -> tuple[str, ...]:
    found = (c for outcome in outcomes for c in outcome.deciding)
    return _named((*(c for p in points for c in p.clauses), *found)) if any(o.deciding for o in outcomes) else ()


def _once(rules: Rulebook, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses, of several that say the same the one that a step of procedure rests on, or the first."""
    says = {c: {(n.claim, n.cond) for n in rules.game.norms if n.clause == c} for c in clauses}

    def repeated(clause: str) -> bool:
        alike = (c for c in clauses if says[c] == says[clause])
        return bool(says[clause]) and min(alike, key=lambda c: not stepping(rules, c)) != clause

    return _named(c for c in clauses if not repeated(c))


def _forks(leaf: PathEnd) -> tuple[Took | Chose, ...]:
    return tuple(e for e in leaf.trail if not isinstance(e, Line))


def _near(rules: Rulebook, point: Point, relied: tuple[str, ...]) -> Point:
    """The point; where no clause speaks, with those that its declaration says come near.

    If several cards leave it open, only those of these that were `relied` on; none where others leave it open.
    """
    declared = None if point.clauses else declaration(rules.game, point)
    if declared is None:
        return point
    near = tuple(c for c in declared.clauses if c in relied or not declared.slots)
    return msgspec.structs.replace(point, clauses=near)


def _told(outcomes: tuple[Outcome, ...]) -> str:
    if len(outcomes) == 1:
        return outcomes[0].value
    if all(o.when for o in outcomes):
        last = sorted(outcomes, key=lambda o: o.when == OTHERWISE)
        return ", ".join(conditional(o.value, o.when) for o in last)
    values = (o.value for o in outcomes)
    return " or ".join(sorted(values, key=lambda v: (not v.isdigit(), int(v) if v.isdigit() else 0)))


def conditional(value: str, when: str) -> str:
    """The value with its condition."""
    return f"{value} {when}" if when == OTHERWISE else f"{value} if {when}"


def _whens(leaves: list[PathEnd], points: tuple[Point, ...], wording: PointWording) -> dict[str, str]:
    """For each value on what it hangs: choices and chance, and the open points that are responsible.

    Where these do not lead to every value, whatever is open does.
    """
    ways = [(_forked(leaf, points, wording), leaf.value) for leaf in leaves]
    if not points and free(ways):
        return {}
    found = conditions(ways)
    if not found or all(value in found for _, value in ways):
        return found
    return conditions((forks(leaf.trail, lambda _: True, wording.option), leaf.value) for leaf in leaves)


def _forked(leaf: PathEnd, points: tuple[Point, ...], wording: PointWording) -> tuple[PathFork, ...]:
    ids = {p.id for p in points}
    return forks(leaf.trail, lambda f: isinstance(f, Chose) or f.point.id in ids, wording.option)


def _outcomes(
    rules: Rulebook, leaves: list[PathEnd], points: tuple[Point, ...], wording: PointWording
) -> tuple[Outcome, ...]:
    whens = _whens(leaves, points, wording) if len({leaf.value for leaf in leaves}) > 1 else {}
    found: dict[str, Outcome] = {}
    for number, leaf in enumerate(leaves):
        if leaf.value in found:
            continue
        taken = [e for e in leaf.trail if isinstance(e, Took) and e.point in points]
        options = tuple((e.point.id, e.option.text) for e in taken) if leaf.value != "?" else ()
        deciding = next((one.deciding for one in leaves if one.value == leaf.value and one.deciding), ())
        chosen = (c for e in taken for c in e.option.clauses) if deciding else ()
        found[leaf.value] = Outcome(
            leaf.value,
            number == 0,
            options,
            _clauses([leaf], points),
            steps(rules, leaf.trail),
            _once(rules, (*deciding, *chosen)),
            whens.get(leaf.value, ""),
            tuple(fork.said for fork in _forked(leaf, points, wording) if fork.counts),
        )
    return tuple(found.values())


def _clauses(leaves: Iterable[PathEnd], points: tuple[Point, ...]) -> tuple[str, ...]:
    cited: dict[str, None] = {}
    for leaf in leaves:
        for entry in leaf.trail:
            if isinstance(entry, Line):
                cited.update(dict.fromkeys(entry.clauses))
            elif isinstance(entry, Took) and any(p.id == entry.point.id for p in points):
                cited.update(dict.fromkeys((*entry.point.clauses, *entry.option.clauses)))
        cited.update(dict.fromkeys(leaf.clauses))
    return _sorted(cited)


def _named(clauses: Iterable[str]) -> tuple[str, ...]:
    """The clauses once each, in their order; what is assumed is none."""
    return tuple(dict.fromkeys(c for c in clauses if not c.startswith(ASSUMED)))


def _sorted(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({c for c in clauses if not c.startswith(ASSUMED)}, key=natural))


def _made_up(rules: Rulebook, line: Line) -> Iterable[str]:
    """The titles of the cards in the event that are assumed as a whole, whatever comes of their text."""
    titles = (str(v[0]) for v in line.event if isinstance(v, tuple) and v)
    return (t for t in titles if t in rules.cards and rules.cards[t].made_up)


def _assumed(rules: Rulebook, leaves: list[PathEnd]) -> tuple[str, ...]:
    """What the answers rest on that no clause states; what is only supposed in words has to decide them."""
    played = {
        e.event[1][0]
        for leaf in leaves
        for e in leaf.trail
        if isinstance(e, Line) and len(e.event) > 1 and e.event[0] == "effect" and isinstance(e.event[1], tuple)
    }
    played |= {title for leaf in leaves for e in leaf.trail if isinstance(e, Line) for title in _made_up(rules, e)}
    edges = {
        c
        for leaf in leaves
        for e in (*leaf.trail, Line("", leaf.clauses))
        if isinstance(e, Line)
        for c in e.clauses
        if c.startswith(ASSUMED)
    }
    said = tuple(c.summary for c in rules.game.clauses if c.id in edges)
    played |= {c.removeprefix(ASSUMED) for c in edges if c not in rules.clauses}
    telling = {c for leaf in leaves for c in (*leaf.clauses, *leaf.deciding) if c.startswith(ASSUMED)}
    words = (c.removeprefix(ASSUMED) for c in telling if c not in rules.clauses)
    supposed = tuple(sorted(c for c in words if c not in rules.cards))
    of_cards = tuple(
        f"{title}: {what}"
        for title in sorted(map(str, played))
        if title in rules.cards
        for what in rules.cards[title].assumed
    )
    return (*said, *supposed, *of_cards)
