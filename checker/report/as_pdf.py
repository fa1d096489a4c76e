"""The report on paper, set by typst from the same content; of what would not fit only so much is printed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from checker.kernel.source import misused
from checker.report.as_markdown import besides, left_out, proved, purpose, scene_of
from checker.report.content import Clarification

MOST_PAGES = 25
"""So many pages a report has at most; what is left out stands in the page for a browser."""

SMALLER = ((200, 150), (60, 45), (45, 25), (30, 15), (20, 8), (10, 4))
"""So many further questions and rows of a table are printed, tried in this order."""

TIGHTER, FILLED = (1.0, 0.9, 1.1, 0.8, 1.2), 0.2
"""How wide apart the lines stand, tried in this order until this part of the last page is filled."""


def can_be_set() -> bool:
    """What sets the report on paper is installed (`pip install hexcheck[report]`)."""
    return find_spec("typst") is not None


def as_pdf(report: Clarification) -> bytes:
    """The report, on no more pages than it may have. Raises InputError where typst is not installed."""
    import typst

    template, inputs = _fitting(report)
    return typst.compile(template, format="pdf", sys_inputs=inputs)


def pages(report: Clarification) -> tuple[int, float]:
    """How many pages the report has on paper, and which part of the last is filled. Raises InputError where typst is not
    installed."""
    return _pages(*_fitting(report))


def _fitting(report: Clarification) -> tuple[bytes, dict[str, str]]:
    """What is set, with as much of the report as fits. Raises InputError where typst is not installed."""
    if not can_be_set():
        raise misused("there is no typst to set a PDF with", "`pip install hexcheck[report]` installs it")
    template = (Path(__file__).parent / "paper.typ").read_bytes()
    content = json.dumps(_in_words(msgspec.to_builtins(report), report))
    tried = [{"content": content, "further": str(few), "rows": str(rows)} for few, rows in SMALLER]
    fits = next((one for one in tried if _pages(template, one)[0] <= MOST_PAGES), tried[-1])
    closer = ({**fits, "tight": str(tight)} for tight in TIGHTER)
    return template, next((one for one in closer if _well_filled(*_pages(template, one))), fits)


def _in_words(content: dict[str, Any], report: Clarification) -> dict[str, Any]:
    """The content with what the other editions put into words, too."""
    asked = (*report.questions, *report.further)
    for told, one in zip((*content["questions"], *content["further"]), asked, strict=True):
        told["unworded"] = f"No wording is proposed: {one.unworded}." if one.unworded else ""
        told["scene"], told["beside"] = scene_of(one), besides(one)
        told["left"] = left_out(one) if one.left else ""
        for printed, said in zip(told["wordings"], one.wordings, strict=True):
            printed |= {"purpose": purpose(said), "proved": proved(said)}
    return content


def _well_filled(number: int, part: float) -> bool:
    return number <= MOST_PAGES and part >= FILLED


def _pages(template: bytes, inputs: dict[str, str]) -> tuple[int, float]:
    import typst

    number, part = json.loads(typst.query(template, "<pages>", field="value", one=True, sys_inputs=inputs))
    return int(number), float(part)
