"""Why the word game ends, as far as it does: measures, and the loops that no measure ends."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from played import looped

from checker.analyses.endless_play import _loop, measures, shown
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.loops.loop_search import Looped, LoopJob, grouped, jobs
from checker.explore.scene_driver import SceneDriver
from checker.explore.situations import catalogue
from checker.explore.two_play_situation import silent
from checker.kernel.position import Store
from checker.session.context import Bench, Options


@cache
def whole() -> Bench:
    return bench(house.desk("hexx"))


@cache
def loops(scene: int, *cards: str) -> tuple[Looped, ...]:
    return looped(whole(), LoopJob(scene, cards))


def test_draws_and_turns_end_and_the_die_and_the_game_need_not() -> None:
    with working(whole(), Options(players=(2,))) as work:
        results = shown(measures(work), whole().rules.game)
    rolled = {"step early of one-play", "step roll of one-play"}
    assert {r.where for r in results if not r.ends} == {*rolled, "step turns of game"}
    assert sum(r.ends for r in results) == 6


@pytest.mark.thorough
def test_without_a_word_to_lay_exchanges_never_end() -> None:
    (one,) = loops(0)
    assert (one.where, one.forced, one.acts) == ("step turns of game", True, 2)
    assert [line for line in one.lines if " exchanges " in line] == ["A exchanges 6 tiles", "B exchanges 6 tiles"]
    at = house.desk("hexx")
    (answer,) = [found for scene in at.scenes("\n".join(one.lines), "loop") for _, found in at.answers(scene)]
    assert answer.value not in ("impossible", "illegal")


ONCE = """erratum "23 free pass"
field free pass "{P} used the free pass": condition, starts no
clause E-23 permission "Errata"
  says Each player may pass once per game without discarding tiles.
  over WX-12 WX-27
  norm P may pass if the player on turn is P and not P used the free pass
  norm when P passes, set it so that P used the free pass
"""


@pytest.mark.thorough
def test_passing_is_no_loop_where_it_is_allowed_once(tmp_path: Path) -> None:
    (tmp_path / "once.norm").write_text(ONCE, encoding="utf-8")
    found = [one for one in looped(bench(house.desk("hexx", [tmp_path / "once.norm"])), LoopJob(0)) if one.sure]
    assert [one.done for one in found] == [("exchange",)]


@pytest.mark.parametrize(("card", "goes_on"), [("11 Null & Void", True), ("04 Reversal of Fortune", False)])
def test_tiles_put_back_into_an_empty_bag_keep_the_game_going(card: str, goes_on: bool) -> None:
    assert [one.where for one in loops(2, card)] == (["step turns of game"] if goes_on else [])


@pytest.mark.parametrize("card", ["07 Lost Origin", "11 Null & Void", "17 Freaky Friday"])
def test_the_scene_of_a_loop_is_lawful_has_the_card_that_is_named_and_does_not_go_on_without_it(card: str) -> None:
    """17 with an empty bag may be rolled again, and it is the 7 rolled then that puts tiles into the bag."""
    (one,) = loops(2, card)
    (named,) = one.cards
    assert named == ("07 Lost Origin" if card.startswith("17") else card)
    assert any(int(n) == int(named[:2]) for line in one.lines for n in re.findall(r"rolls (\d+)", line))
    after = SceneDriver(whole(), 2).begin(one.lines[1:])
    assert after is not None and not all(b.illegal for b in after.judge.branches)
    without = SceneDriver(silent(whole(), one.cards), 2).begin(one.lines[1:])
    assert without is None or all(b.illegal for b in without.judge.branches)


def test_a_loop_of_which_no_scene_is_found_stays_a_finding_and_says_so() -> None:
    (one,) = loops(2, "11 Null & Void")
    with working(whole(), Options(players=(2,))) as work:
        shown, untold = (_loop(work, [msgspec.structs.replace(one, told=t)]) for t in (True, False))
    assert shown.witness and "no scene of it was found" not in shown.message
    assert not untold.witness and "no scene of it was found: it was searched from" in untold.message


@pytest.mark.parametrize(("whose", "goes_on"), [("the player on turn is P and", False), ("", True)])
def test_tiles_that_turn_for_good_make_no_loop_and_those_turned_back_do(
    tmp_path: Path, whose: str, goes_on: bool
) -> None:
    path = tmp_path / "flips.norm"
    norm = f"P may flip T if {whose} T lies on the board and not the colour of T is P".replace("  ", " ")
    path.write_text(f'erratum "x"\nclause E-1 permission "Errata"\n  norm {norm}\n')
    found = looped(bench(house.desk("hexx", [path])), LoopJob(1))
    assert [one.unawaited for one in found] == ([("flip",)] if goes_on else [])


def test_only_chance_rolls_again_for_ever() -> None:
    (one,) = loops(3)
    assert (one.where, one.forced, one.who) == ("step roll of one-play", False, ("chance",))
    assert one.left, "some result leads out of it, so that it goes on for ever with probability 0"


def test_where_every_result_is_rolled_again_no_way_out_is_said_to_be_likely(tmp_path: Path) -> None:
    path = tmp_path / "again.norm"
    path.write_text('erratum "x"\nclause E-1 effect "Errata"\n  norm it counts that N is rolled again by P\n')
    (one,) = looped(bench(house.desk("hexx", [path])), LoopJob(3))
    assert (one.where, one.who, one.left) == ("step roll of one-play", ("chance",), False)


@pytest.mark.parametrize(
    ("forced", "who", "left", "said", "severity"),
    [
        (True, (), False, "and nobody in it can do otherwise", "error"),
        (False, ("A",), False, "if A chooses to go on", "warning"),
        (False, ("A", "B"), False, "if A and B choose to go on", "warning"),
        (False, ("chance",), True, "if chance has it so each time, which it has with probability 0", "warning"),
        (
            False,
            ("chance",),
            False,
            "if chance has it so each time, and whether it ever leads out is not known",
            "warning",
        ),
    ],
)
def test_it_is_said_whether_duty_choice_or_chance_goes_on(
    forced: bool, who: tuple[str, ...], left: bool, said: str, severity: str
) -> None:
    one = Looped("step turns of game", ("players A B",), (), forced, who, (), (), True, 2, left)
    with working(whole(), Options(players=(2,))) as work:
        found = _loop(work, [one])
    assert found.message == f"play can come back to {one.where} for ever, {said}; no card of the box breaks it"
    assert found.severity == severity


def test_loops_are_told_apart_by_what_brings_them_about() -> None:
    def loop(forced: bool, *cards: str, who: tuple[str, ...] = ("A",), done: tuple[str, ...] = ()) -> Looped:
        return Looped("step turns of game", (), cards, forced, who, (), (), True, 2, done=done)

    plain, one, other = loop(True), loop(True, "11 Null & Void"), loop(False, "07 Lost Origin")
    assert grouped((plain, one, other)) == [[plain], [one], [other]]
    assert grouped((loop(False), plain)) == [[plain]], "nobody can leave what some could leave"
    rolled = loop(False, who=("chance",))
    assert grouped((rolled, loop(False, "17 Freaky Friday", who=("chance",)))) == [[rolled]]
    passing, exchanging = loop(True, done=("pass",)), loop(True, done=("exchange",))
    assert grouped((passing, exchanging)) == [[passing], [exchanging]], (
        "nothing else is done in the one than in the other"
    )
    other = loop(False, "11 Null & Void", done=("exchange", "pass"))
    assert grouped((passing, loop(True, "04 Reversal of Fortune", done=("pass",)), other)) == [[passing], [other]]


def test_every_result_is_tried_with_an_empty_bag_before_any_loop_is_known() -> None:
    first = next(jobs(whole(), ()))
    assert {job.cards for job in first} == {(), *((c.title,) for c in whole().rules.game.cards)}


@pytest.mark.parametrize("scene", [s.name for s in catalogue(whole().situations).situations])
def test_only_07_and_11_bring_back_tiles_from_the_board(scene: str) -> None:
    """What 14 and 20 lift is replaced from a hand: a HEXX tile that is laid anew takes another tile with it."""

    def off_board(store: Store) -> int:
        return len(store.lying("bag")) + len(store.lying("hand", 0)) + len(store.lying("hand", 1))

    situation = next(s for s in catalogue(whole().situations).situations if s.name == scene)
    table = SceneDriver(whole(), 2)
    start = table.begin(situation.lines)
    assert start is not None
    before = max(off_board(b.position.store) for b in start.judge.branches)
    bring = set()
    for card in whole().rules.game.cards:
        after = table.tell(start, f"A lays a HEXX tile and rolls {card.title}")
        assert after is not None
        if max(off_board(b.position.store) for b in after.judge.branches) > before:
            bring.add(card.title[:2])
    assert bring == {"07", "11"}
