"""A grammar as lark compiled it, and the trees that its rules make; lark itself is loaded only to compile."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from checker.kernel.bounds import STATEMENT_DEPTH
from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.tree import Leaf, Node
from checker.store import disk_cache as cache

Stack: TypeAlias = tuple[int, Any, int, Any]
"""A state, the value made on the way to it, how deep that value is, and the stack below."""

END = "$END"


class TooDeep(Exception):
    """A phrase is nested deeper than STATEMENT_DEPTH."""


class Rule(Record):
    """A rule of the grammar: the name of the phrase it makes, and its symbols.

    A symbol is `(kind, name)`; kind is `word` (said but not kept), `leaf` (kept) or `part`. An
    `inner` rule makes no phrase: its parts belong to the phrase around it. A `thin` rule makes
    none either if it has a single part.
    """

    origin: str
    name: str
    inner: bool
    thin: bool
    symbols: tuple[tuple[str, str], ...]

    def made(self, values: list[Any]) -> Any:
        """The phrase made of the values of the symbols; a tuple of parts if the rule is an inner one."""
        parts: list[Any] = []
        for (kind, name), value in zip(self.symbols, values, strict=True):
            if kind == "leaf":
                parts.append(Leaf(name, value))
            elif kind == "part":
                parts.extend(value if isinstance(value, tuple) else (value,))
        if self.inner:
            return tuple(parts)
        return parts[0] if self.thin and len(parts) == 1 else Node(self.name, tuple(parts))


class Automaton(NamedTuple):
    """An LALR automaton: in each state a terminal, or an origin, leads to a state, or below 0 to a rule."""

    rules: tuple[Rule, ...]
    literals: dict[str, str]
    states: list[dict[str, int]]
    starts: dict[str, int]
    ends: dict[str, int]


class LalrTables:
    """LALR tables: what may follow a stack of states, and the rules behind them."""

    def __init__(self, compiled: Automaton) -> None:
        self._compiled = compiled
        self.rules = compiled.rules
        self.literals = compiled.literals

    def start(self, start: str) -> Stack:
        """The stack before the first word of a text that is a `start`."""
        return (self._compiled.starts[start], None, 0, None)

    def fed(self, start: str, stack: Stack, terminal: str, text: str = "") -> Stack | None:
        """The stack after one more word, or None if the word cannot stand there.

        After END it is the stack with the finished tree on it. Raises TooDeep.
        """
        states = self._compiled.states
        while True:
            to = states[stack[0]].get(terminal)
            if to is None:
                return None
            if to >= 0:
                return (to, text, 0, stack)
            stack = self._reduced(states, self.rules[-to - 1], stack)
            if terminal == END and stack[0] == self._compiled.ends[start]:
                return stack

    def _reduced(self, states: list[dict[str, int]], rule: Rule, stack: Stack) -> Stack:
        values: list[Any] = []
        depth = 0
        for _ in rule.symbols:
            _, value, below, stack = stack
            values.append(value)
            depth = max(depth, below)
        values.reverse()
        made = rule.made(values)
        if isinstance(made, Node) and not (len(values) == 1 and made is values[0]):
            depth += 1
        if depth > STATEMENT_DEPTH:
            raise TooDeep
        return (states[stack[0]][rule.origin], made, depth, stack)

    def accepted(self, start: str, stack: Stack) -> Iterator[str]:
        """The terminals that may stand next."""
        for terminal in self._compiled.states[stack[0]]:
            if terminal == END or terminal.isupper():
                if self.fed(start, stack, terminal) is not None:
                    yield terminal


class _Conflicts(logging.Handler):
    """Collects what lark says about conflicts that it settled by itself."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def compiled(text: str, starts: tuple[str, ...], longest: bool = False) -> Automaton:
    """The automaton as kept, or made now and kept; of two ways to read on, `longest` takes the one that goes on.

    Raises InputError if a text could be read in two ways.
    """
    key = f"{Path(__file__).read_text(encoding='utf-8')} {starts!r} {text}"
    found: Automaton | None = cache.kept("grammar", key, Automaton)
    if found is None:
        found = _plain(_unambiguous(text, starts, longest))
        cache.keep("grammar", key, found)
    return found


def _plain(built: Any) -> Automaton:
    literals = {t.name: t.pattern.value for t in built.terminals if type(t.pattern).__name__ == "PatternStr"}
    table = built.parser.parser.parser.parse_table
    number = {rule: -n for n, rule in enumerate(built.rules, 1)}
    rows = {
        state: {str(name): number.get(to, to) for name, (_, to) in sorted(row.items(), key=lambda pair: str(pair[0]))}
        for state, row in table.states.items()
    }
    order = _reached(rows, [table.start_states[name] for name in sorted(table.start_states)])
    place = {state: at for at, state in enumerate(order)}
    once: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    states = []
    for state in order:
        row = {name: to if to < 0 else place[to] for name, to in rows[state].items()}
        states.append(once.setdefault(tuple(row.items()), row))
    starts, ends = ({n: place[s] for n, s in sorted(of.items())} for of in (table.start_states, table.end_states))
    return Automaton(tuple(_rule(rule, literals) for rule in built.rules), literals, states, starts, ends)


def _reached(rows: dict[int, dict[str, int]], starts: list[int]) -> list[int]:
    """The states in the order in which they are reached, whatever numbers lark gave them."""
    found = list(dict.fromkeys(starts))
    known = set(found)
    for state in found:
        new = [to for to in dict.fromkeys(rows[state].values()) if to >= 0 and to not in known]
        found += new
        known.update(new)
    return found


def _rule(rule: Any, literals: Mapping[str, str]) -> Rule:
    name = str(rule.alias or rule.origin.name)
    symbols = tuple(
        ("part", str(s.name))
        if not s.is_term
        else ("word", literals.get(str(s.name), str(s.name)))
        if s.filter_out
        else ("leaf", str(s.name))
        for s in rule.expansion
    )
    thin = bool(rule.options.expand1) and not rule.alias
    return Rule(str(rule.origin.name), name, name.startswith("_"), thin, symbols)


def _unambiguous(text: str, starts: tuple[str, ...], longest: bool) -> Any:
    """The compiled grammar. Raises InputError if a text could be read in two ways."""
    import lark
    from lark.exceptions import LarkError

    heard, logger = _Conflicts(), lark.logger
    level, spread = logger.level, logger.propagate
    others = logger.handlers[:]
    logger.handlers[:] = [heard]
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        built = lark.Lark(text, parser="lalr", start=list(starts), lexer="contextual", maybe_placeholders=False)
    except LarkError as error:
        raise InputError(*_collisions(str(error))) from None
    finally:
        logger.handlers[:] = others
        logger.setLevel(level)
        logger.propagate = spread
    found = []
    for said, rule in pairwise(heard.said):
        if said.startswith("Shift/Reduce conflict for terminal ") and not longest:
            word = said.split()[4].rstrip(":").lower()
            found.append(Problem(_PLACE, f"after {_worded(rule)}, `{word}` can be read in two ways", "", _HINT))
    if found:
        raise InputError(*dict.fromkeys(found))
    return built


_PLACE = Place("the phrases of this game", 1)
_HINT = "two phrases of the vocabulary must not begin alike and go on differently; give one of them other words"


def _collisions(said: str) -> list[Problem]:
    found = []
    for part in said.split("\n\n"):
        rules = re.findall(r"<([^>]*)>", part)
        if part.startswith("Reduce/Reduce") and rules:
            both = " and ".join(_worded(r) for r in rules[:2])
            found.append(Problem(_PLACE, f"{both} cannot be told apart", "", _HINT))
        else:
            found.append(Problem(_PLACE, f"the grammar cannot be built: {part.splitlines()[0][:300]}"))
    return found


def _worded(rule: str) -> str:
    """A rule as lark writes it, in words: what is said, and the sorts of its parts."""
    _, _, symbols = rule.strip(" *<>").partition(" : ")
    shown = (s.lower() if s.isupper() and not s.startswith("VAR_") else f"({s.lower()})" for s in symbols.split())
    return f"`{' '.join(shown)}`"
