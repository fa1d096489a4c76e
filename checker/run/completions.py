"""What an act leaves out that is to be chosen while it is done: the act with each of the things that are offered."""

from __future__ import annotations

from checker.kernel.effect import Choose, Event, Pick
from checker.kernel.position import Agenda, Key, Position
from checker.kernel.record import Record
from checker.kernel.term import All, Instance, Lit, Option, Undecided, Value
from checker.kernel.vocabulary import sort_of, sorts
from checker.norms.alterations import alteration
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, Ruling, following, permission
from checker.run.apply_effect import step
from checker.run.branches import Branch, Chose, acting
from checker.run.choices import BARRED, listed
from checker.run.macro_steps import onward
from checker.run.phrases import told
from checker.run.procedures import stands_behind
from checker.run.progress import Chooser, Ended, Forked, Line, Moved, Waits

MOST_STEPS = 200
"""So many steps of an act are looked through for what it leaves to be chosen."""


class OpenChoice(Record):
    """A choice that doing the act leads to: of which sort, between what, and what the player named narrows it to."""

    sort: str
    offered: tuple[Value, ...]
    chooser: Value
    picked: bool
    named: Value = None


class Completions(Record):
    """The act with each thing that is offered for what it leaves out."""

    key: Key
    things: tuple[Value, ...]
    acts: tuple[Instance, ...]


def completions(context: Context, act: str, args: Instance, agenda: Agenda) -> Completions | None:
    """The ways to tell the whole act, if doing it leads to a choice of something that it leaves out.

    With one of them it does not lead there any more.
    """
    params = context.rules.acts[act].params
    words = context.rules.game.vocabulary
    left_out = {sort_of(words, letter): n for n, (letter, _) in enumerate(params) if args[n] is None}
    if not left_out:
        return None
    asked = _asked(context, act, args, agenda, frozenset(left_out))
    if asked is None or not asked.offered:
        return None
    at = left_out[asked.sort]
    acts = tuple((*args[:at], thing, *args[at + 1 :]) for thing in asked.offered)
    again = _asked(context, act, acts[0], agenda, frozenset({asked.sort}))
    if again is not None and (asked.picked or again.named != asked.offered[0]):
        return None
    return Completions((BARRED, asked.chooser, asked.sort), asked.offered, acts)


def _asked(context: Context, act: str, args: Instance, agenda: Agenda, sorts: frozenset[str]) -> OpenChoice | None:
    """The first choice between things of the sorts that whoever does the act comes to by it, whatever else is open.

    Once the text of a card of the act is carried out, nothing more is chosen by it.
    """
    position = Position(context.store, agenda).pushed(Event(act, tuple(map(Lit, args))), ())
    taken = 0
    behind: Agenda | None = None
    while taken < MOST_STEPS:
        if not position.agenda or (behind is not None and not stands_behind(position.agenda, behind)):
            return None
        effect, kept, rest = position.agenda
        if isinstance(effect, Choose | Pick) and isinstance(effect.over, All) and effect.over.sort in sorts:
            env, here = dict(kept), Context(context.rules, position.store)
            who = here.value(effect.who, env) if isinstance(effect, Choose) else args[0]
            try:
                offered = listed(here.value(effect.over, env))
            except Undecided:
                return None
            if who == args[0]:
                return OpenChoice(effect.over.sort, offered, who, isinstance(effect, Pick), env.get("named"))
        taken += 1
        match progress := onward(step, context.rules, position, False, halting=True):
            case Moved():
                position = progress.position
                taken += progress.steps - 1
                texts = [after for card, after in progress.carried if card in args]
                if None in texts:
                    return None
                behind = texts[0] if texts and behind is None else behind
            case Forked():
                position = progress.ways[0][1]
            case Waits():
                position = Position(position.store, rest)
            case Ended():
                return None
    return None


def told_whole(context: Context, act: str, instances: tuple[Instance, ...], agenda: Agenda) -> tuple[Instance, ...]:
    """The acts, each that leaves something out told whole where norms say of none of its completions what they say of it."""
    return tuple(one for args in instances for one in _whole(context, act, args, agenda))


def _whole(context: Context, act: str, args: Instance, agenda: Agenda) -> tuple[Instance, ...]:
    says = _said(context, act, args)
    found = completions(context, act, args, agenda) if says is not None else None
    if found is None:
        return (args,)
    kinds = {_said(context, act, one) for one in found.acts}
    return (args,) if type(says) in map(type, kinds) else found.acts


def _said(context: Context, act: str, args: Instance) -> Ruling | None:
    """The ruling on the act; None where it is open."""
    try:
        return permission(context.at(context.store), act, args)
    except Undecided:
        return None


class Attempt(Record):
    """What norms say of an act; where it leaves something to be chosen, what may be chosen, and what may not."""

    ruling: Ruling
    left: Completions | None = None
    barred: tuple[Value, ...] = ()
    by: tuple[str, ...] = ()


def attempt(context: Context, act: str, args: Instance, agenda: Agenda) -> Attempt:
    """What norms say of the act told as short as that: forbidden if it is with whatever may be chosen.

    Raises Undecided where that is open.
    """
    left = completions(context, act, args, agenda)
    if left is None:
        return Attempt(permission(context, act, args))
    said = dict(zip(left.things, (_said(context, act, one) for one in left.acts), strict=True))
    against = {thing: ruling.by for thing, ruling in said.items() if isinstance(ruling, Forbidden)}
    by = tuple(dict.fromkeys(c for clauses in against.values() for c in clauses))
    free = [one for one, thing in zip(left.acts, left.things, strict=True) if thing not in against]
    if not free:
        context.cites.update(dict.fromkeys(by))
        return Attempt(Forbidden(by))
    allowed = next((one for one in free if isinstance(_said(context, act, one), Permitted)), free[0])
    other = against or isinstance(_said(context, act, args), Forbidden)
    ruling = permission(context, act, allowed if other else args)
    return Attempt(ruling, left, tuple(against), by)


def begun(context: Context, branch: Branch, act: str, args: Instance, made: Attempt) -> list[Branch]:
    """The branch in which the act is done next, and nothing is chosen that may not be; once with each thing that may
    where norms attach something else to it then, or put something else in its place."""
    if made.left is None:
        return [acting(branch, act, args)]
    free = [(t, one) for t, one in zip(made.left.things, made.left.acts, strict=True) if t not in made.barred]
    noted = branch.noting(Line("", made.by)) if made.by else branch
    if any(_comes(context, act, one) != _comes(context, act, args) for _, one in free):
        return [acting(_chosen(context, noted, made.left, thing), act, one) for thing, one in free]
    if made.barred:
        noted.position = noted.position.with_store(noted.position.store.put(made.left.key, made.barred))
    return [acting(noted, act, args)]


def _comes(context: Context, act: str, args: Instance) -> tuple[object, ...] | None:
    """The norms that attach something to the act or put something in its place; None where that is open."""
    here = context.at(context.store)
    try:
        altered = alteration(here, act, args)
        return (altered and altered.by, *(f.norm for f in following(here, act, args)))
    except Undecided:
        return None


def _chosen(context: Context, branch: Branch, left: Completions, thing: Value) -> Branch:
    who, sort = left.key[1], str(left.key[2])
    letter = next(s.letters[0] for s in sorts(context.rules.game.vocabulary) if s.name == sort)
    by = Chooser(who, letter, told(context, "{who}", {"who": who}))
    return branch.noting(Chose(by, Option(thing, told(context, "{" + letter + "}", {letter: thing}))))
