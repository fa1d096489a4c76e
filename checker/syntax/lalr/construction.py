"""The LALR(1) automaton of a grammar (DeRemer and Pennello, Efficient computation of LALR(1) look-ahead sets, 1982).

Symbols and items are numbers and sets of words are bits of one number, since grammars of games have some
thousand rules. An item is a place in a rule: before its first symbol, …, after its last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from checker.syntax.lalr.tables import END


class Production(NamedTuple):
    """A rule of a grammar; symbols that are the origin of a rule are parts, all others are words."""

    origin: str
    symbols: tuple[str, ...]


class LalrConflict(NamedTuple):
    """Two ways to read on at one word: two rules that end before it, or a single one where longer ones `go_on`."""

    word: str
    rules: tuple[int, ...]
    go_on: tuple[int, ...] = ()


class ParseTable(NamedTuple):
    """In each state a symbol leads to a state, or a word below 0 to the rule -n - 1 that ends before it; where both
    could be the state is taken. States have numbers in the order in which they are reached."""

    states: list[dict[str, int]]
    starts: dict[str, int]
    ends: dict[str, int]
    conflicts: tuple[LalrConflict, ...]


class _State(NamedTuple):
    kernel: frozenset[int]
    goes: dict[int, int]
    """Where the symbols lead to, by their numbers."""


class _Tails(NamedTuple):
    """Of the rules of a part: those that are empty, the first symbols behind which all may be empty, and for each
    first symbol its rules, parted, from the next one on."""

    empty: list[int]
    last: dict[int, None]
    after: dict[int, list[tuple[int, tuple[int, ...], tuple[int, ...]]]]


class _Grammar:
    """The grammar in numbers, with a rule of its own for each start."""

    def __init__(self, productions: Sequence[Production], starts: Sequence[str]) -> None:
        rules = [*productions, *(Production(f"$root_{start}", (start,)) for start in starts)]
        self.own = len(productions)
        self.names = sorted({s for rule in rules for s in (rule.origin, *rule.symbols)} | {END})
        number = {name: at for at, name in enumerate(self.names)}
        self.end = number[END]
        self.origin = [number[rule.origin] for rule in rules]
        self.symbols = [tuple(number[s] for s in rule.symbols) for rule in rules]
        self.first: list[int] = []
        """The first item of each rule; the others follow."""
        self.next: list[int] = []
        """What stands after each item; -1 after the last symbol."""
        self.rule: list[int] = []
        for at, symbols in enumerate(self.symbols):
            self.first.append(len(self.next))
            self.next += [*symbols, -1]
            self.rule += [at] * (len(symbols) + 1)
        self.rules_of: dict[int, list[int]] = defaultdict(list)
        for at, origin in enumerate(self.origin):
            self.rules_of[origin].append(at)
        self.nullable = self._nullable()
        self.begins = {part: self._begun(part) for part in self.rules_of}
        self._led: dict[frozenset[int], dict[int, frozenset[int]]] = {}

    def _nullable(self) -> set[int]:
        """The parts that may be empty."""
        found: set[int] = set()
        while new := {
            o for o, s in zip(self.origin, self.symbols, strict=True) if o not in found and found.issuperset(s)
        }:
            found |= new
        return found

    def _begun(self, part: int) -> tuple[int, ...]:
        """The first items of all rules that the part, or what it begins with, is made by."""
        parts = [part]
        seen = {part}
        items: list[int] = []
        for this in parts:
            for rule in self.rules_of[this]:
                items.append(self.first[rule])
                symbol = self.next[self.first[rule]]
                if symbol in self.rules_of and symbol not in seen:
                    seen.add(symbol)
                    parts.append(symbol)
        return tuple(items)

    def after(self, items: Iterable[int]) -> dict[int, list[int]]:
        """The items behind the next symbol of each of these, by that symbol."""
        found: dict[int, list[int]] = defaultdict(list)
        for item in items:
            if self.next[item] >= 0:
                found[self.next[item]].append(item + 1)
        return found

    def led(self, parts: frozenset[int]) -> dict[int, frozenset[int]]:
        """The items behind each symbol that one of the parts, or what it begins with, begins with."""
        found = self._led.get(parts)
        if found is None:
            items = dict.fromkeys(item for part in parts for item in self.begins[part])
            after = sorted(self.after(items).items())
            found = self._led[parts] = {symbol: frozenset(moved) for symbol, moved in after}
        return found

    def closed(self, kernel: Iterable[int]) -> set[int]:
        """The items with those of all parts that stand next."""
        parts = {self.next[item] for item in kernel} & self.begins.keys()
        return {*kernel, *(item for part in parts for item in self.begins[part])}

    def parted(self, rule: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The symbols of the rule up to the last behind which all may be empty, and from that one on."""
        symbols = self.symbols[rule]
        at = len(symbols)
        while at and symbols[at - 1] in self.nullable:
            at -= 1
        return symbols[: max(at - 1, 0)], symbols[max(at - 1, 0) :]

    def tails(self, part: int) -> _Tails:
        """The rules of the part behind their first symbols."""
        made = _Tails([], {}, {})
        for rule in self.rules_of[part]:
            before, after = self.parted(rule)
            symbols = self.symbols[rule]
            if not symbols:
                made.empty.append(rule)
                continue
            if not before and symbols[0] in self.rules_of:
                made.last[symbols[0]] = None
            rest = (rule, before[1:], after) if before else (rule, (), after[1:])
            made.after.setdefault(symbols[0], []).append(rest)
        return made


def table(productions: Sequence[Production], starts: Sequence[str], ranks: Sequence[int] = ()) -> ParseTable:
    """The automaton that reads texts that are one of the starts; of rules that end alike those of the least rank count."""
    grammar = _Grammar(productions, starts)
    states, roots = _states(grammar, len(starts))
    ahead = _lookaheads(grammar, states, roots)
    rows, conflicts = [], []
    named = cache(lambda words: tuple(grammar.names[word] for word in _numbers(words)))
    for at, state in enumerate(states):
        if len(ahead[at]) == 1 and not state.goes:
            ((rule, words),) = ahead[at].items()
            rows.append(dict.fromkeys(named(words), -rule - 1))
            continue
        row = {grammar.names[symbol]: to for symbol, to in state.goes.items()}
        taken: dict[int, list[int]] = defaultdict(list)
        for rule, words in sorted(ahead[at].items()):
            for word in _numbers(words):
                taken[word].append(rule)
        for word, rules in sorted(taken.items()):
            name = grammar.names[word]
            if len(rules) > 1 and ranks:
                least = min(ranks[rule] for rule in rules)
                rules = [rule for rule in rules if ranks[rule] == least]
            if name in row or len(rules) > 1:
                longer = dict.fromkeys(
                    grammar.rule[item] for item in sorted(grammar.closed(state.kernel)) if grammar.next[item] == word
                )
                conflicts.append(LalrConflict(name, tuple(rules), tuple(longer)))
            row.setdefault(name, -rules[0] - 1)
        rows.append(dict(sorted(row.items())) if taken else row)
    begun = dict(zip(starts, roots, strict=True))
    number = {name: at for at, name in enumerate(grammar.names)}
    ends = {start: states[at].goes[number[start]] for start, at in begun.items()}
    return ParseTable(rows, begun, ends, tuple(conflicts))


def _states(grammar: _Grammar, starts: int) -> tuple[list[_State], list[int]]:
    """The LR(0) states, and those in which the starts begin."""
    kernels = [frozenset((grammar.first[grammar.own + at],)) for at in range(starts)]
    known = {kernel: at for at, kernel in enumerate(kernels)}
    states = []
    for kernel in kernels:
        own = grammar.after(kernel)
        into = grammar.led(frozenset(own.keys() & grammar.begins.keys()))
        if own:
            further = {symbol: frozenset(moved).union(into.get(symbol, ())) for symbol, moved in own.items()}
            into = dict(sorted({**into, **further}.items()))
        goes = {}
        for symbol, items in into.items():
            to = known.get(items)
            if to is None:
                to = known[items] = len(kernels)
                kernels.append(items)
            goes[symbol] = to
        states.append(_State(kernel, goes))
    return states, list(range(starts))


def _lookaheads(grammar: _Grammar, states: list[_State], roots: list[int]) -> list[dict[int, int]]:
    """In each state the rules that may end there, and the words before which they do.

    Where a part leads on to one state from many, its rules are gone through once, for all of them as a group.
    """
    number: dict[tuple[int, int], int] = {}
    for at, state in enumerate(states):
        for symbol in state.goes:
            if symbol in grammar.rules_of:
                number[at, symbol] = len(number)
    read = [0] * len(number)
    reads: list[list[int]] = [[] for _ in number]
    for (at, part), this in number.items():
        to = states[at].goes[part]
        read[this] = sum(1 << s for s in states[to].goes if s not in grammar.rules_of)
        reads[this] = [number[to, s] for s in states[to].goes if s in grammar.nullable]
    for root in roots:
        (item,) = states[root].kernel
        read[number[root, grammar.next[item]]] |= 1 << grammar.end
    includes: list[list[int]] = [[] for _ in number]
    ends: list[tuple[int, int, int]] = []
    behind: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    goes = [state.goes for state in states]
    tails = {part: grammar.tails(part) for part in grammar.rules_of}
    for (at, part), this in number.items():
        ends += ((this, at, rule) for rule in tails[part].empty)
        for first in tails[part].last:
            includes[number[at, first]].append(this)
        for first in tails[part].after:
            behind[part, first, goes[at][first]].append(this)
    for (part, first, to), those in behind.items():
        group = len(includes)
        includes.append(those)
        for rule, before, after in tails[part].after[first]:
            now = to
            for symbol in before:
                now = goes[now][symbol]
            for symbol in after:
                if symbol in grammar.rules_of:
                    includes[number[now, symbol]].append(group)
                now = goes[now][symbol]
            ends.append((group, now, rule))
    follow = _spread([*_spread(read, reads), *(0 for _ in behind)], includes)
    ahead: list[dict[int, int]] = [defaultdict(int) for _ in states]
    for this, at, rule in ends:
        ahead[at][rule] |= follow[this]
    return ahead


def _spread(sets: list[int], related: list[list[int]]) -> list[int]:
    """Each set with those of all that it is related to, however far."""
    found = sets[:]
    users: list[list[int]] = [[] for _ in sets]
    for this, others in enumerate(related):
        for other in others:
            users[other].append(this)
    waiting = list(range(len(sets)))
    queued = set(waiting)
    while waiting:
        other = waiting.pop()
        queued.discard(other)
        for this in users[other]:
            more = found[this] | found[other]
            if more != found[this]:
                found[this] = more
                if this not in queued:
                    queued.add(this)
                    waiting.append(this)
    return found


def _numbers(bits: int) -> Iterable[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
