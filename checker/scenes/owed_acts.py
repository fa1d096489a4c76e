"""Whether an act is owed where several duties meet: which gives way, and what each way to fulfil the others contains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from checker.kernel.effect import Await
from checker.kernel.norm import Must, Norm
from checker.kernel.position import Env, Position, Store
from checker.kernel.record import Record
from checker.kernel.term import Instance, Kind, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, duties, frees, obliging, permission
from checker.norms.precedence import Statement
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, TooMany, acting, carry_on, lapsed
from checker.scenes.possible_instances import owed_instances
from checker.scenes.question_view import View

MOST_LAPSED = 100
"""So many moments at most go by after an act before somebody has to decide."""


class ActSequence(NamedTuple):
    """How many acts a course has, whether one of them is wanted, and what forbids further acts."""

    acts: int = 0
    wanted: bool = False
    barring: tuple[str, ...] = ()


class Weighing:
    """One duty at one moment: the acts that would fulfil it, or may be done `instead`, done one after the other."""

    def __init__(
        self, rules: Rulebook, moment: tuple[Await, Env], act: str, norm: str, instead: tuple[Instance, ...] = ()
    ) -> None:
        self.rules, self.act, self.norm, self.instead = rules, act, norm, instead
        self.until, self.env = moment[0].until, dict(moment[1])

    def best(
        self, store: Store, left: tuple[Instance, ...], wanted: Callable[[Instance], bool], need: int
    ) -> ActSequence:
        """A course of acts among those `left`, each allowed when it is done, that goes on as long as one is owed.

        Those that have `need` acts, or else the most, go first, and of these one without a wanted act, which nothing
        keeps away: the first that is found ends the search. Raises Undecided at an open point, TooMany above the bound.
        """
        courses: list[ActSequence] = []
        barring = dict.fromkeys(self._barring(store, left))
        done = True
        for one in left if not Context(self.rules, store).holds(self.until, self.env) else ():
            owed = one not in self.instead and self._owed(store, one)
            if not owed and not (one in self.instead and self._in_place(store, one, left)):
                continue
            done = done and not owed
            others = tuple(i for i in left if i != one)
            for after in self._after(store, one):
                rest = self.best(after, others, wanted, need - 1)
                barring.update(dict.fromkeys(rest.barring))
                courses.append(ActSequence(rest.acts + 1, rest.wanted or wanted(one)))
                if courses[-1].acts >= need and not courses[-1].wanted:
                    return courses[-1]._replace(barring=tuple(barring))
        courses += [ActSequence()] if done else []
        best = max(courses, key=lambda course: (min(course.acts, max(need, 0)), not course.wanted))
        return best._replace(barring=tuple(barring))

    def _owed(self, store: Store, one: Instance) -> bool:
        context = Context(self.rules, store)
        owed = any(norm == self.norm for norm, _ in duties(context, self.act, (one,)))
        return owed and not isinstance(permission(context, self.act, one), Forbidden)

    def _in_place(self, store: Store, one: Instance, left: tuple[Instance, ...]) -> bool:
        """The act is allowed, and takes the place of one that is owed."""
        if not isinstance(permission(Context(self.rules, store), self.act, one), Permitted):
            return False
        return any(_alike(one, i) and self._owed(store, i) for i in left if i not in self.instead)

    def _barring(self, store: Store, left: tuple[Instance, ...]) -> tuple[str, ...]:
        """The clauses that forbid acts which the duty would still demand."""
        context = Context(self.rules, store)
        demanded = [i for n, found in duties(context, self.act, left) if n == self.norm for i in found]
        rulings = (permission(context, self.act, i) for i in demanded)
        return tuple(c for ruling in rulings if isinstance(ruling, Forbidden) for c in ruling.by)

    def _after(self, store: Store, one: Instance) -> list[Store]:
        """The tables on which the act alone was done, and nobody answered it."""
        ways = past_lapses(self.rules, acting(Branch(Position(store)), self.act, one))
        return list(dict.fromkeys(way.position.store for way in ways))


def past_lapses(rules: Rulebook, branch: Branch) -> list[Branch]:
    """The branch carried on until somebody has to decide, no moment used that goes by. Raises TooMany above the bound."""
    ways = carry_on(rules, [branch])
    for _ in range(MOST_LAPSED):
        if not any(way.waits and way.waits[0].lapses for way in ways):
            return ways
        ways = carry_on(rules, [lapsed(w) if w.waits and w.waits[0].lapses else w for w in ways])
    raise TooMany


def _alike(one: Instance, other: Instance) -> bool:
    """The acts are the same but for the second thing that they are about: what they are done with."""
    return one[1:2] != other[1:2] and (one[0], *one[2:]) == (other[0], *other[2:])


def instead_of(
    view: View, act: str, norm: str, allowed: tuple[Instance, ...], possible: Iterable[Instance]
) -> tuple[Instance, ...]:
    """The acts that are not owed but that a permission which goes before the duty allows at the moment at which the view
    stands, each in the place of one that is. Raises Undecided at an open point."""
    waits = view.branch.waits
    if waits is None or act not in waits[0].acts:
        return ()
    others = (i for i in possible if i not in allowed and any(_alike(i, o) for o in allowed))
    freed = (i for i in others if frees(view.context, act, norm, i))
    return tuple(i for i in freed if isinstance(permission(view.context, act, i), Permitted))


def unavoidable(
    view: View,
    act: str,
    norm: str,
    allowed: tuple[Instance, ...],
    wanted: Callable[[Instance], bool],
    instead: tuple[Instance, ...] = (),
) -> tuple[str, ...] | None:
    """The clauses that keep other acts from taking the place of the wanted ones, or None if these can be avoided.

    They cannot if every way to fulfil the duty as often as it can be, at the moment at which the view stands, or to do
    what may be done `instead`, has one of them. Raises Undecided at an open point.
    """
    waits = view.branch.waits
    if waits is None or act not in waits[0].acts or not any(map(wanted, allowed)):
        return None
    course = Weighing(view.rules, waits, act, norm).best(
        view.store, allowed, wanted, len({one[1:2] for one in allowed})
    )
    if instead:
        also = Weighing(view.rules, waits, act, norm, instead)
        course = also.best(view.store, (*allowed, *instead), wanted, course.acts)
    return course.barring if course.wanted else None


class Demanded(Record):
    """A duty at a moment: the norm, and the ways in which it can be fulfilled that nothing forbids."""

    norm: str
    act: str
    ways: tuple[Instance, ...]


def gives_way(view: View, act: str, norm: str, ways: tuple[Instance, ...]) -> tuple[str, ...] | None:
    """The clauses of the duties to which this one gives way where the view stands; None if it stands.

    Two duties of a player compete if each way to fulfil either ends the moment and leaves the other broken. Raises
    Undecided where neither outranks the other, and at any other open point.
    """
    moment = view.branch.waits
    if moment is None or act not in moment[0].acts or not ways or not view.rules.acts[act].phrase:
        return None
    mine = Demanded(norm, act, ways)
    acts, seat = moment[0].acts, ways[0][0]
    here = Context(view.rules, view.store)
    there = [*_owed(here, acts, seat)]
    rivals = [o for o in there if _apart(o, mine) and _ends(view, mine, o) and _ends(view, o, mine)]
    if not rivals:
        return None
    alike = [o for o in there if (o.act, o.ways) == (act, ways) and o.norm != norm]
    says: dict[str, Value] = {o.norm: (o.act, *o.ways) for o in (mine, *alike, *rivals)}
    decided = view.context.decide([Statement(n, s) for n, s in says.items()], Kind.CONTRADICTORY, "what has to be done")
    if decided == says[norm]:
        return None
    return tuple(dict.fromkeys(view.rules.norms[n].clause for n, s in says.items() if s == decided))


def _owed(context: Context, acts: tuple[str, ...], seat: Value) -> Iterator[Demanded]:
    """What the player owes at a moment for the acts."""
    rules = context.rules
    for act in acts if isinstance(seat, int) else ():
        for norm in obliging(rules, act) if act in rules.acts and rules.acts[act].phrase else ():
            ways = context.once(("owed", norm.id, seat), partial(_lawful, norm, seat))
            if ways:
                yield Demanded(norm.id, act, ways)


def _lawful(norm: Norm, seat: Value, context: Context) -> tuple[Instance, ...]:
    """The ways in which the player can fulfil the duty that nothing forbids."""
    assert isinstance(norm.claim, Must), f"{norm.id} is no duty"
    assert isinstance(seat, int), "players are seats"
    act = norm.claim.act.act
    ways = owed_instances(context, norm, seat)
    return tuple(i for i in ways if not isinstance(permission(context, act, i), Forbidden))


def _apart(one: Demanded, other: Demanded) -> bool:
    """Nothing fulfils both."""
    return one.act != other.act or not set(one.ways) & set(other.ways)


def _ends(view: View, one: Demanded, other: Demanded) -> bool:
    """However the one is fulfilled the moment is over, and the other can no longer be."""
    return all(_gone(view, after, other) for way in one.ways for after in _after(view, one.act, way))


def _after(view: View, act: str, way: Instance) -> list[Branch]:
    return past_lapses(view.rules, acting(view.branch, act, way))


def _gone(view: View, after: Branch, other: Demanded) -> bool:
    if after.waits == view.branch.waits:
        return False
    if after.waits is None or other.act not in after.waits[0].acts:
        return True
    context = Context(view.rules, after.position.store)
    still = (i for norm, found in duties(context, other.act, other.ways) if norm == other.norm for i in found)
    return all(isinstance(permission(context, other.act, i), Forbidden) for i in still)
