"""Play that nobody decides on and that comes back to where it was: it goes on so for ever."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Add, Let, Put
from checker.kernel.game import Game
from checker.kernel.position import Agenda, Key, Position, Store
from checker.kernel.term import Call, Compare, Lit, Value
from checker.kernel.trees.walk import calls, facts_in, reachable, within
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.progress import Moved
from checker.run.read_write_sets import EVERYTHING, MarkingStore, Marks, headed, unmarked

FIRST = 128
"""So many positions are gone through before any is compared with a later one."""
GROWN = 1000
"""So many are gone through before positions count as alike between which only numbers have moved."""
MOST_ROUND = 2000
"""So many steps at most are taken to see whether play comes round."""
FAR = (1000, 1_000_000, 1_000_000_000)
"""How often play is thought to have come round where it is tried whether it still does."""
PASSING = frozenset({"plays", "picks", "made", "names"})
"""What only tells how play came here."""


class Circle:
    """Compares positions that follow each other, while nobody decides anything, with one of the earlier ones.

    The earlier one is taken anew after twice as many positions each time (Brent), so that every circle is found; far
    on, one in which numbers move and nothing else does is as good, if it is one wherever they come to.
    """

    __slots__ = ("_at", "_count", "_rules", "_until")

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._at: Position | None = None
        self._count = 0
        self._until = FIRST

    def closes(self, position: Position) -> bool:
        """The position is one from which play comes to the same again."""
        if self._at is not None and again(self._at, position, self._count > GROWN):
            if self._at.store == position.store or stays(self._rules, position):
                return True
            self._at = None
        self._count += 1
        if self._count >= self._until:
            self._at, self._until = position, 2 * self._until
        return False


def again(earlier: Position, later: Position, grown: bool = False) -> bool:
    """The same comes next on the same table, and what was to be done after it still is, if only after more.

    If `grown`, it is the same table also where numbers have moved.
    """
    if not earlier.agenda or not later.agenda:
        return False
    effect, env, rest = earlier.agenda
    now = later.agenda
    if now[0] is not effect or now[1] != env:
        return False
    if later.store != earlier.store and (not grown or moved(earlier.store, later.store) is None):
        return False
    if same_agenda(now[2], rest):
        return True
    while now and now is not rest:
        now = now[2]
    return now is rest


def same_agenda(one: Agenda, other: Agenda) -> bool:
    """The agendas are equal; they may be longer than Python compares them."""
    while one is not other:
        if not one or not other or one[0] != other[0] or one[1] != other[1]:
            return False
        one, other = one[2], other[2]
    return True


def moved(earlier: Store, later: Store) -> dict[Key, int] | None:
    """By how much each number has moved; None if anything else is different."""
    found: dict[Key, int] = {}
    before, after = dict(earlier.items()), dict(later.items())
    for key in {**before, **after}:
        was, now = before.get(key), after.get(key)
        if was is now or (was == now and type(was) is type(now)):
            continue
        if not (_number(was) and _number(now)):
            return None
        found[key] = _int(now) - _int(was)
    return found


def stays(rules: Rulebook, position: Position) -> bool:
    """Play comes round to the position, also once the numbers that move have moved so very often, and where one of them
    comes to what the rules name; none that is read there is compared with anything else."""
    marks = Marks()
    after = _round(rules, position, marks)
    by = moved(position.store, after.store) if after is not None else None
    if by is None or not all(counts(rules, key) or key[0] in PASSING for key in by):
        return False
    read = frozenset(str(key[0]) for key in by if not marks.read.isdisjoint((key, headed(key[0]), EVERYTHING)))
    if read and not rules.found.of(("compared plainly", read), lambda: plainly(rules.game, read)):
        return False
    return all(_round(rules, at) is not None for at in far_on(rules, position, by))


def far_on(rules: Rulebook, position: Position, by: dict[Key, int]) -> list[Position]:
    """The position after the numbers have moved so very often, and where one of them is about what the rules name."""
    times = sorted({*FAR, *_named(rules, position.store, by)}) if by else ()
    return [_further(position, by, n) for n in times]


def counts(rules: Rulebook, key: Key) -> bool:
    """What is stored there is a number of the game."""
    field = rules.fields.get(str(key[0]))
    return field is not None and field.result == "number"


def _named(rules: Rulebook, store: Store, by: dict[Key, int]) -> Iterator[int]:
    """After how many rounds one of the numbers is about as large as one that the rules name."""
    for key, difference in by.items():
        for value in rules.numbers:
            times = (value - _int(store.get(key))) // difference if difference else 0
            yield from (n for n in (times - 1, times, times + 1) if n > 0)


def _further(position: Position, by: dict[Key, int], times: int) -> Position:
    """The position after the numbers have moved so often."""
    store = position.store
    for key, difference in by.items():
        store = store.put(key, _int(store.get(key)) + times * difference)
    return position.with_store(store)


def plainly(game: Game, fields: frozenset[str]) -> bool:
    """Wherever the rules ask for one of the numbers they compare it, and nothing made of it, with a number that they name."""
    texts = (game.procedures, [(a.body, a.last) for a in game.vocabulary.acts], [c.text for c in game.cards])
    says: list[tuple[str, object]] = [(f.name, f.definition) for f in game.vocabulary.facts]
    says += [(told.fact, (n.claim, n.cond)) for n in game.norms for told in calls(n.claim)]
    asked = set(reachable(fields, lambda name: (fact for fact, said in says if name in facts_in(said))))
    numbers = asked & {f.name for f in game.vocabulary.facts if f.result != "condition"}
    for part in within((texts, game.norms, [f.definition for f in game.vocabulary.facts])):
        match part:
            case Compare(_, Call(fact, args), Lit(int())) if fact in fields and not facts_in(args) & fields:
                continue
            case Compare(_, left, right) if facts_in((left, right)) & (fields | numbers):
                return False
            case Let(_, value) | Put(_, value) | Add(_, value) if facts_in(value) & (fields | numbers):
                return False
            case _:  # nothing else makes anything of a number
                continue
    return True


def _round(rules: Rulebook, start: Position, marks: Marks | None = None) -> Position | None:
    """The next position at which play has come round to this one, but for numbers; None if nothing decides alone that it
    does. What is read on the way is noted."""
    at = start if marks is None else start.with_store(MarkingStore(start.store, marks))
    for _ in range(MOST_ROUND):
        progress = step(rules, at)
        if not isinstance(progress, Moved):
            return None
        at = progress.position
        bare = at.with_store(unmarked(at.store))
        if again(start, bare, grown=True):
            return bare
    return None


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _number(value: Value) -> bool:
    """It is a number, or none is stored, which counts as one."""
    return value is None or (isinstance(value, int) and not isinstance(value, bool))
