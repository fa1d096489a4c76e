"""Scenes told line by line: each state of a told scene can be gone on from in several ways."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.point import Undecided
from checker.kernel.position import Memory, Store
from checker.kernel.scene import Deed
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.norms.context import Context
from checker.norms.resolve import Forbidden, following, permission
from checker.run.orders import as_written
from checker.run.play import Branch, Took, TooMany, acting, carry_on
from checker.run.progress import Line
from checker.search.bench import Bench, Judging
from checker.search.catalogue import SEATS, players
from checker.search.follow import Way, attempted, moved, quieted

FRESH = 99
"""The number from which those of cards are counted that players turn out to hold: no other copy has them."""


class Cause(NamedTuple):
    """What opened a point that no clause of its own names: the act that was under way, and its card."""

    act: str = ""
    card: str = ""


def key_of(point: Any, cause: Cause) -> str:
    """What makes two open points the same for a reader of the rules, wherever they are met."""
    plain = re.sub(r"(?<!\{)\b[A-H]\b(?!\})", "a player", point.id)
    return f"{plain} [{cause.act}]" if cause.act else plain


class Told(NamedTuple):
    """A scene so far: its lines, and what the judge holds of it."""

    lines: tuple[str, ...]
    judge: Judging

    @property
    def illegal(self) -> bool:
        """In every way things can go, the last act was forbidden."""
        return all(b.illegal for b in self.judge.branches)

    def causes(self) -> dict[str, tuple[Any, Cause]]:
        """The open points that were met on the way, by what opened them."""
        found: dict[str, tuple[Any, Cause]] = {}
        for branch in self.judge.branches:
            act, card = "", ""
            for entry in branch.trail:
                if isinstance(entry, Line) and entry.event:
                    act = str(entry.event[0])
                    card = next((str(x[0]) for x in entry.event[1:] if isinstance(x, tuple)), card)
                elif isinstance(entry, Took):
                    cause = Cause() if entry.point.clauses else Cause(act, card)
                    found.setdefault(key_of(entry.point, cause), (entry.point, cause))
        return found

    def labels(self) -> tuple[str, ...]:
        """The labels that the lines use."""
        return tuple(dict.fromkeys(x for line in self.lines for x in re.findall(r"\b[A-Z]\d+\b", line)))

    def response(self) -> bool:
        """The last play was made on a card."""
        store = self.judge.branches[0].position.store
        return any(
            key[0] == "target card" and value is not None and _last(self.lines[-1], key[1])
            for key, value in store.items()
        )

    def plays(self, seats: tuple[str, ...], cards: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Who played which of the cards."""
        return tuple(
            (s, c) for c in cards for s in seats if any(line.startswith(f"{s} ") and c in line for line in self.lines)
        )

    def lawful(self) -> Told:
        """The ways in which the last act was not forbidden."""
        return self.among([b for b in self.judge.branches if not b.illegal])

    def fewer(self, known: frozenset[str], most: int) -> Told:
        """Few of the ways: known points as by default, and the first and last of what is left."""
        ways = [
            b
            for b in self.judge.branches
            if all(
                not isinstance(e, Took) or not _known(e.point, known) or e.option == e.point.options[0] for e in b.trail
            )
        ] or self.judge.branches[:1]
        return self.among(ways if len(ways) <= most else [*ways[: most - 1], ways[-1]])

    def only(self, branch: Branch) -> Told:
        """This one way of the scene."""
        return self.among([branch])

    def afresh(self) -> Told:
        """The same scene, with nothing remembered of what was worked out from its tables."""
        return self.among([moved(b, b.position.with_store(b.position.store.afresh())) for b in self.judge.branches])

    def among(self, branches: list[Any]) -> Told:
        """The scene on these ways of it."""
        return Told(self.lines, _judging(self, branches))


class Table:
    """Reads lines of scenes for one number of players; each line is read once.

    Orders that nothing states are tried only if `orders` says so; else things come as they are written. The
    `memory`, if there is one, remembers what is worked out from its tables.
    """

    def __init__(
        self,
        bench: Bench,
        seats: int,
        known: frozenset[str] = frozenset(),
        few: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.bench = bench
        self.way = Way(lambda point: _known(point, known), few)
        self.seats = seats
        self.orders = False
        self.memory = memory
        self.head = players(seats)
        self._read: dict[str, Any] = {}

    def begin(self, lines: tuple[str, ...]) -> Told | None:
        """The scene that begins with the lines, or None if no box can lay it out."""
        try:
            scene = self.bench.read("\n".join((self.head, *lines)), self.bench.file)[0]
            forms = self.bench.forms(scene)
            judge = self.bench.judge(self.bench.rules, forms)
            judge.branches = [moved(b, b.position.with_store(self._laid(b.position.store))) for b in judge.branches]
            for item in scene.items[forms.first :]:
                judge.tell(item)
        except InputError:
            return None
        return Told((self.head, *lines), judge) if judge.impossible is None else None

    def _laid(self, store: Store) -> Store:
        laid = store if self.orders else as_written(store)
        return laid if self.memory is None else laid.remembering(self.memory)

    def tell(self, told: Told, line: str) -> Told | None:
        """The scene gone on with the line, or None if that cannot be said or cannot happen."""
        item = self.item(line)
        if item is None:
            return None
        judge = copy.copy(told.judge)
        judge.answers = []
        try:
            judge.tell(item)
        except InputError:
            return None
        if judge.impossible is not None or not judge.branches:
            return None
        return Told((*told.lines, line), judge)

    def holding(self, told: Told, seat: str, title: str, number: int = FRESH) -> Told | None:
        """The scene in which the player has held the card all along; None if a hand without it is told."""
        where = SEATS.index(seat)
        stores = ((b, self.held(b.position.store, where, title, number)) for b in told.judge.branches)
        branches = [moved(b, b.position.with_store(store)) for b, store in stores if store is not None]
        return Told(told.lines, _judging(told, branches)) if branches else None

    def held(self, store: Store, seat: int, title: str, number: int = FRESH) -> Store | None:
        """The table on which the player holds the card, where cards are held; None if a hand without it is known."""
        if self.bench.held and store.get(("unknown hand", seat), False):
            return holding(store, seat, title, number)
        return store if not self.bench.held or _holds(store, seat, title) else None

    def quiet(self, told: Told) -> Told:
        """The scene after every response that was still possible was let go by."""
        try:
            done = quieted(self.bench.rules, told.judge.branches, self.way)
        except TooMany:
            return _too_many(told)
        return Told(told.lines, _judging(told, done))

    def play(self, told: Told, line: str) -> Told | None:
        """The scene gone on with what the line tells where it is lawful, along few ways."""
        form = self.form(told, line)
        if not isinstance(form, Deed):
            return None
        found: list[Branch] = []
        after = Told((*told.lines, line), told.judge)
        try:
            for branch in told.judge.branches:
                args = self.instance(branch, form)
                if args is not None:
                    found += attempted(self.bench.rules, branch, form.act, args, self.way)
        except TooMany:
            return _too_many(after)
        return Told(after.lines, _judging(told, found)) if found else None

    def allowed(self, told: Told, line: str, seat: str, title: str) -> bool:
        """In some way things can go, the player who held the card could do this without breaking a rule."""
        form = self.form(told, line)
        if not isinstance(form, Deed):
            return form is not None
        return any(self._lawful(b, form, SEATS.index(seat), title) for b in told.judge.branches)

    def _lawful(self, branch: Branch, deed: Deed, seat: int, title: str) -> bool:
        store = holding(branch.position.store, seat, title) if self.bench.held else branch.position.store
        args = self.instance(Branch(branch.position.with_store(store), branch.trail, branch.waits), deed)
        if args is None:
            return False
        try:
            return not isinstance(permission(Context(self.bench.rules, store), deed.act, args), Forbidden)
        except Undecided:
            return True

    def form(self, told: Told, line: str) -> Any:
        """What the line does or asks, or None if it cannot be said."""
        item = self.item(line)
        return None if item is None else told.judge.forms.form(item)

    def formed(self, forms: Any, line: str) -> Any:
        """What the line does or asks by the forms of a scene, or None if it cannot be said."""
        item = self.item(line)
        return None if item is None else forms.form(item)

    def instance(self, branch: Branch, deed: Deed) -> tuple[Value, ...] | None:
        """The instance of the act that the deed is on this branch, or None if its words could mean several."""
        try:
            return deed.instance(self.bench.view(self.bench.rules, branch, branch.position.store))
        except InputError:
            return None

    def anyway(self, told: Told, line: str) -> tuple[set[str], set[str]]:
        """The clauses that forbid what the line tells, and those applied when it is done nevertheless."""
        after = self.tell(told, line)
        if after is None or not after.illegal:
            return set(), set()
        branch = after.judge.branches[0]
        act, *args = branch.illegal
        forbidding = set([*branch.lines()][-1].clauses)
        try:
            done = carry_on(self.bench.rules, [acting(Branch(branch.position, (), branch.waits), act, tuple(args))])
        except TooMany:
            return forbidding, set()
        lapses = [b for b in self.quiet(Told(told.lines, _judging(told, done))).judge.branches]
        context = Context(self.bench.rules, branch.position.store)
        attached = {f.clause for f in following(context, act, tuple(args))}
        later = (line for b in lapses for line in b.lines() if line.event and line.event[0] != act)
        return forbidding, attached | {c for line in later for c in line.clauses}

    def item(self, line: str) -> Any:
        """The line as it is read, or None if it cannot be."""
        if line not in self._read:
            try:
                self._read[line] = self.bench.read(f"{self.head}\n{line}", self.bench.file)[0].items[0]
            except InputError:
                self._read[line] = None
        return self._read[line]


def _too_many(told: Told) -> Told:
    judge = copy.copy(told.judge)
    judge.unknown = True
    return Told(told.lines, judge)


def _judging(told: Told, branches: list[Any]) -> Judging:
    judge = copy.copy(told.judge)
    judge.branches = branches
    return judge


def _holds(store: Store, seat: int, title: str) -> bool:
    held = store.get(("zone", "hand", seat), ())
    return isinstance(held, tuple) and any(isinstance(card, tuple) and card[0] == title for card in held)


def holding(store: Store, seat: int, title: str, number: int = FRESH) -> Store:
    """The table on which the player holds the card of that number besides."""
    held = store.get(("zone", "hand", seat), ())
    assert isinstance(held, tuple)
    return store.put(("zone", "hand", seat), (*held, (title, number + seat)))


def _known(point: Any, known: frozenset[str]) -> bool:
    plain = key_of(point, Cause())
    return plain in known or any(k.startswith(f"{plain} [") for k in known)


def _last(line: str, card: Value) -> bool:
    return isinstance(card, tuple) and str(card[0]) in line


def replayed(bench: Bench, text: str) -> Iterator[Any]:
    """The answers to the questions of the scene, each as the judge gives it."""
    for scene in bench.read(text, bench.file):
        forms = bench.forms(scene)
        judge = bench.judge(bench.rules.with_cards(scene.cards), forms)
        for item in scene.items[forms.first :]:
            judge.tell(item)
        yield from judge.answers
