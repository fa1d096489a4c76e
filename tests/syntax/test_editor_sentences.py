"""Ninety card texts that were written before the language was looked at: what each is read as, or told to be instead.

In the file a text stands at the margin, below it what the program makes of it: `read GAME: …` said in full, with the kinds
and the norms that it brings; `meant GAME: …`, the filled-in text that it proposes; or `not read GAME`. The first sixty were
read in 2 cases at first, the thirty behind them in 12, one of them wrongly.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from conftest import ROOT

from checker.kernel.source import InputError, Place
from checker.load.load import GameReader, load
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.trees import of_card

LISTED = (ROOT / "tests" / "editor_sentences.txt").read_text(encoding="utf-8").splitlines()
PAIRS = list(zip(LISTED[::2], (line.strip() for line in LISTED[1::2]), strict=True))
PROPOSED = re.compile(r"did you mean `(.+)`\?$")
READ, PROPOSALS = 36, 8


@cache
def reader(game: str) -> GameReader:
    return load(game)


def made_of(at: GameReader, said: str) -> str:
    """What the program makes of the text on a card called Ward."""
    sentences, language = at.sentences, at.sentences.card_language
    try:
        tree = language.parse(said, "effect", Place("here", 1))
        full, norms = sentences.unfolded(tree, "Ward"), sentences._unfolding.rulings(tree, "Ward")
    except (InputError, LeftOpen) as error:
        hint = error.problems[0].hint if isinstance(error, InputError) else error.hint
        proposed = PROPOSED.search(hint)
        return f"meant {at.name}: {proposed[1]}" if proposed and proposed[1].endswith(".") else f"not read {at.name}"
    at.lowering.effect(full)
    kinds = f" / kinds {', '.join(found)}" if (found := sentences._unfolding.kinds(tree)) else ""
    of_it = [of_card(norm, "Ward") for norm in norms]
    assert all(at.lowering.norm(norm) for norm in of_it)
    done = language.show(full) if full.parts else ""
    return f"read {at.name}: {done}{kinds}{''.join(f' / norm {language.show(n)}' for n in of_it)}"


@pytest.mark.parametrize(("said", "expected"), PAIRS, ids=[said for said, _ in PAIRS])
def test_a_text_is_read_as_it_was_meant_or_refused(said: str, expected: str) -> None:
    game = expected.partition(":")[0].split()[-1]
    assert made_of(reader(game), said) == expected


def test_of_what_is_read_so_much_is_said_as_cards_say_it() -> None:
    ways = [expected.split()[0] for _, expected in PAIRS]
    assert ways.count("read") >= READ
    assert ways.count("meant") >= PROPOSALS


@pytest.mark.parametrize("said", [said for said, expected in PAIRS if expected.startswith("read")])
def test_what_is_read_is_printed_so_that_it_is_read_alike(said: str) -> None:
    at = reader(dict(PAIRS)[said].partition(":")[0].split()[-1])
    language = at.sentences.card_language
    tree = language.parse(said, "effect", Place("here", 1))
    assert language.parse(language.show(tree), "effect", Place("here", 1)) == tree
