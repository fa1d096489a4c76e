"""Scenes as judges type them at a table: read, and as they are meant; what is not read gets a form that is."""

from __future__ import annotations

import random
import re
from functools import lru_cache

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games, retelling
from checker.kernel.source import InputError
from checker.syntax.everyday.forms import written
from checker.syntax.everyday.retell import Retold, Unread

LISTED = ROOT / "tests" / "judge_questions.txt"
SHARE = 0.72
FIRST = 150
"""So many questions were written before anything was made to read them."""
SEATED = {"hexhex": "A B C D E Anna Ben Carl Dora Alice Bob Carol Ann Bea Cid", "hexx": "Red Black"}
QUESTIONS = [line.split(" | ") for line in LISTED.read_text().splitlines()]


@lru_cache
def desk(game: str) -> Desk:
    """The game, laid ready once."""
    return games.desk(game)


def told(game: str, text: str) -> Retold | Unread:
    """The text as the game tells it."""
    return desk(game).retold(text)


def canonical(found: Retold | Unread) -> str:
    """The scene without its game's name; `-` if it is not read."""
    return "; ".join(found.text.split("\n")[1:]) if isinstance(found, Retold) else "-"


def test_judges_questions_are_read_as_they_are_meant() -> None:
    """Each of the questions has the form written beside it, and so many of the first, written beforehand, have one."""
    wrong = [(text, form, is_) for game, text, form in QUESTIONS if (is_ := canonical(told(game, text))) != form]
    assert not wrong, wrong
    assert sum(form != "-" for _, _, form in QUESTIONS[:FIRST]) >= SHARE * FIRST


def test_what_is_read_is_a_scene() -> None:
    """What the questions are read as can be read as it stands, and is read as the same again."""
    for game, _, form in QUESTIONS[::7]:
        if form != "-":
            assert desk(game).scenes(f"game {game}\n" + form.replace("; ", "\n"), "scene")


def test_hints_for_mutated_questions_are_read() -> None:
    """A form that is offered for what cannot be read is read when it is typed instead."""
    chance = random.Random(1)
    offered = 0
    for game, text, _ in QUESTIONS[::3]:
        words = text.split()
        at = chance.randrange(len(words))
        words[at : at + 1] = [] if chance.random() < 0.5 else ["frobbed"]
        found = told(game, " ".join(words))
        if isinstance(found, Unread) and found.hint:
            offered += 1
            scene = f"game {game}\nplayers {SEATED[game]}\n" + found.hint.replace("; ", "\n")
            assert desk(game).scenes(scene, "scene"), (words, found)
            assert "frobbed" not in found.hint
    assert offered > 3


def test_what_is_taken_for_granted_is_said() -> None:
    """A pronoun and the players who are not listed are said; what nobody means is not read."""
    found = told("hexhex", "A casts at B. Can he play Duck?")
    assert isinstance(found, Retold)
    assert "may B play Duck?" in found.text
    assert "`he` is B" in found.taken
    assert any("C plays too" in t for t in found.taken)
    assert isinstance(told("hexhex", "A casts at B. Can he frobnicate the goose?"), Unread)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("A casts at B. B plays Duck. Can C Null it?", "may C play Null on Duck?"),
        ("A casts at B. B double backs it. What happens?", "B plays Double Back\n"),
    ],
)
def test_it_is_what_fits(text: str, form: str) -> None:
    """What `it` stands for depends on what can be done with it: a card for one card, the Hex for another."""
    found = told("hexhex", text)
    assert isinstance(found, Retold)
    assert form in found.text


def test_he_and_him_are_two() -> None:
    """Of two pronouns in one sentence the second is somebody else, and `himself` is the first."""
    other = told("hexhex", "A casts at B. He plays Stun on him.")
    own = told("hexhex", "A casts at B. He plays Stun on himself.")
    assert isinstance(other, Retold) and isinstance(own, Retold)
    assert "B plays Stun naming A" in other.text
    assert "B plays Stun naming B" in own.text


def test_half_a_title_is_said() -> None:
    """Which of two cards is taken that differ in a word is said; with the word nothing is."""
    half = told("hexhex", "A casts at B. B plays a Maddening Compulsion. What happens?")
    whole = told("hexhex", "A casts at B. B plays a Maddening Compulsion left. What happens?")
    assert isinstance(half, Retold) and isinstance(whole, Retold)
    assert any("Maddening Compulsion Left" in t for t in half.taken)
    assert not any("Maddening" in t for t in whole.taken)


def test_a_verb_by_itself_is_not_taken_for_another() -> None:
    """What may be taken in a game need not be what whoever draws has in mind."""
    assert not isinstance(told("hexx", "Red plays WORD. Must Black draw?"), Retold)
    assert isinstance(told("hexx", "Red plays WORD. Must Black take?"), Retold)


@pytest.mark.parametrize(
    ("asked", "of_hand"),
    [("has Red", True), ("does Red have", True), ("has Red got", True), ("does Red have in hand", False)],
)
def test_what_somebody_has_is_said_to_be_asked_of_the_hand(asked: str, of_hand: bool) -> None:
    """Tiles on the board are somebody's too: it is said which are meant, unless that was."""
    found = told("hexx", f"Red plays WORD. How many tiles {asked}?")
    assert isinstance(found, Retold) and found.text.endswith("\nhow many tiles are in the hand of Red?")
    assert ("asked is of the hand, not of the board" in found.taken) == of_hand
    board = told("hexx", "Red plays WORD. How many tiles has Red on the board?")
    assert isinstance(board, Retold) and board.text.endswith("\nhow many tiles does Red have on the board?")


@pytest.mark.parametrize(
    "text",
    [
        "A casts at B. B has three Hexes. Is B hexed?",
        "Anna casts at Ben. Ben plays Twain at Carl and Dora. Who has a Hex?",
        "A casts at B. B is not hexed. Who gains Voice?",
        "A casts at B. B has one card. Is B hexed?",
    ],
)
def test_what_is_typed_is_never_left_out(text: str) -> None:
    """A number that a form does not mean, a second player, what is denied, a card of no name: none goes unread."""
    assert isinstance(told("hexhex", text), Unread)


@pytest.mark.parametrize("words", ["two", "2"])
def test_a_number_in_a_form_is_that_number(words: str) -> None:
    assert isinstance(told("hexhex", f"A casts at B. B has {words} Hexes. Is B hexed?"), Retold)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('means "{P} is not hexed" as ""', "says nothing"),
        ('means "{P} stuns {Q}" as "{P} plays Stun"', "`{Q}` is typed and comes back nowhere"),
        ('means "may {P} draw {N} cards" as "may {P} draw a card?"', "`{N}` is typed and comes back nowhere"),
    ],
)
def test_a_form_that_leaves_something_out_is_refused(line: str, message: str) -> None:
    words = desk("hexhex").game.vocabulary
    with pytest.raises(InputError, match=re.escape(message)):
        written(words, line, "forms.norm")
    found = written(words, 'means "is {P} the # 1" as "who is the sender?"\nseats Ann Ben  # who sits', "forms.norm")
    assert len(found.forms) == 1 and found.seats == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Can words be read forwards?", "WX-14"),
        ("Does Ward stop the loss of Voice from Spite?", "HH-153"),
    ],
)
def test_of_a_question_that_cannot_be_read_the_clauses_that_speak_of_it_are_named(text: str, clause: str) -> None:
    with pytest.raises(InputError) as error:
        retelling.retold([desk("hexhex"), desk("hexx")], text, "scene")
    assert clause in [one.name for one in error.value.problems[0].near]
    with pytest.raises(InputError) as error:
        retelling.retold([desk("hexhex"), desk("hexx")], "A casts at B. Does B frobnicate the goose?", "scene")
    assert error.value.problems[0].near == ()


@pytest.mark.parametrize("asked", ["can't I pass two curses on in hexx?", "can I pass two curses on in hexx"])
def test_a_game_that_is_named_is_meant_and_what_was_typed_is_shown(asked: str) -> None:
    with pytest.raises(InputError) as error:
        retelling.retold([desk("hexhex"), desk("hexx")], asked, "scene")
    (problem,) = error.value.problems
    assert {one.game for one in problem.near} == {"hexx"}, "though the other speaks of curses"
    assert problem.excerpt == asked


def test_a_word_without_its_place_is_not_laid_over_what_lies_there() -> None:
    """`playes` is read by a form, and the form leaves the place to the board, as the grammar's own words do."""
    scene = "dictionary card, cards. word CARD at -1,0 east red. Black playes CARDS. what is at 3,0?"
    found = told("hexx", scene)
    assert isinstance(found, Retold)
    assert [a.value for s in desk("hexx").scenes(found.text, "s") for _, a in desk("hexx").answers(s)] == ["S, black"]


def test_a_question_is_not_read_as_another_one_after_which_something_is_told() -> None:
    asked = "players A B C; A casts at B; is it so that B holds no card?"
    assert retelling.retold([desk("hexhex")], asked, "scene") is None
