"""The pages of the site that nobody writes: each is made from what it tells of."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from constructs import rows

import checker
import hexcheck
from checker.analyses.registry import ANALYSES, Analysis
from checker.catalog.named_games import desk, known
from checker.check.analysis_pages import paragraphs
from checker.check.finding_formats import as_text
from checker.check.first_screen import most_important
from checker.cli.main import app
from checker.cli.show import shown
from checker.report.publish import kept_findings
from hexcheck.records import Said
from hexcheck.schema_files import schemas

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    ("In scenes", "scenes"),
    ("In cards, clauses and errata", "vocabulary"),
    ("Procedures, step by step", "procedures"),
)
"""What there is to say, by what `hexcheck show` calls it."""
SIGN = re.compile(r"([<>|*_\[\]\\])")
"""What Markdown would take for more than a letter."""


def pages() -> Iterator[tuple[str, str]]:
    """Every generated file of the site: where it lies, and its text."""
    yield "reference/options.md", _options()
    yield "reference/grammars.md", _grammars()
    yield "reference/constructs.md", _constructs()
    yield from _vocabularies()
    yield from _findings()
    yield "reference/python.md", _python()
    yield from _schemas()
    yield "reference/architecture.md", _architecture()


def _plain(text: str) -> str:
    """The text as Markdown that shows it as it is, but for what stands in backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else SIGN.sub(r"\\\1", part) for part in parts)


def _fenced(text: str, kind: str = "") -> str:
    return f"```{kind}\n{text.rstrip()}\n```\n"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *map(list, rows)]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def _options() -> str:
    """What `--help` says of every command."""
    told = app().generate_docs()
    return "# Every option\n\n" + re.sub(r"\A# .*\n|## Table of Contents\n\n(- .*\n)+", "", told)


# ------------------------------------------------------------------ the language


def _grammars() -> str:
    """The grammars as they are read, each under what it says of itself."""
    said = (
        "# The grammars\n\nWhat the texts look like is told in [the language](../grammar/README.md); these are the"
        " grammars by which they are read, in the notation of lark. A name with a `$` is made once for each sort of"
        " things that a game has. The phrases come from the game's"
        " [vocabulary](vocabulary.md): a grammar has no word of any game.\n"
    )
    for file in sorted((ROOT / "grammar").glob("*.lark")):
        head, _, rest = file.read_text("utf-8").partition("\n")
        said += f"\n## {file.stem}\n\n{_plain(head.removeprefix('// '))}\n\n{_fenced(rest.strip(), 'text')}"
    return said


def _constructs() -> str:
    """Every construct of the language, with an example."""
    told = (
        "# Every construct\n\nWhat can be said in every game, as the [grammars](grammars.md) have it, with the shortest example that a"
        " game or a list of sentences has. Dots stand for what is filled in, `THING` for a sort of things. What a game"
        " adds is among its [phrases](vocabulary.md); what the constructs mean is told in [the language](../grammar/README.md).\n"
    )
    listed = list(rows())
    for heading in dict.fromkeys(heading for heading, _, _ in listed):
        found = ((f"`{one.form}`", f"`{said}`" if said else "") for under, one, said in listed if under == heading)
        told += f"\n## {heading}\n\n{_table(('construct', 'for instance'), found)}"
    return told


def _vocabularies() -> Iterator[tuple[str, str]]:
    """One page for each game that there is: its phrases by kind, and its procedures."""
    words = [
        *known(),
        *(f"./{p.parent.relative_to(ROOT)}" for p in sorted((ROOT / "examples").glob("*/hexcheck.toml"))),
    ]
    rows = []
    for word in words:
        rules = desk(word)
        game = rules.game
        rows.append((f"[{game.name}](vocabulary-{game.name}.md)", str(len(game.cards)), str(len(game.clauses))))
        told = f"# What {game.name} can say\n\nCapital letters are gaps: a letter says what stands there.\n"
        for heading, what in PARTS:
            told += f"\n## {heading}\n{_listed(shown([rules], what))}"
        yield f"reference/vocabulary-{game.name}.md", told
    index = "# What a game can say\n\nEvery phrase that cards, clauses, errata and scenes of a game may use, as"
    index += " `hexcheck show` lists them.\n\n"
    yield "reference/vocabulary.md", index + _table(("game", "titles of cards", "clauses"), rows)


def _listed(lines: Iterable[str]) -> str:
    """Lines of `show` as headings (two spaces), entries (four), and what goes on with an entry (six)."""
    said = ""
    for line in list(lines)[1:]:
        indent, text = len(line) - len(line.lstrip()), line.strip()
        if indent == 2:
            said += f"\n### {text}\n\n"
        elif indent == 4:
            said += f"- {_plain(text)}\n"
        else:
            said = said.rstrip("\n") + f" {_plain(text)}\n"
    return said


# ------------------------------------------------------------------ the findings


def _findings() -> Iterator[tuple[str, str]]:
    """A page for each analysis, with the specimen that has the fault and its twin; and a list of all."""
    rows = sorted((code, name, one) for one in ANALYSES for code, name in one.codes)
    index = "# Findings\n\nWhat `hexcheck check` can find. `hexcheck show HX101` prints these pages.\n\n"
    index += _table(
        ("code", "name", "what is wrong"),
        ((f"[{code}](findings/{one.code}.md)", name, _plain(one.doc)) for code, name, one in rows),
    )
    index += _printed_finding()
    yield "reference/findings.md", index
    for one in ANALYSES:
        yield f"reference/findings/{one.code}.md", _finding(one)


def _printed_finding() -> str:
    """A finding as it is printed, and how to accept it: one of those beside the report on a game."""
    found = kept_findings(ROOT / "reports" / "horrible" / "findings.json", "horrible")
    told = most_important(found.left)[1]
    found.findings, found.checked = [told], []
    printed = as_text([found])
    return (
        "\n## As it is printed\n\n`hexcheck check horrible --all` says of one of them:\n\n"
        f"{_fenced(printed, 'text')}\nIn the first line stand its place, how grave it is, its code and what is wrong; below it "
        "the clauses, the smallest scene that shows it, how far it is known, and what would settle it. "
        "The scene can be pasted into `hexcheck ask`.\n\n## Accepting a finding\n\nWhat may stay is accepted in the "
        "game's `hexcheck.toml`, with a reason. `hexcheck check` then counts it, does not tell it and does not fail because of it; "
        "where it is not found any more, that is said.\n\n"
        + _fenced(f'[[accepted]]\nfingerprint = "{told.fingerprint}"\nreason = "We want the table to decide."', "toml")
    )


def _finding(one: Analysis) -> str:
    said = f"# {', '.join(f'{code} {name}' for code, name in one.codes)}\n"
    for head, text in paragraphs(one.page):
        said += f"\n## {head}\n" if head else ""
        said += f"\n{_plain(text[:1].upper() + text[1:])}\n"
    folder = ROOT / "tests" / "specimens" / one.name
    faulty = min(folder.glob("*.bad.norm"), default=None, key=lambda p: len(p.read_text("utf-8")))
    if faulty is not None:
        twin = faulty.with_name(faulty.name.replace(".bad.", ".good."))
        said += f"\n## An amendment that has it\n\n{_fenced(faulty.read_text('utf-8'), 'text')}"
        said += f"\n## The same without it\n\n{_fenced(twin.read_text('utf-8'), 'text')}"
    return said + "\n[All findings](../findings.md)\n"


# ------------------------------------------------------------------ from Python


def _python() -> str:
    """The docstrings of `import hexcheck`, as Markdown."""
    said = f"# Python\n\n{_docstring(hexcheck)}"
    every: list[Any] = [getattr(hexcheck, name) for name in sorted(hexcheck.__all__, key=str.casefold)]
    for thing in (t for t in every if not _record(t)):
        said += f"\n## {thing.__name__}\n\n"
        said += _called(thing) if inspect.isfunction(thing) else _class(thing)
    said += "\n## Records\n\nAll are immutable and equal by content.\n"
    records = [t for t in vars(hexcheck.records).values() if _record(t) and t is not Said]
    for record in records:
        said += f"\n### {record.__name__}\n\n{_docstring(record)}\n{_fields(record)}"
    return said


def _record(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Said)


def _class(thing: type) -> str:
    said = _docstring(thing)
    if issubclass(thing, msgspec.Struct):
        return f"{said}\n{_fields(thing)}"
    for name, member in vars(thing).items():
        if not name.startswith("_") and inspect.getdoc(member) and not isinstance(member, str):
            said += f"\n### {thing.__name__}.{name}\n\n"
            said += _called(member) if inspect.isfunction(member) else _docstring(member)
    return said


def _fields(record: type[msgspec.Struct]) -> str:
    """The fields of the record, each with a word about it."""
    words = dict(line.split("\t") for line in (ROOT / "docs" / "fields.tsv").read_text("utf-8").splitlines())
    rows = [
        (f"`{f.name}`", _typed(f.type), words.get(f"{record.__name__}.{f.name}") or words[f.name])
        for f in msgspec.structs.fields(record)
    ]
    return _table(("field", "type", "what it is"), rows)


def _called(thing: Callable[..., Any]) -> str:
    signature = inspect.signature(thing)
    given = [f"    {one}," for one in signature.parameters.values() if one.name != "self"]
    if by_name := sum(one.kind is one.KEYWORD_ONLY for one in signature.parameters.values()):
        given.insert(len(given) - by_name, "    *,")
    written = "\n".join([f"{thing.__name__}(", *given, f") -> {signature.return_annotation}"])
    return _fenced(written.replace("'", ""), "python") + "\n" + _docstring(thing)


def _docstring(thing: object) -> str:
    """What is said of it, its examples as code."""
    blocks = (inspect.getdoc(thing) or "").split("\n\n")
    return "\n".join(_fenced(b, "pycon") if b.startswith(">>>") else f"{_plain(b)}\n" for b in blocks)


def _typed(kind: object) -> str:
    told = kind.__name__ if isinstance(kind, type) and not hasattr(kind, "__args__") else str(kind)
    return f"`{re.sub(r'(?:[a-z_]+[.])+(?=[A-Z])|typing[.]', '', told)}`"


def _schemas() -> Iterator[tuple[str, str]]:
    """The schemas themselves, and a page that shows them."""
    said = "# JSON Schemas\n\nOf what `--format json` prints; they travel with the package in `hexcheck/schemas/`.\n"
    for file, text in schemas().items():
        yield f"reference/schemas/{file}", text
        told = json.loads(text)
        what = told["$defs"][told["$ref"].rpartition("/")[2]]["description"]
        said += f"\n## {told['title']}\n\n{_plain(what)} [{file}](schemas/{file})\n\n{_fenced(text, 'json')}"
    yield "reference/schemas.md", said


# ------------------------------------------------------------------ behind it


def _architecture() -> str:
    """The picture, and each room with what it says of itself and its modules."""
    head, _, rest = str(checker.__doc__).partition("\n")
    picture, _, order = rest.partition("\nEvery room")
    said = f"# Architecture\n\n{head}\n{_pictured(picture)}\nEvery room{_pictured(order)}"
    package = Path(str(checker.__file__)).parent
    rooms = [line.split()[0] for line in order.splitlines() if line.startswith("    ")]
    for room in rooms:
        said += f"\n## {room}\n\n{_plain(_said(package / room / '__init__.py'))}\n\n"
        modules = sorted(p for p in (package / room).rglob("*.py") if p.name != "__init__.py")
        rows = ((f"`{p.relative_to(package)}`", _plain(" ".join(_said(p).split("\n\n")[0].split()))) for p in modules)
        said += _table(("module", "what it says of itself"), rows)
    return said


def _said(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""


def _pictured(text: str) -> str:
    """The text, what is indented as a picture."""
    said, lines = "", list[str]()
    for line in [*text.split("\n"), "."]:
        if line.startswith("    ") or (lines and not line):
            lines.append(line[4:])
            continue
        said += "\n" + _fenced("\n".join(lines), "text") + "\n" if lines else ""
        lines = []
        said += f"{line}\n" if line != "." else ""
    return said
