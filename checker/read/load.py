"""A game's folders read into a Game value, amendments applied on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from checker.kernel.effect import Effect, Nothing, Then
from checker.kernel.game import Card, Clause, Count, Declaration, Game, Procedure, Step
from checker.kernel.norm import Norm, Prevents
from checker.kernel.property import Check, Property
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Act, Fact, Vocabulary, sorts
from checker.read.cache import data_folder
from checker.read.checks import unknown_lines, unknown_procedures
from checker.read.circles import circular_facts
from checker.read.files import Entry, Line, entries, read_text
from checker.read.lower import Lowering
from checker.read.parser import Language, language
from checker.read.source import Source, near
from checker.read.words import HEADS as WORD_HEADS
from checker.read.words import vocabulary

NORM_HEADS = frozenset({"clause", "procedure", "step", "open", "property", "remove", "game"})
CARD_HEADS = frozenset({"card", "stand-in", "remove"})
ERRATUM_HEADS = NORM_HEADS | CARD_HEADS | WORD_HEADS | {"erratum"}
ALL_HEADS = ERRATUM_HEADS
MOST_PROBLEMS = 50
STARTS = ("effect", "norm", "cond", "number")

T = TypeVar("T")
_QUOTED = re.compile(r'"([^"]*)"')


class Reader:
    """Reads a game's entries; collects problems so that several are reported at once."""

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self.source = source
        self.problems: list[Problem] = []
        self.titles = tuple(k.partition(" ")[2] for k in source.rules if k.startswith("card "))
        self.bare = vocabulary(self.source.words.values())
        shared = "\n".join(read_text(data_folder() / "grammar" / f) for f in ("card.lark", "norm.lark"))
        starts = (*STARTS, *(x.name for x in sorts(self.bare) if x.name not in STARTS))
        self.language: Language = language(self.bare, self.titles, shared, starts)
        self.lowering = Lowering(self.bare)

    # -- vocabulary --------------------------------------------------------------------------

    def vocabulary(self) -> Vocabulary:
        """The vocabulary with the meanings of its facts and the bodies of its acts."""
        bare = self.bare
        facts = tuple(self._defined(f) for f in bare.facts)
        acts = tuple(
            Act(
                a.name,
                a.params,
                a.phrase,
                a.said,
                self._body(f"act {a.name}", "does"),
                self._body(f"act {a.name}", "last"),
            )
            for a in bare.acts
        )
        return Vocabulary(bare.sorts, bare.fields, facts, acts, bare.zones, bare.kinds, bare.words)

    def _defined(self, fact: Fact) -> Fact:
        lines = self.source.words[f"fact {fact.name}"].all("means")
        if not lines:
            return fact
        tree = self._tree(lines[0], "cond" if fact.result == "condition" else fact.result)
        if tree is None:
            return fact
        lower = self.lowering.cond if fact.result == "condition" else self.lowering.expr
        meaning = self._meant(lines[0], lambda: lower(tree), None)
        return Fact(fact.name, fact.params, fact.result, fact.phrase, fact.meaning, meaning)

    def _body(self, key: str, line: str) -> Effect:
        found = [self._effect(x) for x in self.source.words[key].all(line)]
        return found[0] if len(found) == 1 else Then(tuple(found)) if found else Nothing()

    # -- sentences ---------------------------------------------------------------------------

    def _tree(self, line: Line, start: str) -> Node | None:
        return self._guarded(line, lambda: self.language.parse(line.rest, start, line.place, line=line.whole))

    def _guarded(self, line: Line, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InputError as error:
            self.problems.extend(line.located(p) for p in error.problems)
            if len(self.problems) >= MOST_PROBLEMS:
                raise InputError(*_in_order(self.problems)) from None
            return None

    def _effect(self, line: Line) -> Effect:
        tree = self._tree(line, "effect")
        nothing: Effect = Nothing()
        return nothing if tree is None else self._meant(line, lambda: self.lowering.effect(tree), nothing)

    def _meant(self, line: Line, lower: Callable[[], T], default: T) -> T:
        try:
            return lower()
        except ValueError as error:
            self.problems.append(Problem(line.place, str(error), line.whole))
            return default

    def norms(self, entry: Entry, clause: str, speaker: str) -> Iterable[Norm]:
        """The norms that an entry's lines state."""
        lines = [x for x in entry.lines if x.key == "norm" or x.key.startswith("norm[")]
        over = tuple(entry.text("over").split())
        for number, line in enumerate(lines, 1):
            reading = ""
            if line.rest.startswith("["):
                reading, _, _ = line.rest[1:].partition("] ")
                line = line.cut(len(reading) + 3)
            tree = self._tree(line, "norm")
            if tree is not None:
                made = self._meant(line, lambda tree=tree: self.lowering.norm(tree), None)  # type: ignore[misc]
                if made is not None:
                    says = line.key[5:-1] if line.key.startswith("norm[") else speaker
                    name = clause if len(lines) == 1 else f"{clause}.{number}"
                    yield Norm(name, clause, made[0], made[1], says, over, line.place, reading)

    # -- entries -----------------------------------------------------------------------------

    def game(self) -> Game:
        """The whole game. Raises InputError with every problem of its files."""
        clauses: list[Clause] = []
        norms: list[Norm] = []
        cards: list[Card] = []
        procedures: list[Procedure] = []
        declarations: list[Declaration] = []
        counts: list[Count] = []
        stand_ins: list[Card] = []
        properties: list[Property] = []
        for key, entry in self.source.rules.items():
            kind, _, name = key.partition(" ")
            match kind:
                case "clause":
                    clauses.append(self._clause(entry, name))
                    norms += self.norms(entry, name, entry.text("for", "rule"))
                    counts += [_count(line, name) for line in entry.all("count")]
                case "card":
                    cards.append(self._card(entry, name))
                    norms += self.norms(entry, entry.text("by", name), name)
                case "stand-in":
                    stand_ins.append(self._card(entry, name))
                case "procedure":
                    procedures.append(self._procedure(entry, name))
                case "open":
                    declarations.append(_declaration(entry, name))
                case "property":
                    properties.append(self._property(entry, name))
        vocabulary = self.vocabulary()
        self.problems += unknown_lines((*self.source.words.values(), *self.source.rules.values()))
        if self.problems:
            raise InputError(*_in_order(self.problems))
        titled = Vocabulary(
            vocabulary.sorts,
            vocabulary.fields,
            vocabulary.facts,
            vocabulary.acts,
            vocabulary.zones,
            vocabulary.kinds,
            vocabulary.words,
        )
        game = Game(
            self.name,
            titled,
            tuple(cards),
            tuple(clauses),
            tuple(norms),
            tuple(procedures),
            tuple(declarations),
            Nothing(),
            tuple(counts),
            tuple(self.source.titles),
            tuple(stand_ins),
            tuple(properties),
        )
        lost = (*unknown_procedures(game), *circular_facts(game))
        if lost:
            raise InputError(*lost)
        return game

    def _clause(self, entry: Entry, name: str) -> Clause:
        kind = entry.head.rest.split(" ")[1] if " " in entry.head.rest else ""
        heading = (_QUOTED.findall(entry.head.rest) or [""])[0]
        return Clause(name, kind, heading, entry.text("says"), entry.text("informal"), entry.head.place)

    def _card(self, entry: Entry, title: str) -> Card:
        texts = [self._effect(line) for line in entry.all("text")]
        copies, _, source = entry.text("copies", "0 assumed").partition(" ")
        kinds = _listed(entry.text("kinds"))
        unsure = _listed(entry.text("unsure"))
        for line in (*entry.all("kinds"), *entry.all("unsure")):
            for kind in _listed(line.rest):
                if kind not in self.bare.kinds:
                    hint = near(kind, [f"k {k}" for k in self.bare.kinds])
                    message = f"`{kind}` is no kind of card"
                    self.problems.append(Problem(line.place, message, line.whole, hint))
        return Card(
            title,
            kinds,
            unsure,
            texts[0] if len(texts) == 1 else Then(tuple(texts)),
            " ".join(line.rest for line in entry.all("text")),
            tuple(entry.text("clauses").split()),
            int(copies) if copies.isdigit() else 0,
            source or "assumed",
            _listed(entry.text("assumed")),
            _listed(entry.text("unstated")),
            entry.head.place,
        )

    def _procedure(self, entry: Entry, name: str) -> Procedure:
        steps: list[Step] = []
        for line in entry.all("step"):
            head, colon, _ = line.rest.partition(": ")
            if not colon:
                self.problems.append(Problem(line.place, "expected `step NAME CLAUSES: what is done`", line.whole))
                continue
            label, *rest = head.split(" ")
            after = tuple(rest[i + 1] for i, w in enumerate(rest[:-1]) if w == "after")
            clauses = tuple(w for w in rest if w != "after" and w not in after)
            effect = self._effect(line.cut(len(head) + 2))
            steps.append(Step(label, clauses, effect, after, line.place))
        return Procedure(name, tuple(steps))

    def _property(self, entry: Entry, name: str) -> Property:
        checks: list[Check] = []
        for line in entry.lines:
            if line.key not in ("always", "resting", "at", "never"):
                continue
            when = line.key
            if when == "at":
                when = line.rest.partition(" ")[0]
                line = line.cut(len(when) + 1)
            if when == "never":
                event, _, cond = line.rest.partition(" if ")
                line = Line(line.key, f"{event} is prevented if {cond}", line.place, line.whole)
            tree = self._tree(line, "norm" if when == "never" else "cond")
            made = self._meant(line, lambda tree=tree, when=when: self._check(when, tree), None)  # type: ignore[misc]
            checks += [made] if made is not None else []
        kind = entry.head.rest.partition(" ")[2]
        return Property(
            name,
            kind,
            entry.text("says"),
            tuple(entry.text("clauses").split()),
            tuple(checks),
            entry.text("by"),
            entry.text("violable"),
            entry.text("unchecked"),
            entry.head.place,
        )

    def _check(self, when: str, tree: Node | None) -> Check | None:
        if tree is None:
            return None
        if when != "never":
            return Check(when, self.lowering.cond(tree))
        claim, cond = self.lowering.norm(tree)
        return Check(when, cond, claim.event) if isinstance(claim, Prevents) else None


def _in_order(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _count(line: Line, clause: str) -> Count:
    of, _, number = line.rest.rpartition(" ")
    if not number.isdigit() and number != "unstated":
        raise InputError(Problem(line.place, "expected `count WHAT NUMBER` or `count WHAT unstated`", line.whole))
    return Count(of, int(number) if number.isdigit() else None, clause, line.place)


def _declaration(entry: Entry, name: str) -> Declaration:
    return Declaration(
        name,
        entry.text("point"),
        entry.text("reason"),
        entry.text("default"),
        tuple(entry.text("clauses").split()),
        entry.head.place,
    )


def game_files(name: str, root: Path | None = None) -> list[Path]:
    """The files of a game: vocabulary first, then cards, then the other specs, each in name order."""
    base = root or data_folder()
    specs = sorted((base / "specs" / name).glob("*.norm"), key=lambda p: (p.name != "vocabulary.norm", p.name))
    cards = sorted((base / "cards" / name).glob("*.cards"))
    return [*specs[:1], *cards, *specs[1:]]


def load(name: str, amendments: Iterable[Path] = (), root: Path | None = None, without: Iterable[str] = ()) -> Reader:
    """A reader of the game with the amendments applied and the clauses in `without` taken away.

    Raises InputError with every problem found in the files.
    """
    source = Source()
    base = root or data_folder()
    for path in game_files(name, root):
        shown = str(path.relative_to(base)) if path.is_relative_to(base) else str(path)
        for entry in entries(read_text(path), shown, ALL_HEADS):
            source.add(entry, amending=False)
    for path in amendments:
        shown = str(path.relative_to(base)) if path.is_relative_to(base) else str(path)
        listed = entries(read_text(path), shown, ALL_HEADS)
        if not any(e.head.key == "erratum" for e in listed):
            raise InputError(Problem(Place(str(path), 1), 'an amendment begins with `erratum "title"`'))
        for entry in listed:
            source.add(entry, amending=True)
    for clause in without:
        source.rules.pop(f"clause {clause}", None)
    return Reader(name, source)


__all__ = ["Reader", "Source", "game_files", "load"]
