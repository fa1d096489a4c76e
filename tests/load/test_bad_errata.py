"""An erratum that cannot be used is refused at its place, with a message and where possible a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, told

from checker.catalog import games as house
from checker.kernel.source import InputError, Problem

NULL = "P must not play C if C is Null"
STEP = "`step NAME of PROCEDURE before STEP: For each player P, …`"
BAD = {
    "remove clause HH-999": (2, 15, "there is no clause `HH-999` to remove"),
    "remove clause": (2, 8, "expected the clause to remove"),
    "remove clauze HH-60": (2, 8, "nothing called a clauze"),
    "remove norm HH-82.9": (2, 8, "there is no norm 9 of HH-82"),
    "remove norm HH-82": (2, 13, "HH-82 has 4 norms"),
    "remove norm HH-82.1\nremove norm HH-82.1": (3, 8, "norm 1 of HH-82 is taken away already"),
    "remove norm of HH-82: whether Voice can fall under zero is unstated": (2, 23, "no norm of HH-82 reads so"),
    "remove norm HH-82.1: P must not pass if P can lay a word": (2, 22, "norm 1 of HH-82 does not read so"),
    "change norm HH-27.1: the value of the starting hand is 6\n  norm the value of the starting hand is 4": (
        2,
        22,
        "norm 1 of HH-27 does not read so",
    ),
    "change norm of HH-27: the value of the starting hand is 6\n  norm the value of the starting hand is 4": (
        2,
        23,
        "no norm of HH-27 reads so",
    ),
    "change norm HH-27.1: the value of the starting hand is 5": (2, 8, "expected `change norm of ID: what it says`"),
    "change norm HH-27.1\n  norm the value of the starting hand is 4": (
        2,
        8,
        "expected `change norm of ID: what it says`",
    ),
    "remove norm of HH-82": (2, 8, "expected `remove norm ID.NUMBER`"),
    'law "No pointing"': (2, 1, "`law` begins no entry"),
    "remove card Dukc": (2, 13, "there is no card `Dukc` to remove"),
    "remove step discrad of round": (2, 13, "round has no step `discrad`"),
    "remove step discard of rnd": (2, 24, "there is no procedure `rnd`"),
    "remove count gold pieces": (2, 14, "no clause counts `gold pieces`"),
    "remove precedence HH-59 over HH-1": (2, 30, "HH-59 does not outrank `HH-1`"),
    "remove field Voice": (2, 8, "the rules still need the field `Voice`"),
    "count gold tokens 12": (2, 7, "no clause counts `gold tokens`"),
    "change clause HH-999\n  says x": (2, 15, "there is no clause `HH-999` to change"),
    "change clause HH-60": (2, 8, "expected the lines to change below it"),
    "change clause HH-60\n  nrom P may cast at Q": (3, 3, "`nrom` is no line of a clause"),
    "change card Duck\n  kinds stepping a side": (3, 9, "`stepping a side` is no kind of card"),
    "norm HH-60 no card alters that C is cancelled": (2, 6, "expected `norm of ID: what holds`"),
    "norm of HH-60: P may drow a card": (2, 22, "`drow` cannot stand here"),
    "norm HH-60: no card alters that\n  P loses N Voice\n  by HEXHEXHEX": (4, 6, "`HEXHEXHEX` cannot stand here"),
    "precedence HH-149 over HH-999": (2, 24, "there is no clause or card `HH-999`"),
    "precedence HH-60 over HH-60": (2, 12, "a clause cannot outrank itself"),
    "clause E-1 x\n  over HH-60\n  norm P may draw a card\nprecedence HH-60 over E-1": (4, 8, "in a circle"),
    "clause E-1 x\n  says Whoever pl": (2, 1, "nothing holds by `E-1`, and nothing names it"),
    "card Duck\n  kinds stepping aside": (2, 1, "the card `Duck` has no text and no norm"),
    "clause E-1 x\n  says Words.\n  over HH-60": (4, 8, "`E-1` has no norm that could outrank anything"),
    "clause HH-60\n  over HH-60": (3, 8, "`HH-60` has no norm that could outrank anything"),
    "precedence HH-60 over HH-151\nprecedence HH-151 over HH-60": (3, 1, "in a circle"),
    'clause E-1 x\n  norm what speaks as "card" outranks what speaks as "COMPEL"': (3, 8, "in a circle"),
    "step x of round before nosuch: P draws a card.": (2, 24, "round has no step `nosuch`"),
    'step x of round before over: Carry out "claen-up".': (2, 30, "there is no procedure `claen-up`"),
    "step x of round before over: P drawz a card.": (2, 32, "`drawz` cannot stand here"),
    "move step discard of round": (2, 6, "expected `move step NAME of PROCEDURE before STEP`"),
    "clause E-1 x\n  norm P may draw a card\nclause E-1 x": (4, 8, "there is a clause `E-1` already, in line 2"),
    "card Fog\n  kinds counter Hex\n  text R loses 1 Voice by Fog.": (4, 8, "nothing in this text says what `R` is"),
    "clause E-1 x\n  norm when P gains N Voice, Q loses N Voice by the law": (3, 8, "nothing says what `Q` is"),
    "clause E-1 x\n  for Dukc\n  norm P may draw a card": (3, 7, "no card is called `Dukc`"),
    "change card Duck\n  clauses HH-171 HH-999": (3, 18, "there is no clause `HH-999` to cite"),
    "clause E-1 x\n  norm nobody may draw a card": (3, 8, "this speaks of nobody"),
    'card Fog\n  kinds counter Hex\n  text By "HH-1037", you lose 1 Voice by Fog.': (
        4,
        12,
        "there is no clause `HH-1037` to cite",
    ),
    "step x of round HH-999 before over: For each player P, P draws a card.": (2, 17, "there is no clause `HH-999`"),
    "clause E-1 x\n  over HH-82.9\n  norm P may draw a card": (3, 8, "there is no clause `HH-82.9` to outrank"),
    'step x of round before over: Players may act "go: kick" until always.': (2, 30, "there is no act `kick`"),
    "clause E-1 x\n  norm the value of the loss by H is the loss by H plus 1": (3, 8, "a fact is defined by itself"),
    'field glow "the Voice of {P}": number, starts 0': (2, 7, "is the phrase of the field `Voice` already, in line"),
    'fact so "{N} is at least {M}": condition\n  means always': (2, 1, "with this fact the rules cannot be read"),
    'act aside "duck under {H}" "{P} ducks": P H': (2, 1, "with this act the rules cannot be read"),
    'fact wise "{P} is wise": condition\n  by function': (2, 6, "no function answers the fact `wise`"),
    "step a of round before over: For each player P, P draws a card.\nstep b of round after a: For each player P, P draws a card.\nmove step a of round after b": (
        4,
        6,
        "the steps of round come before each other in a circle: ",
    ),
    "procedure dealing\n  unordered\n  step a after c: For each player P, P draws a card.\n  step b after a: For each player P, P draws a card.\n"
    "  step c after b: For each player P, P draws a card.": (6, 8, "`b` before `c` ("),
    "remvoe clause HH-60": (2, 1, "`remvoe` begins no entry"),
}


def problems(path: Path, text: str) -> tuple[Problem, ...]:
    """What is wrong with the erratum; nothing if it can be used."""
    path.write_text(text)
    try:
        house.desk("hexhex", [path])
    except InputError as error:
        told(error)
        return error.problems
    return ()


@pytest.mark.parametrize("text", BAD)
def test_a_bad_erratum_is_refused_at_its_place(text: str, tmp_path: Path) -> None:
    found = problems(tmp_path / "bad.norm", f'erratum "bad"\n{text}\n')
    assert found
    line, column, message = BAD[text]
    first = found[0]
    assert message in first.message
    assert (first.place.file, first.place.line, first.place.column) == (str(tmp_path / "bad.norm"), line, column)
    assert "^" in first.rendered()


def test_a_condition_whose_parts_have_to_stand_in_parentheses_says_so(tmp_path: Path) -> None:
    card = "card Fog\n  kinds counter Hex\n  text Choose a player Q such that Q is not you and Q is not P. Pass the Hex to Q."
    (found,) = problems(tmp_path / "bad.norm", f'erratum "bad"\n{card}\n')
    assert "`and` cannot stand here" in found.message and "in parentheses" in found.hint


@pytest.mark.parametrize(
    ("norm", "hint"),
    [
        ("when P dismisses H, P loses 1 Voice", "it could end with `by sacrifice` or `by being hexed` or `by the law`"),
        (
            "when P dismisses H, P loses 1 Voice if P is Warded",
            "what is missing before it is `by sacrifice` or `by being hexed` or `by the law`",
        ),
        ("P loses 1 Voice when P is Hexed", "did you mean `when P is Hexed, P loses 1 Voice by sacrifice`?"),
        ("P has to play C if P holds C", "did you mean `P must play C if P holds C`?"),
        ("nobody may play Null during a tie-breaker", f"did you mean `{NULL} and it is a tie-breaker`?"),
        ("Null may not be played in the last round", f"did you mean `{NULL} and it is the last round`?"),
        ("when P plays C, C goes back to the hand of P", "did you mean `when P plays C, move C to the hand of P`?"),
        ("if P is Hexed, P draws a card", "did you mean `when P is Hexed, P draws a card`?"),
        ("at the end of the round every player draws a card", "what happens at a point of play is a step: " + STEP),
    ],
)
def test_a_norm_of_which_words_are_missing_is_told_in_full(norm: str, hint: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "bad.norm", f'erratum "bad"\nclause E-1 effect "Errata"\n  norm {norm}\n')
    assert found.hint == hint


@pytest.mark.parametrize(
    ("said", "full"),
    [
        ("C lets P pass H if C is Dismiss", "it counts that C lets P pass H if C is Dismiss"),
        ("the starting hand is 4", "the value of the starting hand is 4"),
        ("the value of the starting hand is four", "the value of the starting hand is 4"),
        ("P may not draw a card", "P must not draw a card"),
        ("when a Hex goes off on P, P draws a card", "when H goes off on P, P draws a card"),
    ],
)
def test_a_norm_said_shortly_is_read_as_the_one_said_in_full(said: str, full: str, tmp_path: Path) -> None:
    def read(norm: str) -> tuple[str, str]:
        path = tmp_path / "short.norm"
        path.write_text(f'erratum "short"\nclause E-1 effect "Errata"\n  norm {norm}\n')
        (made,) = (n for n in house.desk("hexhex", [path]).game.norms if n.clause == "E-1")
        return repr(made.claim), repr(made.cond)

    assert read(said) == read(full)


def test_a_norm_outside_a_clause_and_a_card_that_is_new_say_where_they_belong(tmp_path: Path) -> None:
    (bare,) = problems(tmp_path / "bad.norm", 'erratum "bad"\nwhen P dismisses H, P gains 1 Voice\n')
    assert "below it `norm when" in bare.hint
    (new,) = problems(tmp_path / "bad.norm", 'erratum "bad"\nchange card Mirror\n  copies 3 errata\n')
    assert "`card Mirror`" in new.hint


def test_an_amendment_begins_with_its_title(tmp_path: Path) -> None:
    for text in ("", "# nothing\n", "remove clause HH-60\n", "erratum no quotes\n"):
        assert "erratum" in problems(tmp_path / "bad.norm", text)[0].message


def test_a_title_without_quotes_is_refused_and_what_stands_below_it_is_read(tmp_path: Path) -> None:
    """The entry below is read although it has no title to stand under."""
    (found,) = problems(
        tmp_path / "untitled.norm", 'erratum Casting\nclause E-1 effect "Errata"\n  norm P may cast at Q\n'
    )
    assert (found.place.line, found.place.column) == (1, 9)


def test_a_title_with_nothing_below_it_is_refused(tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "bad.norm", 'erratum "cut off"\n')
    assert (found.place.line, found.message) == (1, "nothing stands below the title")


def test_two_errata_that_bring_the_same_thing_clash_and_two_that_change_one_thing_do_not(tmp_path: Path) -> None:
    """Either of two errata may be written with a clause E-1; the one is not silently lost."""
    one, other, third = (tmp_path / f"{name}.norm" for name in "abc")
    one.write_text('erratum "A"\nclause E-1 x\n  norm P may draw a card\n')
    with pytest.raises(InputError) as error:
        other.write_text('erratum "B"\nclause E-1 x\n  norm P must not draw a card\n')
        house.desk("hexhex", [one, other])
    (found,) = error.value.problems
    assert (found.place.file, found.place.line) == (str(other), 2)
    assert f"in line 2 of {one}" in found.message
    third.write_text('erratum "C"\nchange clause E-1\n  norm P must not draw a card\n')
    assert house.desk("hexhex", [one, third]).game.amendments == ("A", "C")


def test_all_that_is_wrong_is_told(tmp_path: Path) -> None:
    found = problems(tmp_path / "bad.norm", 'erratum "bad"\nremove clause HH-999\nremove card Dukc\n')
    assert [p.place.line for p in found] == [2, 3]


def test_what_belongs_in_an_erratum_stands_in_no_rulebook(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "odd"
    folder.mkdir(parents=True)
    (folder / "vocabulary.norm").write_text("remove clause X-1\n")
    with pytest.raises(InputError, match="belongs in an erratum"):
        house.desk("odd", root=tmp_path)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("rename card Duck to Dodge", "`remove card OLD`"),
        ("change card Duck\n  name Dodge", "`remove card OLD`"),
        ("add card Dodge\n  text Draw a card.", "`card TITLE`"),
        ("delete clause HH-60", "did you mean `remove`?"),
        ("replace clause HH-60\n  says x", "did you mean `change`?"),
        ("change clause HH-60\n  norm P must never play C on H", "did you mean `P must not play C on H`?"),
    ],
)
def test_what_an_editor_writes_first_is_met_with_the_form_that_says_it(text: str, hint: str, tmp_path: Path) -> None:
    assert hint in problems(tmp_path / "bad.norm", f'erratum "bad"\n{text}\n')[0].hint


def test_the_form_for_another_title_can_be_used(tmp_path: Path) -> None:
    anew = "remove card Fresh Wind\ncard Stale Wind\n  kinds counter Hex\n  text Draw a card."
    assert problems(tmp_path / "anew.norm", f'erratum "anew"\n{anew}\n') == ()


def test_words_that_a_named_rule_does_not_have_are_not_changed_in_another(tmp_path: Path) -> None:
    erratum = tmp_path / "own.norm"
    erratum.write_text('erratum "Cheaper"\nChange 7 to 6 in rule CO-7.\n', "utf-8")
    with pytest.raises(InputError) as refused:
        house.desk("court", [erratum], root=ROOT / "examples" / "court")
    (problem,) = refused.value.problems
    assert problem.message == "no norm of CO-7 has `7`"
    assert problem.hint == "did you mean `Change 7 to 6 in CO-2.`?"
