"""A question without a table is put on that of the ruling whose `faq` asks just this, and never on another."""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from functools import cache

import pytest
from conftest import ROOT

from checker.ask.answer_json import plain
from checker.ask.ask import asked_text
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.find.asked_before import asked_before, listed
from checker.kernel.source import InputError
from checker.syntax.everyday.known import Known, Read
from checker.syntax.everyday.reading import Reader
from checker.verdicts import clause_ablation


@cache
def desk(game: str) -> Desk:
    return house.desk(game)


FAQ = [(game, one) for game in house.known() for one in listed(desk(game))]


def test_each_question_of_players_is_found_as_it_is_typed_in_haste() -> None:
    """Without capitals and question mark, `can` for `may` and `you` for `I` throughout; and no two are taken for each other."""
    wrong = []
    for game, one in FAQ:
        typed = one.question.casefold().rstrip("?").replace("may ", "can ")
        for mine, yours in (("i am", "you are"), ("(?:i|me)", "you"), ("my", "your")):
            typed = re.sub(rf"\b{mine}\b", yours, typed)
        found = asked_before(desk(game), typed)
        if found is None or (found.scene, found.expected) != (one.scene, one.expected):
            wrong.append((game, typed))
    assert len(FAQ) > 40 and not wrong, wrong


@pytest.mark.parametrize(
    ("typed", "game", "value", "deciding"),
    [
        ("do I have to move a tile each turn", "horrible", "no", "HO-16"),
        ("can I jump over two hexes in a row", "horrible", "yes", "HO-17"),
        ("is it ok to spin a hex", "horrible", "no", "HO-27"),
        ("adn can I spin teh tile taht I move", "horrible", "no", "HO-27"),
        ("can I slide the same tile twice or is my turn done", "horrible", "no", "HO-17"),
        ("can you exchange letters although you can lay a word", "hexx", "no", "WX-23"),
        ("my card got nulled and i've another, may i play that", "hexhex", "yes", "HH-101"),
        ("what happens if Bob plays Stun on himself", "hexhex", "no", "HH-87"),
        ("when I roll a 1 do I go again?", "hexx", "yes", "WX-101"),
    ],
)
def test_it_is_answered_on_the_table_of_the_ruling_which_is_said_first(
    typed: str, game: str, value: str, deciding: str
) -> None:
    (found,) = house.asked(typed, None, None, False)
    assert (found.game.name, plain(found.answer.value)) == (game, value) and deciding in found.answer.deciding
    assert not found.answer.note, "it is not for want of the card that the answer is so"
    told = "\n".join(asked_text([found]))
    assert told.index("read as: players ") < told.index("asked as players ask it") < told.index("FORCED")


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("hexx", "can a word have three letters?"),
        ("hexx", "must I exchange tiles although I can lay a word?"),
        ("hexhex", "May I play a deflection after the round starts?"),
        ("hexhex", "Can Called Shot cancel Null?"),
        ("hexhex", "May I deflect a Hex to my neighbour?"),
        ("horrible", "can my opponent turn a tile"),
        ("horrible", "can a tile slide"),
        ("horrible", "who has to move a tile"),
        ("horrible", "do I have to move two tiles"),
        ("horrible", "how many tiles do I place each turn"),
        ("horrible", "can I move the tile that I placed last turn"),
        ("hexx", "can I take back a word"),
        ("hexhex", "do I gain voice when I am hexed"),
        ("hexhex", "does boost double the voice"),
        ("horrible", "how can I turn a hex when I move it"),
        ("horrible", "when am I allowed to move the tile he just put down"),
        ("horrible", "can I not skip moving"),
        ("horrible", "can I skip moving first"),
        ("horrible", "can I slide the same tile twice or do I lose my turn"),
        ("horrible", "how many goals do I need"),
        ("horrible", "can I jump over a gap and a tile"),
        ("horrible", "can i trade in a goal card"),
        ("hexhex", "is there a tie breaker if two players tie for last"),
        ("hexhex", "can I play a card instead of passing if it is not my turn"),
        ("hexx", "does swapping tiles use up my turn three times"),
        ("hexx", "do i draw after swapping"),
        ("hexx", "do i have to use all my letters"),
        ("hexx", "can i draw before i lay a word"),
        ("hexhex", "do i draw a card when i get hexed"),
        ("hexhex", "how many cards can i hold"),
        ("hexhex", "can i play stun before the cast"),
        ("hexhex", "duck on a null, is that ok"),
        ("hexhex", "May I play Duck on a Null?"),
        ("hexhex", "can i use my Level on Anna's Ward card"),
        ("hexhex", "may I play absorb on null?"),
        ("hexhex", "can we play with seven hexes"),
        ("horrible", "can i rotate a tile when i place it"),
        ("hexx", "if i cant make a word do i lose"),
        ("hexhex", "can i play null on my own card"),
        ("hexhex", "is the hex dismissed when the round ends"),
        ("hexhex", "can i play two cards at once"),
        ("hexhex", "do i have to yell grab when i play it"),
        ("hexhex", "do i get a token if i hex someone"),
        ("horrible", "can i score twice in one turn"),
        ("horrible", "do i have to take my goal card if its complete"),
        ("horrible", "does the first player place first"),
        ("horrible", "when i place a tile does my opponent score"),
        ("horrible", "there's a tile right where my slide arrow points, can i slide anyway"),
        ("hexx", "can i exchange a hexx tile"),
        ("horrible", "is it allowed to move first and then place a tile"),
        ("horrible", "do i shuffle the goal cards after scoring"),
        ("hexhex", "can i grab a stick with both hands"),
        ("hexhex", "two hexes are in front of me and i pass one, how much voice do i lose"),
        ("hexhex", "does the person left of the dealer go first"),
        ("hexhex", "can i play two when hexed cards for two hexes"),
        ("hexhex", "does the person who got hexed lose voice when i have ward"),
        ("hexhex", "how many cards does each player draw per turn"),
        ("hexhex", "if someone nulls my deflection can i null another card"),
        ("hexx", "i played my last tile, do i get another turn"),
        ("hexx", "rolled a 10, can bob name the vowel"),
        ("hexx", "bob rolled a 5, do the tiles next to his word turn to my colour"),
        ("hexx", "the bag is empty and bob cant play. do i pass"),
        ("hexx", "do i flip all tiles on the board when i play a word"),
        ("hexx", "can my opponent exchange my tiles"),
        ("horrible", "my move made my own pattern. does bob get the card"),
        ("horrible", "after someone scores do the goal cards all get discarded"),
        ("horrible", "can i swap two other hexes"),
        ("hexhex", "tie breaker, boosted hex goes off on me, how much does the sender gain"),
        ("hexhex", "theres 4 of us and we finished the 5th round, is the game over?"),
    ],
)
def test_what_differs_in_a_word_is_another_question(game: str, typed: str) -> None:
    """In a number, in a denial, in who does it to whom, in whether it is a duty, in how or when."""
    assert asked_before(desk(game), typed) is None


@pytest.mark.parametrize(
    ("game", "typed", "asked"),
    [
        (
            "horrible",
            "i drew a tile that fits perfectly, can putting it down finish my goal",
            "does Red complete a goal?",
        ),
        ("hexx", "yay we rolled a 1 on the die, what happens", "is it so that the player on turn is Red?"),
        (
            "hexhex",
            "what do we do when the deck's run out of cards",
            "is it so that the number of cards in the deck is at",
        ),
        ("hexx", "can we make words going diagonaly", "may Black play O at 2,1?"),
        ("hexx", "what happens when i roll a 7", ""),
        ("hexx", "lost origin came up again, do we laugh", ""),
        ("horrible", "can I jump over two hexes in a row, or does that hurt them", ""),
        ("hexx", "the bag's empty and neither of us can make a word anymore, is that it?", ""),
    ],
)
def test_it_is_taken_for_the_question_of_which_it_says_most_or_refused(game: str, typed: str, asked: str) -> None:
    found = asked_before(desk(game), typed)
    assert bool(found) == bool(asked) and (not found or found.scene[-1].startswith(asked))


def test_of_two_answers_that_are_offered_it_is_said_which() -> None:
    """Whichever of the two the ruling asks for, and whatever it asks in."""
    asked = (
        ("hexx", "do i roll before or after i draw new tiles"),
        ("horrible", "do i place my tile before moving or after"),
    )
    found = [house.asked(text, None, None, False, named=game)[0] for game, text in asked]
    assert [plain(one.answer.value) for one in found] == ["after", "after"]


def test_what_a_form_says_goes_before_what_comes_near() -> None:
    (found,) = house.asked("can i null a card on my turn", None, None, False, named="hexhex")
    assert "may B play Null?" in "\n".join(asked_text([found])).split("taken for granted")[0]


def test_a_card_that_is_played_on_another_is_asked_about_as_the_two_are_named() -> None:
    """What one of them may do to the other is told of no other two, and not the other way round."""
    titles = [card.title for card in desk("hexhex").game.cards][::4]
    asked = [f"may I play {one} on a {other}?" for one in titles for other in titles]
    assert not [typed for typed in asked if asked_before(desk("hexhex"), typed)]


def test_where_the_contrary_is_asked_the_answer_stands_below_what_was_typed() -> None:
    (found,) = house.asked("can I skip placing a tile", None, None, False, named="horrible")
    assert (found.answer.question, found.answer.value) == ("can I skip placing a tile?", "no")
    assert found.told and "the contrary, “must Red place a tile?”" in found.told.taken[0]


@pytest.mark.parametrize(
    "typed",
    [
        "can I spell a word backwards again",
        "may I exchange tiles instead of passing",
        "can my opponent exchange my tiles",
        "if i roll 15 can i flip my own tiles",
    ],
)
def test_what_says_that_something_is_otherwise_is_not_left_out(typed: str) -> None:
    with pytest.raises(InputError):
        house.asked(typed, None, None, False, named="hexx")


def test_a_condition_is_told_before_it_is_asked_whether_the_game_is_over() -> None:
    (found,) = house.asked("is the game over when somebody has three goals", None, None, False, named="horrible")
    assert found.answer.value == "yes" and "HO-25" in found.answer.deciding


def test_what_no_form_reads_is_not_answered_as_what_happens() -> None:
    """Signs that are no words say nothing; whoever says `my opponent` is the other."""
    with pytest.raises(InputError):
        house.asked("/etc/passwd", None, None, False, called="scene")
    (found,) = house.asked("my opponent is out of tiles whose turn is it", None, None, False)
    assert found.told and "hand Black: nothing" in found.told.text


@pytest.mark.parametrize(
    ("scene", "clause"),
    [
        ("players Red Black; how many tiles does Black draw?", "WX-4"),
        ("players A B C; who gains Voice?", "HH-58"),
    ],
)
def test_where_nothing_is_told_to_happen_it_is_not_said_that_nothing_follows(scene: str, clause: str) -> None:
    """`nothing` would answer what comes next on this table, and asked is what the rules say of such a table."""
    with pytest.raises(InputError, match="nothing is told to happen") as error:
        house.asked(scene, None, None, False)
    assert clause in [one.name for one in error.value.problems[0].near]


@pytest.mark.parametrize(("game", "clause"), [(None, "HH-69"), ("hexhex", "HH-69"), ("hexx", "WX-6")])
def test_what_hangs_on_a_table_of_which_nothing_is_told_is_not_answered_as_open(game: str | None, clause: str) -> None:
    """The game may be another one than that whose words these are, and its rules may well say who starts."""
    with pytest.raises(InputError, match="nothing is told from which") as error:
        house.asked("who starts", None, None, False, named=game)
    assert clause in [one.name for one in error.value.problems[0].near]
    assert house.asked("who starts the last round", None, None, False, named="hexhex")


@pytest.mark.parametrize(
    ("typed", "tried"),
    [
        ("can I jump over two hexes in a row", 0),
        ("Red moves a tile and Blue has three goals, who wins?", 10),
        (
            "if my opponent laid a tile and then I moved it away, but he said that it was his, does the card that I get for "
            "it count when we both have two",
            75,
        ),
    ],
)
def test_what_is_typed_is_read_in_so_many_tries(typed: str, tried: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By players' questions without any, by forms in few, and given up after some however long it is."""
    tries, whole = list[str](), Reader._whole

    def counted(self: Reader, said: str, known: Known) -> Read | None:
        tries.append(said)
        return whole(self, said, known)

    monkeypatch.setattr(Reader, "_whole", counted)
    with suppress(InputError):
        house.asked(typed, None, None, False, named="horrible")
    assert len(tries) <= tried, tries


def test_questions_typed_on_a_phone_are_read_as_they_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty, written from the rulebooks alone: half are read at least, and each of these is answered as it should be."""
    monkeypatch.setattr(clause_ablation, "LOOK_UPS", 0)  # in which order the clauses stand is not looked at
    path = ROOT / "tests" / "player_questions_phone.tsv"
    rows = [*csv.DictReader(path.open(encoding="utf-8"), delimiter="\t")]
    wrong = [(row["question"], said) for row in rows if (said := answered(row)) != row["answer"]]
    assert not wrong and sum(row["answer"] != "-" for row in rows) >= 30, wrong


def test_what_the_opponent_does_is_not_answered_where_it_is_asked_what_i_do() -> None:
    for typed, said in (("when I roll a 2 do I go again?", "no"), ("I roll a 2. Does my opponent go again?", "yes")):
        assert answered({"game": "hexx", "question": typed}) == f"FORCED: {said}"


def answered(row: dict[str, str]) -> str:
    """The verdict, and what is forced; `-` if it is not read."""
    try:
        found = house.asked(row["question"], None, None, False)[-1]
    except InputError:
        return "-"
    if found.game.name != row["game"]:
        return found.game.name
    verdict = found.answer.verdict.value
    return f"FORCED: {str(plain(found.answer.value))[:40]}" if verdict == "FORCED" else verdict
