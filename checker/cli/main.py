"""The commands of `hexcheck`, wired: an exit code for a command line, text or JSON on the way."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from checker.catalog import games as house
from checker.cli.arguments import joined, plain, quick_ask, with_question_word
from checker.cli.services import Format, find, lsp, mcp, page, serve
from checker.process.inputs import piped
from checker.process.interrupts import INTERRUPTED
from checker.process.streams import complain

ReportFormat = Literal["text", "json", "sarif", "junit", "github"]
SearchScope = Literal["none", "quick", "pairs", "tables", "triples"]
Far = Literal["quick", "pairs", "tables", "triples"]
FailLevel = Literal["error", "warning", "never"]
PlayPolicy = Literal["uniform", "hesitant"]
Shell = Literal["bash", "zsh", "fish", "powershell"]


def run(words: list[str]) -> int:
    """The exit code of the command line. Raises InputError for input that cannot be used."""
    quick = quick_ask(words)
    if quick is not None:
        return ask(*quick.pop("scene"), **quick)
    import cyclopts

    try:
        code = app()(joined(words), exit_on_error=False, print_error=False, result_action="return_value")
    except cyclopts.CycloptsError as error:
        asked = " ".join(("hexcheck", *(error.command_chain or ()), "--help"))
        complain(f"hexcheck: {plain(error)}\n  hint: `{asked}` says what there is")
        return 2
    return code if isinstance(code, int) else 0


def app() -> Any:
    from importlib.metadata import version

    import cyclopts

    from checker.cli.help import EXITS, FOUND, GROUPS, described, ending

    app = cyclopts.App(
        name="hexcheck",
        help="What a game's rules say, and where they do not say it.",
        version=lambda: version("hexcheck"),
        help_epilogue=f"`hexcheck COMMAND --help` has examples. {EXITS.format(FOUND)}",
        suppress_keyboard_interrupt=False,  # what interrupted it decides about the exit code
    )
    commands = (
        ask,
        find,
        show,
        rulings,
        check,
        diff,
        certify,
        coverage,
        report,
        page,
        serve,
        new,
        fmt,
        lsp,
        mcp,
        completion,
    )
    named = {command.__name__: command for command in commands}
    for order, (title, names) in enumerate(GROUPS.items()):
        group = cyclopts.Group(title, sort_key=order)
        for name in names:
            app.command(described(named[name]), group=group, help_epilogue=ending(name))
    besides = cyclopts.Group("Besides", sort_key=len(GROUPS))
    for flag in ("--help", "--version"):
        app[flag].group = besides
    return app


def _say(lines: Iterable[str]) -> None:
    from checker.ask.colours import say

    say(lines)


# -- commands --------------------------------------------------------------------------------


def ask(
    *scene: str,
    game: str | None = None,
    why_not: bool = False,
    settle: bool = False,
    format: Format = "text",
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    dictionary: Path | None = None,
    allow_code: bool = False,
) -> int:
    """The judge's answer: verdict, outcomes, clauses, open points, step by step; with what would settle it."""
    from checker.ask.ask import asked_text

    alone = house.untold(scene, game) if format == "text" else None
    if alone is not None:
        from checker.cli.prompt import prompted

        given = tuple(errata or ())
        return prompted(
            alone,
            lambda more: house.desk(alone, (*given, *more), variant, dictionary=dictionary, allow_code=allow_code),
        )
    game, told = house.put_to(scene or piped(), game, "SCENE")
    found = house.asked(told, errata, variant, why_not, dictionary, settle, game, allow_code)
    if format == "json":
        from checker.ask.answer_json import answers_json, clashes_json, dumped, retold_json

        answers = answers_json(((one.answer, one.game) for one in found), (one.settled for one in found))
        clashes = clashes_json(one.game for one in found)
        print(dumped({**answers, **clashes, **retold_json(one.told for one in found)}))
    else:
        _say(asked_text(found))
    return 0


def rulings(
    *games: str,
    format: ReportFormat = "text",
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    dictionary: Path | None = None,
    allow_code: bool = False,
) -> int:
    """How many rulings of the games, or of files with scenes, agree with the rules, and the rest side by side."""
    from checker.ask.answer_json import dumped, rulings_json
    from checker.ask.answer_text import ruling_lines

    each = house.checked_by_game(games, errata, variant, dictionary, allow_code)
    results = [one for told in each.values() for one in told]
    if format == "json":
        print(dumped(rulings_json(results)))
    elif format == "text":
        _say(ruling_lines(results))
    else:
        from checker.check.machine_formats import FORMATS
        from checker.check.ruling_report import ruling_report

        sys.stdout.write(FORMATS[format]([ruling_report(name, told) for name, told in each.items()]))
    return int(any(c.faults and not c.disputed for c in results))


def show(
    *what: str,
    game: str | None = None,
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    allow_code: bool = False,
) -> int:
    """A card, a clause or an open point with all that belongs to it, or all `parameters`, `vocabulary`, `procedures`, `scenes` or `questions`."""
    from checker.cli.show import shown

    game, word = house.put_to(with_question_word(what), game, "WHAT")
    games = house.meant((game,) if game else (), errata, variant)
    _say(shown([house.desk(name, errata, variant, allow_code=allow_code) for name in games], word))
    return 0


def report(
    *games: str,
    out: Path,
    players: str | None = None,
    scope: Far = "pairs",
    since: Path | None = None,
    findings: Path | None = None,
    seed: int = 0,
    random_games: int = 300,
    seconds: int = 0,
    variant: list[str] | None = None,
    errata: list[Path] | None = None,
    jobs: int = 0,
    dictionary: Path | None = None,
    memory: int = 0,
    allow_code: bool = False,
) -> int:
    """The clarification report: what players will ask, what the rules say, what would settle it; to be sent or printed."""
    from checker.check.run_checks import meant
    from checker.report.publish import ReportPlan, published

    opened = partial(house.desk, errata=errata, variants=variant, dictionary=dictionary, allow_code=allow_code)
    desks = [opened(name) for name in house.meant(games, errata, variant)]
    old = partial(house.old_version, allow_code=allow_code)
    told = meant(players, desks)
    plan = ReportPlan(told, scope, jobs, memory, seed, seconds, findings, since, old, random_games)
    for line in published(desks, out, plan):
        print(line)
    return 0


def coverage(
    *games: str,
    ablate: bool = False,
    jobs: int = 0,
    format: Format = "text",
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    allow_code: bool = False,
) -> int:
    """Which clauses are formal, which are not and why, and which of them the rulings rely on."""
    from checker.ask.answer_json import dumped
    from checker.cli import coverage as covering

    found = [
        covering.covered(house.desk(name, errata, variant, allow_code=allow_code), ablate, jobs)
        for name in house.meant(games, errata, variant)
    ]
    if format == "json":
        print(dumped(covering.as_json(found)))
    else:
        _say(line for one in found for line in covering.lines(one))
    return 0


def diff(
    *versions: Path,
    errata: list[Path] | None = None,
    game: str | None = None,
    fail_on: FailLevel = "error",
    jobs: int = 0,
    format: ReportFormat = "text",
    all: bool = False,
    seconds: int = 600,
    allow_code: bool = False,
) -> int:
    """What an erratum changes: cards that play otherwise, rulings that come out otherwise, findings gone and new."""
    from checker.ask.answer_json import dumped
    from checker.catalog.named_games import refused_as_typed, typed_erratum
    from checker.errata import diff as changes
    from checker.errata import diff_output as changed_said

    def told(one: changes.Changes) -> None:
        if sys.stderr.isatty():
            complain(changed_said.so_far(one))

    versions, errata = typed_erratum(versions, errata)
    with refused_as_typed(errata):
        found = changes.changed(house.versions(versions, errata, game, allow_code), jobs, seconds, told)
    if format in ("text", "json"):
        _say([dumped(changed_said.as_json(found))] if format == "json" else changed_said.lines(found, all))
    else:
        from checker.check.machine_formats import FORMATS
        from checker.errata.change_report import change_reports

        sys.stdout.write(FORMATS[format](change_reports(found, (*(errata or ()), *versions[1:]), fail_on)))
    return INTERRUPTED if any(one.interrupted for one in found) else int(changes.fails(found, fail_on))


def certify(
    *what: str,
    game: str | None = None,
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    jobs: int = 0,
    output: Path | None = None,
    allow_code: bool = False,
) -> int:
    """Why play ends: finds and writes a certificate of falling measures, checks those in files, or says what ends for a card."""
    from checker.cli import certify as certified

    files = [Path(name) for name in what if Path(name).exists()]
    games = house.meant((game,) if game else (), errata, variant)
    desks = [house.desk(name, errata, variant, allow_code=allow_code) for name in games]
    asked = certified.titled(desks, [name for name in what if Path(name) not in files])
    for desk, title in asked:
        _say(certified.of_card(desk, title, jobs))
    found = [certified.read(path) for path in files]
    if not what:
        certified.single(desks, output)
        found = [certified.made(desk, jobs, output) for desk in desks]
    shown = [(one, certified.shown(one, desks)) for one in found]
    from checker.process.outputs import is_standard

    if output is None or not is_standard(output):
        _say(line for one, results in shown for line in certified.lines(one, results))
    return int(any(certified.fails(one, results) for one, results in shown))


def new(folder: Path, /, *, like: str = "") -> int:
    """Writes a small game into a new folder, with comments that tell how to go on from it (docs/own-game.md)."""
    from checker.load.folders.new_game import new_game

    house.unnamed(folder)
    _say(f"wrote {path}" for path in new_game(folder, like))
    return 0


def fmt(*files: Path, check: bool = False) -> int:
    """Puts card, norm and scene files into canonical form; what cannot be read stays as it is."""
    from checker.load.formatter import tidy

    changed = tidy(files, write=not check)
    verb = "would change" if check else "changed"
    _say(f"{verb} {path}" for path in changed)
    return int(check and bool(changed))


def check(
    *games: str,
    players: str | None = None,
    scope: SearchScope | None = None,
    variant: list[str] | None = None,
    errata: list[Path] | None = None,
    fail_on: FailLevel = "error",
    jobs: int = 0,
    format: ReportFormat = "text",
    output: Path | None = None,
    sample: int = 0,
    seed: int = 0,
    policy: PlayPolicy = "uniform",
    reruns: int = 25,
    dictionary: Path | None = None,
    memory: int = 0,
    seconds: int = 0,
    allow_code: bool = False,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    deal: list[str] | None = None,
    deals: int | None = None,
    until: str = "",
    states: int | None = None,
    defaults: bool = False,
    scheduler: str = "",
    all: bool = False,
) -> int:
    """What the rules of a game contradict, leave open or never reach, each with the smallest scene that shows it."""
    if deal or deals or until or states or defaults or scheduler:
        from checker.check import deal_report as dealt
        from checker.check.deal_shards import Hands
        from checker.check.deals import DealPlan

        asked = dealt.DealsAsked(tuple(deal or ()), deals or 0, seed, players)
        own = {"--until": until, "--states": states, "--defaults": defaults, "--scheduler": scheduler}
        bounds = {"--memory": memory, "--seconds": seconds, "--fail-on": fail_on != "error"}
        dealt.refuse_beside(
            asked, own, {"--scope": scope, "--games": sample, "--select": select, "--ignore": ignore, **bounds}
        )
        opened = partial(house.desk, errata=errata, variants=variant, dictionary=dictionary, allow_code=allow_code)
        far = DealPlan(until, states or DealPlan().most, not defaults)
        return dealt.checked_deals([opened(n) for n in games], asked, far, Hands(jobs, scheduler), format, output)
    from checker.ask.whole_rulebook import Circular
    from checker.check.analysis_pages import known_findings
    from checker.check.run_checks import checked_games, circular, meant, seats
    from checker.check.sample_games import SamplePlan

    narrow = tuple(known_findings(option, given) for option, given in (("--select", select), ("--ignore", ignore)))
    named = house.meant(games, errata, variant)
    opened = partial(house.desk, errata=errata, variants=variant, dictionary=dictionary, allow_code=allow_code)
    desks, circles = [], {}
    for name in named:
        try:
            desks.append(opened(name))
        except Circular as circle:
            desks.append(opened(name, cut=True))
            circles[desks[-1].name] = circular(circle)
    numbers = meant(players, desks)
    plan = SamplePlan(sample, seed, seats(numbers), policy, reruns, jobs)
    wide = scope or ("none" if sample else "pairs")
    known = house.accepted(named)
    return checked_games(
        desks,
        numbers,
        wide,
        fail_on,
        jobs,
        format,
        output,
        plan,
        memory,
        circles,
        known,
        (narrow[0], narrow[1]),
        seconds,
        all or bool(select or ignore),
    )


def completion(shell: Shell, /) -> int:
    """Prints what makes a shell complete commands, options, games, cards and clauses (COMMANDS.md says where it goes)."""
    print(app().generate_completion(shell=shell))
    return 0
