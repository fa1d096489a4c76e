"""Small random games: what they are, how they are made up, and how they are written for the program.

A game here is a value of its own and no text: two players, counters, marks, acts with effects, and clauses. The text is
one print of it, and `oracle.py` plays the value itself, so that the two share nothing but what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

PLAYERS = ("A", "B")
NUMBERS = {"red": "the red of {P}", "blue": "the blue"}
MARKS = {"ready": "{P} is ready", "lit": "the lamp is lit", "over": "the game is over"}
TURNS = {"turn": "{P} is on turn", "moved": "{P} has moved"}
"""Marks of games where one player after the other acts once."""
VALUES = {"toll": "the toll of {P}", "price": "the price"}
OWNED = ("red", "ready", "toll", "turn", "moved")
"""What each player has one of."""
ACTS = ("push", "pull", "bow", "rest")


@dataclass(frozen=True)
class Number:
    """A counter; of whom, by a letter, if each player has one."""

    field: str
    who: str = ""


@dataclass(frozen=True)
class Compared:
    """A counter compared with a number or a counter."""

    left: Number
    how: str
    right: Number | int


@dataclass(frozen=True)
class Marked:
    """A mark that is set."""

    field: str
    who: str = ""


@dataclass(frozen=True)
class Not:
    one: Condition


@dataclass(frozen=True)
class Joined:
    """Two conditions, joined by `and` or `or`."""

    word: str
    left: Condition
    right: Condition


Condition: TypeAlias = Compared | Marked | Not | Joined


@dataclass(frozen=True)
class Change:
    """A counter is raised, lowered or set."""

    how: str
    what: Number
    by: Number | int


@dataclass(frozen=True)
class Mark:
    """A mark is set or taken off."""

    field: str
    who: str
    on: bool


@dataclass(frozen=True)
class If:
    condition: Condition
    then: tuple[Effect, ...]


@dataclass(frozen=True)
class AnyOrder:
    """Things that nothing orders."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True)
class Each:
    """For each player Q, and nothing orders them."""

    then: tuple[Effect, ...]


Effect: TypeAlias = Change | Mark | If | AnyOrder | Each


@dataclass(frozen=True)
class Norm:
    """A clause of one norm: `says` is may, must, must not, the value that it gives, or what it attaches; `of` is the act
    or the fact."""

    name: str
    says: str | int | Effect
    of: str
    condition: Condition | None
    over: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """What is true at the start of what is not 0 or off, what each act does to whoever does it, and the clauses; whether
    the players have turns."""

    starts: tuple[tuple[str, int], ...]
    acts: tuple[tuple[str, tuple[Effect, ...]], ...]
    norms: tuple[Norm, ...]
    turns: bool = False


def places(names: Iterable[str]) -> list[tuple[str, str]]:
    """The fields and facts of the names, of each player if each has one."""
    return [(name, who) for name in names for who in (PLAYERS if name in OWNED else ("",))]


NOTHING: tuple[Effect, ...] = (Mark("over", "", True),)
"""What an act does that ends play."""


# ---- made up -----------------------------------------------------------------------------------


def amount(draw: Random, who: str) -> Number:
    field = draw.choice(tuple(NUMBERS))
    return Number(field, who if field in OWNED else "")


def condition(draw: Random, who: str = "P", depth: int = 2) -> Condition:
    """Something that may be so."""
    kind = draw.random()
    if depth and kind < 0.25:
        return Joined(draw.choice(("and", "or")), condition(draw, who, depth - 1), condition(draw, who, depth - 1))
    if depth and kind < 0.35:
        return Not(condition(draw, who, depth - 1))
    if kind < 0.55:
        field = draw.choice(("ready", "lit"))
        return Marked(field, who if field in OWNED else "")
    right = amount(draw, who) if draw.random() < 0.15 else draw.randint(0, 3)
    left = amount(draw, who)
    return Compared(left, draw.choice(HOW), right if right != left else 1)


HOW = ("", "at least", "at most", "more than", "less than")


def value_norms(draw: Random, fact: str) -> list[Norm]:
    """Clauses that say of one fact what it is worth."""
    who = "P" if fact in OWNED else ""
    many = draw.randint(1, 4)
    names = [f"{fact.upper()}-{n}" for n in range(1, many + 1)]
    return ranked(
        draw, [Norm(n, draw.randint(0, 2), fact, condition(draw, who) if who else common(draw)) for n in names]
    )


def common(draw: Random) -> Condition:
    """A condition that is of no player."""
    while True:
        made = condition(draw)
        if "who='P'" not in repr(made):
            return made


def act_norms(draw: Random, act: str) -> list[Norm]:
    """Clauses that say of one act who may, must and must not do it."""
    says = draw.choices(("may", "must", "must not"), (5, 1, 2), k=draw.randint(1, 4))
    norms = [
        Norm(f"{act.upper()}-{n}", word, act, condition(draw) if draw.random() < 0.8 else None)
        for n, word in enumerate(says, 1)
    ]
    return ranked(draw, norms)


def attached(draw: Random, acts: Iterable[str]) -> list[Norm]:
    """Clauses that attach something to acts; what several attach to one comes in any order."""
    many = draw.choice((0, 0, 1, 2, 3))
    of = draw.choice(tuple(acts))
    asks = (condition(draw) if draw.random() < 0.5 else None for _ in range(many))
    return [Norm(f"THEN-{n}", effect(draw, depth=0), of, asked) for n, asked in enumerate(asks, 1)]


def on_turn(norm: Norm, draw: Random) -> Condition | None:
    """The condition, nearly always also that whoever does it is on turn."""
    if norm.says != "may" or draw.random() < 0.1:
        return norm.condition
    turn = Marked("turn", "P")
    return Joined("and", turn, norm.condition) if norm.condition else turn


def ranked(draw: Random, norms: list[Norm]) -> list[Norm]:
    """The same, some of them over others, never in a circle."""
    names = [norm.name for norm in norms]
    draw.shuffle(names)
    says = {norm.name: norm.says for norm in norms}
    if "must" in says.values():  # what it would mean that a permission goes before a duty to the same is not asked
        names = [name for name in names if says[name] != "may"]
    above = {name: tuple(low for low in names[at + 1 :] if draw.random() < 0.25) for at, name in enumerate(names)}
    return [Norm(n.name, n.says, n.of, n.condition, above.get(n.name, ())) for n in norms]


def effect(draw: Random, who: str = "P", depth: int = 1) -> Effect:
    """Something that an act does."""
    kind = draw.random()
    if depth and kind < 0.2:
        return If(condition(draw, who, 1), (effect(draw, who, 0),))
    if depth and kind < 0.3:
        return AnyOrder((effect(draw, who, 0), effect(draw, who, 0)))
    if depth and kind < 0.4:
        return Each((effect(draw, "Q", 0),))
    if kind < 0.65:
        field = draw.choice(("ready", "lit"))
        return Mark(field, who if field in OWNED else "", draw.random() < 0.6)
    what = amount(draw, who)
    how = draw.choice(("raise", "lower", "set"))
    by = amount(draw, who) if draw.random() < 0.1 else draw.randint(how != "set", 3 if how == "set" else 1)
    return Change(how, what, 1 if by == what else by)


def kind(seed: int) -> str:
    """What is compared of the game of the number besides answers: its clauses, its orders, or how play goes on."""
    return {3: "clauses", 7: "orders", 11: "loops"}.get(seed % 20, "")


def falling(draw: Random, act: str) -> tuple[tuple[Effect, ...], list[Norm]]:
    """An act that brings something nearer to a bound, and the clauses that allow it until then."""
    way, relation = draw.choice(
        (("lower", "at least"), ("lower", "more than"), ("raise", "at most"), ("raise", "less than"))
    )
    what = amount(draw, "P")
    bound = Compared(what, relation, draw.randint(0, 3))
    more = (effect(draw),) if draw.random() < 0.3 else ()
    asked = Joined("and", bound, condition(draw, depth=1)) if draw.random() < 0.3 else bound
    norms = [Norm(f"{act.upper()}-1", "may", act, asked)]
    return (Change(way, what, 1), *more), norms


def small(seed: int) -> Game:
    """A game of which it is compared how play goes on; many of them end, since something runs out."""
    draw = Random(seed)
    acts = ACTS[: draw.randint(1, 2)]
    made_up = [falling(draw, act) if draw.random() < 0.6 else free(draw, act) for act in acts]
    does = [(act, effects) for act, (effects, _) in zip(acts, made_up, strict=True)]
    norms = [norm for _, listed in made_up for norm in listed]
    if draw.random() < 0.5:
        does.append(("rest", NOTHING))
        norms += act_norms(draw, "rest")
    if draw.random() < 0.3:
        norms += attached(draw, acts)
    if turns := draw.random() < 0.4:
        norms = [replace(norm, condition=on_turn(norm, draw)) for norm in norms]
    return Game(started(draw), tuple(does), tuple(norms), turns)


def free(draw: Random, act: str) -> tuple[tuple[Effect, ...], list[Norm]]:
    """An act with its clauses."""
    return tuple(effect(draw) for _ in range(draw.randint(1, 2))), act_norms(draw, act)


def started(draw: Random) -> tuple[tuple[str, int], ...]:
    return (*((field, draw.randint(0, 2)) for field in NUMBERS), ("lit", draw.randint(0, 1)))


def made(seed: int) -> Game:
    """The game of the number."""
    if kind(seed) == "loops":
        return small(seed)
    draw = Random(seed)
    acts = ACTS[: draw.randint(1, len(ACTS))]
    made_up = [free(draw, act) for act in acts]
    facts = [norm for fact in VALUES for norm in value_norms(draw, fact)]
    norms = [*facts, *(norm for _, listed in made_up for norm in listed), *attached(draw, acts)]
    return Game(started(draw), tuple(zip(acts, (effects for effects, _ in made_up), strict=True)), tuple(norms))
