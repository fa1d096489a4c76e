"""An act of a scene tried on a branch: done if nothing forbids it, else taken back or left standing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from checker.kernel.effect import Under
from checker.kernel.norm import MustNot
from checker.kernel.position import Store
from checker.kernel.scene import Deed
from checker.kernel.term import Kind, Undecided, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import (
    Follows,
    Forbidden,
    Unregulated,
    all_the_same,
    breached,
    consequence,
    following,
    permission,
)
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import fork
from checker.run.branches import Branch, Chose, Took, TooMany, TrailEntry, acting, carry_on, due_act, lapsed
from checker.run.completions import attempt, begun
from checker.run.phrases import told_act
from checker.run.progress import Line
from checker.scenes.enclosing_step import caused
from checker.scenes.question_view import View, card_use
from checker.scenes.trace_text import STANDS

RULED = (("illegal",), ("permission",), ("unregulated",))
"""How the lines begin that say whether an act is allowed."""

MOST_ILLEGAL = 8
"""How many illegal acts a scene may tell before it is no longer followed."""
RefinedEvent = tuple[Value, ...]
"""An act and its arguments."""


def attempted(rules: Rulebook, branch: Branch, deed: Deed, args: tuple[Value, ...]) -> list[Branch]:
    """The ways on after the deed, or after it turned out to be illegal. Raises TooMany above the bound."""
    context = Context(rules, branch.position.store)
    try:
        made = attempt(context, deed.act, args, branch.position.agenda)
        ruling = made.ruling
        if not isinstance(ruling, Forbidden) and (against := _unnameable(rules, branch, deed.act, args)):
            ruling = Forbidden(against)
            context.cites.update(dict.fromkeys(against))
        if isinstance(ruling, Forbidden):
            return _illegal(rules, branch, deed, args, ruling.by, tuple(context.cites))
    except Undecided as undecided:
        return [b for one in forked(branch, undecided) for b in attempted(rules, one, deed, args)]
    clauses = tuple(context.cites)
    said = ("unregulated", deed.act) if isinstance(ruling, Unregulated) else ("permission",)
    allowed = branch.noting(Line("", clauses, said))
    allowed.illegal = None
    return carry_on(rules, begun(context, allowed, deed.act, args, made))


def forbids(rules: Rulebook, branch: Branch, act: str, args: tuple[Value, ...]) -> bool:
    """On the branch the act is forbidden, however what is open is settled."""
    try:
        return isinstance(permission(Context(rules, branch.position.store), act, args), Forbidden)
    except Undecided as undecided:
        return all(forbids(rules, one, act, args) for one in forked(branch, undecided))


def fulfilled(rules: Rulebook, branch: Branch) -> list[Branch]:
    """The branch in which what is due at its moment is done next, or its moment goes by where that is forbidden."""
    act, args = due_act(rules, branch)
    context = Context(rules, branch.position.store)
    try:
        ruling = permission(context, act, args)
    except Undecided as undecided:
        return [b for one in forked(branch, undecided) for b in fulfilled(rules, one)]
    if isinstance(ruling, Forbidden):
        return [lapsed(branch.noting(Line("", tuple(context.cites), ("permission",))))]
    return [acting(branch, act, args)]


def _unnameable(rules: Rulebook, branch: Branch, act: str, args: tuple[Value, ...]) -> tuple[str, ...]:
    """The clauses of the card that is laid in answer to a thing, if it does not let its player name whom it is said to."""
    use = card_use(rules, act, args)
    if use is None or all(thing is None for _, thing in use.things):
        return ()
    view = View(rules, branch, branch.position.store)
    return tuple(view.context.cites) if view.nameable(act, args) is False else ()


def _illegal(
    rules: Rulebook, branch: Branch, deed: Deed, args: tuple[Value, ...], by: tuple[str, ...], clauses: tuple[str, ...]
) -> list[Branch]:
    """The branch after a forbidden act: with what the clauses that forbid it, or that are put over these, attach to it
    in circumstances that they name, or else once with the act taken back, and once with what other clauses attach to it, or with the
    act as if it were allowed.

    Of several such acts at most one stands on a way; which of two clauses goes before the other is the same for all.
    Raises TooMany if there are more than MOST_ILLEGAL, Undecided where it is open what is attached to it.
    """
    if len(tuple(branch.back("illegal"))) >= MOST_ILLEGAL:
        raise TooMany
    line = Line(f"{deed.text}: this is illegal", clauses, ("illegal", *by))
    store, act = branch.position.store, (deed.act, *args)
    attached = following(Context(rules, store), deed.act, args)
    forbids = tuple(n.id for n in rules.deontic[deed.act] if n.clause in by and isinstance(n.claim, MustNot))
    breach = tuple(f for f in breached(rules, attached) if not any(rules.over(n, f.norm) for n in forbids))
    if settled := tuple(f for f in breach if f.clause in by or _over_all(rules, f.norm, forbids)):
        return _settled(rules, branch.noting(line), act, settled)
    point = consequence(by, tuple(f.clause for f in breach)) if breach else all_the_same(by, deed.act, deed.text, store)
    if not breach and View(rules, branch, store).stands():
        taken_back = branch.noting(line)
        taken_back.illegal = act
        return [taken_back]
    undone, done = point.options
    before = {t.option.value for t in branch.forks() if isinstance(t, Took) and t.point.key == point.key}
    kept = branch.noting(line, Took(point, undone))
    stands = Line("", done.clauses) if breach else Line("", by, STANDS)
    fired = branch.noting(line, Took(point, done), stands)
    fired = _befallen(fired, breach) if breach else acting(fired, deed.act, args)
    for one in (kept, fired):
        one.illegal = act
    return [
        *([kept] if done.value not in before else []),
        *(carry_on(rules, [fired]) if undone.value not in before else []),
    ]


def _over_all(rules: Rulebook, norm: str, others: tuple[str, ...]) -> bool:
    return bool(others) and all(rules.over(norm, n) for n in others)


def _settled(rules: Rulebook, branch: Branch, act: tuple[Value, ...], follows: tuple[Follows, ...]) -> list[Branch]:
    """The ways on where the clause that forbids the act also says what follows it: nothing else does."""
    one = _befallen(branch, follows)
    one.illegal = act
    return carry_on(rules, [one])


def _befallen(branch: Branch, follows: tuple[Follows, ...]) -> Branch:
    """The branch on which what norms attach to an act comes next, in the order in which they are written."""
    position = branch.position
    for follow in reversed(follows):
        position = position.pushed(Under((follow.clause,), follow.effect), follow.env)
    return branch.laid(position)


def told_by_the_act(ways: list[tuple[Branch, Branch]], tried: bool = False) -> list[Branch]:
    """The branches after an act, given with those before it, less those that the act itself excludes.

    Where it is legal on some, it tells that what players, chance or a silent rule left open went that way; what is
    only `tried` tells so of the kinds of the card that is played, not of what it is tried on.
    """

    legal = {_readings(*way) for way in ways if way[1].illegal is None}
    return [
        b
        for before, b in ways
        if b.illegal in (None, before.illegal)
        or _readings(before, b) not in legal
        or (tried and not _of_its_kind(before, b))
    ]


def _readings(before: Branch, after: Branch) -> frozenset[tuple[str, str]]:
    """What was taken of what the wording leaves open, until it was seen whether the act is allowed."""
    seen = len(before.trail)
    ruled = (n for n, e in enumerate(after.trail[seen:], seen) if isinstance(e, Line) and e.event[:1] in RULED)
    return readings(after.trail[: next(ruled, None)])


def readings(trail: Iterable[TrailEntry]) -> frozenset[tuple[str, str]]:
    """What was taken of what the wording leaves open."""
    taken = (t for t in trail if isinstance(t, Took) and t.point.kind is not Kind.SILENT)
    return frozenset((t.point.id, str(t.option.value)) for t in taken)


def agree(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> bool:
    """Nothing was read one way by the one and another way by the other."""
    return len(dict(one | other)) == len(one | other)


def _of_its_kind(before: Branch, after: Branch) -> bool:
    """What nothing states of the illegal act is only of which kinds the card is that was played."""
    assert after.illegal is not None
    card = after.illegal[2] if len(after.illegal) > 2 else None
    doubts = [t.point.key for t in _unstated(before, after) if t.point.key[1:2] == ("kind",)]
    return isinstance(card, tuple) and bool(doubts) and all(key[2:3] == card[:1] for key in doubts)


def doubted(ways: list[tuple[Branch, Branch]]) -> list[Branch]:
    """The branches after an act, given with those before it, on which it is illegal because of what no clause states."""
    return [b for before, b in ways if b.illegal not in (None, before.illegal) and _unstated(before, b)]


def _unstated(before: Branch, after: Branch) -> list[Took]:
    """What no clause states of whether the act, which is illegal here, is allowed."""
    asked: list[Took] = []
    for entry in after.trail[len(before.trail) :]:
        match entry:
            case Took():
                asked.append(entry)
            case Line() if entry.event[:1] == ("illegal",):
                break
            case Line() | Chose():
                asked.clear()
            case _:
                assert_never(entry)
    return [t for t in asked if t.point.kind is Kind.SILENT]


def forked(branch: Branch, undecided: Undecided) -> list[Branch]:
    """The branch under each option of the open point, at the same moment."""
    point = undecided.point
    found = []
    for option, position in fork(branch.position, point).ways:
        one = branch.noting(Took(point, option))
        one.position = position
        found.append(one)
    return found


def retold(
    rules: Rulebook, branch: Branch, number: int, event: RefinedEvent, apply: Callable[[Store], Store]
) -> list[Branch]:
    """The ways on from the branch on the table that is known now, with the event of that number told anew.

    What norms attach to the event only as it is known now comes next.
    """
    at = [n for n, entry in enumerate(branch.trail) if isinstance(entry, Line) and entry.event][number]
    line = branch.trail[at]
    assert isinstance(line, Line)
    act = rules.acts[str(event[0])]
    env = {name: value for (name, _), value in zip(act.params, event[1:], strict=True)}
    text = told_act(Context(rules, branch.position.store), act, env)
    known = branch.laid(branch.position.with_store(apply(branch.position.store)))
    cause = caused(rules, branch)[at]
    clauses = cause.clauses if isinstance(cause, Line) else line.clauses
    known.trail = (*branch.trail[:at], Line(text, clauses, event), *branch.trail[at + 1 :])
    known.ended = branch.ended
    return _attaching(rules, known, line.event, event)


def _attaching(rules: Rulebook, branch: Branch, before: RefinedEvent, event: RefinedEvent) -> list[Branch]:
    context = Context(rules, branch.position.store)
    try:
        old = {f.norm for f in following(context, str(before[0]), before[1:])}
        new = [f for f in following(context, str(event[0]), event[1:]) if f.norm not in old]
    except Undecided as undecided:
        return [b for one in forked(branch, undecided) for b in _attaching(rules, one, before, event)]
    position = branch.position
    for follow in reversed(new):
        position = position.pushed(follow.effect, follow.env)
    return [branch.laid(position)] if new else [branch]
