"""A game's norms, facts and acts, found by what they are about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy, deepcopy
from functools import cached_property
from itertools import combinations, pairwise
from operator import is_
from typing import Any

from msgspec import structs

from checker.kernel.declarations import told_marks
from checker.kernel.effect import Create, If, Part
from checker.kernel.game import Card, Game, Procedure, with_cards
from checker.kernel.norm import (
    ALL_ELSE,
    ASSUMED,
    May,
    Must,
    MustNot,
    Newer,
    Norm,
    OfAct,
    OfEvent,
    OfFact,
    Outranks,
    When,
    about,
)
from checker.kernel.source import Place, Problem
from checker.kernel.term import And, Cond, Lit, Value, Var
from checker.kernel.trees.anytime_acts import awaited, unawaited
from checker.kernel.trees.slots import unprovided
from checker.kernel.trees.unordered_effects import both, sites
from checker.kernel.trees.walk import of_kind
from checker.kernel.trees.windows import responses, window_fields
from checker.kernel.vocabulary import Act, Fact, Field, Functions, answered_by, sort_of, sorts
from checker.kernel.zone_terms import INSIDE, hand_of
from checker.norms.compile_conditions import Compiled
from checker.norms.evaluation_protocol import RuleWords
from checker.norms.precedence import closure, later, ranking
from checker.norms.rule_reads import CARD, CARRIED, MET, WENT, FoundOnce, FoundThings, NormIndex, RuleRead

_NUMBER = re.compile(r" \(\d+\)$")
PERMISSIONS = "permissions"
"""What a prohibition names that goes before every permission of the act, but for those that go before it by name."""


class Rulebook:
    """An index over a game; built once, never changed, but for `looked`: under what norms were looked up in it,

    and `asking`: the norms of which it is being asked whether they decide an act.

    Raises PrecedenceCycle if the norms outrank each other in a circle.
    """

    def __init__(self, game: Game, functions: Functions, looked: RuleRead | None = None) -> None:
        self.game = game = with_own_conditions(game)
        self.looked = RuleRead() if looked is None else looked
        self.found = FoundOnce(self.looked)
        self.functions = functions
        self.asking: dict[tuple[str, tuple[Value, ...]], list[Norm]] = {}
        self._of_tables: dict[str, tuple[tuple[Cond, ...], ...]] = {}
        self.meanings: dict[tuple[str, ...], Any] = {}
        """What phrases mean among players of these names: it hangs on the vocabulary alone, and is as it is without clauses."""
        words = game.vocabulary
        self.fields: dict[str, Field] = {f.name: f for f in words.fields}
        self.facts: dict[str, Fact] = {f.name: f for f in words.facts}
        self.acts: FoundThings[Act] = FoundThings("act", {a.name: a for a in words.acts}, self.looked)
        titled = {c.title: c for c in game.cards}
        self.cards: FoundThings[Card] = FoundThings(CARD, titled, self.looked)
        self.apart = {kind: tuple(o for k, o in words.apart if k == kind) for kind, _ in words.apart}
        self.procedures: FoundThings[Procedure] = FoundThings(
            "procedure", {p.name: p for p in game.procedures}, self.looked
        )
        self.of_things = frozenset(f.name for f in words.fields if f.params and sort_of(words, f.params[0]) != "card")
        self.zones = frozenset(z.name for z in words.zones)
        self.hand = hand_of(words)
        self.told_by = told_marks(words.fields)
        self.ordered_zones = frozenset(z.name for z in words.zones if z.ordered)
        self.bound = awaited(tuple(s.effect for p in game.procedures for s in p.steps))
        self.words: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for word, sort in words.words:
            self.words[sort] = (*self.words[sort], word)
        for named in (s.name for s in words.sorts if s.cards and s.name not in self.words):
            self.words[named] = tuple(titled)
        self._index_norms()
        self._above = self._superiority(game.norms)
        self.marks = {id(x): f"{c.title}/{n}" for c in game.cards for n, x in enumerate(conditions(c.text))}
        ranging = {letter: s.name for s in sorts(game.vocabulary) for letter in s.letters}
        self.compiled = Compiled(RuleWords(self.fields, self.facts, functions, titled, ranging, self._worded()))

    def _worded(self) -> frozenset[str]:
        """The sorts of which the words of the game are all that there is."""
        return frozenset(
            s for s in self.words if s not in ("card", "player", "title") and f"every {s}" not in self.functions
        )

    @cached_property
    def places(self) -> dict[str, int]:
        """The zones in the order in which a card is looked for: as they are declared, where cards begin or are stacked last."""
        zones = self.game.vocabulary.zones
        begins = any(z.starts for z in zones)
        last = [z for z in zones if (z.starts if begins else z.ordered)]
        return {z.name: at for at, z in enumerate((*(z for z in zones if z not in last), *last))}

    @cached_property
    def sites(self) -> dict[int, str]:
        """Where effects stand that are done for several things in any order."""
        return sites(self.game)

    @cached_property
    def unawaited(self) -> frozenset[str]:
        """The acts that some norm allows and no step waits for."""
        return frozenset(unawaited(self.game))

    @cached_property
    def answerable(self) -> frozenset[str]:
        """The fields that mark what others may respond to."""
        return window_fields(self.game)

    @cached_property
    def responses(self) -> frozenset[str]:
        """The acts that players can do at moments to respond alone."""
        return responses(self.game)

    @cached_property
    def unprovided(self) -> frozenset[Create]:
        """What brings a thing into play that takes a component, where nothing asks whether one is left."""
        return unprovided(self.game)

    def of_tables(self, clause: str) -> tuple[tuple[Cond, ...], ...]:
        """What each norm of the clause needs of the table alone; nothing if it does not speak of some tables only."""
        known = self._of_tables.get(clause)
        if known is None:
            norms = (n for n in self.game.norms if n.clause == clause)
            known = self._of_tables[clause] = of_tables(norms)
        return known

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers that the rules name."""
        return frozenset(lit.value for lit in of_kind(self.game, Lit) if type(lit.value) is int)

    def with_cards(self, cards: tuple[Card, ...]) -> Rulebook:
        """The same rules with stand-in cards besides."""
        return Rulebook(with_cards(self.game, cards), self.functions, self.looked) if cards else self

    def without(self, clauses: frozenset[str], most: int = 0) -> Rulebook:
        """The same rules without the clauses and what they state; conditions are not compiled anew.

        Norms are looked up in them as often as the `most` says, if it is not 0; more often raises LookedUpTooOften.
        """
        game = structs.replace(
            self.game,
            clauses=tuple(c for c in self.game.clauses if c.id not in clauses),
            norms=tuple(n for n in self.game.norms if n.clause not in clauses),
        )
        fewer = copy(self)
        for worked_out in ("unawaited", "unprovided", "numbers"):
            fewer.__dict__.pop(worked_out, None)
        fewer.game = game
        fewer.looked = RuleRead(most)
        fewer.found = FoundOnce(fewer.looked)
        fewer._of_tables = {c: known for c, known in self._of_tables.items() if c not in clauses}
        fewer._index_norms()
        ranked = {name for pair in self._above for name in pair}
        if any(n.id in ranked and n.clause in clauses for n in self.game.norms):
            fewer._above = fewer._superiority(game.norms)
        return fewer

    def _index_norms(self) -> None:
        """The norms and clauses of the game are found by what they are about."""
        self.clauses = frozenset(c.id for c in self.game.clauses)
        self.norms: dict[str, Norm] = {n.id: n for n in self.game.norms}
        self.deontic = NormIndex("deontic", self.looked)
        self.altering = NormIndex("altering", self.looked)
        self.following = NormIndex("following", self.looked)
        self.about = NormIndex("about", self.looked)
        self.readings: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for norm in self.game.norms:
            self._file(norm)
        self.orders = tuple(n for n in self.game.norms if isinstance(n.claim, Outranks))
        self.newer = tuple(n for n in self.game.norms if isinstance(n.claim, Newer) and n.claim.age is not None)
        self._dated = tuple(n for n in self.game.norms if isinstance(n.claim, Newer) and n.claim.age is None)
        self._since = {c.id: c.authority.since for c in self.game.clauses}

    def _file(self, norm: Norm) -> None:
        if norm.reading:
            labels = self.readings[norm.clause, *norm.asks]
            if norm.reading not in labels:
                labels.append(norm.reading)
        file, name = filed(norm)
        if file:
            {"deontic": self.deontic, "altering": self.altering, "following": self.following, "about": self.about}[
                file
            ].file(name, norm)

    def holding(self, fact: str) -> bool:
        """The fact says of a player and a card that it is in the hand."""
        return fact == INSIDE + self.hand or fact in answered_by(self.game.vocabulary, "holds")

    def stated(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Those of the clauses that are in the rules."""
        named = tuple(clauses)
        self.looked.update(("clause", c) for c in named)
        return tuple(c for c in named if c in self.clauses)

    def went(self, effect: If, way: bool) -> None:
        """Notes which way the condition went, if it stands in the text of a card."""
        if mark := self.marks.get(id(effect)):
            self.looked.add((WENT, f"{mark}/{'so' if way else 'not so'}"))

    def met(self, parts: Sequence[Part]) -> None:
        """Notes that these came together, of which nothing says which comes first and each changes something."""
        place = self.sites.get(id(parts[0].effect)) if len(parts) > 1 else None
        pairs = combinations((p.name for p in parts), 2)
        names = (place,) if place is not None else (both(*(_NUMBER.sub("", x) for x in pair)) for pair in pairs)
        self.looked.update((MET, name) for name in names)

    def carried(self, title: str) -> Card:
        """The card, of which it is noted that its text is carried out."""
        self.looked.add((CARRIED, title))
        return self.cards[title]

    def classes(self, norm: Norm) -> tuple[str, ...]:
        """The classes of speakers that the norm's speaker belongs to: a card's also when the card is gone."""
        kind = {May: "permission", Must: "permission", MustNot: "prohibition"}.get(type(norm.claim), "statement")
        if norm.speaker in self.cards or norm.speaker in self.game.gone:
            return self._of_card(norm.speaker, kind)
        return (norm.speaker, f"{norm.speaker} {kind}")

    def _of_card(self, title: str, kind: str) -> tuple[str, ...]:
        return (title, "card", f"card {kind}", *(self.cards[title].kinds if title in self.cards else ()))

    def text_over(self, title: str, norm: Norm) -> str | None:
        """The clause by which what the text of the card has players do goes before the norm, if it does."""
        return self._between(self._of_card(title, "permission"), self.classes(norm))

    def _superiority(self, norms: Iterable[Norm]) -> frozenset[tuple[str, str]]:
        by_name: dict[str, list[str]] = defaultdict(list)
        for norm in norms:
            by_name[norm.id].append(norm.id)
            if norm.clause != norm.id:
                by_name[norm.clause].append(norm.id)
        pairs = {(norm.id, lower) for norm in norms for name in norm.outranks for lower in by_name[name]}
        wide = [n for n in norms if PERMISSIONS in n.outranks]
        above = closure(pairs) if wide else frozenset()
        pairs |= {(n.id, one.id) for n in wide for one in norms if _allows(one, n) and (one.id, n.id) not in above}
        ranking(pairs)
        ranking((n.claim.upper, n.claim.lower) for n in self.orders if isinstance(n.claim, Outranks))
        return closure(pairs)

    def rank(self, upper: str, lower: str) -> str | None:
        """The clause by which norm `upper` outranks norm `lower`, if it does.

        What is assumed gives way to whatever a clause states.
        """
        if ALL_ELSE in (speakers := [self.norms[n].speaker for n in (upper, lower) if n in self.norms]):
            return self.norms[upper].clause if speakers[1:] == [ALL_ELSE] != speakers[:1] else None
        if (upper, lower) in self._above:
            return self.norms[upper].clause
        if (lower, upper) in self._above or upper not in self.norms or lower not in self.norms:
            return None
        stated = self.norms[upper].clause
        if self.norms[lower].clause.startswith(ASSUMED) and not stated.startswith(ASSUMED):
            return stated
        uppers, lowers = self.classes(self.norms[upper]), self.classes(self.norms[lower])
        return self._between(uppers, lowers) or self._later(upper, uppers, lower, lowers)

    def _later(self, upper: str, uppers: tuple[str, ...], lower: str, lowers: tuple[str, ...]) -> str | None:
        """The clause by which the upper goes before the lower since it holds since a later day."""
        days = [self._since.get(self.norms[n].clause, "") for n in (upper, lower)]
        if not later(*days) or self._between(lowers, uppers):
            return None
        kinds = {*uppers} & {*lowers}
        return next((n.clause for n in self._dated if isinstance(n.claim, Newer) and n.claim.kind in kinds), None)

    def _between(self, uppers: tuple[str, ...], lowers: tuple[str, ...]) -> str | None:
        """The clause that puts one of the classes over one of the others."""
        for order in self.orders:
            claim = order.claim
            assert isinstance(claim, Outranks)
            if claim.upper in uppers and claim.lower in lowers and claim.upper not in lowers:
                return order.clause
        return None

    def circle(self, cycle: tuple[str, ...]) -> Problem:
        """What is said of norms that outrank each other in a circle, told from the upper to the lower."""
        ways = pairwise(cycle)
        said = ", ".join(
            f"{self.norms[a].clause} outranks {self.norms[b].clause} by {self.rank(a, b) or 'being newer'}"
            for a, b in ways
        )
        by = [self.norms[n].place for n in self.norms if self.norms[n].clause in self._by(cycle)]
        place = next((p for p in reversed(by) if p is not None), Place(self.game.name, 1))
        hint = "take one of the precedences away"
        return Problem(place, f"these clauses outrank each other in a circle: {said}", "", hint)

    def _by(self, cycle: tuple[str, ...]) -> frozenset[str | None]:
        return frozenset(self.rank(a, b) for a, b in pairwise(cycle))

    def over(self, upper: str, lower: str) -> bool:
        """A precedence that names them puts norm `upper` over norm `lower`; classes of speakers do not count."""
        return (upper, lower) in self._above

    def outranks(self, upper: str, lower: str) -> bool:
        """Norm `upper` outranks norm `lower`, directly or through others."""
        return self.rank(upper, lower) is not None


def _allows(one: Norm, norm: Norm) -> bool:
    """The one allows what the norm forbids."""
    return isinstance(one.claim, May) and isinstance(norm.claim, MustNot) and one.claim.act.act == norm.claim.act.act


def conditions(tree: object) -> Iterator[If]:
    """Everything in the tree that is done only if something is so, in order."""
    return of_kind(tree, If)


def with_own_conditions(game: Game) -> Game:
    """The game in which no condition of a card's text is the same thing as one of another card, equal as they may be."""
    seen: set[int] = set()
    cards: list[Card] = []
    for card in game.cards:
        shared = seen & {id(one) for one in conditions(card.text)}
        cards.append(structs.replace(card, text=deepcopy(card.text)) if shared else card)
        seen |= {id(one) for one in conditions(cards[-1].text)}
    return game if all(map(is_, cards, game.cards)) else structs.replace(game, cards=tuple(cards))


def filed(norm: Norm) -> tuple[str, str]:
    """Under what the norm is looked up: `deontic`, `altering`, `following` or `about`, and the act or fact."""
    kinds = (("deontic", OfAct), ("following", When), ("altering", OfEvent), ("about", OfFact))
    what, kind = about(norm.claim), next((name for name, kind in kinds if isinstance(norm.claim, kind)), "")
    return kind, what.act if what is not None else ""


def of_tables(norms: Iterable[Norm]) -> tuple[tuple[Cond, ...], ...]:
    """What each norm of a clause needs of the table alone; nothing if one of them needs nothing."""
    found: list[tuple[Cond, ...]] = []
    for norm in norms:
        parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
        needed = tuple(part for part in parts if next(of_kind(part, Var), None) is None)
        if not needed:
            return ()
        found.append(needed)
    return tuple(found)
