"""The entries of a game by id, rows of cards written out, amendments applied on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, product
from typing import NamedTuple

from msgspec import structs

from checker.kernel.game import Amended
from checker.kernel.source import InputError, Place, Problem
from checker.load import apply_erratum as amending
from checker.load.amended.overruled import Bringer, Overruling
from checker.load.apply_erratum import edges
from checker.load.name_hints import Named, bearer, where
from checker.load.short_entries.value_rows import HAS, TABLE, with_values, written_out
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.load.vocabulary_reader import called
from checker.syntax.files import Entry, SourceLine

CARDS = "cards"
"""The key of a headline for several cards."""
NORM_HEADS = frozenset({"clause", "procedure", "step", "open", "wording", "property", "game"})
CARD_HEADS = frozenset({"card", "stand-in", CARDS})
AMENDING_HEADS = frozenset({"erratum", "remove", "change", "move", "norm", "count", "precedence"})
NEEDS = "needs"
"""Begins a line below the title of an amendment, with the title of another one in quotes."""
ALL_HEADS = NORM_HEADS | CARD_HEADS | WORD_HEADS | AMENDING_HEADS
_LIST = re.compile(r"\{([^{}]*)\}")


class Source:
    """The entries of a game by id, later ones in the place of earlier ones with the same id."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.words: dict[str, Entry] = {}
        self.rules: dict[str, Entry] = {}
        self.named = Named(self.words, self.rules)
        self.titles: list[str] = []
        self.alike: tuple[tuple[str, ...], ...] = ()
        self.removed: dict[str, SourceLine] = {}
        self.amended: list[Amended] = []
        self.overruling = Overruling()
        self._fresh: dict[str, Place] = {}
        self._brought: dict[str, Place] = {}
        self._orders: dict[str, list[Order]] = {}
        self._amending = self._variant = False

    def add(self, entry: Entry, amending: bool) -> None:
        """Files the entry, or changes what it names. Raises InputError for what is nowhere, or stands twice."""
        for one in each_card(entry):
            self._add(one, amending)

    def _add(self, entry: Entry, amending: bool) -> None:
        self._amending, was = amending, {**self.words, **self.rules} if amending else {}
        fresh = frozenset(self._brought)
        self._added(entry, amending)
        if not amending:
            return
        by = Bringer(self.titles[-1] if self.titles else "", _start(entry.head), self._variant)
        now = {**self.words, **self.rules}
        vain = {(*where(key), title) for key, title in self.overruling.noted(was, now, entry, by, fresh)}
        self.amended = [one for one in self.amended if (one.kind, one.name, one.title) not in vain]
        self.amended += (Amended(*where(key), by.title, by.place) for key in now if was.get(key) is not now[key])

    def _added(self, entry: Entry, amending: bool) -> None:
        head = entry.head
        if not amending and (head.key in AMENDING_HEADS or head.key.startswith("norm[")):
            message = f"`{head.key}` belongs in an erratum"
            raise InputError(Problem(_start(head), message, head.whole, 'an erratum begins with `erratum "title"`'))
        below = entry.lines if head.key != "erratum" else tuple(x for x in entry.lines if x.key != NEEDS)
        if below and head.key in _BARE:
            line = below[0]
            message = f"nothing stands below a line `{head.key}`"
            raise InputError(Problem(_start(line), message, line.whole, f"`{line.key}` belongs to an entry of its own"))
        if head.key == "erratum":
            self._titled(head)
            self.overruling.needing(self.titles[-1], " ".join(x.rest for x in entry.all(NEEDS)))
        elif head.key.startswith("norm["):
            self._amend("norm", entry)
        elif head.key in (AMENDING_HEADS - {"erratum"} | {"step"}):
            self._amend(head.key, entry)
        else:
            self._file(entry)

    def _titled(self, head: SourceLine) -> None:
        title = head.rest
        if len(title) < 3 or title[0] != '"' or title[-1] != '"' or '"' in title[1:-1]:
            raise InputError(head.problem('expected `erratum "title"`, the title in quotes'))
        self.titles.append(title[1:-1])
        self._fresh.clear()
        self._orders.clear()

    def begin(self, variant: bool) -> None:
        """A new file begins, perhaps that of a variant: what stands in it may replace what stood in another."""
        self._fresh.clear()
        self._variant = variant

    def _file(self, entry: Entry) -> None:
        head = entry.head
        words = head.key in WORD_HEADS
        key = key_of(head)
        if not key.partition(" ")[2]:
            raise InputError(head.problem(f"this {head.key} has no name"))
        before = self._fresh.get(key)
        if before is not None:
            where_ = f"line {before.line}" + (f" of {before.file}" if before.file != head.place.file else "")
            message = f"there is a {key.partition(' ')[0]} `{key.partition(' ')[2]}` already, in {where_}"
            raise InputError(head.problem(message, "give one of them another name"))
        self._fresh[key] = head.place
        table = self.words if words else self.rules
        if self._amending:
            self._bring(key, head, key in table)
        entry = written_out(entry)
        table[key] = amending.as_many(entry, table[key]) if self._amending and key in table else entry
        self.removed.pop(key, None)

    def _bring(self, key: str, head: SourceLine, known: bool) -> None:
        """Notes what an amendment brings. Raises InputError for what another amendment has brought already."""
        before = self._brought.get(key)
        if before is not None:
            kind, _, name = key.partition(" ")
            message = f"another amendment brings a {kind} `{name}` already, in line {before.line} of {before.file}"
            raise InputError(head.problem(message, f"give one of them another name, or say `change {kind} {name}`"))
        if not known:
            self._brought[key] = head.place

    def _amend(self, key: str, entry: Entry) -> None:
        head = entry.head
        try:
            match key:
                case "remove":
                    self._remove(head)
                case "change" if head.rest.startswith("norm "):
                    self._change_norm(entry)
                case "change":
                    table, name = self.named.entry(*where(head.rest))
                    rows = tuple(line for line in entry.lines if line.key in (TABLE, HAS))
                    others = Entry(entry.head, tuple(line for line in entry.lines if line not in rows))
                    before = amending.changed(table[name], others) if others.lines or not rows else table[name]
                    table[name] = with_values(before, rows)
                case "norm":
                    self._norm(head)
                case "count":
                    self._count(head)
                case "precedence":
                    self._precedence(head, amending.outranking)
                case "step":
                    self._step(head, amending.with_step)
                case _:
                    self._move(head)
        except amending.Refused as refused:
            at = head.whole.find(refused.about) if refused.about else -1
            place = Place(head.place.file, head.place.line, at + 1) if at >= 0 else head.place
            raise InputError(Problem(place, refused.message, head.whole, refused.hint)) from None

    # -- what is done --------------------------------------------------------------------------

    def _remove(self, head: SourceLine) -> None:
        kind, wanted = where(head.rest)
        match kind:
            case "norm":
                key, at = self.named.meant(wanted, "remove")
                self.rules[key] = amending.without_norm(self.rules[key], at)
            case "step":
                step, key = self.named.step(wanted)
                self.rules[key] = amending.without_step(self.rules[key], step)
            case "count":
                self._uncount(wanted)
            case "precedence":
                self._precedence(SourceLine("precedence", wanted, head.place, head.whole), amending.not_outranking)
            case _:
                table, key = self.named.entry(kind, wanted, "remove")
                del table[key]
                self.removed[key] = head

    def _change_norm(self, entry: Entry) -> None:
        """Other norms in the place of the one told in its old words, or by its number and them; all but the first are new."""
        wanted = where(entry.head.rest)[1]
        if ": " not in wanted or not entry.lines or any(_bare(line.key) != "norm" for line in entry.lines):
            shape = "`change norm of ID: what it says`, below it `norm` and what holds instead"
            raise amending.Refused(f"expected {shape}", "")
        key, at = self.named.meant(wanted, "change")
        self.rules[key] = amending.other_norm(self.rules[key], at, entry.lines[0])
        for line in entry.lines[1:]:
            self.rules[key] = amending.with_norm(self.rules[key], line)

    def _norm(self, head: SourceLine) -> None:
        named, colon, text = head.rest.partition(": ")
        if not colon or not text.strip():
            raise amending.Refused("expected `norm of ID: what holds`, or `norm ID.NUMBER: what holds instead`", "")
        line = head.cut(len(head.rest) - len(text))
        line = SourceLine(head.key, line.rest, line.place, line.whole, line.below)
        if named.startswith("of "):
            key = self.named.owner(named[3:], "to add a norm to")
            self.rules[key] = amending.with_norm(self.rules[key], line)
        else:
            key, at = self.named.owned(named)
            self.rules[key] = amending.other_norm(self.rules[key], at, line)

    def _count(self, head: SourceLine) -> None:
        of, _, number = head.rest.rpartition(" ")
        if not of or not (number.isdigit() or number == "unstated"):
            raise amending.Refused("expected `count WHAT NUMBER`, or `count WHAT of CLAUSE NUMBER`", "")
        what, keys = self.named.counting(of)
        for key in keys:
            line = SourceLine("count", f"{what} {number}", head.place, head.whole)
            self.rules[key] = amending.other_count(self.rules[key], what, line)

    def _uncount(self, of: str) -> None:
        what, keys = self.named.counting(of)
        for key in keys:
            self.rules[key] = amending.other_count(self.rules[key], what, None)

    def _precedence(self, head: SourceLine, change: amending.RankingChange) -> None:
        upper, over, lower = head.rest.partition(" over ")
        if not over or not lower or " " in lower:
            lines = ", ".join(f"`precedence {upper} over {one}`" for one in lower.split())
            hint = f"one at a time: {lines}" if over and lower else "the ids of two clauses, or of a clause and a norm"
            raise amending.Refused("expected `precedence UPPER over LOWER`, clauses or norms", "", hint)
        if bearer(upper) != upper:
            hint = f"`{bearer(upper)}`"
            raise amending.Refused("a clause outranks with all its norms; name the clause", upper, hint)
        key = self.named.owner(upper, "to outrank anything")
        if lower.rpartition(".")[0] == upper or lower == upper:
            raise amending.Refused("a clause cannot outrank itself", "")
        self.named.owner(bearer(lower), "to be outranked")
        self.rules[key] = change(self.rules[key], lower, head)

    def _step(self, head: SourceLine, change: amending.Stepping) -> None:
        named = head.rest.partition(":")[0]
        step, of, rest = named.partition(" of ")
        if not of or ": " not in head.rest:
            raise amending.Refused("expected `step NAME of PROCEDURE CLAUSES before STEP: what is done`", "")
        _, key = self.named.step(f"{step} of {rest.partition(' ')[0]}")
        self._reorder(key, change(self.rules[key], head), head)

    def _move(self, head: SourceLine) -> None:
        what, _, rest = head.rest.partition(" ")
        step, of, there = rest.partition(" of ")
        words = there.split(" ")
        if what != "step" or not of or len(words) != 3 or words[1] not in ("before", "after"):
            raise amending.Refused("expected `move step NAME of PROCEDURE before STEP`, or `after STEP`", "")
        _, key = self.named.step(f"{step} of {words[0]}")
        self._reorder(key, amending.moved_step(self.rules[key], step, words[1], words[2]), head)

    def _reorder(self, key: str, procedure: Entry, head: SourceLine) -> None:
        """The procedure as the line orders it. Raises Refused if steps come before each other in a circle now."""
        self._orders.setdefault(key, []).extend(told(head))
        if found := circle((*own(procedure), *self._orders[key])):
            raise amending.Refused(said(procedure.head.rest, found), "", HINT)
        self.rules[key] = procedure


_BARE = frozenset({"erratum", "remove", "move", "norm", "count", "precedence", "step"})


def key_of(head: SourceLine) -> str:
    """What the entry is and what it is called, as it is filed."""
    return f"{head.key} {called(head) if head.key in WORD_HEADS else _id(head)}"


def _bare(key: str) -> str:
    return key.partition("[")[0]


def _start(line: SourceLine) -> Place:
    return Place(line.place.file, line.place.line, len(line.whole) - len(line.whole.lstrip()) + 1)


def _id(head: SourceLine) -> str:
    if head.key in ("clause", "property"):
        return head.rest.split(" ")[0]
    return head.rest


def each_card(entry: Entry) -> Iterator[Entry]:
    """An entry for each card of the rows, in their order; any other entry as it is.

    A list in a line goes with the list of the headline that is as long; of several, with that in the same place.
    Raises InputError where it goes with none.
    """
    if entry.head.key != CARDS:
        yield entry
        return
    sizes = [len(one) for one in _lists(entry.head)]
    goes = [_with(line, sizes) for line in entry.lines]
    for chosen in product(*map(range, sizes)):
        head = structs.replace(_filled(entry.head, chosen), key="card")
        lines = (_filled(line, tuple(chosen[at] for at in to)) for line, to in zip(entry.lines, goes, strict=True))
        yield Entry(head, tuple(lines))


def _lists(line: SourceLine) -> list[list[str]]:
    return [[one.strip() for one in found.split(",")] for found in _LIST.findall(line.rest)]


def _with(line: SourceLine, sizes: list[int]) -> tuple[int, ...]:
    """With which list of the headline each list of the line goes."""
    lengths = [len(one) for one in _lists(line)]
    if lengths == sizes:
        return tuple(range(len(sizes)))
    if any(sizes.count(length) != 1 for length in lengths):
        at = Place(line.place.file, line.place.line, line.whole.find("{") + 1)
        message = "expected lists that are as long as those of the headline, one for one where these are alike"
        raise InputError(Problem(at, message, line.whole))
    return tuple(sizes.index(length) for length in lengths)


def _filled(line: SourceLine, chosen: tuple[int, ...]) -> SourceLine:
    """The line with one of each of its lists."""
    if not chosen:
        return line
    said = iter([listed[at] for listed, at in zip(_lists(line), chosen, strict=True)])
    return structs.replace(line, rest=_LIST.sub(lambda _: next(said), line.rest), below=())


class Order(NamedTuple):
    """A line says that one step comes before another."""

    earlier: str
    later: str
    line: SourceLine


def own(entry: Entry) -> Iterator[Order]:
    """What the steps of the procedure say of their order."""
    lines = [line for line in entry.lines if line.key == "step"]
    names = {edges(line).name for line in lines}
    for line in lines:
        yield from (Order(earlier, edges(line).name, line) for earlier in edges(line).after if earlier in names)


def told(head: SourceLine) -> Iterator[Order]:
    """What `step A of PROCEDURE before B` and `move step A of PROCEDURE after B` say of the order."""
    words = head.rest.partition(": ")[0].removeprefix("step ").split()
    for word, other in pairwise(words[3:]):
        if word in ("before", "after"):
            earlier, later = (words[0], other) if word == "before" else (other, words[0])
            yield Order(earlier, later, head)


def circle(orders: Iterable[Order]) -> tuple[Order, ...]:
    """Those of the orders that make a circle, each step before the one that the next begins with; none if none do."""
    found = {(o.earlier, o.later): o for o in orders}
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for earlier, later in found:
        sorter.add(later, earlier)
    try:
        sorter.prepare()
    except CycleError as error:
        return tuple(found[pair] for pair in pairwise(error.args[1]))
    return ()


def said(procedure: str, orders: Iterable[Order]) -> str:
    """The circle in words, each order with its place."""
    ways = (f"`{o.earlier}` before `{o.later}` ({o.line.place.file}:{o.line.place.line})" for o in orders)
    return f"the steps of {procedure} come before each other in a circle: {', '.join(ways)}"


HINT = "take one of the orders away"


def circular_steps(entry: Entry) -> Iterator[Problem]:
    """A problem, at the last of its lines, if the steps of the procedure come before each other in a circle."""
    if found := circle(own(entry)):
        last = max((o.line for o in found), key=lambda line: (line.place.file, line.place.line))
        yield last.problem(said(entry.head.rest, found), HINT)
