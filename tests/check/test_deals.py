"""Whole deals: what they are, who looks at them, what is kept and told of them, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import ROOT

from checker.ask.answer_json import dumped
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check import deal_shards
from checker.check.deal_report import DealsAsked, as_json, checked_deals, deal_lines, summed
from checker.check.deal_shards import Hands, LookedDeals, Shard, looked_at, shards_told
from checker.check.deals import DealPlan, drawn, hands
from checker.check.run_checks import as_written
from checker.cli import main
from checker.graph.offers import StateKind
from checker.kernel.source import InputError
from checker.process.interrupts import INTERRUPTED
from checker.process.worker_pool import FORKS
from checker.session.deal_records import DealResult, DealtBreach, DealtPoint, DealtRound, DealtStep, LeftDeal
from hexcheck.records import Deals

DEAL = "hand A: Null, Turn Aside Left; hand B: Dismiss; hand C: Hex Sign"
ROUND = DealPlan("round", 400)
FOUR = tuple(Shard(f"deal {n}", seats=3, seed=n) for n in range(1, 5))
forks = pytest.mark.skipif(not FORKS, reason="the system cannot fork")


@pytest.fixture(scope="module")
def desk() -> Desk:
    return house.desk("hexhex")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, desk: Desk) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "kept"))


@pytest.fixture(scope="module")
def alone(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process makes of the four deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXCHECK_CACHE", str(tmp_path_factory.mktemp("alone")))
        return said(looked_at(desk, FOUR, ROUND, Hands(1)))


def said(looked: LookedDeals) -> str:
    return dumped(as_json("hexhex", looked, ROUND))


def counting(monkeypatch: pytest.MonkeyPatch, before: Callable[[str], object] = lambda deal: None) -> list[str]:
    """The deals that this process looks at, each noted after what is done before."""
    real, seen = deal_shards.looked, list[str]()

    def noted(bench: Any, begin: Any, deal: str, *rest: Any) -> DealResult:
        before(deal)
        seen.append(deal)
        return real(bench, begin, deal, *rest)

    monkeypatch.setattr(deal_shards, "looked", noted)
    return seen


# -- who does the work ---------------------------------------------------------------------------


KILLED = """
import os, signal
from pathlib import Path
from checker.check import deal_shards

FOLDER, real = Path({folder!r}), getattr(deal_shards.looked, "real", deal_shards.looked)


def noted(bench, begin, deal, *rest):
    with open(FOLDER / "looked", "a") as file:
        file.write(deal + "\\n")
    try:
        os.close(os.open(FOLDER / "first", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return real(bench, begin, deal, *rest)
    (FOLDER / "pid.new").write_text(str(os.getpid()))
    (FOLDER / "pid.new").rename(FOLDER / "pid")
    signal.pause()


noted.real = real
deal_shards.looked = noted
"""
"""Whoever is the first to look at a deal stops in the middle until it is killed; each beginning is noted."""


def killed(folder: Path) -> None:
    """Kills whoever stopped in the middle."""
    until = time.monotonic() + 60
    while not (folder / "pid").exists() and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(int((folder / "pid").read_text()), signal.SIGKILL)


@forks
def test_a_process_that_is_killed_in_the_middle_changes_nothing(
    desk: Desk, alone: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(deal_shards, "looked", deal_shards.looked)
    exec(KILLED.format(folder=str(tmp_path)), {})
    killer = subprocess.Popen(
        [sys.executable, "-c", f"import test_deals, pathlib; test_deals.killed(pathlib.Path({str(tmp_path)!r}))"],
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
    )
    assert said(looked_at(desk, FOUR, ROUND, Hands(2))) == alone
    assert killer.wait(60) == 0
    begun = (tmp_path / "looked").read_text().split("\n")[:-1]
    assert len(begun) == len(FOUR) + 1 and set(begun) == {one.deal for one in FOUR}


@forks
def test_a_deal_at_which_every_process_ends_is_left_and_the_others_are_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counting(monkeypatch, lambda deal: deal == "deal 2 of seed 1" and os.kill(os.getpid(), signal.SIGKILL))
    assert checked_deals([desk], DealsAsked((), 2, 1, "3"), ROUND, Hands(2), "json", None) == 2
    found = json.loads(capsys.readouterr().out)
    assert [one["deal"] for one in found["deals"]] == ["deal 1 of seed 1"]
    assert found["left"] == [{"deal": "deal 2 of seed 1", "why": deal_shards.ENDED}]


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler on this machine with two workers of one thread each."""
    pytest.importorskip("distributed", reason="there is no dask.distributed: `pip install 'hexcheck[cluster]'`")
    (tmp_path / "killed.py").write_text(KILLED.format(folder=str(tmp_path)), "utf-8")
    file, dask = tmp_path / "scheduler.json", [sys.executable, "-m", "dask"]
    own = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    quiet = {"cwd": tmp_path, "env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    begun = [subprocess.Popen([*dask, "scheduler", *own, "--port", "0"], **quiet)]  # type: ignore[call-overload]
    until = time.monotonic() + 60
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.05)
    for _ in range(2):
        work = [*dask, "worker", *own, "--nthreads", "1", "--no-nanny", "--preload", str(tmp_path / "killed.py")]
        begun.append(subprocess.Popen(work, **quiet))  # type: ignore[call-overload]
    late = threading.Timer(120, begun[0].kill)
    late.start()
    try:
        yield json.loads(file.read_text())["address"]
    finally:
        late.cancel()
        for one in begun:
            one.kill()
            one.wait()


def test_a_worker_of_a_scheduler_that_is_killed_in_the_middle_changes_nothing(
    desk: Desk, alone: str, scheduler: str, tmp_path: Path
) -> None:
    killer = subprocess.Popen(
        [sys.executable, "-c", f"import test_deals, pathlib; test_deals.killed(pathlib.Path({str(tmp_path)!r}))"],
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
    )
    assert said(looked_at(desk, FOUR, ROUND, Hands(0, scheduler))) == alone
    assert killer.wait(60) == 0
    begun = (tmp_path / "looked").read_text().split("\n")[:-1]
    assert len(begun) == len(FOUR) + 1 and set(begun) == {one.deal for one in FOUR}


def test_workers_with_other_rules_or_another_program_refuse(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    work = deal_shards._work(desk, ROUND)
    monkeypatch.setattr(deal_shards, "_benches", {})
    with pytest.raises(InputError, match="other rules of `hexhex`"):
        deal_shards.worked(work._replace(key="another"), FOUR[0], 0)
    with pytest.raises(InputError, match="another hexcheck"):
        deal_shards.worked(work._replace(program="another"), FOUR[0], 0)
    assert isinstance(deal_shards.worked(work, FOUR[0], 0), DealResult)


# -- what is kept, and interrupts ----------------------------------------------------------------


def test_what_is_known_is_not_looked_at_again(desk: Desk, alone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = counting(monkeypatch)
    assert said(looked_at(desk, FOUR[:2], ROUND, Hands(1))) != alone
    assert said(looked_at(desk, FOUR, ROUND, Hands(1))) == alone
    assert seen == [one.deal for one in FOUR]
    looked_at(desk, FOUR[:1], ROUND._replace(each=False), Hands(1))
    assert seen[4:] == ["deal 1"], "another plan"


def test_interrupted_it_tells_what_is_known_and_goes_on_from_there(
    desk: Desk, alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(deal: str) -> None:
        if deal == "deal 3":
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        seen = counting(patch, interrupted)
        looked = looked_at(desk, FOUR, ROUND, Hands(1))
    assert looked.interrupted and seen == ["deal 1", "deal 2"] == [one.deal for one in looked.results]
    assert list(deal_lines(looked, ROUND))[-1] == "2 deals not looked at: interrupted"
    seen = counting(monkeypatch)
    assert said(looked_at(desk, FOUR, ROUND, Hands(1))) == alone
    assert seen == ["deal 3", "deal 4"]


def test_a_deal_that_is_interrupted_in_the_middle_is_told_so_and_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from checker.graph.table_graph import TableGraph

    real, asked = TableGraph.options, list[Any]()

    def options(graph: TableGraph, state: Any) -> Any:
        asked.append(state)
        if len(asked) == 50:
            raise KeyboardInterrupt
        return real(graph, state)

    monkeypatch.setattr(TableGraph, "options", options)
    assert checked_deals([desk], DealsAsked((DEAL,)), DealPlan("round"), Hands(1), "text", None) == INTERRUPTED
    assert "interrupted before it was exhausted" in capsys.readouterr().out
    assert checked_deals([desk], DealsAsked((DEAL,)), DealPlan("round"), Hands(1), "text", None) == 0
    assert "  exhausted: 165 states" in capsys.readouterr().out


# -- what a deal is ------------------------------------------------------------------------------


def test_a_deal_of_chance_begins_when_all_is_dealt_and_nothing_is_done(desk: Desk) -> None:
    bench = as_written(desk)
    told = [hands(bench, drawn(bench, 3, seed)) for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]
    assert [len(part.split(",")) for part in told[0].split(";")] == [5, 5, 5]


def test_each_start_of_a_deal_is_looked_at_by_itself(desk: Desk) -> None:
    text = "Hex: A to B; hand A: nothing; hand B: Null; hand C: nothing; B plays Null"
    shards = shards_told(desk, text)
    assert [one.deal for one in shards] == [f"{text} (start 1 of 2)", f"{text} (start 2 of 2)"]
    found = looked_at(desk, shards, ROUND, Hands(1)).results
    assert [one.exhausted for one in found] == [True, True] and found[0].states != found[1].states


def test_a_property_of_moments_for_acts_may_be_broken_between_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (shard,) = shards_told(desk, "hand A: Twain; hand B: Twain; hand C: nothing")
    assert not looked_at(desk, [shard], DealPlan("round"), Hands(1)).results[0].broken
    monkeypatch.setattr(deal_shards, "RESTING", tuple(StateKind))
    broken = looked_at(desk, [shard], DealPlan("round", 999_999), Hands(1)).results[0].broken
    assert broken and not any(one.steps == () for one in broken)


# -- what several deals say together -------------------------------------------------------------


def dealt(deal: str, plays: str = "10", exhausted: bool = True, **more: Any) -> DealResult:
    nothing: dict[str, Any] = {"points": (), "rounds": (), "broken": (), **more}
    return DealResult(deal, "", exhausted, False, 3, 2, 1, 0, 0, plays, 1, most=(), **nothing)


def point(name: str, met: int, decides: int, plays: int) -> DealtPoint:
    return DealtPoint(name, 1, f"{met}/{plays}", f"{decides}/{plays}")


def steps(*texts: str) -> tuple[DealtStep, ...]:
    return tuple(DealtStep(text, (f"K-{text[-1]}",)) for text in texts)


def test_open_points_are_weighed_by_the_plays_of_exhausted_deals() -> None:
    first = dealt("1", "10", points=(point("P", 10, 4, 10), point("Q", 1, 0, 10)))
    second = dealt("2", "90", points=(point("P", 30, 0, 90),))
    rounding = dealt("3", "", points=(DealtPoint("Q", 7, "", ""),))
    cut = dealt("4", "", exhausted=False, points=(DealtPoint("R", 7, "", ""),))
    found = summed([first, second, rounding, cut])
    assert (found.deals, found.exhausted, found.counted, found.plays) == (4, 3, 2, "100")
    assert [tuple(getattr(p, f) for f in p.__struct_fields__) for p in found.points] == [
        ("P", 2, 1, "40/100", "4/100"),
        ("Q", 2, 0, "1/100", "0/100"),
    ]
    lines = list(deal_lines(LookedDeals((first, second, rounding, cut), (LeftDeal("5", "late"),), False), ROUND))
    at = lines.index("together: 4 deals, of which 3 exhausted")
    assert lines[at + 1 :] == [
        "  100 plays in 2 exhausted deals",
        "  2 open points are met in the exhausted deals:",
        "    P: met in 2 deals, 40.0 % of plays; decides the result in 1 deal, 4.0 % of plays",
        "    Q: met in 2 deals, 1.0 % of plays; decides the result in 0 deals, 0.0 % of plays",
        "  so far play is not seen to go round, and no property to be broken",
        "1 deal not looked at (5): late",
    ]


def test_each_fault_is_told_once_with_its_shortest_play() -> None:
    long, short = DealtRound(steps("A 1", "B 2"), steps("A 3")), DealtRound(steps("B 1"), steps("B 3"))
    other = DealtRound((), steps("A 4"))
    first = dealt("1", "", rounds=(long, other), broken=(DealtBreach("safe", steps("A 1", "A 2")),))
    second = dealt("2", "", rounds=(short,), broken=(DealtBreach("safe", steps("A 2")),))
    found = summed([first, second])
    assert [(r.deals, r.deal, r.again) for r in found.rounds] == [(2, "2", short.again), (1, "1", other.again)]
    assert [(b.name, b.deals, b.deal, b.steps) for b in found.broken] == [("safe", 2, "2", steps("A 2"))]
    lines = list(deal_lines(LookedDeals((first, second), (), False), ROUND))
    assert lines.count("  play can go round in 2 deals, soonest in 2:") == 1
    assert lines.count("  property safe is broken in 2 deals, soonest in 2:") == 1


def test_the_json_is_the_documented_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "hexhex", "--deal", DEAL, "--deals", "1", "--players", "3", "--until", "round", "--states", "400"]
    assert main.run([*words, "--format", "json"]) in (0, 1)
    found = msgspec.json.decode(capsys.readouterr().out, type=Deals)
    assert [one.deal for one in found.deals] == [DEAL, "deal 1 of seed 0"]
    assert found.deals[0].exhausted and found.deals[0].plays == "339" and not found.deals[1].exhausted
    assert found.summary is not None and (found.summary.deals, found.summary.plays) == (2, "339")


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hexhex", "--deal", "hand A: Nul; hand B: nothing"], "--deal:1:9: `Nul` cannot stand here"),
        (["hexhex", "--deal", "hand A: HEX•HEX; hand B: HEX•HEX"], "--deal:2:1: 2 copies of HEX•HEX; there is only 1"),
        (["hexhex", "--deal", "hand A: Null; hand C: Duck"], "what B holds is not told\n"),
        (["hexhex", "--deal", f"{DEAL}; may A play Null?"], "--deal:4:1: a deal asks nothing"),
        (["hexhex", "--deal", DEAL, "--until", "rund"], "under way: `play`, `round`, `game`"),
        (["hexhex", "--deals", "1", "--until", "rund"], "no `rund` is under way in this deal"),
        (["hexhex", "--deal", DEAL, "--format", "sarif"], "deals are not told as sarif"),
        (["hexhex", "--deals", "1", "--players", "9"], "`9` is no number of players"),
        (["hexhex", "--deals", "1", "--select", "HX101"], "`--select` does not go with `--deal`"),
        (["hexhex", "--until", "round"], "`--until` goes only with `--deal`"),
        (["--deals", "1"], "no game is named"),
        ([str(ROOT / "examples" / "court"), "--deals", "1", "--until", "round"], "nothing is under way"),
        ([str(ROOT / "examples" / "well"), "--deal", "hand A: Null"], "no card is called `Null`"),
        (["hexhex", "--deals", "1", "--scheduler", "nowhere at all"], "--scheduler:1:1: "),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given)[-40:],
)
def test_what_cannot_be_a_deal_is_refused_in_words(words: list[str], says: str) -> None:
    with pytest.raises(InputError) as refused:
        main.run(["check", *words])
    assert says in f"{refused.value}\n"


@pytest.mark.parametrize("words", [("--states", "0"), ("--deals", "0"), ("--deals", "1000001"), ("--jobs", "-1")])
def test_numbers_out_of_bounds_are_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["check", "hexhex", "--deal", DEAL, *words]) == 2
    assert f'Invalid value "{words[1]}" for {words[0]}' in capsys.readouterr().err
