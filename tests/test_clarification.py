"""The clarification report: every finding once, every scene answered as printed, and a page whose links lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.check.finding_formats import FormattedReport
from checker.check.run_checks import report
from checker.clarify import publish as publishing
from checker.clarify.report_html import as_page
from checker.clarify.report_markdown import answered, as_markdown
from checker.clarify.report_model import clarification
from checker.cli import games as house
from checker.cli import main as cli
from checker.kernel.source import InputError
from checker.kernel.verdict import Finding

ROOT = Path(__file__).resolve().parent.parent
KEPT = sorted((ROOT / "reports").glob("*/clarifications.md"))
SCENE = re.compile(r"^```\n(.*?)\n```\n\n(.*?)(?=^To settle it|^\*(?!\*))", re.S | re.M)


def toy() -> Desk:
    return house.desk("pebbles", root=ROOT / "tests" / "toy")


class Page(HTMLParser):
    """What the page opens and closes, where its links lead, and what they can lead to."""

    VOID = frozenset({"meta", "br", "hr", "img", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: set[str] = set()
        self.named: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if given.get("href"):
            self.links.add(str(given["href"]))
        if given.get("id"):
            self.named.add(f"#{given['id']}")

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


def read(page: str) -> Page:
    found = Page()
    found.feed(page)
    assert not found.open
    return found


def test_the_report_has_every_finding_once_and_says_how_far_each_analysis_looked() -> None:
    found = report(toy(), "2-3", "quick", 1)
    text = as_markdown(clarification(toy(), found))
    assert found.findings
    for finding in found.findings:
        assert text.count(finding.fingerprint) == bool(finding.witness)
    assert {q.finding for q in clarification(toy(), found).questions} == set(found.findings)
    for looked in found.checked:
        assert f"- {looked.analysis.replace('-', ' ')}: *{looked.extent.value}*" in text


def test_without_findings_the_report_says_so_and_still_how_far_it_was_looked() -> None:
    found = report(toy(), "2-3", "quick", 1)
    text = as_markdown(clarification(toy(), FormattedReport("pebbles", {}, (), found.checked)))
    assert "Nothing was found" in text and "## How far" in text and "Question" not in text.replace("questions", "")


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.parent.name)
def test_each_scene_of_a_report_that_is_kept_is_answered_as_printed(path: Path) -> None:
    desk = house.desk(path.parent.name)
    scenes = SCENE.findall(path.read_text(encoding="utf-8"))
    assert scenes and len(scenes) == path.read_text(encoding="utf-8").count("\n### Question ")
    for scene, printed in scenes:
        answer = asked_at(desk, desk.scenes(scene, "report")[:1])[-1].answer
        assert "\n".join(answered(answer)).rstrip() == printed.rstrip(), scene


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.parent.name)
def test_a_report_that_is_kept_is_of_the_rules_as_they_are_and_its_page_says_the_same(path: Path) -> None:
    text, desk = path.read_text(encoding="utf-8"), house.desk(path.parent.name)
    head = "\n".join(as_markdown(clarification(desk, FormattedReport(desk.name, {}, ()))).split("\n")[:3])
    assert text.startswith(head), "the rules have changed: make reports"
    page = path.with_suffix(".html").read_text(encoding="utf-8")
    assert page == as_page(text.partition("\n")[0].removeprefix("# "), text)
    found = read(page)
    assert found.links and found.links <= found.named


def test_what_is_kept_are_reports_of_games() -> None:
    assert {path.parent.name for path in KEPT} <= {*house.known()}


def test_signs_that_mean_something_in_markdown_stand_as_they_are() -> None:
    found = report(toy(), "2-3", "quick", 1)
    first = next(f for f in found.findings if not f.witness)
    odd = type(first)(**{f: getattr(first, f) for f in first.__struct_fields__} | {"message": "a | b *c* <d>"})
    page = as_page("x", as_markdown(clarification(toy(), FormattedReport("pebbles", {}, (odd,)))))
    assert "A | b *c* &lt;d&gt;" in page


def test_where_nothing_can_be_written_nothing_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        cli.run(["report", "hexhex", "--out", str(tmp_path / "in the way")])


def test_an_interrupted_report_leaves_the_one_before_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> FormattedReport:
        made = FormattedReport("pebbles", {}, ())
        made.interrupted = True
        return made

    desks = [toy()]
    lines = list(publishing.published(desks, tmp_path, "2", "quick", 1, 0))
    before = (tmp_path / "pebbles" / "clarifications.md").read_text(encoding="utf-8")
    assert len(lines) == 2 and before
    monkeypatch.setattr(publishing, "report", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(publishing.published(desks, tmp_path, "2", "quick", 1, 0))
    assert (tmp_path / "pebbles" / "clarifications.md").read_text(encoding="utf-8") == before


def test_what_settles_a_question_is_printed_with_what_else_it_changes() -> None:
    desk = toy()
    scene = "players A B C\nset up the pebbles of A as 3\nhand A: Alms\nA does play Alms\nwhat is the pebbles of B?"
    finding = Finding(
        "HX101", "conflicting-clauses", "warning", "who is meant is open", (), witness=scene, fingerprint="x"
    )
    found = clarification(desk, FormattedReport("pebbles", {}, (finding,)))
    (question,) = found.questions
    assert question.choices
    text = as_markdown(found)
    for one in question.choices:
        assert 0 < one.asked <= one.rest
        assert f"To settle it as **{one.settled.outcome}**, print: " in text
        assert all(f"    {line}\n" in text for line in one.settled.erratum.splitlines())
