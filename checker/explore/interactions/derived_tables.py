"""Tables on which effects that nothing orders come together: what they hang on is laid out, and play goes on from there.

It begins with the scenes of the catalogue that are called `laid: `.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from checker.explore.cards.minimal_scene import marks, reduced
from checker.explore.interactions.order_permutations import OrdersTried, Trying, Turned
from checker.explore.interactions.table_layout import EffectReads, Layer, Stored, TableLines
from checker.explore.scene_driver import replayed
from checker.explore.scene_state import SceneState
from checker.explore.situations import Situation, catalogue
from checker.kernel.norm import Replaces, When
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.kernel.term import Compare
from checker.kernel.trees.clause_uses import mentions
from checker.kernel.trees.unordered_effects import EffectClosure, Unordered, unordered
from checker.kernel.trees.walk import of_kind
from checker.norms.rule_reads import CARRIED, MET
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult, traced

MOST_LAID = 6
"""So many tables at most are laid out for one thing that nothing orders, in each scene that it begins with …"""
MOST_AMENDED = 16
"""… and so many where an amendment brought or changed something that comes of it; twice as many by its own words."""


class Derived(NamedTuple):
    """What the tables laid out for one thing showed: whether its effects came together, and which orders matter."""

    met: bool = False
    found: tuple[Turned, ...] = ()
    scenes: int = 0
    cut: int = 0
    lost: int = 0
    refused: tuple[str, ...] = ()

    def also(self, tried: OrdersTried, met: bool, news: tuple[Turned, ...]) -> Derived:
        """With one table more."""
        numbers = (self.scenes + tried.scenes, self.cut + tried.cut, self.lost + tried.lost)
        return Derived(self.met or met, (*self.found, *news), *numbers, (*self.refused, *tried.refused))


class Wanted(NamedTuple):
    """Something that nothing orders, by its name, the sizes of tables, and what is known to be open and why."""

    name: str
    tables: tuple[int, ...]
    known: frozenset[tuple[str, tuple[str, ...]]] = frozenset()


def derived(bench: Bench, wanted: Wanted) -> TracedResult[Derived]:
    """What tables show of it, and what was looked up for that."""
    return traced(bench, partial(bench.once("derived", lambda: _Deriving(bench)).derived, *wanted))


class UnorderedPlaces:
    """All that nothing orders in some rules, and what each hangs on."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.reach = EffectClosure(rules.game)
        self.listed = unordered(rules.game)
        self.named = {one.name: one for one in self.listed}
        self.changed = frozenset(f"{one.kind} {one.name}" for one in rules.game.amended)

    def hanging(self, place: Unordered) -> Iterator[tuple[object, EffectReads | Stored]]:
        """What the effects hang on: by their own words; then what is changed by what they bring about."""
        if len(set(map(id, place.effects))) > 1:
            yield place.effects, EffectReads(self.rules, place.effects)
        whole = tuple(self.reach.whole(t) for t in place.effects)
        read = frozenset[str]().union(*(self.reach.read(t) for t in place.effects))
        written = frozenset[str]().union(*(self.reach.written(t) for t in place.effects))
        moved = written & self.rules.zones
        yield whole, Stored(read & written | ({"zone"} if moved else set()))

    def amended(self, place: Unordered) -> bool:
        """An amendment brought or changed something that comes of the effects."""
        called = frozenset[str]().union(*(self.reach.called(t) for t in place.effects)) | {place.at}
        norms = [
            *(self.rules.norms[n] for n in place.norms),
            *(n for a in called for n in self.reach.on.get(a[4:], ())),
        ]
        there = called | {f"clause {n.clause}" for n in norms}
        return not there.isdisjoint(self.changed)

    def reads(self, place: Unordered) -> object:
        """What the tables that are laid out for it depend on besides what is looked up on them and what cards there are."""
        spoken = {*self.rules.game.vocabulary.kinds, *(c.title for c in self.rules.game.cards)}
        hangs = [
            (
                tuple(dict.fromkeys(of_kind(trees, Compare))),
                sorted(spoken.intersection(mentions(trees))),
                asked.atoms if isinstance(asked, EffectReads) else sorted(asked.heads),
            )
            for trees, asked in self.hanging(place)
        ]
        norms = [(n.clause, n.claim, n.cond) for n in (self.rules.norms[name] for name in place.norms)]
        return place, hangs, norms, sorted(self.changed) if self.amended(place) else ()


class _Deriving:
    """Tables under way; what one showed is shown for everything that is looked for."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.book = catalogue(bench.situations)
        self.places = UnorderedPlaces(bench.rules)
        self.trying: dict[int, Trying] = {}
        self.shown: dict[tuple[int, TableLines, str], TracedResult[OrdersTried]] = {}
        self.endings: dict[tuple[int, TableLines], TracedResult[TableLines]] = {}

    def derived(self, name: str, tables: tuple[int, ...], known: frozenset[tuple[str, tuple[str, ...]]]) -> Derived:
        """What the tables for the thing of that name show; the first order that matters and is news is enough."""
        place, changed = self.places.named[name], self.places.changed
        amended = self.places.amended(place)
        found = Derived()
        for number, one in self._tried(place, tables, MOST_AMENDED if amended else MOST_LAID):
            met = (MET, name) in one.looked
            news = [t for t in one.result.found if met and (t.point.id, t.apart) not in known]
            if number >= MOST_LAID:
                news = [t for t in news if place.at in changed or changed & {f"clause {c}" for c in t.cited}]
            found = found.also(one.result, met, tuple(self._least(t) for t in news))
            if news:
                break
        return found

    def _tried(
        self, place: Unordered, tables: tuple[int, ...], most: int
    ) -> Iterator[tuple[int, TracedResult[OrdersTried]]]:
        """What the tables show, each with its number among those of its scene."""
        for trees, asked in self.places.hanging(place):
            bound = most if isinstance(asked, Stored) else 2 * most
            for seats, situation in self._scenes(asked, tables):
                layer = Layer(self.bench, trees, asked, partial(self._store, seats))
                ends = [e for e in self._ends(seats, situation.lines) if self._comes_to(place, seats, situation, e)]
                laid = layer.tables(seats, situation.lines) if ends else iter(())
                for number, (lines, titles) in enumerate(islice(laid, bound)):
                    yield from ((number, self._shown(seats, lines, end, titles)) for end in ends)

    def _least(self, turned: Turned) -> Turned:
        """The same with nothing in the scene that can be taken away."""
        seats = len(turned.lines[0].split()) - 1

        def shows(lines: TableLines) -> bool:
            try:
                answers = [*replayed(self.bench, "\n".join(lines))]
            except InputError:
                return False
            return bool(answers) and any(p.id == turned.point.id for p in answers[-1].points)

        lines = reduced(turned.lines, shows, seats, marks(self.bench.rules.game.vocabulary))
        told = self._begin(seats, lines[1:-1]) if lines != turned.lines else None
        again = self._table(seats).gone_on(told, "", turned.cards).found if told is not None else ()
        alike = next((t for t in again if (t.point.id, t.apart) == (turned.point.id, turned.apart)), turned)
        return alike._replace(derived=True)

    # -- tables --------------------------------------------------------------------------------

    def _table(self, seats: int) -> Trying:
        if seats not in self.trying:
            self.trying[seats] = Trying(self.bench, seats, ())
        return self.trying[seats]

    def _begin(self, seats: int, lines: TableLines) -> SceneState | None:
        return self._table(seats).table.begin(lines)

    def _store(self, seats: int, lines: TableLines) -> Store | None:
        told = self._begin(seats, lines)
        return told.judge.branches[0].position.store if told is not None else None

    def _shown(self, seats: int, lines: TableLines, end: str, titles: TableLines) -> TracedResult[OrdersTried]:
        at = (seats, lines, end)
        if at not in self.shown:
            self.shown[at] = traced(self.bench, partial(self._gone_on, seats, lines, end, titles))
        self.bench.rules.looked.update(self.shown[at].looked)
        return self.shown[at]

    def _gone_on(self, seats: int, lines: TableLines, end: str, titles: TableLines) -> OrdersTried:
        told = self._begin(seats, lines)
        assert told is not None, "it was laid out before"
        return self._table(seats).gone_on(told, end, titles)

    # -- where it begins and how it goes on ----------------------------------------------------

    def _scenes(self, asked: EffectReads | Stored, tables: tuple[int, ...]) -> Iterator[tuple[int, Situation]]:
        """Every scene at the smallest table that it fits, and at the others where what is asked for is otherwise there."""
        for situation in self.book.laid:
            seen: list[object] = []
            for seats in (t for t in tables if t >= situation.least):
                store = self._store(seats, situation.lines)
                if store is not None:
                    whole = {k: v for k, v in asked.seen(store).items() if not k[1]}
                    if whole not in seen:
                        seen.append(whole)
                        yield seats, situation

    def _ends(self, seats: int, lines: TableLines) -> TableLines:
        """What may end a Hex, a turn or a round, once for all that comes to the same, and nothing at all."""
        if (seats, lines) not in self.endings:
            self.endings[seats, lines] = traced(self.bench, partial(self._ending, seats, lines))
        self.bench.rules.looked.update(self.endings[seats, lines].looked)
        return self.endings[seats, lines].result

    def _ending(self, seats: int, lines: TableLines) -> TableLines:
        ends: dict[object, str] = {}
        told, trying = self._begin(seats, lines), self._table(seats)
        assert told is not None, "it was laid out before"
        for line in ("", *self.book.endings):
            after = trying.table.tell(told, line) if line else told
            if after is not None:
                done = trying.table.quiet(after).judge.branches
                ends.setdefault(frozenset(frozenset(b.position.store.items()) for b in done), line)
        return tuple(ends.values())

    def _comes_to(self, place: Unordered, seats: int, situation: Situation, end: str) -> bool:
        """What carries the effects out is carried out there."""
        kind, _, name = place.at.partition(" ")
        looked = self._shown(seats, situation.lines, end, ()).looked
        if kind == "norm":
            claim = self.bench.rules.norms[name].claim
            assert isinstance(claim, When | Replaces), "nothing else carries an effect out"
            return ("act", claim.event.act) in looked
        return (CARRIED if kind == "card" else kind, name) in looked
