"""What `check` does: every analysis over a game, its findings written out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path

from msgspec.structs import replace

from checker.ask.colours import say
from checker.ask.game_session import Desk
from checker.ask.whole_rulebook import Circular
from checker.check.finding_formats import NOTHING, FormattedReport, as_lines, joined
from checker.check.first_screen import first_screens
from checker.check.kept_reports import WholeReport, keep_report, kept_findings, kept_report
from checker.check.machine_formats import FORMATS
from checker.check.sample_games import SamplePlan, sampled
from checker.check.sample_games import checked as playable
from checker.check.unreadable_situations import refuse_unreadable
from checker.kernel.source import Place, misused
from checker.kernel.verdict import Extent, Finding
from checker.load.folders.game_folder import WORDS
from checker.load.folders.game_settings import Accepted
from checker.process.interrupts import INTERRUPTED
from checker.process.memory_limit import WATCHES, megabytes
from checker.process.outputs import is_standard, writable, written
from checker.process.parallel_map import WHOLE, cores
from checker.scenes.question_view import View
from checker.session.context import Bench
from checker.store.fingerprint import named
from checker.syntax.files import read_text
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.statements import SceneStatements

CATALOGUE = "catalogue"
"""Under which name the situations are kept in which a game is looked at."""

NO_CIRCLES: Mapping[str, Finding] = {}

NOTHING_ACCEPTED: Mapping[str, tuple[Accepted, ...]] = {}

OUT_OF_TIME = "the time ran out before it was done (`--seconds` gives more)"
"""What is said of an analysis for which there was no time."""
USUAL = "3-6"
"""For how many players a game is looked at where nothing is said; a game for others takes its own numbers."""
ShowProgress = Callable[[int, int, str], None]


def bench(desk: Desk) -> Bench:
    """What the analyses work with; what players' acts lead to is looked for once."""
    at = as_written(desk)
    if desk.own:
        return at
    most = max(numbers_for(desk, USUAL)) if desk.parts.players else 2
    shelf, name = desk.shelf(), named(desk.key, desk.cut, at.situations, most)
    text: str | None = shelf.get(CATALOGUE, name, str)
    if text is None:
        from checker.explore.derived_catalogue import completed

        text = completed(at, most).situations
        shelf.put(CATALOGUE, name, text)
    return at._replace(situations=text)


def as_written(desk: Desk) -> Bench:
    """The same with the catalogue as the game has it, without what players' acts lead to."""
    from checker.check.unreadable_situations import with_stand_in
    from checker.session.context import Bench, Scratch

    there = desk.folder.files(desk.folder.specs, "situations.scene")
    shown = desk.folder.shown(desk.folder.specs / "situations.scene")
    text = "".join(with_stand_in(read_text(path, shown), desk) for path in there)
    return Bench(
        desk.rules,
        desk.scenes,
        lambda scene: SceneStatements(desk.rules, scene, desk.own),
        Judge,
        View,
        Scratch(),
        text,
        shown,
        desk.rulings,
        desk.ruled,
        desk.laws,
        desk.parts.playing(desk.game),
        desk.taken,
        desk.clauses,
        lambda: bench(desk.bare()) if desk.amendments else None,
    )


def report(
    desk: Desk,
    players: str = USUAL,
    scope: str = "pairs",
    jobs: int = 0,
    progress: ShowProgress | None = None,
    memory: int = 0,
) -> FormattedReport:
    """Everything that the analyses find in the game; nothing in the scope `none`, in which no analysis is run.

    Raises InputError where the solver cannot be loaded.
    """
    from checker.session.context import Options
    from checker.session.work_distribution import least

    numbers = numbers_for(desk, players)
    if memory and not (WATCHES and megabytes()):
        message = "how much memory is used cannot be found out on this system"
        raise misused(message, "leave `--memory` out")
    if 0 < memory < least():
        message = f"{memory} megabytes are not enough: to read `{desk.name}` and to work on it takes more"
        raise misused(message, f"say `--memory {least()}` or more")
    if scope == NOTHING:
        return FormattedReport(desk.name, {"players": list(numbers), "scope": scope}, ())
    if not memory and (whole := kept_report(desk, numbers, scope)) is not None:
        return _formatted(desk, numbers, scope, whole)
    import checker.smt  # noqa: F401
    from checker.analyses.registry import run

    refuse_unreadable(desk)
    found = run(bench(desk), Options(numbers, scope, jobs or cores(), progress, desk.shelf(), max(0, memory)))
    told = WholeReport(joined(desk.game, found.findings), found.checked)
    if not (found.interrupted or memory):
        keep_report(desk, numbers, scope, told)
    return _formatted(desk, numbers, scope, told, found.interrupted)


def kept(desk: Desk) -> tuple[Finding, ...]:
    """What the last run found that looked at these very rules, for the usual numbers of players."""
    return kept_findings(desk, numbers_for(desk, USUAL))


def _formatted(
    desk: Desk, numbers: tuple[int, ...], scope: str, told: WholeReport, interrupted: bool = False
) -> FormattedReport:
    made = FormattedReport(desk.name, {"players": list(numbers), "scope": scope}, told.findings, told.checked)
    made.interrupted = interrupted
    made.place = Place(desk.folder.shown(desk.folder.specs / WORDS), 1)
    return made


def findings(desk: Desk, jobs: int = 0, until: float = inf) -> FormattedReport:
    """What is found in the game in the quick scope; what the analyses not done `until` then look for is unknown.

    Raises KeyboardInterrupt where they were interrupted: what is not known then is not gone.
    """
    with progress_bar() as shown:
        return found_in(desk, USUAL, "quick", jobs, shown, 0, until)


def found_in(
    desk: Desk, players: str, scope: str, jobs: int, shown: ShowProgress | None, memory: int, until: float
) -> FormattedReport:
    """What is found in the game; what the analyses not done `until` then (by the monotonic clock) look for is unknown.

    Raises KeyboardInterrupt where they were interrupted before.
    """
    made = in_time(desk, players, scope, jobs, shown, memory, until)
    if made.interrupted and not made.late:
        raise KeyboardInterrupt
    return made


def in_time(
    desk: Desk, players: str, scope: str, jobs: int, shown: ShowProgress | None, memory: int, until: float
) -> FormattedReport:
    """The same where it is interrupted before; of what there was no time for that is said."""

    def told(done: int, of: int, what: str) -> None:
        if shown is not None:
            shown(done, of, what)
        if time.monotonic() > until:
            raise KeyboardInterrupt

    made = report(desk, players, scope, jobs, told, memory)
    made.late = made.interrupted and time.monotonic() > until
    if made.late:
        made.checked = tuple(replace(one, scope=OUT_OF_TIME) if one.given_up else one for one in made.checked)
    return made


def numbers_for(desk: Desk, players: str) -> tuple[int, ...]:
    """The numbers of players that the game is looked at for: those that its settings say, where nothing else is said."""
    from checker.explore.situations import SEATS

    own = tuple(n for n in desk.parts.players if n <= len(SEATS))
    return own if own and players == USUAL else desk.seated(seats(players))


def seats(players: str) -> tuple[int, ...]:
    """The numbers of players meant by `3-6` or `4`. Raises InputError for anything else."""
    from checker.explore.situations import SEATS

    low, hyphen, high = players.partition("-")
    high = high if hyphen else low
    if not (low.isdecimal() and high.isdecimal() and 2 <= int(low) <= int(high) <= len(SEATS)):
        raise misused(f"`{players}` is no number of players", "say for instance `3-6` or `4`")
    return tuple(range(int(low), int(high) + 1))


def meant(players: str | None, desks: list[Desk]) -> str:
    """The numbers of players that are asked for, or the usual ones. Raises InputError for one that no game can have."""
    if players is None:
        return USUAL
    for number in seats(players):
        if not any(desk.seated((number,)) == (number,) for desk in desks):
            takes = "; ".join(f"{d.name} with {', '.join(str(n) for n in d.seated(()))}" for d in desks)
            message = f"{number} players cannot play {' or '.join(d.name for d in desks)}"
            raise misused(message, f"it can be played: {takes}")
    return players


def checked_games(
    desks: list[Desk],
    players: str,
    scope: str,
    fail_on: str,
    jobs: int,
    format: str,
    output: Path | None,
    plan: SamplePlan | None = None,
    memory: int = 0,
    circles: Mapping[str, Finding] = NO_CIRCLES,
    accepted: Mapping[str, tuple[Accepted, ...]] = NOTHING_ACCEPTED,
    narrow: tuple[Sequence[str], Sequence[str]] = ((), ()),
    seconds: int = 0,
    everything: bool = False,
) -> int:
    """The exit code after all analyses of all games, their report written or printed, with what was found in the
    `circles` of games that are looked at without them, and what is `accepted` in games with a folder of their own.

    The reports say also what the sample of play shows that is planned, if any. Where it is interrupted, what is
    known so far is said, and the code is 130. Text is that of the first screen unless `everything` is wanted. After the `seconds`, shared out among the games, what is known so far is
    said too; 0 is no bound.
    """
    began, share = time.monotonic(), seconds / len(desks) if seconds and desks else inf
    if output is not None:
        writable(output)
    if plan is not None and plan.games:
        for desk in desks:
            playable(desk, plan)
    reports: list[FormattedReport] = []
    with progress_bar(len(desks)) as progress:
        for number, desk in enumerate(desks, 1):
            reports.append(in_time(desk, players, scope, jobs, progress, memory, began + number * share))
            if (found := circles.get(desk.name)) is not None:
                reports[-1].findings = (found, *reports[-1].findings)
            reports[-1].accepting = accepted.get(desk.name)
            reports[-1].narrowed(*narrow)
            reports[-1].level = fail_on
            if reports[-1].interrupted and not reports[-1].late:
                break
    if plan is not None and plan.games:
        for desk, one in zip(desks, reports, strict=False):
            if not any(r.interrupted and not r.late for r in reports):
                one.sample = sampled(desk, plan, until=began + seconds if seconds else inf)
                one.interrupted = one.interrupted or one.sample.interrupted
                one.late = one.late or bool(seconds and time.monotonic() > began + seconds)
    if format == "text" and not everything and (output is None or is_standard(output)):
        say(first_screens(desks, reports))
    else:
        _given(reports, format, output)
    if any(one.interrupted and not one.late for one in reports):
        return INTERRUPTED
    return int(any(one.fails(fail_on) for one in reports))


def circular(circle: Circular) -> Finding:
    """The finding about norms that outrank each other in a circle."""
    from checker.analyses.precedence_cycle import CODE, NAME
    from checker.explore.cards.finding_builders import places

    problem, game = circle.problems[0], circle.game
    where = (problem.place, *places(game, circle.clauses))
    key, settle = "/".join(sorted(circle.clauses)), "take one of the precedences away"
    return Finding(
        CODE,
        NAME,
        "error",
        problem.message,
        circle.clauses,
        (),
        where,
        "",
        Extent.PROVED,
        False,
        "",
        key,
        settle,
        unshown="all else was looked at without what is said of which of them goes before which",
    )


def _given(reports: list[FormattedReport], format: str, output: Path | None) -> None:
    """The reports written to the file, or printed."""
    if format == "text" and (output is None or is_standard(output)):
        say(as_lines(reports))
    elif output is None or is_standard(output):
        sys.stdout.write(FORMATS[format](reports))
    else:
        written(output, FORMATS[format](reports))


@contextmanager
def progress_bar(games: int = 1, name: str = WHOLE) -> Iterator[ShowProgress | None]:
    """What is told how much of what is done, of so many games one after the other; nothing without a terminal.

    What goes by the name is the whole.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    with Progress(console=Console(stderr=True), transient=True) as bar:
        whole = bar.add_task(name, total=None)
        parts: dict[str, TaskID] = {}
        begun = 0

        def told(done: int, of: int, what: str) -> None:
            nonlocal begun
            if what == name:
                begun += not done
                bar.update(whole, completed=(begun - 1) * of + done, total=games * of)
                return
            if what not in parts:
                parts[what] = bar.add_task(f"  {what}", total=of)
            bar.update(parts[what], completed=done, total=of, visible=done < of)

        yield told
