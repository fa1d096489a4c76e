"""A reference of every construct of the language: each alternative of the grammars, with the shortest example there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from checker.catalog.named_games import known
from checker.kernel.source import InputError, Leaf, Node
from checker.kernel.vocabulary import sorts
from checker.load.entries import ALL_HEADS
from checker.load.line_sentences import sentence_of
from checker.load.load import GameReader, game_files, load
from checker.syntax.files import entries, read_text
from checker.syntax.languages import SOUGHT

ROOT = Path(__file__).resolve().parent.parent
FILES = (
    ("Effects, conditions and amounts", "card"),
    ("What clauses say", "norm"),
    ("As cards and rulebooks say it", "natural"),
)
_ALTERNATIVE = re.compile(
    r"^(?:[?!]?[\w$]+:|%extend [\w$]+:|\s*\|)\s*(?P<form>[^\n]*?)\s*->\s*(?P<name>[\w$]+)\s*$", re.M
)


class Construct(NamedTuple):
    """An alternative of a grammar: what the tree is called, and how it is written."""

    name: str
    form: str

    def pattern(self, of_things: str) -> re.Pattern[str]:
        """What trees of it are called, for any of the sorts."""
        return re.compile(re.escape(self.name).replace(r"\$sort", rf"(?:{of_things})(?:__\w+)?"))


def constructs(file: str) -> Iterator[Construct]:
    """Every alternative of the grammar that has a name of its own."""
    text = (ROOT / "grammar" / f"{file}.lark").read_text("utf-8") + (
        SOUGHT.replace("%extend claim:", "|") if file == "norm" else ""
    )
    seen: set[str] = set()
    for line in text.split("\n"):
        for part in re.split(r"(?<=\w) (?=\| )", line):
            if (found := _ALTERNATIVE.match(part)) and found["name"] not in seen:
                seen.add(found["name"])
                yield Construct(found["name"], _written(found["form"]))


def _written(form: str) -> str:
    """The alternative as it is written: words as they stand, dots for what is filled in."""
    words = [p.strip('"') if p.startswith('"') else "…" for p in re.findall(r'"[^"]*"|[\w$]+', form)]
    said = re.sub(r"… (?=…)", "", " ".join(words)).replace("$sort", "THING").replace("$sorts", "THINGS")
    return re.sub(r" ([.,:;])", r"\1", said)


@cache
def readers() -> tuple[tuple[GameReader, Path | None], ...]:
    """The games that come along, and those in examples/."""
    own = (p for p in sorted((ROOT / "examples").iterdir()) if p.is_dir())
    return (*((load(name), None) for name in known()), *((load(p.name, root=p), p) for p in own))


def said() -> Iterator[tuple[str, Node]]:
    """Sentences of the games and of the lists of the tests, with what they are read as."""
    found = {}
    for reader, root in readers():
        found[reader.name] = reader
        for file in game_files(reader.name, root):
            for entry in entries(read_text(file), str(file), ALL_HEADS):
                for line in entry.lines:
                    try:
                        sentence = sentence_of(line, reader.sentences)
                    except InputError:
                        continue
                    if sentence is not None:
                        yield line.rest[sentence.at :], sentence.tree
    kept = sorted((ROOT / "tests" / "sentences").glob("*.txt"))
    lines = [line for path in kept for line in path.read_text("utf-8").splitlines()]
    lines += [f"hexhex | {x}" for x in (ROOT / "tests" / "card_sentences.txt").read_text("utf-8").splitlines()]
    lines += re.findall(
        r"^\| (\w+ \| `[^`]+`) \| `[^`]+` \|$", (ROOT / "grammar" / "README.md").read_text("utf-8"), re.M
    )
    listed = (ROOT / "tests" / "editor_sentences.txt").read_text("utf-8").splitlines()
    lines += [
        f"{below.split(':')[0].split()[-1]} | {text}" for text, below in zip(listed[::2], listed[1::2], strict=True)
    ]
    for written in lines:
        game, _, text = written.replace("`", "").partition(" | ")
        if game in found:
            sentences = found[game].sentences
            for start in ("effect", "norm", "cond", "number"):
                for language in (sentences.language, sentences.card_language):
                    if start in language.starts and (tree := language.known(text, start)) is not None:
                        yield text, tree


def examples() -> dict[str, str]:
    """For each name of a tree the shortest sentence with one."""
    found: dict[str, str] = {}
    for text, tree in said():
        for name in set(_names(tree)):
            if name not in found or (len(text), text) < (len(found[name]), found[name]):
                found[name] = text
    return found


def _names(tree: Node | Leaf) -> Iterator[str]:
    if isinstance(tree, Node):
        yield tree.rule
        for part in tree.parts:
            yield from _names(part)


def rows() -> Iterator[tuple[str, Construct, str]]:
    """Each construct with its example, or nothing, under its heading."""
    there = examples()
    of_things = "|".join({sort.name for reader, _ in readers() for sort in sorts(reader.bare)})
    for heading, file in FILES:
        for one in constructs(file):
            fit = [text for name, text in there.items() if one.pattern(of_things).fullmatch(name)]
            yield heading, one, min(fit, key=lambda text: (len(text), text), default="")
