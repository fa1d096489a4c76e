"""Scenes told line by line: each state of a told scene can be gone on from in several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.explore.default_play import Pruning, attempted, quieted
from checker.explore.scene_state import SceneState, is_known, judging
from checker.explore.situations import SEATS, players
from checker.kernel.position import AS_IT_FELL, Store
from checker.kernel.scene import Deed
from checker.kernel.source import InputError
from checker.kernel.term import Undecided, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, following, permission
from checker.run.branches import Branch, TooMany, acting, carry_on
from checker.run.unordered import as_written
from checker.scenes.end_moment import quietly
from checker.session.context import Bench
from checker.session.persistent_memo import common
from checker.session.reductions import Common

FRESH = 99
"""The number from which those of cards are counted that players turn out to hold: no other copy has them."""


class SceneDriver:
    """Reads lines of scenes for one number of players; each line is read once.

    Orders that nothing states are tried only if `orders` says so; else things come as they are written. What is
    `common` to all scenes under these rules is worked out once. If `shared`, what came after a moment is not worked out
    anew for each way of going on from a scene; if `brief`, of an answer that no open point decides it is said only what it is.
    """

    def __init__(
        self,
        bench: Bench,
        seats: int,
        known: frozenset[str] = frozenset(),
        few: bool = False,
        shares: Common | None = None,
    ) -> None:
        self.bench = bench
        self.way = Pruning(lambda point: is_known(point, known), few)
        self.seats = seats
        self.orders = False
        self.shared = self.brief = False
        self.common = shares or common(bench)
        self.head = players(seats)
        self._read: dict[str, object] = {}

    def begin(self, lines: tuple[str, ...]) -> SceneState | None:
        """The scene that begins with the lines, or None if no box can lay it out, or it never comes to rest.

        It is told once for all who begin with it.
        """
        begun = self.common.begun.of(
            (self.head, lines, self.orders), lambda: self._begun(lines), lambda b: b is None or not b.judge.unknown
        )
        return begun and begun.afresh()

    def opened(self, lines: tuple[str, ...]) -> SceneState | None:
        """The scene before anything goes on in it, if it goes on for ever by itself."""
        return self._begun(lines, endless=True)

    def _begun(self, lines: tuple[str, ...], endless: bool = False) -> SceneState | None:
        try:
            scene = self.bench.read("\n".join((self.head, *lines)), self.bench.file)[0]
            forms = self.bench.forms(scene)
            judge = self.bench.judge(self.bench.rules, forms)
            if endless:
                judge.branches = [judge.opened] if judge.lost is not None and judge.lost.endless else []
            judge.branches = [b.on(self._laid(b.position.store)) for b in judge.branches]
            for item in () if endless else scene.items[forms.first :]:
                judge.tell(item)
        except InputError:
            return None
        return SceneState((self.head, *lines), judge) if judge.impossible is None and judge.branches else None

    def _laid(self, store: Store) -> Store:
        fell = store.put(AS_IT_FELL, True)
        laid = fell if self.orders else as_written(fell)
        return laid if self.common.remembers is None else laid.remembering(self.common.remembers)

    def tell(self, told: SceneState, line: str) -> SceneState | None:
        """The scene gone on with the line, or None if that cannot be said or cannot happen."""
        item = self.item(line)
        if item is None:
            return None
        judge = told.judge.beside() if self.shared else told.judge.apart()
        judge.answers, judge.brief = [], self.brief
        try:
            judge.tell(item)
        except InputError:
            return None
        if judge.impossible is not None or not judge.branches:
            return None
        return SceneState((*told.lines, line), judge)

    def holding(self, told: SceneState, seat: str, title: str, number: int = FRESH) -> SceneState | None:
        """The scene in which the player has held the card all along; None if a hand without it is told."""
        where = SEATS.index(seat)
        stores = ((b, self.held(b.position.store, where, title, number)) for b in told.judge.branches)
        branches = [b.on(store) for b, store in stores if store is not None]
        return SceneState(told.lines, judging(told, branches)) if branches else None

    def held(self, store: Store, seat: int, title: str, number: int = FRESH) -> Store | None:
        """The table on which the player holds the card, where cards are held; None if a hand without it is known."""
        if self.bench.held and store.get(("unknown hand", seat), False):
            return holding(self.bench.rules.hand, store, seat, title, number)
        return store if not self.bench.held or _holds(self.bench.rules.hand, store, seat, title) else None

    def quiet(self, told: SceneState) -> SceneState:
        """The scene after every response that was still possible was let go by."""
        try:
            done = quieted(self.bench.rules, told.judge.branches, self.way)
        except TooMany as lost:
            return _too_many(told, lost)
        return SceneState(told.lines, judging(told, done))

    def play(self, told: SceneState, line: str) -> SceneState | None:
        """The scene gone on with what the line tells where it is lawful, along few ways."""
        form = self.form(told, line)
        if not isinstance(form, Deed):
            return None
        found: list[Branch] = []
        after = SceneState((*told.lines, line), told.judge)
        try:
            for branch in told.judge.branches:
                args = self.instance(branch, form)
                if args is not None:
                    found += attempted(self.bench.rules, branch, form.act, args, self.way)
        except TooMany as lost:
            return _too_many(after, lost)
        return SceneState(after.lines, judging(told, found)) if found else None

    def allowed(self, told: SceneState, line: str, seat: str, title: str) -> bool:
        """In some way things can go, the player who held the card could do this without breaking a rule."""
        form = self.form(told, line)
        if not isinstance(form, Deed):
            return form is not None
        return any(self._lawful(b, form, SEATS.index(seat), title) for b in told.judge.branches)

    def _lawful(self, branch: Branch, deed: Deed, seat: int, title: str) -> bool:
        store = (
            holding(self.bench.rules.hand, branch.position.store, seat, title)
            if self.bench.held
            else branch.position.store
        )
        args = self.instance(Branch(branch.position.with_store(store), branch.trail, branch.waits), deed)
        if args is None:
            return False
        try:
            return not isinstance(permission(Context(self.bench.rules, store), deed.act, args), Forbidden)
        except Undecided:
            return True

    def form(self, told: SceneState, line: str) -> Any:
        """What the line does or asks, or None if it cannot be said."""
        item = self.item(line)
        return None if item is None else told.judge.forms.form(item)

    def formed(self, forms: Any, line: str) -> Any:
        """What the line does or asks by the forms of a scene, or None if it cannot be said."""
        item = self.item(line)
        return None if item is None else forms.form(item)

    def instance(self, branch: Branch, deed: Deed) -> tuple[Value, ...] | None:
        """The instance of the act that the deed is on this branch, or None if its words could mean several.

        What is open about the card is taken as by default.
        """
        try:
            return deed.instance(self.bench.view(self.bench.rules, branch, branch.position.store))
        except InputError:
            return None
        except Undecided as open_:
            store = branch.position.store.put(open_.point.key, open_.point.options[0].value)
            return self.instance(branch.on(store), deed)

    def anyway(self, told: SceneState, line: str) -> tuple[set[str], set[str]]:
        """The clauses that forbid what the line tells, and those applied when it is done nevertheless."""
        after = None if self._permitted(told, line) else self.tell(told, line)
        if after is None or not after.illegal:
            return set(), set()
        branch = after.judge.branches[0]
        assert branch.illegal is not None
        done_act, *args = branch.illegal
        act = str(done_act)
        forbidding = set([*branch.lines()][-1].clauses)
        try:
            done = carry_on(self.bench.rules, [acting(Branch(branch.position, (), branch.waits), act, tuple(args))])
        except TooMany:
            return forbidding, set()
        lapses = [b for b in self.quiet(SceneState(told.lines, judging(told, done))).judge.branches]
        context = Context(self.bench.rules, branch.position.store)
        attached = {f.clause for f in following(context, act, tuple(args))}
        later = (line for b in lapses for line in b.lines() if line.event and line.event[0] != act)
        return forbidding, attached | {c for line in later for c in line.clauses}

    def _permitted(self, told: SceneState, line: str) -> bool:
        """The rules permit what the line tells on some way of the scene that waits for no response, for all that is decided."""
        form = self.form(told, line)
        return isinstance(form, Deed) and any(not quietly(b) and self._permits(b, form) for b in told.judge.branches)

    def _permits(self, branch: Branch, deed: Deed) -> bool:
        try:
            args = deed.instance(self.bench.view(self.bench.rules, branch, branch.position.store))
            if args is None:
                return False
            return isinstance(permission(Context(self.bench.rules, branch.position.store), deed.act, args), Permitted)
        except (InputError, Undecided):
            return False

    def item(self, line: str) -> Any:
        """The line as it is read, or None if it cannot be."""
        if line not in self._read:
            try:
                self._read[line] = self.bench.read(f"{self.head}\n{line}", self.bench.file)[0].items[0]
            except InputError:
                self._read[line] = None
        return self._read[line]


def _too_many(told: SceneState, lost: TooMany) -> SceneState:
    judge = told.judge.apart()
    judge.lost = lost
    return SceneState(told.lines, judge)


def _holds(hand: str, store: Store, seat: int, title: str) -> bool:
    held = store.get(("zone", hand, seat), ())
    return isinstance(held, tuple) and any(isinstance(card, tuple) and card[0] == title for card in held)


def holding(hand: str, store: Store, seat: int, title: str, number: int = FRESH) -> Store:
    """The table on which the player holds the card of that number besides."""
    held = store.get(("zone", hand, seat), ())
    assert isinstance(held, tuple)
    return store.put(("zone", hand, seat), (*held, (title, number + seat)))


def replayed(bench: Bench, text: str) -> Iterator[Any]:
    """The answers to the questions of the scene, each as the judge gives it."""
    for scene in bench.read(text, bench.file):
        forms = bench.forms(scene)
        judge = bench.judge(bench.rules.with_cards(scene.cards), forms)
        for item in scene.items[forms.first :]:
            judge.tell(item)
        yield from judge.answers
