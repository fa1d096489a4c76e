"""What a question is answered with on one way that things can go: when its act would be done, and what nobody tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from checker.kernel.norm import ASSUMED
from checker.kernel.position import AS_IT_FELL, Store
from checker.kernel.scene import Ask, MayQuestion, MustQuestion, WhatHappens
from checker.kernel.source import InputError
from checker.kernel.term import Point, Undecided, Value
from checker.kernel.untold_hands import ASKED, OF_HAND, untold
from checker.norms.unknown_values import uncompared
from checker.norms.zones import coming, printed, unsorted
from checker.run.apply_effect import fork
from checker.run.branches import Branch, Took
from checker.scenes.card_lookup import given
from checker.scenes.enclosing_step import caused
from checker.scenes.end_moment import quietly, until
from checker.scenes.question_view import NotStated, View
from checker.scenes.transitions import Transitions
from checker.scenes.try_act import forked
from checker.verdicts.answer_on_path import Question, decided_by, remark, told, with_what_it_takes
from checker.verdicts.point_wording import listed
from checker.verdicts.verdict import PathEnd


def leaves_of(course: Transitions, branch: Branch, form: Question, seen: set[str]) -> list[PathEnd]:
    """The answers on the branch; those not yet `seen` say what decides them, if steps are kept."""
    view = course.view(branch)
    relied: tuple[str, ...] | None = None
    try:
        value = told(view, form)
        refuse_unseen(view, partial(told, form=form), value, _supposing(form))
    except Undecided as undecided:
        if not uncompared(undecided.point) or not _explained(branch):
            return [leaf for one in forked(branch, undecided) for leaf in leaves_of(course, one, form, seen)]
        alike = _alike(course, branch, undecided.point, form, seen)
        if alike is not None:
            return alike
        value = "?"
    except NotStated as missing:
        value, relied = f"?{missing}", tuple(view.context.cites)
    except InputError:
        if not view.stands():
            raise
        value = "?"
    by: tuple[str, ...] = ()
    if branch.kept and value not in seen:
        with suppress(Undecided):
            by = decided_by(view, form)
        if relied is not None:
            by = tuple(c for c in by if c in relied or not c.startswith(ASSUMED))
        if by:
            seen.add(value)
    note = remark(view, form) if branch.kept else ""
    return [
        PathEnd(caused(view.rules, branch), value, tuple(view.context.cites) if relied is None else relied, by, note)
    ]


def _supposing(form: Question) -> bool:
    """It asks whether somebody may do something, and supposes what that takes."""
    forms = form.each if isinstance(form, Ask) and form.each else (form,)
    return all(isinstance(one, MayQuestion) for one in forms)


def _explained(branch: Branch) -> bool:
    """An effect that no clause states has been met on the way, so that what is unknown may come of it."""
    return any(isinstance(e, Took) and e.point.key[1:2] == ("effect",) for e in branch.forks())


def _alike(course: Transitions, branch: Branch, point: Point, form: Question, seen: set[str]) -> list[PathEnd] | None:
    """The answers on the branch, if they are the same however the unknown value of the point compares."""
    found: list[PathEnd] | None = None
    for _, position in fork(branch.position, point).ways:
        one = branch.noting()
        one.position = position
        leaves = leaves_of(course, one, form, seen)
        told = [(leaf.trail, leaf.value) for leaf in leaves]
        if any(leaf.value == "?" for leaf in leaves) or (
            found is not None and told != [(leaf.trail, leaf.value) for leaf in found]
        ):
            return None
        found = leaves
    return found


def refuse_unseen(view: View, told: Callable[[View], str], value: str, supposing: bool) -> None:
    """Raises Undecided or NotStated where a card more in hands that nobody tells, or another order, would change the answer.

    Whether somebody may do something is asked `supposing` what that takes of a hand. Tables that were laid out to try
    something are what they are.
    """
    if view.store.get(AS_IT_FELL) is True:
        return
    hands = tuple(_supposed(view))
    if hands and not supposing:
        _refuse_asked(view, told)
    for some in dict.fromkeys((*((one,) for one in hands), hands)):
        if some and any(_differs(view.on(store), told, value) for store in _with_more(view, some)):
            names = [str(name) for _, name in some]
            for name in names:
                view.context.cites.pop(ASSUMED + untold(name))
            view.left_open(f"which cards {listed(names)} {'holds' if len(names) == 1 else 'hold'}")
    for zone in (z.name for z in view.rules.game.vocabulary.zones if ASSUMED + unsorted(z.name) in view.context.cites):
        if any(_differs(view.on(store), told, value) for store in _with_another_top(view, zone)):
            view.context.cites.pop(ASSUMED + unsorted(zone))
            view.left_open(f"what lies on top in the {zone}")


def _refuse_asked(view: View, told: Callable[[View], str]) -> None:
    """Raises Undecided where the answer asks what is open of a hand that nobody tells."""
    with suppress(NotStated, InputError):
        try:
            told(view.on(view.store.put(ASKED, True)))
        except Undecided as undecided:
            if undecided.point.key[: len(OF_HAND)] == OF_HAND:
                raise


def _supposed(view: View) -> Iterator[tuple[int, Value]]:
    """The players of whose hand it was supposed that it is as told, with their names."""
    names = view.store.get(("names",))
    for seat, who in enumerate(names if isinstance(names, tuple) else ()):
        if view.store.get(("unknown hand", seat)) is True and ASSUMED + untold(str(who)) in view.context.cites:
            yield seat, who


def _with_more(view: View, some: tuple[tuple[int, Value], ...]) -> Iterator[Store]:
    """The table with a card more in these hands, of each title in turn of which there may be so many."""
    for title, card in view.rules.cards.items():
        store = view.store
        for seat, _ in some:
            store = given(view.rules, store, title, ("zone", view.rules.hand, seat))
        if not 0 < card.copies < printed(store, title):
            yield store


def _with_another_top(view: View, zone: str) -> Iterator[Store]:
    """The table with another of the cards that may be the top one of the zone on top, each in turn."""
    for key, held in view.store.entries("zone"):
        if key[1] == zone and isinstance(held, tuple):
            for card in coming(zone, view.context, *key[2:]):
                yield view.store.put(key, (*(c for c in held if c != card), card))


def _differs(view: View, told: Callable[[View], str], value: str) -> bool:
    try:
        return told(view) != value
    except (Undecided, NotStated, InputError):
        return False


def meant_now(course: Transitions, branch: Branch, form: Question) -> bool:
    """The question is about a response to what is coming into play that somebody may make, or about an act that
    somebody may do before play goes on by itself."""
    if not quietly(branch) or isinstance(form, WhatHappens):
        return False
    view = course.view(branch)
    if isinstance(form, Ask):
        return any(meant_now(course, branch, one) for one in form.each) or (form.now is not None and form.now(view))
    if isinstance(form, MustQuestion):
        aimed = any(course.answers(branch, i) for i in form.wanted(view))
        return aimed or course.first(branch, form.act, form.wanted)
    responses = form.instances(view) or form.instances(with_what_it_takes(view, form))
    first = course.first(branch, form.act, form.instances) or course.last(branch, form.instances)
    return first or any(course.answers(branch, i) for i in responses)


def nearing(
    course: Transitions, branch: Branch, form: MayQuestion | MustQuestion, supposing: Callable[[Branch], Branch]
) -> list[Branch]:
    """The branch at the first moment that goes by of itself at which what is asked would be done, given what the
    question is `supposing`; the branch as it is if there is none. Raises TooMany above the bound."""

    def further(one: Branch) -> list[Branch] | None:
        if not quietly(one) or meant_now(course, supposing(one), form):
            return None
        return course.after(one)

    ways = until(branch, further)
    return ways if any(map(quietly, ways)) else [branch]
