"""What a scene can say, listed from the grammar that reads it: what stands in capitals is named below in its turn."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from checker.syntax.grammar import NO_SUCH
from checker.syntax.lalr.tables import Rule

LAID, HAPPENED, ASKED = "placing", "happened", "asked"
NAMES = {
    "KIND": "card",
    "INT": "number",
    "STRING": '"…"',
    "number_phrase": "number",
    "named_card": "card",
    "unit": "condition",
    "conj": "condition",
    "cond": "condition",
    "deed": "act",
    "kind_told": "kind",
}
"""How people call what the grammar calls otherwise."""
_AGAIN = re.compile(r"__.*_(?:star|plus)_\d+$")
_TIGHT = re.compile(r" (?=[,:]|'s)")
_NAMED = re.compile(r"[A-Z][A-Z_]+")


class FormListing:
    """The forms of one grammar, as people write them."""

    def __init__(self, rules: Iterable[Rule], literals: Mapping[str, str], sorts: Iterable[str]) -> None:
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            if not rule.name.startswith(NO_SUCH):
                self.rules[rule.origin].append(rule)
        self.words, self.sorts = frozenset(literals.values()), frozenset((*sorts, "number_phrase", "number"))

    def forms(self, origin: str) -> tuple[str, ...]:
        """Every form of the part, those of parts that it is made of alone among them."""
        return tuple(dict.fromkeys(self._written(r.symbols) for r in self._alternatives(origin, set())))

    def explained(self, forms: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """What stands in capitals in the forms, and in what these are made of, with its own forms; but for names."""
        named = {_name(origin): origin for origin in self.rules if _name(origin).lower() not in self.sorts}
        found: dict[str, tuple[str, ...]] = {}
        todo = [*forms]
        for form in todo:
            for name in called(form):
                if name in named and name not in found:
                    found[name] = tuple(told for told in self.forms(named[name]) if told.strip("… "))
                    todo += found[name]
        return found

    def _alternatives(self, origin: str, seen: set[str]) -> list[Rule]:
        seen.add(origin)
        found: list[Rule] = []
        for rule in self.rules[origin]:
            (_, only), *more = rule.symbols or (("", ""),)
            if more or only in self.sorts or only not in self.rules or _AGAIN.match(only):
                found.append(rule)
            elif only not in seen:
                found += self._alternatives(only, seen)
        return found

    def _written(self, symbols: Sequence[tuple[str, str]]) -> str:
        return _TIGHT.sub("", " ".join("…" if _AGAIN.match(name) else self._word(kind, name) for kind, name in symbols))

    def _word(self, kind: str, name: str) -> str:
        return name if kind == "word" and name in self.words else _name(name)


def called(form: str) -> list[str]:
    """What stands in capitals in the form."""
    return _NAMED.findall(form)


def _name(name: str) -> str:
    """How what stands in the place is called, in capitals."""
    return NAMES.get(name, name).removeprefix("VAR_").removeprefix("LABEL_").upper()
