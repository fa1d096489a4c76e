"""Small games as they are written for the program."""

from __future__ import annotations

from collections.abc import Iterable

from oracle_games import (
    ACTS,
    CARDS,
    MARKS,
    NOTHING,
    NUMBERS,
    TURNS,
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


def place(who: str) -> str:
    """The hand of the player, or the pile, which is nobody's."""
    return f"the hand of {who}" if who else "the pile"


def phrase(field: str, who: str) -> str:
    if field in CARDS:
        return f"{CARDS[field]} is in {place(who)}"
    if field == "cards":
        return f"the number of cards in {place(who)}"
    return {**NUMBERS, **MARKS, **TURNS, **VALUES}[field].replace("{P}", who)


def condition_text(one: Condition) -> str:
    match one:
        case Compared(left, how, right):
            other = phrase(right.field, right.who) if isinstance(right, Number) else str(right)
            return f"({phrase(left.field, left.who)} is {how + ' ' if how else ''}{other})"
        case Marked(field, who):
            if field in CARDS:
                return f"(there is a card C such that (C is {CARDS[field]} and C is in {place(who)}))"
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
        case Move(card, who):
            return f"For each card C such that C is {CARDS[card]}, move C to {place(who)}."
        case If(asked, then):
            return f"If {condition_text(asked)}, ({effects_text(then)})."
        case AnyOrder(parts):
            return f"In any order, ({effects_text(parts)})."
        case Each(then):
            return f"For each player Q, ({effects_text(then)})."


def effects_text(many: Iterable[Effect]) -> str:
    return " ".join(map(effect_text, many))


def sentence_in(text: str) -> str:
    """The sentence within another one."""
    return text[0].lower() + text[1:].removesuffix(".")


def clause_text(norm: Norm) -> str:
    about = f" if {condition_text(norm.condition)}" if norm.condition else ""
    match norm.says:
        case int(number):
            said = f"the value of {phrase(norm.of, 'P')} is {number}"
        case str(word):
            said = f"P {word} {norm.of}"
        case what:
            said = f"when P {norm.of}s, {sentence_in(effect_text(what))}"
    over = f"  over {' '.join(norm.over)}\n" if norm.over else ""
    return f'clause {norm.name} rule "Rules"\n  says It is so.\n{over}  norm {said}{about}\n'


AT_ANY_TIME = """procedure game
  step acting GO-1: Players may act "any: ACTS" until the game is over.
"""
IN_TURN = """procedure game
  step rounds GO-1: While not the game is over, carry out "round".
procedure round
  step turns GO-1: In turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it so that P is on turn. Set it not so that P has moved.
  step acting GO-1: Players may act "turn: ACTS" until (P has moved or the game is over).
  step end: Set it not so that P is on turn.
"""


def files(game: Game) -> dict[str, str]:
    """The game as files of rules, by their names."""
    starts = dict(game.starts)
    fields = [f'field {n} "{text}": number, starts {starts.get(n, 0)}' for n, text in NUMBERS.items()]
    fields += [
        f'field {n} "{text}": condition, starts {"yes" if starts.get(n) else "no"}'
        for n, text in {**MARKS, **TURNS}.items()
    ]
    facts = [f'fact {n} "{text}": number\n  by rules' for n, text in VALUES.items()]
    does = dict(game.acts)
    moved = " Set it so that P has moved." * game.turns
    acts = [
        f'act {act} "{act}" "{{P}} {act}s": P\n  does {effects_text(does.get(act, NOTHING))}{moved}' for act in ACTS
    ]
    zones = [
        'zone hand "the hand of {P}": cards, held',
        'zone pile "the pile" in order: cards, starts full',
    ] * game.cards
    always = 'clause GO-1 rule "Rules"\n  says So it goes.\n  informal how play goes\n'
    cards = (
        {"cards/all.cards": "".join(f"card {title}\n  copies 1 GO-1\n" for title in CARDS.values())}
        if game.cards
        else {}
    )
    return cards | {
        "specs/vocabulary.norm": "\n".join((*zones, *fields, *facts, *acts, "")),
        "specs/procedure.norm": (IN_TURN if game.turns else AT_ANY_TIME).replace("ACTS", ", ".join(does)),
        "specs/clauses.norm": always + "".join(map(clause_text, game.norms)),
    }
