"""One step of play: the next thing on the agenda is done, and says which clauses made it happen."""

from __future__ import annotations

from typing import assert_never

from checker.kernel.effect import (
    Add,
    Await,
    Carry,
    Chance,
    Choose,
    Consult,
    Create,
    Each,
    Effect,
    End,
    Event,
    If,
    Joint,
    Leave,
    Let,
    Move,
    Nothing,
    Pick,
    Put,
    Remove,
    Run,
    Say,
    Then,
    Under,
    Unstated,
    While,
)
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import Env, Key, Position, Store
from checker.kernel.term import Call, Value
from checker.norms.context import RIGID, UNKNOWN, Binding, Context, title_of
from checker.norms.resolve import alteration, following
from checker.norms.rulebook import Rulebook
from checker.run.procedure import begun, left
from checker.run.progress import Chooser, Ended, Forked, Line, Moved, Progress, Waits
from checker.run.table import created, moved, removed
from checker.run.words import told


def step(rules: Rulebook, position: Position) -> Progress:
    """What the next thing on the agenda leads to."""
    if not position.agenda:
        return Ended()
    effect, env, rest = position.agenda
    context = Context(rules, position.store)
    try:
        return _do(context, effect, dict(env), Position(position.store, rest), position)
    except Undecided as undecided:
        return fork(position, undecided.point)


def fork(position: Position, point: Point) -> Forked:
    """The same position once for each option of the point."""
    return Forked(
        point,
        tuple((o, position.with_store(position.store.put(point.key, o.value))) for o in point.options),
    )


def _do(context: Context, effect: Effect, env: Binding, after: Position, before: Position) -> Progress:
    match effect:
        case Nothing() | End():
            return Moved(after)
        case Say(text, clauses):
            return Moved(after, (Line(told(context, text, env), clauses),))
        case Then(effects):
            for part in reversed(effects):
                after = after.pushed(part, _env(env))
            return Moved(after)
        case If(cond, then, otherwise):
            chosen = then if context.holds(cond, env) else otherwise
            return Moved(after.pushed(chosen, _env(env)), _relied(context))
        case Let(var, value, body):
            return Moved(after.pushed(body, _env({**env, var: context.value(value, env)})))
        case Each(var, over, body, ordered):
            return _each(context, var, _list(context.value(over, env)), body, ordered, env, after)
        case Choose():
            return _choose(context, effect, env, after)
        case Chance(var, over, body):
            ways = _ways(context, var, _list(context.value(over, env)), body, env, after)
            return _unless_alone(Chooser(None, var), ways)
        case Pick():
            return _pick(context, effect, env, after, before)
        case Put(field, value):
            return Moved(
                after.with_store(_put(context, after.store, _key(context, field, env), context.value(value, env)))
            )
        case Add(field, amount):
            key = _key(context, field, env)
            old, change = context.fact(str(key[0]), *key[1:]), context.value(amount, env)
            new = old + change if isinstance(old, int) and isinstance(change, int) else UNKNOWN
            return Moved(after.with_store(after.store.put(key, new)))
        case Move(card, zone):
            return Moved(after.with_store(moved(after.store, context.value(card, env), _key(context, zone, env))))
        case Create(var, sort, body):
            store, thing = created(after.store, sort)
            return Moved(after.with_store(store).pushed(body, _env({**env, var: thing})))
        case Remove(thing, sort):
            return Moved(after.with_store(removed(after.store, sort, context.value(thing, env))))
        case Event(act, args):
            return _event(context, act, tuple(context.value(a, env) for a in args), after)
        case Joint():
            return _joint(context, effect, env, after)
        case Unstated(what, changes):
            return _unstated(context, what, changes, env, after, before)
        case Carry(card):
            drawn = context.value(card, env)
            known = context.rules.cards[title_of(drawn)]
            return Moved(after.pushed(known.text, _env(_addressed(context, env, drawn))))
        case Under(clauses, inner):
            stated = context.rules.stated(clauses)
            if not stated or _idle(context, inner, env):
                return Moved(after)
            return Moved(after.pushed(inner, _env(env)), (Line("", stated),))
        case Consult(card):
            consulted = context.rules.cards.get(title_of(context.value(card, env)))
            cited = context.rules.stated(consulted.clauses) if consulted else ()
            return Moved(after, (Line("", cited),) if cited else ())
        case Await(_, _, until):
            if context.holds(until, env):
                return Moved(after, ())
            return Waits(before, effect, _env(env))
        case While(cond, body):
            if context.holds(cond, env):
                return Moved(after.pushed(effect, _env(env)).pushed(body, _env(env)))
            return Moved(after)
        case Run(procedure):
            return Moved(begun(context.rules, procedure, _env(env), after))
        case Leave(procedure):
            return Moved(Position(after.store, left(after.agenda, procedure)))
        case _:
            assert_never(effect)


def _idle(context: Context, effect: Effect, env: Binding) -> bool:
    """The effect does nothing here, so that no clause need be named for it."""
    match effect:
        case Nothing():
            return True
        case Then(effects):
            return all(_idle(context, e, env) for e in effects[:1]) and len(effects) == 1
        case If(cond, _, otherwise):
            return isinstance(otherwise, Nothing) and not context.holds(cond, env)
        case Each(_, over, _, _):
            return not _list(context.value(over, env))
        case While(cond, _):
            return not context.holds(cond, env)
        case _:
            return False


def _addressed(context: Context, env: Binding, card: Value) -> Binding:
    """What `you`, `the Hex`, `this card` and `that card` mean in the text of a card."""
    named: Binding = {
        **env,
        "you": env.get("P"),
        "this card": card,
        "that card": env.get("D"),
        "named": env.get("Q"),
    }
    for sort in context.rules.game.vocabulary.sorts:
        if sort.letters:
            named[f"the {sort.name}"] = env.get(sort.letters[0])
    return named


def _relied(context: Context) -> tuple[Line, ...]:
    return (Line("", tuple(context.cites)),) if context.cites else ()


def _env(env: Binding) -> Env:
    return tuple(sorted(env.items()))


def _list(value: Value) -> tuple[Value, ...]:
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def _key(context: Context, field: Call, env: Binding) -> Key:
    args = tuple(context.value(a, env) for a in field.args)
    return ("zone", field.fact, *args) if field.fact in context.rules.zones else (field.fact, *args)


def _put(context: Context, store: Store, key: Key, value: Value) -> Store:
    """The table with the value; no or nothing is not stored where it is what holds anyway."""
    declared = context.rules.fields.get(str(key[0]))
    plain = declared is not None and (value is None or value is False) and declared.initial is value
    return store.drop(key) if plain else store.put(key, value)


def _ways(
    context: Context, var: str, values: tuple[Value, ...], body: Effect, env: Binding, after: Position
) -> tuple[tuple[Option, Position], ...]:
    return tuple(
        (
            Option(v, told(context, "{" + var + "}", {**env, var: v})),
            after.pushed(body, _env({**env, var: v})),
        )
        for v in values
    )


def _unless_alone(by: Point | Chooser, ways: tuple[tuple[Option, Position], ...]) -> Progress:
    return Moved(ways[0][1]) if len(ways) == 1 else Forked(by, ways)


def _each(
    context: Context,
    var: str,
    values: tuple[Value, ...],
    body: Effect,
    ordered: bool,
    env: Binding,
    after: Position,
) -> Progress:
    for value in reversed(values):
        after = after.pushed(body, _env({**env, var: value}))
    return Moved(after)


def _choose(context: Context, effect: Choose, env: Binding, after: Position) -> Progress:
    values = _list(context.value(effect.over, env))
    named = env.get("named")
    if named is not None and named in values:
        values = (named,)
    if not values:
        return Moved(after, (Line("there is nobody or nothing to choose"),))
    ways = _ways(context, effect.var, values, effect.body, env, after)
    who = context.value(effect.who, env)
    return _unless_alone(Chooser(who, effect.var, told(context, "{who}", {"who": who})), ways)


def _pick(context: Context, effect: Pick, env: Binding, after: Position, before: Position) -> Progress:
    values = _list(context.value(effect.over, env))
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
    return Moved(after.pushed(effect.body, _env({**env, effect.var: chosen})))


def _event(context: Context, act: str, args: tuple[Value, ...], after: Position) -> Progress:
    declared = context.rules.acts[act]
    instance = (act, *args)
    env = {name: a for (name, _), a in zip(declared.params, args, strict=True)}
    altered = alteration(context, act, args)
    text = told(context, declared.said, env)
    if altered is not None:
        clauses = tuple(dict.fromkeys((*altered.by, *context.cites)))
        if altered.instead is None:
            return Moved(after, (Line(f"prevented: {text}", clauses, ("prevented", *instance)),))
        after = after.pushed(altered.instead, altered.env)
        return Moved(after, (Line(f"replaced: {text}", clauses, ("replaced", *instance)),))
    attached = following(context, act, args)
    after = after.pushed(declared.last, _env(env))
    for follow in reversed(attached):
        effect = Joint(follow.clause, (follow.effect,)) if follow.joint else follow.effect
        after = after.pushed(effect, follow.env)
    after = after.pushed(declared.body, _env(env))
    clauses = tuple(dict.fromkeys((*(f.clause for f in attached), *context.cites)))
    return Moved(after, (Line(text, clauses, instance),))


def _joint(context: Context, effect: Joint, env: Binding, after: Position) -> Progress:
    parts = [p for e in effect.effects for p in (e.effects if isinstance(e, Then) else (e,))]
    touched: list[Effect] = []
    free: list[Effect] = []
    for part in parts:
        if isinstance(part, Event):
            args = tuple(context.value(a, env) for a in part.args)
            (touched if alteration(context, part.act, args) is not None else free).append(part)
        else:
            free.append(part)
    going = parts
    if touched and free:
        key: Key = (RIGID, "joint", effect.label)
        stays = context.store.get(key)
        if stays is None:
            options = (
                Option(True, "the rest still happens", (effect.label,)),
                Option(False, "the rest does not happen either", (effect.label,)),
            )
            text = f"{effect.label} says what happens normally; nothing says what becomes of the rest when a part is prevented"
            raise Undecided(Point(f"rest of {effect.label}", Kind.SILENT, key, options, (effect.label,), text))
        going = parts if stays else touched
    for part in reversed(going):
        after = after.pushed(part, _env(env))
    return Moved(after, _relied(context))


def _unstated(
    context: Context, what: str, changes: tuple[Call, ...], env: Binding, after: Position, before: Position
) -> Progress:
    what = told(context, what, env)
    key: Key = (RIGID, "effect", what, before.store.get(("plays",), 0))
    chosen = before.store.get(key)
    if chosen is None:
        options = (Option("none", "nothing is changed"), Option("some", "something is changed"))
        return fork(before, Point(what, Kind.SILENT, key, options, text=f"no clause states {what}"))
    if chosen == "none":
        return Moved(after)
    store = after.store
    for change in changes:
        store = store.put(_key(context, change, env), UNKNOWN)
    return Moved(after.with_store(store))
