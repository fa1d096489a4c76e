"""Forms of which a function of the game makes what they lay out, tell and ask: from what stands in their gaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli import main
from checker.kernel.source import InputError

WORDS = """derived nothing
sort saying letters E quoted
sort spelling letters V spelled
field coins "the coins of {P}": number, starts 0
act earn "earn {N}" "{P} earns {N} coins": P N
  does Raise the coins of P by N.
clause G-1 permission "Earning"
  says Anybody earns up to three coins.
  norm P may earn N if N is at least 1 and N is at most 3
  norm what no clause allows is forbidden
procedure game
  step turn G-1: Players may act "turn: earn" until there is a player P such that the coins of P is at least 9.
setup "purses {P} {N} | purse {P}" by purses
  then ", {P} {N} | and {P}"
setup "motto {E}" by motto is
setup "words {V}" by words are
  then ", {V}"
told "{P} grows rich by {N} | {P} grows rich" by grows
question "may {P} grow rich by {N} | may {P} grow rich" by may grow
  then "or by {N}"
question "how rich is {P}" asks the coins of P
question "what is the motto" by motto
question "which words are there" by words
"""
CODE = """from checker.kernel.scene import Deed, MayQuestion

def purses(this, *told):
    pairs = [(who, 1 if many is None else many) for who, many in zip(told[::2], told[1::2])]
    if sum(many for _, many in pairs) > 9:
        return "there are nine coins; say `purse NAME`"
    return lambda store: store.after(tuple((("coins", who), many) for who, many in pairs))

def motto_is(this, said):
    return lambda store: store.put(("motto",), said)

def words_are(this, *told):
    return lambda store: store.put(("words",), told)

def grows(this, before, who, many):
    return Deed("earn", lambda view: (who, many or len(before) + 1), this.raw.text)

def may_grow(this, who, *each):
    return MayQuestion("earn", lambda view: tuple((who, many or 1) for many in each))

def functions(**inputs):
    return {
        "setup purses": purses, "setup motto is": motto_is, "setup words are": words_are, "told grows": grows,
        "question may grow": may_grow, "motto": lambda view: view.store.get(("motto",)),
        "words": lambda view: list(view.store.get(("words",), ())),
    }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "vocabulary.norm").write_text(WORDS, "utf-8")
    (tmp_path / "own.py").write_text(CODE, "utf-8")
    (tmp_path / "hexcheck.toml").write_text('name = "purses"\nplayers = "2-3"\nmodule = "own.py"\n', "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        ("purses A 2, B 3; how rich is B?", "3"),
        ("purse A and B; how rich is B?", "1"),
        ("A grows rich by 3; how rich is A?", "3"),
        ("A grows rich; A grows rich; how rich is A?", "3"),
        ("may A grow rich by 5?", "no"),
        ("may A grow rich?", "yes"),
        ("may A grow rich by 5 or by 2?", "yes"),
        ('motto "Ask; who wins?"; what is the motto?', "Ask; who wins?"),
        ("words Rich, B, or; which words are there?", "Rich, B, or"),
    ],
)
def test_what_a_wording_leaves_out_is_nothing_and_what_stands_behind_follows(
    folder: Path, capsys: pytest.CaptureFixture[str], scene: str, value: str
) -> None:
    assert main.run(["ask", str(folder), f"players A B; {scene}", "--allow-code"]) == 0
    assert f"FORCED: {value}" in capsys.readouterr().out.replace('"', "")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("purses A 5, B 5", "there are nine coins"),
        ("A earns 2 coins", "`earns` cannot stand here"),
        ("the coins of A is 2", "cannot stand here"),
    ],
)
def test_a_function_says_why_not_and_nothing_is_derived(folder: Path, said: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        main.run(["ask", str(folder), f"players A B; {said}; how rich is A?", "--allow-code"])
