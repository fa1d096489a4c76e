"""Where tables for what nothing orders begin, what is done there, and what carries the effects out."""

from __future__ import annotations

from pathlib import Path

import pytest
from bells import BOOK, PARTS, RAISES, attached, game, shown


def test_every_scene_is_laid_out_at_the_smallest_table_and_at_others_where_what_is_asked_for_is_otherwise(
    tmp_path: Path,
) -> None:
    many = "(the number of player P such that always) is at least 3"
    for name, one, laid, tables, seats in (
        ("same", "it is night", "", (2, 3, 4), [2]),
        ("more", many, "", (2, 3, 4), [3]),
        ("three", "it is night", 'scene "laid: for three"\nplayers A B C', (2, 3, 4), [3]),
        ("none", "it is night", 'scene "laid: for three"\nplayers A B C', (2,), []),
    ):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, attached(one), "it is night", laid), tables)
        assert [len(t.lines[0].split()) - 1 for t in made.found] == seats
    both = 'scene "laid: one"\nplayers A B\nit is night\n\nscene "laid: two"\nplayers A B'
    for name, one, laid, few, all_ in (
        ("a", "it is night", "", 2, 2),
        ("b", "it is night", both, 4, 4),
        ("c", many, "", 2, 3),
    ):
        (tmp_path / name).mkdir()
        bench = game(tmp_path / name, attached(one, "", RAISES), "", laid)
        assert (shown(bench).scenes, shown(bench, (2, 3, 4)).scenes) == (few, all_)


@pytest.mark.parametrize(
    ("laid", "ends", "scenes"),
    [
        ("", "A rings", 1),
        ("", "A rings\nA does ring\nA sings", 1),
        ("", "A rings\nB rings", 2),
        ("A rings", "", 1),
        ("A rings", "B rings", 2),
        ("", "", 0),
        ("", "A hums", 0),
    ],
)
def test_what_may_happen_is_tried_once_for_all_that_comes_to_the_same_if_the_effects_come_of_it(
    tmp_path: Path, laid: str, ends: str, scenes: int
) -> None:
    book = BOOK.replace("A rings", ends)
    made = shown(game(tmp_path, attached("", "", RAISES), "", laid, book))
    assert made.scenes == 2 * scenes, "by the words of the effects, and by what they change"


GROWS = "for each player Q, (set the coins of Q to the pot. Raise the pot by 1.)"


@pytest.mark.parametrize(
    ("rules", "more", "ends", "asked"),
    [
        (f'clause CL-2 effect "Growing"\n  says It grows.\n  norm when P rings, {GROWS}\n', "", "A rings", "2"),
        ("", f'act grow "grow" "{{P}} grows": P\n  does {GROWS[0].upper()}{GROWS[1:]}.\n', "A does grow", "2"),
        (
            f"procedure growing\n  step grow BE-1: {GROWS[0].upper()}{GROWS[1:]}.\n",
            'act grow "grow" "{P} grows": P\n  does Carry out "growing".\n',
            "A does grow",
            "2",
        ),
        (
            "procedure growing\n  unordered\n  step one BE-1: Set the pot to 3.\n  step two BE-1: Raise the pot by 1.\n",
            'act grow "grow" "{P} grows": P\n  does Carry out "growing". Set the coins of P to the pot.\n',
            "A does grow",
            "34",
        ),
        ("", f'act grow "grow" "{{P}} grows": P\n  does {PARTS}\n', "A does grow", "34"),
    ],
)
def test_whatever_carries_the_effects_out_is_done(tmp_path: Path, rules: str, more: str, ends: str, asked: str) -> None:
    for name, line in (("done", ends), ("not done", "B hums")):
        (tmp_path / name).mkdir()
        made = shown(game(tmp_path / name, rules, "", "", BOOK.replace("A rings", line), more=more))
        assert (made.met, bool(made.found), bool(made.scenes)) == ((line == ends,) * 3)


@pytest.mark.parametrize(
    ("does", "scenes"),
    [
        ("For each player Q, if the coins of Q is at most 7 and the pot is at most 9, raise the pot by 1.", 4),
        (
            "In any order, (If the coins of P is at most 7, raise the pot by 1. If the pot is at most 9, raise the pot by 1.).",
            12 + 4,
        ),
    ],
)
def test_what_effects_say_in_their_own_words_is_laid_out_only_where_they_are_several(
    tmp_path: Path, does: str, scenes: int
) -> None:
    grows = f'act grow "grow" "{{P}} grows": P\n  does {does}\n'
    made = shown(game(tmp_path, "", "", "", BOOK.replace("A rings", "A does grow"), more=grows))
    assert (made.scenes, made.found, made.met) == (scenes, (), True)


def test_where_cards_lie_is_laid_out_where_effects_move_them(tmp_path: Path) -> None:
    does = "For each player Q, for each card C such that (there is a player R such that C is in the hand of R), move C to the hand of Q."
    moves = f'act grow "grow" "{{P}} grows": P\n  does {does}\n'
    book, empty = BOOK.replace("A rings", "A does grow"), "hand A: nothing\nhand B: nothing"
    made = shown(game(tmp_path, "", "it is night\nhand A: Duck", empty, book, more=moves))
    (turned,) = made.found
    assert turned.lines == ("players A B", "hand B: Duck", "A does grow", "how many cards does A hold?")
    assert turned.cards == ("Duck",) and {t.value for t in turned.traces} == {"0", "1"}
