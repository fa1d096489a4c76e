"""Values in the words of the table."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache

from checker.kernel.lying_cards import title_of
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import Act, Reliance, sort_or_nothing, sorts
from checker.norms.evaluate import Binding, Context

_SLOT = re.compile(r"\{([^}]+)\}")


def told(context: Context, templates: str, env: Binding) -> str:
    """The first wording whose variables all have a value, with the values in words."""
    wordings = _wordings(templates)
    chosen = next((w for w in wordings if all(env.get(v) is not None for v in w[1::2])), wordings[-1])
    return "".join(
        word(context, part, env.get(part)) if n % 2 else _behind(context, chosen[n - 1], env, part) if n else part
        for n, part in enumerate(chosen)
    )


def refusal(context: Context, refused: Reliance, env: Binding) -> tuple[str, str]:
    """Why the table or the statement is refused, and what to say instead."""
    reckoned = {slot: context.value(value, env) for slot, value in refused.values}
    message, say, hint = told(context, refused.words, {**env, **reckoned}).partition("; say ")
    return message, say and f"say {hint}"


def _behind(context: Context, variable: str, env: Binding, text: str) -> str:
    """The text behind the value of the variable: behind the number 1, things of a sort are one thing."""
    words = context.rules.game.vocabulary
    noun = next(iter(text.split()), "")
    if (
        env.get(variable) != 1
        or _sort(context, variable) != "number"
        or noun not in {f"{s.name}s" for s in sorts(words)}
    ):
        return text
    return text.replace(noun, noun[:-1], 1)


def told_act(context: Context, act: Act, env: Binding) -> str:
    """The act as it is told of somebody, in the words that fit the table."""
    if act.other:
        with suppress(Undecided):
            if Context(context.rules, context.store).holds(act.otherwise, env):
                return told(context, act.other, env)
    return told(context, act.said, env)


@cache
def _wordings(templates: str) -> tuple[tuple[str, ...], ...]:
    """Each wording cut at its variables: every second part is one."""
    return tuple(tuple(_SLOT.split(wording)) for wording in templates.split(" | "))


def _sort(context: Context, variable: str) -> str:
    """The sort of what the variable stands for; nothing if its name does not say it."""
    return sort_or_nothing(context.rules.game.vocabulary, variable)


def word(context: Context, variable: str, value: Value) -> str:
    """The value of a variable as people say it: a player's name, a card's title, a number, `nobody`, `no hex`."""
    sort = _sort(context, variable)
    naming = context.rules.functions.get(f"name of {sort}")
    if naming is not None and value is not None:
        return str(naming(context, value))
    match value:
        case None:
            return "nobody" if sort in ("player", "") else f"no {sort}"
        case bool():
            return "yes" if value else "no"
        case int():
            names = context.store.get(("names",))
            if sort == "player" and isinstance(names, tuple) and 0 <= value < len(names):
                return str(names[value])
            return str(value)
        case tuple():
            return title_of(value)
        case _:
            return value
