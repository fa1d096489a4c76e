"""What an erratum does to one entry: lines changed, norms, counts, precedence and steps added and taken away.

The norms of an entry keep their numbers: one that is taken away leaves its number free, one that is
added gets the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

import msgspec

from checker.kernel.game import Amended
from checker.kernel.source import Problem
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.syntax.files import Entry, SourceLine, excerpt, with_line

GONE = "norm taken away"
ADDED = "norm added"
COPIES = "copies"

RankingChange: TypeAlias = Callable[[Entry, str, SourceLine], Entry]
Stepping: TypeAlias = Callable[[Entry, SourceLine], Entry]

_STEP = re.compile(r"(\S+) of (\S+)((?: (?!before |after )\S+)*)(?: before (\S+))?((?: after \S+)*)")


class Refused(Exception):
    """An amendment that cannot be made; `about` are the words at which it fails."""

    def __init__(self, message: str, about: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.about, self.hint = message, about, hint


def changed(entry: Entry, by: Entry) -> Entry:
    """The entry with the lines of `by` in the place of those with the same key; the others as they were."""
    if not by.lines:
        raise Refused("expected the lines to change below it", "")
    keys = {_plain(line.key) for line in by.lines}
    keys |= {"because"} if "text" in keys else set()
    kept = tuple(line for line in entry.lines if _plain(line.key) not in keys)
    return Entry(entry.head, (*kept, *by.lines))


def as_many(entry: Entry, before: Entry) -> Entry:
    """The entry in the place of the one before; of a card that does not say so there are as many copies as before."""
    kept = before.all(COPIES) if entry.head.key == "card" and not entry.all(COPIES) else ()
    return Entry(entry.head, (*entry.lines, *kept)) if kept else entry


def _plain(key: str) -> str:
    return "norm" if key.startswith("norm[") or key in (GONE, ADDED) else key


def is_norm(line: SourceLine) -> bool:
    """The line is a norm, or one that was taken away."""
    return _plain(line.key) == "norm"


# -- norms -------------------------------------------------------------------------------------


def norms(entry: Entry) -> tuple[int, ...]:
    """Where the norms of the entry stand among its lines, those that were taken away too."""
    return tuple(i for i, line in enumerate(entry.lines) if is_norm(line))


def numbered(entry: Entry) -> tuple[tuple[str, SourceLine], ...]:
    """The norms of the entry, each with what follows the id of the clause in its own: nothing for the only one."""
    every = [entry.lines[i] for i in norms(entry)]
    alone = sum(not line.added for line in every) == 1
    named = [("" if alone and n == 1 else f".{n}", line) for n, line in enumerate(every, 1)]
    return tuple((name, line) for name, line in named if line.key != GONE)


def _at(entry: Entry, number: int) -> int:
    found = norms(entry)
    name = entry.head.rest.split(" ")[0]
    if not 0 < number <= len(found):
        hint = f"they are numbered from 1 to {len(found)}; `hexcheck show {name}` lists them" if found else ""
        raise Refused(f"there is no norm {number} of {name}", "", hint)
    if entry.lines[found[number - 1]].key == GONE:
        raise Refused(f"norm {number} of {name} is taken away already", "")
    return found[number - 1]


def number_of(entry: Entry, text: str) -> int:
    """The number of the norm of the entry that reads so, whatever the spaces; the first of several alike."""
    wanted = text.split()
    every = [(n, entry.lines[i]) for n, i in enumerate(norms(entry), 1) if entry.lines[i].key != GONE]
    for number, line in every:
        if line.rest.split() == wanted:
            return number
    name = entry.head.rest.split(" ")[0] if entry.head.key == "clause" else entry.head.rest
    said = {line.rest: f"{name}.{number}" for number, line in every}
    import difflib

    close = difflib.get_close_matches(" ".join(wanted), said, n=1, cutoff=0.3)
    hint = f"the nearest is {said[close[0]]}: `{close[0]}`" if close else ""
    raise Refused(f"no norm of {name} reads so", text, hint)


def reads(entry: Entry, number: int, text: str) -> None:
    """Raises Refused if the norm of that number does not read so, with the one that does, or the nearest."""
    at = _at(entry, number)
    if entry.lines[at].rest.split() == text.split():
        return
    name = entry.head.rest.split(" ")[0] if entry.head.key == "clause" else entry.head.rest
    said = {entry.lines[i].rest: n for n, i in enumerate(norms(entry), 1) if entry.lines[i].key != GONE}
    words = {" ".join(rest.split()): (n, rest) for rest, n in said.items()}
    import difflib

    close = difflib.get_close_matches(" ".join(text.split()), words, n=1, cutoff=0.3)
    now = f"{name}.{number} reads `{entry.lines[at].rest}`"
    near = [words[c] for c in close if words[c][0] != number]
    hint = "".join(f"the nearest is {name}.{n}: `{rest}`; " for n, rest in near) + now
    raise Refused(f"norm {number} of {name} does not read so", text, hint)


def without_norm(entry: Entry, number: int) -> Entry:
    """The entry without its norm of that number."""
    at = _at(entry, number)
    gone = msgspec.structs.replace(entry.lines[at], key=GONE)
    return Entry(entry.head, (*entry.lines[:at], gone, *entry.lines[at + 1 :]))


def other_norm(entry: Entry, number: int, line: SourceLine) -> Entry:
    """The entry with another norm of that number."""
    at = _at(entry, number)
    line = msgspec.structs.replace(line, added=entry.lines[at].added)
    return Entry(entry.head, (*entry.lines[:at], line, *entry.lines[at + 1 :]))


def with_norm(entry: Entry, line: SourceLine) -> Entry:
    """The entry with one more norm."""
    return Entry(entry.head, (*entry.lines, msgspec.structs.replace(line, added=True)))


# -- counts ------------------------------------------------------------------------------------


def counted(entry: Entry) -> tuple[str, ...]:
    """What the entry counts."""
    return tuple(line.rest.rpartition(" ")[0] for line in entry.all("count"))


def counts(entry: Entry, what: str) -> bool:
    """The entry counts that."""
    return what in counted(entry)


def other_count(entry: Entry, what: str, line: SourceLine | None) -> Entry:
    """The entry with another number of that, or with none."""
    lines = [line if x.key == "count" and x.rest.rpartition(" ")[0] == what else x for x in entry.lines]
    return Entry(entry.head, tuple(x for x in lines if x is not None))


# -- precedence --------------------------------------------------------------------------------


def outranking(entry: Entry, lower: str, head: SourceLine) -> Entry:
    """The entry, outranking one more clause or norm."""
    told = entry.text("over").split()
    line = SourceLine("over", " ".join(dict.fromkeys((*told, lower))), head.place, head.whole)
    return Entry(entry.head, (*(x for x in entry.lines if x.key != "over"), line))


def not_outranking(entry: Entry, lower: str, head: SourceLine) -> Entry:
    """The entry, no more outranking the clause or norm."""
    told = entry.text("over").split()
    if lower not in told:
        hint = "it outranks " + ", ".join(told) if told else "it outranks nothing by name"
        raise Refused(f"{entry.head.rest.split(' ')[0]} does not outrank `{lower}`", lower, hint)
    rest = " ".join(x for x in told if x != lower)
    line = (SourceLine("over", rest, head.place, head.whole),) if rest else ()
    return Entry(entry.head, (*(x for x in entry.lines if x.key != "over"), *line))


# -- steps -------------------------------------------------------------------------------------


class Edges(NamedTuple):
    """What stands before the colon of a step: its name, its clauses, and the steps that it comes after."""

    name: str
    clauses: tuple[str, ...]
    after: tuple[str, ...]


def edges(line: SourceLine) -> Edges:
    """What the line of a step says of its place; nothing if it has no colon."""
    head, _, _ = line.rest.partition(": ")
    name, *rest = head.split(" ")
    after = tuple(rest[i + 1] for i, word in enumerate(rest[:-1]) if word == "after")
    return Edges(name.rstrip(":"), tuple(w for w in rest if w != "after" and w not in after), after)


def steps(entry: Entry) -> tuple[str, ...]:
    """The names of the steps of a procedure."""
    return tuple(_step(line) for line in entry.lines if line.key == "step")


def _step(line: SourceLine) -> str:
    return edges(line).name


def _known(entry: Entry, step: str) -> None:
    names = steps(entry)
    if step not in names:
        import difflib

        close = difflib.get_close_matches(step, names, n=1, cutoff=0.5)
        hint = f"did you mean `{close[0]}`?" if close else "its steps are " + ", ".join(names)
        raise Refused(f"{entry.head.rest} has no step `{step}`", step, hint)


def without_step(entry: Entry, step: str) -> Entry:
    """The procedure without the step."""
    _known(entry, step)
    return Entry(entry.head, tuple(x for x in entry.lines if not (x.key == "step" and _step(x) == step)))


def with_step(entry: Entry, head: SourceLine) -> Entry:
    """The procedure with the step that `NAME of PROCEDURE CLAUSES before STEP after STEP: effect` states.

    It stands before or after the step named; else where the one stood that it replaces; else last.
    """
    named, _, effect = head.rest.partition(": ")
    match = _STEP.fullmatch(named)
    if match is None:
        raise Refused("expected `step NAME of PROCEDURE CLAUSES before STEP: what is done`", "")
    name, _, clauses, before, afters = match.groups()
    after = tuple(afters.split())[1::2]
    for other in (*((before,) if before else ()), *after):
        _known(entry, other)
        if other == name:
            raise Refused(f"`{name}` cannot come before or after itself", "")
    names = steps(entry)
    text = f"{name}{clauses}{afters}: "
    made = head.cut(len(head.rest) - len(effect) - len(text))
    made = msgspec.structs.replace(made, rest=text + effect)
    if before is None and not after and name in names:
        lines = [made if x.key == "step" and _step(x) == name else x for x in entry.lines]
        return Entry(entry.head, tuple(lines))
    left = [x for x in entry.lines if not (x.key == "step" and _step(x) == name)]
    return Entry(entry.head, tuple(_edged(entry, _placed(left, made, before, after), name, before)))


def _placed(lines: list[SourceLine], made: SourceLine, before: str | None, after: Iterable[str]) -> list[SourceLine]:
    at = len(lines)
    for i, line in enumerate(lines):
        if line.key == "step" and _step(line) == before:
            at = i
    if before is None:
        behind = [i for i, line in enumerate(lines) if line.key == "step" and _step(line) in tuple(after)]
        at = max(behind, default=len(lines) - 1) + 1
    return [*lines[:at], made, *lines[at:]]


def _edged(entry: Entry, lines: list[SourceLine], name: str, before: str | None, after: str = "") -> list[SourceLine]:
    """Where nothing orders the steps, their places say nothing: an order that is told becomes an edge."""
    if (before is None and not after) or not entry.all("unordered"):
        return lines
    later, first = (before, name) if before else (name, after)
    return [_later(x, first) if x.key == "step" and _step(x) == later else x for x in lines]


def _later(line: SourceLine, first: str) -> SourceLine:
    head, colon, effect = line.rest.partition(": ")
    return msgspec.structs.replace(line, rest=f"{head} after {first}{colon}{effect}")


def moved_step(entry: Entry, step: str, where: str, other: str) -> Entry:
    """The procedure with the step right before or after the other."""
    _known(entry, step)
    _known(entry, other)
    if step == other:
        raise Refused(f"`{step}` cannot come before or after itself", "")
    made = next(x for x in entry.lines if x.key == "step" and _step(x) == step)
    left = [x for x in entry.lines if x is not made]
    placed = _placed(left, made, other if where == "before" else None, (other,))
    edge = (other, "") if where == "before" else (None, other)
    return Entry(entry.head, tuple(_edged(entry, placed, step, *edge)))


def blamed(problems: Iterable[Problem], amended: Iterable[Amended], files: frozenset[str]) -> Iterator[Problem]:
    """The problems, each of which stands in one of the files of the amendments if one of their words may be why.

    What the rulebook says cannot be read any more where a word of it is amended.
    """
    words = [a for a in amended if a.kind in WORD_HEADS and a.place is not None and a.place.file in files]
    told = list(problems)
    if not words or any(p.place.file in files for p in told):
        yield from told
        return
    for problem in told:
        said = set(re.findall(r"\w+", f"{problem.message} {problem.excerpt}".casefold()))
        likeliest = max(words, key=lambda a: len(said & set(re.findall(r"\w+", excerpt(a.place).casefold()))))
        assert likeliest.place is not None
        where = f" ({problem.place.file}:{problem.place.line})" if problem.excerpt else ""
        told_there = f"with this {likeliest.kind} the rules cannot be read: {problem.message}{where}"
        yield with_line(msgspec.structs.replace(problem, place=likeliest.place, message=told_there, excerpt=""))
