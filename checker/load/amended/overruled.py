"""Which of several amendments takes away what another one brought, so that this has no effect."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from checker.kernel.game import Overruled
from checker.kernel.source import Place
from checker.load import apply_erratum as amending
from checker.syntax.files import Entry, SourceLine

Unit: TypeAlias = tuple[str, ...]
"""A line, or a clause that is outranked: the key of its entry, what it is, and which."""

PROSE = frozenset({"says", "because"})
"""Lines that only people read."""
_TITLE = re.compile(r'"([^"]*)"')


class Bringer(NamedTuple):
    """An amendment, and its entry that changed something."""

    title: str
    place: Place
    variant: bool = False

    def is_one_with(self, other: Bringer) -> bool:
        """The same amendment brought both."""
        return (self.title, self.place.file) == (other.title, other.place.file)


class AmendedPart(NamedTuple):
    """What a line of an entry is called, and what it says."""

    name: str
    said: str


class Overruling:
    """What each amendment brought, as they are laid one after the other; `found` is what another one took away."""

    def __init__(self) -> None:
        self.found: list[Overruled] = []
        self._brought: dict[Unit, Bringer] = {}
        self._gone: dict[str, Bringer] = {}
        self._moved: dict[str, tuple[Bringer, str]] = {}
        self._needs: dict[str, frozenset[str]] = {}

    def needing(self, title: str, told: str) -> None:
        """Notes the titles in quotes as those that the amendment is made for, with what those are made for."""
        named = frozenset(t.casefold() for t in _TITLE.findall(told))
        further = frozenset(n for t, needs in self._needs.items() if t.casefold() in named for n in needs)
        self._needs[title] = self._needs.get(title, frozenset()) | named | further

    def noted(
        self, was: Mapping[str, Entry], now: Mapping[str, Entry], entry: Entry, by: Bringer, fresh: frozenset[str]
    ) -> frozenset[tuple[str, str]]:
        """Notes what the entry of the amendment changed, where those are `fresh` that no rulebook but an amendment brought;
        the keys of entries to which another one brought nothing that is left, each with the title of that."""
        vain: set[tuple[str, str]] = set()
        if entry.head.key == "move":
            self._move(entry.head, by)
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) is not now.get(key):
                knowing = told_in_old_words(entry) or (key in fresh and key in now)
                vain |= {(key, title) for title in self._changed(key, was.get(key), now.get(key), by, knowing)}
        return frozenset(vain)

    def _changed(self, key: str, was: Entry | None, now: Entry | None, by: Bringer, knowing: bool) -> set[str]:
        before, after = parts(key, was), parts(key, now)
        said = {part.said for unit, part in after.items() if unit[1] != amending.GONE}
        lost: set[str] = set()
        if now is None:
            self._gone[key] = by
        elif was is None and (first := self._gone.pop(key, None)) is not None:
            self._tell(first, by, key, knowing)
            lost.add(first.title)
        for unit, part in before.items():
            if unit in after or (first := self._brought.pop(unit, None)) is None or first.is_one_with(by):
                continue
            lost.add(first.title)
            if (part.said in said) == (unit[1] == amending.GONE):
                self._tell(first, by, key if now is None else part.name, knowing)
        for unit in after.keys() - before.keys():
            self._brought[unit] = by
        return lost - {one.title for unit, one in self._brought.items() if unit[0] == key}

    def _move(self, head: SourceLine, by: Bringer) -> None:
        step, _, there = head.rest.removeprefix("step ").partition(" of ")
        name = f"the place of step {step} of {there.partition(' ')[0]}"
        first, said = self._moved.get(name, (by, head.rest))
        if said != head.rest:
            self._tell(first, by, name, False)
        self._moved[name] = (by, head.rest)

    def _tell(self, first: Bringer, by: Bringer, name: str, knowing: bool) -> None:
        meant = knowing or (first.variant and not by.variant)
        if meant or first.is_one_with(by) or first.title.casefold() in self._needs.get(by.title, frozenset()):
            return
        one = Overruled(name, first.title, by.title, by.place, first.place)
        if not any((o.name, o.first, o.title) == (name, first.title, by.title) for o in self.found):
            self.found.append(one)


def clash(one: Overruled) -> str:
    """That two amendments change one thing, which of them holds, and where both say so."""
    where = [f"{p.file}:{p.line}" for p in (one.before, one.place)]
    said = f'the errata "{one.first}" ({where[0]}) and "{one.title}" ({where[1]}) both change {one.name}'
    return f'{said}: what "{one.first}" says of it has no effect, since "{one.title}" is laid later'


def told_in_old_words(entry: Entry) -> bool:
    """The entry says itself what it replaces or takes away, so that it knows what stood there."""
    kind, _, rest = entry.head.rest.partition(" ")
    return entry.head.key in ("change", "remove") and kind == "norm" and (": " in rest)


def parts(key: str, entry: Entry | None) -> dict[Unit, AmendedPart]:
    """The lines of the entry that say something to the program, and what each is called."""
    if entry is None:
        return {}
    found = {_unit(key, "", entry.head): AmendedPart(key, entry.head.rest)}
    numbers = {id(line): number for number, line in amending.numbered(entry)}
    for line in entry.lines:
        if line.key == "over":
            own = key.partition(" ")[2]
            found |= {
                (key, "over", word): AmendedPart(f"precedence {own} over {word}", word) for word in line.rest.split()
            }
        elif line.key not in PROSE:
            found[_unit(key, line.key, line)] = AmendedPart(_called(key, line, numbers.get(id(line), "")), line.rest)
    return found


def _called(key: str, line: SourceLine, number: str) -> str:
    """What the line of the entry is called."""
    name = key.partition(" ")[2]
    if amending.is_norm(line):
        return f"norm {name}{number}"
    if line.key == "count":
        return f"the count of {line.rest.rpartition(' ')[0]}"
    if line.key == "step":
        return f"step {amending.edges(line).name} of {name}"
    return f"the {line.key} of {key}"


def _unit(key: str, what: str, line: SourceLine) -> Unit:
    return (key, what, line.place.file, str(line.place.line), str(line.place.column))
