"""One step of play: the next thing on the agenda is done, and says which clauses made it happen."""

from __future__ import annotations

from typing import assert_never

from checker.kernel import effect as e
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Env, Key, Position, Store
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import addressed
from checker.norms.counts import left_over
from checker.norms.evaluate import Binding, Context, speaking
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import not_stated, plus, unknown, with_unknown
from checker.run.choices import again, choose, each, env_of, fork, listed, parts, pick, unchosen, unless_alone, ways
from checker.run.events import copied, event, followed, joint, key_of, relied, unstated
from checker.run.macro_steps import onward
from checker.run.phrases import told
from checker.run.procedures import begun, left
from checker.run.progress import Chooser, Ended, Line, Moved, Progress, Waits
from checker.run.unordered import together


def created(store: Store, sort: str) -> tuple[Store, str]:
    """A table with one more thing of the sort, and its label: the first letter and the next number."""
    number = store.get(("made", sort), 0)
    assert isinstance(number, int)
    label = f"{sort[0].upper()}{number + 1}"
    there = store.get(("things", sort), ())
    assert isinstance(there, tuple)
    return store.put(("made", sort), number + 1).put(("things", sort), (*there, label)), label


__all__ = ["fork", "step"]


def step(rules: Rulebook, position: Position, asked: bool = True) -> Progress:
    """What the next thing on the agenda leads to; unless `asked`, every order is another way."""
    if not position.agenda:
        return Ended()
    effect, env, rest = position.agenda
    context = Context(rules, position.store)
    try:
        return _do(context, effect, env, Position(position.store, rest), position, asked)
    except Undecided as undecided:
        return fork(position, undecided.point)


def _do(context: Context, effect: e.Effect, kept: Env, after: Position, before: Position, asked: bool) -> Progress:
    env = dict(kept)
    match effect:
        case e.Nothing() | e.End():
            return Moved(after)
        case e.Say(text, clauses):
            return Moved(after, (Line(told(context, text, env), clauses),))
        case e.Then(effects):
            for part in reversed(followed(context, effects, env)):
                after = after.pushed(part, kept)
            return Moved(after)
        case e.If(cond, then, otherwise):
            way = context.holds(cond, env)
            context.rules.went(effect, way)
            chosen = then if way else otherwise
            return Moved(after.pushed(chosen, kept), relied(context))
        case e.Let(var, value, body):
            bound = after.pushed(body, env_of({**env, var: context.value(value, env)}))
            return Moved(bound, relied(context))
        case e.Each():
            return each(_aside, context, effect, env, after, asked)
        case e.Together():
            return together(_aside, context.rules, effect, kept, after, asked)
        case e.Choose():
            return choose(context, effect, env, after)
        case e.Chance(var, over, body):
            drawn = ways(context, var, listed(context.value(over, env)), body, env, after)
            return unless_alone(Chooser(None, var), drawn) if drawn else unchosen(context, effect, env, after)
        case e.Pick():
            return pick(context, effect, env, after, before)
        case e.Put() | e.Add() | e.Move() | e.Remove():
            return Moved(after.with_store(_changed(context, effect, env, after.store)))
        case e.Create(var, sort, body):
            if not left_over(context, effect):
                return Moved(after, relied(context))
            store, thing = created(after.store, sort)
            return Moved(after.with_store(store).pushed(body, env_of({**env, var: thing})))
        case e.Event(act, args):
            done = tuple(context.value(a, env) for a in args)
            return event(context, act, done, env, after)
        case e.Joint():
            return joint(context, effect, env, after)
        case e.Unstated(what, changes):
            return unstated(context, what, changes, env, after, before)
        case e.Carry(card):
            drawn_card = context.value(card, env)
            if title_of(drawn_card) not in context.rules.cards:
                return Moved(after, (Line("there is no card whose text could be carried out", tuple(context.cites)),))
            known = context.rules.carried(title_of(drawn_card))
            given = copied(context, known.text, env.get("this card"), _addressed(context, env, drawn_card))
            return Moved(after.pushed(known.text, env_of(given)), carried=((drawn_card, after.agenda),))
        case e.Under(clauses, inner):
            return _under(context, clauses, inner, env, after)
        case e.Consult(card):
            consulted = context.rules.cards.get(title_of(context.value(card, env)))
            cited = speaking(context, context.rules.stated(consulted.clauses)) if consulted else ()
            return Moved(after, (Line("", cited),) if cited else ())
        case e.Await(_, _, until):
            if context.holds(until, env):
                return Moved(after, ())
            return Waits(before, effect, kept)
        case e.While():
            return again(_aside, context, effect, env, after, asked)
        case e.Run(procedure):
            return Moved(begun(context.rules, procedure, kept, after))
        case e.Leave(procedure):
            return Moved(Position(after.store, left(after.agenda, procedure)))
        case _:
            assert_never(effect)


def _aside(rules: Rulebook, position: Position, asked: bool) -> Progress:
    """What play on the side comes to, by whole stretches where it can."""
    return onward(step, rules, position, asked)


def _changed(context: Context, effect: e.Put | e.Add | e.Move | e.Remove, env: Binding, store: Store) -> Store:
    """The table as the effect leaves it; what would be nobody's, or no thing's, is nowhere."""
    match effect:
        case e.Put(field, value):
            key = key_of(context, field, env)
            return store if None in key else _put(context, store, key, context.value(value, env))
        case e.Add(field, amount):
            key, initial = key_of(context, field, env), context.rules.fields[field.fact].initial
            if None in key:
                return store
            by = context.value(amount, env)
            raised = store.raised(key, by, not_stated(field.fact, key[1:]) if initial is None else initial, plus)
            return with_unknown(raised, key, now) if unknown(now := raised.laid(key)) else raised
        case e.Move(card, zone, under):
            moved, place = context.value(card, env), key_of(context, zone, env)
            return store if moved is None or None in place else store.moved(moved, place, under)
        case e.Remove(thing, sort):
            return store.without(sort, context.value(thing, env))
        case _:
            assert_never(effect)


def _under(context: Context, clauses: tuple[str, ...], inner: e.Effect, env: Binding, after: Position) -> Progress:
    stated = context.rules.stated(clauses)
    if not stated or _idle(context, inner, env):
        return Moved(after)
    if isinstance(inner, e.Each) and not inner.ordered:
        inner = e.Together(parts(inner, listed(context.value(inner.over, env))), stated)
    elif isinstance(inner, e.Together):
        inner = e.Together(inner.parts, stated)
    return Moved(after.pushed(inner, env_of(env)), (Line("", stated),))


def _idle(context: Context, effect: e.Effect, env: Binding) -> bool:
    """The effect does nothing here, so that no clause need be named for it."""
    match effect:
        case e.Nothing():
            return True
        case e.Then(effects):
            return all(_idle(context, x, env) for x in effects[:1]) and len(effects) == 1
        case e.If(cond, _, otherwise):
            return isinstance(otherwise, e.Nothing) and not context.holds(cond, env)
        case e.Each(_, over):
            return not listed(context.value(over, env))
        case e.Together(inner):
            return not inner
        case e.While(cond, _):
            return not context.holds(cond, env)
        case _:  # not known to do nothing
            return False


def _addressed(context: Context, env: Binding, card: Value) -> Binding:
    """What `you`, `the Hex`, `this card` and `that card` mean in the text of a card."""
    named = {said: env.get(letter) for said, letter in addressed(context.rules.game.vocabulary).items()}
    return {**env, **named, "this card": card}


def _put(context: Context, store: Store, key: Key, value: Value) -> Store:
    """The table with the value; no or nothing is not stored where it is what holds anyway."""
    declared = context.rules.fields.get(str(key[0]))
    if unknown(value):
        return with_unknown(store, key, value)
    plain = declared is not None and (value is None or value is False) and declared.initial is value
    return store.drop(key) if plain else store.put(key, value)
