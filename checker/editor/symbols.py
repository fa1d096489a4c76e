"""What the words of a text name: clauses, cards, and the phrases of the vocabulary; where each is defined and used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from checker.editor.spans import Span
from checker.editor.workspace import SCENE, Reading, Workspace, entries_now, text_of
from checker.kernel.source import InputError, Node
from checker.kernel.trees.walk import of_kind
from checker.load.entries import key_of
from checker.load.folders.game_folder import folder_of
from checker.load.game_reader import GameReader
from checker.load.line_sentences import stated
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.process.inputs import in_place
from checker.syntax.files import Entry, SourceLine, without_comment
from checker.syntax.grammar import Phrase, ident, phrases
from checker.syntax.lexer import fold, pieces
from checker.syntax.natural.further import all_said

WIDE = 80
"""So many characters at most stand in a gap of a phrase that is looked for."""
WORDS_ALONE = frozenset({"says", "informal", "reason", "source", "since"})
"""Lines that are not read: what stands there names clauses at most."""
_CLAUSE = re.compile(r"[A-Za-z]+-[\w-]*\w")
_RULES = {"act": ("deed", "event"), "short": ("short", "shortdeed", "shortevent"), "which": ("short",)}
"""How the rules of the grammar begin that an entry of the vocabulary makes, where that is not its own word."""


class Use(NamedTuple):
    """A place in a text, and the key of the entry that the words there name."""

    path: Path
    span: Span
    key: str


class _Wording(NamedTuple):
    """How a phrase is found in a text: the key of its entry, the words without which it is not there, and its pattern."""

    key: str
    words: frozenset[str]
    pattern: re.Pattern[str]


class _Known(NamedTuple):
    """What can be named: cards by their folded titles, clauses, and each phrase by the rule it makes."""

    titles: dict[str, str]
    firsts: frozenset[str]
    longest: int
    clauses: frozenset[str]
    phrases: dict[str, _Wording]


@lru_cache(maxsize=8)
def _known(reader: GameReader) -> _Known:
    rules = reader.source.rules
    titles = {fold(t): t for t in reader.titles}
    clauses = frozenset(k.partition(" ")[2] for k in rules if k.startswith("clause "))
    words = reader.bare
    keys = {f"{rule}__{ident(k.partition(' ')[2])}": k for k in reader.source.words for rule in _made_by(k)}
    found = {}
    for phrase in (*phrases(words), *all_said(words)):
        stem = phrase.rule.removeprefix("your__").rpartition("__")[0]
        if stem in keys and (pattern := _pattern(phrase)) is not None:
            needed = frozenset(p.casefold() for p in phrase.parts if not p.startswith("{"))
            found[phrase.rule] = _Wording(keys[stem], needed, pattern)
    longest = max((len(t.split()) for t in titles), default=0)
    return _Known(titles, frozenset(t.partition(" ")[0] for t in titles), longest, clauses, found)


def _made_by(key: str) -> tuple[str, ...]:
    kind = key.partition(" ")[0]
    return _RULES.get(kind, (kind,))


def _pattern(phrase: Phrase) -> re.Pattern[str] | None:
    """Finds the own words of the phrase, with what stands in the gaps between them."""
    parts = list(phrase.parts)
    while parts and parts[0].startswith("{"):
        parts.pop(0)
    while parts and parts[-1].startswith("{"):
        parts.pop()
    if not any(re.search(r"\w", p) for p in parts):
        return None
    made = "".join(
        rf"\s+\S.{{0,{WIDE}}}?"
        if p.startswith("{")
        else (rf"\s*{re.escape(p)}" if re.match(r"\W", p) else rf"\s+{re.escape(p)}\b")
        for p in parts
    )
    return re.compile(r"\b" + made.removeprefix(r"\s+").removeprefix(r"\s*"), re.IGNORECASE)


def uses(reading: Reading, path: Path, text: str, only: int | None = None) -> Iterator[Use]:
    """Everything that the words of the text name, in all of it or in what stands in one line."""
    if reading.reader is not None:
        yield from _uses(_known(reading.reader), reading.reader, path, text, only)


def _uses(known: _Known, reader: GameReader, path: Path, text: str, only: int | None = None) -> Iterator[Use]:
    if path.suffix == SCENE:
        for number, whole in enumerate(text.split("\n")):
            said = without_comment(whole) if only in (None, number) else ""
            for a, b, key in (*_named(known, said), *_phrased(known, said, known.phrases)):
                yield Use(path, Span(number, a, b), key)
        return
    listed: tuple[Entry, ...] = ()
    with suppress(InputError):
        listed = entries_now(path, text)
    for entry in listed:
        for line in (entry.head, *entry.lines):
            last = line.below[-1].place.line if line.below else line.place.line
            if only is None or line.place.line <= only + 1 <= last:
                yield from _of_line(known, reader, path, entry, line)


def _of_line(known: _Known, reader: GameReader, path: Path, entry: Entry, line: SourceLine) -> Iterator[Use]:
    if line.key in WORDS_ALONE:
        found = _named(known._replace(firsts=frozenset()), line.rest)
        yield from (Use(path, span_of(line, a, b), named) for a, b, named in found)
        return
    head = line is entry.head
    key = key_of(line) if head else ""
    if head and key.startswith("card "):
        yield Use(path, span_of(line, 0, len(line.rest)), key)
        return
    if head and (key.startswith("clause ") or line.key in WORD_HEADS):
        yield Use(path, span_of(line, *named_in(line, key)), key)
    else:
        yield from (Use(path, span_of(line, a, b), named) for a, b, named in _named(known, line.rest))
    body, starts = stated(line, reader.sentences)
    at = len(line.rest) - len(body.rest)
    languages = (reader.sentences.language, reader.sentences.card_language)
    trees = (lang.known(body.rest, start) for lang, start in product(languages, starts))
    tree = next(filter(None, trees), None)
    said = {node.rule for node in of_kind(tree, Node)} if tree else known.phrases
    for a, b, named in _phrased(known, body.rest, said) if starts else ():
        yield Use(path, span_of(line, a + at, b + at), named)


def _named(known: _Known, text: str) -> Iterator[tuple[int, int, str]]:
    """The clauses and cards that the text names."""
    for found in _CLAUSE.finditer(text):
        name = found.group().partition(".")[0]
        if name in known.clauses:
            yield found.start(), found.start() + len(name), f"clause {name}"
    raw = pieces(text) if known.firsts else []
    until = 0
    for at, (piece, start, _) in enumerate(raw):
        if start < until or not piece[0].isupper() or fold(piece).partition(" ")[0] not in known.firsts:
            continue
        for end in range(min(len(raw), at + 2 * known.longest), at, -1):
            title = known.titles.get(fold(text[start : raw[end - 1][2]]))
            if title is not None and fold(raw[end - 1][0]):
                until = raw[end - 1][2]
                yield start, until, f"card {title}"
                break


def _phrased(known: _Known, text: str, rules: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """The phrases that the text says, of those that the rules make."""
    listed = [known.phrases[rule] for rule in rules if rule in known.phrases]
    there = {piece.casefold() for piece, _, _ in pieces(text)} if listed else frozenset()
    for wording in listed:
        if wording.words <= there:
            yield from ((m.start(), m.end(), wording.key) for m in wording.pattern.finditer(text))


def named_in(head: SourceLine, key: str) -> tuple[int, int]:
    """Where in the headline of the entry its name stands."""
    name = key.partition(" ")[2]
    at = max(head.rest.find(name), 0)
    return at, at + len(name)


def span_of(line: SourceLine, start: int, end: int) -> Span:
    """Where a part of the line's rest stands in its file."""
    for part in reversed(line.below):
        if start >= part.start:
            at = part.place.column - 1 + start - part.start
            return Span(part.place.line - 1, at, at + end - start)
    at = line.place.column - 1 + start
    return Span(line.place.line - 1, at, min(at + end - start, len(line.whole)) if line.whole else at + end - start)


def named_at(reading: Reading, path: Path, text: str, line: int, column: int) -> Use | None:
    """What the words at the place name: of several phrases within each other the shortest."""
    every = uses(reading, path, text, line)
    here = [u for u in every if u.span.line == line and u.span.start <= column <= u.span.end]
    return min(here, key=lambda u: u.span.end - u.span.start, default=None)


def files_of(workspace: Workspace, reading: Reading) -> tuple[Path, ...]:
    """Every file of the game: its rules, its laws and variants, its rulings and situations; and the amendment."""
    folder = folder_of(*reading.known)
    with in_place(workspace.texts), suppress(InputError):
        own = (reading.amendment,) if reading.amendment is not None else ()
        situations = folder.files(folder.specs, "*.scene")
        return tuple(dict.fromkeys((*reading.texts, *folder.amendments(), *situations, *folder.rulings(), *own)))
    return tuple(reading.texts)


def references(workspace: Workspace, reading: Reading, key: str) -> tuple[Use, ...]:
    """Every place in the files of the game that names the entry, also where that is defined."""
    if reading.reader is None:
        return ()
    known, kind, name = _known(reading.reader), *key.partition(" ")[::2]
    alone = known._replace(
        titles={f: t for f, t in known.titles.items() if kind == "card" and t == name},
        firsts=frozenset({fold(name).partition(" ")[0]} if kind == "card" else ()),
        clauses=known.clauses & {name} if kind == "clause" else frozenset(),
        phrases={rule: wording for rule, wording in known.phrases.items() if wording.key == key},
    )
    texts = ((path, text_of(workspace, path)) for path in files_of(workspace, reading))
    found = (use for path, text in texts for use in _uses(alone, reading.reader, path, text) if use.key == key)
    return tuple(dict.fromkeys(found))


def heads(workspace: Workspace, reading: Reading) -> Iterator[tuple[Path, SourceLine]]:
    """The headline of each entry of the rules, with its file."""
    for path in files_of(workspace, reading):
        with suppress(InputError):
            for entry in entries_now(path, text_of(workspace, path)) if path.suffix != SCENE else ():
                yield path, entry.head


def definition(workspace: Workspace, reading: Reading, key: str) -> Use | None:
    """Where the entry stands."""
    found = ((path, head) for path, head in heads(workspace, reading) if key_of(head) == key)
    return next((Use(path, span_of(head, *named_in(head, key)), key) for path, head in found), None)
