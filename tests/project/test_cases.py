"""Small games and errata with kinds of fault that other people's rules have: named at their place, or played through."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, later, told

from checker.analyses.registry import run
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import bench, report
from checker.cli.show import shown
from checker.errata.diff import changed as changed_rules
from checker.kernel.source import InputError, Problem
from checker.kernel.verdict import Verdict
from checker.session.context import Options

CASES = ROOT / "tests" / "cases"
GAMES = CASES / "games"


Answers = list[tuple[Verdict, str]]


def answers(text: str, game: str = "hexhex", *errata: str) -> Answers:
    at = desk(game, *errata)
    return [(a.verdict, a.value) for scene in at.scenes(text, "x") for _, a in at.answers(scene)]


@cache
def desk(game: str, *errata: str) -> Desk:
    root = None if game == "hexhex" else GAMES
    return house.desk(game, [CASES / f"{name}.norm" for name in errata], root=root)


def refused(game: str, root: Path = GAMES, errata: tuple[Path, ...] = ()) -> tuple[Problem, ...]:
    """What is wrong with the game."""
    with pytest.raises(InputError) as error:
        house.desk(game, errata, root=root)
    told(error.value)
    return error.value.problems


def changed(tmp_path: Path, game: str, **files: str) -> Path:
    """A folder with the game, whose files read otherwise."""
    root = tmp_path / "games"
    shutil.copytree(GAMES, root)
    for path in [p for p in root.rglob("*") if p.is_file()]:
        path.chmod(0o644)
    for name, text in files.items():
        (root / "specs" / game / f"{name}.norm").write_text(text, encoding="utf-8")
    return root


# ---- what is nowhere -------------------------------------------------------------------------


def test_clauses_that_do_not_exist_are_named_wherever_they_are_cited() -> None:
    found = {(p.place.file, p.place.line, p.place.column): p for p in refused("mini")}
    assert {at: p.message for at, p in found.items()} == {
        ("cards/mini/all.cards", 4, 11): "there is no clause `MI-77` to cite",
        ("specs/mini/clauses.norm", 3, 8): "there is no clause `MI-9` to outrank",
        ("specs/mini/vocabulary.norm", 4, 12): "there is no clause `MI-55` to cite",
    }
    assert all("`MI-1`" in p.hint for p in found.values())


def test_a_clause_that_an_erratum_cites_and_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError) as error:
        desk("hexhex", "hh-by-typo")
    (problem,) = error.value.problems
    assert (problem.place.line, problem.place.column) == (4, 12) and "`HH-137`" in problem.hint


def test_a_game_without_procedures_and_acts_that_nothing_is_are_named(tmp_path: Path) -> None:
    steps = (GAMES / "specs" / "flux" / "procedure.norm").read_text(encoding="utf-8")
    (none,) = refused("flux", changed(tmp_path / "none", "flux", procedure=""))
    assert none.message == "the game has no procedure" and none.place.file == "specs/flux/vocabulary.norm"
    (kick,) = refused("flux", changed(tmp_path / "kick", "flux", procedure=steps.replace("trim", "trin")))
    assert (kick.message, kick.place.line) == ("there is no act `trin` to wait for", 2) and "`trim`" in kick.hint


def test_a_fact_that_no_function_answers_is_named_at_its_line(tmp_path: Path) -> None:
    words = (GAMES / "specs" / "trap" / "vocabulary.norm").read_text(encoding="utf-8")
    assert words.count("by function") == 1 and desk("trap").game.by_function, "`holds` is answered for every game"
    root = changed(tmp_path, "trap", vocabulary=words.replace("fact holds", "fact hodls"))
    (problem,) = refused("trap", root)
    assert problem.message == "no function answers the fact `hodls`" and "`by function holds`" in problem.hint
    assert words.splitlines()[problem.place.line - 1].startswith("fact holds")


def test_who_holds_what_is_known_without_a_function_of_the_game() -> None:
    asked = "players A B\nhand A: Nibble\nis it so that A holds Nibble?\nis it so that B holds Nibble?"
    assert answers(asked, "trap") == [(Verdict.FORCED, "yes"), (Verdict.FORCED, "no")]


# ---- what happens to nobody ------------------------------------------------------------------


ECHO = "players A B C\nHex: A to B\nB plays Echo\n"


@pytest.mark.parametrize(
    ("erratum", "question", "answer"),
    [
        ("hh-echo", "where does the Hex go?", "C"),
        ("hh-named-player-draws", "how many cards are in the deck?", "135"),
        ("hh-nobody-wins", "who gains Voice?", "nobody"),
        ("hh-pass-to-the-named-player", "where does the Hex go?", "B"),
    ],
)
def test_what_a_text_does_to_nobody_or_with_no_card_does_not_happen(erratum: str, question: str, answer: str) -> None:
    assert answers(ECHO + question, "hexhex", erratum) == [(Verdict.FORCED, answer)]
    (scene,) = desk("hexhex", erratum).scenes(ECHO + "where does the Hex go?", "x")
    steps = [line for _, a in desk("hexhex", erratum).answers(scene) for o in a.outcomes for line in o.steps]
    assert any("(nothing happens)" in x.text or "no card whose text" in x.text for x in steps)


# ---- play that never ends --------------------------------------------------------------------

CHARMS = "A does put on the red charm\nA does put on the black charm\nA does sip\nwhat is the life of A?"


@pytest.mark.parametrize(
    ("game", "scene", "by"),
    [
        ("echo", f"players A B\nB does put on the white charm\n{CHARMS}", {"EC-2", "EC-3"}),
        (
            "echo",
            f"players A B C\nB does put on the white charm\nC does put on the white charm\n{CHARMS}",
            {"EC-2", "EC-3"},
        ),
        ("yard", "players A B\nA does play Mimic\nwhat is the coins of A?", {"YD-2"}),
    ],
)
def test_play_that_goes_on_for_ever_is_said_to_with_its_clauses(game: str, scene: str, by: set[str]) -> None:
    at = desk(game)
    ((_, answer),) = [pair for one in at.scenes(scene, "x") for pair in at.answers(one)]
    assert (answer.verdict, set(answer.deciding)) == (Verdict.UNKNOWN, by) and "goes on for ever" in answer.note


def test_play_that_ends_is_not_said_to_go_on() -> None:
    assert answers(f"players A B\n{CHARMS}", "echo") == [(Verdict.FORCED, "7")]
    assert answers("players A B\nA does play Gift\nwhat is the coins of A?", "yard") == [(Verdict.FORCED, "2")]


def test_a_text_that_carries_itself_out_is_no_crash_of_the_check() -> None:
    codes = {f.code for f in report(desk("yard"), "2", "quick", 1).findings}
    assert "HX501" in codes


# ---- one of several cards of a name ----------------------------------------------------------

HUSHED = "players A B C D E\nA does play Nibble\nB does play Hush on Nibble\n"


@pytest.mark.parametrize(
    ("scene", "crumbs"),
    [
        ("", "0"),
        ("C does play Hush on Hush\n", "2"),
        ("C does play Hush on Hush\nD does play Hush on Hush\n", "0"),
        ("C does play Hush on Hush\nD does play Hush on Hush\nE does play Hush on Hush\n", "2"),
        ("C does play Hush on B's Hush\nD does play Hush on C's Hush\n", "0"),
        ("C does play Hush on B's Hush\nD does play Hush on B's Hush\n", "2"),
    ],
)
def test_of_several_cards_of_a_name_the_newest_or_that_of_the_named_player_is_meant(scene: str, crumbs: str) -> None:
    assert answers(f"{HUSHED}{scene}what is the crumbs of A?", "trap") == [(Verdict.FORCED, crumbs)]


def test_what_an_amendment_changed_is_marked_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    amended = desk("hexhex", "hh-clean-up-ward")
    monkeypatch.setattr(amended, "rulings", tuple)  # to read them all anew takes long
    said = " ".join(" ".join(shown([amended], "Ward")).split())
    plain = " ".join(shown([desk("hexhex")], "Ward"))
    title = "Ward lasts for the round; at the clean-up whoever is Warded gains 1"
    assert f'by the erratum "{title}"' in said and "hh-clean-up-ward.norm:2" in said
    assert "by the erratum" not in plain and "rulings that use it" in plain
    assert "by the erratum" in " ".join(shown([amended], "E-1"))


def test_a_hint_does_not_repeat_the_word_but_names_the_form_that_works() -> None:
    with pytest.raises(InputError) as error:
        answers("players A B C\nHex: A to B\nB does play Duck\nwhere does the Hex go?")
    assert error.value.problems[0].hint == "did you mean `B plays Duck`?"


@pytest.mark.parametrize("who", ["A", "B"])
def test_of_a_card_of_which_there_is_one_copy_everybody_means_that_one(who: str) -> None:
    enacted = "players A B; A does enact Draw Two; B does enact Draw Three; "
    assert answers(enacted + "what is the draw?", "flux") == [(Verdict.AMBIGUOUS, "2 or 3")]
    repealed = f"{who} does repeal Draw Three; what is the draw?"
    assert answers(enacted + repealed, "flux") == [(Verdict.FORCED, "2")]


FORCED, DEALT = Verdict.FORCED, "players A B C; Hex: A to B; "
OFF = f"{DEALT}hand B: Level; the Hex goes off; "


@pytest.mark.parametrize(
    ("game", "erratum", "scene", "answer"),
    [
        ("hexhex", "hh-leader-plays-none", f"set up the Voice of B as 9; {OFF}may B play Level?", (FORCED, "no")),
        ("hexhex", "hh-leader-plays-none", f"{OFF}may B play Level?", (FORCED, "yes")),
        (
            "hexhex",
            "hh-rule-of-two",
            f"{DEALT}B plays Turn Aside Left; C plays Turn Aside Left; may A play Turn Aside Left?",
            (FORCED, "no"),
        ),
        ("hexhex", "hh-rule-of-two", f"{DEALT}B plays Turn Aside Left; may C play Turn Aside Left?", (FORCED, "yes")),
        (
            "hexhex",
            "hh-mimic-hand",
            f"{DEALT}hand B: Mimic, Turn Aside Left; B plays Mimic; where does the Hex go?",
            (FORCED, "C"),
        ),
        (
            "hexhex",
            "hh-mimic-hand",
            f"{DEALT}hand B: Mimic; B plays Mimic; where does the Hex go?",
            (FORCED, "goes off on B"),
        ),
        (
            "hexhex",
            "hh-known-facts",
            "players A B C; Hex: A to B, boosted; hand B: nothing; the Hex goes off; how much Voice does B lose?",
            (FORCED, "2"),
        ),
        (
            "hexhex",
            "hh-when-cond2",
            f"set up the Voice of B as 5; {DEALT}hand B: nothing; the Hex goes off; how many cards does B hold?",
            (FORCED, "1"),
        ),
        (
            "hexhex",
            "hh-clean-up-ward-before",
            f"{DEALT}B has Ward in play; hand B: nothing; the Hex goes off; the round ends; how much Voice does B have?",
            (FORCED, "6"),
        ),
        (
            "hexhex",
            "hh-ward-one-less-once",
            "players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; how much Voice does B lose?",
            (Verdict.CONTRADICTION, "2 or 3"),
        ),
        (
            "echo",
            "echo-floor",
            "players A B; A does put on the black charm; A does gain 5; what is the life of B?",
            (FORCED, "3"),
        ),
        (
            "yard",
            "yard-another",
            "players A B; A does play Gift; A does play Copycat; what is the coins of A?",
            (FORCED, "4"),
        ),
        (
            "yard",
            "yard-trash",
            "players A B; A does begin; A does play Gift; A does play Toll; A does call the storm; what is the coins of A?",
            (Verdict.AMBIGUOUS, "4 or 3"),
        ),
    ],
)
def test_what_others_rules_say_is_carried_out(game: str, erratum: str, scene: str, answer: tuple[Verdict, str]) -> None:
    assert answers(scene, game, erratum)[:1] == [answer]


def test_steps_in_a_circle_are_named_with_the_places_of_their_orders() -> None:
    with pytest.raises(InputError) as error:
        desk("hexhex", "hh-steps-in-a-circle")
    (problem,) = error.value.problems
    assert problem.message.startswith("the steps of effects-of-a-beat come before each other in a circle: ")
    assert all(f"hh-steps-in-a-circle.norm:{line})" in problem.message for line in (4, 5, 6))
    assert problem.place.line == 6 and problem.hint


def test_of_several_copies_that_others_used_it_is_open_which_is_meant(tmp_path: Path) -> None:
    root = changed(tmp_path, "flux")
    cards = root / "cards" / "flux" / "all.cards"
    cards.write_text(cards.read_text(encoding="utf-8").replace("copies 1", "copies 2"), encoding="utf-8")
    at = house.desk("flux", root=root)

    def told(text: str) -> list[tuple[Verdict, str]]:
        (scene,) = at.scenes(f"players A B C; A does enact Draw Three; {text}", "x")
        return [(a.verdict, a.value) for _, a in at.answers(scene)]

    out = "is it so that Draw Three lies out?; what is the draw?"
    assert told(f"C does repeal Draw Three; {out}") == [(Verdict.FORCED, "no"), (Verdict.FORCED, "1")]
    both = f"B does enact Draw Three; C does repeal Draw Three; {out}"
    assert told(both) == [(Verdict.AMBIGUOUS, "no or yes"), (Verdict.FORCED, "3")]
    assert told(f"{both}; C does repeal Draw Three; what is the draw?")[2:] == [(Verdict.FORCED, "1")]


def test_exceptions_that_say_the_same_do_not_clash_and_one_to_another_brings_the_rule_back() -> None:
    at = desk("permits")
    scenes = at.scenes((CASES / "B19-permits.scene").read_text(encoding="utf-8"), "x")
    assert [one.faults for scene in scenes for one in at.checked(scene)] == [()] * 3


@pytest.mark.parametrize("game", ["guard", "lamps", "permits", "trap", *later("flux", "intrigue", "letters")])
def test_games_and_their_errata_are_checked_compared_and_shown(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each either comes to its end or is refused with a message; nothing else."""
    monkeypatch.setattr("checker.check.run_checks.USUAL", "3-4")
    found = run(bench(desk(game)), Options((2, 3), "quick"))
    assert found.checked and not any(one.given_up for one in found.checked)
    for name in (*(c.id for c in desk(game).game.clauses), *(c.title for c in desk(game).game.cards)):
        assert list(shown([desk(game)], name))
    for path in sorted(CASES.glob(f"{game}-*.norm")):
        try:
            after = desk(game, path.stem)
        except InputError as error:
            told(error)
            continue
        (one,) = changed_rules([(desk(game), after)], 1, 300)
        assert one.late == ()


def test_this_card_in_a_norm_of_a_card_is_any_card_of_its_title(tmp_path: Path) -> None:
    root = changed(tmp_path, "yard")
    cards = root / "cards" / "yard" / "all.cards"
    text = cards.read_text(encoding="utf-8")
    here = "card Toll\n  norm[rule] the value of the price is 9 if this card lies out and not there is a card C such that C is Gift\n"
    cards.write_text(text.replace("card Toll\n", here), encoding="utf-8")
    norms = [n for n in house.desk("yard", root=root).game.norms if n.id.startswith("Toll")]
    assert norms and "Lit(value='Toll')" in repr(norms[0].cond) and "this card" not in repr(norms[0].cond)
