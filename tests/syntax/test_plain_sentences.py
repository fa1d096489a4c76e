"""Forty lines of cards and forty errata as published games have them, written before the grammar was looked at.

Every second one was held back until the end and measured once; the fresh ones were written later, without the grammar. What is read is printed as it was written; what is proposed
is read as it stands.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games
from checker.errata.text_diff import texts
from checker.kernel.source import InputError, Place
from checker.load.load import GameReader, load
from checker.load.plain.reading import NotRead, PlainErrata
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.trees import of_card

HERE = Place("here", 1)
KEPT = ROOT / "tests" / "sentences"
OWN = ("duel", "spades")
PROPOSED = re.compile(r"did you mean `(.+)`\?$")
FIGURES = {
    "cards": (29, 38),
    "errata": (31, 36),
    "fifteen_errata": (7, 12),
    "fresh_cards": (5, 10),
    "fresh_errata": (7, 9),
}
"""Of each list so many are read as they stand, and so many then or as is proposed."""


def listed(name: str) -> list[tuple[str, str]]:
    lines = (KEPT / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [(game, said) for game, _, said in (line.partition(" | ") for line in lines)]


def folder(game: str) -> Path | None:
    own = KEPT / game if game in OWN else ROOT / "examples" / game
    return own if own.is_dir() else None


@cache
def reader(game: str) -> GameReader:
    return load(game, root=folder(game))


def of_a_card(game: str, said: str) -> tuple[bool, str]:
    """Whether the text of a card is read, and what is proposed if it is not."""
    at = reader(game)
    sentences = at.sentences
    try:
        tree = sentences.card_language.parse(said, "effect", HERE)
        at.lowering.effect(sentences.unfolded(tree, "Ward"))
        for norm in sentences._unfolding.rulings(tree, "Ward"):
            at.lowering.norm(of_card(norm, "Ward"))
    except InputError as error:
        return False, error.problems[0].hint
    except LeftOpen as error:
        return False, error.hint
    assert sentences.card_language.parse(sentences.card_language.show(tree), "effect", HERE) == tree
    return True, ""


def of_an_erratum(game: str, said: str) -> tuple[bool, str]:
    """Whether the erratum is read as one that the game can be played with, and what is proposed if it is not."""
    at = reader(game)
    try:
        PlainErrata(at.bare, at.source.words, at.source.rules).formal(said, 1)
    except NotRead as error:
        return False, error.hint
    return True, ""


@pytest.mark.parametrize("name", list(FIGURES))
def test_so_many_are_read_as_they_stand_or_as_is_proposed(name: str) -> None:
    read = of_a_card if name.endswith("cards") else of_an_erratum
    stands, proposed = 0, 0
    for game, said in listed(name):
        known, hint = read(game, said)
        stands += known
        if not known and (found := PROPOSED.search(hint)):
            again, _ = read(game, found[1])
            assert again, f"{game}: `{said}` is told to be `{found[1]}`, which is not read"
            proposed += 1
    assert (stands, stands + proposed) == FIGURES[name]


SMALL = [(game, said) for name in ("errata", "fresh_errata") for game, said in listed(name) if folder(game) is not None]


@pytest.mark.parametrize(("game", "said"), SMALL, ids=[said for _, said in SMALL])
def test_what_is_read_of_an_erratum_makes_a_game(game: str, said: str, tmp_path: Path) -> None:
    if not of_an_erratum(game, said)[0]:
        return
    plain, formal = tmp_path / "plain.norm", tmp_path / "formal.norm"
    at = reader(game)
    echo = PlainErrata(at.bare, at.source.words, at.source.rules).formal(said, 1)
    plain.write_text(f'erratum "x"\n{said}\n', encoding="utf-8")
    formal.write_text(f'erratum "x"\n{echo}\n', encoding="utf-8")
    one, other = (load(game, (path,), folder(game)).game() for path in (plain, formal))
    assert [(n.id, n.claim, n.cond) for n in one.norms] == [(n.id, n.claim, n.cond) for n in other.norms]


def test_words_that_a_clause_says_twice_are_not_chosen_between() -> None:
    at = reader("hexhex")
    errata = PlainErrata(at.bare, at.source.words, at.source.rules)
    with pytest.raises(NotRead) as raised:
        errata.formal("In rule HH-82, change 1 to 2.", 1)
    assert "HH-82 has `1` 2 times" in raised.value.message and "change norm of HH-82: " in raised.value.hint
    at = reader("court")
    everywhere = PlainErrata(at.bare, at.source.words, at.source.rules).formal("Change 10 to 8 in rule CO-3.", 1)
    assert everywhere.count("at least 8") == 5, "what the clause says once is changed wherever it follows from that"


def test_what_stands_otherwise_is_told_as_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "once.norm"
    path.write_text('erratum "Once"\nEach player may change a coin only once each turn.\n', "utf-8")
    before, after = (games.desk("fair", errata, root=folder("fair")) for errata in ((), (path,)))
    told = {text.name: text.after for text in texts(before, after) if text.kind in ("norm", "step")}
    assert told["E-1.2"] == "Q must not change a coin if Q has done it once by E1"
    assert any(
        said.endswith("For each player P, set it not so that P has done it once by E1.") for said in told.values()
    )
    (norm,) = (n for n in after.game.norms if n.id == "E-1.2")
    assert norm.place is not None and (norm.place.file, norm.place.line) == (str(path), 2)


SERVED = [
    (
        "Search your library for a creature, put it into your hand, then shuffle.",
        "did you mean `Choose a creature in your library. Put it into your hand. Shuffle your library.`?",
    ),
    ("Create a Wolf token.", "did you mean `Put a Wolf in the box into your field.`?"),
    ("Choose a creature. Destroy it.", "did you mean `Choose a creature. It dies.`?"),
    ("Look at the top three cards of your library.", "who sees what is not followed"),
    ("The target of this card gets +3/+3 until end of turn.", "say which amount"),
    ("Create a 1/1 creature.", "a token is a card with a title"),
    ("Exchange control of two creatures.", "say what moves where"),
    ("Choose any target. It dies.", "a target is a card or a player"),
]


@pytest.mark.parametrize(("said", "hint"), SERVED, ids=[said for said, _ in SERVED])
def test_what_no_form_says_comes_back_in_words_of_the_game_or_with_what_serves(said: str, hint: str) -> None:
    at = load("duel", root=ROOT / "examples" / "duel")
    with pytest.raises(InputError) as raised:
        at.sentences.card_language.parse(said, "effect", HERE)
    told = raised.value.problems[0].hint
    assert told.startswith(hint)
    if proposed := PROPOSED.search(told):
        at.lowering.effect(at.sentences.unfolded(at.sentences.card_language.parse(proposed[1], "effect", HERE), "Howl"))


IN_FULL = [
    (
        "duel",
        "A new Wolf comes into play.",
        "Choose a card C such that (C is Wolf and C is in the box). Move C to the field of you.",
    ),
    (
        "court",
        "Choose another player. They lose 2 coins. You gain that many coins.",
        "Choose a player Q such that Q is not you. Lower the coins of Q by 2. Raise the coins of you by 2.",
    ),
    (
        "duel",
        "You lose life equal to your life. You gain that much life.",
        "Let N be the life of you. Lower the life of you by N. Raise the life of you by N.",
    ),
    (
        "duel",
        "Each creature in your field dies. You gain that much life.",
        "Let N be the number of card C such that (C is creature and C is in the field of you). For each card D such that "
        "(D is creature and D is in the field of you), D dies. Raise the life of you by N.",
    ),
    (
        "duel",
        "Move any card C such that C is in your hand to the graveyard. C dies.",
        "Choose a card C such that C is in the hand of you. Move C to the graveyard. C dies.",
    ),
]
LEFT_OPEN = (
    "Each player loses 1 life. You gain that much life.",
    "You may lose 2 life. You gain that much life.",
    "You lose 2 life. This card dies. You gain that much life.",
)
EITHER = [
    ("Either player may be done.", "norm Q may be done"),
    (
        "Either the winner or the left neighbour of the winner may attack with any card C such that C is Bear.",
        "norm Q may attack with C if (Q is the winner or Q is the left neighbour of the winner) and C is Bear",
    ),
]


@pytest.mark.parametrize(("game", "said", "full"), IN_FULL, ids=[said for _, said, _ in IN_FULL])
def test_what_is_read_as_it_stands_says_so_much_in_full(game: str, said: str, full: str) -> None:
    at = load(game, root=ROOT / "examples" / game)
    tree = at.sentences.card_language.parse(said, "effect", HERE)
    assert at.sentences.card_language.show(tree) == said
    assert at.sentences.card_language.show(at.sentences.unfolded(tree, "Howl")) == full


def test_what_amount_is_spoken_of_is_told_by_the_sentence_before_alone() -> None:
    at = load("duel", root=ROOT / "examples" / "duel")
    for said in LEFT_OPEN:
        tree = at.sentences.card_language.parse(said, "effect", HERE)
        with pytest.raises(LeftOpen, match=r"how many is that|which number is that"):
            at.sentences.unfolded(tree, "Howl")


@pytest.mark.parametrize(("said", "norm"), EITHER, ids=[said for said, _ in EITHER])
def test_either_may_do_what_both_may(said: str, norm: str) -> None:
    at = load("duel", root=ROOT / "examples" / "duel")
    errata = PlainErrata(at.bare, at.source.words, at.source.rules)
    assert errata.formal(said, 1).splitlines()[-1].strip() == norm


@pytest.mark.parametrize(
    ("game", "said", "proposed"),
    [
        (
            "court",
            "You may only challenge if you have at least 2 coins.",
            "You may challenge only if you have at least 2 coins.",
        ),
        (
            "court",
            "A player may not feud with a player who has more coins.",
            "A player may not feud with a player who has more coins than them.",
        ),
        ("duel", "Wolves have 2 power.", "Wolves have power 2."),
    ],
)
def test_what_is_said_a_little_otherwise_in_an_erratum_comes_back_as_it_is_read(
    game: str, said: str, proposed: str
) -> None:
    at = load(game, root=ROOT / "examples" / game)
    errata = PlainErrata(at.bare, at.source.words, at.source.rules)
    with pytest.raises(NotRead) as raised:
        errata.formal(said, 1)
    assert raised.value.hint == f"did you mean `{proposed}`?"


def test_a_norm_of_a_clause_is_read_as_rulebooks_say_it_without_its_full_stop_too(tmp_path: Path) -> None:
    for said in (
        "P may attack with C only if P is on turn",
        "Players may attack with a creature only if they have at least 3 life",
    ):
        path = tmp_path / "one.norm"
        path.write_text(f'erratum "x"\nclause E-1 effect "Errata"\n  norm {said}\n', encoding="utf-8")
        other = tmp_path / "other.norm"
        other.write_text(f'erratum "x"\nclause E-1 effect "Errata"\n  norm {said}.\n', encoding="utf-8")
        one, two = (load("duel", (p,), ROOT / "examples" / "duel").game().norms[-1] for p in (path, other))
        assert (one.claim, one.cond) == (two.claim, two.cond)
