"""Values and cards told in rows are norms and entries like others, and what fits nowhere is refused at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import games
from checker.cli.main import run
from checker.kernel.source import InputError
from checker.load.folders.new_game import new_game

WORDS = """sort suit letters E
word suns, moons: suit
fact rank "the rank of {C}": number
  by rules
fact suit "the suit of {C}": suit
  by rules
fact height "the height of {E}": number
  by rules
"""
CARDS = """cards {Two, Nine, King} of {Suns, Moons}
  has rank {2, 9, 13}, suit {suns, moons}
  copies 1 assumed
"""
TABLE = 'clause CO-9 setup "Heights"\n  table the height of E: suns 3, moons -1\n'


def folder(root: Path, cards: str = CARDS, table: str = TABLE) -> Path:
    new_game(root)
    (root / "specs" / "rows.norm").write_text(WORDS + table, "utf-8")
    (root / "cards" / "rows.cards").write_text(cards, "utf-8")
    return root


def answers(root: Path, asked: str, *errata: Path) -> list[str]:
    desk = games.desk("rows", errata, root=root)
    return [str(a.value) for scene in desk.scenes(f"players A B; {asked}", "test") for _, a in desk.answers(scene)]


def test_each_row_gives_its_value(tmp_path: Path) -> None:
    root = folder(tmp_path / "rows")
    asked = "what is the rank of King of Suns?; what is the suit of Two of Moons?; what is the height of moons?"
    assert answers(root, asked) == ["13", "moons", "-1"]


def test_several_things_may_have_one_value(tmp_path: Path) -> None:
    root = folder(tmp_path / "rows", table=TABLE.replace("suns 3, moons -1", "suns or moons 7"))
    assert answers(root, "what is the height of suns?; what is the height of moons?") == ["7", "7"]


@pytest.mark.parametrize(
    ("change", "now"),
    [
        ("change card Nine of Suns\n  has rank 20\n", "20"),
        ("change norm of Nine of Suns: the value of the rank of C is 9 if C is Nine of Suns\n"
         "  norm the value of the rank of C is 21 if C is Nine of Suns\n", "21"),
        ("card Nine of Suns\n  has rank 22\n", "22"),
    ],
)  # fmt: skip
def test_an_erratum_changes_one_row(change: str, now: str, tmp_path: Path) -> None:
    erratum = tmp_path / "nine.norm"
    erratum.write_text(f'erratum "Nine"\n{change}', "utf-8")
    root = folder(tmp_path / "rows")
    assert answers(root, "what is the rank of Nine of Suns?; what is the rank of Two of Suns?", erratum) == [now, "2"]
    assert ("22" in now) == (answers(root, "what is the suit of Nine of Suns?", erratum) != ["suns"])


@pytest.mark.parametrize(
    ("cards", "table", "at", "said"),
    [
        (CARDS.replace("{2, 9, 13}", "{2, 9}").replace(", suit {suns, moons}", ", suit {suns}"), TABLE, (2, 12), "as long as"),
        (CARDS, TABLE.replace(" 3", ""), (10, 26), "expected `table"),
        (CARDS, TABLE.replace("the height of E: ", ""), (10, 9), "expected `table"),
    ],
)  # fmt: skip
def test_a_row_that_is_none_is_refused_at_its_place(
    cards: str, table: str, at: tuple[int, int], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refused:
        answers(folder(tmp_path / "rows", cards, table), "may A take a coin?")
    (problem,) = refused.value.problems
    assert said in problem.message and (problem.place.line, problem.place.column) == at


@pytest.mark.parametrize("tail", ["", " of lucky"])
def test_cards_of_a_kind_begin_where_that_is_said(tail: str, tmp_path: Path) -> None:
    root = folder(tmp_path / "rows")
    words = 'zone store "the store": cards, starts full\nzone box "the box": cards, starts full{}\n'
    (root / "specs" / "zones.norm").write_text(words.format(tail), "utf-8")
    asked = "where is Windfall?; how many cards are in the store?"
    assert answers(root, asked) == (["the store", "9"] if not tail else ["the box", "6"])
    with pytest.raises(InputError, match="is no kind of card"):
        (root / "specs" / "zones.norm").write_text(words.format(" of luck"), "utf-8")
        answers(root, asked)


def test_a_text_that_holds_for_a_time_may_cite_its_clauses(tmp_path: Path) -> None:
    root = folder(tmp_path / "rows")
    said = "Until the end of the turn, no player may take a coin."
    card = f"card Truce\n  kinds lucky\n  text {said}\n  because CO-2\n  text Raise the coins of you by 1.\n  clauses CO-2\n  over CO-1\n  copies 2 assumed\n"
    (root / "cards" / "truce.cards").write_text(card, "utf-8")
    scene = "it is A's turn; hand A: Truce; A plays Truce; what is the coins of A?"
    assert answers(root, scene) == ["1"]


CASES = """clause CO-8 definition "Prices"
  norm the value of the price is 3 if {0}the coins of P is at least 5{1}, 4 if {0}the coins of P is at least 3{1}, otherwise 7
"""
SOMEBODY = "there is a player P such that (", ")"


@pytest.mark.parametrize(("coins", "price"), [(6, "3"), (4, "4"), (0, "7")])
def test_a_value_by_case_is_that_of_the_first_case_that_holds(tmp_path: Path, coins: int, price: str) -> None:
    root = folder(
        tmp_path / "game", table=f'{TABLE}fact price "the price": number\n  by rules\n{CASES.format(*SOMEBODY)}'
    )
    assert answers(root, f"the coins of A is {coins}; the coins of B is 0; what is the price?") == [price]
    assert run(["fmt", "--check", str(root)]) == 0


def test_a_value_by_case_says_of_whom_it_speaks(tmp_path: Path) -> None:
    root = folder(tmp_path / "game", table=f'{TABLE}fact price "the price": number\n  by rules\n{CASES.format("", "")}')
    with pytest.raises(InputError, match="nothing says which `P` is meant"):
        answers(root, "what is the price?")


def test_words_listed_as_values_are_a_sort_of_their_own(tmp_path: Path) -> None:
    words = WORDS.partition("word suns, moons: suit\n")[2].replace(
        '"the suit of {C}": suit', '"the suit of {C}": suns, moons'
    )
    words = words[: words.index("fact height")]
    mood = 'field mood "the mood of {P}": glad, sad or so, starts sad or so\n'
    root = folder(tmp_path / "game", CARDS, "")
    (root / "specs" / "rows.norm").write_text(words + mood.replace(" or so", ""), "utf-8")
    told = "the mood of A is glad; what is the suit of Two of Moons?; what is the mood of A?; what is the mood of B?"
    assert answers(root, told) == ["moons", "glad", "sad"]


SOUGHT = 'Carry out "what is always looked for".'
STANDING = """clause CO-8 effect "Riches"
  norm whenever the coins of P is at least 5 and there is a player Q such that (Q is not P and the coins of Q is at least 5), lower the coins of P by 3
  norm whenever the coins of P is at least 9, lower the coins of P by 1
"""
LOOK = f'act look "look round" "{{P}} looks round": P\n  does {SOUGHT}\nclause CO-7 permission "Looking"\n  norm P may look round\n'


@pytest.mark.parametrize(("coins", "left"), [((6, 5), ["3", "2"]), ((6, 4), ["6", "4"]), ((12, 0), ["8", "0"])])
def test_what_is_always_looked_for_is_done_at_once_and_until_there_is_nothing_to_do(
    tmp_path: Path, coins: tuple[int, int], left: list[str]
) -> None:
    root = folder(tmp_path / "game", table=TABLE + LOOK + STANDING)
    told = f"the coins of A is {coins[0]}; the coins of B is {coins[1]}; A looks round"
    assert answers(root, f"{told}; what is the coins of A?; what is the coins of B?") == left
    assert run(["fmt", "--check", str(root)]) == 0


def test_what_is_always_looked_for_has_a_moment(tmp_path: Path) -> None:
    root = folder(tmp_path / "game", table=TABLE + STANDING)
    with pytest.raises(InputError) as raised:
        answers(root, "what is the coins of A?")
    (problem,) = raised.value.problems
    assert "at which moment" in problem.message and SOUGHT in problem.hint
    assert problem.place.line == 12
