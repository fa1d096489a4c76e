"""What is called after its sort (`the hue`) is what the vocabulary says; where it says nothing, that is an error with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_missing_values import TOLL

from checker.catalog import games as house
from checker.kernel.source import InputError

HUES = "sort hue letters X\nword red, blue: hue\n"
PAINT = """act paint "paint {X}" "{P} paints {X}": P X
  does Set the hue to X.
"""


def laid(folder: Path, words: str, norm: str = "norm P may pay the toll") -> str:
    (folder / "specs").mkdir()
    (folder / "hexcheck.toml").write_text('name = "hues"\nplayers = "2"\n', "utf-8")
    (folder / "specs/vocabulary.norm").write_text(f"{TOLL['vocabulary.norm']}{words}", "utf-8")
    (folder / "specs/procedure.norm").write_text(TOLL["procedure.norm"], "utf-8")
    (folder / "specs/clauses.norm").write_text(f'clause TO-1 permission "Toll"\n  says so\n  {norm}\n', "utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        ("the hue is red; A paints blue; what is the hue?", "blue"),
        ("the hue is red; A paints blue; is it so that the hue is blue?", "yes"),
        ("the hue is blue; may A paint red?", "yes"),
    ],
)
def test_a_field_may_be_called_after_its_sort(scene: str, answer: str, tmp_path: Path) -> None:
    words = f'{HUES}field colour "the hue": hue\n{PAINT}'
    at = house.desk(laid(tmp_path, words, "norm P may paint X if X is not the hue"))
    (one,) = at.scenes(f"players A B; {scene}", "x")
    assert [a.value for _, a in at.answers(one)] == [answer]


@pytest.mark.parametrize(
    ("words", "norm", "said"),
    [
        (HUES, "norm P may pay the toll if the hue is red", "nothing here is called `the hue`"),
        (f'{HUES}fact bright "it is bright": condition\n  means the hue is red\n', "", "says what `the hue` is"),
        (
            'fact even "{P} is even": condition\n  means the rank of P is the rank of Q\n',
            "",
            "this meaning says what `Q` is",
        ),
        (
            'act rise "rise" "{P} rises": P\n  needs the rank of Q is 1\n  does Raise the rank of P by 1.\n',
            "",
            "says what `Q` is",
        ),
        ('field nobody "nobody": player\n', "", "`nobody` means something in every game"),
        (f'{HUES}field none "no hue": hue\n', "", "`no hue` means something in every game"),
    ],
)
def test_what_nothing_stands_for_is_an_error_with_its_place(words: str, norm: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        house.desk(laid(tmp_path, words, norm or "norm P may pay the toll"))
    assert said in str(error.value)
    assert all(p.place.file.endswith(".norm") for p in error.value.problems)
