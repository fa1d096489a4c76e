"""What one version of the rules changes against another is told with the smallest scene, and how far it is known."""

from __future__ import annotations

import io
import json
import sys
from math import inf
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
from conftest import ROOT
from errata_heads import ERRATA
from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check import run_checks as checking
from checker.check.finding_formats import FormattedReport
from checker.errata.diff import Changes, changed
from checker.errata.diff_output import as_json, lines
from checker.errata.finding_diff import different
from checker.errata.play_diff import Play, compared
from checker.errata.ruling_diff import Changed, changed_rulings
from checker.errata.text_diff import texts
from checker.kernel.source import InputError
from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Scope
from checker.session.rule_dependencies import Relevance

TOY = ROOT / "tests" / "toy"


def amended(*names: str) -> Desk:
    return house.desk("hexhex", [ERRATA / f"{name}.norm" for name in names])


def written(path: Path, text: str) -> Desk:
    path.write_text(f'erratum "this"\n{text}\n')
    return house.desk("hexhex", [path])


FEW = {"Duck", "Called Shot", "Null", "Boost", "Turn Aside Left", "Draw Fire"}


def few(desk: Desk) -> Desk:
    """The same with no copies of any other cards in the deck."""
    cards = tuple(c if c.title in FEW else replace(c, copies=0) for c in desk.game.cards)
    desk.game = replace(desk.game, cards=cards)
    desk.rules = Rulebook(desk.game, desk.rules.functions)
    return desk


def plays(name: str) -> tuple[Play, ...]:
    return compared(few(house.desk("hexhex")), few(amended(name)), 3, 1).plays


def test_the_game_that_an_erratum_changes_may_be_named_as_for_other_commands(tmp_path: Path) -> None:
    said = [ERRATA / "said" / "two-hexhex-in-the-box.norm"]
    ((before, after),) = house.versions((Path("hexhex"),), said, None)
    assert (before.game, after.game) == (house.desk("hexhex").game, amended("said/two-hexhex-in-the-box").game)
    with pytest.raises(InputError):
        house.versions((Path("hexhex"),), None, None)
    with pytest.raises(InputError, match="there is no game `hexhx`"):
        house.versions((Path("hexhx"),), said, None)
    (erratum := tmp_path / "own.norm").write_text('erratum "Last"\nremove clause QU-8\n', "utf-8")
    assert [one.name for one in house.versions((Path("quay"),), [erratum], None)[0]] == ["quay", "quay"]


# -- what is said ------------------------------------------------------------------------------


def test_what_stands_otherwise_is_named() -> None:
    found = texts(house.desk("hexhex"), amended("said/two-hexhex-in-the-box"))
    assert {(t.kind, t.name, t.what) for t in found} == {
        ("card", "HEX•HEX", "changed"),
        ("card", "Turn Aside Left", "changed"),
        ("count", "copies of HEX•HEX of HH-63", "changed"),
    }


def test_moved_steps_are_named() -> None:
    found = texts(house.desk("hexhex"), amended("said/discard-before-scoring"))
    assert ("step", "discard of round") in {(t.kind, t.name) for t in found}


SAME = {
    "other words": "change clause HH-60\n  says What HEX•HEX costs is the same for everybody.",
    "the same norm": "norm HH-27.1: the value of the starting hand is 5",
    "an equal condition": "norm HH-70.1: P must not cast at Q if not not the opening cast was made",
    "conditions swapped": "norm HH-14.1: P may play C on H if C answers a Hex and P holds C and P is The Intended of H",
    "a comparison the other way round": "norm HH-44.2: P must not play C if C is play only when Hexed and "
    "0 is the unanswered Hexings of P and 0 is the unanswered curses of P",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_says_the_same_is_proved_to(text: str, tmp_path: Path) -> None:
    before, after = house.desk("hexhex"), written(tmp_path / "same.norm", text)
    assert all(t.proved for t in texts(before, after))


@pytest.mark.parametrize(
    "text",
    [
        "norm HH-70.1: P may cast at Q if the opening cast was made",
        "norm HH-70.1: P must not cast at Q if it is a tie-breaker",
        "norm HH-27.1: the value of the starting hand is 4",
        "precedence HH-149 over HH-60",
        "remove clause HH-60",
        "change card Duck\n  kinds stepping aside, out of turn",
    ],
)
def test_what_says_something_else_is_not(text: str, tmp_path: Path) -> None:
    found = texts(house.desk("hexhex"), written(tmp_path / "other.norm", text))
    assert found
    assert not all(t.proved for t in found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'field round "the round number": number, starts 2, marks which round it is',
            ("round", "starts 1", "starts 2", ""),
        ),
        ('fact leads "{P} leads": condition\n  means P is the dealer', ("leads", "", "", "another definition")),
    ],
)
def test_what_is_called_as_before_is_told_by_what_is_different(
    text: str, told: tuple[str, ...], tmp_path: Path
) -> None:
    found = texts(house.desk("hexhex"), written(tmp_path / "x.norm", text))
    assert told in [(t.name, t.before, t.after, t.how) for t in found]


def test_two_kinds_of_card_are_words_and_no_step() -> None:
    old = house.desk("hexhex")
    old.game = replace(old.game, vocabulary=replace(old.game.vocabulary, kinds=("calm", "storm")))
    (word,) = [t for t in texts(old, house.desk("hexhex")) if t.kind == "word"]
    assert word.before == "calm, storm"


# -- play --------------------------------------------------------------------------------------


def test_the_card_that_plays_otherwise_is_named_with_its_smallest_scene() -> None:
    (found,) = plays("duck-becomes-sender")
    assert found.cards == ("Duck",)
    assert found.scene.split("\n") == ["players A B C", "Hex: A to B", "B plays Duck"]
    assert [(s.question, s.before, s.after) for s in found.seen] == [
        ("who is the sender of H1?", "FORCED: A", "FORCED: B")
    ]


def test_two_cards_that_meet_otherwise_are_named_together() -> None:
    (found,) = plays("called-shot-uncancellable")
    assert found.cards == ("Called Shot", "Null")
    assert all(s.before != s.after for s in found.seen)


@pytest.mark.parametrize("line", ["B plays duck", "B plays hex hex", "B plays HEX-HEX", "Hex: A to B\nD plays Hex•Hex"])
def test_cards_are_found_in_scenes_however_they_are_written(line: str) -> None:
    found = Relevance(house.desk("hexhex").game).titles_in((line,))
    assert found in ({"Duck"}, {"HEX•HEX"})


def test_what_nothing_different_can_reach_has_the_same_name() -> None:
    one, other = Relevance(house.desk("hexhex").game), Relevance(amended("called-shot-uncancellable").game)
    titles = [c.title for c in one.game.cards]
    pairs = {frozenset((t, u)) for t in titles for u in titles}
    touched = {p for p in pairs if one.name(p) != other.name(p)}
    assert frozenset(("Called Shot", "Null")) in touched
    assert all("Called Shot" in p for p in touched)


@pytest.mark.thorough
def test_what_only_the_number_of_cards_in_a_hand_shows_is_asked_in_the_smallest_scene(tmp_path: Path) -> None:
    text = "change card Turn Aside Left\n  text Pass the Hex to the neighbour of you to the left. Draw a card."
    after = written(tmp_path / "draws.norm", text)
    found = compared(house.desk("hexhex"), after, 3, 1)
    (play,) = found.plays
    assert (play.cards, found.hidden) == (("Turn Aside Left",), 0)
    scene = ["players A B C", "hand B: Turn Aside Left", "Hex: A to B", "B plays Turn Aside Left"]
    assert play.scene.split("\n") == scene
    assert ("how many cards does B hold?", "FORCED: 0", "FORCED: 1") in {
        (s.question, s.before, s.after) for s in play.seen
    }


# -- rulings -----------------------------------------------------------------------------------


@pytest.fixture
def few_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in which Duck is played, and every eighth, stand for all, each of which is asked by itself elsewhere."""
    every = Desk.rulings
    ducked = lambda scene: any("plays Duck" in item.raw.text for item in scene.items)  # noqa: E731
    monkeypatch.setattr(Desk, "rulings", lambda self: [*filter(ducked, every(self)), *every(self)[::8]])


@pytest.mark.usefixtures("few_rulings")
def test_the_rulings_that_come_out_otherwise_are_named() -> None:
    number, found = changed_rulings(house.desk("hexhex"), amended("duck-becomes-sender"), 1)
    outcomes = [c for c in found if c.what != "reason"]
    assert number > 100
    assert outcomes
    assert all("duck" in c.scene.casefold() for c in outcomes)
    assert any(c.what == "outcome" and c.question == "how much Voice does A gain?" for c in outcomes)


@pytest.mark.usefixtures("few_rulings")
def test_an_erratum_without_effect_changes_nothing(tmp_path: Path) -> None:
    idle = written(tmp_path / "idle.norm", 'clause E-9 definition "x"\n  says Nothing.')
    assert changed_rulings(house.desk("hexhex"), idle, 1)[1] == ()
    assert compared(house.desk("hexhex"), idle, 3, 1).plays == ()


# -- told --------------------------------------------------------------------------------------

SCHEMA = {
    "type": "object",
    "required": ["schema", "games"],
    "properties": {
        "schema": {"const": "hexcheck/changes/1"},
        "games": {
            "type": "array",
            "items": {
                "type": "object",
                "required": [
                    "game",
                    "amendments",
                    "observable",
                    "extent",
                    "scope",
                    "text",
                    "play",
                    "rulings",
                    "findings",
                ],
                "properties": {
                    "extent": {"enum": ["proved", "exhausted", "unknown"]},
                    "observable": {"type": "boolean"},
                },
            },
        },
    },
}


def toy(*errata: Path) -> Changes:
    (found,) = changed([(house.desk("pebbles", root=TOY), house.desk("pebbles", errata, root=TOY))], 1)
    return found


def test_no_observable_change_says_how_far_that_is_known() -> None:
    found = toy()
    assert (found.observable, found.extent) == (False, Extent.PROVED)
    assert any("no observable change (proved" in line for line in lines([found]))


def test_changes_of_another_game_are_told_to_people_and_programs() -> None:
    found = toy(TOY / "greedy.norm")
    assert found.texts
    assert found.extent is Extent.EXHAUSTED
    told = json.loads(json.dumps(as_json([found])))
    jsonschema.validate(told, SCHEMA)
    assert "what stands otherwise" in "\n".join(lines([found]))


def test_the_ten_rulings_with_the_shortest_scenes_are_told_unless_all_are_asked_for() -> None:
    otherwise = tuple(
        Changed(f"ruling {n}", "here.scene", n, "who wins?", "outcome", "FORCED: A", "FORCED: B", "players A B C")
        for n in range(12)
    )
    found = replace(toy(), changed=otherwise)
    few, all_ = ("\n".join(lines([found], every)) for every in (False, True))
    assert few.count("outcome: FORCED") == 10
    assert "and 2 more, with longer scenes (`--all`" in few
    assert all_.count("outcome: FORCED") == 12
    assert len(as_json([found])["games"][0]["rulings"]) == 12


@pytest.mark.parametrize("terminal", [True, False])
def test_what_takes_long_shows_on_a_terminal_only(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = io.StringIO()
    monkeypatch.setattr(heard, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", heard)
    assert checking.findings(house.desk("pebbles", root=TOY), jobs=1) is not None
    assert bool(heard.getvalue()) is terminal


def test_findings_that_were_interrupted_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = FormattedReport("hexhex", {}, ())
    cut.interrupted = True
    monkeypatch.setattr(checking, "report", lambda *_, **__: cut)
    with pytest.raises(KeyboardInterrupt):
        checking.findings(house.desk("hexhex"))


def of_tokens(severity: str, message: str, substance: str = "") -> FormattedReport:
    found = Finding("HX402", "component-shortage", severity, message, (), fingerprint="tokens", substance=substance)
    return FormattedReport("pebbles", {}, (found,))


NEEDED = "more tokens than 12 may be needed at once"


@pytest.mark.parametrize(
    ("after", "told", "fails"),
    [
        (of_tokens("note", "more tokens than 14 may be needed at once"), False, False),
        (of_tokens("warning", "4 tokens can be needed at once, and there are 2"), True, True),
        (of_tokens("note", "up to 13 tokens may be needed at once, as B rolls"), True, False),
    ],
)
def test_a_finding_that_became_another_under_its_fingerprint_is_told_with_what_it_was(
    after: FormattedReport, told: bool, fails: bool
) -> None:
    found = different(of_tokens("note", NEEDED), after)
    assert (found.gone, found.new, bool(found.changed)) == ((), (), told)
    assert (found.fails("warning"), found.fails("never")) == (fails, False)
    changes = replace(toy(), findings=found)
    said = "\n".join(lines([changes]))
    assert (f"was note: {NEEDED}" in said) is told
    (listed,) = (g["findings"]["changed"] for g in as_json([changes])["games"])
    assert [(c["before"]["severity"], c["after"]["message"]) for c in listed] == [
        ("note", f.message) for f in after.findings if told
    ]


def test_a_finding_that_became_milder_is_told_and_fails_nothing() -> None:
    found = different(of_tokens("error", "no way out"), of_tokens("warning", "a way out"))
    assert len(found.changed) == 1 and not found.fails("note")


def test_what_an_analysis_that_gave_up_found_before_is_not_gone() -> None:
    old, new = of_tokens("note", NEEDED), FormattedReport("pebbles", {}, ())
    assert different(old, new).gone == old.findings
    new.checked = (Scope("component-shortage", Extent.UNKNOWN, "given up", given_up=True),)
    found = different(old, new)
    assert (found.gone, found.left) == ((), ("component-shortage",))
    assert "were not compared" in "\n".join(lines([replace(toy(), findings=found)]))


def test_another_precedence_is_told_once_for_its_clause(tmp_path: Path) -> None:
    after = written(tmp_path / "x.norm", "precedence HH-171 over HH-141\n")
    (text,) = texts(house.desk("hexhex"), after)
    assert (text.kind, text.name, text.what, text.proved) == ("precedence of", "HH-171", "new", False)
    assert (text.before, text.after) == ("", "outranks HH-141")


def test_a_new_clause_is_told_with_what_it_outranks(tmp_path: Path) -> None:
    said = "clause E-1 x\n  over HH-56\n  norm P must not play C if C is HEX•HEX\n"
    told = texts(house.desk("hexhex"), written(tmp_path / "x.norm", said))
    assert {(t.kind, t.name, t.after) for t in told} >= {("precedence of", "E-1", "outranks HH-56")}


def test_what_was_found_when_the_time_runs_out_is_told_with_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No finding counts as gone since it was not looked for any more, and nothing as unchanged since it was not tried."""
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)
    (one,) = changed([(before, after)], 1, 1e-9)
    assert one.late == ("rulings", "cards", "what changed norms speak of", "findings")
    assert one.extent is Extent.UNKNOWN and one.findings.gone == one.findings.new == ()
    assert one.findings.left and one.texts
    said = "\n".join(lines([one]))
    assert "the time ran out: only a part was looked at of rulings, cards" in " ".join(said.split())
    (whole,) = changed([(before, after)], 1)
    assert whole.late == () and whole.findings.left == () and "ran out" not in "\n".join(lines([whole]))


def test_rulings_are_compared_until_the_time_runs_out_and_those_done_are_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)
    some, _ = changed_rulings(before, after, 1, 0.0)
    every, changed_ones = changed_rulings(before, after, 1)
    assert some < every and changed_ones
    monkeypatch.setattr("checker.errata.ruling_diff.carried_out", lambda *_: pytest.fail("asked again"))
    assert changed_rulings(before, after, 1) == (every, changed_ones)


def test_scenes_of_what_is_played_otherwise_are_looked_for_until_the_time_runs_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)
    assert compared(before, after, 2, 1).plays
    monkeypatch.setattr("checker.errata.play_diff.time", SimpleNamespace(monotonic=lambda: inf))
    cut = compared(before, after, 2, 1, 1e12)
    assert not cut.plays and cut.extent is Extent.UNKNOWN and "the time ran out" in cut.scope
