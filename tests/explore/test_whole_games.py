"""Small games looked at to their end: which loops there are, and that there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_games import Small, comes_back, found, laid

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.whole_games import played_out
from checker.kernel.verdict import Extent
from checker.load.folders.new_game import new_game
from checker.session.context import Options

OVER = 'field over "the game is over": condition, starts no\n'


def two_acts(give: str, take: str, red: int, blue: int, moves: Any) -> Small:
    """A game of two numbers of the game as a whole, which two acts change."""
    words = (
        f'field red "the red": number, starts {red}\nfield blue "the blue": number, starts {blue}\n{OVER}'
        f'act give "give" "{{P}} gives": P\n  does {give}\nact take "take" "{{P}} takes": P\n  does {take}\n'
    )
    norms = "P may give if the red is at least 1\nP may take if the blue is at least 3"
    return Small(words, norms, "the game is over", {"red": red, "blue": blue}, moves)


def moves_of(give: tuple[int, int], take: tuple[int, int]) -> Any:
    def moves(at: dict[str, int]) -> list[dict[str, int]]:
        by = [give] * (at["red"] >= 1) + [take] * (at["blue"] >= 3)
        return [{"red": at["red"] + r, "blue": at["blue"] + b} for r, b in by]

    return moves


GIVE = "Lower the red by 1. Raise the blue by {by}."
TAKE = "Lower the blue by {by}. Raise the red by 1."
EXCHANGES = {
    "what is given comes back": (3, 3),
    "something is lost each time": (2, 3),
    "more comes back than was given": (3, 2),
}


@pytest.mark.parametrize(("give", "take"), EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_between_numbers_of_the_whole_game(tmp_path: Path, give: int, take: int) -> None:
    game = two_acts(GIVE.format(by=give), TAKE.format(by=take), 3, 0, moves_of((-1, give), (1, -take)))
    findings, extent = found(tmp_path, game)
    if give < take:
        assert comes_back(game) is False
        assert not findings and extent is not Extent.UNKNOWN
    else:
        told = [f for f in findings if f.extent is Extent.EXHAUSTED]
        assert any("`give` and `take`" in f.message for f in told)
        assert comes_back(game) is (True if give == take else None)


def test_two_steps_that_undo_each_other_are_a_loop_and_end_where_one_is_left_out(tmp_path: Path) -> None:
    words = (
        OVER
        + 'field lift "the lift": number, starts 0\n'
        + "".join(
            f'act {a} "{a}" "{{P}} {a}s": P\n  does {does}\n'
            for a, does in (("rise", "Raise the lift by 1."), ("sink", "Lower the lift by 1."))
        )
    )
    norms = "P may rise if the lift is at most 2\nP may sink if the lift is at least 2"
    (tmp_path / "both").mkdir()
    (tmp_path / "one").mkdir()
    findings, _ = found(tmp_path / "both", Small(words, norms, "the game is over", {}, lambda s: []))
    assert ["`rise` and `sink`" in f.message for f in findings if f.extent is Extent.EXHAUSTED] == [True]
    one = Small(words, norms.replace("at least 2", "at least 4"), "the game is over", {}, lambda s: [])
    findings, extent = found(tmp_path / "one", one)
    assert not findings and extent is not Extent.UNKNOWN


@pytest.mark.parametrize(("gain", "looped"), (("Raise the lives of P by 1. ", True), ("", False)))
def test_a_loop_that_no_scene_but_the_beginning_leads_to_is_found(tmp_path: Path, gain: str, looped: bool) -> None:
    words = (
        'field lives "the lives of {P}": number, starts 2\n'
        f'act rob "rob {{Q}}" "{{P}} robs {{Q}}": P Q\n  does {gain}Lower the lives of Q by 1.\n'
    )
    scene = "players A B\nthe lives of A is 1\nthe lives of B is 1"
    norms, until = "P may rob Q if Q is not P", "there is a player P such that (the lives of P is 0)"
    findings, extent = found(tmp_path, Small(words, norms, until, {}, lambda s: [], scene=scene))
    assert any("`rob a player`" in f.message and f.extent is Extent.EXHAUSTED for f in findings) is looped
    assert looped or (not findings and extent is not Extent.UNKNOWN)


@pytest.mark.parametrize(("only", "looped"), (("", True), (" and not the light is on", False)))
def test_a_loop_far_from_where_play_begins_is_found_in_a_game_that_was_looked_at_to_its_end(
    tmp_path: Path, only: str, looped: bool
) -> None:
    words = (
        OVER
        + 'field lift "the lift": number, starts 0\nfield light "the light is on": condition, starts no\n'
        + 'act rise "rise" "{P} rises": P\n  does Raise the lift by 1.\n'
        + 'act switch "switch the light" "{P} switches the light": P\n'
        + "  does If the light is on, (Set it not so that the light is on.) otherwise (Set it so that the light is on.).\n"
    )
    norms = f"P may rise if the lift is less than 90\nP may switch the light if the lift is 90{only}"
    findings, extent = found(tmp_path, Small(words, norms, "the game is over", {}, lambda s: []))
    assert any("`switch the light`" in f.message and f.extent is Extent.EXHAUSTED for f in findings) is looped
    assert looped or (not findings and extent is not Extent.UNKNOWN)


def test_a_game_whose_cards_lie_nowhere_is_not_looked_at_as_a_whole(tmp_path: Path) -> None:
    words = (
        OVER
        + 'zone hand "the hand of {P}": cards, held\n'
        + 'act lay "lay {C}" "{P} lays {C}": P C\n  does Set it so that the game is over.\n'
    )
    for name, starts, whole in (
        ("nowhere", "", False),
        ("pile", 'zone pile "the pile" in order: cards, starts full\n', True),
    ):
        (tmp_path / name).mkdir()
        cards = "card Gem\n  copies 1 SM-1\n"
        game = Small(
            words + starts, "P may lay C if C is in the hand of P", "the game is over", {}, lambda s: [], cards=cards
        )
        out = played_out(bench(house.desk(laid(tmp_path / name, game))), 2).result
        assert out.whole and out.left == ("lay",)
        assert out.complete is whole


@pytest.mark.parametrize("also", ("", "Raise the noise by 1. "))
def test_what_causes_itself_for_ever_is_seen_not_to_end(tmp_path: Path, also: str) -> None:
    words = (
        OVER
        + 'field noise "the noise": number, starts 0\n'
        + f'act echo "echo" "{{P}} echos": P\n  does {also}P echos.\n'
    )
    out = played_out(
        bench(house.desk(laid(tmp_path, Small(words, "P may echo", "the game is over", {}, lambda s: [])))), 2
    ).result
    assert out.states < 10 and not out.settles([])
    assert also or (out.whole and out.again == ((),))


def test_cards_are_tried_where_no_catalogue_tells_how_they_are_played(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    (tmp_path / "game" / "specs" / "situations.scene").unlink()
    (tmp_path / "game" / "cards" / "gift.cards").write_text(
        "card Gift\n  kinds lucky\n  text Pay any player a coin.\n  clauses CO-2\n  copies 2 assumed\n", "utf-8"
    )
    report = run(bench(house.desk("game", [], root=tmp_path / "game")), Options((2, 3), "quick"), ["HX303", "HX201"])
    assert any("Gift" in f.message for f in report.findings)


def test_a_tie_where_all_has_run_out_is_found_without_a_situation_that_tells_it(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    (tmp_path / "game" / "specs" / "situations.scene").unlink()
    most = "every player Q is such that (Q is P or the coins of P is more than the coins of Q)"
    (tmp_path / "game" / "specs" / "winner.norm").write_text(
        'fact champion "the champion": player\n  by rules\nclause CO-9 definition "Winner"\n'
        f"  norm the value of the champion is any player P such that {most} if the rounds to come is 0\n",
        "utf-8",
    )
    report = run(bench(house.desk("game", [], root=tmp_path / "game")), Options((2, 3), "quick"), ["HX302"])
    assert ["the rounds to come is 0" in f.witness for f in report.findings if f.code == "HX302"] == [True]
