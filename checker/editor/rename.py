"""Another name for a clause, a card or a phrase, in all files of its game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from checker.editor.spans import Span
from checker.editor.symbols import Use, heads, references, span_of
from checker.editor.workspace import Reading, Workspace, read, text_of
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.load.entries import key_of
from checker.load.vocabulary_reader import FORM_HEADS
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.syntax.lexer import fold

DEEP = 6
"""So often at most a phrase stands in its own gap."""
_CLAUSE = re.compile(r"[A-Za-z]+-[\w-]*\w")
_TITLE = re.compile(r"[^\W_][^\"#;:,.()\[\]]*")
_QUOTED = re.compile(r'"([^"]*)"')
_GAP = re.compile(r"\{(\w+)\}")


class Edit(Record):
    """Other words in the place of some in a file."""

    path: Path
    span: Span
    text: str


def name_now(workspace: Workspace, reading: Reading, use: Use) -> str:
    """What is given another name there, as it is written where it is defined; nothing if it cannot be."""
    kind, _, name = use.key.partition(" ")
    if kind in ("clause", "card"):
        return name
    return next((w for _, w in _wordings(workspace, reading, use)), "")


def renamed(workspace: Workspace, reading: Reading, use: Use, new: str) -> tuple[Edit, ...]:
    """What is written otherwise once that has the new name. Raises InputError where it may not have it."""
    new, kind = new.strip(), use.key.partition(" ")[0]
    if named := kind in ("clause", "card"):
        _may_be_called(reading, kind, new)
        edits = tuple(Edit(u.path, u.span, new) for u in references(workspace, reading, use.key))
    else:
        edits = tuple(_reworded(workspace, reading, use, new))
    _still_reads(workspace, reading, edits, same=not named)
    return edits


def _refused(message: str) -> InputError:
    return InputError(Problem(Place("the new name", 1), message))


def _may_be_called(reading: Reading, kind: str, new: str) -> None:
    """Raises InputError if no clause, or no card, may be called so."""
    if not (_CLAUSE if kind == "clause" else _TITLE).fullmatch(new):
        shape = (
            "letters, a hyphen and a number, like `X-1`" if kind == "clause" else "words, without signs between them"
        )
        raise _refused(f"`{new}` is no name of a {kind}: {shape}")
    rules = reading.reader.source.rules if reading.reader is not None else {}
    known = {fold(name): name for key in rules for of, _, name in [key.partition(" ")] if of == kind}
    if (there := known.get(fold(new))) is not None:
        raise _refused(f"there is a {kind} `{there}` already")


def _wordings(workspace: Workspace, reading: Reading, use: Use) -> Iterator[tuple[Use, str]]:
    """The wordings of the phrase that may be meant by the use, each with where it is defined."""
    there = text_of(workspace, use.path).split("\n")[use.span.line][use.span.start : use.span.end]
    for path, head in heads(workspace, reading):
        if head.key not in WORD_HEADS - FORM_HEADS or key_of(head) != use.key:
            continue
        for quoted in _QUOTED.finditer(head.rest):
            at = quoted.start(1)
            for wording in quoted[1].split(" | "):
                spoken = wording and (
                    _pattern(wording)[0].fullmatch(there) or (use.path == path and use.span.line == head.place.line - 1)
                )
                if spoken:
                    yield Use(path, span_of(head, at, at + len(wording)), use.key), wording
                at += len(wording) + 3


def _pattern(wording: str) -> tuple[re.Pattern[str], list[str]]:
    """Finds what the phrase says between the gaps at its ends, with the names of the gaps in between."""
    core = re.sub(r"^(\{\w+\}\s*)+|(\s*\{\w+\})+$", "", wording)
    made = [
        r"(\S.*?)" if _GAP.fullmatch(p) else r"\s+".join(map(re.escape, p.split()))
        for p in re.split(r"(\{\w+\})", core)
        if p.strip()
    ]
    return re.compile(r"\b" + r"\s+".join(made), re.IGNORECASE), _GAP.findall(core)


def _ends(wording: str) -> tuple[list[str], list[str]]:
    """The gaps at the beginning and at the end of the wording."""
    first, last = re.match(r"(\{\w+\}\s*)*", wording), re.search(r"(\s*\{\w+\})*$", wording)
    return _GAP.findall(first[0] if first else ""), _GAP.findall(last[0] if last else "")


def _reworded(workspace: Workspace, reading: Reading, use: Use, new: str) -> Iterator[Edit]:
    """The phrase with another wording where it is defined, and wherever it is said. Raises InputError."""
    found = next(_wordings(workspace, reading, use), None)
    if found is None:
        raise _refused("only clauses, cards and phrases of the vocabulary can have another name")
    defined, old = found
    gaps = ", ".join(f"{{{g}}}" for g in _GAP.findall(old)) or "none"
    if sorted(_GAP.findall(old)) != sorted(_GAP.findall(new)) or _ends(old) != _ends(new) or '"' in new or "|" in new:
        raise _refused(f"a wording keeps its gaps ({gaps}), those at its ends where they are: `{old}`")
    pattern, names = _pattern(old)
    template = re.sub(r"^(\{\w+\}\s*)+|(\s*\{\w+\})+$", "", new)

    def said(text: str, deep: int = 0) -> str:
        def once(at: re.Match[str]) -> str:
            inner = {
                name: said(part, deep + 1) if deep < DEEP else part
                for name, part in zip(names, at.groups(), strict=True)
            }
            words = _GAP.sub(lambda gap: inner[gap[1]], template)
            return words[:1].upper() + words[1:] if at[0][0].isupper() and old[0].islower() else words

        return pattern.sub(once, text)

    yield Edit(defined.path, defined.span, new)
    uses = [
        u for u in references(workspace, reading, use.key) if u.path != defined.path or u.span.line != defined.span.line
    ]
    for one in uses:
        wide = [
            u
            for u in uses
            if u != one
            and (u.path, u.span.line) == (one.path, one.span.line)
            and u.span.start <= one.span.start
            and one.span.end <= u.span.end
        ]
        text = text_of(workspace, one.path).split("\n")[one.span.line][one.span.start : one.span.end]
        if not wide and pattern.fullmatch(text):
            yield Edit(one.path, one.span, said(text))


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after the edits of its file."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.start), reverse=True):
        line = lines[edit.span.line]
        lines[edit.span.line] = line[: edit.span.start] + edit.text + line[edit.span.end :]
    return "\n".join(lines)


def _still_reads(workspace: Workspace, reading: Reading, edits: tuple[Edit, ...], same: bool) -> None:
    """Raises InputError if the rules cannot be read after the edits, or, where only words change, say something else."""
    after = workspace
    for path in dict.fromkeys(e.path for e in edits):
        after = after.opened(path, edited(text_of(workspace, path), tuple(e for e in edits if e.path == path)))
    found = read(after, reading.known, reading.amendment)
    if found.problems and not reading.problems:
        first = found.problems[0]
        raise _refused(
            f"then the rules cannot be read any more: {first.place.file}:{first.place.line}: {first.message}"
        )
    if same and found.game is not None and reading.game is not None and _said(found.game) != _said(reading.game):
        raise _refused("then the rules would say something else")


def _said(game: Game) -> object:
    """What the game says, but for the words and places of that."""
    norms = [msgspec.structs.replace(n, place=None) for n in game.norms]
    return norms, [c.text for c in game.cards], [[s.effect for s in p.steps] for p in game.procedures]
