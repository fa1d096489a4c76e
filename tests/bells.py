"""A small game of bells: two clauses on one act whose order matters, and what tables show that are laid out for them."""

from __future__ import annotations

from pathlib import Path

from checker.catalog import games as house
from checker.check.run_checks import as_written
from checker.explore.interactions.derived_tables import Derived, Wanted, derived
from checker.kernel.trees.unordered_effects import unordered
from checker.session.context import Bench

WORDS = """kinds red, blue
sort lamp letters T labelled "H[1-9]"
zone hand "the hand of {P}": cards
field turn "{P} is on turn": condition, starts no
field moved "{P} has moved": condition, starts no
field night "it is night": condition, starts no
field lit "{T} is lit": condition, starts no
field wide "{T} is wide": condition, starts no
field coins "the coins of {P}": number, starts 0
field pot "the pot": number, starts 0
act ring "ring" "{P} rings": P
  does Set it so that P has moved.
act hum "hum" "{P} hums": P
  does Raise the pot by 1.
act throw "throw" "{P} throws": P
  does Chance decides on a number N such that (N is at least 1 and N is at most 6). Set the pot to N. P rings.
act play "play {C}" "{P} plays {C}": P C
  does Carry out the text of C. Set it so that P has moved.
"""
RULES = """clause BE-1 permission "Turns"
  says Whoever is on turn rings.
  norm P may ring if P is on turn
procedure game
  step turns BE-1: While the pot is at most 9, in turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it so that P is on turn. Set it not so that P has moved.
  step act BE-1: Players may act "turn: ring, play" until P has moved.
  step end: Set it not so that P is on turn.
"""
CARDS = "card Duck\n  kinds red\n  text Raise the pot by 1.\n  clauses BE-1\n  copies 1 assumed\n"
BOOK = """scene "the first turn"
players A B

scene "endings"
players A B
A rings

scene "asked"
players A B
what is the coins of A?
how many cards does A hold?

scene "laid besides"
players A B
"""
ENDLESS = BOOK.replace("A rings\n", "")
PARTS = "In any order, (Set the coins of P to 3. Raise the coins of P by 1.)."
SETS, RAISES = "set the coins of P to 3", "raise the coins of P by 1"
"""In one order 4 coins, in the other 3."""


def attached(one: str, other: str = "", first: str = SETS) -> str:
    """Two clauses on one act, each under its condition."""
    return f"""clause CL-2 effect "Three"
  says Three coins.
  norm when P rings, {first}{one and f" if {one}"}
clause CL-3 effect "One"
  says One coin.
  norm when P rings, {RAISES}{other and f" if {other}"}
"""


def game(
    folder: Path,
    rules: str,
    besides: str = "",
    laid: str = "",
    book: str = BOOK,
    erratum: str = "",
    more: str = "",
) -> Bench:
    """A game with these rules besides, and a scene to begin with."""
    (folder / "specs").mkdir()
    (folder / "cards").mkdir()
    (folder / "hexcheck.toml").write_text('name = "bells"\nplayers = "2-4"\n', "utf-8")
    (folder / "specs" / "vocabulary.norm").write_text(WORDS + more, "utf-8")
    (folder / "specs" / "clauses.norm").write_text(RULES + rules, "utf-8")
    (folder / "cards" / "all.cards").write_text(CARDS, "utf-8")
    scene = laid if laid.startswith("scene") else f'scene "laid: it begins"\nplayers A B\n{laid}\n'
    (folder / "specs" / "situations.scene").write_text(f"{book}{besides}\n{scene}", "utf-8")
    (folder / "e.norm").write_text(f'erratum "Later"\n{erratum}\n', "utf-8")
    made: Bench = as_written(house.desk(str(folder), [folder / "e.norm"] if erratum else []))
    return made


def shown(bench: Bench, tables: tuple[int, ...] = (2,), **known: frozenset[tuple[str, tuple[str, ...]]]) -> Derived:
    """What the tables show that are laid out for the first thing that nothing orders."""
    place, *_ = unordered(bench.rules.game)
    return derived(bench, Wanted(place.name, tables, **known)).result
