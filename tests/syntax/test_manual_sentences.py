"""The sentences that the manual lists as rulebooks and cards write them are read as it says, and printed as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from test_plain_sentences import HERE, reader

from checker.catalog import games
from checker.load.folders.new_game import new_game
from checker.load.plain.reading import PlainErrata
from checker.store.disk_cache import data_folder
from checker.syntax.files import read_text
from checker.syntax.languages import language
from checker.syntax.natural.further import further_phrases, whole_text
from checker.syntax.natural.trees import of_card
from checker.syntax.sentences import NATURAL

PAGE = (ROOT / "grammar" / "README.md").read_text("utf-8")
LISTED = PAGE.partition("### As rulebooks say it")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| (\w+) \| `([^`]+)` \| `([^`]+)` \|$", LISTED, re.M)


def on_a_card(game: str, said: str) -> str:
    """What the text does on a card called This, and the norms that it brings."""
    at = reader(game)
    sentences, language = at.sentences, at.sentences.card_language
    tree = language.parse(said, "effect", HERE)
    assert language.show(tree) == said
    full = sentences.unfolded(tree, "This")
    norms = [of_card(norm, "This") for norm in sentences._unfolding.rulings(tree, "This")]
    at.lowering.effect(full)
    assert all(at.lowering.norm(norm) for norm in norms)
    done = [language.show(full)] if full.parts else []
    return " / ".join((*done, *(f"norm {language.show(norm)}" for norm in norms)))


def in_an_erratum(game: str, said: str) -> str:
    """What the sentence of an erratum becomes, without the head of its clause."""
    at = reader(game)
    lines = PlainErrata(at.bare, at.source.words, at.source.rules).formal(said, 1).splitlines()
    heads = ("clause ", "  says ", "  over ", "  informal ")
    return " / ".join(line.strip() for line in lines if not line.startswith(heads))


@pytest.mark.parametrize(("game", "said", "meant"), ROWS, ids=[said for _, said, _ in ROWS])
def test_a_sentence_of_the_manual_is_read_as_it_says(game: str, said: str, meant: str) -> None:
    read = in_an_erratum if meant.startswith(("norm", "change", "field", "step")) and "This" not in meant else on_a_card
    assert read(game, said) == meant


TRUCE = """erratum "Truce"
card Truce
  kinds lucky
  text Until the end of your next turn, no player may take a coin.
  over CO-1
  clauses CO-2
  copies 2 assumed
"""


@pytest.mark.parametrize(
    ("happens", "answer"),
    [
        ("A plays Truce", "FORCED: no"),
        ("A plays Truce; B plays Windfall", "FORCED: no"),
        ("A plays Truce; B plays Windfall; A plays Windfall", "FORCED: yes"),
    ],
)
def test_what_holds_for_a_time_holds_until_it_is_over(happens: str, answer: str, tmp_path: Path) -> None:
    new_game(tmp_path / "truce")
    erratum = tmp_path / "truce.norm"
    erratum.write_text(TRUCE, "utf-8")
    hands = "hand A: Truce, Windfall; hand B: Windfall"
    asked = "A" if happens.count("plays") % 2 == 0 else "B"
    desk = games.desk("truce", (erratum,), root=tmp_path / "truce")
    scene = f"players A B; it is A's turn; {hands}; {happens}; may {asked} take a coin?"
    ((_, told),) = [pair for one in desk.scenes(scene, "test") for pair in desk.answers(one)]
    assert f"{told.verdict.value}: {told.value}" == answer


@pytest.mark.parametrize("game", ["hexhex", "hexx", "horrible", "duel", "court", "quay", "moat"])
def test_no_further_words_have_to_be_left_out_of_a_game(game: str) -> None:
    sentences = reader(game).sentences
    first = whole_text(
        sentences.words, read_text(data_folder() / "grammar" / NATURAL), further_phrases(sentences.words)
    )
    assert language(*sentences._made_of, first).starts == sentences.card_language.starts
