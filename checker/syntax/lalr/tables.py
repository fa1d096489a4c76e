"""A grammar as lark compiled it, and the trees that its rules make; lark itself is loaded only to compile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from checker.kernel.record import Record
from checker.kernel.source import STATEMENT_DEPTH, InputError, Leaf, Node, Problem
from checker.store import disk_cache as cache

if TYPE_CHECKING:
    from checker.syntax.lalr.construction import LalrConflict
    from checker.syntax.lalr.grammar_rules import GrammarRule

END = "$END"
"""The terminal behind the last word."""

Stack: TypeAlias = tuple[int, Any, int, Any]
"""A state, the value made on the way to it, how deep that value is, and the stack below."""


class TooDeep(Exception):
    """A phrase is nested deeper than STATEMENT_DEPTH."""


class TwoWays(InputError):
    """A text could be read in two ways, by the rules of these names."""

    def __init__(self, rules: frozenset[str], *problems: Problem) -> None:
        super().__init__(*problems)
        self.rules = rules


class RefusedGrammar(Record):
    """Why there is no automaton: the rules that could be read in two ways, and the problems that say so."""

    rules: tuple[str, ...]
    problems: tuple[Problem, ...]


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

    def made(self, values: list[Any]) -> object:
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
    """An LALR automaton: in each state a terminal, or an origin, leads to a state, or below 0 to a rule.

    A state is its terminals and origins, each before the number that it leads to: few of them are met by one text.
    """

    rules: tuple[Rule, ...]
    literals: dict[str, str]
    states: tuple[str, ...]
    starts: dict[str, int]
    ends: dict[str, int]


class _States(dict[int, dict[str, int]]):
    """Where terminals and origins lead, of the states that were met."""

    def __init__(self, written: tuple[str, ...]) -> None:
        self._written = written

    def __missing__(self, state: int) -> dict[str, int]:
        said = self._written[state].split()
        self[state] = made = dict(zip(said[::2], map(int, said[1::2]), strict=True))
        return made


def _written(state: Mapping[str, int]) -> str:
    if len(only := set(state.values())) == 1:
        (to,) = only
        return f" {to} ".join((*state, ""))[:-1]
    return " ".join(f"{name} {to}" for name, to in state.items())


class LalrTables:
    """LALR tables: what may follow a stack of states, and the rules behind them."""

    def __init__(self, compiled: Automaton) -> None:
        self._compiled = compiled
        self._states = _States(compiled.states)
        self.rules = compiled.rules
        self.literals = compiled.literals

    def start(self, start: str) -> Stack:
        """The stack before the first word of a text that is a `start`."""
        return (self._compiled.starts[start], None, 0, None)

    def fed(self, start: str, stack: Stack, terminal: str, text: str = "") -> Stack | None:
        """The stack after one more word, or None if the word cannot stand there.

        After END it is the stack with the finished tree on it. Raises TooDeep.
        """
        states = self._states
        while True:
            to = states[stack[0]].get(terminal)
            if to is None:
                return None
            if to >= 0:
                return (to, text, 0, stack)
            stack = self._reduced(states, self.rules[-to - 1], stack)
            if terminal == END and stack[0] == self._compiled.ends[start]:
                return stack

    def _reduced(self, states: _States, rule: Rule, stack: Stack) -> Stack:
        values: list[object] = []
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
        for terminal in self._states[stack[0]]:
            if terminal == END or terminal.isupper():
                if self.fed(start, stack, terminal) is not None:
                    yield terminal


def compiled(text: str, starts: tuple[str, ...], longest: bool = False, first: tuple[str, ...] = ()) -> Automaton:
    """The automaton as kept, or made now and kept; of two ways to read on, `longest` takes the one that goes on.

    Where a text can be read by several rules those count whose names begin as what goes `first`, in that order.

    Raises TwoWays if a text could be read in two ways, InputError if the grammar is none.
    """
    own = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]
    key = f"{own!r} {starts!r} {first!r} {text}"
    found: Automaton | RefusedGrammar | None = cache.kept("grammar", key, Automaton | RefusedGrammar)
    if found is None:
        try:
            found = _made(text, starts, longest, first)
        except TwoWays as error:
            found = RefusedGrammar(tuple(sorted(error.rules)), error.problems)
        cache.keep("grammar", key, found)
    if isinstance(found, RefusedGrammar):
        raise TwoWays(frozenset(found.rules), *found.problems)
    return found


def _rule(rule: GrammarRule, literals: Mapping[str, str]) -> Rule:
    name = rule.alias or rule.origin
    symbols = tuple(
        ("part", s.name) if not s.terminal else ("word", literals.get(s.name, s.name)) if s.said else ("leaf", s.name)
        for s in rule.symbols
    )
    return Rule(rule.origin, name, name.startswith("_"), rule.thin, symbols)


def _made(text: str, starts: tuple[str, ...], longest: bool, first: tuple[str, ...]) -> Automaton:
    """The automaton of the grammar. Raises TwoWays if a text could be read in two ways, InputError if it is none."""
    from checker.syntax.lalr.construction import Production, table
    from checker.syntax.lalr.grammar_rules import grammar_rules

    literals, rules = grammar_rules(text, starts)
    ranks = [next((n for n, head in enumerate(first) if r.alias.startswith(head)), len(first)) for r in rules]
    made = table([Production(r.origin, tuple(s.name for s in r.symbols)) for r in rules], starts, ranks)
    conflicts = [c for c in made.conflicts if len(c.rules) > 1] or ([] if longest else made.conflicts)
    if conflicts:
        between = {at for c in made.conflicts for at in (*c.rules, *c.go_on) if at < len(rules)}
        raise TwoWays(
            frozenset(rules[at].alias for at in between), *dict.fromkeys(_problem(c, rules) for c in conflicts)
        )
    states = tuple(map(_written, made.states))
    return Automaton(tuple(_rule(r, literals) for r in rules), literals, states, made.starts, made.ends)


_HINT = "two phrases of the vocabulary must not begin alike and go on differently; give one of them other words"


def _problem(conflict: LalrConflict, rules: list[GrammarRule]) -> Problem:
    from checker.syntax.lalr.grammar_rules import PLACE

    both = [_worded(rules[at]) for at in conflict.rules[:2]]
    if len(both) > 1:
        return Problem(PLACE, f"{' and '.join(both)} cannot be told apart", "", _HINT)
    return Problem(PLACE, f"after {both[0]}, `{conflict.word.lower()}` can be read in two ways", "", _HINT)


def _worded(rule: GrammarRule) -> str:
    """A rule in words: what is said, and the sorts of its parts."""
    symbols = (s.name for s in rule.symbols)
    shown = (s.lower() if s.isupper() and not s.startswith("VAR_") else f"({s.lower()})" for s in symbols)
    return f"`{' '.join(shown)}`"
