"""Small random games: what they are, how they are made up, and how they are written for the program.

A game here is a value of its own and no text: two players, counters, marks, acts with effects, and clauses. The text is
one print of it, and `oracle.py` plays the value itself, so that the two share nothing but what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

PLAYERS = ("A", "B")
NUMBERS = {"red": "the red of {P}", "blue": "the blue"}
MARKS = {"ready": "{P} is ready", "lit": "the lamp is lit", "over": "the game is over"}
VALUES = {"toll": "the toll of {P}", "price": "the price"}
OWNED = ("red", "ready", "toll")
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
    """A clause of one norm: `says` is may, must, must not, or the value that it gives; `of` the act or the fact."""

    name: str
    says: str | int
    of: str
    condition: Condition | None
    over: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """What is true at the start of what is not 0 or off, what each act does to whoever does it, and the clauses."""

    starts: tuple[tuple[str, int], ...]
    acts: tuple[tuple[str, tuple[Effect, ...]], ...]
    norms: tuple[Norm, ...]


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


def made(seed: int) -> Game:
    """The game of the number; one of which it is compared how play goes on is small."""
    draw = Random(seed)
    small = kind(seed) == "loops"
    acts = ACTS[: draw.randint(1, 2 if small else len(ACTS))]
    does = tuple((act, tuple(effect(draw) for _ in range(draw.randint(1, 2)))) for act in acts)
    ends = (("rest", NOTHING),) if draw.random() < 0.5 and "rest" not in acts else ()
    facts = [n for fact in VALUES if not small for n in value_norms(draw, fact)]
    norms = facts + [n for act, _ in (*does, *ends) for n in act_norms(draw, act)]
    starts = (*((field, draw.randint(0, 2)) for field in NUMBERS), ("lit", draw.randint(0, 1)))
    return Game(starts, (*does, *ends), tuple(norms))


# ---- written -----------------------------------------------------------------------------------


def phrase(field: str, who: str) -> str:
    return {**NUMBERS, **MARKS, **VALUES}[field].replace("{P}", who)


def condition_text(one: Condition) -> str:
    match one:
        case Compared(left, how, right):
            other = phrase(right.field, right.who) if isinstance(right, Number) else str(right)
            return f"({phrase(left.field, left.who)} is {how + ' ' if how else ''}{other})"
        case Marked(field, who):
            return f"({phrase(field, who)})"
        case Not(inner):
            return f"(not {condition_text(inner)})"
        case Joined(word, left_one, right_one):
            return f"({condition_text(left_one)} {word} {condition_text(right_one)})"


def effect_text(one: Effect) -> str:
    match one:
        case Change(how, what, by):
            amount_ = phrase(by.field, by.who) if isinstance(by, Number) else str(by)
            return f"{how.capitalize()} {phrase(what.field, what.who)} {'to' if how == 'set' else 'by'} {amount_}."
        case Mark(field, who, on):
            return f"Set it {'' if on else 'not '}so that {phrase(field, who)}."
        case If(asked, then):
            return f"If {condition_text(asked)}, ({effects_text(then)})."
        case AnyOrder(parts):
            return f"In any order, ({effects_text(parts)})."
        case Each(then):
            return f"For each player Q, ({effects_text(then)})."


def effects_text(many: Iterable[Effect]) -> str:
    return " ".join(map(effect_text, many))


def clause_text(norm: Norm) -> str:
    about = f" if {condition_text(norm.condition)}" if norm.condition else ""
    said = (
        f"the value of {phrase(norm.of, 'P')} is {norm.says}"
        if isinstance(norm.says, int)
        else f"P {norm.says} {norm.of}"
    )
    over = f"  over {' '.join(norm.over)}\n" if norm.over else ""
    return f'clause {norm.name} rule "Rules"\n  says It is so.\n{over}  norm {said}{about}\n'


def files(game: Game) -> dict[str, str]:
    """The game as files of rules, by their names."""
    starts = dict(game.starts)
    fields = [f'field {n} "{text}": number, starts {starts.get(n, 0)}' for n, text in NUMBERS.items()]
    fields += [f'field {n} "{text}": condition, starts {"yes" if starts.get(n) else "no"}' for n, text in MARKS.items()]
    facts = [f'fact {n} "{text}": number\n  by rules' for n, text in VALUES.items()]
    does = dict(game.acts)
    acts = [f'act {act} "{act}" "{{P}} {act}s": P\n  does {effects_text(does.get(act, NOTHING))}' for act in ACTS]
    step = f'procedure game\n  step acting GO-1: Players may act "any: {", ".join(does)}" until the game is over.\n'
    always = 'clause GO-1 rule "Rules"\n  says So it goes.\n  informal how play goes\n'
    return {
        "vocabulary.norm": "\n".join((*fields, *facts, *acts, "")),
        "procedure.norm": step,
        "clauses.norm": always + "".join(map(clause_text, game.norms)),
    }
