"""How often a card works in a round: proved for the cards that make Hexes, and not where one comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from checker.catalog import games as house
from checker.kernel.effect import Create, Each, Effect, Leave, Move, Nothing, Then
from checker.kernel.game import Card, Game
from checker.kernel.norm import May
from checker.kernel.term import All, Call, Is, Var, Yes
from checker.static.at_most_once import RepeatedProcedure, again, followed, stretch
from checker.static.creation_bounds import makes
from checker.static.zone_facts import zoned
from checker.store.fingerprint import named

RULES = house.desk("hexhex").rules
GAME = RULES.game
ZONES = zoned(RULES)
MAKERS = {c.title for c in GAME.cards if makes(c.text, "hex")}


def smaller(*titles: str, game: Game = GAME) -> Game:
    """The game with only these cards."""
    return msgspec.structs.replace(game, cards=tuple(c for c in game.cards if c.title in titles))


def known(game: Game) -> RepeatedProcedure:
    """What is known of it."""
    found = stretch(game, "hex", ZONES)
    assert found is not None
    return found


def also(title: str, effect: Effect, game: Game = GAME) -> Game:
    """The game in which the card does that besides, before all else."""

    def more(card: Card) -> Card:
        return msgspec.structs.replace(card, text=Then((effect, card.text))) if card.title == title else card

    return msgspec.structs.replace(game, cards=tuple(more(c) for c in game.cards))


def test_what_makes_a_hex_does_so_once_in_a_round_and_none_outlives_it() -> None:
    found = known(GAME)
    assert (found.procedure, found.ends, found.often) == ("round", True, ())
    assert set(found.once) == MAKERS | {"cast"}


def test_rounds_are_what_is_gone_through_again_with_nothing_made_outside() -> None:
    assert set(again(GAME)) == {"readying", "beat", "round"}


MAKER = "Twain"
BACK: Effect = Move(Var("this card"), Call("hand", (Var("you"),)))
MINE = All("C", "card", Is(Call("laid by", (Var("C"), Var("you")))))
ALL_BACK: Effect = Each("C", MINE, Move(Var("C"), Call("hand", (Var("you"),))))
UNDER: Effect = Move(Var("this card"), Call("deck"))


@pytest.mark.parametrize(
    ("holder", "effect", "other"),
    [(MAKER, BACK, MAKER), ("Level", ALL_BACK, MAKER), (MAKER, UNDER, "Fresh Wind")],
    ids=["back to the hand", "all cards back", "into the deck, from where a card is drawn"],
)
def test_a_card_that_comes_back_is_not_known_to_work_once(holder: str, effect: Effect, other: str) -> None:
    found = known(also(holder, effect, smaller(MAKER, holder, other)))
    assert MAKER in found.often and MAKER not in found.once


def test_what_brings_no_card_back_does_no_harm() -> None:
    found = known(also(MAKER, Move(Var("this card"), Call("box")), smaller(MAKER)))
    assert (found.ends, found.once, found.often) == (True, (MAKER, "cast"), ())


def test_what_breaks_the_round_off_may_leave_a_hex() -> None:
    found = known(also("Level", Leave("play"), smaller(MAKER, "Level")))
    assert (found.ends, found.once) == (False, ())
    made = also("Level", Create("G", "hex", Nothing()), smaller("Level"))
    assert not known(made).ends, "a card for the Hexed can be played when the round is over"


def test_only_what_is_allowed_is_counted() -> None:
    """Without the norms that let cards be played, none works; with one that lets them after the round, a Hex is left."""
    game = smaller(MAKER)
    free: Any = next(n for n in game.norms if type(n.claim).__name__ == "May" and n.claim.act.act == "play")  # type: ignore[union-attr]
    loose = msgspec.structs.replace(game, norms=(*game.norms, msgspec.structs.replace(free, cond=Yes())))
    assert known(game).ends and not known(loose).ends


def name(game: Game) -> str:
    """What the kept result of the game is found by."""
    return named(followed(game, "hex", ZONES, frozenset()))


@pytest.mark.parametrize(
    ("holder", "effect"),
    [
        (MAKER, BACK),
        ("Level", ALL_BACK),
        (MAKER, UNDER),
        ("Level", Leave("play")),
        ("Level", Create("G", "hex", Nothing())),
    ],
)
def test_what_may_change_how_often_a_card_works_is_asked_anew(holder: str, effect: Effect) -> None:
    assert name(also(holder, effect)) != name(GAME)


def test_a_norm_that_lets_somebody_do_more_is_asked_anew() -> None:
    norm = next(n for n in GAME.norms if isinstance(n.claim, May) and n.claim.act.act == "play")
    loose = msgspec.structs.replace(GAME, norms=(*GAME.norms, msgspec.structs.replace(norm, cond=Yes())))
    assert name(loose) != name(GAME)


@pytest.mark.parametrize("change", ["Lose 1 Voice by Level.", "You gain 3 Voice."])
def test_what_touches_neither_cards_nor_hexes_is_not(change: str, tmp_path: Path) -> None:
    file = tmp_path / "other.norm"
    file.write_text(f'erratum "other"\nchange card Level\n  text {change}\n', "utf-8")
    assert name(house.desk("hexhex", [file]).rules.game) == name(GAME)
