"""Whether a duty gives way to another where a player has several duties and can fulfil only one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from checker.kernel.norm import Must, Norm
from checker.kernel.point import Kind
from checker.kernel.record import Record
from checker.kernel.term import Instance, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, duties, obliging, permission
from checker.norms.precedence import Statement
from checker.run.branches import Branch, acting
from checker.scenes.owed_acts import past_lapses
from checker.scenes.possible_instances import owed_instances
from checker.scenes.question_view import View


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
