"""Sampled play: games played again are exact, random numbers are common, intervals are Wilson's."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache

import msgspec
import pytest
from conftest import ROOT, TRIALS, heed_interrupts, later, trials
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validate
from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check import sample_games as sampling
from checker.check.sample_games import Deal, SamplePlan, chosen, sampled, wilson
from checker.check.sample_text import as_json, lines
from checker.cli import main as cli
from checker.kernel.position import Key
from checker.kernel.source import InputError
from checker.kernel.term import Option
from checker.simulate import paired_games as courses
from checker.simulate.games import Decider, Decision, WeightedOption
from checker.simulate.paired_games import POLICIES, Draws, Hour, Simulation, WholeGame, meetings, named

NAMES = ("Seat 1", "Seat 2", "Seat 3")
UNIFORM = POLICIES["uniform"]


@cache
def desk() -> Desk:
    return house.desk("hexhex")


@cache
def table(seed: str) -> Simulation:
    playing = desk().parts.playing(desk().game)
    assert playing is not None
    return Simulation(desk().rules, playing, Draws(seed, UNIFORM))


@cache
def course(seed: str) -> WholeGame:
    return table(seed).play(NAMES)


# ---- a game and the same game ruled otherwise ------------------------------------------------


@pytest.mark.parametrize("seed", ["1", *later("2")])
def test_a_point_ruled_as_by_default_changes_nothing(seed: str) -> None:
    game = course(seed)
    assert meetings(game)
    for meeting in meetings(game):
        assert table(seed).ruled(game, meeting, 0) == game.result


def test_leaving_out_what_cannot_differ_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game to its end, without the short cut."""
    game = course("1")
    asked = [m for m in meetings(game) if m.point.key[1] != "effect"][:: 3 if TRIALS == 1 else 1]
    quick = [table("1").ruled(game, m, 1) for m in asked]
    monkeypatch.setattr(courses, "_merged", lambda *_: None)
    assert [table("1").ruled(game, m, 1) for m in asked] == quick
    assert {result != game.result for result in quick} == {True, False}


def test_a_game_played_again_that_takes_too_much_work_counts_neither_way() -> None:
    """What was given up leaves nothing behind: with more work allowed each point comes out as if it were the first."""
    game, names = Deal(3, 1), tuple(sampling.point_name(desk().game, m.point) for m in meetings(course("again")))
    fresh = sampling.again(table("again"), game, names)
    assert fresh
    few = sampling.again(table("again"), game, names, most=40)
    assert set(few) < set(fresh)
    assert sampling.again(table("again"), game, names) == fresh
    assert desk().rules.looked.most == 0


def test_a_point_that_is_met_again_is_ruled_again() -> None:
    """Its key is of the event, so that it has not been settled."""
    met = [s for s in course("1").stages if s.decision and s.decision.point]
    assert met[0].decision and met[0].decision.point
    point = msgspec.structs.replace(met[0].decision.point, key=("option", "of another event"))
    assert courses._concerns(met[0], {point.key: True}, point)
    assert not courses._concerns(met[0], {point.key: True}, msgspec.structs.replace(point, id="another"))


def test_every_stage_notes_all_the_points_that_it_asks_for() -> None:
    for stage in course("1").stages:
        asked: set[Key] = set()
        table("1")._players().next(stage.at.with_store(courses.Noting(stage.at.store, asked)))
        assert asked == stage.asked


def test_a_store_that_notes_is_asked_for_points_only() -> None:
    stages = course("1").stages
    points = [s.decision.point for s in stages if s.decision and s.decision.point]
    asked = frozenset().union(*(s.asked for s in stages))
    assert {p.key for p in points} <= asked
    assert all(key[0] == "option" for key in asked)


# ---- random numbers --------------------------------------------------------------------------


def decision(weights: dict[str, int], kind: Decider = Decider.CHANCE) -> Decision:
    return Decision(kind, tuple(WeightedOption(Option(name, name), w) for name, w in weights.items()), ())


def taken(weights: dict[str, int], seed: int) -> str:
    return list(weights)[Draws(str(seed), UNIFORM).pick(decision(weights), Hour())]


def test_ways_are_taken_as_often_as_they_weigh() -> None:
    weights = {"a": 1, "b": 2, "c": 5, "d": 2}
    seen = Counter(taken(weights, seed) for seed in range(4000))
    chi2 = sum((seen[w] - 400 * n) ** 2 / (400 * n) for w, n in weights.items())
    assert chi2 < 16.27  # 3 degrees of freedom, one in a thousand


@trials(60)
@given(st.integers(0, 10**6), st.sets(st.sampled_from("abcdefgh"), min_size=2), st.data())
def test_taking_away_what_was_not_taken_changes_nothing(seed: int, ways: set[str], data: st.DataObject) -> None:
    weights = dict.fromkeys(sorted(ways), 1)
    first = taken(weights, seed)
    gone = data.draw(st.sampled_from(sorted(ways - {first})))
    assert taken({w: 1 for w in weights if w != gone}, seed) == first


def test_a_pass_weighs_what_the_policy_says() -> None:
    ways = (*(WeightedOption(Option(("play", n), "")) for n in range(4)), WeightedOption(Option(None, ""), 4))
    for name, share in (("uniform", 0.2), ("hesitant", 0.5)):
        one = Decision(Decider.ACT, ways, ())
        passed = sum(Draws(str(s), POLICIES[name]).pick(one, Hour()) == 4 for s in range(2000))
        assert abs(passed / 2000 - share) < 0.04


def test_the_copies_of_a_card_are_named_alike_and_count_twice() -> None:
    assert named(("play", 1, ("Duck", 3), None)) == named(("play", 1, ("Duck", 4), None))
    ways = tuple(WeightedOption(Option(card, "")) for card in (("Duck", 1), ("Duck", 2), ("Ward", 1)))
    seen = Counter(Draws(str(s), UNIFORM).pick(Decision(Decider.CHANCE, ways, ()), Hour()) for s in range(3000))
    assert all(abs(seen[n] - 1000) < 110 for n in range(3))


# ---- the sample ------------------------------------------------------------------------------


def test_the_number_of_cores_does_not_change_the_sample() -> None:
    plan = SamplePlan(2, 7, (3,), reruns=1)
    one, two = (as_json(sampled(desk(), plan._replace(jobs=jobs))) for jobs in (1, 2))
    assert one == two
    assert one["games"] == {"3": 2} and not one["interrupted"]
    assert any(p["changes"] and p["changes"]["changed_scores"]["games"] for p in one["points"])
    other = as_json(sampled(desk(), plan._replace(seed=8, reruns=0)))
    assert [p["met"] for p in other["points"]] != [p["met"] for p in one["points"]]


def test_a_sample_says_that_it_is_one_and_what_it_rests_on() -> None:
    sample = sampled(desk(), SamplePlan(1, 1, (3,), reruns=0, jobs=1))
    text = "\n".join(lines(sample))
    assert "sampled; rests on the policy, and on what is assumed: numbers of copies of" in " ".join(text.split())
    assert "seed 1" in text and UNIFORM.says[:30] in text
    assert as_json(sample)["extent"] == "sampled" and as_json(sample)["assumed"] is True


def test_games_to_play_again_are_drawn_by_the_seed_and_bounded() -> None:
    met = sampling.MetPoint("p", "silent", (), 1, True)
    three = (met, replace(met, name="q"), replace(met, name="r", stated=False))
    seen = {Deal(3, n): sampling.FirstGame(False, 1, three, {}) for n in range(30)}
    drawn = [chosen(SamplePlan(30, seed, (3,), reruns=4), seen) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert Counter(n for _, names in drawn[0] for n in names) == {"p": 4, "q": 4}


def test_an_interrupted_sample_says_what_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    game = course("1")

    def play(self: Simulation, names: tuple[str, ...]) -> WholeGame:
        played.append(len(names))
        if len(played) == 4:
            raise KeyboardInterrupt
        return game

    monkeypatch.setattr(Simulation, "play", play)
    sample = sampled(desk(), SamplePlan(50, 1, (3, 4), jobs=1))
    assert sample.interrupted and sample.played == {3: 2, 4: 1}
    assert "interrupted, 100 were planned" in " ".join(" ".join(lines(sample)).split())
    assert as_json(sample)["interrupted"] is True


def test_ctrl_c_reaches_a_sample_on_several_cores() -> None:
    program = (
        "from checker.catalog import games as house; from checker.check.sample_games import SamplePlan, sampled;"
        "d = house.desk('hexhex'); print('ready', flush=True);"
        "s = sampled(d, SamplePlan(5000, 0, (3,), jobs=2)); print(s.interrupted, sum(s.played.values()))"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    assert run.stdout is not None and run.stdout.readline() == "ready\n"
    time.sleep(2)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert out.startswith("True ") and not err, out + err


def test_a_game_is_played_by_as_many_as_can_play_it() -> None:
    plan = SamplePlan(1, 1, (2, 3, 4, 9), reruns=0, jobs=1)
    assert sampled(desk(), plan).played == {3: 1, 4: 1}
    assert sampled(house.desk("hexx"), plan._replace(players=(3, 4))).played == {2: 1}


def test_a_game_of_which_none_can_be_played_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be played"):
        sampled(
            Desk("hexhex", msgspec.structs.replace(desk().parts, playing=lambda game: None)), SamplePlan(1, 1, (3,))
        )
    with pytest.raises(InputError, match="below zero"):
        sampled(desk(), SamplePlan(-1, 1, (3,)))


def test_the_json_is_as_documented() -> None:
    share = {"type": "object", "required": ["games", "of", "share", "interval"]}
    point = {
        "type": "object",
        "required": ["point", "kind", "clauses", "met", "changes"],
        "properties": {"met": share, "changes": {"type": ["object", "null"]}},
    }
    found = json.loads(json.dumps(as_json(sampled(desk(), SamplePlan(1, 3, (4,), reruns=0, jobs=1)))))
    validate(found, {"type": "object", "properties": {"points": {"type": "array", "minItems": 1, "items": point}}})


# ---- intervals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 100, 0.0018, 0.0545)],
)
def test_intervals_that_stand_in_tables(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 400), st.data())
def test_an_interval_ends_where_the_share_is_two_deviations_off(of: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, of))
    low, high = wilson(hits, of)
    assert 0 <= low <= hits / of <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(hits / of - end) == pytest.approx(sampling.Z * math.sqrt(end * (1 - end) / of))


def test_nothing_is_known_of_what_was_never_tried() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_games_alone_are_played_without_any_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "hexhex", "--games", "1", "--reruns", "0", "--players", "3", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "no analysis was run" in said and "1 random games" in said and " a second" in said
    assert not any(f"{code}:" in said for code in ("HX101", "HX205"))
    json_ = ["--format", "json"]
    assert (
        cli.run(["check", "hexhex", "--scope", "none", "--games", "1", "--reruns", "0", "--players", "3", *json_]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["checked"] == [] and found["scope"]["scope"] == "none" and found["sample"]["positions"] > 100
