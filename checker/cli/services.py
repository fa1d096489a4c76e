"""The commands that look things up, and those that serve the page, editors of text and assistants."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from checker.catalog import games as house

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
    from checker.cli.editing import ways
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
