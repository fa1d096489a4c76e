"""What an effect is called: its first event, in words."""

from __future__ import annotations

from checker.kernel.effect import (
    Each,
    Effect,
    Event,
    If,
    Joint,
    Let,
    Run,
    Then,
    Under,
    Unstated,
)
from checker.kernel.point import Undecided
from checker.norms.evaluate import Binding, Context, plain
from checker.norms.rulebook import Rulebook
from checker.run.phrases import told, word


def label(context: Context, effect: Effect, env: Binding) -> str:
    """The first event of the effect in words; nothing if there is none."""
    try:
        match effect:
            case Event(act, args):
                declared = context.rules.acts[act]
                values = {n: context.value(a, env) for (n, _), a in zip(declared.params, args, strict=True)}
                return told(context, declared.said, values)
            case Then(effects) | Joint(_, effects):
                return next((x for e in effects if (x := label(context, e, env))), "")
            case Under(_, inner):
                return label(context, inner, env)
            case If(cond, then, otherwise):
                return label(context, then if context.holds(cond, env) else otherwise, env)
            case Let(var, value, body):
                return label(context, body, {**env, var: context.value(value, env)})
            case Unstated(what):
                return told(context, what, env)
            case Run(procedure):
                about = next((f" of {word(context, n, v)}" for n, v in env.items() if v is not None), "")
                return f"`{procedure}`{about}"
            case _:  # several things, a choice, or what has no words: there is no first event
                return ""
    except Undecided:
        return ""


def told_apart(context: Context, effect: Effect, env: Binding) -> str:
    """The first event of the effect in words, also if it is done for each of several things."""
    if not isinstance(effect, Each):
        return label(context, effect, env)
    things = context.value(effect.over, env)
    each = ({**env, effect.var: one} for one in things) if isinstance(things, tuple) else ()
    return next((x for bound in each if (x := label(context, effect.body, bound))), "")


def about_of(rules: Rulebook, effect: Effect) -> str:
    """What the parts have in common, in words without seats: the first act, or the procedure."""
    match effect:
        case Event(act, _):
            return plain(rules.acts[act].said)
        case Then(effects) | Joint(_, effects):
            return next((x for e in effects if (x := about_of(rules, e))), "")
        case Under(_, inner):
            return about_of(rules, inner)
        case If(_, then, otherwise):
            return about_of(rules, then) or about_of(rules, otherwise)
        case Let(_, _, body) | Each(_, _, body):
            return about_of(rules, body)
        case Unstated(what):
            return plain(what)
        case Run(procedure):
            return procedure
        case _:  # several things, a choice, or what has no name
            return ""
