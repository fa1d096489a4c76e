"""The report for a publisher: its questions as records, and the whole of it as text, as a page and on paper."""

from __future__ import annotations

from functools import cached_property

import msgspec

from checker.check.finding_formats import FormattedReport, as_json
from checker.report.as_html import as_html
from checker.report.as_markdown import as_markdown
from checker.report.as_pdf import as_pdf
from checker.report.content import Clarification, ReportedQuestion
from hexcheck.records import Findings, ReportQuestion


class Report:
    """What players will ask, the questions that matter most first."""

    def __init__(self, content: Clarification, found: FormattedReport) -> None:
        self._content, self._found = content, found

    @property
    def title(self) -> str:
        """What it is about."""
        return self._content.title

    @cached_property
    def questions(self) -> tuple[ReportQuestion, ...]:
        """Every question, in its order."""
        return tuple(map(_question, (*self._content.questions, *self._content.further)))

    @cached_property
    def findings(self) -> Findings:
        """All that it is made from; `to_json` prints it, and a later report compares itself with that."""
        return msgspec.json.decode(as_json([self._found]), type=Findings)

    @property
    def markdown(self) -> str:
        """The report in Markdown, without pictures."""
        return as_markdown(self._content, pictures=False)

    @property
    def html(self) -> str:
        """The report as a page that loads nothing."""
        return as_html(self._content)

    def pdf(self) -> bytes:
        """The report on paper. Raises InputError where `hexcheck[report]` is not installed."""
        return as_pdf(self._content)


def _question(one: ReportedQuestion) -> ReportQuestion:
    wordings = tuple((said.outcome, said.text) for said in one.wordings)
    return ReportQuestion(
        one.number,
        one.title,
        one.scene,
        one.verdict,
        one.severity,
        one.often,
        wordings[0][1] if wordings else "",
        one.codes,
        one.clauses,
        one.news,
        one.section,
        wordings,
    )
