"""Whom the player of a card may name: what the text of the card makes of it."""

from __future__ import annotations

from enum import Enum, auto

from checker.kernel.effect import (
    Choose,
    Effect,
    Event,
    If,
    Pick,
    Run,
    Then,
    Under,
)
from checker.kernel.record import Record
from checker.kernel.term import All, Value, Var
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import sort_of, sorts
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook

NAMED = Var("named")
"""Whom the player of a card names."""


class CardUse(Record):
    """What an act does with a card: who does it, with which, to which things, naming whom."""

    player: Value
    card: Value
    named: Value
    things: tuple[tuple[str, Value], ...]

    def env(self) -> dict[str, Value]:
        """What the words of the card's text stand for."""
        found = {f"the {sort}": thing for sort, thing in self.things}
        return {**found, "you": self.player, "this card": self.card, "named": self.named}


def card_use(rules: Rulebook, act: str, args: tuple[Value, ...]) -> CardUse | None:
    """The use of a card that the act is, if somebody does it and can name somebody by it."""
    words = rules.game.vocabulary
    of = [sort_of(words, letter) for letter, _ in rules.acts[act].params]
    if of[:1] != ["player"] or "card" not in of or "player" not in of[1:]:
        return None
    own = {sort.name for sort in sorts(words)[3:]}
    things = tuple((sort, arg) for sort, arg in zip(of, args, strict=True) if sort in own)
    return CardUse(args[0], args[of.index("card")], args[of.index("player", 1)], things)


def mentions_somebody(effect: Effect) -> bool:
    """The text speaks of a player whom its player names, or may."""
    return any(isinstance(part, Choose | Run) or part == NAMED for part in within(effect))


def context_holds(context: Context, fact: str, *args: Value) -> bool:
    """Whether the fact holds, for a game that has it."""
    return fact not in context.rules.facts or context.fact(fact, *args) is True


class Naming(Enum):
    """Whether a text lets its player name somebody: yes, no, unstated, or nobody is chosen here at all."""

    YES = auto()
    NO = auto()
    UNSTATED = auto()
    NONE = auto()


def accepts(context: Context, effect: Effect, env: dict[str, Value], named: Value) -> Naming:
    """Whether a choice that the text makes here may fall on the named one; unstated if it is a pick nobody states."""
    match effect:
        case Choose(_, _, All(_, "player", _) as over, _):
            values = context.value(over, env)
            return Naming.YES if isinstance(values, tuple) and named in values else Naming.NO
        case Pick(_, _, All(_, "player", _) as over, _):
            values = context.value(over, env)
            return Naming.YES if isinstance(values, tuple) and named in values else Naming.UNSTATED
        case Then(effects):
            found = {accepts(context, e, env, named) for e in effects}
            return next((n for n in (Naming.NO, Naming.UNSTATED, Naming.YES) if n in found), Naming.NONE)
        case If(cond, then, otherwise):
            return accepts(context, then if context.holds(cond, env) else otherwise, env, named)
        case Under(_, inner):
            return accepts(context, inner, env, named)
        case Event(act, args):
            declared = context.rules.acts[act]
            bound = {n: context.value(a, env) for (n, _), a in zip(declared.params, args, strict=True)}
            return accepts(context, declared.body, {**env, **bound}, named)
        case Choose() | Run():
            return Naming.YES
        case _:  # nothing else chooses a player by itself: it names somebody if it speaks of whoever was named
            return Naming.YES if NAMED in within(effect) else Naming.NONE
