"""Generated values: trees of a grammar, broken texts, theories of norms."""

from __future__ import annotations

import string
from functools import cache
from typing import Any

from hypothesis import strategies as st

from checker.kernel.source import Leaf, Node
from checker.norms.precedence import Statement
from checker.syntax.lalr.tables import Rule
from checker.syntax.parser import Language

PLAYERS = ("A", "B", "Ann", "Jean-Luc", "O'Neil", "Dismiss", "the")
LABELS = ("H1", "H2")


# ---- trees -----------------------------------------------------------------------------------


class Grammar:
    """The rules of a language with, for each symbol, how deep the smallest tree of it is."""

    def __init__(self, language: Language, exact: dict[str, str]) -> None:
        self.language = language
        self.exact = exact
        self.rules: dict[str, list[Rule]] = {}
        for rule in language.table.rules:
            self.rules.setdefault(rule.origin, []).append(rule)
        self.names: dict[str, list[str]] = {}
        for terminal, name in language.lexicon.names.values():
            self.names.setdefault(terminal, []).append(name)
        for name, terminal in exact.items():
            self.names.setdefault(terminal, []).append(name)
        self.least = self._least()

    def _least(self) -> dict[str, int]:
        least: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for origin, rules in self.rules.items():
                found = [d for r in rules if (d := self._depth(r, least)) is not None]
                if found and min(found) < least.get(origin, 1000):
                    least[origin], changed = min(found), True
        return least

    def _depth(self, rule: Rule, least: dict[str, int]) -> int | None:
        """One more than the deepest part of the rule; None if a part cannot be made."""
        depth = 0
        for kind, name in rule.symbols:
            if kind == "leaf" and not self.makes(name):
                return None
            if kind == "part":
                if name not in least:
                    return None
                depth = max(depth, least[name])
        return depth + 1

    def makes(self, terminal: str) -> bool:
        """Whether there is a word for the terminal."""
        return terminal in ("INT", "STRING") or terminal.startswith("VAR_") or bool(self.names.get(terminal))

    def options(self, symbol: str, depth: int) -> list[Rule]:
        """The rules for the symbol that can be finished within the depth, or those that end soonest."""
        sized = [(d, r) for r in self.rules[symbol] if (d := self._depth(r, self.least)) is not None]
        fitting = [r for d, r in sized if d <= depth]
        return fitting or [r for d, r in sized if d == min(d for d, _ in sized)]

    @cache  # noqa: B019  # lives as long as the tests do
    def leaves(self, terminal: str) -> st.SearchStrategy[str]:
        """Texts that the terminal can have."""
        if terminal == "INT":
            figures = st.integers(-99, 999).map(str)
            lexicon = self.language.lexicon
            words = lexicon.numerals and not lexicon.spoken
            return figures | st.sampled_from(["one", "two", "twelve"]) if words else figures
        if terminal == "STRING":
            return st.text(alphabet=string.ascii_letters + " :,.;()-#'•{}", max_size=12).map(lambda t: f'"{t}"')
        if terminal.startswith("VAR_"):
            letters = [x for x, t in self.language.lexicon.variables.items() if t == terminal]
            names = [x + n for x in letters for n in ("", "2") if x + n not in self.exact]
            return st.sampled_from(names)
        return st.sampled_from(self.names[terminal])


@st.composite
def trees(draw: Any, grammar: Grammar, start: str, depth: int = 9) -> Any:
    """Trees that the grammar's rules make from the start symbol."""
    made = _made(draw, grammar, start, depth)
    return made


def _made(draw: Any, grammar: Grammar, symbol: str, depth: int) -> Any:
    rule = draw(st.sampled_from(grammar.options(symbol, depth)))
    parts: list[Node | Leaf] = []
    for kind, name in rule.symbols:
        if kind == "leaf":
            parts.append(Leaf(name, draw(grammar.leaves(name))))
        elif kind == "part":
            made = _made(draw, grammar, name, depth - 1)
            parts.extend(made if isinstance(made, tuple) else (made,))
    if rule.name.startswith("_"):
        return tuple(parts)
    return parts[0] if rule.thin and len(parts) == 1 else Node(rule.name, tuple(parts))


# ---- theories --------------------------------------------------------------------------------

NAMES = tuple("abcdefgh")


def statements() -> st.SearchStrategy[list[Statement]]:
    """Claims of a few norms; a norm may claim several things."""
    one = st.builds(Statement, st.sampled_from(NAMES), st.sampled_from([True, False, 0, 1, 3, "left", None]))
    return st.lists(one, max_size=8)


@st.composite
def superiority(draw: Any) -> list[tuple[str, str]]:
    """Pairs (upper, lower) without a cycle, over norms of which some claim nothing."""
    order = draw(st.permutations(NAMES))
    every = [(u, v) for i, u in enumerate(order) for v in order[i + 1 :]]
    return draw(st.lists(st.sampled_from(every), max_size=14))


# ---- broken texts ----------------------------------------------------------------------------

SCRAPS = (
    "(",
    ")",
    ".",
    ",",
    ";",
    ":",
    '"',
    "'s",
    "’s",
    "#",
    "{P}",
    "{",
    "}",
    "[x] ",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "\r\n",
    "\x00",
    "é",
    "•",
    "\u2028",
    "\ufeff",
    "9" * 30,
    "-1",
    "P",
    "H9",
    "A1",
    "not ",
    "plus 1",
    "such that ",
    "the ",
    "if ",
    "erratum",
    "card ",
    "norm ",
    "remove ",
    "step ",
    " of ",
    " | ",
    "HH-60",
    "unstated",
    "players A B C",
)


@st.composite
def mutated(draw: Any, text: str) -> str:
    """The text after a few cuts, doublings, swaps and strange insertions."""
    for _ in range(draw(st.integers(1, 4))):
        words = text.split(" ")
        at = draw(st.integers(0, max(len(words) - 1, 0)))
        match draw(st.sampled_from(["drop", "double", "swap", "scrap", "junk", "cut", "join"])):
            case "drop":
                words[at : at + 1] = []
            case "double":
                words[at:at] = words[at : at + 3]
            case "swap":
                other = draw(st.integers(0, max(len(words) - 1, 0)))
                words[at], words[other] = words[other], words[at]
            case "scrap":
                words[at:at] = [draw(st.sampled_from(SCRAPS))]
            case "junk":
                words[at] = words[at][:1] + draw(st.text(max_size=6)) + words[at][1:]
            case "cut":
                words[at:] = [words[at][: draw(st.integers(0, 5))]]
            case "join":
                words[at : at + 2] = ["".join(words[at : at + 2])]
        text = " ".join(words)
    return text
