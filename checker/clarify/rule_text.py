"""The rules as they are written, for errata: norms by id, acts in their forms, texts with other names in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.kernel.game import Game
from checker.kernel.trees.renamed_keys import as_written
from checker.kernel.vocabulary import Act
from checker.load.apply_erratum import numbered
from checker.load.load import load
from checker.syntax.files import Entry, SourceLine

_READING = re.compile(r"\[([^\]]*)\] ")
_SLOT = re.compile(r"\{(\w+)\}")


class NormText(NamedTuple):
    """A norm as it stands in its clause or card: its id, what it says without its reading, and the reading."""

    id: str
    owner: str
    text: str
    reading: str = ""

    @property
    def claim(self) -> str:
        """What it says, without the circumstances."""
        return self.text.partition(" if ")[0]

    @property
    def cond(self) -> str:
        """The circumstances, if it names any."""
        return self.text.partition(" if ")[2]


class ActForm(NamedTuple):
    """An act as a deed of its actor and as a happening, in the same letters."""

    actor: str
    deed: str
    said: str


class Texts:
    """The texts of a game as amended."""

    def __init__(self, desk: Desk) -> None:
        self.game: Game = desk.game
        source = load(desk.name, desk.amendments, desk.root, desk.without).source
        self.words, self.rules = source.words, source.rules

    @cached_property
    def norms(self) -> dict[str, NormText]:
        """Every norm by its id."""
        every = (n for key, entry in self.rules.items() for n in _norms(key, entry))
        return {n.id: n for n in every}

    def of(self, owner: str) -> list[NormText]:
        """The norms of the clause or card."""
        return [n for n in self.norms.values() if n.owner == owner]

    def sentences(self) -> Iterator[tuple[str, str, str]]:
        """Every text that is carried out: the kind and name of its entry, and what it says."""
        for key, entry in (*self.rules.items(), *self.words.items()):
            kind, _, name = key.partition(" ")
            for line in entry.lines:
                if line.key in ("text", "does", "last", "step"):
                    yield kind, name, line.rest
            if kind in ("clause", "card"):
                yield from (("norm", n.id, n.text) for n in self.of(name))

    def changed(self, kind: str, name: str, before: str, after: str) -> tuple[str, ...] | None:
        """The lines of an erratum that put the one text in the place of the other."""
        if kind == "norm":
            return (f"norm {name}: {after}",)
        entry = self.rules.get(f"{kind} {name}") or self.words[f"{kind} {as_written(name)}"]
        line = next(x for x in entry.lines if x.rest == before)
        if line.key == "step":
            said, _, effect = after.partition(": ")
            step, *clauses = said.split(" ")
            cited = [c for n, c in enumerate(clauses) if "after" not in (c, clauses[n - 1])]
            return (f"step {' '.join([step, 'of', name, *cited])}: {effect}",)
        if kind not in ("card", "act"):
            return None
        lines = [x for x in entry.lines if x.key in ("text", "because")] if line.key == "text" else [line]
        return (f"change {kind} {name}", *(f"  {x.key} {after if x is line else x.rest}" for x in lines))

    def act(self, name: str) -> Act:
        """The act of that name."""
        return next(a for a in self.game.vocabulary.acts if a.name == name)

    def forms(self, name: str) -> list[ActForm]:
        """The forms of the act as a deed and as a happening, each of the same things."""
        entry = self.words[f"act {as_written(name)}"]
        deeds, said = (part.split(" | ") for part in re.findall(r'"([^"]*)"', entry.head.rest)[:2])
        actor = next(iter(_SLOT.findall(said[0])), "")
        return [
            ActForm(actor, _plain(deed), _plain(other))
            for deed in deeds
            for other in said
            if set(_SLOT.findall(other)) - {actor} == set(_SLOT.findall(deed)) - {actor}
        ]


def _plain(phrase: str) -> str:
    return _SLOT.sub(r"\1", phrase)


def _norms(key: str, entry: Entry) -> Iterator[NormText]:
    kind, _, owner = key.partition(" ")
    if kind in ("clause", "card"):
        for suffix, line in numbered(entry):
            reading, text = _read(line)
            yield NormText(owner + suffix, owner, text, reading)


def _read(line: SourceLine) -> tuple[str, str]:
    found = _READING.match(line.rest)
    return (found[1], line.rest[found.end() :]) if found else ("", line.rest)


def matched(pattern: str, text: str) -> dict[str, str] | None:
    """What stands in the text where the pattern has its single capital letters; None if it is no such text."""
    parts = re.split(r"\b([A-Z])\b", pattern)
    seen: set[str] = set()
    made = ""
    for n, part in enumerate(parts):
        if n % 2 == 0:
            made += re.escape(part)
        else:
            made += f"(?P={part})" if part in seen else f"(?P<{part}>.+?)"
            seen.add(part)
    found = re.fullmatch(made, text, re.IGNORECASE)
    return found.groupdict() if found else None


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other words for its single capital letters."""
    return re.sub(r"\b([A-Z])\b", lambda m: names.get(m[1], m[1]), text)


def both(parts: Iterable[str], word: str = "and") -> str:
    """The names in a row."""
    named = list(parts)
    return f" {word} ".join(named) if len(named) < 3 else f"{', '.join(named[:-1])} {word} {named[-1]}"
