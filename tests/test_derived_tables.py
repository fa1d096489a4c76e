"""Tables that are laid out for what nothing orders: one is found that brings both effects together, and none where none can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.check.run_checks import as_written
from checker.cli import games as house
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

scene "laid besides"
players A B
"""
ENDLESS = BOOK.replace("A rings\n", "")
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
    return as_written(house.desk(str(folder), [folder / "e.norm"] if erratum else []))


def shown(bench: Bench, tables: tuple[int, ...] = (2,), **known: frozenset[tuple[str, tuple[str, ...]]]) -> Derived:
    """What the tables show that are laid out for the one thing that nothing orders."""
    (place,) = unordered(bench.rules.game)
    return derived(bench, Wanted(place.name, tables, **known))


def scene(made: Derived) -> tuple[str, ...]:
    """The one scene that was found."""
    (turned,) = made.found
    assert turned.derived and made.met and {t.value for t in turned.traces} == {"3", "4"}
    return turned.lines


ASKED = ("A rings", "what is the coins of A?")
HOLDS = "there is a card C such that (C is in the hand of P and C is Duck)"


@pytest.mark.parametrize(
    ("one", "other", "besides", "laid", "lines"),
    [
        ("", "", "", "", ()),
        ("the pot is at least 3", "the pot is at most 4", "", "", ("set up the pot as 3",)),
        ("the pot is 2", "the pot is less than 3", "", "", ("set up the pot as 2",)),
        ("it is night", "", "it is night", "", ("it is night",)),
        ("", HOLDS, "hand A: Duck", "hand A: nothing", ("hand A: Duck",)),
        ("", 'the lamp "H2" is lit', "H1 is lit", "H2 is wide", ("H2 is lit",)),
    ],
)
def test_what_both_effects_hang_on_is_laid_out(
    tmp_path: Path, one: str, other: str, besides: str, laid: str, lines: tuple[str, ...]
) -> None:
    made = shown(game(tmp_path, attached(one, other), besides, laid))
    assert scene(made) == ("players A B", *lines, *ASKED)


def test_nothing_is_found_where_nothing_can_bring_them_together_or_their_order_does_not_matter(tmp_path: Path) -> None:
    for name, one, other, first, met in (
        ("apart", "the pot is at least 3", "the pot is at most 2", SETS, False),
        ("alike", "the pot is at least 3", "the pot is at least 2", RAISES, True),
    ):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, attached(one, other, first), "it is night"))
        assert (made.found, made.met, made.cut, made.lost) == ((), met, 0, 0) and made.scenes > 3


def test_what_is_known_is_no_news(tmp_path: Path) -> None:
    bench = game(tmp_path, attached("it is night"), "it is night")
    (turned,) = shown(bench).found
    assert shown(bench, known=frozenset({(turned.point.id, ("CL-2",))})).found
    known = shown(bench, known=frozenset({(turned.point.id, turned.apart)}))
    assert known.met and not known.found and known.scenes > shown(bench).scenes


def test_all_that_does_not_matter_is_taken_away_from_the_scene_and_nothing_that_cannot_be_told_alone(
    tmp_path: Path,
) -> None:
    bench = game(tmp_path, attached("the pot is 3"), "", "B is on turn\nA throws\nit falls on 3", ENDLESS)
    assert scene(shown(bench)) == ("players A B", "A throws", ASKED[1])


MANY = "the pot is at least 3 and the coins of P is at most 7"
COUNTED = {"": 12 + 6, "amended": 2 * 16 + 16}


@pytest.mark.parametrize(
    ("erratum", "tried"),
    [
        ("", ""),
        ("change clause BE-1\n  says Anybody rings.", ""),
        ("change card Duck\n  copies 2 errata", ""),
        ("change clause CL-2\n  says Raised.", "amended"),
        ("change clause CL-3\n  says Raised.", "amended"),
        ("change clause CL-4\n  says Hummed.", "amended"),
        ('act ring "ring" "{P} rings": P\n  does Set it so that P has moved.', "amended"),
        ('act hum "hum" "{P} hums": P\n  does Raise the pot by 1.', "amended"),
    ],
)
def test_so_many_tables_are_laid_out_and_more_where_an_amendment_concerns_what_comes_of_the_effects(
    tmp_path: Path, erratum: str, tried: str
) -> None:
    hums = """clause CL-4 effect "Humming"
  says Whoever hums gains a coin.
  norm when P hums, raise the coins of P by 1 if it is night
"""
    rules = attached(MANY, "the coins of P is at most 5", f"({RAISES}. P hums.)") + hums
    made = shown(game(tmp_path, rules, erratum=erratum))
    assert (made.scenes, made.found) == (COUNTED[tried], ())


WEATHER = ("hot", "cold", "wet", "dry", "late")
SKIES = "".join(f'field {one} "it is {one}": condition, starts no\n' for one in WEATHER)


@pytest.mark.parametrize(
    ("weather", "erratum", "found"),
    [
        ("hot cold wet late", "", True),
        ("hot cold wet dry late", "", False),
        ("hot cold wet dry late", "change clause CL-2\n  says Raised.", True),
        ("hot cold wet dry late", 'act ring "ring" "{P} rings": P\n  does Set it so that P has moved.', True),
        ("hot cold wet dry late", 'act hum "hum" "{P} hums": P\n  does Raise the pot by 1.', False),
    ],
)
def test_behind_the_first_six_tables_only_what_an_amendment_brings_is_told(
    tmp_path: Path, weather: str, erratum: str, found: bool
) -> None:
    under = " and ".join(f"not it is {one}" for one in weather.split()[:-1]) + " and it is late"
    rules = attached(under, "", f"({SETS}. P hums.)")
    lines = "\n".join(f"it is {one}" for one in weather.split())
    made = shown(game(tmp_path, rules, lines, erratum=erratum, more=SKIES))
    assert [t.lines for t in made.found] == [("players A B", "it is late", *ASKED)] * found


def test_every_scene_is_laid_out_at_the_smallest_table_and_at_others_where_what_is_asked_for_is_otherwise(
    tmp_path: Path,
) -> None:
    many = "(the number of player P such that always) is at least 3"
    for name, one, laid, tables, seats in (
        ("same", "it is night", "", (2, 3, 4), [2]),
        ("more", many, "", (2, 3, 4), [3]),
        ("three", "it is night", 'scene "laid: for three"\nplayers A B C', (2, 3, 4), [3]),
        ("none", "it is night", 'scene "laid: for three"\nplayers A B C', (2,), []),
    ):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, attached(one), "it is night", laid), tables)
        assert [len(t.lines[0].split()) - 1 for t in made.found] == seats
    both = 'scene "laid: one"\nplayers A B\nit is night\n\nscene "laid: two"\nplayers A B'
    rounds = []
    for name, laid in (("one", ""), ("two", both)):
        (tmp_path / f"again {name}").mkdir()
        rounds.append(shown(game(tmp_path / f"again {name}", attached("it is night", "", RAISES), "", laid)).scenes)
    assert rounds[1] > rounds[0] > 0


@pytest.mark.parametrize(
    ("laid", "ends", "scenes"),
    [
        ("", "A rings", 1),
        ("", "A rings\nA does ring\nA sings", 1),
        ("", "A rings\nB rings", 2),
        ("A rings", "", 1),
        ("A rings", "B rings", 2),
        ("", "", 0),
        ("", "A hums", 0),
    ],
)
def test_what_may_happen_is_tried_once_for_all_that_comes_to_the_same_if_the_effects_come_of_it(
    tmp_path: Path, laid: str, ends: str, scenes: int
) -> None:
    book = BOOK.replace("A rings", ends)
    made = shown(game(tmp_path, attached("", "", RAISES), "", laid, book))
    assert made.scenes == 2 * scenes, "by the words of the effects, and by what they change"


GROWS = "for each player Q, (set the coins of Q to the pot. Raise the pot by 1.)"
PARTS = "In any order, (Set the coins of P to 3. Raise the coins of P by 1.)."


@pytest.mark.parametrize(
    ("rules", "more", "ends", "asked"),
    [
        (f'clause CL-2 effect "Growing"\n  says It grows.\n  norm when P rings, {GROWS}\n', "", "A rings", "2"),
        ("", f'act grow "grow" "{{P}} grows": P\n  does {GROWS[0].upper()}{GROWS[1:]}.\n', "A does grow", "2"),
        (
            f"procedure growing\n  step grow BE-1: {GROWS[0].upper()}{GROWS[1:]}.\n",
            'act grow "grow" "{P} grows": P\n  does Carry out "growing".\n',
            "A does grow",
            "2",
        ),
        (
            "procedure growing\n  unordered\n  step one BE-1: Set the pot to 3.\n  step two BE-1: Raise the pot by 1.\n",
            'act grow "grow" "{P} grows": P\n  does Carry out "growing". Set the coins of P to the pot.\n',
            "A does grow",
            "34",
        ),
        ("", f'act grow "grow" "{{P}} grows": P\n  does {PARTS}\n', "A does grow", "34"),
    ],
)
def test_whatever_carries_the_effects_out_is_done(tmp_path: Path, rules: str, more: str, ends: str, asked: str) -> None:
    for name, line in (("done", ends), ("not done", "B hums")):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, rules, "", "", BOOK.replace("A rings", line), more=more))
        assert (made.met, bool(made.found), bool(made.scenes)) == ((line == ends,) * 3)


@pytest.mark.parametrize(
    ("does", "scenes"),
    [
        ("For each player Q, if the coins of Q is at most 7 and the pot is at most 9, raise the pot by 1.", 6),
        (
            "In any order, (If the coins of P is at most 7, raise the pot by 1. If the pot is at most 9, raise the pot by 1.).",
            12 + 6,
        ),
    ],
)
def test_what_effects_say_in_their_own_words_is_laid_out_only_where_they_are_several(
    tmp_path: Path, does: str, scenes: int
) -> None:
    grows = f'act grow "grow" "{{P}} grows": P\n  does {does}\n'
    made = shown(game(tmp_path, "", "", "", BOOK.replace("A rings", "A does grow"), more=grows))
    assert (made.scenes, made.found, made.met) == (scenes, (), True)
