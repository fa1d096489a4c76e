"""Tables that are laid out for what nothing orders: one is found that brings both effects together, and none where none can be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from bells import ENDLESS, PARTS, RAISES, SETS, attached, game, shown

from checker.analyses.order_dependence import run
from checker.analyses.registry import working
from checker.explore.interactions.derived_tables import Derived
from checker.session.context import Options


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
    parts = f'clause CL-4 effect "Parts"\n  says Two parts.\n  norm when P rings, {PARTS[0].lower()}{PARTS[1:-1]}\n'
    for name, one, other, first, more, met in (
        ("apart", "the pot is at least 3", "the pot is at most 2", SETS, "", False),
        ("others", "the pot is at least 3", "the pot is at most 2", SETS, parts, False),
        ("alike", "the pot is at least 3", "the pot is at least 2", RAISES, "", True),
    ):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, attached(one, other, first) + more, "it is night"))
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


LIT = 'the lamp "H2" is lit'


@pytest.mark.parametrize(
    ("one", "other", "first", "came"),
    [
        ("the pot is at least 3", "the pot is at most 4", SETS, {"matters": 1}),
        ("the pot is at least 3", "the pot is at least 2", RAISES, {"alike": 1}),
        ("the pot is at least 3", "the pot is at most 2", SETS, {"never together": 1}),
        (LIT, "", SETS, {"unknown": 1}),
    ],
)
def test_it_is_counted_what_came_of_each_place_and_what_could_not_be_laid_out_is_unknown(
    tmp_path: Path, one: str, other: str, first: str, came: dict[str, int]
) -> None:
    with working(game(tmp_path, attached(one, other, first)), Options((2,), "quick")) as work:
        _, checked = run(work)
    assert Counter(row.outcome for row in checked.table) == came
    told = [("in {} an order matters", "matters"), ("in {} every order", "alike"), ("{} never", "never together")]
    assert all(said.format(came.get(name, 0)) in checked.scope for said, name in told), checked.scope
    assert f"and {came.get('unknown', 0)} are unknown" in checked.scope
    assert ("(what CL-2 attaches | what CL-3 attaches)" in checked.scope) == ("unknown" in came), checked.scope
