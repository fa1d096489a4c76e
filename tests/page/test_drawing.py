"""A table as a picture: everything that lies there is in it, in words too; questions that are marked for players are kept."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from checker.catalog.named_games import desk
from checker.drawing.scene_table import table_of
from checker.drawing.table_svg import TALL, TIPS, picture, signs, spoken
from checker.drawing.table_text import lines
from checker.drawing.table_view import TableView
from checker.kernel.source import InputError
from checker.verdicts.statements import SceneStatements

TWO = "players A B C D\nhand B: Level, Spite\nHex H1: A to B\nHex H2: C to B\nmust B play Level or Spite?"
ONE = "players A B C\nhand B: Boost, Boost, Duck\nHex: A to B\nB plays Duck\nwho gains Voice?"
BOARD = (
    "game hexx\nplayers Red Black\ndictionary card\nword CARD at -1,0 east black\nhand Red: A T HEXX\nwhose turn is it?"
)
MARKED = 'ruling "x"\nplayers A B C\nA casts at B\nmay C play Null?\nexpect FORCED: no\n'


def table(game: str, text: str) -> TableView:
    at = desk(game)
    (scene,) = at.scenes(text, "scene")
    found = table_of(at.rules, scene, SceneStatements(at.rules, scene, at.own))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "scene", "texts", "arrows"),
    [
        ("hexhex", TWO, {"H1", "H2", "hand: Level, Spite", "A  Voice 5"}, 2),
        ("hexhex", ONE, {"Hex", "The Intended", "hand: Boost ×2"}, 1),
        ("hexx", BOARD, {"C", "R", "D", "hand: A, T, HEXX"}, 0),
    ],
)
def test_a_picture_shows_what_lies_on_the_table(game: str, scene: str, texts: set[str], arrows: int) -> None:
    drawn = ElementTree.fromstring(picture(table(game, scene)))
    said = {node.text for node in drawn.iter() if node.tag.endswith("text")}
    assert texts <= said and "ready" not in said, "what only rules look at is not drawn"
    assert sum(node.tag.endswith("line") for node in drawn.iter()) == arrows
    assert "B: Voice 5; hand: Level, Spite" in spoken(table("hexhex", TWO))


def test_what_a_scene_says_it_tells_is_not_seen_on_the_table() -> None:
    found = table("hexhex", "players A B C\nVoice A 4\nHex: A to B\nwho gains Voice?")
    assert found.seats[0].numbers == (("Voice", "4"),)
    assert "told" not in spoken(found)


def test_a_board_of_squares_is_drawn_with_all_its_squares_in_words_too() -> None:
    found = table("moat", "players A B\nthe red player is A\nA digs b2\nmay B dig c3?")
    assert [*lines(found)][2:] == [
        " 4 .  .  bp bl",
        " 3 .  .  .  .",
        " 2 .  w  .  .",
        " 1 rl rp .  .",
        "   a  b  c  d",
    ]
    drawn = ElementTree.fromstring(picture(found))
    assert sum(node.tag.endswith("rect") for node in drawn.iter()) == 16 + 2 + 1, "squares, players, and the ground"
    assert "the red lord at a1" in spoken(found) and "water at b2" in spoken(found)


def test_nobody_is_drawn_on_another_and_no_name_becomes_markup() -> None:
    drawn = picture(table("hexhex", "players A B C D E F\nHex: A to B\nwho is the sender?"))
    corners = [(float(x), float(y)) for x, y in re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)"', drawn)]
    assert len(corners) == 6
    assert all(abs(a[0] - b[0]) >= 124 or abs(a[1] - b[1]) >= TALL for a in corners for b in corners if a != b)
    view = table("hexhex", TWO)
    odd = tuple(type(s)('<script>"', s.zones, s.numbers, s.marks) for s in view.seats)
    assert "<script>" not in picture(TableView(odd, (), (), (), ()))


def test_a_question_for_players_stands_below_an_expectation() -> None:
    at = desk("hexhex")
    (scene,) = at.scenes(MARKED + 'faq "May I play Null on the spoken cast?"', "scene")
    expected = scene.items[-1].expected
    assert expected is not None and expected.asked == "May I play Null on the spoken cast?"
    assert [c.faults for c in at.checked(scene)] == [()]
    for wrong in (MARKED.replace("expect FORCED: no\n", 'faq "x?"'), MARKED + 'faq ""', MARKED + 'faq "x?"\nfaq "y?"'):
        with pytest.raises(InputError, match="faq"):
            at.scenes(wrong, "scene")


def test_what_is_printed_on_a_tile_is_drawn() -> None:
    """A circle, a star or both, and a tip for each movement that points to the side to which it goes."""
    drawn = [*signs(("both-symbols", "slide south-east", "jump west"), 0, 0, 30)]
    assert [one[1:5] for one in drawn] == ["circ", "poly", "path", "path"]
    assert "rotate(60)" in drawn[2] and TIPS["jump"] in drawn[3] and "rotate(180)" in drawn[3]
    assert not [*signs((), 0, 0, 30)]


def test_what_is_scored_is_drawn_as_patterns_and_not_told_in_letters_that_are_cut() -> None:
    tiles = "players A B\ntile a: circle at 0,0, slide east\ntile b: star at 1,-1\ngoal A: star 0,0 circle 0,1\n"
    found = table("horrible", f"{tiles}A moves a by slide east\nwho wins?")
    assert [zone.cards for zone in found.seats[0].zones if zone.name == "pile"] == [("star 0,0 circle 0,1",)]
    root = ElementTree.fromstring(picture(found))
    hexagons = [e for e in root.iter() if e.tag.endswith("polygon") and len(e.attrib["points"].split()) == 6]
    assert len(hexagons) == 3 + 2, "the tiles that are laid out anew, and the pattern"
    texts = {e.text or "" for e in root.iter()}
    assert not any("star" in said or "brought" in said for said in texts) and {"pile", "on turn", "?"} <= texts
    root = ElementTree.fromstring(picture(table("horrible", f"{tiles}who wins?")))
    circle = next(e.attrib for e in root.iter() if e.tag.endswith("circle"))
    letter = next(e.attrib for e in root.iter() if e.text == "a")
    low = float(letter["y"]) - 0.72 * float(letter["font-size"])
    assert low > float(circle["cy"]) + float(circle["r"]), "below the sign"


def test_colours_are_those_that_the_game_names_whatever_players_are_called() -> None:
    """Of whoever is called by one, that; else those that the game has words for, in their order; of a piece, its own."""
    scene = "players {}\ndictionary card\nword CARD at -1,0 east red\ntile HEXX as O at 2,1 black\n{} lays a HEXX tile and rolls 01 Take Two\nwhose turn is it?"
    for names, first in (("A B", "red"), ("Black Bo", "black"), ("Ann Red", "black")):
        found = table("hexx", scene.format(names, names.split()[0]))
        assert [seat.colour.name for seat in found.seats if seat.colour] == [
            first,
            "red" if first == "black" else "black",
        ]
        letters = {one.cards[0]: one.colour.name for one in found.spaces if one.colour}
        assert (letters["C"], letters["O"]) == ("red", "black")
        assert [mark for seat in found.seats for mark in seat.marks] == ["on turn"], (
            "and nothing that only rules look at"
        )
        assert not found.seats[0].numbers and {"rolls", "result"}.isdisjoint(" ".join(found.notes).split())
    pieces = table("moat", "players A B\nthe red player is A\nmay B dig c3?").spaces
    assert {one.colour.name for one in pieces if one.colour} == {"red", "blue"}


def test_what_is_said_of_a_thing_stands_beside_its_arrow() -> None:
    scene = "players A B C\nHex: A to B, maddened left\nwho is The Intended?"
    root = ElementTree.fromstring(picture(table("hexhex", scene)))
    (arrow,) = (e.attrib for e in root.iter() if e.tag.endswith("line"))
    said = [e for e in root.iter() if e.text in ("Maddening", "Compulsion Left")]
    assert len(said) == 2
    assert all("text-anchor:start" in e.attrib["style"] and float(e.attrib["y"]) < float(arrow["y2"]) - 2 for e in said)
