"""The report as one page for a browser, a phone or a printer, with nothing to be loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from checker.report.as_markdown import (
    HERE,
    LOOK,
    besides,
    left_out,
    proved,
    purpose,
    scene_of,
    small,
)
from checker.report.content import CitedClause, Clarification, Edition, ReportedQuestion, ReportedSide
from checker.verdicts.point_wording import listed

STYLE = """
:root { color-scheme: light dark; --line: #8886; --mark: #7a9; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 Georgia, serif; max-width: 44rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1, h2, h3, th { font-family: system-ui, sans-serif; line-height: 1.25; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.6rem; font-size: 1.3rem; border-bottom: 1px solid; } h3 { font-size: 1.1rem; margin-bottom: .4rem; }
nav a { margin-right: .9rem; white-space: nowrap; }
ol.short { padding: 0; list-style: none; } ol.short li { border-top: 1px solid var(--line); padding: .5rem 0; }
ol.short b { font-family: system-ui, sans-serif; font-weight: 600; }
article { margin-top: 2.2rem; border-top: 3px solid var(--mark); padding-top: .2rem; }
figure { margin: .6rem 0; background: #fff; border-radius: .5rem; text-align: center; }
figure svg { display: block; width: 100%; max-width: 25rem; margin: 0 auto; }
.sides { padding: 0; list-style: none; } .sides li { border-left: 4px solid var(--line); padding: .1rem .8rem; margin: .5rem 0; }
.wording { border: 2px solid var(--mark); border-radius: .5rem; padding: .5rem .9rem; margin: .6rem 0; } .wording p { margin: .3rem 0; }
.small, .small li { font: .8rem/1.4 system-ui, sans-serif; opacity: .8; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; table-layout: fixed; }
td { vertical-align: top; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); } td:first-child { width: 28%; }
dt { font-weight: bold; margin-top: .9rem; } dd { margin: 0; }
@media print { article { break-before: page; } body { max-width: none; font-size: 10pt; } nav { display: none; } }
"""


def as_html(report: Clarification) -> str:
    """The whole page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(report.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(_body(report))
        + "\n</body>\n</html>\n"
    )


def _body(report: Clarification) -> Iterator[str]:
    yield f"<h1>{escape(report.title)}</h1>"
    yield from map(_p, (*report.examined, report.order))
    links = (f'<a href="#{key}">{title}</a>' for key, title in _parts(report))
    yield f"<nav>{' '.join(links)}</nav>"
    yield '<ol class="short">' if report.questions else _p("Nothing was found.")
    for one in report.questions:
        told = "; ".join(filter(None, (one.section, one.short or one.severity)))
        yield (
            f'<li><b>{one.number}. <a href="#q{one.number}">{escape(one.title)}</a></b><br>'
            f'{escape(one.verdict)}. <span class="small">{escape(told)}</span></li>'
        )
    yield "</ol>" if report.questions else ""
    yield from _edition(report.edition) if report.edition is not None else ()
    yield '<h2 id="questions">The questions that matter most</h2>' if report.questions else ""
    yield from (line for one in report.questions for line in _question(one))
    yield '<h2 id="further">Further questions</h2>' if report.further else ""
    yield from (line for one in report.further for line in _short(one))
    if report.cards:
        yield f'<h2 id="cards">Look at the card</h2>\n<p>{LOOK}</p>\n<table>'
        yield from (f"<tr><td>{escape(title)}</td><td>{escape(what)}</td></tr>" for title, what in report.cards)
        yield "</table>"
    if report.players:
        yield '<h2 id="players">Questions that players ask</h2>\n<dl>'
        for asked in report.players:
            yield f"<dt>{escape(asked.question)}</dt><dd>{escape(' '.join((asked.answer, *asked.reason)))}</dd>"
        yield "</dl>"
    yield from _appendix(report)


def _parts(report: Clarification) -> Iterator[tuple[str, str]]:
    if report.edition is not None:
        yield "since", "What is new"
    if report.questions:
        yield "questions", "Questions"
    if report.further:
        yield "further", "Further questions"
    if report.cards:
        yield "cards", "Look at the card"
    if report.players:
        yield "players", "For players"
    yield "appendix", "Appendix"


def _edition(edition: Edition) -> Iterator[str]:
    yield f'<h2 id="since">Since {escape(edition.since)}</h2>'
    for name, lines in (("New", edition.new), ("Settled", edition.settled), ("Changed", edition.changed)):
        yield f"<h3>{name}: {len(lines)}</h3>"
        yield from _list(map(escape, lines))


def _question(one: ReportedQuestion) -> Iterator[str]:
    yield f'<article id="q{one.number}">\n<h3>{one.number}. {escape(one.title)}</h3>'
    yield f'<p class="small">{escape(one.section)}</p>' if one.section else ""
    yield _p(f"{one.news.capitalize()} in this edition.") if one.news else ""
    yield f"<figure>{one.picture}</figure>" if one.picture else ""
    yield f'<p class="small">{escape(scene_of(one))}</p>' if scene_of(one) else ""
    yield f"<p><b>{escape(one.verdict)}.</b> {escape(one.why)}</p>"
    yield from _list(_sides(one), "sides")
    if one.also:
        yield "<p>Open for the same reason:</p>"
        yield from _list(map(escape, one.also))
    if one.both:
        yield "<p>The rules that meet here:</p>"
        yield from _list(map(_cited, one.both))
    yield f"<p><b>At the table.</b> {escape(one.tables)} {escape(one.often)}</p>"
    for said in one.wordings:
        yield f'<div class="wording"><b>To print, {escape(purpose(said))}</b><p>{escape(said.text)}</p><p class="small">{escape(proved(said))}</p></div>'
    yield f"<p><b>No wording is proposed:</b> {escape(one.unworded)}.</p>" if one.unworded else ""
    print_ = "; ".join((*one.codes, ", ".join(one.clauses), one.severity, one.known))
    yield f'<details class="small"><summary>Ask it again; codes</summary><code>{escape(one.replay)}</code><br>{escape(print_)}</details>'
    yield "</article>"


def _short(one: ReportedQuestion) -> Iterator[str]:
    about = f' <span class="small">({escape(one.section)})</span>' if one.section else ""
    yield f'<div id="q{one.number}"><p><b>{one.number}. {escape(one.title)}</b>{about} {escape(one.verdict)}. {escape(one.why)}</p>'
    yield from _list(_sides(one), "sides")
    yield from _list(
        f'To print, {escape(purpose(said))}: {escape(said.text)} <span class="small">{escape(proved(said))}</span>'
        for said in one.wordings
    )
    yield f"<p>No wording is proposed: {escape(one.unworded)}.</p>" if one.unworded else ""
    yield f'<p class="small">{escape(small(one))}</p></div>'


def _sides(one: ReportedQuestion) -> Iterator[str]:
    yield from map(_side, one.sides)
    yield from [f"{besides(one)} {_either(one.besides)}."] if one.besides else []
    yield from [escape(left_out(one))] if one.left else []


def _side(side: ReportedSide) -> str:
    when = f" {escape(side.when)}" if side.when else ""
    came = f" ({HERE} {_either(side.came)})" if side.came else ""
    said = f": {' '.join(map(_cited, side.clauses))}" if side.clauses else ""
    return f"<b>{escape(side.answer)}</b>{when}{came}{said}"


def _either(came: Iterable[str]) -> str:
    return listed((f"<b>{escape(one)}</b>" for one in came), "or")


def _cited(clause: CitedClause) -> str:
    return f'{escape(clause.words)} <span class="small">({escape(clause.where)})</span>'


def _appendix(report: Clarification) -> Iterator[str]:
    yield '<h2 id="appendix">Appendix</h2>'
    for table in report.tables:
        yield f"<h3>{escape(table.title)}</h3>\n<p>{escape(table.about)}</p>\n<table>"
        yield from (f"<tr><td>{escape(where)}</td><td>{escape(what)}</td></tr>" for where, what in table.rows)
        yield "</table>"
    for title, lines in (("How far the rules were looked at", report.looked), ("What was assumed", report.assumed)):
        if lines:
            yield f'<h3>{title}</h3>\n<div class="small">'
            yield from _list(map(escape, lines))
            yield "</div>"


def _list(lines: Iterable[str], name: str = "") -> Iterator[str]:
    """The lines as a list, if there are any."""
    told = [f"<li>{line}</li>" for line in lines]
    yield f'<ul class="{name or "plain"}">{"".join(told)}</ul>' if told else ""


def _p(text: str) -> str:
    return f"<p>{escape(text)}</p>"
