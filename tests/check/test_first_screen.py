"""What `check` says first: the counts, how far it was looked, what matters most as questions that can be asked, what is next."""

from __future__ import annotations

import re
import shlex

import pytest
from conftest import ROOT

from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport
from checker.check.first_screen import first_screen, first_screens, most_important
from checker.check.run_checks import report
from checker.kernel.game import Wording
from checker.kernel.verdict import Extent, Finding, Verdict
from checker.report.publish import kept_findings
from checker.session.context import Scope

TOY = ROOT / "tests" / "toy"


def found(code: str, severity: str = "warning", witness: str = "players A B\nwho wins?", times: int = 0) -> Finding:
    one = Finding(
        code, code, severity, f"{code} {severity}", ("K-1",), (), (), witness, Extent.EXHAUSTED, False, "", ""
    )
    return (
        one
        if not times
        else one.__class__(**{f: getattr(one, f) for f in one.__struct_fields__} | {"instances": (one,) * times})
    )


def test_what_contradicts_itself_goes_before_what_is_left_out_and_no_kind_takes_the_whole_screen() -> None:
    many = [found("HX202", times=n) for n in range(2, 6)]
    listed = (
        found("HX303"),
        *many,
        found("HX101"),
        found("HX604", "error"),
        found("HX501"),
        found("HX201", witness=""),
    )
    assert [f.code for f in most_important(listed)] == ["HX604", "HX101", "HX501", "HX202", "HX202"]
    assert [len(f.instances) for f in most_important(listed)][3:] == [5, 4]
    assert len(most_important(tuple(many))) == 4, "where there are no others, all of one kind are told"


def test_what_is_unknown_is_named_and_what_is_known_is_counted() -> None:
    checked = (
        Scope("one", Extent.PROVED, "all"),
        Scope("two", Extent.UNKNOWN, "some"),
        Scope("six", Extent.EXHAUSTED, "all"),
    )
    lines = "\n".join(first_screen(FormattedReport("game", {"scope": "pairs"}, (), checked), {}, "game"))
    assert "game: nothing found" in lines
    assert "of 3 analyses 1 proved, 1 exhausted; 1 left something unknown: two" in lines
    assert "hexcheck check game --all" in lines and "report" not in lines


def test_each_scene_on_the_screen_is_asked_as_it_stands_and_answered_as_it_was_found() -> None:
    desk = house.desk("pebbles", root=TOY)
    made = report(desk, "2-3", "quick", 1)
    lines = tuple(first_screen(made, {c.id: c.summary for c in desk.game.clauses}, str(TOY)))
    asked = [line for line in lines if "hexcheck ask" in line]
    assert asked and len(lines) < 50
    shown = {f.witness.replace("\n", "; ") for f in made.left}
    for line in asked:
        _, _, game, scene = shlex.split(line)
        assert game == str(TOY) and scene in shown
        assert list(house.desk("pebbles", root=TOY).scenes(scene, "scene"))


@pytest.mark.parametrize("game", ["hexhex", "hexx", "horrible"])
def test_what_the_screen_calls_open_is_open_when_it_is_asked_as_printed(game: str) -> None:
    """Five findings, about each clause once in words; what would settle them is said where all is told, not here."""
    desk = house.desk(game)
    made = kept_findings(ROOT / "reports" / game / "findings.json", game)
    told = most_important(made.left)
    lines = list(first_screens([desk], [made]))
    asked = [shlex.split(line) for line in lines if "hexcheck ask" in line]
    assert len(told) == len(asked) == 5 and len(lines) < 80
    assert sum("what would settle each" in line for line in lines) == 1
    for one, (*_, named, scene) in zip(told, asked, strict=True):
        (*_, answer) = asked_at(house.desk(named), desk.scenes(scene, "screen"))
        open_kind = one.code.startswith(("HX1", "HX2"))
        assert (answer.answer.verdict is Verdict.FORCED) != open_kind, scene
        assert not open_kind or set(answer.answer.deciding) & set(one.clauses), scene


def test_the_readme_prints_a_part_of_the_screen() -> None:
    (printed,) = re.findall(r"\$ hexcheck check hexhex [^\n]*\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    made = kept_findings(ROOT / "reports" / "hexhex" / "findings.json", "hexhex")
    screen = "\n".join((*first_screens([house.desk("hexhex")], [made]), ""))
    parts = [part for part in re.split(r"^…\n", printed, flags=re.M) if part.strip()]
    assert parts and all(part in screen for part in parts)


def test_a_finding_is_asked_as_the_game_asks_it_and_its_scene_shows_it() -> None:
    asked = (Wording("w", "reading of K-1 on whose turn", "Whose turn is it?", ()),)
    stuck = found("HX503", "error", "players A B\nthe stock is empty\nB waits\nwhat happens?")
    loop = found("HX501", "error", "players A B\nA waits\nwhat happens?")

    def told(one: Finding, wordings: tuple[Wording, ...] = ()) -> str:
        return "\n".join(first_screen(FormattedReport("game", {}, (one,)), {}, "game", wordings))

    assert "1. Whose turn is it?  (" in told(found("HX201"), asked)
    assert "1. who wins?  (" in told(found("HX201"), (*asked, *asked)), "which of two it is, nobody knows"
    assert 'hexcheck ask game "players A B; the stock is empty; B waits; what may B do?"' in told(stuck)
    assert "A waits; what happens?" in told(loop) and "one round of it" in told(loop)
    assert "one round of it" not in told(stuck)
