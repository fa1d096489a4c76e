"""What may be written next: words, letters, names and whole phrases of the vocabulary; lines and entries; scenes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice

from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.load.entries import ALL_HEADS
from checker.load.entry_checks import KEYS
from checker.load.game_reader import GameReader
from checker.load.line_sentences import stated
from checker.syntax.files import SENTENCES, Entry, entries, without_comment
from checker.syntax.grammar import Phrase, phrases
from checker.syntax.lalr.completion import MayFollow, coming, coming_in_scene
from checker.syntax.lexer import fold
from checker.syntax.natural.further import all_said
from checker.syntax.parser import Language
from checker.syntax.scene_reader import SceneReader, seated, statements

IDS = frozenset({"over", "clauses", "because"})
"""Lines that list clauses."""
MOST_PHRASES = 60
WORDS = 6
"""So many words of a name are looked back for, less one."""
NUMBERS = tuple(map(str, range(7)))
_BARE = str.maketrans("", "", "{}")
_LAST = re.compile(r"(.*?)([^\s,:;.()\"]*)$", re.S)


class Proposal(Record):
    """What may be written: its text, with the letters of its gaps in braces, what it is, and which words it replaces."""

    text: str
    kind: str
    begun: str


def in_rules(reader: GameReader, before: str) -> tuple[Proposal, ...]:
    """What may stand in the place of the word that is begun where the text ends."""
    block = _block(before)
    kept, part = _cut(block.rsplit("\n", 1)[-1])
    if not kept:
        return tuple(Proposal(head, "entry", part) for head in sorted(ALL_HEADS))
    head = block.partition("\n")[0].partition(" ")[0].partition("[")[0]
    if not kept.strip() and head not in SENTENCES:
        return tuple(Proposal(key, "line", part) for key in KEYS.get(head, ()))
    listed: tuple[Entry, ...] = ()
    with suppress(InputError):
        listed = entries(block[: len(block) - len(part)] + "…", "", ALL_HEADS)
    lines = [line for entry in listed[-1:] for line in (entry.head, *entry.lines)]
    if not lines or not lines[-1].rest.endswith("…"):
        return ()
    line = lines[-1]
    if line.key in IDS:
        ids = (key.partition(" ")[2] for key in reader.source.rules if key.startswith("clause "))
        return tuple(Proposal(name, "clause", part) for name in ids)
    body, starts = stated(line, reader.sentences)
    begun = body.rest.removesuffix("…").strip()
    own, card = phrases(reader.bare), lines[0].key in ("card", "stand-in")
    ways = [(reader.sentences.language, own)]
    ways += [(reader.sentences.card_language, (*own, *all_said(reader.bare)))] if card else []
    found = (p for way in ways for start in starts for p in _sentence(*way, start, begun, part))
    return tuple(dict.fromkeys(found))


def in_scene(reader: SceneReader, before: str) -> tuple[Proposal, ...]:
    """What may stand in the place of the word that is begun where the scene ends."""
    told = without_comment(before.rsplit("\n", 1)[-1])
    kept, part = _cut(re.split(r"[;?]", told)[-1])
    players: tuple[str, ...] = ()
    with suppress(InputError):
        players = next((who for raw in reversed(statements(before, "")) if (who := seated(raw.text))), ())

    def follows(begun: str) -> MayFollow:
        return coming_in_scene(reader, begun.strip(), players)

    found = follows(kept)
    seats = players if {"VAR_PLAYER", "PLAYER"} & {*found.names} or "player" in found.words else ()
    names = dict.fromkeys((*reader.titles, *reader.kinds))
    return (
        *(Proposal(p, "player", part) for p in seats),
        *_called(names, kept + part, part, follows),
        *_words(found, part, {}),
    )


def _block(before: str) -> str:
    """The entry that the text ends in, as far as it is there."""
    lines = before.split("\n")
    at = next((n for n in range(len(lines) - 1, -1, -1) if lines[n][:1] not in ("", " ", "\t", "#")), 0)
    return "\n".join(lines[at:]) if lines[-1][:1] != "" else lines[-1]


def _cut(line: str) -> tuple[str, str]:
    found = _LAST.fullmatch(line)
    return (found[1], found[2]) if found else (line, "")


def _sentence(language: Language, every: tuple[Phrase, ...], start: str, begun: str, part: str) -> Iterator[Proposal]:
    """What may stand there in a sentence: phrases as wholes, then words, letters and names."""

    def follows(text: str) -> MayFollow:
        return coming(language, start, text.strip(), language.lexicon)

    found = follows(begun)
    yield from islice(_phrased(every, begun, part, follows), MOST_PHRASES)
    yield from _words(found, part, {p.casefold(): p for phrase in every for p in phrase.parts if p[0].isupper()})
    letters = (letter for letter, kind in language.lexicon.variables.items() if kind in found.names)
    yield from (Proposal(letter, "variable", part) for letter in letters)
    names = (name for _, name in language.lexicon.names.values())
    yield from _called(names, f"{begun} {part}", part, follows)


def _called(names: Iterable[str], text: str, part: str, follows: Callable[[str], MayFollow]) -> Iterator[Proposal]:
    """The names that may stand there, or that begin with the last words of the text and may stand in their place."""
    listed = sorted({*names})
    words = list(re.finditer(r"\S+", text.removesuffix(part)))
    if "KIND" in follows(text.removesuffix(part)).names:
        yield from (Proposal(name, "card", part) for name in listed)
    for word in words[-1:-WORDS:-1]:
        begun = text[word.start() :]
        longer = [name for name in listed if fold(name).startswith(fold(begun)) and fold(name) != fold(begun)]
        if longer and "KIND" in follows(text[: word.start()]).names:
            yield from (Proposal(name, "card", begun) for name in longer)


def _words(found: MayFollow, part: str, spelled: Mapping[str, str]) -> Iterator[Proposal]:
    yield from (Proposal(spelled.get(word, word), "word", part) for word in found.words if word[0].isalnum())
    if "INT" in found.names:
        yield from (Proposal(number, "number", part) for number in NUMBERS)


def _phrased(
    every: tuple[Phrase, ...], begun: str, part: str, follows: Callable[[str], MayFollow]
) -> Iterator[Proposal]:
    """The phrases that may stand there as wholes, and begin as the word does."""
    first = {word.casefold() for word in follows(begun).words if word.casefold().startswith(part.casefold())}
    for phrase in (p for p in every if len(p.parts) > 1 and p.parts[0].casefold() in first):
        whole = follows(f"{begun} {_said(phrase.parts).translate(_BARE)}")
        if whole.whole or whole.words or whole.names:
            yield Proposal(_said(phrase.parts), "phrase", part)


def _said(parts: Iterable[str]) -> str:
    """The phrase as text, the letters of its gaps in braces."""
    return re.sub(r" ([.,;:)?]|['’]s\b)", r"\1", " ".join(parts))
