"""What may lie on a table besides, as far as effects hang on it: in the words of the catalogue, and which of it together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, product
from typing import Any, NamedTuple, TypeAlias

from checker.explore.situations import SEATS, catalogue, has, said
from checker.kernel.position import Store
from checker.kernel.term import Call, Compare, Lit, Undecided, Value
from checker.kernel.trees.clause_uses import mentions
from checker.kernel.trees.walk import free, of_kind, within
from checker.kernel.vocabulary import sort_of, sort_or_nothing
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench

_SLOT = re.compile(r"\{[^}]+\}")
TableLines = tuple[str, ...]
MOST_TITLES = 2
"""So many cards at most lie there in turn."""
MOST = 150
"""So many things at most a condition is looked at for."""
OF_CARDS = ("this card", "that card")

Seen: TypeAlias = dict[tuple[int, tuple[Value, ...]], Value]
"""For each condition, by its number, and what it is about, what it comes to."""


class LaidItem(NamedTuple):
    """Something that may lie there besides: the line, the card in it, and what it makes otherwise."""

    line: str
    title: str
    changes: frozenset[Any]

    @property
    def about(self) -> frozenset[int]:
        """The numbers of the conditions that are otherwise."""
        return frozenset(change[0][0] for change in self.changes)


class Layer:
    """What the trees hang on, laid out; `begin` gives the table of some lines, or nothing if no box can lay it out."""

    def __init__(
        self, bench: Bench, trees: object, asked: EffectReads | Stored, begin: Callable[[TableLines], Store | None]
    ) -> None:
        self.bench = bench
        self.trees = trees
        self.asked = asked
        self.begin = begin
        self.fitting: dict[str, TableLines] = {}

    def tables(self, seats: int, lines: TableLines) -> Iterator[tuple[TableLines, TableLines]]:
        """The lines as they stand and with what may lie there besides: all that makes something otherwise at once, each
        by itself, every two; with the titles of the cards among that."""
        items = [*self._items(seats, lines)]
        seen: set[TableLines] = set()
        for some in _sets(items):
            whole = lines
            for item in some:
                whole = with_line(whole, item.line)
            if whole not in seen and self.begin(whole) is not None:
                seen.add(whole)
                yield whole, tuple(dict.fromkeys(i.title for i in some if i.title))

    def _items(self, seats: int, lines: TableLines) -> Iterator[LaidItem]:
        """One of all that make the same otherwise."""
        start = self.begin(lines)
        plain = self.asked.seen(start) if start is not None else {}
        known: set[frozenset[object]] = set()
        for line, title in self._lines(seats, lines):
            store = self.begin(with_line(lines, line))
            changes = _otherwise(plain, self.asked.seen(store)) if store is not None else frozenset()
            if changes and changes not in known:
                known.add(changes)
                yield LaidItem(line, title, changes)

    def _lines(self, seats: int, lines: TableLines) -> Iterator[tuple[str, str]]:
        yield from ((line, "") for line in self._numbers(seats, lines))
        titles = sorted((c.title for c in self.bench.rules.game.cards), key=len, reverse=True)
        labels = tuple(dict.fromkeys(re.findall(r"\b[A-Z]\d+\b", "\n".join(lines))))
        for template in catalogue(self.bench.situations).besides:
            card = next((t for t in titles if has(template, t)), "")
            for who in _seated(seats, lines) if has(template, SEATS[0]) else ("",):
                for label in labels if has(template, "H1") else ("",):
                    put = partial(_put, template, card, who, label)
                    for title in self._titles(template, put, lines) if card else ("",):
                        yield put(title), title

    def _titles(self, template: str, put: Callable[[str], str], lines: TableLines) -> TableLines:
        """The cards that can lie there: those that are spoken of, else those of which kinds are, else any; a few."""
        if template not in self.fitting:
            cards, spoken = self.bench.rules.game.cards, mentions(self.trees)
            named = [c.title for c in cards if c.title in spoken]
            named = named or [c.title for c in cards if spoken & {*c.kinds, *c.unsure}] or [c.title for c in cards]
            there = (t for t in named if self.begin(with_line(lines, put(t))) is not None)
            self.fitting[template] = tuple(islice(there, MOST_TITLES))
        return self.fitting[template]

    def _numbers(self, seats: int, lines: TableLines) -> Iterator[str]:
        """Lines that put a number to what is asked for, and to one less and one more."""
        for one in dict.fromkeys(of_kind(self.trees, Compare)):
            match one:
                case Compare(_, Call(name, args), Lit(int(number))) if name in self.bench.rules.fields:
                    field = self.bench.rules.fields[name]
                    sorts = [sort_of(self.bench.rules.game.vocabulary, p) for p in field.params]
                    if field.result == "number" and sorts in ([], ["player"]):
                        phrase = field.phrase.split(" | ")[0]
                        for who in _seated(seats, lines) if args else ("",):
                            named = _SLOT.sub(who, phrase)
                            yield from (f"set up {named} as {n}" for n in (number, number - 1, number + 1) if n >= 0)


def _put(template: str, card: str, who: str, label: str, title: str) -> str:
    """The line of the catalogue about these."""
    return said(template, who, SEATS[1], title, label, (SEATS[0], SEATS[1], card, "H1"))


def _seated(seats: int, lines: TableLines) -> list[str]:
    """The players, those first of whom the lines speak most, and latest."""
    text = "\n".join(lines)
    return sorted(SEATS[:seats], key=lambda who: (-sum(has(line, who) for line in lines), -text.rfind(f" {who}")))


def _otherwise(plain: Seen, seen: Seen) -> frozenset[object]:
    return frozenset((k, repr(v)) for k, v in seen.items() if k not in plain or plain[k] != v)


def _sets(items: list[LaidItem]) -> Iterator[tuple[LaidItem, ...]]:
    """Nothing, one thing about each at once, then each by itself and every two, the first about each before the others."""
    yield ()
    rank = {item: sum(i.about == item.about for i in items[:n]) for n, item in enumerate(items)}
    whole: list[LaidItem] = []
    for item in items:
        if not any(item.about & w.about for w in whole):
            whole.append(item)
    if len(whole) > 2:
        yield tuple(whole)
    some: list[tuple[LaidItem, ...]] = [*((item,) for item in items), *combinations(items, 2)]
    yield from sorted(some, key=lambda s: (sum(rank[i] for i in s), len({i.about for i in s}) < len(s)))


def with_line(lines: TableLines, line: str) -> TableLines:
    """The lines with one more before them, in the place of one about the same, or behind the one that it goes on."""
    head, comma, rest = line.partition(", ")
    at = next((n for n, x in enumerate(lines) if comma and x.startswith(f"{head}:")), None)
    if at is not None:
        return (*lines[:at], f"{lines[at]}, {rest}", *lines[at + 1 :])
    about = line.partition(":")[0]
    return (line, *(x for x in lines if ":" not in line or x.partition(":")[0] != about))


class EffectReads:
    """The conditions and amounts in some effects."""

    def __init__(self, rules: Rulebook, trees: object) -> None:
        self.rules = rules
        self.atoms = tuple(dict.fromkeys(part for part in within(trees) if isinstance(part, Compare | Call)))
        self.over = [tuple(sorted(free(a))) for a in self.atoms]

    def seen(self, store: Store) -> Seen:
        """What each comes to on the table; what cannot be said is left out."""
        context = Context(self.rules, store)
        found: Seen = {}
        for number, (atom, names) in enumerate(zip(self.atoms, self.over, strict=True)):
            sorts = [self._sort(name) for name in names]
            things = [context.things(s) if s and s != "number" else () for s in sorts]
            for values in islice(product(*things), MOST):
                try:
                    env = dict(zip(names, values, strict=True))
                    made = context.holds(atom, env) if isinstance(atom, Compare) else context.value(atom, env)
                except (Undecided, KeyError, TypeError, AssertionError, AttributeError):
                    continue
                found[number, values] = made
        return found

    def _sort(self, name: str) -> str:
        sort = next((s.name for s in self.rules.game.vocabulary.sorts if name == f"the {s.name}"), "")
        return "card" if name in OF_CARDS else sort or sort_or_nothing(self.rules.game.vocabulary, name)


class Stored:
    """What is stored of some fields and sorts, and where cards lie if that is wanted."""

    def __init__(self, heads: frozenset[str]) -> None:
        self.heads = heads
        self.number = {head: n for n, head in enumerate(sorted(heads))}

    def seen(self, store: Store) -> Seen:
        """Every entry of theirs on the table."""
        named = ((str(k[0]), k, v) for k, v in store.items())
        return {(self.number[head], key): value for head, key, value in named if head in self.heads}
