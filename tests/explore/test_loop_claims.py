"""Loops that are told, and games that are said to end, compared with plain lists of all positions of small games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_games import Moves, Small, comes_back, found

from checker.kernel.verdict import Extent

# ---- games that end ----------------------------------------------------------------------------


def each(state: dict[str, Any], *changes: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The positions after each change that is possible."""
    return [{**state, **change} for change in changes if change is not None]


LIVES = """field lives "the lives of {P}": number, starts 3
act hit "hit {Q}" "{P} hits {Q}": P Q
  does Lower the lives of Q by 1.
"""
DUEL = Small(
    LIVES,
    "P may hit Q if Q is not P and the lives of P is at least 1 and the lives of Q is at least 1",
    "there is a player P such that (the lives of P is 0)",
    {"A": 3, "B": 3},
    lambda s: each(s, {"A": s["A"] - 1}, {"B": s["B"] - 1}) if s["A"] and s["B"] else [],
)
LIGHT = """field light "the light is on": condition, starts no
act switch "switch the light" "{P} switches the light": P
  does If the light is on, (Set it not so that the light is on.) otherwise (Set it so that the light is on.). {also}
"""


def switching(words: str, also: str, norm: str, until: str, start: dict[str, Any], moves: Moves, **more: str) -> Small:
    """Whoever likes switches the light, and something runs out meanwhile, or does not."""
    return Small(words + LIGHT.replace("{also}", also), norm, until, start, moves, **more)


def dark(s: dict[str, Any], **change: Any) -> dict[str, Any]:
    return {"light": not s["light"], **change}


ENDING = {
    "lives": DUEL,
    "lives stated": DUEL._replace(
        words=LIVES.replace("starts 3", "starts 0"), scene="players A B\nthe lives of A is 3\nthe lives of B is 3"
    ),
    "a counter of each player": switching(
        'field left "the moves left to {P}": number, starts 4\n',
        "Lower the moves left to P by 1.",
        "P may switch the light if the moves left to P is at least 1",
        "every player P is such that (the moves left to P is 0)",
        {"light": False, "A": 4, "B": 4},
        lambda s: each(s, *(dark(s, **{p: s[p] - 1}) if s[p] else None for p in "AB")),
    ),
    "a counter of the game": switching(
        'field made "the moves made": number, starts 0\n',
        "Raise the moves made by 1.",
        "P may switch the light if the moves made is less than 9",
        "the moves made is 9",
        {"light": False, "n": 0},
        lambda s: each(s, dark(s, n=s["n"] + 1)) if s["n"] < 9 else [],
    ),
    "a counter that only the end asks for": switching(
        'field made "the moves made": number, starts 0\n',
        "Raise the moves made by 1.",
        "P may switch the light",
        "the moves made is at least 30",
        {"light": False, "n": 0},
        lambda s: each(s, dark(s, n=s["n"] + 1)) if s["n"] < 30 else [],
    ),
    "counters called as the program calls its own": switching(
        'field plays "the moves of {P}": number, starts 0\nfield picks "the moves": number, starts 0\n',
        "Raise the moves of P by 1. Raise the moves by 1.",
        "P may switch the light if the moves of P is less than 4",
        "the moves is 8",
        {"light": False, "A": 0, "B": 0},
        lambda s: each(s, *(dark(s, **{p: s[p] + 1}) if s[p] < 4 else None for p in "AB")),
    ),
    "a supply": switching(
        'field supply "the supply": number, starts 6\nfield stones "the stones of {P}": number, starts 0\n',
        "Lower the supply by 1. Raise the stones of P by 1.",
        "P may switch the light if the supply is at least 1",
        "the supply is 0",
        {"light": False, "n": 6},
        lambda s: each(s, dark(s, n=s["n"] - 1)) if s["n"] else [],
    ),
    "a clock of cards": switching(
        'zone deck "the deck" in order: cards\nzone heap "the heap": cards\n',
        "Take the top card C of the deck. Move C to the heap.",
        "P may switch the light if the number of cards in the deck is at least 1",
        "the number of cards in the deck is 0",
        {"light": False, "n": 3},
        lambda s: each(s, dark(s, n=s["n"] - 1)) if s["n"] else [],
        cards="card Hour\n  copies 9 assumed\n",
        scene="players A B\nthe deck: Hour, Hour, Hour",
    ),
    "what each may do once": switching(
        'field used "{P} has switched": condition, starts no\n',
        "Set it so that P has switched.",
        "P may switch the light if not P has switched",
        "every player P is such that P has switched",
        {"light": False, "A": False, "B": False},
        lambda s: each(s, *(dark(s, **{p: True}) if not s[p] else None for p in "AB")),
    ),
    "what no clause allows": switching(
        "", "", "P must not switch the light if the light is on", "3 is 4", {"light": False}, lambda s: []
    ),
    "one that gives to the other": switching(
        'field coins "the coins of {P}": number, starts 0\nfield rich "{P} is rich": condition, starts no\n',
        "For each player Q such that (Q is not P), (Lower the coins of P by 1. Raise the coins of Q by 1.).",
        "P may switch the light if P is rich and the coins of P is at least 1",
        "there is a player P such that (P is rich and the coins of P is 0)",
        {"light": False, "A": 5},
        lambda s: each(s, dark(s, A=s["A"] - 1)) if s["A"] else [],
        scene="players A B\nA is rich\nthe coins of A is 5",
    ),
}

# ---- games that need not end -------------------------------------------------------------------

TURNS = """field turn "{P} is on turn": condition, starts no
act pass "pass" "{P} passes": P
  does For each player Q such that (Q is not P), (Set it so that Q is on turn.). Set it not so that P is on turn.
"""
FLAG = """field flag "the flag is up": condition, starts no
act raise flag "raise the flag" "{P} raises the flag": P
  does Set it so that the flag is up.
act strike flag "strike the flag" "{P} strikes the flag": P
  does Set it not so that the flag is up.
"""
ENDLESS = {
    "a light": switching("", "", "P may switch the light", "3 is 4", {"light": False}, lambda s: each(s, dark(s))),
    "two acts that undo each other": Small(
        FLAG,
        "P may raise the flag if not the flag is up\nP may strike the flag if the flag is up",
        "3 is 4",
        {"up": False},
        lambda s: each(s, {"up": not s["up"]}),
        "raise flag, strike flag",
    ),
    "turns that only pass": Small(
        TURNS,
        "P may pass if P is on turn",
        "3 is 4",
        {"turn": "A"},
        lambda s: each(s, {"turn": "B" if s["turn"] == "A" else "A"}),
        scene="players A B\nA is on turn",
    ),
    "a score that nobody reads": switching(
        'field score "the score of {P}": number, starts 0\n',
        "Raise the score of P by 1.",
        "P may switch the light",
        "3 is 4",
        {"light": False},
        lambda s: each(s, dark(s)),
    ),
    "a counter that is set back": switching(
        'field hour "the hour": number, starts 0\n',
        "Raise the hour by 1. If the hour is 3, set the hour to 0.",
        "P may switch the light",
        "the hour is 3",
        {"light": False, "n": 0},
        lambda s: each(s, dark(s, n=(s["n"] + 1) % 3)),
    ),
    "a card that comes and goes": Small(
        'zone hand "the hand of {P}": cards\nzone table "the table" in order: cards\n'
        'act lay "lay {C}" "{P} lays {C}": P C\n  does Move C to the table.\n'
        'act take "take a card" "{P} takes a card": P\n  does Take the top card C of the table. Move C to the hand of P.\n',
        "P may lay C if C is in the hand of P\nP may take a card if the number of cards in the table is at least 1",
        "3 is 4",
        {"at": "A"},
        lambda s: each(s, {"at": "table"}) if s["at"] != "table" else each(s, {"at": "A"}, {"at": "B"}),
        cards="card Ace\n  copies 1 assumed\n",
        scene="players A B\nhand A: Ace",
    ),
    "going on or not": switching(
        'field over "it is over": condition, starts no\nact stop "stop" "{P} stops": P\n  does Set it so that it is over.\n',
        "",
        "P may switch the light\nP may stop",
        "it is over",
        {"light": False, "over": False},
        lambda s: each(s, dark(s), {"over": True}) if not s["over"] else [],
        acts="switch, stop",
    ),
    "a die": Small(
        'field face "the face": number, starts 0\nact throw "throw" "{P} throws": P\n'
        "  does Chance decides on a number N such that (N is at least 1 and N is at most 2). Set the face to N.\n",
        "P may throw",
        "the face is 2",
        {"face": 0},
        lambda s: each(s, {"face": 1}, {"face": 2}) if s["face"] != 2 else [],
    ),
    "one that goes round by itself": switching(
        "",
        "While 3 is 3, (If the light is on, (Set it not so that the light is on.) otherwise (Set it so that the light is on.).).",
        "P may switch the light",
        "3 is 4",
        {"light": False},
        lambda s: each(s, dark(s)),
    ),
    "a counter that goes below every bound": switching(
        'field depth "the depth": number, starts 1\n',
        "Lower the depth by 2.",
        "P may switch the light",
        "the depth is 0",
        {"light": False, "n": 1},
        lambda s: each(s, dark(s, n=s["n"] - 2)),
    ),
}
TOLD = {*ENDLESS} - {"a counter that goes below every bound"}


@pytest.mark.parametrize("name", ENDING)
def test_no_loop_is_told_of_a_game_that_ends(name: str, tmp_path: Path) -> None:
    assert comes_back(ENDING[name]) is False
    findings, _ = found(tmp_path, ENDING[name])
    assert {f.severity for f in findings} <= {"note"}
    assert all(f.extent is Extent.UNKNOWN for f in findings)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_that_need_not_end_is_told_as_a_loop_or_is_not_known_to_be_one(name: str, tmp_path: Path) -> None:
    assert comes_back(ENDLESS[name]) is not False
    findings, extent = found(tmp_path, ENDLESS[name])
    told = [f for f in findings if f.severity != "note"]
    assert bool(told) is (name in TOLD)
    assert extent is not Extent.PROVED or told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("one that goes round by itself", "and nobody decides anything in it"),
        (
            "going on or not",
            "where A does `switch the light`, B can `switch the light` otherwise, `stop` and A can `stop`",
        ),
        ("a die", "it falls on 1, and could on 2"),
        ("two acts that undo each other", "and nobody in it can do otherwise"),
    ],
)
def test_it_is_told_who_decides_in_a_loop_and_what_else_they_could_do(name: str, said: str, tmp_path: Path) -> None:
    (loop,) = [f for f in found(tmp_path, ENDLESS[name])[0] if f.severity != "note"]
    assert said in loop.message


SWITCH = "If the light is on, (Set it not so that the light is on.) otherwise (Set it so that the light is on.)."
ORDERS = f"""{LIGHT.replace("{also}", "")}field door "the door is open": condition, starts no
act push "push" "{{P}} pushes": P
  does {SWITCH} In any order, (Set it so that the door is open. Set it not so that the door is open.).
act leave "leave" "{{P}} leaves": P
  does Set it so that the game is over.
field over "the game is over": condition, starts no
field host "{{P}} is the host": condition, starts no
"""
HOST = "players A B\nit is so that A is the host"


@pytest.mark.parametrize(
    ("norms", "stays", "granted"),
    [
        ("P may switch the light\nP may push\nP may leave if the door is open", False, False),
        ("P may switch the light\nP may push\nP may leave if (the door is open and not the door is open)", True, False),
        ("P may push if P is the host\nP may leave if the door is open", True, True),
        ("P may switch the light\nP must not switch the light if the light is on", False, False),
    ],
)
def test_what_is_open_may_lead_out_of_a_loop(norms: str, stays: bool, granted: bool, tmp_path: Path) -> None:
    acts = ", ".join(act for act in ("switch", "push", "leave") if act in norms)
    told, _ = found(tmp_path, Small(ORDERS, norms, "the game is over", {}, lambda s: [], acts, scene=HOST))
    (loop,) = [f for f in told if f.severity != "note"]
    said = ("nobody in it can do otherwise", "nobody can lead out of it")
    assert any(way in loop.message for way in said) is stays, loop.message
    assert ("what comes in no order, goes as it does here" in loop.message) is granted


DAYS = """field days "the days": number, starts {begin}
field done "{{P}} is done": condition, starts no
field turn "{{P}} is on turn": condition, starts no
field salt "the salt of {{P}}": number, starts 3
field coins "the coins of {{P}}": number, starts 0
act wait "wait" "{{P}} waits": P
  does Set it so that P is done.
act sell "sell" "{{P}} sells": P
  does Lower the salt of P by 1. Raise the coins of P by 2.
act buy "buy" "{{P}} buys": P
  does Lower the coins of P by 1. Raise the salt of P by 1.
"""
TRADING = """P may wait if P is on turn
P may sell if P is on turn and the salt of P is at least 1
P may buy if P is on turn and the coins of P is at least 1"""
PASSING_DAYS = """3 is 3.
procedure day
  step count: Lower the days by {by}.
  step turns: In turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it so that P is on turn. Set it not so that P is done.
  step act: Players may act "turn: wait, sell, buy" until P is done.
  step end: Set it not so that P is on turn"""


@pytest.mark.parametrize(("begin", "by", "looped"), [(3, 1, False), (4, 1, False), (3, 2, True)])
def test_what_is_done_once_more_does_not_pass_the_number_that_ends_it(
    begin: int, by: int, looped: bool, tmp_path: Path
) -> None:
    before = 'While not the days is 0, carry out "day". '
    days = Small(DAYS.format(begin=begin), TRADING, PASSING_DAYS.format(by=by), {}, lambda s: [], before=before)
    told = [f.message for f in found(tmp_path, days)[0] if f.severity != "note"]
    assert any("for ever, if A and B choose to go on, by `wait`" in one for one in told) is looped
    assert looped or any("by `sell` and `buy`; each time only this changes: the coins" in one for one in told)
