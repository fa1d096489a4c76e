"""Cards tried in a situation, one or several after another: the open points met, and those that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from checker.explore.cards.moves import Moves, Spot
from checker.explore.cards.search_result import NONE, Cards, DecidingPoint, SearchResult, shortest, smallest
from checker.explore.scene_state import Taken
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import SEATS, Situation
from checker.norms.unknown_values import uncompared
from checker.session.context import Bench
from checker.session.reductions import BoundedMemo, Common
from checker.verdicts.deciding_points import responsible

MOST_SPOTS = 24
"""From more spots than this a scene is not told on to the next ending."""


class SearchScene(NamedTuple):
    """A scene under way: its lines, the cards played and by whom, and the spots it can be at."""

    lines: tuple[str, ...]
    cards: Cards
    plays: tuple[tuple[str, str], ...]
    spots: tuple[Spot, ...]


class Rest(NamedTuple):
    """The spots of a scene, each with those to which it comes when nobody answers; None if these are too many."""

    scene: SearchScene
    spots: tuple[tuple[Spot, tuple[Spot, ...] | None], ...]


class Explorer:
    """Tries cards at tables of one size; points that are `known` are taken as by default."""

    def __init__(self, bench: Bench, seats: int, known: frozenset[str], common: Common | None = None) -> None:
        self.known = known
        self.words = SceneTemplates(bench, seats)
        self.moves = Moves(bench, seats, known, common)
        self.seats = seats
        self.tally = self.moves.common.tally
        self._begun, self._rest = BoundedMemo(self.tally, 1), BoundedMemo(self.tally, 1)

    def singles(
        self, situation: Situation, wanted: Iterable[Cards], again: bool = False
    ) -> Iterator[tuple[Cards, SearchResult]]:
        """What comes of the situation by itself, and of each wanted card in it, with every question and ending.

        If all this is done `again` once points are known, too many spots are left to that time, and endings are
        told of play as it is, not only of play where nobody answers.
        """
        for cards in wanted:
            entry, looked = self.tally.of(partial(self._single, situation, cards, again))
            yield cards, entry._replace(looked=self.tally.told(looked))

    def _single(self, situation: Situation, cards: Cards, again: bool) -> SearchResult:
        start = self._begin(situation)
        if start is None:
            return NONE
        entry = self._ended(start, again) if not cards else NONE
        for title in cards:
            for seat in self.words.seats:
                entry = entry.also(self._asked_of(start, seat, title))
                for scene in self._played(start, seat, title, self.words.labels(start.lines)):
                    entry = entry.also(self._ended(scene, again))._replace(scenes=entry.scenes + 1)
        return entry

    def pairs(
        self, situation: Situation, first: str, then: Cards, deep: bool = False, alone: bool = True
    ) -> Iterator[tuple[Cards, SearchResult]]:
        """What comes of each of the others played after the card, and of it by itself if it is wanted `alone`.

        If `deep`, any third card is played besides.
        """
        tally = self.tally
        scenes, before = tally.of(lambda: tuple(self._begun_with(situation, first)))
        found: dict[Cards, SearchResult] = {(first,): NONE} if alone else {}
        found |= {(first, title): NONE for title in then}
        looked = dict.fromkeys(found, before)

        def came(cards: Cards, entry: SearchResult, read: int) -> None:
            found[cards] = found[cards].also(entry)
            looked[cards] |= read

        for scene in scenes:
            if alone:
                entry, read = tally.of(partial(self._looked, scene))
                came((first,), entry._replace(scenes=1), read)
            for (title, entry), read in tally.each(self._followed(scene, then, 1 + deep)):
                came((first, title), entry, read)
        yield from ((c, e._replace(looked=tally.told(looked[c]))) for c, e in found.items())

    def _begun_with(self, situation: Situation, title: str) -> Iterator[SearchScene]:
        """The situation gone on with each lawful play of the card."""
        start = self._begin(situation)
        for seat in self.words.seats if start is not None else ():
            assert start is not None
            yield from self._played(start, seat, title, self.words.labels(start.lines))

    # -- plays -------------------------------------------------------------------------------

    def _begin(self, situation: Situation) -> SearchScene | None:
        """The scene with which the situation begins, told once for all cards that are tried in it one after the other."""

        def begun() -> SearchScene | None:
            told = self.moves.table.begin(situation.lines)
            return None if told is None else SearchScene(told.lines, (), (), tuple(self.moves.begin(told.judge)))

        return self._begun.of(situation, begun)

    def _followed(self, scene: SearchScene, then: Cards, left: int) -> Iterator[tuple[str, SearchResult]]:
        """What comes of each further card; spots that no open point tells apart are gone on from by themselves."""
        if any(self._fresh(f) for s in scene.spots for f in s.forks):
            yield from ((title, self._then(scene, title, self.words.labels(scene.lines), (), left)) for title in then)
            return
        there = self.words.labels(scene.lines)
        for spot in scene.spots:
            alone = scene._replace(lines=(), cards=(), spots=(spot._replace(forks=(), void=None),))
            for title in then:
                yield title, self._behind(scene, self._then(alone, title, there, scene.cards, left))

    def _behind(self, scene: SearchScene, entry: SearchResult) -> SearchResult:
        """The entry of what came after the scene, told from its beginning."""
        found = (
            m._replace(lines=(*scene.lines, *m.lines), cards=(*scene.cards, *m.cards), also=m.also) for m in entry.found
        )
        voids = (v._replace(lines=(*scene.lines, *v.lines)) for v in entry.voids)
        return entry._replace(found=tuple(found), voids=tuple(voids))

    def _then(self, scene: SearchScene, title: str, there: tuple[str, ...], barred: Cards, left: int) -> SearchResult:
        """What comes of the card played next, and of so many more, in a scene that speaks of these labels."""
        entry = NONE
        for seat in self.words.seats:
            for after in self._played(scene, seat, title, there):
                looked = self._looked(after)
                entry = entry.also(looked._replace(scenes=looked.scenes + 1))
                if left > 1:
                    more = tuple(t for t in self.words.titles if t not in (*barred, *after.cards))
                    for _, further in self._followed(after, more, left - 1):
                        entry = entry.also(further)
        return entry

    def _played(self, scene: SearchScene, seat: str, title: str, there: tuple[str, ...]) -> Iterator[SearchScene]:
        """The scene gone on with each lawful play of the card by the player: as an answer, or after nobody answered."""
        where = SEATS.index(seat)
        moves = self.moves
        for line in self.words.plays(seat, title, there):
            after: list[Spot] = []
            cut = False
            for spot, quiet in self._resting(scene):
                ways = moves.responds(spot, line, where, title)
                cut = cut or quiet is None or ways is None
                after += [moves.after(spot, w) for w in ways or ()]
                for at in quiet or ():
                    ways = moves.plays(at, line, where, title)
                    cut = cut or ways is None
                    after += [moves.after(at, w) for w in ways or ()]
            if after or cut:
                plays = (*scene.plays, (seat, title))
                yield SearchScene((*scene.lines, line), (*scene.cards, title), plays, tuple(after))

    def _resting(self, scene: SearchScene) -> tuple[tuple[Spot, tuple[Spot, ...] | None], ...]:
        """The spots of the scene, each with those to which it comes when nobody answers.

        They are worked out once for all plays that are tried in the scene.
        """
        rest = self._rest.of(id(scene), lambda: Rest(scene, tuple((s, self._quiet(s)) for s in scene.spots)))
        return rest.spots

    def _quiet(self, spot: Spot) -> tuple[Spot, ...] | None:
        ways = self.moves.quiet(spot)
        return None if ways is None else tuple(self.moves.after(spot, w) for w in ways)

    # -- questions ---------------------------------------------------------------------------

    def _fresh(self, fork: Taken) -> bool:
        """The fork is an open point that is not known; how what is unknown compares follows from another point."""
        return bool(fork.key) and fork.plain not in self.known and not uncompared(fork.by)

    def _still(self, scene: SearchScene) -> list[Spot] | None:
        """The spots of the scene when nobody answers any more."""
        found: list[Spot] = []
        for spot in scene.spots:
            quiet = self._quiet(spot)
            if quiet is None:
                return None
            found += quiet
        return found or None

    def _looked(self, scene: SearchScene, everything: bool = False) -> SearchResult:
        """The points met, and of those that are not known yet, the ones that decide a question."""
        spots = self._still(scene)
        if spots is None:
            return SearchResult(cut=1)
        empty = SearchResult(voids=shortest(s.void._replace(lines=scene.lines) for s in spots if s.void))
        if not everything and not any(self._fresh(f) for s in spots for f in s.forks):
            return empty
        there = self._labels(spots)
        questions = [*self.words.general(there), *(q for p in scene.plays for q in self.words.of_card(*p))]
        return self._answered(scene, spots, questions).also(empty)

    def _labels(self, spots: Sequence[Spot]) -> tuple[str, ...]:
        """The labels of all that is in play at one of the spots and that questions may be about."""
        found = [x for s in spots for _, there in s.store.entries("things") if isinstance(there, tuple) for x in there]
        return tuple(dict.fromkeys(x for x in found if isinstance(x, str) and x[:1] == "H")) or ("H1",)

    def _answered(self, scene: SearchScene, spots: Sequence[Spot], questions: Iterable[str]) -> SearchResult:
        found: list[DecidingPoint] = []
        listed = tuple(questions)
        for rank, (question, answers) in enumerate(zip(listed, self.moves.answers(spots, listed), strict=True)):
            if None in answers:
                continue
            ways = [((*s.forks, *f), v) for s, a in zip(spots, answers, strict=True) for f, v in a or ()]
            taken = [f for f in responsible(ways) if self._fresh(f)]
            for fork in taken:
                found.append(
                    DecidingPoint(
                        fork.key,
                        fork.plain,
                        fork.by,
                        fork.cause,
                        question,
                        (*scene.lines, question),
                        scene.cards,
                        self.seats,
                        rank,
                        also=tuple(x for x in (fork.cause.card, *scene.cards[-1:]) if x),
                    )
                )
        return SearchResult(smallest(found))

    def _asked_of(self, scene: SearchScene, seat: str, title: str) -> SearchResult:
        """What is open about the card in the player's hand."""
        spots = self._still(scene) or []
        held = [h for s in spots if (h := self.moves.holds(s, SEATS.index(seat), title))]
        asked = scene._replace(cards=(title,))
        return self._answered(asked, held, self.words.of_card(seat, title)) if held else NONE

    def _ended(self, scene: SearchScene, again: bool) -> SearchResult:
        """What is open after the scene and after each way to end what is under way, with every question."""
        entry = self._looked(scene, True)
        if not again:
            scene = scene._replace(spots=tuple(self._still(scene) or ()))
        for ending in self.words.book.endings:
            if len(scene.spots) > MOST_SPOTS:
                return entry if again else entry.also(SearchResult(cut=1))
            ways = [(s, self.moves.told(s, ending)) for s in scene.spots]
            after = tuple(self.moves.after(s, w) for s, found in ways for w in found or ())
            if any(w is None for _, w in ways):
                entry = entry.also(SearchResult(cut=1))
            elif after:
                scene = scene._replace(lines=(*scene.lines, ending), spots=after)
                entry = entry.also(self._looked(scene, True))
        return entry
