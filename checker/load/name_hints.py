"""What amendments name: entries, norms, steps and counts of a game, found or refused with the nearest that exists."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from checker.load import apply_erratum as amending
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.syntax.files import Entry


class Named:
    """The entries of a game, looked up as amendments name them. What is nowhere is refused."""

    def __init__(self, words: dict[str, Entry], rules: dict[str, Entry]) -> None:
        self.words = words
        self.rules = rules

    def entry(self, kind: str, name: str, doing: str = "change") -> tuple[dict[str, Entry], str]:
        """The table in which the entry stands, and its key there."""
        table = self.words if kind in WORD_HEADS else self.rules
        key = f"{kind} {name}"
        if key in table:
            return table, key
        kinds = {k.partition(" ")[0] for k in (*self.words, *self.rules)}
        if kind in kinds and not name:
            raise amending.Refused(f"expected the {kind} to {doing}", "")
        if kind not in kinds:
            hint = f"these can be {doing}d: " + ", ".join(sorted({*kinds, "norm", "step", "count", "precedence"}))
            raise amending.Refused(f"there is nothing called a {kind}" if kind else "expected what it is", kind, hint)
        alike = [k for k in table if k.startswith(f"{kind} ")]
        anew = f"what is new is an entry of its own: `{kind} {name}`" if doing == "change" else ""
        raise amending.Refused(f"there is no {kind} `{name}` to {doing}", name, near(name, alike) or anew)

    def owner(self, name: str, doing: str) -> str:
        """The key of the clause or card of that name."""
        for kind in ("clause", "card"):
            if f"{kind} {name}" in self.rules:
                return f"{kind} {name}"
        alike = [k for k in self.rules if k.partition(" ")[0] in ("clause", "card")]
        raise amending.Refused(f"there is no clause or card `{name}` {doing}", name, near(name, alike))

    def owned(self, wanted: str) -> tuple[str, int]:
        """The clause or card of a norm `ID.NUMBER`, and the number; 1 where it has but one."""
        name, dot, number = wanted.rpartition(".")
        name, at = (name, int(number)) if dot and name and number.isdigit() else (wanted, 0)
        key = self.owner(name, "with such a norm")
        total = len(amending.norms(self.rules[key]))
        if at == 0 and total != 1:
            which = f"say which, `{name}.1` to `{name}.{total}`" if total else ""
            raise amending.Refused(f"{name} has {total or 'no'} norms", wanted, which)
        return key, at or 1

    def meant(self, wanted: str, doing: str) -> tuple[str, int]:
        """The clause or card of a norm `ID.NUMBER`, `ID.NUMBER: what it says` or `of ID: what it says`, and its number."""
        named, colon, text = wanted.partition(": ")
        if named.startswith("of "):
            if not colon:
                raise amending.Refused(f"expected `{doing} norm ID.NUMBER`, or `{doing} norm of ID: what it says`", "")
            key = self.owner(named.removeprefix("of "), "with such a norm")
            return key, amending.number_of(self.rules[key], text)
        key, at = self.owned(named)
        if colon:
            amending.reads(self.rules[key], at, text)
        return key, at

    def step(self, wanted: str) -> tuple[str, str]:
        """The step and the key of the procedure of `STEP of PROCEDURE`."""
        step, of, procedure = wanted.partition(" of ")
        key = f"procedure {procedure}"
        if not of or " " in step:
            raise amending.Refused("expected `STEP of PROCEDURE`", wanted)
        if key not in self.rules:
            alike = [k for k in self.rules if k.startswith("procedure ")]
            raise amending.Refused(f"there is no procedure `{procedure}`", procedure, near(procedure, alike))
        return step, key

    def counting(self, of: str) -> tuple[str, list[str]]:
        """What is counted in `WHAT` or `WHAT of CLAUSE`, and the keys of the clauses that are meant."""
        what, _, clause = of.rpartition(" of ")
        if what and f"clause {clause}" in self.rules:
            meant = [f"clause {clause}"]
        else:
            what, meant = of, [k for k in self.rules if k.startswith("clause ")]
        found = [k for k in meant if amending.counts(self.rules[k], what)]
        if not found:
            known = dict.fromkeys(f"count {c}" for e in self.rules.values() for c in amending.counted(e))
            raise amending.Refused(
                f"no clause counts `{what}`" if len(meant) != 1 else f"{clause} does not count `{what}`",
                of,
                near(what, known),
            )
        return what, found


def bearer(norm: str) -> str:
    """The clause or card of the id of a norm, or of the clause or card itself."""
    name, dot, number = norm.rpartition(".")
    return name if dot and name and number.isdigit() else norm


def where(rest: str) -> tuple[str, str]:
    """What kind of thing is named, and its name."""
    kind, _, name = rest.partition(" ")
    return kind, name.strip()


def near(wanted: str, known: Iterable[str]) -> str:
    """A hint that names what is known by a similar name; `known` are keys of the form `kind name`."""
    close = difflib.get_close_matches(wanted, [k.partition(" ")[2] for k in known], n=2, cutoff=0.5)
    return "did you mean " + " or ".join(f"`{c}`" for c in close) + "?" if close else ""
