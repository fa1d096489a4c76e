"""Small games, made up at random."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from oracle_games import (
    ACTS,
    CARDS,
    NOTHING,
    NUMBERS,
    OWNED,
    VALUES,
    AnyOrder,
    Change,
    Compared,
    Condition,
    Each,
    Effect,
    Game,
    If,
    Joined,
    Mark,
    Marked,
    Move,
    Norm,
    Not,
    Number,
)


class Draw(Random):
    """What a game is drawn from; whether it has cards."""

    cards = False


def amount(draw: Draw, who: str) -> Number:
    if draw.cards and draw.random() < 0.2:
        return Number("cards", draw.choice((who, "")))
    return counter(draw, who)


def counter(draw: Draw, who: str) -> Number:
    field = draw.choice(tuple(NUMBERS))
    return Number(field, who if field in OWNED else "")


def condition(draw: Draw, who: str = "P", depth: int = 2) -> Condition:
    """Something that may be so."""
    kind = draw.random()
    if depth and kind < 0.25:
        return Joined(draw.choice(("and", "or")), condition(draw, who, depth - 1), condition(draw, who, depth - 1))
    if depth and kind < 0.35:
        return Not(condition(draw, who, depth - 1))
    if draw.cards and kind < 0.45:
        return Marked(draw.choice(tuple(CARDS)), draw.choice((who, "")))
    if kind < 0.55:
        field = draw.choice(("ready", "lit"))
        return Marked(field, who if field in OWNED else "")
    right = amount(draw, who) if draw.random() < 0.15 else draw.randint(0, 3)
    left = amount(draw, who)
    return Compared(left, draw.choice(HOW), right if right != left else 1)


HOW = ("", "at least", "at most", "more than", "less than")


def value_norms(draw: Draw, fact: str) -> list[Norm]:
    """Clauses that say of one fact what it is worth."""
    who = "P" if fact in OWNED else ""
    many = draw.randint(1, 4)
    names = [f"{fact.upper()}-{n}" for n in range(1, many + 1)]
    return ranked(
        draw, [Norm(n, draw.randint(0, 2), fact, condition(draw, who) if who else common(draw)) for n in names]
    )


def common(draw: Draw) -> Condition:
    """A condition that is of no player."""
    while True:
        made = condition(draw)
        if "who='P'" not in repr(made):
            return made


def act_norms(draw: Draw, act: str) -> list[Norm]:
    """Clauses that say of one act who may, must and must not do it."""
    says = draw.choices(("may", "must", "must not"), (5, 1, 2), k=draw.randint(1, 4))
    norms = [
        Norm(f"{act.upper()}-{n}", word, act, condition(draw) if draw.random() < 0.8 else None)
        for n, word in enumerate(says, 1)
    ]
    return ranked(draw, norms)


def attached(draw: Draw, acts: Iterable[str]) -> list[Norm]:
    """Clauses that attach something to acts; what several attach to one comes in any order."""
    many = draw.choice((0, 0, 1, 2, 3))
    of = draw.choice(tuple(acts))
    asks = (condition(draw) if draw.random() < 0.5 else None for _ in range(many))
    return [Norm(f"THEN-{n}", effect(draw, depth=0), of, asked) for n, asked in enumerate(asks, 1)]


def on_turn(norm: Norm, draw: Draw) -> Condition | None:
    """The condition, nearly always also that whoever does it is on turn."""
    if norm.says != "may" or draw.random() < 0.1:
        return norm.condition
    turn = Marked("turn", "P")
    return Joined("and", turn, norm.condition) if norm.condition else turn


def ranked(draw: Draw, norms: list[Norm]) -> list[Norm]:
    """The same, some of them over others, never in a circle."""
    names = [norm.name for norm in norms]
    draw.shuffle(names)
    says = {norm.name: norm.says for norm in norms}
    if "must" in says.values():  # what it would mean that a permission goes before a duty to the same is not asked
        names = [name for name in names if says[name] != "may"]
    above = {name: tuple(low for low in names[at + 1 :] if draw.random() < 0.25) for at, name in enumerate(names)}
    return [Norm(n.name, n.says, n.of, n.condition, above.get(n.name, ())) for n in norms]


def effect(draw: Draw, who: str = "P", depth: int = 1) -> Effect:
    """Something that an act does."""
    kind = draw.random()
    if depth and kind < 0.2:
        return If(condition(draw, who, 1), (effect(draw, who, 0),))
    if depth and kind < 0.3:
        return AnyOrder((effect(draw, who, 0), effect(draw, who, 0)))
    if depth and kind < 0.4:
        return Each((effect(draw, "Q", 0),))
    if draw.cards and kind < 0.55:
        return Move(draw.choice(tuple(CARDS)), draw.choice((who, "")))
    if kind < 0.65:
        field = draw.choice(("ready", "lit"))
        return Mark(field, who if field in OWNED else "", draw.random() < 0.6)
    what = counter(draw, who)
    how = draw.choice(("raise", "lower", "set"))
    by = amount(draw, who) if draw.random() < 0.1 else draw.randint(how != "set", 3 if how == "set" else 1)
    return Change(how, what, 1 if by == what else by)


def kind(seed: int) -> str:
    """What is compared of the game of the number besides answers: its clauses, its orders, or how play goes on."""
    return {3: "clauses", 7: "orders", 11: "loops"}.get(seed % 20, "")


def falling(draw: Draw, act: str) -> tuple[tuple[Effect, ...], list[Norm]]:
    """An act that brings something nearer to a bound, and the clauses that allow it until then."""
    way, relation = draw.choice(
        (("lower", "at least"), ("lower", "more than"), ("raise", "at most"), ("raise", "less than"))
    )
    what = counter(draw, "P")
    bound = Compared(what, relation, draw.randint(0, 3))
    more = (effect(draw),) if draw.random() < 0.3 else ()
    asked = Joined("and", bound, condition(draw, depth=1)) if draw.random() < 0.3 else bound
    norms = [Norm(f"{act.upper()}-1", "may", act, asked)]
    return (Change(way, what, 1), *more), norms


def small(seed: int) -> Game:
    """A game of which it is compared how play goes on; many of them end, since something runs out."""
    draw = Draw(seed)
    draw.cards = draw.random() < 0.3
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
    return Game(started(draw), tuple(does), tuple(norms), turns, draw.cards)


def free(draw: Draw, act: str) -> tuple[tuple[Effect, ...], list[Norm]]:
    """An act with its clauses."""
    return tuple(effect(draw) for _ in range(draw.randint(1, 2))), act_norms(draw, act)


def started(draw: Draw) -> tuple[tuple[str, int], ...]:
    return (*((field, draw.randint(0, 2)) for field in NUMBERS), ("lit", draw.randint(0, 1)))


def made(seed: int) -> Game:
    """The game of the number."""
    if kind(seed) == "loops":
        return small(seed)
    draw = Draw(seed)
    draw.cards = draw.random() < 0.3
    acts = ACTS[: draw.randint(1, len(ACTS))]
    made_up = [free(draw, act) for act in acts]
    facts = [norm for fact in VALUES for norm in value_norms(draw, fact)]
    norms = [*facts, *(norm for _, listed in made_up for norm in listed), *attached(draw, acts)]
    does = tuple(zip(acts, (effects for effects, _ in made_up), strict=True))
    return Game(started(draw), does, tuple(norms), cards=draw.cards)
