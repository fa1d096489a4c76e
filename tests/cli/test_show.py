"""`hexcheck show` lists all that a text of the game can say."""

from __future__ import annotations

import pytest

from checker.catalog import games as house
from checker.cli.show import shown
from checker.kernel.norm import Gives, Leaves
from checker.kernel.source import InputError


@pytest.mark.parametrize("what", ["vocabulary", "procedures"])
def test_nothing_of_the_game_is_missing(what: str) -> None:
    desk = house.desk("hexhex", (), ())
    listed = "\n".join(" ".join(line.split()) for line in shown([desk], what))
    game = desk.game
    words = game.vocabulary
    if what == "vocabulary":
        phrases = [v.phrase for group in (words.fields, words.facts, words.zones) for v in group]
        phrases += [act.said for act in words.acts]
        expected = [p.split(" | ")[0].replace("{", "").replace("}", "") for p in phrases]
    else:
        expected = [step.name for procedure in game.procedures for step in procedure.steps]
    flat = " ".join(listed.split())
    assert expected and [e for e in expected if " ".join(e.split()) not in flat] == []


def pages(what: str) -> list[str]:
    """What is shown of it in HEX•HEX."""
    return shown([house.desk("hexhex")], what)


def test_a_phrase_shows_every_clause_that_states_it() -> None:
    listed = "\n".join(pages("Voice can fall below zero"))
    assert "HH-82.4: " in listed
    assert "HH-130: " in listed
    assert "lose of losing" in listed


def test_a_phrase_may_have_other_letters_and_case() -> None:
    assert pages("the LOSS by  G") == pages("the loss by H")


@pytest.mark.parametrize("words", ["Lost Origin", "origin LOST", "07"])
def test_some_words_of_a_title_show_the_only_card_that_has_them(words: str) -> None:
    desks = [house.desk("hexhex"), house.desk("hexx")]
    assert shown(desks, words) == shown(desks, "07 Lost Origin")
    with pytest.raises(InputError, match="Turn Aside"):
        shown(desks, "Turn Aside")


@pytest.mark.parametrize("wording", ["play C", "P plays C on H naming Q", "play D on C"])
def test_every_wording_of_an_act_shows_it(wording: str) -> None:
    assert pages(wording) == pages("P plays C")
    assert any("HH-56: P may play C" in line for line in pages(wording))


def test_a_clause_that_can_be_read_in_two_ways_is_shown_with_both() -> None:
    listed = " ".join(" ".join(shown([house.desk("hexx")], "WX-121")).split())
    assert "WX-121.1: [whoever rolled it before] it counts" in listed
    assert "WX-121.2: [the same player rolled it before] it counts" in listed


def test_every_norm_is_shown_with_what_it_states() -> None:
    desk = house.desk("hexhex")
    for fact in desk.game.vocabulary.facts:
        stating = {
            n.id for n in desk.game.norms if isinstance(n.claim, Gives | Leaves) and n.claim.term.fact == fact.name
        }
        if stating:
            listed = "\n".join(shown([desk], fact.phrase.split(" | ")[0].replace("{", "").replace("}", "")))
            assert [name for name in stating if f"    {name}: " not in listed] == []


def test_what_is_no_phrase_is_refused() -> None:
    with pytest.raises(InputError):
        pages("the loss by H by")
