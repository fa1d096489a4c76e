"""The entries of a game by id, amendments applied on the way."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from checker.kernel.source import InputError, Problem
from checker.read.files import Entry, Line
from checker.read.words import HEADS as WORD_HEADS
from checker.read.words import name_of


class Source:
    """The entries of a game by id, later ones in the place of earlier ones with the same id."""

    def __init__(self) -> None:
        self.words: dict[str, Entry] = {}
        self.rules: dict[str, Entry] = {}
        self.titles: list[str] = []

    def add(self, entry: Entry, amending: bool) -> None:
        """Files the entry; `remove` takes one away. Raises InputError for an id that does not exist."""
        head = entry.head
        if head.key == "remove":
            self._remove(head)
        elif head.key == "erratum":
            self.titles.append(head.rest.strip('"'))
        elif head.key in WORD_HEADS:
            self.words[f"{head.key} {name_of(head.rest)}"] = entry
        elif head.key == "step":
            self._step(entry)
        else:
            self.rules[f"{head.key} {_id(head)}"] = entry

    def _remove(self, head: Line) -> None:
        where, _, wanted = head.rest.partition(" ")
        table = self.words if where in WORD_HEADS else self.rules
        if where == "norm":
            self._remove_norm(head, wanted)
        elif where == "step":
            self._remove_step(head, wanted)
        elif f"{where} {wanted}" in table:
            del table[f"{where} {wanted}"]
        else:
            raise InputError(
                Problem(head.place, f"there is no {where} `{wanted}` to remove", head.whole, near(wanted, table))
            )

    def _remove_norm(self, head: Line, wanted: str) -> None:
        clause, _, number = wanted.rpartition(".")
        clause, at = (clause, int(number)) if clause and number.isdigit() else (wanted, 1)
        for kind in ("clause", "card"):
            entry = self.rules.get(f"{kind} {clause}")
            norms = [i for i, line in enumerate(entry.lines) if line.key == "norm"] if entry else []
            if entry and 0 < at <= len(norms):
                lines = entry.lines[: norms[at - 1]] + entry.lines[norms[at - 1] + 1 :]
                self.rules[f"{kind} {clause}"] = Entry(entry.head, lines)
                return
        raise InputError(
            Problem(head.place, f"there is no norm `{wanted}` to remove", head.whole, near(clause, self.rules))
        )

    def _remove_step(self, head: Line, wanted: str) -> None:
        name, _, procedure = wanted.partition(" of ")
        entry = self.rules.get(f"procedure {procedure}")
        kept = (
            tuple(x for x in entry.lines if not (x.key == "step" and x.rest.split()[0].rstrip(":") == name))
            if entry
            else ()
        )
        if entry is None or len(kept) == len(entry.lines):
            raise InputError(
                Problem(
                    head.place,
                    f"there is no step `{wanted}` to remove",
                    head.whole,
                    near(wanted, self.rules),
                )
            )
        self.rules[f"procedure {procedure}"] = Entry(entry.head, kept)

    def _step(self, entry: Entry) -> None:
        """`step NAME of PROCEDURE [CLAUSES] [before STEP]: effect` adds or replaces a step."""
        head = entry.head
        match = re.fullmatch(r"(\S+) of (\S+)((?: [A-Z]+-\S+)*)(?: before (\S+))?((?: after \S+)*): (.*)", head.rest)
        found = self.rules.get(f"procedure {match.group(2)}") if match else None
        if match is None or found is None:
            raise InputError(
                Problem(
                    head.place,
                    "expected `step NAME of PROCEDURE: what is done`, with a procedure that exists",
                    head.whole,
                )
            )
        name, _, clauses, before, after, text = match.groups()
        made = Line("step", f"{name}{clauses}{after}: {text}", head.place, head.whole)
        lines = [x for x in found.lines if not (x.key == "step" and x.rest.split()[0].rstrip(":") == name)]
        at = len(lines)
        for i, line in enumerate(found.lines):
            if line.rest.split()[0].rstrip(":") in (before, name if before is None else None):
                at = min(i, len(lines))
        lines.insert(at, made)
        self.rules[f"procedure {match.group(2)}"] = Entry(found.head, tuple(lines))


def _id(head: Line) -> str:
    if head.key in ("clause", "property"):
        return head.rest.split(" ")[0]
    return head.rest


def near(wanted: str, known: Iterable[str]) -> str:
    """A hint that names what is known by a similar name; `known` are keys of the form `kind name`."""
    close = difflib.get_close_matches(wanted, [k.partition(" ")[2] for k in known], n=2, cutoff=0.5)
    return "did you mean " + " or ".join(f"`{c}`" for c in close) + "?" if close else ""
