"""A game's entries read into a Game value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product

import msgspec

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Clause, Declaration, Game, Procedure, StatedCount, Step
from checker.kernel.norm import ALL_ELSE, CLOSES, Norm
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.term import And, Cond, Not, Yes
from checker.kernel.trees.fact_circles import with_circles
from checker.kernel.trees.renamed_keys import told_apart
from checker.kernel.vocabulary import Act, Fact, Vocabulary
from checker.load.amended.implicit_choices import with_own_picks, with_step_clauses
from checker.load.apply_erratum import blamed, edges, norms, numbered
from checker.load.durations import spoken, with_durations
from checker.load.entries import Source, circular_steps
from checker.load.entry_checks import (
    double_names,
    unbound,
    unbound_steps,
    unknown_acts,
    unknown_lines,
    unknown_procedures,
)
from checker.load.line_sentences import RETOLD, CardMoment, asked, at_moment, laid_out, moments, told_event
from checker.load.name_hints import near
from checker.load.property_reader import properties
from checker.load.recursive_facts import circular_facts
from checker.load.short_entries.standing_rules import closed, never_sought, sought
from checker.load.switched_off import switched, unknown_switched
from checker.syntax.authority import of_lines, printed, wording
from checker.syntax.files import Entry, SourceLine, with_line
from checker.syntax.sentences import Sentences, in_order

_QUOTED = re.compile(r'"([^"]*)"')
_TOLD = re.compile(r'"([^"]*)" if ')


class GameReader:
    """Reads a game's entries; collects problems so that several are reported at once."""

    def __init__(self, name: str, source: Source, files: frozenset[str] = frozenset()) -> None:
        self.name = name
        self.source = source
        self.files = files
        self.bare = spoken(self.source.words.values(), source.rules)
        known = (*source.rules, *source.removed)
        self.titles = tuple(k.partition(" ")[2] for k in known if k.startswith("card "))
        self.sentences = Sentences(self.bare, self.titles)
        self.language = self.sentences.language
        self.lowering = self.sentences.lowering
        self.problems = self.sentences.problems
        self._letters = frozenset(letter for act in self.bare.acts for letter, _ in act.params) | {
            f"the {sort.name}" for sort in self.bare.sorts
        }

    def game(self) -> Game:
        """The whole game. Raises InputError with every problem of its files."""
        clauses, cards, stand_ins = self._all("clause"), self._all("card"), self._all("stand-in")
        norms = [n for key, entry in self.source.rules.items() for n in self._norms(entry, *key.partition(" ")[::2])]
        made = (
            tuple(self._card(entry, name) for name, entry in cards),
            tuple(_clause(entry, name, self.problems) for name, entry in clauses),
            tuple(norms),
            tuple(self._procedure(entry, name) for name, entry in self._all("procedure")),
            tuple(_declaration(entry, name) for name, entry in self._all("open")),
            Nothing(),
            tuple(c for name, entry in clauses for c in self._counts(entry, name)),
            tuple(self.source.titles),
            tuple(self._card(entry, name) for name, entry in stand_ins),
            properties(self._all("property"), self.source.words.values(), self.titles, self.sentences),
            tuple(key.removeprefix("card ") for key in self.source.removed if key.startswith("card ")),
            tuple(self.source.amended),
            tuple(
                (f.name, self.source.words[f"fact {f.name}"].head.place) for f in self.bare.facts if self._foreign(f)
            ),
            tuple(self.source.overruling.found),
            tuple(wording(entry, name, self.problems) for name, entry in self._all("wording")),
        )
        game = with_durations(self._with_moments(Game(self.name, self.vocabulary(), *made), cards), self.sentences)
        self.problems += unknown_lines((*self.source.words.values(), *self.source.rules.values()))
        self.problems += (p for name, entry in self._all("procedure") for p in circular_steps(entry))
        self.problems += (*self._beginning(game), *never_sought(game))
        game = sought(game)
        if not self.problems:
            self.problems += (
                *unknown_procedures(game),
                *unknown_acts(game),
                *double_names(game),
                *unbound_steps(game),
                *unknown_switched(game),
            )
            game = switched(closed(game))
            self.problems += circular_facts(game)
        if self.problems:
            found = (*self._still_used(), *map(with_line, in_order(self.problems)))
            raise InputError(*blamed(found, self.source.amended, self.files))
        return with_circles(with_step_clauses(with_own_picks(told_apart(game))))

    def _beginning(self, game: Game) -> Iterator[Problem]:
        """A problem if there is no procedure with which play begins."""
        if not game.procedures:
            first = next(iter(self.source.words.values()), None)
            place = Place(first.head.place.file if first else self.name, 1)
            yield Problem(
                place, "the game has no procedure", "", "`procedure game`, below it `step NAME: what is done`"
            )

    def _still_used(self) -> Iterator[Problem]:
        """What was taken away, where that may be why the rest cannot be read."""
        for key, head in self.source.removed.items():
            if not key.startswith(("clause ", "card ", "open ", "property ")):
                yield head.problem(f"the rules still need the {key.replace(' ', ' `', 1)}`")

    def _all(self, kind: str) -> list[tuple[str, Entry]]:
        rules = self.source.rules.items()
        return [(key.partition(" ")[2], entry) for key, entry in rules if key.startswith(f"{kind} ")]

    # -- vocabulary --------------------------------------------------------------------------

    def vocabulary(self) -> Vocabulary:
        """The vocabulary with the meanings of its facts and the bodies of its acts."""
        bare, words = self.bare, self.source.words
        effects = self.sentences.effects
        facts = tuple(self._defined(f) for f in bare.facts)
        acts = []
        for a in bare.acts:
            entry = words[f"act {a.name}"]
            does, last = effects(entry.all("does")), effects(entry.all("last"))
            for line in (*entry.all("does"), *entry.all("last"))[:1]:
                self.problems += unbound(
                    (does, last), (letter for letter, _ in a.params), line.place, "act", line.whole
                )
            needs, (other, otherwise) = self._needed(entry), self._otherwise(entry)
            for line in entry.all("needs")[:1]:
                self.problems += unbound(needs, (letter for letter, _ in a.params), line.place, "act", line.whole)
            lacking, _, demanding = entry.text("lacking").removeprefix('"').partition('" by ')
            because = tuple(demanding.split())
            told = (needs, other, otherwise, lacking, because)
            retold = any(line.rest == RETOLD for line in entry.all("told"))
            acts.append(Act(a.name, a.params, a.phrase, a.said, does, last, *told, retold=retold))
        apart = [
            (pair, clause)
            for clause, entry in self._all("clause")
            for line in entry.all("apart")
            for pair in self._apart(line)
        ]
        pairs, by = tuple(p for p, _ in apart), tuple(c for _, c in apart)
        return msgspec.structs.replace(
            bare,
            facts=facts,
            acts=tuple(acts),
            apart=pairs,
            apart_by=by,
            questions=tuple(asked(q, words[f"question {q.phrase}"], self.sentences) for q in bare.questions),
            setups=tuple(laid_out(x, words[f"setup {x.phrase}"], self.sentences) for x in bare.setups),
            told=tuple(told_event(x, words[f"told {x.phrase}"], self.sentences) for x in bare.told),
        )

    def _apart(self, line: SourceLine) -> Iterator[tuple[str, str]]:
        """Every kind on one side of a semicolon with every kind on another side of it, both ways."""
        sides = [_listed(side) for side in line.rest.split(";")]
        for kind in (k for side in sides for k in side):
            self._known_kind(kind, line)
        for one, other in permutations(sides, 2):
            yield from product(one, other)

    def _needed(self, entry: Entry) -> Cond:
        conds = [c for line in entry.all("needs") if (c := self.sentences.cond(line)) is not None]
        return conds[0] if len(conds) == 1 else And(tuple(conds)) if conds else Yes()

    def _otherwise(self, entry: Entry) -> tuple[str, Cond]:
        """Other words for the act, and where it is told in them."""
        for line in (told for told in entry.all("told") if told.rest != RETOLD):
            if (found := _TOLD.match(line.rest)) is None:
                expected = f'expected `told "WORDS" if CONDITION` or `told {RETOLD}`'
                self.problems.append(with_line(line.problem(expected)))
            elif (cond := self.sentences.cond(line.cut(found.end()))) is not None:
                return found[1], cond
        return "", Not(Yes())

    def _foreign(self, fact: Fact) -> bool:
        """Neither norms nor a meaning say what the fact is."""
        own = self.source.words.get(f"fact {fact.name}")
        return own is not None and not fact.institutional and not own.all("means")

    def _defined(self, fact: Fact) -> Fact:
        own = self.source.words.get(f"fact {fact.name}")
        if own is None or not (lines := own.all("means")):
            return fact
        line, condition = lines[0], fact.result == "condition"
        tree = self.sentences.tree(line, "cond" if condition else fact.result)
        if tree is None:
            return fact
        lower = self.lowering.cond if condition else self.lowering.expr
        meaning = self.sentences.meant(line, lambda: lower(tree), None)
        self.problems += unbound(meaning, (letter for letter, _ in fact.params), line.place, "meaning", line.whole)
        return msgspec.structs.replace(fact, definition=meaning)

    def _with_moments(self, game: Game, cards: list[tuple[str, Entry]]) -> Game:
        """The game with the steps that cards bring."""
        found: list[CardMoment] = []
        for title, entry in cards:
            try:
                found += moments(entry, title, self.sentences)
            except InputError as error:
                self.problems += error.problems

        def with_steps(one: Procedure) -> Procedure:
            own = [m for m in found if m.procedure == one.name]
            begun, ended = (tuple(m.step for m in own if m.first is first) for first in (True, False))
            return msgspec.structs.replace(one, steps=(*begun, *one.steps, *ended))

        return msgspec.structs.replace(game, procedures=tuple(map(with_steps, game.procedures))) if found else game

    # -- entries -----------------------------------------------------------------------------

    def _norms(self, entry: Entry, kind: str, name: str) -> Iterator[Norm]:
        if kind not in ("clause", "card"):
            return
        card = kind == "card"
        clause = entry.text("by", name) if card else name
        speaker = name if card else entry.text("for", "rule")
        over = tuple(entry.text("over").split())
        for number, line in numbered(entry):
            reading = ""
            if line.rest.startswith("["):
                reading, _, _ = line.rest[1:].partition("] ")
                line = line.cut(len(reading) + 3)
            made = self.sentences.norm(line, name if card else "")
            if made is not None:
                says = line.key[5:-1] if line.key.startswith("norm[") else speaker
                by = (ALL_ELSE, ()) if made[0] == CLOSES else (says, over)
                yield Norm(f"{name}{number}", clause, made[0], made[1], *by, line.place, reading)
        texts = (line for line in entry.lines if line.key == "text" and card and not at_moment(line))
        held = ((line, made) for line in texts for made in self.sentences.rulings(line, name))
        for at, (line, made) in enumerate(held, len(norms(entry)) + 1):
            yield Norm(f"{name}.{at}", clause, made[0], made[1], speaker, over, line.place)

    def _counts(self, entry: Entry, clause: str) -> Iterator[StatedCount]:
        for line in entry.all("count"):
            of, _, number = line.rest.rpartition(" ")
            if of and (number.isdigit() or number == "unstated"):
                yield StatedCount(of, int(number) if number.isdigit() else None, clause, line.place)
            else:
                self.problems.append(line.problem("expected `count WHAT NUMBER` or `count WHAT unstated`"))

    def _known_kind(self, kind: str, line: SourceLine) -> None:
        if kind not in self.bare.kinds:
            hint = near(kind, [f"k {k}" for k in self.bare.kinds])
            self.problems.append(line.problem(f"`{kind}` is no kind of card", hint))

    def _card(self, entry: Entry, title: str) -> Card:
        copies, _, source = entry.text("copies", "0 assumed").partition(" ")
        for line in (*entry.all("kinds"), *entry.all("unsure")):
            for kind in _listed(line.rest):
                self._known_kind(kind, line)
        said = [line for line in entry.lines if line.key in ("text", "because") and not at_moment(line)]
        kinds = self.sentences.kinds(said)
        for kind in kinds:
            self._known_kind(kind, said[0])
        text = self.sentences.text(said)
        self.problems += (p for line in said[:1] for p in unbound(text, self._letters, line.place, "text", line.whole))
        return Card(
            title,
            tuple(dict.fromkeys((*_listed(entry.text("kinds")), *kinds))),
            _listed(entry.text("unsure")),
            text,
            " ".join(line.rest if line.key == "text" else f"[{line.rest}]" for line in said),
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
                self.problems.append(line.problem("expected `step NAME CLAUSES: what is done`"))
                continue
            label, clauses, after = edges(line)
            line = line.cut(len(head) + 2)
            effect = self.sentences.effect(line)
            steps.append(Step(label, clauses, effect, after, line.place))
        return Procedure(name, tuple(steps), bool(entry.all("unordered")))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _clause(entry: Entry, name: str, problems: list[Problem]) -> Clause:
    kind = entry.head.rest.split(" ")[1] if " " in entry.head.rest else ""
    heading = (_QUOTED.findall(entry.head.rest) or [""])[0]
    known, wrong = of_lines(x for x in entry.lines if x.key in ("source", "since"))
    problems += wrong
    words = printed(entry, problems)
    return Clause(name, kind, heading, entry.text("says"), entry.text("informal"), entry.head.place, known, *words)


def _declaration(entry: Entry, name: str) -> Declaration:
    return Declaration(
        name,
        entry.text("point"),
        entry.text("reason"),
        entry.text("default"),
        tuple(entry.text("clauses").split()),
        entry.head.place,
        tuple(s.strip() for s in entry.text("slots").split(";") if s.strip()),
    )
