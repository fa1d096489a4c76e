"""The publisher's report: every finding once, one question a cause, wordings that were proven, editions that fit and say the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import ROOT

import hexcheck
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport, as_json
from checker.check.run_checks import report
from checker.cli import main as cli
from checker.kernel.source import InputError
from checker.kernel.verdict import Finding
from checker.report import publish as publishing
from checker.report.as_html import as_html
from checker.report.as_markdown import as_markdown
from checker.report.as_pdf import FILLED, MOST_PAGES, as_pdf, can_be_set, pages
from checker.report.build import CUT, Sources, asked_by_players, report_of
from checker.report.content import Clarification
from checker.report.evidence import evidence, shown
from checker.report.frequencies import between, played
from checker.report.publish import UNFINISHED, ReportPlan, published
from checker.report.questions import drafts, sentence
from checker.simulate.paired_games import Simulation
from hexcheck.library import Rules

KEPT = sorted((ROOT / "reports").glob("*/clarifications.md"))
OPEN = "players A B C\nset up the pebbles of A as 3\nhand A: Alms\nA does play Alms\nwhat is the pebbles of B?"


def toy() -> Desk:
    return house.desk("pebbles", root=ROOT / "tests" / "toy")


@cache
def found() -> FormattedReport:
    return report(toy(), "2-3", "quick", 1)


@cache
def told() -> Clarification:
    return report_of(toy(), Sources(found()))


def finding(witness: str, key: str = "x", code: str = "HX101", **more: object) -> Finding:
    made = Finding(code, "conflicting-clauses", "warning", f"{key} is open", (), witness=witness, fingerprint=key)
    return msgspec.structs.replace(made, **more)


class Page(HTMLParser):
    """What the page opens and closes, where its links lead, what they can lead to, and what it would load."""

    VOID = frozenset({"meta", "br", "hr", "img", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: set[str] = set()
        self.named: set[str] = set()
        self.loaded: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        self.links |= {str(given["href"])} if given.get("href") else set()
        self.named |= {f"#{given['id']}"} if given.get("id") else set()
        self.loaded |= {str(given["src"])} if given.get("src") else {tag} & {"script", "link", "img", "iframe"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


def read(page: str) -> Page:
    parsed = Page()
    parsed.feed(page)
    assert not parsed.open and not parsed.loaded
    return parsed


# -- what is in it -----------------------------------------------------------------------------


def test_every_finding_is_a_question_or_a_row_of_the_appendix_and_no_edition_leaves_it_out() -> None:
    content = told()
    asked = (*content.questions, *content.further)
    rows = [what for table in content.tables for _, what in table.rows]
    codes = [code for one in asked for code in one.codes]
    cards = {title for title, _ in content.cards}
    for one in found().findings:
        assert cards & {*one.cards} or (
            sum(one.fingerprint in code for code in codes) + sum(row[:60] == sentence(one.message)[:60] for row in rows)
            >= 1
        )
    assert len(codes) == len(set(codes)) and [one.number for one in asked] == [*range(1, content.number + 1)]
    text, page = as_markdown(content), as_html(content)
    for one in asked:
        assert all(code in text and code in page for code in one.codes)
    assert read(page).links <= read(page).named


def test_without_findings_the_report_says_so_and_still_how_far_it_was_looked() -> None:
    content = report_of(toy(), Sources(FormattedReport("pebbles", {}, (), found().checked)))
    for text in (as_markdown(content), as_html(content)):
        assert "Nothing was found" in text and "How far" in text
    assert content.number == 0 and len(content.looked) == len(found().checked)


def test_findings_that_hang_on_the_same_open_point_are_one_question() -> None:
    other = OPEN.replace("pebbles of A as 3", "pebbles of A as 4")
    both = [finding(OPEN, "x"), finding(other, "y", severity="error")]
    seen = {f.fingerprint: one for f in both if (one := shown(toy(), f.witness)) is not None}
    (one,) = drafts(toy().game, both, seen)
    assert len(one.findings) == 2 and one.grave == 0
    apart = [both[0], finding("players A B\nwhat is the pebbles of A?", "z")]
    seen["z"] = shown(toy(), apart[1].witness) or seen["x"]
    assert len([*drafts(toy().game, apart, seen)]) == 2


def test_a_scene_in_which_somebody_acts_illegally_gives_way_to_a_legal_one() -> None:
    desk = house.desk("hexhex")
    legal = "players A B C\nB has Ward in play\nhand B: nothing\nHex: A to B\nthe Hex goes off\nwho gains Voice?"
    offence = legal.replace("the Hex goes off", "C plays Turn Aside Left\nthe Hex goes off")
    joined = finding(offence, instances=(finding(offence, "a"), finding(legal, "b")))
    assert evidence(desk, [joined], 1)["x"].scene == legal
    alone = evidence(desk, [finding(offence)], 1)["x"]
    assert not alone.illegal and "Turn Aside" not in alone.scene and alone.answer.verdict.value == "SILENT"


# -- editions ----------------------------------------------------------------------------------


def many(number: int) -> Clarification:
    one = told().questions[0]
    asked = tuple(
        msgspec.structs.replace(one, number=n, title=f"Question <{n}> #x *y* `z` $w$ @q?") for n in range(1, number + 1)
    )
    rows = tuple((f"X-{n}", "what it is about " * 12) for n in range(400))
    table = msgspec.structs.replace(told().tables[0], rows=rows)
    return msgspec.structs.replace(told(), questions=asked[:10], further=asked[10:], tables=(table, table))


@pytest.mark.skipif(not can_be_set(), reason="typst is not installed")
def test_a_long_report_fits_and_what_is_typed_stands_as_it_is() -> None:
    content = many(150)
    assert 12 <= pages(content)[0] <= MOST_PAGES
    assert pages(many(13))[1] >= FILLED, "the last page holds a few lines"
    assert as_pdf(many(2)).startswith(b"%PDF-")
    page = as_html(content)
    assert read(page) and "Question &lt;150&gt;" in page
    assert "Question &lt;150&gt; \\#x \\*y\\* \\`z\\` $w$ @q?" in as_markdown(content)


def test_what_is_new_settled_and_changed_since_an_edition_is_told(tmp_path: Path) -> None:
    now = found()
    first, *rest = now.findings
    gone = finding("", "gone")
    other = msgspec.structs.replace(first, severity="error", substance="something else", instances=())
    old = tmp_path / "findings.json"
    old.write_text(as_json([FormattedReport("pebbles", now.scope, (gone, other, *rest[1:]), now.checked)]), "utf-8")
    kept = tmp_path / "now.json"
    kept.write_text(as_json([now]), "utf-8")
    content, _ = publishing.made(toy(), ReportPlan("2-3", kept=kept, since=old, jobs=1))
    assert content.edition is not None
    assert content.edition.settled == ("Gone is open.",)
    assert sentence(rest[0].message) in content.edition.new
    assert content.edition.changed
    ago = ReportPlan("2-3", "quick", kept=kept, since=ROOT / "tests" / "toy", old=house.old_version, jobs=1)
    rules, _ = publishing.made(toy(), ago)
    assert rules.edition is not None and not (rules.edition.new or rules.edition.settled or rules.edition.changed)
    same, _ = publishing.made(toy(), ReportPlan("2-3", kept=kept, since=kept, jobs=1))
    assert same.edition is not None and not (same.edition.new or same.edition.settled or same.edition.changed)
    for text in ("{", "{}", "[" * 200_000, "[1, null]", '{"schema": "hexcheck/findings/1", "game": "other"}'):
        old.write_text(text, "utf-8")
        with pytest.raises(InputError):
            publishing.made(toy(), ReportPlan("2-3", kept=kept, since=old, jobs=1))


def test_the_library_gives_the_report_that_the_command_writes(tmp_path: Path) -> None:
    kept = tmp_path / "findings.json"
    kept.write_text(as_json([found()]), "utf-8")
    made = Rules(toy()).report(findings=kept, players="2-3", jobs=1)
    lines = list(published([toy()], tmp_path, ReportPlan("2-3", kept=kept, jobs=1)))
    assert (tmp_path / "pebbles" / "clarifications.html").read_text("utf-8") == made.html
    assert len(lines) == 5 and [one.number for one in made.questions] == [*range(1, len(made.questions) + 1)]
    assert json.loads((tmp_path / "pebbles" / "findings.json").read_text("utf-8")) == json.loads(
        hexcheck.to_json(made.findings)
    )


@pytest.fixture
def browser() -> Iterator[Any]:
    """A Chromium; skipped where there is none."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.skip("there is no Chromium: `apt-get install chromium` brings it")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


def test_the_page_is_read_on_a_phone_and_loads_nothing(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(as_html(many(12)), "utf-8")
    page, fetched = browser.new_page(viewport={"width": 390, "height": 844}), []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and fetched == [path.as_uri()]
    widths = page.evaluate("[...document.querySelectorAll('figure svg')].map(one => one.getBoundingClientRect().width)")
    assert len(widths) == 10 and all(250 <= width <= 390 for width in widths)
    page.click("ol.short li:nth-child(3) a")
    assert page.evaluate("Math.abs(document.getElementById('q3').getBoundingClientRect().top)") < 5
    for kept in KEPT:
        page.goto(kept.with_suffix(".html").as_uri())
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (kept.parent.name, width)


def test_shares_are_told_as_exactly_as_they_are_known() -> None:
    told = {(0.13, 0.41): "10 to 40", (0.31, 0.38): "30 to 40", (0.011, 0.034): "1 to 3", (0.0, 0.13): "at most 15"}
    assert [between(*interval) for interval in told] == [f"{said} % of games" for said in told.values()]
    assert (between(0.0, 0.004), between(0.995, 1.0)) == ("hardly any game", "nearly every game")


# -- for players -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(house.known()))
def test_a_dozen_questions_of_players_are_answered_in_words(game: str) -> None:
    asked = [*asked_by_players(house.desk(game))]
    assert len(asked) >= 12 and len({one.question for one in asked}) == len(asked)
    for one in asked:
        assert one.question.endswith("?") and one.answer and one.reason
        assert not re.search(r"\b[A-Z]{2,}-\d|\b(?:FORCED|SILENT)\b", " ".join((one.question, one.answer, *one.reason)))


# -- written -----------------------------------------------------------------------------------


def test_where_nothing_can_be_written_nothing_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        cli.run(["report", "hexhex", "--out", str(tmp_path / "in the way")])


def test_an_interrupted_report_is_set_apart_and_leaves_the_one_before_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> FormattedReport:
        made = FormattedReport("pebbles", found().scope, found().findings[:2], found().checked)
        made.interrupted = True
        return made

    kept = tmp_path / "findings.json"
    kept.write_text(as_json([found()]), "utf-8")
    lines = list(published([toy()], tmp_path, ReportPlan("2", kept=kept, jobs=1)))
    folder = tmp_path / "pebbles"
    before = (folder / "clarifications.md").read_text(encoding="utf-8")
    assert len(lines) == 5 and CUT not in before and not (folder / UNFINISHED).exists()
    assert "questions so far" in capsys.readouterr().err
    monkeypatch.setattr(publishing, "in_time", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(published([toy()], tmp_path, ReportPlan("2", jobs=1)))
    assert (folder / "clarifications.md").read_text(encoding="utf-8") == before
    assert CUT in (folder / UNFINISHED / "clarifications.md").read_text(encoding="utf-8")


def test_a_report_that_is_interrupted_is_written_and_the_next_goes_on_from_there(tmp_path: Path) -> None:
    """As somebody at a terminal does it: a process of its own, and a signal while sentences are looked for."""
    game = tmp_path / "toy"
    for part in ("specs", "cards"):
        shutil.copytree(ROOT / "tests" / "toy" / part / "pebbles", game / part)
    ruling = 'ruling "turn {}"\nplayers A B C\nset up the pebbles of A as {}\nwhat is the pebbles of A?\nexpect FORCED: {}\nbecause PB-1\n'
    rulings = (ruling.format(n, n, n) for n in range(300))
    (game / "specs" / "rulings" / "many.scene").write_text("\n".join(rulings), "utf-8")
    kept, out, cache = tmp_path / "findings.json", tmp_path / "out", tmp_path / "cache"
    kept.write_text(as_json([FormattedReport("toy", {}, (finding(OPEN),))]), "utf-8")
    command = [sys.executable, "-m", "checker", "report", str(game), "--findings", str(kept), "--out", str(out)]
    given = {**os.environ, "HEXCHECK_CACHE": str(cache)}
    begun = subprocess.Popen(command, cwd=ROOT, env=given, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert begun.stderr is not None and "questions so far" in begun.stderr.readline()
    begun.send_signal(signal.SIGTERM)
    begun.communicate(timeout=60)
    folder = out / "toy"
    assert begun.returncode == 143 and not (folder / "clarifications.md").exists()
    text = (folder / UNFINISHED / "clarifications.md").read_text("utf-8")
    assert CUT in text and "One question" in text
    before = {path: path.stat().st_ino for path in cache.iterdir() if path.name.startswith("evidence")}
    subprocess.run(command, cwd=ROOT, env=given, check=True, capture_output=True)
    assert before and all(path.stat().st_ino == at for path, at in before.items())
    assert CUT not in (folder / "clarifications.md").read_text("utf-8") and not (folder / UNFINISHED).exists()


def test_games_that_were_played_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = house.desk("horrible")
    first = played(desk, (2,), 7, 1, games=2)
    monkeypatch.setattr(Simulation, "play", lambda *_: pytest.fail("a game was played again"))
    again = played(desk, (2,), 7, 1, games=2)
    assert first is not None and again is not None
    assert (again.played, again.rows) == (first.played, first.rows) == ({2: 2}, first.rows)
    least = played(desk, (2,), 7, 1, games=2, about=())
    assert least is not None and {row.met[2] for row in least.rows} and not any(row.again for row in least.rows)
