"""The judge's page in a real browser: asked by hand and by keys, narrow and wide, offline, and with hostile input."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from conftest import ROOT
from page_browser import GAMES, PYODIDE, answered, ask, in_sight, shut_out

import hexcheck
from checker.catalog.named_games import desk
from checker.kernel.source import InputError
from checker.page.link_code import link_code
from checker.page.server import HEADERS, serving
from checker.page.server import served as served_at
from checker.page.site import written

WIDTHS = (390, 1280)
SLOW = (
    "players A B C D E F\nHex H1: A to B\nHex H2: C to D\nHex H3: E to F\nB plays Double & Thrice\n"
    "D plays Double & Thrice\nF plays Double & Thrice\nwhat happens?"
)
PATIENCE = 21_000
"""Milliseconds after which the page waits no longer."""

FIVE = {
    "players A B C\nA casts at B\nB plays Turn Aside Left\nwhere does the Hex go?": ("FORCED", "C", "HH-37"),
    "players A B C; Hex: A to B; C plays HEX•HEX; may A play Null on HEX•HEX?": ("FORCED", "no", "HH-59"),
    "players A B C; B has Ward in play; hand B: nothing; Hex: A to B; the Hex goes off; who gains Voice?": (
        "SILENT",
        "the rules do not say",
        "HH-82",
    ),
    "players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; "
    "how much Voice does B lose?": ("CONTRADICTION", "0 or 3", "HH-149"),
    "A casts at B. Can he play Duck": ("FORCED", "yes", ""),
}
"""Questions as a table puts them, with what is shown first: the verdict, what comes out, a clause that decides."""


@pytest.mark.parametrize("width", WIDTHS)
def test_five_questions_are_answered_on_a_telephone_and_on_a_desk(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 844})
    some = [*FIVE.items()][: None if width == min(WIDTHS) else 2]
    for text, (verdict, outcome, clause) in some:
        ask(opened, text)
        assert opened.inner_text(".verdict strong") == verdict
        assert opened.inner_text(".outcome") == outcome
        shown = opened.locator(".clauses .id").all_inner_texts()
        assert len(shown) <= 5 and (clause in shown or not clause)
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.evaluate("parseFloat(getComputedStyle(document.querySelector('.outcome')).fontSize)") >= 24


def test_the_first_visit_fetches_each_file_once_compressed_and_says_how_far_it_is(opened: Any) -> None:
    opened.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    python = [path for path, _ in opened.sent if "/python/" in path]
    assert python and len(python) == len({*python}), "nothing large is sent twice"
    assert sum(size for _, size in opened.sent) < 13_000_000
    told = opened.evaluate("window.states")
    weights = [
        int(found[1]) for said in told if (found := re.fullmatch(r"fetching the program, \d+% of (\d+) MB", said))
    ]
    assert weights and max(weights) <= 13, told
    assert opened.locator("#game option").count() == len(GAMES) and opened.inner_text("#game option") == "HEX•HEX"
    assert opened.locator("#loading").is_hidden()
    devtools = opened.context.new_cdp_session(opened)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    faults = {one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert faults <= {"in-incognito"}, "the page can be installed"


def test_the_keyboard_alone_will_do(opened: Any) -> None:
    opened.evaluate("document.activeElement.blur()")
    opened.evaluate("delete document.body.dataset.answered")
    while opened.evaluate("document.activeElement.id") != "scene":
        opened.keyboard.press("Tab")
    opened.keyboard.press("Control+A")
    opened.keyboard.type("players A B C; A casts at B; who is The Intended?")
    opened.keyboard.press("Control+Enter")
    opened.wait_for_selector("body[data-answered]")
    assert opened.inner_text(".outcome") == "B"
    while opened.evaluate("document.activeElement.dataset.seat") != "1":
        opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(".sheet .act")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(".sheet", state="detached")
    assert opened.evaluate("document.activeElement.dataset.seat") == "1", "focus stays where one was"
    while opened.evaluate("document.activeElement.innerText") != "Why not otherwise?":
        opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(".more li")


def test_a_scene_is_built_by_touching_and_the_text_stays_in_step(opened: Any) -> None:
    answered(opened, lambda: opened.click("#new"))
    answered(opened, lambda: opened.click("#seating button:has-text('3')"))
    answered(opened, lambda: opened.click(".act.yes:has-text('A casts at B')"))
    opened.click("[data-seat='1']")
    opened.wait_for_selector(".sheet .act")
    barred = opened.locator(".sheet .act.no").all_text_contents()
    assert "B plays Stun not allowed: HH-87" in barred
    answered(opened, lambda: opened.click(".sheet .act.yes:has-text('B plays Turn Aside Left')"))
    opened.click(".sheet .close")
    opened.click("#line")
    for chip in ("where", "does", "the", "go"):  # `Hex` alone can come next, and is taken at once
        opened.click(f"#chips >> text=/^{chip}$/i")
    answered(opened, lambda: opened.click("#chips button:text-is('?')"))
    lines = ["players A B C", "A casts at B", "B plays Turn Aside Left on H1"]
    assert opened.input_value("#scene").split("\n")[:3] == lines
    assert opened.inner_text(".outcome") == "C"
    assert opened.locator(".thing").count() == 1
    moved = opened.locator(".thing polygon").get_attribute("points")
    opened.fill(".slider input", "1")
    assert opened.locator(".thing polygon").get_attribute("points") != moved
    answered(opened, lambda: opened.fill("#scene", "players Ann Bob Cem Dan"))
    assert opened.locator(".seat .name").all_text_contents() == [f"{n}Voice 5" for n in ("Ann", "Bob", "Cem", "Dan")]
    answered(opened, lambda: opened.click("#undo"))


def test_a_game_in_a_folder_is_asked(opened: Any) -> None:
    answered(opened, lambda: opened.select_option("#game", "court"))
    text = "players A B C\nhand A: Blade, Blade\nA claims the taxes\nB earns\nwhat is the coins of A?"
    answered(opened, lambda: opened.fill("#scene", text))
    assert opened.inner_text(".outcome") == "5"
    answered(opened, lambda: opened.select_option("#game", "hexhex"))


def test_nothing_of_one_game_stays_in_another_and_each_has_its_own_again(opened: Any) -> None:
    answered(opened, lambda: opened.select_option("#game", "court"))
    answered(opened, lambda: opened.click("#new"))
    answered(opened, lambda: opened.select_option("#game", "hexhex"))
    text = "players A B C\nA casts at B\nwho is The Intended?"
    answered(opened, lambda: opened.fill("#scene", text))
    opened.click("[data-tab=errata]")
    opened.fill("#erratum", 'erratum "HH-141 goes before HH-171"\nprecedence HH-141 over HH-171\n')
    opened.click("[data-tab=ask]")
    opened.click("#code")
    opened.wait_for_selector("svg.code")
    opened.click("[data-tab=rulings]")
    opened.fill("#find-ruling", "duck")
    opened.click("[data-tab=cards]")
    opened.fill("#find-card", "duck")
    answered(opened, lambda: opened.select_option("#game", "court"))
    assert (opened.input_value("#scene"), opened.input_value("#erratum")) == ("", "")
    assert not opened.locator("svg.code, .answer, .seat").count()
    pytest.importorskip("playwright.sync_api").expect(opened.locator("#found-cards h2").first).to_have_text("Blade")
    opened.click("[data-tab=rulings]")
    assert opened.input_value("#find-ruling") == "" and "rulings; type words" in opened.inner_text("#found-rulings")
    opened.click("[data-tab=ask]")
    answered(opened, lambda: opened.select_option("#game", "hexhex"))
    opened.wait_for_selector(".answer, .problem")
    assert opened.input_value("#scene") == text
    answered(opened, lambda: opened.click("#new"))
    assert (opened.input_value("#scene"), opened.input_value("#erratum")) == ("", "")


def test_what_is_proposed_for_an_erratum_goes_into_the_erratum(opened: Any) -> None:
    ask(opened, next(iter(FIVE)))
    opened.click("[data-tab=errata]")
    opened.fill("#erratum", 'erratum "One goes first"\nprecedense HH-141 over HH-171\n')
    opened.click("#try-erratum")
    opened.click("#found-errata .problem button >> nth=0")
    opened.wait_for_selector("#found-errata .answer")
    assert "precedence HH-141 over HH-171" in opened.input_value("#erratum")
    assert opened.input_value("#scene") == next(iter(FIVE))
    answered(opened, lambda: opened.click("#clear-erratum"))
    opened.click("[data-tab=ask]")


def test_a_law_is_switched_on_and_off(opened: Any) -> None:
    answered(opened, lambda: opened.fill("#scene", "players A B C D\nhow many players are there?"))
    opened.click("#laws summary")
    answered(opened, lambda: opened.click("#laws button:has-text('Vexed')"))
    assert opened.input_value("#scene").split("\n")[1] == 'law "Vexed"'
    assert opened.get_attribute("#laws button:has-text('Vexed')", "aria-pressed") == "true"
    assert opened.inner_text(".outcome") == "4", "a variant that brings words of its own is read in time"
    answered(opened, lambda: opened.click("#laws button:has-text('Vexed')"))
    assert "Vexed" not in opened.input_value("#scene")


def test_a_slip_is_mended_in_its_place(opened: Any) -> None:
    answered(opened, lambda: opened.fill("#scene", "players A B C\nA casts at B; B plays Dukc\nwho is The Intended?"))
    answered(opened, lambda: opened.click(".problem button"))
    assert opened.input_value("#scene").split("\n")[1] == "A casts at B; B plays Duck"


def test_what_is_refused_is_looked_up_and_the_table_is_that_of_what_was_read(opened: Any) -> None:
    """Nothing of another scene stays; what one is told to do can be done on the page."""
    opened.set_viewport_size({"width": 390, "height": 844})
    answered(opened, lambda: opened.fill("#scene", "players Ann Bob Cem\nAnn casts at Bob\nBob frobs; who wins?"))
    assert opened.locator("#table .stale .seat, #table.stale .seat").count() == 3
    assert (
        opened.locator(".seat .name").first.text_content().startswith("Ann")
        and opened.locator(".thing text").text_content() == "Hex"
    )
    answered(opened, lambda: opened.fill("#scene", "what about wards"))
    assert opened.locator("#table .seat").count() == 0
    shown = opened.inner_text("#answer")
    assert shown.count("cannot be read") == 1 and "hexcheck" not in shown
    in_sight(opened, ".problem .clauses .id", ".problem .clauses p")
    opened.click(".problem button:has-text('Search the rules')")
    opened.wait_for_selector("#found-rules h2")
    assert "HH-151" in opened.locator("#found-rules .id").all_inner_texts()
    opened.fill("#find-rule", "")
    opened.click("[data-tab=ask]")


def test_rulings_and_cards_are_found_and_an_erratum_is_tried(opened: Any) -> None:
    opened.click("[data-tab=cards]")
    opened.fill("#find-card", "duck")
    assert opened.locator("#found-cards h2").first.inner_text() == "Duck"
    told = opened.locator("#found-cards article").first.inner_text()
    assert "Open points (3)" in told and "Clauses (6)" in told and "Rulings (" in told
    assert opened.inner_text("#found-cards .wording") == "Step aside from the Hex."
    assert "reconstructed from what the rulebook says" in opened.inner_text("#found-cards .rebuilt")
    opened.click("[data-tab=rulings]")
    opened.fill("#find-ruling", "A-133 two Ducks")
    one = opened.locator("#found-rulings article").first
    assert one.locator(".told").inner_text().startswith("Players: A, B, C")
    assert (one.locator(".asked").first.inner_text(), one.locator(".so b").first.inner_text()) == (
        "Who is the sender?",
        "A",
    )
    assert one.locator(".why").first.locator(".id").all_inner_texts() and one.locator(".why p").first.inner_text()
    answered(opened, lambda: opened.click("#found-rulings button"))
    assert opened.locator(".outcome").last.inner_text() == "A"
    opened.click("[data-tab=errata]")
    erratum = (ROOT / "tests" / "errata" / "duck-becomes-sender.norm").read_text(encoding="utf-8")
    opened.fill("#erratum", erratum)
    opened.click("#try-erratum")
    opened.wait_for_selector("#found-errata .amended")
    told = opened.locator("#found-errata .answer").first.inner_text()
    assert "Without the erratum: A (FORCED)" in told and "\nB\n" in told
    answered(opened, lambda: opened.click("#clear-erratum"))
    opened.click("[data-tab=ask]")


def test_the_rules_are_read_in_order_and_searched_as_by_find(opened: Any) -> None:
    opened.click("[data-tab=rules]")
    sections = opened.locator("#found-rules summary").all_inner_texts()
    assert len(sections) > 5 and opened.locator("#found-rules .id").first.text_content() == "HH-1"
    opened.fill("#find-rule", "what if the deck runs out")
    opened.wait_for_selector("#found-rules h2")
    assert "HH-30" in opened.locator("#found-rules .id").all_inner_texts()
    assert "Rulings" in opened.locator("#found-rules h2").all_inner_texts()
    opened.fill("#find-rule", "")
    opened.wait_for_selector("#found-rules summary")
    opened.goto(f"{opened.address}#game=hexhex&card=Duck")
    opened.wait_for_selector("#found-cards h2")
    assert opened.locator("#found-cards h2").first.inner_text() == "Duck"
    opened.click("[data-tab=ask]")


def test_what_a_table_decides_is_kept_shown_again_without_network_and_saved_as_an_erratum(
    opened: Any, tmp_path: Path
) -> None:
    text = "players A B C; hand B: Duck; A casts at B; must B play Duck?"
    ask(opened, text)
    opened.click("text=What would settle it?")
    answered(opened, lambda: opened.click("button:has-text('Our table decides so') >> nth=1"))
    opened.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    opened.context.set_offline(True)
    opened.reload()
    opened.wait_for_selector(".house", timeout=60_000.0)
    assert opened.input_value("#scene") == text, (
        "the link brings the scene, and the page needs no network after one visit"
    )
    assert [worker.evaluate("self.name") for worker in opened.workers] == ["hexhex"], "no game is laid ready"
    opened.click("[data-tab=rules]")
    opened.fill("#find-rule", "ward")
    opened.wait_for_selector("#found-rules h2")
    opened.click("[data-tab=ask]")
    opened.context.set_offline(False)
    assert "Your table decided: no" in opened.inner_text(".house")
    answered(opened, lambda: opened.click(".house button"))
    opened.click("[data-tab=ask]")
    assert opened.inner_text(".verdict strong") == "FORCED"
    opened.click("[data-tab=errata]")
    saved = tmp_path / opened.get_attribute("#house a", "download")
    saved.write_text(unquote(opened.get_attribute("#house a", "href").partition(",")[2]), encoding="utf-8")
    (answer,) = hexcheck.load("hexhex", errata=[saved]).ask(text).answers
    assert saved.name == "hexhex-house-rulings.norm" and (answer.verdict, answer.outcomes[0].value) == ("FORCED", "no")
    opened.click("#house article button")
    assert opened.locator("#house article").count() == 0
    answered(opened, lambda: opened.click("#clear-erratum"))
    opened.click("[data-tab=ask]")


def test_nobody_is_shut_out(opened: Any) -> None:
    """What axe finds on each part of the page: nothing."""
    opened.set_viewport_size({"width": 1280, "height": 844})
    ask(opened, "players A B C; hand B: Duck; A casts at B; must B play Duck?")
    for tab in ("ask", "rules", "rulings", "cards", "errata"):
        opened.click(f"[data-tab={tab}]")
        shut_out(opened)
    opened.click("[data-tab=ask]")


def test_a_code_shows_the_link(opened: Any) -> None:
    ask(opened, next(iter(FIVE)))
    opened.click("#code")
    opened.wait_for_selector("svg.code")
    assert opened.get_attribute("svg.code path", "d") == link_code(opened.url).path
    assert "Another telephone cannot reach this address" in opened.inner_text("#shown-code")
    opened.click("#shown-code .close")
    with pytest.raises(InputError, match="too long for a QR code"):
        link_code("https://example.org/#" + "x" * 3000)


@pytest.mark.parametrize(
    "text",
    [
        "players <script>alert(1)</script> B C; B casts at <script>alert(1)</script>; who is The Intended?",
        'players A B C; <img src=x onerror="alert(1)"> casts at B; who wins?',
        "players A B C; " + "A casts at B; " * 75_000 + "who wins?",
        "players A B C; B plays " + "x" * 90_000 + "?",
    ],
    ids=["script", "handler", "a megabyte", "one long word"],
)
def test_hostile_input_is_text_or_refused_in_words(opened: Any, text: str) -> None:
    said = len(opened.said)
    ask(opened, text)
    shown = opened.inner_text("#answer")
    assert opened.locator(".problem p").count() or "<script>alert(1)</script>" in shown, shown
    assert not opened.locator("#answer script, #answer img").count()
    assert opened.said[said:] == []
    ask(opened, next(iter(FIVE)))
    assert opened.inner_text(".outcome") == "C"


def test_the_next_scene_is_answered_after_one_that_takes_too_long(opened: Any) -> None:
    """The time alone is made to pass sooner: the scene is worked on, and the program is begun anew."""
    opened.clock.install()
    opened.fill("#scene", SLOW)
    opened.wait_for_selector("body[data-state=working]")
    opened.evaluate("delete document.body.dataset.answered")
    opened.fill("#scene", next(iter(FIVE)))
    opened.clock.fast_forward(PATIENCE)
    opened.wait_for_selector("body[data-state=ready]", timeout=60_000.0)
    opened.wait_for_selector(".outcome")
    assert opened.inner_text(".outcome") == "C"


def test_nothing_comes_from_elsewhere_and_nothing_is_complained_of(opened: Any) -> None:
    assert opened.fetched and all(url.startswith((opened.address, "blob:", "data:")) for url in opened.fetched)
    assert opened.said == []


def test_a_page_is_the_same_each_time_and_is_refused_for_a_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "kept"))  # what others read meanwhile is kept elsewhere
    for once in ("first", "again"):
        list(written(GAMES[1:2], desk, tmp_path / once, PYODIDE))
    assert (tmp_path / "first" / "site.json").read_bytes() == (tmp_path / "again" / "site.json").read_bytes()
    with pytest.raises(InputError, match=r"there is no pyodide\.mjs"):
        list(written(GAMES, desk, tmp_path, tmp_path))
    with pytest.raises(InputError, match="there is no page in this folder"):
        serving(tmp_path / "games")
    assert next(served_at(tmp_path / "first", "0.0.0.0", 0)).startswith("warning: whoever reaches 0.0.0.0")
    assert next(served_at(tmp_path / "first", "127.0.0.1", 0)).startswith("http://127.0.0.1:")
    assert "'unsafe" not in HEADERS["Content-Security-Policy"].replace("'wasm-unsafe-eval'", "")


def test_the_page_loads_no_more_than_an_answer_needs() -> None:
    """Python in a browser has its library as text: what is loaded there is compiled at each visit."""
    request = '{"want": "warm", "game": "hexhex"}'
    program = f"import sys; from hexcheck.browser import reply; reply({request!r}); print(*sys.modules)"
    for _ in range(2):  # the first may have to keep what it read
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        loaded = set(done.stdout.split())
        if "lark" not in loaded:
            break
    assert not loaded & {"email", "http", "importlib.metadata", "multiprocessing", "ssl", "tempfile", "tomllib", "xml"}
    assert not loaded & {f"checker.{room}" for room in ("analyses", "check", "errata", "explore", "report", "smt")}
    assert not loaded & {"lark", "networkx", "rich", "segno", "z3"}
