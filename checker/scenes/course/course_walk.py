"""The course of play gone through once, as if nobody did anything: the places at which it may stand."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from checker.kernel.effect import Await, Each, Effect, End, If, Run, Under, While
from checker.kernel.position import GONE, Agenda, Key, Position, Store, tails
from checker.kernel.term import All, Call, Is, Point, Value, Var
from checker.kernel.trees.anytime_acts import awaiting
from checker.kernel.trees.course_steps import Course, brought, course
from checker.kernel.trees.walk import facts_in
from checker.norms.evaluate import RIGID, Context
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.branches import Branch, Chose, Took, TooMany, lapsed
from checker.run.choices import listed
from checker.run.procedures import RESUMING
from checker.run.progress import Ended, Forked, Moved, Waits
from checker.run.read_write_sets import MarkingStore, Marks, unmarked
from checker.scenes.course.places import Along, PlayPlace, SpokenField

MOST_STEPS = 5_000
"""How much is gone through before it is said that no place is found."""
MOST_GUARDED = 200
"""How many steps are gone through at most at which what the scene says is held fast."""
KEPT = (RIGID, "picks", "plays")
"""What is known of how play went on, whatever lies on the table."""


@lru_cache(maxsize=16)
def course_of(rules: Rulebook) -> Course:
    """What is known of the course of play under the rules."""
    return course(rules.game)


class CourseWalk:
    """Goes through the course of play under these rules, for a scene that says so much."""

    def __init__(self, rules: Rulebook, said: SpokenField) -> None:
        self.rules = rules
        self.said = said
        self.course = course_of(rules)
        self.left = MOST_STEPS
        self.found: list[PlayPlace] = []
        self.turns: dict[tuple[object, ...], list[Along]] = {}
        self.passed: dict[tuple[object, ...], list[Along]] = {}

    def spots(self, start: Branch) -> list[PlayPlace]:
        """The places in the order in which play comes to them. Raises TooMany if that takes too long."""
        todo = [Along(start, start.position.store, {}, {})]
        while todo:
            way = todo.pop()
            if way.branch.position.agenda:
                self._counted()
                todo += reversed(self._onward(way))
            if not todo and self.passed:
                todo = self._alike(self.passed.pop(next(iter(self.passed))))
            if not todo and self.turns:
                todo = [self._together(self.turns.pop(next(iter(self.turns))))]
        return self.found

    def _counted(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooMany

    def _onward(self, way: Along) -> list[Along]:
        effect, env, rest = way.branch.position.agenda
        inner = effect.effect if isinstance(effect, Under) else effect
        turned = self._of_turn(way)
        if turned is None:
            return []
        way = self._entering(turned, inner)
        match effect:
            case Await():
                waiting = way.branch.waiting(way.branch.position, (effect, env))
                self._note(way, waiting)
                later = self._beyond(way, lapsed(waiting))
                self.passed.setdefault((id(rest), later.whose, later.root), []).append(later)
                return []
            case Run(procedure) if _within(procedure, rest):
                return [self._at(way, rest)]
            case While() if id(effect) in way.rounds:
                return [self._at(way, rest)._replace(rounds=way.rounds - {id(effect)})]
            case _ if not self._waits(effect):
                return self._done(way, rest, isinstance(effect, Run) and effect.procedure == RESUMING)
            case While():
                way = way._replace(rounds=way.rounds | {id(effect)})
            case Each(var, All(_, "player")):
                way = self._given_turn(way, effect)
                way = way._replace(whom=var)
        stepped = self._stepped(way.branch)
        if isinstance(inner, While) and self.said.said_so and all(b.position.agenda is rest for b in stepped):
            return [self._under_way(way, inner, rest)]
        return [self._unless_skipped(way._replace(branch=b), effect, rest) for b in stepped]

    def _under_way(self, way: Along, again: While, rest: Agenda) -> Along:
        """The way within what is done again and again, which is under way though it would not begin any more."""
        _, env, _ = way.branch.position.agenda
        begun = way._replace(rounds=way.rounds | {id(again)}, excused=way.excused | facts_in(again.cond))
        return self._at(begun, (again.body, env, (again, env, rest)))

    def _unless_skipped(self, way: Along, effect: Effect, rest: Agenda) -> Along:
        """The way, which is past a place if what waits for somebody is not done."""
        agenda = way.branch.position.agenda
        skipped = agenda is rest or (isinstance(effect, If) and not self._waits(agenda[0]))
        return self._passing(way) if skipped else way

    def _of_turn(self, way: Along) -> Along | None:
        """The way in the turn of whom the last `for each player` names; nothing where another turn was before, and it
        goes on once all ways have come there."""
        branch = way.branch
        whose = dict(branch.position.agenda[1]).get(way.whom)
        if whose is None or whose == way.whose:
            return way
        if way.whose is None:
            root = tuple(branch.forks()) if way.root is None else way.root
            return way._replace(whose=whose, opening=branch.position.store, root=root)
        later = self._past(way, branch.position.store, self.course.fixed)._replace(whose=whose)
        self.turns.setdefault((id(branch.position.agenda), whose, way.root), []).append(later)
        return None

    def _alike(self, ways: list[Along]) -> list[Along]:
        """The ways past one place; one, if what was decided on the way to it makes no difference to the table."""
        one = self._together(ways)
        tables = (self._undecided(w, w.branch.position.store) for w in ways)
        return [one] if all(table == one.branch.position.store for table in tables) else list(reversed(ways))

    def _undecided(self, way: Along, table: Store) -> Store:
        """The table without what was decided since the first turn."""
        return table.after(tuple((k, way.opening.get(k, GONE)) for k, _ in table.changes(way.opening) if k[0] in KEPT))

    def _together(self, ways: list[Along]) -> Along:
        """The way past all these, whatever was decided on them: where that makes a difference, the table is as it was
        before the first turn."""
        first, *others = ways
        table = self._undecided(first, first.branch.position.store)
        for key, value in table.changes(first.opening):
            if not all(w.branch.position.store.get(key, GONE) == value for w in others):
                table = table.after(((key, first.opening.get(key, GONE)),))
        written = {k: v for k, v in first.written.items() if all(w.written.get(k, v) == v for w in others)}
        branch = first.branch
        fresh = Branch(branch.position.with_store(table), first.root or (), kept=branch.kept)
        return first._replace(branch=fresh, written=written)

    def _entering(self, way: Along, inner: Effect) -> Along:
        """The way within the step that begins there; it may be said that play stands before it."""
        name = self.course.steps.get(id(inner))
        if name is None:
            return way
        _, _, rest = way.branch.position.agenda
        depth = _depth(rest)
        path = {d: n for d, n in way.path.items() if d < depth} | {depth: name}
        way = way._replace(path=path)
        if name == self.said.step and not self._waits(inner):
            self._note(way, way.branch)
        return way

    def _given_turn(self, way: Along, effect: Each) -> Along:
        """The way on which it holds of whom the scene says that it is their turn, where it holds of nobody."""
        _, env, _ = way.branch.position.agenda
        match effect.over:
            case All(var, _, Is(Call(fact, (Var(letter),)))) if var == letter and fact in self.rules.fields:
                context = Context(self.rules, way.branch.position.store)
                if self.said.seat is not None and not listed(context.value(effect.over, dict(env))):
                    key: Key = (fact, self.said.seat)
                    return self._with_store(way, way.branch.position.store.put(key, True))
        return way

    def _waits(self, effect: object) -> bool:
        return awaiting(effect) or any(name in self.course.waiting for name in brought(effect))

    # -- going on ----------------------------------------------------------------------------

    def _stepped(self, branch: Branch) -> list[Branch]:
        self._counted()
        progress = step(self.rules, branch.position)
        match progress:
            case Moved():
                return [branch.at(progress.position, *progress.lines)]
            case Forked():
                by = progress.by
                taken = ((Took(by, o) if isinstance(by, Point) else Chose(by, o), p) for o, p in progress.ways)
                return [branch.at(p, entry) for entry, p in taken]
            case Waits():
                return [lapsed(branch.waiting(progress.position, (progress.moment, progress.env)))]
            case Ended():
                return []

    def _done(self, way: Along, rest: Agenda, resuming: bool) -> list[Along]:
        """The way after what waits for nobody: not on what the scene says, if that would change it."""
        marks = Marks()
        done = self._through(way, rest, marks)
        if resuming:
            return [w._replace(opening=w.branch.position.store) for w in done]
        zones = [k for k in marks.written | marks.added if k[0] == "zone" and ("told lying", *k[1:]) in way.opening]
        fits = [not self._against(w) and not (zones and (way.middle or self.said.said_so)) for w in done]
        held = done if all(fits) else self._held(way, rest, done)
        return [self._after(w, h, marks, fit) for w, h, fit in zip(done, held, fits, strict=True)]

    def _held(self, way: Along, rest: Agenda, done: list[Along]) -> list[Along]:
        """The same ways on which what the scene says was so at each step, where that can be told."""
        with suppress(TooMany):
            held = self._through(way, rest, Marks(), MOST_GUARDED)
            return held if len(held) == len(done) else done
        return done

    def _after(self, way: Along, held: Along, marks: Marks, fits: bool) -> Along:
        """The way with what was written on it; past it, and so on the table as it was, unless it `fits` what is said."""
        written = self._written(way, marks)
        if fits:
            return way._replace(written=written)
        past = self._past(held, held.branch.position.store, self.course.fields)
        past = past._replace(middle=True, written=written)
        if not past.passed and past.branch.position.agenda:
            self._note(past, past.branch, between=True)
        return past

    def _through(self, way: Along, rest: Agenda, marks: Marks, guarded: int = 0) -> list[Along]:
        """The way after the first thing on its agenda; if `guarded`, what the scene says stays so at each of so many steps
        at most. Raises TooMany if there are more."""
        before = way.branch.position
        todo = [Branch(before.with_store(MarkingStore(before.store, marks)), way.branch.trail)]
        done: list[Along] = []
        while todo:
            one = todo.pop()
            if one.position.agenda is rest or _depth(one.position.agenda) < _depth(rest):
                store, entries = unmarked(one.position.store), one.trail[len(way.branch.trail) :]
                done.append(way._replace(branch=way.branch.at(Position(store, one.position.agenda), *entries)))
                continue
            ways = self._stepped(one)
            if guarded:
                guarded -= 1
                if not guarded:
                    raise TooMany
                ways = [b.laid(b.position.with_store(self._as_said(way, b.position.store))) for b in ways]
            todo += reversed(ways)
        return done

    def _as_said(self, way: Along, store: Store) -> Store:
        """The table as it is, but for what the scene says."""
        said = [k for k in self.said.stated if self._value(store, k) != self._value(way.opening, k)]
        return store.after(tuple((k, way.opening.get(k, GONE)) for k in said)) if said else store

    def _against(self, way: Along) -> bool:
        store = way.branch.position.store
        return any(self._value(store, k) != self._value(way.opening, k) for k in self.said.stated)

    def _written(self, way: Along, marks: Marks) -> dict[Key, Value]:
        store = way.branch.position.store
        new = {k: self._value(store, k) for k in marks.written | marks.added if k[0] in self.rules.fields}
        return way.written | new

    def _passing(self, way: Along) -> Along:
        root = way.root if way.root is not None else tuple(way.branch.forks())
        return way._replace(root=root, passed=True)

    def _beyond(self, way: Along, branch: Branch) -> Along:
        """The way where nobody did anything at its place."""
        way = self._passing(way._replace(branch=branch, middle=False))
        return self._past(way, branch.position.store, self.course.fields)

    def _past(self, way: Along, store: Store, fields: frozenset[str]) -> Along:
        """The way on a table as it was before the first turn, but for what steps wrote to fields of which it says nothing."""
        table = way.opening
        for key, value in store.changes(way.opening):
            if key[0] in KEPT or (key[0] in fields and key not in self.said.stated):
                table = table.after(((key, value),))
        branch = way.branch
        fresh = Branch(branch.position.with_store(table), tuple(branch.forks()), kept=branch.kept)
        return way._replace(branch=fresh)

    def _at(self, way: Along, agenda: Agenda) -> Along:
        branch = way.branch
        return way._replace(branch=branch.laid(Position(branch.position.store, agenda)))

    def _with_store(self, way: Along, store: Store) -> Along:
        branch = way.branch
        return way._replace(branch=branch.laid(branch.position.with_store(store)))

    # -- places ------------------------------------------------------------------------------

    def _note(self, way: Along, branch: Branch, between: bool = False) -> None:
        """Play may stand there."""
        _, env, _ = branch.position.agenda
        opening, written, stated = way.opening, way.written, self.said.stated
        told = (k for k in stated if k in written and k[0] not in way.excused)
        against = frozenset(k for k in told if written[k] != self._value(opening, k))
        said = (k for k in stated if k in written and k not in against)
        as_said = frozenset(k for k in said if written[k] != self.rules.fields[str(k[0])].initial)
        root = way.root if way.root is not None else tuple(branch.forks())
        self.found.append(
            PlayPlace(branch, tuple(way.path.values()), dict(env).get(way.whom), root, against, as_said, between)
        )

    def _value(self, store: Store, key: Key) -> Value:
        return store.get(key, self.rules.fields[str(key[0])].initial)


def _depth(agenda: Agenda) -> int:
    """So many procedures are begun and not ended."""
    return sum(isinstance(rest[0], End) for rest in tails(agenda))


def _within(procedure: str, agenda: Agenda) -> bool:
    """The procedure is begun and not ended."""
    return any(isinstance(e := rest[0], End) and e.procedure == procedure for rest in tails(agenda))
