"""A game without Python is laid out, told and asked in the words of its vocabulary, as grammar/README.md shows."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from conftest import ROOT

from checker.ask.answer_text import answer_lines
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.cli.show_forms import vocabulary_lines
from checker.kernel.game import Check, Property
from checker.kernel.position import Position, Store
from checker.kernel.source import InputError, Place
from checker.kernel.verdict import Verdict
from checker.norms.rulebook import Rulebook
from checker.simulate.property_monitor import Watcher
from checker.syntax.everyday.hints import hints_in
from checker.syntax.everyday.hints import told as told_instead
from checker.syntax.files import SourceLine
from checker.syntax.sentences import Sentences

PAGE = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
BLOCKS = {"vocabulary": "specs", "clauses": "specs", "forms": "specs", "cards": "cards"}


def shown(kind: str) -> str:
    """What the manual shows of the kind."""
    return "\n".join(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    root = tmp_path_factory.mktemp("game")
    for kind, room in BLOCKS.items():
        if text := shown(kind):
            path = root / room / "draws" / f"{kind}.{'cards' if kind == 'cards' else 'norm'}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return house.desk("draws", root=root)


def test_every_answer_of_the_manual_is_given(desk: Desk) -> None:
    found = [c for scene in desk.scenes(shown("scene"), "README") for c in desk.checked(scene)]
    assert len(found) > 10
    assert not [(c.title, c.place.line, c.faults) for c in found if c.faults]


def answers(desk: Desk, text: str) -> list[str]:
    return [str(a.value) for scene in desk.scenes(text, "test") for _, a in desk.answers(scene)]


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        ("the deck is empty; pile: King; how many cards are in the pile?", "1"),
        ("it is so that the coins of B is 4; what is the coins of B?", "4"),
        ("it is so that B is on turn; A draws; it is not so that B is on turn; is B on turn?", "no"),
        ("King is in the pile; where is King?", "the deck and the pile"),
        ("deck: King, Pawn; what is the top card of the deck?", "King"),
        ("deck: Pawn; hand B: nothing; A draws; which player P is such that Pawn is in the hand of P?", "A"),
        ("deck: nothing; where is King?", "nowhere"),
        ("A has 3 coins; B has no coins; who has the most coins?", "A"),
        ("A has 3 coins; B has 1 coin; who has the fewest coins?", "B"),
        ("A has 3 coins; who wins?", "A"),
        ("A has 3 coins; how many coins has A?", "3"),
        ("A has King and Pawn; how many cards does A hold?", "2"),
        ("A has nothing; how many cards does A hold?", "0"),
        ("A has 3 coins; does B win?", "no"),
        ("hand A: King; hand B: King, Pawn; who holds King?", "A, B"),
        ("hand A: King; hand B: King, Pawn; does A hold Pawn?", "no"),
        ("hand B: nothing; B holds King; how many cards does B hold?", "1"),
        ("hand A: King; whose turn is it?", "A"),
        ("hand A: King; how many players are on turn?", "1"),
        ("hand A: King; what may A do?", "A draws, A plays King"),
        ("hand A: King; hand B: King; what may B do?", "nothing"),
        ("hand A: King; what may B do?", ""),
        ("hand A: nothing; what must A do?", "A draws"),
        ("hand A: King; A does play C; what happens?", "impossible"),
        ("hand A: King; A plays King; does A play King?", "yes"),
        ("hand A: King; A plays King; who draws?", "nobody"),
        ("hand A: King; A plays King; did B play King?", "no"),
        (
            "deck: King, Pawn; the number of shuffled cards in the deck is 2; hand A: nothing; hand B: nothing; A draws; it falls on Pawn; who holds Pawn?",
            "A",
        ),
        ("deck: nothing; which cards are in the deck?", "nothing"),
    ],
)
def test_what_is_said_lies_there(desk: Desk, scene: str, value: str) -> None:
    assert answers(desk, "players A B; " + scene) == [value]


@pytest.mark.parametrize(
    "said", ["the winner does draw", "no such deed", "is King a no such many?", "the winner chooses A"]
)
def test_what_the_words_do_not_say_is_refused(desk: Desk, said: str) -> None:
    with pytest.raises(InputError):
        answers(desk, f"players A B; {said}; what happens?")


@pytest.mark.parametrize(("told", "value"), [("B chooses Blade; ", "Blade"), ("B chooses Shield; ", "Shield")])
def test_what_somebody_chooses_can_be_told(told: str, value: str) -> None:
    scene = "players A B; A has 3 coins; hand A: Blade; hand B: Blade, Shield; A strikes B; "
    found = answers(
        house.desk("court", root=ROOT / "examples" / "court"), scene + told + "which card is in the roles shown by B?"
    )
    assert found == [value]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("what may B do?", "B plays Veto on Toll"),
        ("who may play Veto on Toll?", "B"),
        ("what may A do?", "A plays Skip, A draws"),
        ("B plays Veto on Toll; what may B do?", "nothing"),
        ("B plays Veto on Toll; who may draw?", "A"),
    ],
)
def test_what_somebody_may_do_is_asked_at_a_moment_that_goes_by_if_there_is_something(asked: str, value: str) -> None:
    powder = house.desk("powder", root=ROOT / "examples" / "powder")
    assert answers(powder, f"players A B; A is on turn; hand A: Toll, Skip; hand B: Veto; A plays Toll; {asked}") == [
        value
    ]


def test_a_question_at_the_moment_ends_no_moment_to_respond(tmp_path: Path) -> None:
    path = tmp_path / "asked.norm"
    path.write_text('erratum "x"\nquestion "how rich is {P} now" during asks the pennies of P\n', encoding="utf-8")
    powder = house.desk("powder", [path], root=ROOT / "examples" / "powder")
    scene = "players A B; A is on turn; hand A: Toll; hand B: Veto; A plays Toll; how rich is A now?; who may play Veto on Toll?; what is the pennies of A?"
    assert answers(powder, scene) == ["3", "B", "4"]


def test_a_title_that_may_stand_for_another_thing_than_a_card_is_told_to_lie_somewhere() -> None:
    court = house.desk("court", root=ROOT / "examples" / "court")
    scene = (
        "players A B; hand A: Blade; hand B: Steward; Steward is in the roles shown by B; the role claimed is Steward; "
    )
    assert (
        answers(court, scene + "which cards are in the roles shown by B?; what is the role claimed?") == ["Steward"] * 2
    )


@pytest.mark.parametrize(
    ("asked", "supposed", "open_"),
    [
        ("hand A: King; how many cards does A hold?", False, False),
        ("how many cards does A hold?", False, True),
        ("A holds King; how many cards does A hold?", False, True),
        ("is King in the hand of A?", False, True),
        ("A holds King; is King in the hand of A?", True, False),
        ("must A draw?", False, True),
        ("A holds King; must A draw?", True, False),
    ],
)
def test_what_hangs_on_a_hand_that_nobody_tells_is_open_and_what_does_not_says_what_it_supposes(
    desk: Desk, asked: str, supposed: bool, open_: bool
) -> None:
    (scene,) = desk.scenes(f"players A B; A is on turn; {asked}", "test")
    ((_, answer),) = desk.answers(scene)
    lines = tuple(answer_lines(answer, desk.rules.game))
    assert [p.id for p in answer.points] == (["which cards A holds"] if open_ else [])
    assert (answer.verdict is Verdict.SILENT) == open_
    assert lines[1].startswith("  supposed: nobody tells what A holds") == supposed


@pytest.mark.parametrize(
    ("laid", "value"),
    [
        ("", ""),
        ("deck: King, Pawn; ", "King"),
        ("deck: Pawn, Pawn; the number of shuffled cards in the deck is 2; ", "Pawn"),
    ],
)
def test_what_lies_on_top_of_what_was_shuffled_is_open(desk: Desk, laid: str, value: str) -> None:
    assert answers(desk, f"players A B; {laid}which card is the top card of the deck?") == [value]


def test_where_the_top_card_is_known_chance_has_no_part(desk: Desk) -> None:
    scene = "players A B; hand A: nothing; hand B: King; {}A draws; which card is in the hand of A?"
    assert answers(desk, scene.format("")) == ["King or Pawn"]
    assert answers(desk, scene.format("the number of shuffled cards in the deck is 0; ")) == ["King"]
    assert answers(desk, scene.format("the number of shuffled cards in the deck is 3; ")) == ["King"]


@pytest.mark.parametrize("said", ["every player P is such that P is on turn", "A is on turn or B is on turn"])
def test_what_says_no_table_is_refused(desk: Desk, said: str) -> None:
    with pytest.raises(InputError, match="does not say how the table lies"):
        answers(desk, f"players A B; it is so that {said}; what happens?")


@pytest.mark.parametrize("tail", [": cards, starts shuffled", ", starts full", " in sight", ": card"])
def test_a_zone_is_declared_as_one(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "specs" / "odd" / "vocabulary.norm"
    path.parent.mkdir(parents=True)
    path.write_text(f'zone deck "the deck"{tail}\n', encoding="utf-8")
    with pytest.raises(InputError, match="behind the phrase of a zone"):
        house.desk("odd", root=tmp_path)


FORMS = """players A B
A leads with 3
hand A: King
the coins of B is 1
A does draw
the coins of B is 2
"""


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("who gains a coin?", "B"),
        ("who loses a coin?", "nobody"),
        ("how much does B gain?", "1"),
        ("how much does A gain?", "0"),
        ("how rich was B?", "1"),
        ("does A keep King?", "yes"),
        ("does B keep King?", "no"),
        ("is it so that the coins of B is more than the coins of B before?", "yes"),
        ("is it so that it was so that the coins of B is 1?", "yes"),
    ],
)
def test_a_question_of_the_game_speaks_of_two_tables(desk: Desk, asked: str, value: str) -> None:
    assert answers(desk, FORMS + asked) == [value]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("A leads with 3; the coins of B is 1", "1"),
        ("A leads with 1; the coins of B is 2", "2"),
        ("A leads with 3; the coins of A is 3", "0"),
        ("A leads with 3; A leads with 3; B has 2 coins", "2"),
    ],
)
def test_what_a_form_says_of_others_is_so_unless_a_statement_says_otherwise(desk: Desk, said: str, value: str) -> None:
    for order in permutations(said.split("; ")):
        assert answers(
            desk, f"players A B C; {'; '.join(order)}; what is the coins of B?; what is the coins of C?"
        ) == [
            value,
            "0",
        ]


@pytest.mark.parametrize(
    "said",
    [
        "A leads with 3; the coins of A is 4",
        "A leads with 3; A leads with 4",
        "A leads with 3; B leads with 3",
        "A leads with 3; the coins of B is 0; the coins of B is 1",
    ],
)
def test_two_statements_that_name_one_field_say_the_same_of_it(desk: Desk, said: str) -> None:
    for order in permutations(said.split("; ")):
        with pytest.raises(InputError, match="contradicts"):
            answers(desk, f"players A B; {'; '.join(order)}; what happens?")


@pytest.mark.parametrize(
    ("said", "asked", "value"),
    [
        ("purses A 3, B 4", "how many coins has B", "4"),
        ("deck: Pawn; hand A: nothing; A takes from the deck", "how many cards does A hold", "1"),
        ("purses A 3; A has come to 3 coins", "how many coins has A", "3"),
        ("purses A 3; A has come to 2 coins", "how many coins has A", "impossible"),
    ],
)
def test_forms_repeat_what_stands_behind_them_and_tell_what_happened(
    desk: Desk, said: str, asked: str, value: str
) -> None:
    assert answers(desk, f"players A B; {said}; {asked}?") == [value]
    with pytest.raises(InputError, match="told twice"):
        answers(desk, f"players A B; purses A 3, A 4; {asked}?")


def test_forms_are_shown_printed_and_hinted_at(desk: Desk) -> None:
    lines = "\n".join(vocabulary_lines(desk.game))
    assert "who gains a coin?" in lines and "P leads with N" in lines
    (scene,) = desk.scenes(FORMS + "how much does B gain?", "test")
    printed = [desk.reader.language.show(item.tree) for item in scene.items]
    assert "A leads with 3" in printed and "how much does B gain?" in printed
    with pytest.raises(InputError) as found:
        desk.scenes("players A B; who gains a con?", "test")
    assert "did you mean `coin`" in found.value.problems[0].hint


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("forms", 'question "who leads" the winner', "expected `question"),
        ("forms", 'setup "{P} leads" before does Set the coins of P to 1.', "expected `setup"),
        ("forms", 'question "who leads" asks each player P such that P is rich', "cannot stand here"),
        ("forms", 'question "who gains a coin" asks the winner', "already"),
        (
            "clauses",
            "clause X-1 permission\n  norm P may draw if the coins of P is more than the coins of P before",
            "before",
        ),
    ],
)
def test_what_is_no_form_is_told_where_it_is(tmp_path: Path, file: str, line: str, message: str) -> None:
    for kind, room in BLOCKS.items():
        path = tmp_path / room / "draws" / f"{kind}.{'cards' if kind == 'cards' else 'norm'}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown(kind) + ("\n" + line + "\n" if kind == file else ""), encoding="utf-8")
    with pytest.raises(InputError, match=message) as found:
        house.desk("draws", root=tmp_path)
    assert found.value.problems[0].place.file.endswith(f"{file}.norm")
    assert found.value.problems[0].place.line > 1


def test_a_property_of_a_step_sees_both_tables(desk: Desk) -> None:
    words = Sentences(desk.game.vocabulary, ())
    line = SourceLine(
        "step",
        "every player P is such that the coins of P is at most (the coins of P before) plus 1",
        Place("x", 1),
        "",
    )
    cond = words.cond(line, two_states=True)
    assert cond is not None
    held = Property("C-1", "invariant", "Coins come one by one.", checks=(Check("step", cond),))
    rules = Rulebook(msgspec.structs.replace(desk.game, properties=(held,)), desk.rules.functions)
    one, two = (Store().put(("seats",), 2).put(("coins", 0), n) for n in (1, 2))
    for path, broken in (((one, two), 0), ((two, one), 0), ((Store().put(("seats",), 2), two), 1)):
        for spanning in (False, True):
            watch = Watcher(rules, spanning)
            for store in path:
                watch(Position(store), ())
            assert len(watch.violations) == broken


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("B spends 3", "say on what: `B gives 3 coins`"),
        ("B pays  3 coins", "say on what: `B gives 3 coins`"),
        ("must B pass on", "`must B draw?` or `must B play King?`"),
        ("B owes", ""),
    ],
)
def test_a_game_says_what_to_say_instead(said: str, hint: str) -> None:
    hints = hints_in(
        'hint "{P} (spends|pays) {N} [coins]" says "say on what: `{P} gives {N} coins`"\n'
        'hint "{V:may|must} {P} pass {…X}" says "`{V} {P} draw?` or `{V} {P} play King?`"\n'
    )
    assert next((t for h in hints if (t := told_instead(h, said))), "") == hint
