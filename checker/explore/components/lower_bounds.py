"""How many things of a sort can be in use at once: plays that make more and more of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import SEATS, catalogue, said
from checker.kernel.game import Game
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scratch
from checker.session.persistent_memo import TracedResult, traced
from checker.static.creation_bounds import raised

MOST_ROUNDS = 12
MOST_KEEPING = 4
"""So many titles at most, those with most copies, are played only to keep a thing in use."""
NUMBERED = 1000
"""The numbers of the cards that players turn out to hold begin here: no two are alike."""


class PilingPlan(NamedTuple):
    """What is to be piled up: things of the sort, on one thing of the `base` sort, so many plays before copying.

    More than `enough` need not be reached. Numbers that no clause states are taken for so much `more` than by default.
    Where there is a `title`, only things of cards with that title, or with one that begins so, are counted.
    """

    sort: str
    base: str
    seats: int
    first: int
    enough: int
    more: int = 0
    title: str = ""


class Lone(NamedTuple):
    """One card, played by itself."""

    plan: PilingPlan
    title: str


Gain: TypeAlias = tuple[int, int, int]
"""By how many things of the base sort, and of the sort, a play makes more; and how many ways it can go."""


class Pile(NamedTuple):
    """What is played: cards that make more of the base, cards that add to it, and cards that keep it in use.

    `copies` is how many there are of each.
    """

    plan: PilingPlan
    copying: tuple[str, ...]
    adding: tuple[str, ...]
    keeping: tuple[str, ...]
    copies: tuple[tuple[str, int], ...]


class Demand(NamedTuple):
    """How many things of the sort were in use at once, by which cards, in which scene.

    Nobody plays more than `hand` cards in it.
    """

    sort: str
    seats: int
    reached: int
    cards: tuple[str, ...]
    lines: tuple[str, ...]
    hand: int


class _Player:
    """Plays cards that make more things of a sort as long as that is possible."""

    def __init__(self, bench: Bench, plan: PilingPlan) -> None:
        self.plan = plan
        self.table = SceneDriver(bench, plan.seats)
        self.book = catalogue(bench.situations)
        self.seats = SEATS[: plan.seats]
        self.titling = titling(bench.rules.game, plan.sort)
        self.left = Counter({c.title: c.copies for c in bench.rules.game.cards})
        self.played: Counter[str] = Counter()
        self.used: list[str] = []
        self.tried: set[str] = set()
        self.all_titles = sorted((c.title for c in bench.rules.game.cards), key=len, reverse=True)

    def begin(self) -> SceneState | None:
        """The first situation of the catalogue; None if there is none."""
        return self.table.begin(self.book.situations[0].lines) if self.book.situations else None

    def piled(self, pile: Pile) -> Demand | None:
        """The most that was reached; None if the catalogue has no situation to begin with."""
        start = self.begin()
        if start is None:
            return None
        told = start
        for _ in range(self.plan.first if pile.adding else 0):
            told = self._everywhere(told, [*pile.adding]) or told
        for _ in range(MOST_ROUNDS):
            if self._count(told) > self.plan.enough:
                break
            before = len(self.used)
            played = self.played.copy()
            further = self._everywhere(told, [*pile.copying, *pile.keeping])
            if further is None or self._count(further) <= self._count(told):
                del self.used[before:]
                self.played = played
                break
            told = further
        hand = max(self.played.values(), default=0)
        return Demand(self.plan.sort, self.plan.seats, self._count(told), tuple(self.used), told.lines, hand)

    def gain(self, start: SceneState, title: str) -> Gain:
        """By how many things of the base sort, and of the sort, a play makes more; and how many ways it can go."""
        for seat in self.seats:
            for line in self._lines(seat, title, ""):
                held = self.table.holding(start, seat, title)
                fits = held is not None and self.table.allowed(start, line, seat, title)
                after = self.table.tell(held, line) if held is not None and fits else None
                if after is not None and not after.illegal:
                    still = self.table.quiet(after)
                    more = self._count(still, self.plan.base) - self._count(start, self.plan.base)
                    return (more, self._count(still), len(still.judge.branches))
        return (0, 0, 0)

    def _everywhere(self, told: SceneState, titles: list[str]) -> SceneState | None:
        """A card of the titles played on each thing of the base sort, then revealed; None if none can be."""
        labels = self._things(told)
        load: Counter[str] = Counter()
        before = len(self.used)
        for label in labels:
            told = self._one(told, titles, label if len(labels) > 1 else "", load) or told
        if len(self.used) == before:
            return None
        for ending in self.book.endings if len(labels) > 1 else ():
            after = self.table.begin((*told.lines[1:], ending))
            still = None if after is None else self.table.quiet(after)
            if still is not None and len(self._things(still)) >= len(labels):
                return still
        again = self.table.begin(told.lines[1:])
        return None if again is None else self.table.quiet(again)

    def _one(self, told: SceneState, titles: list[str], label: str, load: Counter[str]) -> SceneState | None:
        for title in titles:
            if self.left[title] <= 0:
                continue
            self.tried.add(title)
            for seat in self.seats:
                named = sorted((s for s in self.seats if s != seat), key=lambda s: (load[s] + self.played[s], s))
                tried: set[str] = set()
                for other in named:
                    after = self._told(told, seat, title, label, other, tried)
                    if after is not None:
                        self.left[title] -= 1
                        self.played[seat] += 1
                        load[other] += 2
                        self.used.append(title)
                        return after
        return None

    def _told(
        self, told: SceneState, seat: str, title: str, label: str, other: str, tried: set[str]
    ) -> SceneState | None:
        """What comes of the first way to say it that can be told and was not tried before."""
        for line in dict.fromkeys(self._lines(seat, title, label, other)):
            if line in tried:
                continue
            tried.add(line)
            held = self.table.holding(told, seat, title, NUMBERED + 10 * len(self.used))
            if held is not None and self.table.allowed(told, line, seat, title):
                after = self.table.tell(held, line)
                if after is not None and not after.illegal and not after.judge.unknown and _as_open(told, after):
                    return after.lawful()
        return None

    def _lines(self, seat: str, title: str, label: str, other: str = SEATS[1]) -> Iterator[str]:
        """Ways to say it, those that say most first."""
        for template in sorted(self.book.plays, key=len, reverse=True):
            if ("H1" in template.split()) == bool(label):
                card = next((t for t in self.all_titles if t in template), "")
                whom = other if other != seat else SEATS[0]
                yield said(template, seat, whom, title, label or "H1", (SEATS[0], SEATS[1], card, "H1"))

    def _things(self, told: SceneState) -> tuple[str, ...]:
        found = told.judge.branches[0].position.store.get(("things", self.plan.base), ())
        return tuple(map(str, found)) if isinstance(found, tuple) else ()

    def _count(self, told: SceneState, sort: str = "") -> int:
        """The number of things on the way where everything open goes as by default."""
        store = told.judge.branches[0].position.store
        found = store.get(("things", sort or self.plan.sort), ())
        things = found if isinstance(found, tuple) else ()
        if not self.plan.title or (sort and sort != self.plan.sort):
            return len(things)
        return sum(any(titled(store.get((f, t)), self.plan.title) for f in self.titling) for t in things)


def titling(game: Game, sort: str) -> tuple[str, ...]:
    """The fields that say of which card a thing of the sort is."""
    words = game.vocabulary
    fields = (f for f in words.fields if f.result == "title")
    return tuple(f.name for f in fields if [sort_of(words, p) for p in f.params] == [sort])


def titled(title: Value, head: str) -> bool:
    """It is the title, or one that begins so."""
    return isinstance(title, str) and (title == head or title.startswith(f"{head} "))


def _as_open(told: SceneState, after: SceneState) -> bool:
    """What was told leaves open all that was open: it does not choose how what is open goes."""
    return len(after.judge.branches) >= len(told.judge.branches)


def _supposed(bench: Bench, plan: PilingPlan) -> Bench:
    """The bench with the rules as the plan takes them."""
    if not plan.more:
        return bench

    def supposed() -> Bench:
        rules = Rulebook(raised(bench.rules.game, plan.base, plan.more), bench.rules.functions)
        return bench._replace(rules=rules, scratch=Scratch())

    return bench.once(("supposed", plan.base, plan.more), supposed)


def gains(bench: Bench, lone: Sequence[Lone]) -> list[TracedResult[Gain]]:
    """What one play of each of the cards brings, and what was looked up in the rules for that."""
    players = {plan: _Player(_supposed(bench, plan), plan) for plan in {one.plan for one in lone}}

    def gain(player: _Player, title: str) -> Gain:
        start = player.begin()
        return player.gain(start, title) if start is not None else (0, 0, 0)

    return [traced(p.table.bench, partial(gain, p, one.title)) for one in lone for p in (players[one.plan],)]


def heaped(bench: Bench, plan: PilingPlan, gains: dict[str, Gain]) -> Pile:
    """What is played to pile things up, by what one play of each card brings; nothing is added to the base itself."""
    left = {c.title: c.copies for c in bench.rules.game.cards}
    copying = sorted((t for t, g in gains.items() if g[0] > 0), key=lambda t: (gains[t][2], -gains[t][0], t))
    adding = sorted(
        (t for t, g in gains.items() if g[0] == 0 and g[1] > 0 and plan.sort != plan.base),
        key=lambda t: (gains[t][2], -gains[t][1], t),
    )
    still = sorted((t for t, g in gains.items() if g[0] == 0 and g[2]), key=lambda t: -left[t])
    keeping = still[:MOST_KEEPING]
    copies = tuple((t, left[t]) for t in dict.fromkeys((*copying, *adding, *keeping)))
    return Pile(plan, tuple(copying), tuple(adding), tuple(keeping), copies)


def piled(bench: Bench, piles: Sequence[Pile]) -> list[TracedResult[Demand | None]]:
    """What each pile comes to, what was looked up in the rules for that, and the cards that were tried for it."""

    def one(pile: Pile) -> TracedResult[Demand | None]:
        at = _supposed(bench, pile.plan)
        player = _Player(at, pile.plan)
        return traced(at, partial(player.piled, pile))._replace(titles=frozenset(player.tried))

    return [one(pile) for pile in piles]
