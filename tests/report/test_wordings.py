"""What a report offers to print: a sentence for each answer, tried on every ruling, in the words of rulebooks."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import msgspec
import pytest
from conftest import ROOT
from msgspec.structs import replace
from test_clarification import OPEN, finding, toy
from test_committed_reports import answers

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport
from checker.explore.cards.finding_builders import of_card
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.report.as_html import as_html
from checker.report.as_markdown import as_markdown, proved, purpose
from checker.report.build import Sources, report_of
from checker.report.content import ProposedWording, cited
from checker.report.evidence import Evidence
from checker.report.questions import QuestionDraft, question
from checker.report.sides import told_sides
from checker.report.wordings import NOT_TRIED, TOO_WIDE, Tried, Wordings
from checker.run.progress import Line
from checker.verdicts.point_wording import asked as asked_so
from checker.verdicts.point_wording import denied
from checker.verdicts.verdict import Answer, Outcome


def test_a_wording_is_proposed_only_where_it_changes_no_other_ruling() -> None:
    whole, none = Wordings(toy(), 1), Wordings(toy(), 1)
    none.rulings = []
    alone = none.sentences(OPEN).wordings
    assert alone and alone[0].outcome.startswith("1 if A gives B")
    tried = whole.sentences(OPEN).wordings[0]
    assert (tried.text, tried.rulings, tried.changed) == (
        "Alms: the player chooses which player.",
        4,
        1,
    )
    scene, was = next((s, r) for s, r in whole.rulings if r.result.told)
    other = msgspec.structs.replace(was.result.told[0], value="something else")
    none.rulings = [(scene, was._replace(result=was.result._replace(told=(other, *was.result.told[1:]))))]
    assert none.sentences(OPEN) == Tried((), TOO_WIDE)


def test_sentences_that_were_found_are_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = Wordings(toy(), 1).each([(OPEN, ())])
    monkeypatch.setattr(Wordings, "sentences", lambda *_: pytest.fail("they were looked for again"))
    other = OPEN.replace("pebbles of A as 3", "pebbles of A as 4")
    assert [*Wordings(toy(), 1).each([(other, ()), (OPEN, ())], 0)] == [Tried((), NOT_TRIED), first] and first.wordings


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("A neighbour chooses", "A neighbour chooses."),
        ("raise the Voice of P by 0", ""),
        ("HH-1 goes before NO-2", ""),
        ("It does not count that a pass ends the turn", "A pass does not end the turn."),
        ("It counts that a player may pass if it is late and not it is early", ""),
        ("Lifting: the opponent of its player is meant", ""),
        ("Aside: the player chooses which player", "Step aside from a Hex by a card: the player chooses which player."),
        ("HH-149 means: for each card anew", "Ward protects against HEX•HEX; that is, for each card anew."),
        ("HH-149 means: turning: it lies as it fell", "Ward protects against HEX•HEX. It lies as it fell."),
        ("`x` comes first", ""),
        ("The number of tokens is 3; HH-27 goes before HH-4", ""),
    ],
)
def test_a_wording_has_no_code_and_no_number_of_a_clause(title: str, text: str) -> None:
    assert Wordings(house.desk("hexhex"), 1).printed(title) == text


def test_a_sentence_that_changes_other_rulings_says_which() -> None:
    wide = ProposedWording("Say so.", "A", 9, 1, "A new sentence.", wider=3, beyond=("“x”: who? Not A, but B",))
    assert "one that was open here comes out otherwise, and 3 others, too: “x”: who? Not A, but B and so" in proved(
        wide
    )


@pytest.mark.parametrize(
    ("outcome", "told"), [("A", True), ("", False), ("A, 5 unknown", False), ("A, C or nobody", False)]
)
def test_a_sentence_is_printed_for_an_answer_that_can_be_told(outcome: str, told: bool) -> None:
    assert ("so that the answer is" in purpose(ProposedWording("Say so.", outcome, 3, 0, ()))) == told


def test_the_rules_of_a_precedence_are_quoted() -> None:
    said = Wordings(house.desk("hexhex"), 1).printed("HH-149 and HH-151 go before HH-60")
    assert (
        said.startswith("Where they disagree, “Ward protects") and " goes before “No card" in said and "HH-" not in said
    )


@pytest.mark.parametrize(
    ("said", "otherwise", "question"),
    [
        ("patterns may be turned", "patterns may not be turned", "May patterns be turned?"),
        ("Voice can fall below zero", "Voice cannot fall below zero", "Can Voice fall below zero?"),
        (
            "a pass ends the turn if it is late",
            "a pass does not end the turn if it is late",
            "Does a pass end the turn if it is late?",
        ),
        (
            "the player has to lay a tile",
            "the player does not have to lay a tile",
            "Does the player have to lay a tile?",
        ),
        (
            "it matters how a tile is turned",
            "it does not matter how a tile is turned",
            "Does it matter how a tile is turned?",
        ),
        ("the throw still comes", "the throw no longer comes", "Does the throw still come?"),
        (
            "one card of the player named counts",
            "one card of the player named does not count",
            "Does one card of the player named count?",
        ),
    ],
)
def test_what_is_open_is_denied_and_asked_in_english(said: str, otherwise: str, question: str) -> None:
    assert (denied(said), asked_so(said)) == (otherwise, question)


def written_game(folder: Path, clause: str, more: str) -> Desk:
    """The toy with a line more in its clause of cards, and an entry more."""
    shutil.copytree(ROOT / "tests" / "toy", folder)
    path = folder / "specs" / "pebbles" / "clauses.norm"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("  says A card may be played instead.\n", f"  says A card may be played instead.\n{clause}")
        + more,
        "utf-8",
    )
    return house.desk("pebbles", root=folder)


def test_a_publisher_has_the_printed_words_and_words_to_print(tmp_path: Path) -> None:
    """The rulebook's own sentence is quoted with its page; an open point is asked, and settled, as the game has it."""
    more = (
        '\nwording whom\n  point which player is meant\n  asked "Who gets the pebble?"\n'
        '  print "chooses which player" "Give one pebble to a player of your choice." answer "one whom I choose"\n'
        '  print "the richest" "Give one pebble to the player who has most." answer "the richest"\n'
        '  print "oneself" "Put one pebble back." answer "nobody"\n'
        '  amend "oneself" change card Alms; text Let R be you. Give R a pebble.\n'
        "  instead PB-2\n"
    )
    desk = written_game(tmp_path / "game", '  print "You may play a card instead." page 3\n', more)
    (clause,) = cited(desk.game, ["PB-2"], 1)
    assert (clause.words, clause.where) == ("“You may play a card instead.”", "Cards, page 3, PB-2")
    content = report_of(desk, Sources(FormattedReport("pebbles", {}, (finding(OPEN),))))
    (one,) = [q for q in content.questions if q.title == "Who gets the pebble?"]
    assert [(said.text, bool(said.rulings), bool(said.untried)) for said in one.wordings] == [
        ("Give one pebble to a player of your choice.", True, False),
        ("Give one pebble to the player who has most.", False, True),
        ("Put one pebble back.", True, False),
    ]
    assert one.wordings[0].place == "Instead of “You may play a card instead.” (Cards, page 3)."
    assert [s.answer for s in one.sides] == ["one whom I choose", "the richest", "nobody"]
    assert {*one.besides, *(v for s in one.sides for v in s.came)} == {"0", "1"}
    for text in (as_markdown(content), as_html(content)):
        assert "Give one pebble to a player of your choice." in text
        assert "so that the answer is “the richest”" in text and "was not tried on the rulings" in text


def test_only_what_settles_the_point_asked_of_is_printed(tmp_path: Path) -> None:
    """A scene hangs on whom A gives a pebble and on a tie: a sentence on the one is none on the other."""
    more = (
        '\nwording whom\n  point which player is meant\n  asked "Who gets the pebble?"\n'
        '  print "chooses which player" "Give one pebble to a player of your choice."\n'
        '\nwording tie\n  point the winner, whom nobody fits\n  asked "Who wins a tie?"\n'
        '  print "nobody" "If players are tied, nobody wins."\n'
    )
    desk = written_game(tmp_path / "game", "", more)
    rules = "set up the pebbles of A as 1\nset up the pebbles of B as 1\nset up the supply as 0\nhand A: Alms"
    scene = f"players A B C\n{rules}\nA does play Alms\nwho wins?"
    tried = Wordings(desk, 1)
    (given,) = tried.sentences(scene, ("which player is meant",)).wordings
    (tied,) = tried.sentences(scene, ("the winner, whom nobody fits",)).wordings
    assert given.text == "Give one pebble to a player of your choice." and given.rulings and not given.untried
    assert len(given.came) > 1 and "nothing else" in proved(given)
    assert tied.text == "If players are tied, nobody wins." and tied.untried


def outcome(value: str, when: str, conditions: tuple[str, ...] = ()) -> Outcome:
    return Outcome(value, False, (), (), (), (), when, conditions)


def test_both_sides_are_told_once_each_and_say_more_than_the_answer() -> None:
    game = toy().game
    answer = Answer("who gains?", Verdict.AMBIGUOUS, "A")
    several = [("A", "the one"), ("B", "the other"), ("C", "the one"), ("nobody", "the game still goes on")]
    told, _ = told_sides(game, replace(answer, outcomes=tuple(outcome(*one) for one in several)))
    assert [(s.answer, s.when) for s in told] == [
        ("A or C", "if the one"),
        ("B", "if the other"),
        ("nobody", "if the game still goes on"),
    ]
    silly = (
        outcome("A", "the winner is A"),
        outcome("B", 'PB-3 is read as "so" and it is not so that the game still goes on'),
    )
    told, _ = told_sides(game, replace(answer, outcomes=silly))
    assert [s.when for s in told] == ["", "if PB-3 means “so” and the game no longer goes on"]
    mixed = outcome("A", "this and that or this and these", ("this", "that"))
    bare = replace(mixed, when="", options=(("p", "the card counts"),))
    told, _ = told_sides(game, replace(answer, outcomes=(bare, replace(bare, value="B"))))
    assert [s.when for s in told] == ["", ""], "what is the same for all tells them not apart"
    told, _ = told_sides(game, replace(answer, outcomes=(mixed, bare, replace(bare, value="B"))))
    assert [(s.answer, s.when) for s in told] == [
        ("A", "if this and that; and in other ways"),
        ("A or B", "if the card counts"),
    ]


@pytest.mark.parametrize("line", ["  print You may play.", '  print "You may play." on page 3'])
def test_a_printed_sentence_that_cannot_be_read_is_refused(line: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no printed sentence"):
        written_game(tmp_path / "game", f"{line}\n", "")
    with pytest.raises(InputError, match="no sentence to print"):
        written_game(tmp_path / "other", "", '\nwording whom\n  point which player is meant\n  print "yes"\n')


def test_what_only_a_printed_card_says_is_a_list_of_its_own() -> None:
    desk = house.desk("hexhex")
    finding_of = partial(finding, "players A B C\nB plays Level\nwho gains Voice?")
    texts = [finding_of(key, cards=(title,)) for key, title in (("x", "Level"), ("y", "Fresh Wind"))]
    found_so = [msgspec.structs.replace(one, message=of_card(one.cards[0])) for one in texts]
    content = report_of(desk, Sources(FormattedReport("hexhex", {}, tuple(found_so))))
    assert content.cards == (("Level", "the benefit"),) and not content.number
    assert any("were not at hand" in said and "Turn Aside Left" in said for said in content.examined)
    assert "Fresh Wind" not in as_markdown(content)


@pytest.mark.parametrize("name", ["hexhex", "hexx", "horrible"])
def test_whatever_is_asked_in_print_has_a_sentence_for_each_side_and_each_answers_the_question(name: str) -> None:
    for one in house.desk(name).game.wordings:
        said = [text for _, text in one.sentences]
        assert len({*said}) == len({*one.answers}) == len(said) >= 2, one.asked
        assert not any(re.search(r"\b[A-Z]{2}-\d", text) or not text.endswith(".") for text in said), one.asked
        assert all(answers(one.asked, told) for told in one.answers), (one.asked, one.answers)


def test_what_is_wrong_is_told_without_the_program_s_own_places() -> None:
    loop = (
        "play can come back to step turns of game for ever, if chance has it so each time, which it has with "
        "probability 0, by `roll`; taken for granted: K-1 read as: so; no card of the box breaks it"
    )
    one = msgspec.structs.replace(finding("loop"), name="endless-play", message=loop)
    waits = Line("A waits", ("PB-1",))
    told = Outcome("A waits", False, (), (), (waits,), ("PB-1",))
    answer = Answer("what happens?", Verdict.FORCED, "A waits", (told,))
    shown = Evidence("players A B", (), "what happens?", "", answer, "", "", False)
    asked = question(toy().game, QuestionDraft((one,), shown, ()), 1, Tried(), None)
    assert asked.why == "Play can go round for ever, if chance has it so each time, by “roll”."
    assert not asked.sides and not asked.asks, "how far the scene goes is no answer"
    assert [c.id for c in asked.both] == ["PB-1"]
