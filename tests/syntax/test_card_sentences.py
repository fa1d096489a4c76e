"""Sentences as cards say them: written before the language was looked at, read, printed as they stand, said in full."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, trials
from hypothesis import given
from strategies import Grammar, trees

from checker.catalog import games as house
from checker.kernel.source import InputError, Node, Place
from checker.kernel.trees.walk import free
from checker.load.formatter import tidy
from checker.load.load import GameReader, load
from checker.syntax.natural.trees import of_card

HERE = Place("here", 1)
READ = 45
SENTENCES = (ROOT / "tests" / "card_sentences.txt").read_text(encoding="utf-8").splitlines()
IN_FULL = (ROOT / "tests" / "card_sentences_in_full.txt").read_text(encoding="utf-8").splitlines()
PAIRS = [(said, meant.strip()) for said, meant in zip(IN_FULL[::2], IN_FULL[1::2], strict=True)]


@cache
def reader(game: str) -> GameReader:
    return load(game, root=ROOT / "tests" / game) if game == "duel" else load(game)


def unfolded(at: GameReader, text: str, start: str) -> Node:
    return at.sentences.unfolded(at.sentences.card_language.parse(text, start, HERE), "Ward")


def test_most_of_the_sentences_are_read() -> None:
    assert [said for said, _ in PAIRS] == SENTENCES
    assert sum(meant != "not read" for _, meant in PAIRS) >= READ


@pytest.mark.parametrize(("said", "meant"), PAIRS, ids=[said for said, _ in PAIRS])
def test_a_sentence_means_what_stands_beside_it_and_is_printed_as_it_stands(said: str, meant: str) -> None:
    if meant == "see editor_sentences.txt":  # it says what holds, not what is done
        return
    if meant == "not read":
        for game in ("hexhex", "hexx", "duel"):
            with pytest.raises((InputError, ValueError)):
                unfolded(reader(game), said, "effect")
        return
    head, _, full = meant.partition(": ")
    game, start = head.split()
    at = reader(game)
    lower = at.lowering.effect if start == "effect" else lambda norm: at.lowering.norm(of_card(norm, "Ward"))
    assert at.sentences.card_language.show(at.sentences.card_language.parse(said, start, HERE)) == said
    assert unfolded(at, said, start) == at.sentences.card_language.parse(full, start, HERE)
    assert lower(unfolded(at, said, start)) == lower(at.sentences.card_language.parse(full, start, HERE))


REFUSED = {
    "The Hex goes off on another player.": "Choose a player Q such that Q is not you. The Hex goes off on Q.",
    "Each other player casts at any player.": (
        "For each player Q such that Q is not you, (Q chooses a player R such that always. Q casts at R.)."
    ),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_english_leaves_open_is_refused_with_a_sentence_that_says_it(said: str) -> None:
    at = reader("hexhex")
    with pytest.raises(ValueError, match="who chooses the player") as caught:
        unfolded(at, said, "effect")
    hint = getattr(caught.value, "hint", "").split("`")[1]
    assert hint == REFUSED[said]
    assert not {v for v in free(at.lowering.effect(unfolded(at, hint, "effect"))) if len(v) == 1 and v in "QR"}


@pytest.mark.parametrize("start", ["effect", "norm"])
def test_what_is_said_in_full_is_printed_and_read_and_says_nothing_for_short(start: str) -> None:
    at = reader("hexhex")

    @trials(60)
    @given(trees(Grammar(at.sentences.card_language, {}), start))
    def full(tree: Node) -> None:
        try:
            made = at.sentences.unfolded(tree, "Ward")
        except ValueError:
            return
        if not made.parts:  # of which kind a card is, is all that it says
            return
        assert at.sentences.card_language.parse(at.sentences.card_language.show(made), start, HERE) == made
        assert at.sentences.unfolded(made) == made

    full()


@pytest.mark.parametrize("held", ["You lose no Voice.", "basic deflection: You lose no Voice."])
def test_what_holds_is_refused_within_what_is_done(held: str) -> None:
    at = reader("hexhex")
    tree = at.sentences.card_language.parse(f"({held}).", "effect", HERE)
    with pytest.raises(ValueError, match="what holds stands beside"):
        at.sentences.unfolded(tree, "Ward")


CARD = 'erratum "A card"\ncard Trial\n  kinds counter Hex, out of turn\n  text {}\n  clauses HH-37\n  copies 1 errata\n'
PLAYED = {
    "Each other player loses 1 Voice.": ("how much Voice does C lose?", "1"),
    "You may discard a card. If you do, gain 1 Voice.": ("does B gain Voice?", "yes"),
    "Lose two Voice.": ("how much Voice does B lose?", "2"),
}


@pytest.mark.parametrize("text", PLAYED)
def test_a_card_that_says_so_does_so(text: str, tmp_path: Path) -> None:
    erratum = tmp_path / "card.norm"
    erratum.write_text(CARD.format(text), encoding="utf-8")
    desk = house.desk("hexhex", [erratum])
    question, value = PLAYED[text]
    scene = f"players A B C; hand B: Trial, Duck; Hex: A to C; B plays Trial; {question}"
    (one,) = [a for s in desk.scenes(scene, "here") for _, a in desk.answers(s)]
    assert value in one.value.split(" ")[0], one.value


MARGIN = """erratum "A card"
card Trial
  kinds basic deflection
  text Put this card on the Hex. Choose another player.
  because HH-41 HH-79
  text Then pass the Hex to any player across the table.
  clauses HH-37
  copies 1 errata
"""


def test_clauses_stand_in_the_margin_of_what_they_bring_about(tmp_path: Path) -> None:
    erratum = tmp_path / "card.norm"
    erratum.write_text(MARGIN, encoding="utf-8")
    at = load("hexhex", [erratum])
    (card,) = [c for c in at.game().cards if c.title == "Trial"]
    full = (
        'By "HH-41 HH-79", (Put this card on the Hex. Choose a player Q such that Q is not you.). '
        "Choose a player R such that you may aim across at R. Pass the Hex to R."
    )
    assert card.text == at.lowering.effect(at.language.parse(full, "effect", HERE))
    assert card.wording.count("[HH-41 HH-79]") == 1


def test_the_files_of_the_decks_stay_as_they_are_written() -> None:
    texts = [*(ROOT / "cards").rglob("*.cards"), *(ROOT / "specs").glob("*/short.norm")]
    assert tidy(texts, write=False) == []


@pytest.mark.parametrize(
    ("norm", "said"), [("No player may play Duck.", "FORCED no"), ("P must not play C if C is Duck", "FORCED no")]
)
def test_the_norm_of_a_clause_may_be_said_as_cards_say_it_or_in_full(norm: str, said: str, tmp_path: Path) -> None:
    erratum = tmp_path / "said.norm"
    erratum.write_text(f'erratum "x"\nclause E-1 x\n  says It is so.\n  norm {norm}\n', encoding="utf-8")
    at = house.desk("hexhex", [erratum])
    (scene,) = at.scenes("players A B C; A casts at B; may B play Duck?", "x")
    ((_, found),) = at.answers(scene)
    assert f"{found.verdict.value} {found.value}" == said and "E-1" in found.clauses
