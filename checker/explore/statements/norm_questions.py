"""What can be asked about a norm at a table: its fact, its number, or its act, in the words of the game.

A norm that brings something about when an act is done is asked about after that act was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, islice, product
from typing import NamedTuple

import msgspec

from checker.explore.cards.search_result import DecidingPoint
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import Cause, SceneState, key_of
from checker.explore.scene_templates import alike, labels
from checker.explore.situations import SEATS, Situation, catalogue, players
from checker.explore.statements.norm_tables import satisfying
from checker.kernel.norm import Counts, MustNot, Norm, OfAct, OfFact, about
from checker.kernel.term import Call, Compare, Lit, Var
from checker.kernel.trees.clause_uses import mentions
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import OFF, Vocabulary, sort_of, sort_or_nothing
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scratch
from checker.session.persistent_memo import TracedResult, relevance, traced
from checker.verdicts.verdict import Answer

MOST = 60
"""So many wordings at most of one norm at one table."""
MOST_TRIED = 800
"""So many questions at most are asked for a scene that shows a norm …"""
MOST_ASKED = 24
"""… and so many in one scene, the shortest first."""
MOST_PUT = 100
"""So many scenes at most have other cards in the places of those that one names."""
MOST_SET = 4
"""In so many scenes at most numbers are put to what two norms ask for."""
MOST_TITLES = 8
"""So many cards at most stand for one letter."""
MOST_SATISFYING = 12
"""So many tables are laid out at most in each of them with what two norms ask for."""
NUMBERS = ("1", "2", "3")
_SLOT = re.compile(r"\{([^}]+)\}")


def _put(named: dict[str, str], slot: re.Match[str]) -> str:
    """What stands in the place of the slot."""
    return named[slot.group(1)]


class Probe(NamedTuple):
    """A question, after an act that is told first where there is one."""

    question: str
    act: str = ""


def probes(bench: Bench, norms: Iterable[Norm], lines: tuple[str, ...]) -> Iterator[Probe]:
    """What can be asked about the norms in a scene of these lines, the first of which seats the players."""
    made = _Wordings(bench, lines)
    seen: set[Probe] = set()
    for norm in norms:
        for probe in islice(made.of(norm), MOST):
            if probe not in seen:
                seen.add(probe)
                yield probe


class _Wordings:
    def __init__(self, bench: Bench, lines: tuple[str, ...]) -> None:
        game = bench.rules.game
        self.rules = bench.rules
        self.words: Vocabulary = game.vocabulary
        self.players = tuple(lines[0].split()[1:])
        self.labels = labels(lines) or ("H1",)
        self.lines = lines
        self.titles = tuple(c.title for c in game.cards)

    def of(self, norm: Norm) -> Iterator[Probe]:
        what = about(norm.claim)
        if what is None:
            return
        if isinstance(norm.claim, OfFact):
            fact = self.rules.facts.get(what.act)
            so = isinstance(norm.claim, Counts) or (fact is not None and fact.result == "condition")
            form = "is it so that {}?" if so else "what is {}?"
            yield from (Probe(form.format(said)) for said in self._facts(what.act, norm))
            return
        for who, deed in self._deeds(what.act, norm):
            if isinstance(norm.claim, OfAct):
                yield Probe(f"may {who} {deed}?")
                yield Probe(f"must {who} {deed}?")
            else:
                yield Probe("what happens?", f"{who} does {deed}")

    def _facts(self, name: str, norm: Norm) -> Iterator[str]:
        fact = self.rules.facts.get(name)
        if fact is not None and not name.startswith(OFF):
            yield from self._said(fact.phrase, norm)

    def _deeds(self, name: str, norm: Norm) -> Iterator[tuple[str, str]]:
        act = next((a for a in self.words.acts if a.name == name), None)
        if act is None or not act.params or sort_or_nothing(self.words, act.params[0][0]) != "player":
            return
        for who in self.players:
            for deed in self._said(act.phrase, norm, {act.params[0][0]: who}):
                yield who, deed

    def _said(self, phrase: str, norm: Norm, put: dict[str, str] | None = None) -> Iterator[str]:
        """The wordings of the phrase with everything of this table in the places of its variables."""
        for wording in phrase.split(" | "):
            slots = [s for s in dict.fromkeys(_SLOT.findall(wording)) if s not in (put or {})]
            for twice in (False, True) if _of_one(norm) else (False,):
                for values in product(*(self._values(s, norm) for s in slots)):
                    named = {**(put or {}), **dict(zip(slots, values, strict=True))}
                    if (len(set(named.values())) < len(named)) is twice:
                        yield _SLOT.sub(partial(_put, named), wording)

    def _values(self, letter: str, norm: Norm) -> tuple[str, ...]:
        sort = sort_or_nothing(self.words, letter)
        match sort:
            case "player":
                return self.players
            case "card" | "title":
                there, text = mentions((norm.claim, norm.cond)), "\n".join(self.lines)
                words = tuple(w for w in self.rules.words.get("title", ()) if sort == "title" and w in there)
                return (*words, *(t for t in self.titles if t in there or t in text))[:MOST_TITLES]
            case "number":
                return tuple(dict.fromkeys((*NUMBERS, *_bounds(norm))))
            case _:
                if any(s.name == sort and s.labels for s in self.words.sorts):
                    return self.labels
                return self.rules.words[sort][:4]


class Asking:
    """Scenes with any players, told and asked under one version of the rules; if `brief`, for the open points of answers."""

    def __init__(self, bench: Bench, brief: bool = False) -> None:
        self.bench, self.brief = bench, brief
        self.tables: dict[str, SceneDriver] = {}

    def begin(self, lines: tuple[str, ...]) -> SceneState | None:
        """The scene of the lines, the first of which seats the players; None if it cannot be laid out."""
        if lines[0] not in self.tables:
            table = SceneDriver(self.bench, len(lines[0].split()) - 1)
            table.head, table.orders, table.shared, table.brief = lines[0], True, True, self.brief
            self.tables[lines[0]] = table
        return self.tables[lines[0]].begin(lines[1:])

    def asked(self, told: SceneState | None, probe: Probe) -> Answer | None:
        """The answer; None for what cannot be told or asked."""
        if told is None:
            return None
        table = self.tables[told.lines[0]]
        before = table.tell(told, probe.act) if probe.act else told
        after = table.tell(before, probe.question) if before is not None else None
        return after.judge.answers[-1] if after is not None and after.judge.answers else None

    def answer(self, told: SceneState | None, probe: Probe) -> tuple[str, str]:
        """Verdict and value; nothing for what cannot be told or asked."""
        answer = self.asked(told, probe)
        return (answer.verdict.value, answer.value) if answer is not None else ("", "")


class NormRivals(NamedTuple):
    """Two norms by their names, and for how many players it is asked whether they disagree."""

    one: str
    other: str
    players: tuple[int, ...]


def clash(bench: Bench, rivals: NormRivals) -> DecidingPoint | None:
    """The first scene in which a question about the two norms hangs on their disagreement."""
    norms = tuple(bench.rules.norms[n] for n in (rivals.one, rivals.other))
    return clash_on(bench, rivals, _stated(bench, norms, rivals.players))


def clash_on(bench: Bench, rivals: NormRivals, stated: Iterable[tuple[int, tuple[str, ...]]]) -> DecidingPoint | None:
    """The first of the scenes, each for so many players, in which that is so."""
    norms = tuple(bench.rules.norms[n] for n in (rivals.one, rivals.other))
    wanted = {n.clause for n in norms}
    asking, known = Asking(bench, brief=True), relevance(bench)
    for seats, told_of in stated:
        lines = (players(seats), *told_of)
        told = asking.begin(lines)
        lying = told.words() if told is not None else frozenset()
        for probe in probes(bench, norms, lines) if told is not None else ():
            answer = asking.asked(told, probe) if known.can_hold(norms, (*lines, *probe), lying) else None
            if answer is None:
                continue
            for point in answer.points:
                if point.key[1] == "conflict" and wanted <= set(point.clauses):
                    key = key_of(point, Cause())
                    scene = (*lines, *((probe.act,) if probe.act else ()), probe.question)
                    assumed = bool(answer.assumed)
                    return DecidingPoint(key, key, point, Cause(), probe.question, scene, (), seats, -1, assumed)
    return None


def _stated(bench: Bench, norms: tuple[Norm, ...], tables: tuple[int, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What scenes state before the norms are asked about: the situations, then with numbers, then with all that the norms ask for."""
    listed = tuple(laid(catalogue(bench.situations).at_once, tables))
    yield from listed
    for seats, stated in listed[:MOST_SET]:
        ways = [((), *numbers(bench, norm, seats)) for norm in norms]
        yield from ((seats, (*stated, *(x for lines in put for x in lines))) for put in product(*ways) if any(put))
    for seats, stated in listed[:MOST_SET]:
        for lines in islice(satisfying(bench.rules, norms, seats), MOST_SATISFYING):
            yield seats, (*stated, *lines)
    for seats, stated in listed[:MOST_SET]:
        yield from ((seats, lines) for lines in islice(_with_other_cards(bench, stated), MOST_PUT))


def _with_other_cards(bench: Bench, stated: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The lines with other cards in the places of the first ones that they name, in one of them or in two."""
    titles = alike(bench)
    named = {at: first for at, line in enumerate(stated) if (first := _first_title(line, titles))}
    for many in (1, 2):
        for places in combinations(named, many):
            for put in product(titles, repeat=many):
                new = dict(zip(places, put, strict=True))
                yield tuple(
                    line.replace(named[at], new[at], 1) if at in new else line for at, line in enumerate(stated)
                )


def _first_title(line: str, titles: tuple[str, ...]) -> str:
    """The title that stands first in a line which says what lies somewhere; nothing if there is none."""
    where, _, cards = line.partition(": ")
    return next((t for t in titles if where and cards.split(", ")[0] == t), "")


def applied(bench: Bench, name: str) -> TracedResult[tuple[str, ...]]:
    """A scene with a question that a prohibition or a duty decides, which is answered otherwise without it.

    Nothing if none of the first ones tried is; where a number is not as the norm asks for, it is put so. What was looked
    up is told, with the norm and without it.
    """
    norm = bench.rules.norms[name]
    bare = _without(bench, norm)
    found, without = traced(bare, lambda: traced(bench, partial(_applied, bench, bare, norm)))[:2]
    return found._replace(looked=found.looked | without)


def _applied(bench: Bench, without: Bench, norm: Norm) -> tuple[str, ...]:
    asking, bare = Asking(bench), Asking(without, brief=True)
    wanted, known = "no" if isinstance(norm.claim, MustNot) else "yes", relevance(bench)
    for lines, probe in islice(_probed(bench, norm), MOST_TRIED):
        told = bare.begin(lines)
        if told is None or not known.can_hold((norm,), (*lines, *probe), told.words()):
            continue
        if bare.answer(told, probe)[1] in ("", wanted):
            continue
        for more in ((), *numbers(bench, norm, len(lines[0].split()) - 1)):
            answer = asking.asked(asking.begin((*lines, *more)), probe)
            if answer is not None and answer.value == wanted and norm.clause in answer.clauses:
                return (*lines, *more, probe.question)
    return ()


def _probed(bench: Bench, norm: Norm) -> Iterator[tuple[tuple[str, ...], Probe]]:
    """Every scene of the catalogue with questions whether what the norm speaks of may or must be done."""
    book, word = catalogue(bench.situations), "may " if isinstance(norm.claim, MustNot) else "must "
    for situation in (*book.situations, *book.owed):
        lines = (players(situation.least), *situation.lines)
        asked = [p for p in probes(bench, (norm,), lines) if p.question.startswith(word)]
        yield from ((lines, p) for p in sorted(asked, key=lambda p: len(p.question))[:MOST_ASKED])


def _without(bench: Bench, norm: Norm) -> Bench:
    """The bench with rules that lack the norm."""
    game = bench.rules.game
    kept = msgspec.structs.replace(game, norms=tuple(n for n in game.norms if n.id != norm.id))
    return bench._replace(rules=Rulebook(kept, bench.rules.functions), scratch=Scratch())


def numbers(bench: Bench, norm: Norm, seats: int) -> Iterator[tuple[str, ...]]:
    """A line that puts a number of a player to what the norm asks for, for each player."""
    for one in dict.fromkeys(_compared(norm.cond)):
        match one:
            case Compare(op, Call(name, (Var(),)), Lit(int(number))) if name in bench.rules.fields:
                field = bench.rules.fields[name]
                sorts = [sort_of(bench.rules.game.vocabulary, p) for p in field.params]
                wanted = number + (op == "more") - (op == "less")
                for who in SEATS[:seats] if sorts == ["player"] and field.result == "number" else ():
                    yield (f"set up {_SLOT.sub(who, field.phrase.split(' | ')[0])} as {wanted}",)


def _of_one(norm: Norm) -> bool:
    """The norm asks whether two letters stand for one thing."""
    return any(isinstance(c.left, Var) and isinstance(c.right, Var) and c.op == "is" for c in _compared(norm.cond))


def _bounds(norm: Norm) -> Iterator[str]:
    """The numbers that the norm compares a letter with, and those beside them."""
    for one in _compared(norm.cond):
        match one:
            case Compare(_, Var(), Lit(int(number))):
                yield from (str(near) for near in (number, number + 1, number - 1) if near >= 0)


def _compared(tree: object) -> Iterator[Compare]:
    return of_kind(tree, Compare)


def laid(situations: tuple[Situation, ...], tables: tuple[int, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The situations, the first of them at every table, and what one states besides the first laid upon the others."""
    yield from ((s.least, s.lines) for s in situations)
    for first in situations[:1]:
        yield from ((seats, first.lines) for seats in tables if seats > first.least)
        behind = len(first.lines)
        more = [s for s in situations[1:] if s.lines[-behind:] == first.lines]
        for one in more:
            stated = one.lines[:-behind]
            others = (s for s in situations[1:] if not set(stated) & set(s.lines))
            yield from ((max(one.least, s.least), (*stated, *s.lines)) for s in others)


__all__ = ["SEATS", "Asking", "NormRivals", "Probe", "applied", "clash", "clash_on", "laid", "probes"]
