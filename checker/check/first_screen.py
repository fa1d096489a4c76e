"""What `check` says on the first screen: how much was found and how far it was looked, what matters most, what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from shlex import quote

from checker.ask.answer_text import wrapped
from checker.ask.colours import columns
from checker.ask.game_session import Desk
from checker.check import sample_text as sampled
from checker.check.finding_formats import LEVELS, NOTHING, FormattedReport, accepted_lines
from checker.kernel.game import Wording
from checker.kernel.verdict import Extent, Finding

MOST = 5
"""So many findings are told on the first screen, and no more than two of one kind while there are others."""
OF_ONE_KIND = 2
MOST_CLAUSES = 2
"""The clauses of so many are told in words."""
GRAVE = "152436"
"""The kinds of findings by the first digit of their codes: what contradicts itself, never ends, is open, runs out, is left out."""
ASKED = {"HX501": "can play go on for ever?", "HX503": "can play stand still?"}
"""What players would ask, where the scene asks no more than what happens."""
STUCK, ROUND = "HX503", "HX501"
ONCE_ROUND = "(that is one round of it: after it all that matters stands as it stood before)"
_SHELL = set('"$`\\!')
"""What a shell does not take as it stands between double quotes."""


def first_screens(desks: Iterable[Desk], reports: Iterable[FormattedReport]) -> Iterator[str]:
    """The lines about each game that was looked at, with the words of its clauses."""
    for desk, report in zip(desks, reports, strict=False):
        words = {c.id: f"{c.heading}: {c.summary}" if c.heading else c.summary for c in desk.game.clauses}
        called = str(desk.root) if desk.root is not None else desk.name
        yield from first_screen(report, words, called, desk.game.wordings)


def first_screen(
    report: FormattedReport, words: Mapping[str, str], called: str, asked: Iterable[Wording] = ()
) -> Iterator[str]:
    """The lines about one game, whose clauses say what `words` has of them, and which commands know as `called`; what
    the game says of how points are asked stands in `asked`."""
    if report.scope.get("scope") == NOTHING:
        yield f"{report.game}: no analysis was run"
    else:
        yield from _counts(report)
        yield from _extents(report)
        told = most_important(report.left)
        for number, found in enumerate(told, 1):
            yield ""
            yield from _told(number, found, _title(found, asked), words, called)
        yield from accepted_lines(report, gone_only=True)
        yield from _next(report, told, called)
    if report.sample:
        yield from sampled.lines(report.sample)


def most_important(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that matter most: by severity, those that a scene shows, by kind, and how often each was found."""
    ordered = sorted(findings, key=_order)
    kinds: Counter[str] = Counter()
    first: list[Finding] = []
    rest: list[Finding] = []
    for one in ordered:
        kinds[one.code] += 1
        (first if kinds[one.code] <= OF_ONE_KIND else rest).append(one)
    return tuple(sorted((*first, *rest)[:MOST], key=_order))


def _order(one: Finding) -> tuple[object, ...]:
    kind = one.code.removeprefix("HX")[:1]
    grave = GRAVE.find(kind) if kind in GRAVE else len(GRAVE)
    size = one.witness.count("\n")
    return LEVELS.index(one.severity), not one.witness, grave, -len(one.instances), size, one.code, one.message


def _counts(report: FormattedReport) -> Iterator[str]:
    """How much was found, by severity and by kind, in one line each."""
    left = report.left
    severe = [f"{n} {level}{'s' * (n != 1)}" for level in LEVELS if (n := sum(f.severity == level for f in left))]
    accepted = len(report.findings) - len(left)
    found = [*severe, *([f"{accepted} accepted"] if accepted else [])]
    late = "; the time ran out" if report.late else "; interrupted" if report.interrupted else ""
    yield from wrapped(f"{report.game}: {', '.join(found) or 'nothing found'}{late}", "", "  ")
    kinds = Counter(f.name for f in left)
    if kinds:
        yield from wrapped(", ".join(f"{n} {name}" for name, n in kinds.most_common()), "  ", "  ")


def _extents(report: FormattedReport) -> Iterator[str]:
    """How far it was looked; what is not known is named."""
    extents = Counter(one.extent for one in report.checked)
    unknown = [one.analysis for one in report.checked if one.extent is Extent.UNKNOWN]
    known = [f"{extents[e]} {e.value}" for e in (Extent.PROVED, Extent.EXHAUSTED, Extent.SAMPLED) if extents[e]]
    told = f"of {len(report.checked)} analyses {', '.join(known) or 'none was done'}"
    if unknown:
        told += f"; {len(unknown)} left something unknown: {', '.join(unknown)}"
    yield from wrapped(told, "  ", "  ")


def _title(found: Finding, asked: Iterable[Wording]) -> str:
    """What players ask: as the game has it in print, or as the scene ends."""
    names = {found.point, "/".join(found.clauses), *(f"reading of {c}" for c in found.clauses)} - {""}
    known = [w.asked for w in asked if any(fnmatchcase(n, w.point.partition(" on ")[0]) for n in names)]
    printed = known[0] if len(known) == 1 else ""
    question = found.witness.split("\n")[-1].strip()
    return printed or ASKED.get(found.code, question if question.endswith("?") else found.name)


def _scene(found: Finding) -> str:
    """The scene on one line; where play stands still, it asks what whoever acted last, or the first, may do."""
    lines = found.witness.split("\n")
    if found.code == STUCK:
        players = lines[0].split()[1:]
        last = lines[-2].split()[0]
        lines[-1] = f"what may {last if last in players else players[0]} do?"
    return "; ".join(lines)


def _told(number: int, found: Finding, title: str, words: Mapping[str, str], called: str) -> Iterator[str]:
    times = f", found {len(found.instances)} times" if found.instances else ""
    yield from wrapped(f"{number}. {title}  ({found.severity} {found.code}, {found.name}{times})", "", "   ")
    yield from wrapped(found.message, "   ", "   ")
    for clause in found.clauses[:MOST_CLAUSES]:
        if clause in words:
            yield from wrapped(f"{clause}: {words[clause]}", "   ", "     ")
    if len(found.clauses) > MOST_CLAUSES:
        yield f"   and {', '.join(found.clauses[MOST_CLAUSES:])}"
    if found.witness:
        yield f"   hexcheck ask {called} {shell_word(_scene(found))}"
        if found.code == ROUND:
            yield from wrapped(ONCE_ROUND, "   ", "   ")
    elif found.places:
        yield f"   {found.places[0].file}:{found.places[0].line}"


def _next(report: FormattedReport, told: tuple[Finding, ...], called: str) -> Iterator[str]:
    """What can be done next, with the words filled in."""
    shown = next((c for one in told for c in one.clauses), "")
    more = len(report.left) - len(told)
    every = f"the other {more} findings, what would settle each, and how far each analysis looked"
    lines = [
        (
            f"hexcheck check {called} --all",
            every if more > 0 else "what would settle it, and how far each analysis looked",
        ),
        *(
            [(f"hexcheck show {called} {shown}", "a clause, with what it says and what else speaks of it")]
            if shown
            else []
        ),
        *([(f"hexcheck report {called} --out reports", "the questions as a report for a publisher")] if told else []),
    ]
    width = max(len(command) for command, _ in lines)
    yield ""
    for command, does in lines:
        if width + len(does) + 4 <= columns():
            yield f"{command:<{width}}  {does}"
        else:
            yield command
            yield from wrapped(does, "    ", "    ")


def shell_word(scene: str) -> str:
    """The scene as a shell takes it for one word."""
    return quote(scene) if _SHELL & set(scene) else f'"{scene}"'
