"""What the site does with pages as they are written: the language reference in pages, rules and scenes in colours."""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SYNTAXES = Path(__file__).resolve().parent.parent / "editors" / "vscode" / "syntaxes"
LANGUAGE = "grammar/README.md"
"""The page that is taken apart."""
_FENCE = re.compile(r"^ *```")
_LINK = re.compile(r"(\]\()([^()\s#]*)(#[^()\s]+)?(\))")
_BLOCK = re.compile(r'(<div class="(?:language-(\w+) )?highlight">.*?<code>)(.*?)(</code>)', re.S)
_TOLD = re.compile(r"^(?:\$ |[{\[]|hexcheck |  - )|^ *(?:FORCED|AMBIGUOUS|SILENT|CONTRADICTION)\b", re.M)
"""What a program prints, which nobody writes."""
RULES = {"norm", "cards", "erratum", "vocabulary", "clauses", "forms"}
SCENES = {"scene"}
CLASSES = {
    "comment": "c1",
    "string": "s",
    "keyword.control": "k",
    "storage": "kt",
    "constant.other": "nl",
    "constant.numeric": "mi",
    "variable": "nv",
    "constant.language": "kc",
    "keyword.other": "ow",
}
"""How a site calls what the grammars of editors tell apart."""


class LanguagePage(NamedTuple):
    """A page of the language: where it lies, its title and its text."""

    path: str
    title: str
    text: str


def slug(heading: str) -> str:
    """How a link calls the heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """The number of the line, the level and the words of each heading."""
    fenced = False
    for number, line in enumerate(text.split("\n")):
        fenced ^= bool(_FENCE.match(line))
        if not fenced and (found := re.match(r"(#+) (.+)", line)):
            yield number, len(found[1]), found[2]


def language_pages(text: str) -> tuple[LanguagePage, ...]:
    """The page of the language, and one for each of its chapters, which the first lists."""
    lines = text.split("\n")
    starts = [(number, title) for number, level, title in _headings(text) if level == 2]
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    chapters = [
        LanguagePage(f"grammar/{slug(title)}.md", title, "\n".join([f"# {title}", *lines[number + 1 : end]]) + "\n")
        for (number, title), end in zip(starts, ends, strict=True)
    ]
    listed = "\n".join(f"- [{one.title}]({posixpath.basename(one.path)})" for one in chapters)
    first = "\n".join(lines[: starts[0][0]]) if starts else text
    return (LanguagePage(LANGUAGE, "The language", f"{first}\n{listed}\n"), *chapters)


def parted(folder: Path) -> tuple[LanguagePage, ...]:
    """The pages of the language; they lie in the folder, and every link in it that led to the one page leads there."""
    pages = language_pages((folder / LANGUAGE).read_text("utf-8"))
    for page in pages:
        (folder / page.path).write_text(page.text, "utf-8")
    at = {f"#{slug(words)}": page.path for page in pages[1:] for _, _, words in _headings(page.text)}
    for file in folder.rglob("*.md"):
        here = file.relative_to(folder).as_posix()
        text = file.read_text("utf-8")
        changed = _LINK.sub(lambda found, here=here: _led(found, here, at), text)
        if changed != text:
            file.write_text(changed, "utf-8")
    return pages


def _led(link: re.Match[str], here: str, at: dict[str, str]) -> str:
    """The link, to the chapter that has its place now."""
    path, place = link[2], link[3] or ""
    to = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if path else here
    inside = here == LANGUAGE or here in at.values()
    if place not in at or not (to == LANGUAGE or (inside and not path)) or at[place] == here:
        return link[0]
    return f"{link[1]}{posixpath.relpath(at[place], posixpath.dirname(here) or '.')}{place}{link[4]}"


def coloured(text: str) -> str:
    """The page with its rules and scenes in colours, in the classes that any highlighter gives."""
    return _BLOCK.sub(_coloured, text)


def _coloured(block: re.Match[str]) -> str:
    named, said = block[2] or "", html.unescape(re.sub(r"</?span[^>]*>|<a [^>]*></a>", "", block[3]))
    if (named and named not in RULES | SCENES) or (not named and _TOLD.search(said)):
        return block[0]
    scene = named in SCENES or (not named and not _HEADS["hexcheck"].search(said))
    return f"{block[1]}{''.join(_tokens(said, 'hexcheck-scene' if scene else 'hexcheck'))}{block[4]}"


def _grammar(name: str) -> re.Pattern[str]:
    """One pattern for all that the grammar tells apart; its group is called as the class is."""
    told = json.loads((SYNTAXES / f"{name}.tmLanguage.json").read_text("utf-8"))["patterns"]
    parts = [(next(c for key, c in CLASSES.items() if one["name"].startswith(key)), one["match"]) for one in told]
    return re.compile("|".join(f"(?P<{name}>{match})" for name, match in parts), re.MULTILINE)


_GRAMMARS = {name: _grammar(name) for name in ("hexcheck", "hexcheck-scene")}
_HEADS = {
    "hexcheck": re.compile(
        r"^(?:erratum|clause|card|norm|short|field|fact|act|zone|word|sort|kinds|step|procedure|property|change|remove|"
        r"setup|question|hint|reading|stand-in|  (?:text|says|norm|means|does|by|over) )",
        re.M,
    )
}


def _tokens(said: str, grammar: str) -> Iterator[str]:
    last = 0
    for found in _GRAMMARS[grammar].finditer(said):
        if not found.group():
            continue
        yield html.escape(said[last : found.start()], quote=False)
        yield f'<span class="{found.lastgroup}">{html.escape(found.group(), quote=False)}</span>'
        last = found.end()
    yield html.escape(said[last:], quote=False)
