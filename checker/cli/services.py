"""The commands that look things up, and those that serve the page, editors of text and assistants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from checker.catalog import games as house
from checker.cli.show import shown
from checker.editor.beside import Difference, KeptFinding, Ways
from checker.syntax.files import read_text

Format = Literal["text", "json"]


def find(
    *words: str,
    game: str | None = None,
    format: Format = "text",
    errata: list[Path] | None = None,
    variant: list[str] | None = None,
    allow_code: bool = False,
) -> int:
    """What the rules say of some words: the clauses, rulings, cards and known open points that speak of them, nearest first."""
    from checker.ask.answer_json import dumped
    from checker.ask.colours import say
    from checker.find import found as finding

    named, told = house.worded(words, game)
    games = house.meant((named,) if named else (), errata, variant)
    found = finding.found([house.desk(name, errata, variant, allow_code=allow_code) for name in games], told)
    say([dumped(finding.as_json(found))] if format == "json" else finding.lines(found))
    return 0


def page(*games: str, out: Path, pyodide: Path = Path("build/pyodide"), allow_code: bool = False) -> int:
    """The judge's page: a folder that answers in the browser, from any web server and without one that computes."""
    from checker.ask.colours import say
    from checker.page.site import written

    say(written(house.meant(games), partial(house.desk, allow_code=allow_code), out, pyodide))
    return 0


def serve(folder: Path = Path("build/page"), /, *, host: str = "127.0.0.1", port: int = 8000) -> int:
    """Serves the folder of the judge's page to this machine, or, with a host, to whoever reaches that."""
    from checker.ask.colours import say
    from checker.page.server import served

    say(served(folder, host, port))
    return 0


def lsp() -> int:
    """A language server on standard input and output, for editors of text (docs/text-editor.md)."""
    house.needs("pygls", "editor", "a language server")
    from checker.cli.services import ways
    from checker.editor.server import serve

    serve(ways())
    return 0


def mcp(*, allow_write: bool = False) -> int:
    """A server for assistants on standard input and output: they put the question, hexcheck decides (docs/assistant.md)."""
    house.needs("mcp", "mcp", "a server for assistants")
    from checker.assistant.server import serve
    from checker.cli.assisting import answered

    serve(answered, allow_write)
    return 0


def ways() -> Ways:
    """Desks, what `show` says, what `diff` finds, and what `check` has found."""
    return Ways(house.desk, shown, difference, findings)


def difference(game: str, path: Path, seconds: int, told: Callable[[Difference], None]) -> None:
    """What the erratum changes in the game is told as it is found, and at last all of it.

    Raises InputError if it cannot be read.
    """
    from checker.errata import diff, diff_output

    def counted(one: diff.Changes, further: bool) -> Difference:
        text = "\n".join(diff_output.lines([one], all_rulings=True))
        plays, found = len(one.play.plays) + len(one.probed), one.findings
        known = len(found.gone), len(found.new), len(found.changed)
        return Difference(len(one.answers), plays, *known, bool(one.late), f"{text}\n", further)

    (one,) = diff.changed(
        [(house.desk(game), house.desk(game, [path]))], 1, seconds, lambda one: told(counted(one, True))
    )
    told(counted(one, False))


def findings(game: str) -> tuple[KeptFinding, ...]:
    """What the last check of these very rules found and nobody accepted, by its places; nothing is worked out.

    Raises InputError if the rules cannot be read.
    """
    from checker.check.finding_formats import FormattedReport
    from checker.check.run_checks import kept

    at = house.desk(game)
    found = FormattedReport(at.name, {}, kept(at))
    found.accepting = house.accepted((game,)).get(at.name)
    base, lines = at.folder.base, dict[str, list[str]]()
    told = []
    for one in found.left:
        for place in one.places:
            path = base / place.file
            if place.file not in lines:
                lines[place.file] = read_text(path).split("\n") if path.is_file() else []
            line = lines[place.file][place.line - 1 : place.line]
            said = f"{one.message}\n{one.settle}" if one.settle else one.message
            told += [KeptFinding(place, text, one.severity, one.code, said) for text in line]
    return tuple(told)
