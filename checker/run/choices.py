"""Choices on the way: whom a player picks, what chance picks, what no clause picks, and in which order."""

from __future__ import annotations

from typing import Any

import msgspec

from checker.kernel.effect import Chance, Choose, Each, Effect, Let, Nothing, Part, Pick, Then, Together, While
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Env, Key, Position, Store
from checker.kernel.term import All, Kind, Option, Point, Undecided, Value
from checker.kernel.trees.slots import oneself
from checker.kernel.trees.walk import free
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import RIGID, Binding, Context
from checker.run.phrases import told
from checker.run.progress import Chooser, Forked, Line, Moved, Progress, StepFunction
from checker.run.unordered import FirstEffect, about_of, first_of, told_apart

INSISTS = "insists"
"""Where it is kept what a player chooses whether or not that is allowed, and which acts happen then though norms forbid them."""


BARRED = "barred"
"""Where it is kept which things of a sort somebody may not choose next, since with them the act would be forbidden."""

NOTHING_LEFT = "there is nothing to draw"
"""What is told where chance has nothing to choose from."""


def fork(position: Position, point: Point) -> Forked:
    """The same position once for each option of the point."""
    return Forked(
        point,
        tuple((o, position.with_store(position.store.put(point.key, o.value))) for o in point.options),
    )


def env_of(env: Binding) -> Env:
    """The variables as an agenda entry keeps them."""
    return tuple(sorted(env.items()))


def listed(value: Value) -> tuple[Value, ...]:
    """The value as a list: of itself if it is one thing, empty if it is nothing."""
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def ways(
    context: Context, var: str, values: tuple[Value, ...], body: Effect, env: Binding, after: Position
) -> tuple[tuple[Option, Position], ...]:
    """The body with each of the values, told as an option."""
    return tuple(
        (
            Option(v, told(context, "{" + var + "}", {**env, var: v})),
            after.pushed(body, env_of({**env, var: v})),
        )
        for v in values
    )


def unless_alone(by: Point | Chooser, found: tuple[tuple[Option, Position], ...]) -> Progress:
    """A fork, but for a single way."""
    return Moved(found[0][1]) if len(found) == 1 else Forked(by, found)


def each(step: StepFunction, context: Context, effect: Each, env: Binding, after: Position, asked: bool) -> Progress:
    """The body for every value, in an order that is found to matter or not."""
    values = listed(context.value(effect.over, env))
    start = context.value(effect.start, env) if effect.start is not None else 0
    told = (Line("", tuple(context.cites)),) if effect.start is not None and context.cites else ()
    if len(values) < 2 or (effect.ordered and isinstance(start, int)):
        for value in reversed(_from(start, values)):
            after = after.pushed(effect.body, env_of({**env, effect.var: value}))
        return Moved(after, told)
    return Moved(after.pushed(Together(parts(effect, values)), env_of(env)))


def _from(start: Value, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values, the players among them as they sit from `start` on."""
    before = tuple(v for v in values if isinstance(v, int) and isinstance(start, int) and v < start)
    return (*values[len(before) :], *before)


def parts(effect: Each, values: tuple[Value, ...]) -> tuple[Part, ...]:
    """The body for every value as parts."""
    return tuple(Part(repr(v), effect.body, ((effect.var, v),)) for v in values)


def again(step: StepFunction, context: Context, effect: While, env: Binding, after: Position, asked: bool) -> Progress:
    """The body as long as the condition holds; where it is about which is next, in an order that matters or not."""
    if not context.holds(effect.cond, env):
        return Moved(after)
    further, body = after.pushed(effect, env_of(env)), effect.body
    if not isinstance(body, Pick) or not body.next:
        return Moved(further.pushed(body, env_of(env)))
    bound = [{**env, body.var: v} for v in listed(context.value(body.over, env))]
    names = [told(context, "{" + body.var + "}", b) for b in bound]
    if len(set(names)) < len(names):
        names = [told_apart(context, body.body, b) or name for b, name in zip(bound, names, strict=True)]
    firsts = tuple(
        FirstEffect(repr(b[body.var]), name, further.pushed(body.body, env_of(b)))
        for b, name in zip(bound, names, strict=True)
    )
    about = about_of(context.rules, body.body) or sort_of(context.rules.game.vocabulary, body.var)
    return first_of(step, context.rules, firsts, after.agenda, (), about, asked)


def insists(store: Store, who: Value) -> tuple[tuple[str, Value], ...]:
    """What the player chooses next whether or not that is allowed: sorts (empty for any), each with the thing
    chosen, or with nothing if none is."""
    found: Any = store.get((INSISTS, who), ())
    return tuple(found)


def insisted_on(context: Context, act: str, args: tuple[Value, ...]) -> bool:
    """The act is told to happen whether or not norms forbid it."""
    return context.store.get((INSISTS, act, *args)) is True


def _open(
    effect: Choose | Pick, values: tuple[Value, ...], who: Value, after: Position
) -> tuple[tuple[Value, ...], Position]:
    """Those of the values that may be chosen, and the position after that; what was barred is barred no longer."""
    sort = effect.over.sort if isinstance(effect.over, All) else ""
    barred = after.store.get((BARRED, who, sort))
    if not isinstance(barred, tuple):
        return values, after
    return tuple(v for v in values if v not in barred), after.with_store(after.store.drop((BARRED, who, sort)))


def choose(context: Context, effect: Choose, env: Binding, after: Position) -> Progress:
    who = context.value(effect.who, env)
    values, after = _open(effect, listed(context.value(effect.over, env)), who, after)
    named = env.get("named")
    if named is not None and named in values:
        values = (named,)
    chosen, *later = insists(after.store, who) or (None,)
    if chosen and isinstance(effect.over, All) and chosen[0] in ("", effect.over.sort):
        after = after.with_store(after.store.put((INSISTS, who), tuple(later)))
        values = (chosen[1],)
        if chosen[1] is None:
            return Moved(after)
    if len(values) > 1 and who in values and oneself(effect.who, effect.over) is False:
        values = _less_themselves(context, effect, env, who, values)
    if not values:
        return unchosen(context, effect, env, after)
    found = ways(context, effect.var, values, effect.body, env, after)
    return unless_alone(Chooser(who, effect.var, told(context, "{who}", {"who": who})), found)


def _less_themselves(
    context: Context, effect: Choose, env: Binding, who: Value, values: tuple[Value, ...]
) -> tuple[Value, ...]:
    """The players among whom one is picked. Raises Undecided where nothing says whether whoever picks is one of them."""
    about = title_of(env["this card"]) if env.get("this card") is not None else about_of(context.rules, effect.body)
    key: Key = (RIGID, "oneself", about, effect.var)
    chosen = context.store.get(key)
    if chosen is None:
        name = told(context, "{who}", {"who": who})
        options = (Option(True, f"{name} may choose themselves"), Option(False, f"{name} may not choose themselves"))
        text = f"no clause says whether {name} may choose themselves"
        raise Undecided(Point("whether a player may choose themselves", Kind.SILENT, key, options, text=text))
    return values if chosen is True else tuple(v for v in values if v != who)


def unchosen(context: Context, effect: Choose | Chance, env: Binding, after: Position) -> Progress:
    """Nothing comes of the choice. Raises Undecided in the text of a card: nothing says what becomes of the rest of it."""
    line = Line(NOTHING_LEFT if isinstance(effect, Chance) else "there is nobody or nothing to choose")
    spared = sparing(effect.body, effect.var)
    if env.get("this card") is None:
        return Moved(after, (line,))
    title, rest = title_of(env["this card"]), "what no clause states is done instead"
    if _does(spared):
        rest = f"the rest of the text of {title} is carried out"
    key: Key = (RIGID, "nothing to choose", title, context.store.get(("plays",), 0))
    chosen = context.store.get(key)
    if chosen is None:
        options = (
            Option("ends", f"the text of {title} ends where there is nothing to choose"),
            Option("goes on", rest),
        )
        text = f"no clause says what becomes of {title} where there is nobody or nothing to choose"
        raise Undecided(Point(f"{title} with nothing to choose", Kind.SILENT, key, options, text=text))
    if chosen == "ends":
        return Moved(after, (line,))
    return Moved(after.pushed(spared, env_of(env)), (Line(f"{line.text}; {rest}"),))


def sparing(effect: Effect, var: str) -> Effect:
    """What of the effect does not speak of the variable."""
    if var not in free(effect):
        return effect
    match effect:
        case Then(effects):
            return Then(tuple(e for one in effects if (e := sparing(one, var)) != Nothing()))
        case Let(_, over, body) | Chance(_, over, body) if var not in free(over):
            return msgspec.structs.replace(effect, body=sparing(body, var))
        case Choose(who, _, over, body) if var not in free((who, over)):
            return msgspec.structs.replace(effect, body=sparing(body, var))
        case _:  # whatever else is not spared
            return Nothing()


def _does(effect: Effect) -> bool:
    """The effect does more than name something."""
    match effect:
        case Nothing():
            return False
        case Then(effects):
            return any(map(_does, effects))
        case Let(_, _, body):
            return _does(body)
        case _:  # whatever else may do something
            return True


def pick(context: Context, effect: Pick, env: Binding, after: Position, before: Position) -> Progress:
    values, after = _open(effect, listed(context.value(effect.over, env)), env.get("you", env.get("P")), after)
    named = env.get("named")
    if named is not None and named in values:
        values = (named,)
    if not values:
        return Moved(after, (Line("there is nobody or nothing that could be meant"),))
    chosen: Value
    if len(values) == 1:
        chosen = values[0]
    else:
        count = before.store.get(("picks",), 0)
        assert isinstance(count, int)
        key: Key = (RIGID, "pick", effect.slot, count)
        chosen = before.store.get(key, "unset")
        if chosen == "unset" or chosen not in values:
            options = tuple(Option(v, told(context, "{" + effect.var + "}", {**env, effect.var: v})) for v in values)
            return fork(before, Point(effect.slot, Kind.SILENT, key, options, text=f"no clause states {effect.slot}"))
        after = after.with_store(after.store.put(("picks",), count + 1))
    return Moved(after.pushed(effect.body, env_of({**env, effect.var: chosen})))
