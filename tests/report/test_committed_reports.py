"""The reports that are kept are of the rules as they are, and say nothing that a publisher could not print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from test_clarification import KEPT, read

from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport
from checker.report.as_markdown import as_markdown
from checker.report.build import CUT, Sources, report_of
from checker.report.publish import UNFINISHED
from checker.report.questions import VERDICTS

SCENE = re.compile(r"^`hexcheck ask (.+)`$", re.M)
MANY = 300
"""So many random games at least stand behind a report that is kept."""
STILTED = re.compile(
    r"\bH\d\b|\bit is (?:not )?so that\b|\bis due\b|\b(if [^/]+) / \1|\b[A-Z]{2}-\d|\d unknown|illegal act|\bclauses?\b"
    r"|is (?:not told|read as)|\bprevails?\b|\botherwise, “"
)
"""What no title, reason, answer and sentence to print has: labels, numbers of clauses, the program's own turns of phrase."""
QUESTION = re.compile(r"^(?:### |\*\*)(?=\d+\. )", re.M)


class Printed(NamedTuple):
    """A question as it stands in a report."""

    title: str
    section: str
    why: str
    sides: tuple[str, ...]
    to_print: tuple[str, ...]
    sentences: tuple[str, ...]


def printed(part: str) -> Printed:
    """The question of that part of a report."""
    said = r"\n\n(?:\*(.+)\*\n)?(?s:.*?)\*\*(?:The rules [^*]*|Not known)\.\*\* ?(.*)"
    short = r"\*\* (?:\((.+?)\) )?(?:The rules (?:do not say|say both|can .*? way|say so, .*? meant)|Not known)\. ?(.*)"
    found = re.match(r"\d+\. (.+)" + said, part) or re.match(r"\d+\. (.+?)" + short, part)
    assert found is not None, part[:300]
    answered = re.findall(r"To print, so that the answer is “(.+?)”:(?:\*\*)? (.+?)(?: <sub>.*)?$", part, re.M)
    sides = re.findall(r"^- \*\*(.+?)\*\*", part, re.M)
    told, sentences = zip(*answered, strict=True)
    return Printed(found[1], found[2] or "", found[3], tuple(sides), told, sentences)


def answers(title: str, told: str) -> bool:
    """What is told answers a question of that kind: yes or no, a number, or neither."""
    asked = re.sub(r"^if .*?, ", "", re.split(r"[.:] ", title)[-1].casefold())
    if re.match(r"(?:may|can|do|does|is|are|must|have|has|will)\b", asked):
        return told in ("yes", "no")
    return bool(re.fullmatch(r"\d+|one|as many as .+", told)) == bool(
        re.match("(?:for )?how m", asked)
    ) and told not in ("yes", "no")


def test_there_is_a_report_of_every_game() -> None:
    assert [path.parent.name for path in KEPT] == sorted(house.known())


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.parent.name)
def test_a_report_that_is_kept_is_of_the_rules_as_they_are_and_its_scenes_are_answered_as_printed(path: Path) -> None:
    text, desk = path.read_text(encoding="utf-8"), house.desk(path.parent.name)
    head = as_markdown(report_of(desk, Sources(FormattedReport(desk.name, {}, ())))).split("\n")[:3]
    assert text.split("\n")[:3] == head, "the rules have changed: make reports"
    assert CUT not in text and "time ran out" not in text and not (path.parent / UNFINISHED).exists(), "it was cut off"
    games = re.search(r"(\d+) games with", text)
    assert games and int(games[1]) >= MANY and "Not all that were planned" not in text
    parts = QUESTION.split(text.partition("\n## Appendix")[0])[1:]
    assert re.search(rf"^{len(parts)} questions", text, re.M)
    for part in parts:
        one = printed(part)
        assert len(one.to_print) > 1 and {*one.sides} <= {*one.to_print}, one
        assert all(answers(one.title, told) for told in one.to_print), one
        assert not [words for words in (one.title, one.why, *one.to_print, *one.sentences) if STILTED.search(words)], (
            one
        )
        if (scene := SCENE.search(part)) is None:
            continue
        answer = asked_at(desk, desk.scenes(*shlex.split(scene[1]), "report")[:1])[-1].answer
        assert f"**{VERDICTS[answer.verdict]}.**" in part, scene[1]
        values = {one.value for one in answer.outcomes if answer.points and not re.search(r"\d unknown|^\?", one.value)}
        assert len(values) <= 1 or values <= {*re.findall(r"\*\*(.+?)\*\*", part)}, (scene[1], values)
    page = read(path.with_suffix(".html").read_text(encoding="utf-8"))
    assert page.links and page.links <= page.named
    pictures = set(re.findall(r"\]\((pictures/\d+\.svg)\)", text))
    assert pictures == {f"pictures/{one.name}" for one in (path.parent / "pictures").iterdir()}
