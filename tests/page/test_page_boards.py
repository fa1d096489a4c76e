"""Tables on the judge's page, touched in a real browser: letters laid, tiles and pieces moved, legal places shown, hands."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import answered, in_sight, shut_out

WIDTHS = (390, 1280)
TILES = (
    "players Red Blue\ntile a: circle at 0,0, jump east, swap north-east\ntile b: star at 1,0, slide west\n"
    "tile c: circle or star at 1,-1\ngoal Red: circle 0,0 star 1,0 star 0,1"
)
LETTERS = (
    "players Red Black\ndictionary card, real, ad, el\nword CARD at -1,0 east black\n"
    "hand Black: O, A, A, A, A, A\nhand Red: E, E, L, A, R, L"
)

FOUR = (
    "players Red Blue\ntile a: circle at 0,0, jump east, swap north-east, push west, slide south-east\n"
    "tile b: star at 1,0\ntile c: circle at 1,-1\ntile d: star at -1,0\ntile e: star at 2,-1\ntile f: star at 1,-2\n"
    "tile g: star at 0,-1"
)
GOING = {"2,0": "jump east", "1,-1": "swap north-east", "-1,0": "push west", "0,1": "slide south-east"}
"""Where each movement of a tile leads, by touching which it is made."""
HAPPENS = "players A B C\nHex: A to B\nhand B: nothing\nthe Hex goes off\nwhat happens?"

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
ACROSS = """() => {
  const { width, height } = document.querySelector("#table svg").viewBox.baseVal;
  const ways = [...document.querySelectorAll("#table .way")].flatMap((one) => [...Array(50)].map((_, n) => one.getPointAtLength(one.getTotalLength() * n / 49)));
  const seats = [...document.querySelectorAll("#table .seat > rect:first-child")].map((one) => one.getBBox());
  return [...document.querySelectorAll("#table svg text")].filter((one) => {
    const { x, y, width: wide, height: tall } = one.getBBox();
    const aside = one.classList.contains("aside");
    return x < 0 || y < 0 || x + wide > width || y + tall > height
      || (aside && ways.some((at) => at.x > x && at.x < x + wide && at.y > y && at.y < y + tall))
      || (aside && seats.some((at) => x < at.x + at.width && x + wide > at.x && y < at.y + at.height && y + tall > at.y));
  }).map((one) => one.textContent);
}"""
"""The texts that reach out of the picture, and those beside a thing that lie across an arrow or a seat."""
MADDENED = (
    "players A B C\nHex: A to B, maddened left",
    "players A B C D E\nHex H1: A to C, maddened left\nHex H2: D to C",
)
COVERED = """() => [...document.querySelectorAll("#table .space")].flatMap((space) => {
  const [text] = space.querySelectorAll("text");
  const { y, height } = text.getBBox();
  return [...space.querySelectorAll(".sign")].filter((one) => one.getBBox().y + one.getBBox().height > y + height * 0.3).map(() => text.textContent);
})"""
"""The names on a board that lie over a sign."""


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
    assert opened.evaluate(COVERED) == [], "what a tile is called lies below its signs"
    opened.click("[data-space='0,0']")
    opened.wait_for_selector("body[data-led='0,0']")
    assert marked(opened, "may") == ["1,-1", "2,0"]
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    answered(opened, lambda: opened.click("[data-space='2,0']"))
    assert opened.input_value("#scene").split("\n")[-1] == "Red moves a by jump east"
    assert opened.get_attribute("[data-space='2,0']", "aria-label").startswith("2,0: a")


def test_a_tile_slides_jumps_pushes_and_swaps_by_touching(opened: Any) -> None:
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "horrible"))
    answered(opened, lambda: opened.fill("#scene", FOUR))
    for to, movement in GOING.items():
        opened.click("[data-space='0,0']")
        opened.wait_for_selector("body[data-led='0,0']")
        assert marked(opened, "may") == sorted(GOING)
        answered(opened, lambda to=to: opened.click(f"[data-space='{to}']"))
        assert opened.input_value("#scene").split("\n")[-1] == f"Red moves a by {movement}"
        assert opened.get_attribute(f"[data-space='{to}']", "aria-label").startswith(f"{to}: a")
        answered(opened, lambda: opened.click("#undo"))
    opened.click("[data-space='0,0']")
    opened.click(".sheet button:text-is('Red turns a')")
    answered(opened, lambda: opened.click("#chips .done"))
    assert opened.input_value("#scene").split("\n")[-1] == "Red turns a"


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
    for scene in MADDENED:
        answered(opened, lambda scene=scene: opened.fill("#scene", scene))
        assert opened.locator("#table .aside").count() == 3 and opened.evaluate(ACROSS) == []
    for game, scene in (("hexhex", HANDS), ("hexx", LETTERS), ("horrible", TILES), ("moat", SQUARES)):
        if opened.input_value("#game") != game:
            answered(opened, lambda game=game: opened.select_option("#game", game))
        answered(opened, lambda scene=scene: opened.fill("#scene", scene))
        for width in WIDTHS:
            opened.set_viewport_size({"width": width, "height": 844})
            assert opened.evaluate(OUTSIDE) == [] and opened.evaluate(ACROSS) == []


def test_letters_are_laid_where_that_is_legal(opened: Any) -> None:
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.select_option("#game", "hexx"))
    answered(opened, lambda: opened.fill("#scene", LETTERS))
    assert len(marked(opened, "may")) == 12, "a word of the hand may lie on any space beside the word"
    few = LETTERS.replace("real", "cards").replace("E, E, L, A, R, L", "S")
    answered(opened, lambda: opened.fill("#scene", few))
    assert marked(opened, "may") == ["3,0"], "the one space on which the letter makes a word"
    answered(opened, lambda: opened.fill("#scene", LETTERS))
    opened.click("[data-space='1,1']")
    opened.wait_for_selector("body[data-offered='1,1']")
    said = opened.locator(".sheet details[open] button").all_text_contents()
    assert said == ["Red plays …", "Red swaps 1,1 for … not allowed now"], "on an empty space nothing is flipped"
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


@pytest.mark.parametrize(
    ("before", "begins", "chips", "said"),
    [
        ("Ann owes a 9", "Ann swaps 0,0 for …", ("O",), "Ann swaps 0,0 for O"),
        ("Ann lays a HEXX tile and rolls 03 Poached Pair", "Ann flips 0,0", ("and", "[1,0]"), "Ann flips 0,0 and 1,0"),
        ("Ann lays a HEXX tile and rolls 11 Null & Void", "Ann removes 0,0", (), "Ann removes 0,0"),
    ],
)
def test_a_letter_is_swapped_flipped_and_removed_by_touching(
    opened: Any, before: str, begins: str, chips: tuple[str, ...], said: str
) -> None:
    """Players are called as they like: the colours are those that the game names, red first."""
    if opened.input_value("#game") != "hexx":
        answered(opened, lambda: opened.select_option("#game", "hexx"))
    table = (
        "players Ann Bob\ndictionary card, cord, or\nword CARD at -1,0 east black\ntile R at 1,1 red\nhand Ann: O, E"
    )
    answered(opened, lambda: opened.fill("#scene", f"{table}\n{before}"))
    fills = opened.locator(".space.taken polygon").evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    assert set(fills) == {"#26262b", "#b3372f"}
    assert opened.locator(".seat circle").evaluate_all("all => all.map(one => one.getAttribute('fill'))") == [
        "#b3372f",
        "#26262b",
    ]
    assert opened.locator(".seat.turn").count() == 1, "who is on turn is marked"
    opened.click("[data-space='0,0']")
    opened.click(f".begins button:text-is('{begins}')")
    for chip in chips:
        opened.click(f"[data-space='{chip[1:-1]}']" if chip[0] == "[" else f"#chips button:text-is('{chip}')")
    line_says(opened, f"{said} " if chips else said)
    answered(opened, lambda: opened.click("#chips .done"))
    assert opened.input_value("#scene").split("\n")[-1] == said
    opened.wait_for_selector("#answer article:not(.problem)")


def test_table_answer_and_line_are_on_one_screen_and_nobody_is_shut_out(opened: Any) -> None:
    """Of each game in the dark, with what is opened by a touch, and of a refusal."""
    opened.set_viewport_size({"width": 390, "height": 844})
    opened.emulate_media(color_scheme="dark")
    for game, scene, touched in (
        ("hexhex", HAPPENS, "[data-seat='1']"),
        ("hexx", f"{LETTERS}\nwhose turn is it?", "[data-space='1,1']"),
        ("horrible", f"{TILES}\nwho wins?", "[data-space='0,0']"),
    ):
        if opened.input_value("#game") != game:
            answered(opened, lambda game=game: opened.select_option("#game", game))
        answered(opened, lambda scene=scene: opened.fill("#scene", scene))
        in_sight(opened, ".table", ".outcome", ".verdict", "#line")
        if game == "hexhex":
            told = opened.locator("li", has=opened.locator("xpath=ancestor::ol[contains(@class, 'course')]"))
            assert told.all_inner_texts()[:3] == [
                "B cannot pass the Hex",
                "the Hex goes off on B",
                "B loses 1 Voice by being Hexed",
            ]
            in_sight(opened, ".course li:last-child")
        opened.click(touched)
        opened.wait_for_selector(".sheet .act, .sheet .begins button")
        shut_out(opened)
    opened.set_viewport_size({"width": 1280, "height": 844})
    shut_out(opened)
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.fill("#scene", "what about stars and circles"))
    assert opened.locator("#table svg").count() == 0, "nothing of another scene"
    in_sight(opened, ".problem .clauses .id")
    shut_out(opened)
    opened.emulate_media(color_scheme="light")
