"""Tables on the judge's page, touched in a real browser: letters laid, tiles and pieces moved, legal places shown, hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_browser import answered, browsed, made

WIDTHS = (390, 1280)
TILES = (
    "players Red Blue\ntile a: circle at 0,0, jump east, swap north-east\ntile b: star at 1,0, slide west\n"
    "tile c: circle or star at 1,-1\ngoal Red: circle 0,0 star 1,0 star 0,1"
)
LETTERS = (
    "players Red Black\ndictionary card, real, ad, el\nword CARD at -1,0 east black\n"
    "hand Black: O, A, A, A, A, A\nhand Red: E, E, L, A, R, L"
)

SQUARES = "players A B\nthe red player is A\nA digs b2"
LAST = "players A B C D; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; how much Voice does B lose?"
HANDS = (
    "players Wilhelmina Bartholomew C D E F\nhand Bartholomew: Level, Spite, Duck, Duck, Called Shot\n"
    "hand Wilhelmina: Null, Turn Aside Left, HEX•HEX\nC has Ward in play\n"
    "Hex H1: Wilhelmina to Bartholomew\nHex H2: C to Bartholomew"
)
OUTSIDE = """() => [...document.querySelectorAll("#table .seat")].flatMap((seat) => {
  const field = seat.querySelector("rect").getBBox();
  return [...seat.querySelectorAll("text, rect, polygon")].filter((one) => {
    const { x, y, width, height } = one.getBBox();
    return x < field.x || y < field.y || x + width > field.x + field.width || y + height > field.y + field.height;
  }).map((one) => one.textContent || one.outerHTML);
})"""
"""What of a seat reaches over its edge."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The page of the games with a board, and of one of cards."""
    folder: Path = made(("horrible", "hexx", "moat", "hexhex"), tmp_path_factory.mktemp("boards"))
    with browsed(folder) as page:
        yield page


def marked(page: Any, how: str) -> list[str]:
    """The spaces that are shown so."""
    found: list[str] = page.locator(f".space.{how}").evaluate_all("all => all.map(one => one.dataset.space).sort()")
    return found


def line_says(page: Any, text: str) -> None:
    """The line that is being written is this, or will be at once."""
    pytest.importorskip("playwright.sync_api").expect(page.locator("#line")).to_have_value(text)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_tile_is_moved_by_touching_it_and_a_place_that_it_may_go_to(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "horrible"))
    answered(opened, lambda: opened.fill("#scene", TILES))
    assert opened.locator(".space.taken .sign").count() == 4, "a circle, a star, and both on one"
    assert opened.locator(".space.taken path.tip").count() == 3, "an arrow for each movement"
    assert opened.locator(".seat .pattern .sign").count() == 3, "the pattern on the Goal Card is drawn"
    opened.click("[data-space='0,0']")
    opened.wait_for_selector("body[data-led='0,0']")
    assert marked(opened, "may") == ["1,-1", "2,0"]
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    answered(opened, lambda: opened.click("[data-space='2,0']"))
    assert opened.input_value("#scene").split("\n")[-1] == "Red moves a by jump east"
    assert opened.get_attribute("[data-space='2,0']", "aria-label").startswith("2,0: a")


def test_a_tile_is_laid_out_and_laid_down_by_touching(opened: Any) -> None:
    answered(opened, lambda: opened.select_option("#game", "horrible"))
    answered(opened, lambda: opened.fill("#scene", f"{TILES}\ntile d: star\nRed moves a by jump east\nRed draws d"))
    assert {"0,0", "3,0"} < {*marked(opened, "may")} and not marked(opened, "not")
    opened.click("[data-space='3,0']")
    answered(opened, lambda: opened.click(".sheet .act.yes"))
    assert opened.input_value("#scene").split("\n")[-1] == "Red places d at 3,0"
    answered(opened, lambda: opened.fill("#scene", "players Red Blue\ntile a: circle at 0,0"))
    opened.click("[data-space='1,0']")
    opened.click(".sheet summary:has-text('Lay out')")
    opened.click(".sheet button:has-text('tile b:')")
    opened.click("#chips button:text-is('star')")
    opened.click("#chips button:text-is('at')")
    line_says(opened, "tile b: star at 1,0 ")
    answered(opened, lambda: opened.click("#chips .done"))
    assert opened.input_value("#scene").split("\n")[-1] == "tile b: star at 1,0"
    assert opened.get_attribute("[data-space='1,0']", "aria-label").startswith("1,0: b")


def test_a_piece_goes_from_square_to_square_by_touching(opened: Any) -> None:
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "moat"))
    answered(opened, lambda: opened.fill("#scene", SQUARES))
    assert opened.locator("#table .space").count() == 16
    assert opened.get_attribute("[data-space='b2']", "aria-label") == "b2: empty, water"
    assert opened.locator("[data-space='d4'] text").text_content() == "lord"
    assert marked(opened, "may") == ["b4", "c3"], "where B may dig"
    opened.click("[data-space='d4']")
    opened.wait_for_selector("body[data-led='d4']")
    assert marked(opened, "may") == ["c3", "d3"]
    answered(opened, lambda: opened.click("[data-space='d3']"))
    assert opened.input_value("#scene").split("\n")[-1] == "B leads the blue lord to d3"
    assert opened.get_attribute("[data-space='d3']", "aria-label").startswith("d3: the blue lord")
    opened.fill("#line", "A leads the red lord to ")
    opened.wait_for_selector("body[data-fitted='A leads the red lord to ']")
    assert marked(opened, "may") == ["a2"] and {"b1", "b2", "c3"} < {*marked(opened, "not")}
    opened.click("[data-space='a2']")
    line_says(opened, "A leads the red lord to a2 ")
    answered(opened, lambda: opened.click("#chips .done"))
    assert opened.get_attribute("[data-space='a2']", "aria-label").startswith("a2: the red lord")


def test_a_hand_is_drawn_as_cards_and_nothing_reaches_over_the_edge_of_a_seat(opened: Any) -> None:
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "hexhex"))
    answered(opened, lambda: opened.fill("#scene", HANDS))
    seat = opened.locator("#table .seat").filter(has_text="Barth")
    assert seat.locator("text.paper").all_text_contents() == ["Level", "Spite", "Duck ×2", "+1"]
    assert seat.locator("text.mark").text_content() == "The Intended"
    assert opened.locator("#table text.back").count() == 4, "the back of a card is all that is known of the others"
    answered(opened, lambda: opened.fill("#scene", f"{HANDS}\nBartholomew plays Duck"))
    marks = opened.locator("#table text.mark").all_text_contents()
    assert "The Intended" in marks and not any("coming" in one for one in marks), "nothing of what is still to come"
    answered(opened, lambda: opened.fill("#scene", LAST))
    assert "dropped the cards last" in opened.locator("#table text.mark").all_text_contents(), "set narrower, not cut"
    for game, scene in (("hexhex", HANDS), ("hexx", LETTERS), ("horrible", TILES), ("moat", SQUARES)):
        answered(opened, lambda game=game: opened.select_option("#game", game))
        answered(opened, lambda scene=scene: opened.fill("#scene", scene))
        assert opened.evaluate(OUTSIDE) == []


def test_letters_are_laid_where_that_is_legal(opened: Any) -> None:
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "hexx"))
    answered(opened, lambda: opened.fill("#scene", LETTERS))
    fills = opened.locator(".space.taken polygon").evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    assert set(fills) == {"#26262b"}, "the colour is the one that the player is called by"
    opened.click("[data-space='1,1']")
    opened.click(".sheet button:has-text('Red plays')")
    opened.click("#chips button:text-is('E')")
    line_says(opened, "Red plays E at 1,1 ")
    opened.click("#chips button:text-is('and')")
    opened.click("#chips button:text-is('L')")
    opened.wait_for_selector("body[data-fitted='Red plays E at 1,1 and L at ']")
    assert marked(opened, "may") == ["0,1", "2,1"] and "2,-1" in marked(opened, "not")
    assert opened.locator("[data-space='1,1'].spoken text").text_content() == "E"
    opened.focus("[data-space='2,1']")
    opened.keyboard.press("Enter")
    line_says(opened, "Red plays E at 1,1 and L at 2,1 ")
    answered(opened, lambda: opened.click("#chips .done"))
    assert opened.input_value("#scene").split("\n")[-1] == "Red plays E at 1,1 and L at 2,1"
    assert opened.said == []
