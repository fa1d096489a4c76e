"""What of a game can matter where only some of its cards are on the table, and which results of earlier rules still hold.

A norm that asks for a card of a certain title or kind matters only where there is one: nothing else makes
it live.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

import msgspec

from checker.kernel.effect import Nothing
from checker.kernel.game import Game, Step
from checker.kernel.norm import Newer, Norm, Prevents, Protects, Replaces, When
from checker.kernel.term import And, Call, Cond, Is, Lit, Or, Some
from checker.kernel.trees.anytime_acts import awaited
from checker.kernel.trees.walk import acts_in, clauses_in
from checker.norms.rule_reads import CARD, NOTED
from checker.norms.rulebook import filed
from checker.run.procedures import runs
from checker.store.fingerprint import named

FILES = frozenset({"deontic", "altering", "following", "about"})

RulePlace = tuple[str, str]
"""Where things are looked up in the rules: a kind and a name, or all of the kind."""
ANYTHING: RulePlace = ("anything", "")
"""Stands for all that can be looked up, where it is not known what was."""


class _Norm(NamedTuple):
    """What a norm asks for: cards on the table and an event; the acts it brings about, its name and where it is filed."""

    wanted: frozenset[str]
    event: str | None
    acts: frozenset[str]
    name: str
    filed: tuple[str, str]


class Relevance:
    """Names for all that play with some of a game's cards can depend on: where equal in two games, play is equal.

    `own` is what the game's own reading of scenes takes from the rules.
    """

    def __init__(self, game: Game, own: str = "") -> None:
        self.game = game
        names = self._names = frozenset((*(c.title for c in game.cards), *game.vocabulary.kinds))
        trees = (game.procedures, game.stand_ins, game.vocabulary, game.cards)
        cited = clauses_in((trees, tuple(n.claim for n in game.norms)))
        clauses = tuple(c.id for c in game.clauses if c.id in cited)
        self._shared = named(game.vocabulary, clauses, game.procedures, game.stand_ins)
        self._bodies = {a.name: acts_in((a.body, a.last)) for a in game.vocabulary.acts}
        done = acts_in((game.procedures, game.stand_ins)) | {a for p in game.procedures for a in awaited(p.steps)}
        self._done = self._closed(done)
        above = _above(game)
        self._norms = tuple(
            _Norm(required(n.cond, names), _event(n), acts_in(n.claim), named(n, above[n.id]), filed(n))
            for n in game.norms
        )
        newer = [(n.claim, n.cond) for n in game.norms if isinstance(n.claim, Newer)]
        dated = [(c.id, c.authority.since) for c in game.clauses if newer]
        self._always = named(
            _words(game), newer, dated, game.counts, game.declarations, game.stand_ins, _bound(game), own
        )
        self._filed: dict[tuple[str, str], list[_Norm]] = {}
        for one in self._norms:
            self._filed.setdefault(one.filed, []).append(one)
        self._cards = {c.title: named(c.kinds, c.unsure, c.text, c.clauses, c.assumed, c.boxed) for c in game.cards}
        printed = {(CARD, c.title): named(self._cards[c.title], c.copies, c.copies_source) for c in game.cards}
        self._found = {**_found(game), **printed, (CARD, ""): named(list(printed.items()))}
        self._acts = {c.title: acts_in(c.text) for c in game.cards}
        self._there = {c.title: frozenset((c.title, *c.kinds, *c.unsure)) for c in game.cards}
        self._known: dict[tuple[frozenset[str], frozenset[str]], str] = {}

    def name(self, titles: frozenset[str], told: frozenset[str] = frozenset()) -> str:
        """The name of what matters where these cards are on the table, and no others.

        What happens is what procedures and the cards bring about, and the acts that are `told`.
        """
        at = (titles, told - self._done)
        if at not in self._known:
            cards = tuple((t, self._cards.get(t, "")) for t in sorted(titles))
            self._known[at] = named(self._shared, tuple(self._live(titles, told)), cards)
        return self._known[at]

    def read(
        self, looked: AbstractSet[tuple[str, str]], titles: frozenset[str], kinds: frozenset[str] = frozenset()
    ) -> str:
        """The name of all that play depended on which looked these things up, with these cards on the table.

        Stand-ins for cards may be of the `kinds`.
        """
        there = self._of_kinds(titles) | kinds
        found: list[tuple[str, str, object]] = []
        for kind, name in sorted(one for one in looked if one[0] not in NOTED):
            if kind in FILES:
                listed = self._filed.get((kind, name), ()) if name else self._norms
                found.append((kind, name, tuple(n.name for n in listed if n.wanted <= there)))
            else:
                found.append((kind, name, self._found.get((kind, name), "")))
        orders = tuple(n.name for n in self._filed.get(("", ""), ()))
        return named(self._always, orders, found, tuple((t, self._cards.get(t, "")) for t in sorted(titles)))

    @cached_property
    def outlines(self) -> str:
        """The name of what the cards are, but for what their texts do."""
        cards = self.game.cards
        return named([(c.title, c.kinds, c.unsure, c.copies, c.clauses, c.assumed, c.boxed) for c in cards])

    @cached_property
    def everything(self) -> frozenset[str]:
        """The titles and kinds of all cards: what can lie on a table of which nothing is said."""
        return self._of_kinds(frozenset(self._cards))

    def digest(self) -> Digest:
        """What results can depend on, to be compared with that of other rules."""
        orders = tuple(n.name for n in self._filed.get(("", ""), ()))
        filed = {
            place: tuple(NormDependency(n.name, n.wanted) for n in listed) for place, listed in self._filed.items()
        }
        every = tuple(NormDependency(n.name, n.wanted) for n in self._norms)
        filed |= {(kind, ""): every for kind in FILES}
        return Digest(named(self._always, orders), filed, self._found, self._cards, self._there)

    def _of_kinds(self, titles: frozenset[str]) -> frozenset[str]:
        return titles.union(*(self._there.get(t, frozenset()) for t in titles))

    def _live(self, titles: frozenset[str], told: frozenset[str]) -> list[str]:
        """The names of the norms that can matter, in the order of the rules."""
        there = self._of_kinds(titles)
        asked = [n for n in self._norms if n.wanted <= there]
        acts = self._closed(self._done.union(told, *(self._acts.get(t, frozenset()) for t in titles)))
        while True:
            live = [n for n in asked if n.event is None or n.event in acts]
            more = self._closed(acts.union(*(n.acts for n in live)))
            if more == acts:
                return [n.name for n in live]
            acts = more

    def _closed(self, acts: frozenset[str]) -> frozenset[str]:
        """The acts with all that they bring about."""
        found, todo = set(acts), list(acts)
        while todo:
            fresh = self._bodies.get(todo.pop(), frozenset()) - found
            found |= fresh
            todo += fresh
        return frozenset(found)

    def titles_in(self, lines: tuple[str, ...]) -> frozenset[str]:
        """The titles of the cards that the lines of a scene name."""
        text = _folded("\n".join(lines))
        return frozenset(t for t, said, pattern in self._patterns if said in text and pattern.search(text))

    def can_hold(self, norms: Iterable[Norm], lines: tuple[str, ...], lying: AbstractSet[str]) -> bool:
        """The cards without which the norms say nothing are named in the lines or are among those lying there."""
        there = self._of_kinds(self.titles_in(lines) | lying)
        return all(required(n.cond, self._names) <= there for n in norms)

    @cached_property
    def _patterns(self) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
        said = ((t, _folded(t)) for t in self._cards)
        return tuple((t, folded, re.compile(rf"(?<!\w){re.escape(folded)}(?!\w)")) for t, folded in said)


def _folded(text: str) -> str:
    """The text as scenes are read: whatever the case, with or without hyphens and dots."""
    plain = re.sub(r"[-•’'.]", " ", text.casefold().replace("&", " and "))
    return re.sub(r"[^\S\n]+", " ", plain)


def _words(game: Game) -> object:
    """The vocabulary without what acts do."""
    acts = tuple(msgspec.structs.replace(a, body=Nothing(), last=Nothing()) for a in game.vocabulary.acts)
    return msgspec.structs.replace(game.vocabulary, acts=acts)


def _bound(game: Game) -> tuple[str, ...]:
    return tuple(sorted({a for p in game.procedures for a in awaited(p.steps)}))


def _found(game: Game) -> dict[tuple[str, str], str]:
    """A name for each thing that is looked up by name, and for all of a kind."""
    found: dict[tuple[str, str], str] = {("clause", c.id): "there" for c in game.clauses}
    found |= {("act", a.name): named(a) for a in game.vocabulary.acts}
    found |= {("procedure", p.name): named(p) for p in game.procedures}
    found["act", ""] = named(game.vocabulary.acts)
    found["procedure", ""] = named(game.procedures)
    clauses = {c.id for c in game.clauses}
    leading = [(p.name, [_leading(s, clauses) for s in p.steps if runs(s.effect)]) for p in game.procedures]
    found["steps", ""] = named(leading)
    for step in {s.name for p in game.procedures for s in p.steps}:
        found["steps", step] = named([p.name for p in game.procedures if step in {s.name for s in p.steps}])
    return found


def _leading(step: Step, clauses: set[str]) -> object:
    """How the step leads to other procedures."""
    return step.name, step.after, step.effect, not step.clauses or bool(clauses & set(step.clauses))


def _above(game: Game) -> dict[str, tuple[object, ...]]:
    """For each norm what it outranks, however far, and which readings its clause has."""
    lower: dict[str, set[str]] = {}
    readings: dict[str, dict[str, None]] = {}
    for norm in game.norms:
        for name in (norm.id, norm.clause):
            lower.setdefault(name, set()).update(norm.outranks)
        if norm.reading:
            readings.setdefault(norm.clause, {})[norm.reading] = None

    def below(norm: Norm) -> tuple[str, ...]:
        found, todo = set(norm.outranks), list(norm.outranks)
        while todo:
            fresh = lower.get(todo.pop(), set()) - found
            found |= fresh
            todo += fresh
        return tuple(sorted(found))

    return {n.id: (below(n), tuple(readings.get(n.clause, ())) if n.reading else ()) for n in game.norms}


def _event(norm: Norm) -> str | None:
    """The event without which the norm says nothing."""
    claim = norm.claim
    return claim.event.act if isinstance(claim, When | Prevents | Replaces | Protects) else None


def required(cond: Cond, names: frozenset[str]) -> frozenset[str]:
    """Titles and kinds of which a card must be on the table for the condition to hold."""
    match cond:
        case And(parts):
            return frozenset().union(*(required(p, names) for p in parts))
        case Or(parts):
            return frozenset.intersection(*(required(p, names) for p in parts)) if parts else frozenset()
        case Some(_, _, where):
            return required(where, names)
        case Is(Call("is", (_, Lit(str(name))))) if name in names:
            return frozenset({name})
        case _:
            return frozenset()


class NormDependency(NamedTuple):
    """A norm as far as results can depend on it: its name, and titles and kinds without which it says nothing."""

    name: str
    wanted: frozenset[str]


class Digest(NamedTuple):
    """What results can depend on of some rules: always, by where it is looked up, and with a card on the table.

    `kinds` holds each card's title and kinds.
    """

    always: str
    filed: dict[RulePlace, tuple[NormDependency, ...]]
    found: dict[RulePlace, str]
    cards: dict[str, str]
    kinds: dict[str, frozenset[str]]


class Since:
    """What became different from some rules to others."""

    def __init__(self, old: Digest, new: Digest) -> None:
        self.whole = old.always != new.always
        self._cards = {t for t in old.cards.keys() | new.cards.keys() if old.cards.get(t) != new.cards.get(t)}
        self._kinds = new.kinds
        places = old.filed.keys() | new.filed.keys()
        self._norms = {
            place: wanted
            for place in places
            if (wanted := _between(old.filed.get(place, ()), new.filed.get(place, ())))
        }
        self._found = {p for p in old.found.keys() | new.found.keys() if old.found.get(p) != new.found.get(p)}

    def touches(
        self, looked: AbstractSet[RulePlace], titles: AbstractSet[str], kinds: AbstractSet[str] = frozenset()
    ) -> bool:
        """A result for which these things were looked up, with these cards on the table, may be another now.

        Stand-ins for cards may be of the `kinds`.
        """
        if self.whole or ANYTHING in looked or not self._cards.isdisjoint(titles) or not self._found.isdisjoint(looked):
            return True
        places = [self._norms[place] for place in self._norms if place in looked]
        if not places:
            return False
        there = frozenset(titles).union(kinds, *(self._kinds.get(t, frozenset()) for t in titles))
        return any(wanted <= there for one in places for wanted in one)


def _between(old: tuple[NormDependency, ...], new: tuple[NormDependency, ...]) -> tuple[frozenset[str], ...]:
    """What the norms want that are there before or after only; nothing at all where the order of others changed."""
    if old == new:
        return ()
    both = set(old) & set(new)
    if [n for n in old if n in both] != [n for n in new if n in both]:
        return (frozenset(),)
    return tuple({n.wanted for n in (*old, *new) if n not in both})
