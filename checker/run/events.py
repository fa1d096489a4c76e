"""Events: what norms make of them, what normally belongs together, and what no clause states."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import structs

from checker.kernel.effect import Add, Effect, Event, If, Joint, Nothing, Part, Put, Then, Together, Unstated
from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Gives
from checker.kernel.position import Key, Position
from checker.kernel.term import Call, Cond, Is, Kind, Lit, Not, Option, Or, Point, Undecided, Value, Var
from checker.kernel.trees.amount_changes import SPENT
from checker.kernel.trees.unordered_effects import attachment
from checker.kernel.trees.walk import calls, free, of_kind, rebuilt
from checker.kernel.vocabulary import NAMED, needed
from checker.norms.alterations import alteration, spent
from checker.norms.evaluate import RIGID, Binding, Context
from checker.norms.permissions import Follows, against, following
from checker.norms.unknown_values import with_unknown
from checker.run.choices import env_of, fork, insisted_on
from checker.run.phrases import told, told_act
from checker.run.progress import IN_VAIN, Line, Moved, Progress

REPLACED = "replaced event"
"""The act and first argument of the event that something stands in the place of."""

SPENT_INSIDE = "spent inside"
"""The norms that put an act in the place of that event, for what the act is short for."""


def key_of(context: Context, field: Call, env: Binding) -> Key:
    """Where the field or place is kept on the table."""
    args = tuple(context.value(a, env) for a in field.args)
    return ("zone", field.fact, *args) if field.fact in context.rules.zones else (field.fact, *args)


def relied(context: Context) -> tuple[Line, ...]:
    """A line without words for the clauses relied on, if there are any."""
    return (Line("", tuple(context.cites)),) if context.cites else ()


def followed(context: Context, effects: tuple[Effect, ...], env: Binding) -> tuple[Effect, ...]:
    """The effects that come about one after the other.

    Where the first only says something (a letter is named) and is kept from happening, nothing is done of what was said.
    """
    first = effects[0] if effects else None
    if not isinstance(first, Event) or not isinstance(context.rules.acts[first.act].body, Nothing):
        return effects
    said = frozenset(a.name for a in first.args[1:] if isinstance(a, Var))
    rest = tuple(e for e in effects[1:] if not said & free(e))
    return effects if len(rest) == len(effects) - 1 or not _kept_off(context, first, env) else (first, *rest)


def _kept_off(context: Context, told: Event, env: Binding) -> bool:
    """Norms keep what the text tells from happening, and nothing comes instead."""
    args = tuple(context.value(a, env) for a in told.args)
    altered = alteration(context, told.act, args, spent(env))
    if altered is not None:
        return altered.instead is None
    title = title_of(env["this card"]) if "this card" in env else ""
    return bool(title and against(context, told.act, args, title)) and not insisted_on(context, told.act, args)


def event(context: Context, act: str, args: tuple[Value, ...], around: Binding, after: Position) -> Progress:
    """What comes of the event, which is in the text of `this card` if one is among the variables around it.

    What an act is short for that stands in the place of an event has that event in it, if any: the norms that put the
    act there had their opportunity at it. What norms attach to it is another event.
    """
    declared = context.rules.acts[act]
    title = title_of(around["this card"]) if "this card" in around else ""
    instance = (act, *args)
    env = {name: a for (name, _), a in zip(declared.params, args, strict=True)}
    absent = {name for name, value in env.items() if value is None}
    if absent and absent & needed(declared.said) & free((declared.body, declared.last)):
        text = f"{told_act(context, declared, env)} (nothing happens)"
        return Moved(after, (Line(text, tuple(context.cites), (IN_VAIN, act, *args)),))
    altered = alteration(context, act, args, _had(instance, around))
    text = told_act(context, declared, env)
    if altered is not None:
        clauses = tuple(dict.fromkeys((*altered.by, *context.cites)))
        if altered.instead is None:
            return Moved(after, (Line(f"{text} (prevented)", clauses, ("prevented", *instance)),))
        kept: dict[str, Value] = {"this card": around["this card"]} if altered.same and title else {}
        kept |= {} if altered.same else {REPLACED: instance[:2]}
        after = after.pushed(altered.instead, env_of({**dict(altered.env), **kept}))
        return Moved(after, (Line(f"{text} (replaced by what follows)", clauses, ("replaced", *instance)),))
    if title and (by := against(context, act, args, title)) and not insisted_on(context, act, args):
        clauses = tuple(dict.fromkeys((*by, *context.cites)))
        return Moved(after, (Line(f"{text} (prevented)", clauses, ("prevented", *instance)),))
    attached = tuple(_as_it_was(context, one) for one in following(context, act, args))
    inside = env_of({**env, **_within(act, around)})
    if not isinstance(declared.last, Nothing):
        after = after.pushed(declared.last, inside)
    after = _attached(attached, after)
    after = after.pushed(declared.body, inside)
    clauses = tuple(dict.fromkeys((*(f.clause for f in attached), *context.cites)))
    return Moved(after, (Line(text, clauses, instance),))


def _as_it_was(context: Context, follow: Follows) -> Follows:
    """What follows an event. An amount in it that a clause gives otherwise for a card that does not lie where this one
    lies is what it was before, if the event takes the card from there."""
    effect, env = follow.effect, dict(follow.env)
    if not isinstance(effect, Add | Put):
        return follow
    for call in calls(effect.amount if isinstance(effect, Add) else effect.value):
        places = _counting(context, call, env)
        if not places:
            continue
        try:
            before = Lit(context.value(call, env))
        except Undecided:
            continue
        effect = If(Or(places), effect, _put(effect, call, before))
        break
    return structs.replace(follow, effect=effect)


def _put(tree: object, part: object, other: object) -> Any:
    """The tree with something else in the place of the part."""
    return other if tree == part else rebuilt(tree, partial(_put, part=part, other=other))


def _counting(context: Context, call: Call, env: Binding) -> tuple[Cond, ...]:
    """That a card that the value is of lies where it lies, with anybody, if a norm gives the value otherwise for one that
    does not; nothing if none does."""
    norms = (n for n in context.rules.about[call.fact] if isinstance(n.claim, Gives))
    absent = {c.fact for n in norms for no in of_kind(n.cond, Not) for c in calls(no)}
    cards = (env.get(arg.name) for arg in call.args if isinstance(arg, Var)) if absent else ()
    seats = context.store.get(("seats",), 0)
    every = range(seats) if isinstance(seats, int) else ()
    found: list[Cond] = []
    for card in (one for one in cards if one is not None):
        for _, zone, *place in context.store.holding(card):
            if f"in {zone}" in absent and len(place) < 2:
                whose = [(Lit(seat),) for seat in every] if place else [()]
                found += [Is(Call(f"in {zone}", (Lit(card), *one))) for one in whose]
    return tuple(found)


def _within(act: str, around: Binding) -> Binding:
    """What is remembered inside the act of the event, and of whom, that norms put it in the place of."""
    event, had = around.get(REPLACED), around.get(SPENT, around.get(SPENT_INSIDE))
    return (
        {} if had is None or not isinstance(event, tuple) or event[0] == act else {REPLACED: event, SPENT_INSIDE: had}
    )


def _had(instance: tuple[Value, ...], around: Binding) -> tuple[str, ...]:
    """The norms that had their opportunity at the event."""
    inside = around.get(SPENT_INSIDE)
    if isinstance(inside, tuple) and around.get(REPLACED) == instance[:2]:
        return tuple(dict.fromkeys((*spent(around), *map(str, inside))))
    return spent(around)


def _attached(attached: tuple[Follows, ...], after: Position) -> Position:
    """What several clauses or cards attach to one event comes in any order; what one attaches, as it is written.

    What nobody states comes last: wherever it came, what it may change is not known afterwards.
    """
    dark = [f for f in attached if isinstance(f.effect, Unstated)]
    for follow in reversed(dark):
        after = after.pushed(follow.effect, follow.env)
    told = [f for f in attached if f not in dark]
    effects = [Joint(f.clause, (f.effect,)) if f.joint else f.effect for f in told]
    owners = [(f.clause, f.speaker) for f in told]
    if len(set(owners)) < 2:
        for follow, effect in reversed([*zip(told, effects, strict=True)]):
            after = after.pushed(effect, follow.env)
        return after
    said = [attachment(clause, whom) for clause, whom in owners]
    names = [f"{x} ({said[:n].count(x) + 1})" if said.count(x) > 1 else x for n, x in enumerate(said)]
    parts = tuple(
        Part(names[n], effect, told[n].env, tuple(names[m] for m in range(n) if owners[m] == owners[n]))
        for n, effect in enumerate(effects)
    )
    return after.pushed(Together(parts, tuple(dict.fromkeys(f.clause for f in told))), ())


def joint(context: Context, effect: Joint, env: Binding, after: Position) -> Progress:
    parts = [p for e in effect.effects for p in (e.effects if isinstance(e, Then) else (e,))]
    touched: list[Effect] = []
    free: list[Effect] = []
    for part in parts:
        if isinstance(part, Event):
            args = tuple(context.value(a, env) for a in part.args)
            altered = alteration(context, part.act, args, spent(env))
            (free if altered is None or altered.same else touched).append(part)
        else:
            free.append(part)
    going = parts
    if touched and free:
        key: Key = (RIGID, "joint", effect.label)
        stays = context.store.get(key)
        if stays is None:
            options = (
                Option(True, f"the rest of {effect.label} still happens", (effect.label,)),
                Option(False, f"the rest of {effect.label} does not happen either", (effect.label,)),
            )
            text = f"{effect.label} says what happens normally; nothing says what becomes of the rest when a part is prevented"
            raise Undecided(Point(f"rest of {effect.label}", Kind.SILENT, key, options, (effect.label,), text))
        going = parts if stays else touched
    for part in reversed(going):
        after = after.pushed(part, env_of(env))
    return Moved(after, relied(context))


def unstated(
    context: Context, what: str, changes: tuple[Call, ...], env: Binding, after: Position, before: Position
) -> Progress:
    what = told(context, what, env)
    key: Key = (RIGID, "effect", what, before.store.get(("plays",), 0))
    chosen = before.store.get(key)
    if chosen is None:
        options = (Option("none", "nothing is changed"), Option("some", "something is changed"))
        return fork(before, Point(what, Kind.SILENT, key, options, text=f"no clause states the effect of {what}"))
    if chosen == "none":
        return Moved(after)
    store = after.store
    for change in changes:
        store = with_unknown(store, key_of(context, change, env))
    return Moved(after.with_store(store))


def copied(context: Context, text: Effect, by: Value, env: Binding) -> Binding:
    """What the words of a card's text mean that another card carries out.

    Raises Undecided where it speaks of a named player, its own player named one, and whoever played the other nobody.
    """
    card = env.get("this card")
    field = next((f.name for f in context.rules.fields.values() if f.marks == NAMED), "")
    first = context.store.get((field, card))
    if by is None or by == card or env.get("named") is not None or first is None or "named" not in free(text):
        return env
    copy, title, who = title_of(by), title_of(card), told(context, "{who}", {"who": first})
    key: Key = (RIGID, "copied target", copy, title, context.store.get(("plays",), 0))
    chosen = context.store.get(key)
    if chosen is None:
        options = (
            Option("nobody", f"{copy}, with which nobody was named, carries out {title} for nobody"),
            Option("kept", f"{copy} carries out {title} for {who}, who was named with that"),
        )
        said = f"no clause says whether {copy} keeps the player named with {title}"
        raise Undecided(Point(f"whom {copy} names", Kind.SILENT, key, options, text=said))
    return {**env, "named": first} if chosen == "kept" else env
