"""Tables on which norms hold: what their conditions ask for, stated of one player and one card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

from checker.explore.situations import SEATS
from checker.kernel.norm import Norm, OfAct, OfFact, about
from checker.kernel.term import And, Call, Compare, Cond, Expr, Is, Lit, Not, Or, Value, Var
from checker.kernel.vocabulary import answered_by, sort_or_nothing
from checker.norms.rulebook import Rulebook

MOST_ALTERNATIVES = 4
"""So many of the ways in which a condition can hold are tried at most."""
_SLOT = re.compile(r"\{([^}]+)\}")

NormEnv = Mapping[str, Value]


def satisfying(rules: Rulebook, norms: tuple[Norm, ...], seats: int) -> Iterator[tuple[str, ...]]:
    """Lines that state what the norms, which speak of one act or fact, ask for, each time of other things.

    What cannot be stated is left to the table; that the norms hold there is to be looked at.
    """
    subjects = [_subject(norm) for norm in norms]
    for values in product(*(_values(rules, column, seats) for column in zip(*subjects, strict=False))):
        envs = [
            {arg.name: value for arg, value in zip(args, values, strict=False) if isinstance(arg, Var)}
            for args in subjects
        ]
        ways = (tuple(_alternatives(norm.cond))[:MOST_ALTERNATIVES] for norm in norms)
        for chosen in product(*ways):
            lines = _lines(rules, [(part, env) for parts, env in zip(chosen, envs, strict=True) for part in parts])
            if lines:
                yield lines


def _subject(norm: Norm) -> tuple[Expr, ...]:
    """The things that the norm speaks of."""
    what = about(norm.claim) if isinstance(norm.claim, OfAct | OfFact) else None  # of events no table says anything
    return what.args if what is not None else ()


def _values(rules: Rulebook, column: tuple[Expr, ...], seats: int) -> tuple[Value, ...]:
    """What the things in one place of what the norms speak of can be; nothing in particular if it is of another sort."""
    given = [arg.value for arg in column if isinstance(arg, Lit)]
    letters = [arg.name for arg in column if isinstance(arg, Var)]
    if given or not letters:
        return (given[0] if given else None,)
    match sort_or_nothing(rules.game.vocabulary, letters[0]):
        case "player":
            return SEATS[: min(seats, 2)]
        case "card":
            return tuple(c.title for c in rules.game.cards)
        case _:
            return (None,)


def _alternatives(cond: Cond) -> Iterator[tuple[Cond, ...]]:
    """The ways in which the condition holds, each as what has to be so at once."""
    match cond:
        case And(parts):
            for chosen in product(*(tuple(_alternatives(part)) for part in parts)):
                yield tuple(one for some in chosen for one in some)
        case Or(parts):
            for part in parts:
                yield from _alternatives(part)
        case _:
            yield (cond,)


def _lines(rules: Rulebook, parts: list[tuple[Cond, NormEnv]]) -> tuple[str, ...]:
    """What states the parts; nothing if one of them cannot be so, or none can be stated."""
    hands: dict[str, dict[str, None]] = {}
    held = answered_by(rules.game.vocabulary, "holds")
    found: dict[str, None] = {}
    for part, env in parts:
        match part:
            case Is(Call(fact, (Var(who), Var(card)))) if (
                fact in held and isinstance(env.get(who), str) and env.get(card)
            ):
                hands.setdefault(str(env[who]), {})[str(env[card])] = None
            case Is(Call("is", (Var(card), Lit(kind)))) if card in env:
                if not _of_kind(rules, env[card], kind):
                    return ()
            case Not(Is(Call("is", (Var(card), Lit(kind))))) if card in env:
                if _of_kind(rules, env[card], kind):
                    return ()
            case Is(call):
                found |= dict.fromkeys(_said(rules, call, env, "it is so that {}"))
            case Not(Is(call)):
                found |= dict.fromkeys(_said(rules, call, env, "it is not so that {}"))
            case Compare("is", Var(name), Call() as call) | Compare("is", Call() as call, Var(name)) if env.get(name):
                found |= dict.fromkeys(_said(rules, call, env, f"it is so that {{}} is {env[name]}"))
            case Compare(op, Call() as call, Lit(int(number))):
                wanted = number + (op in ("more", "is-not")) - (op == "less")
                found |= dict.fromkeys(_said(rules, call, env, f"it is so that {{}} is {wanted}"))
            case _:
                pass
    return (*(f"hand {who}: {', '.join(titles)}" for who, titles in hands.items()), *found)


def _of_kind(rules: Rulebook, title: Value, kind: Value) -> bool:
    card = rules.cards.get(str(title))
    return title == kind or (card is not None and kind in card.kinds)


def _said(rules: Rulebook, call: Call, env: NormEnv, form: str) -> Iterator[str]:
    """The stored value, told of what its arguments are; nothing if that is open, or it is no stored value."""
    field = rules.fields.get(call.fact)
    told = [
        env.get(arg.name) if isinstance(arg, Var) else arg.value if isinstance(arg, Lit) else None for arg in call.args
    ]
    if field is None or None in told:
        return
    named = dict(zip(field.params, told, strict=True))
    yield form.format(_SLOT.sub(lambda slot: str(named[slot.group(1)]), field.phrase.split(" | ")[0]))
