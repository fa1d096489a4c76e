"""A second game from the start: read, run, asked and checked, with no line of checker/ knowing it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from played import play

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import report
from checker.kernel.position import Position, Store
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.kernel.verdict import Verdict
from checker.norms.evaluate import Context
from checker.simulate.games import Over, Players, RandomPolicy

TOY = ROOT / "tests" / "toy"
FILES = sorted(p for p in TOY.rglob("*") if p.suffix in (".norm", ".cards"))
GREEDY = TOY / "greedy.norm"


@cache
def desk(*errata: Path) -> Desk:
    return house.desk("pebbles", errata, root=TOY)


def answers(text: str, *errata: Path) -> list[tuple[Verdict, str]]:
    at = desk(*errata)
    return [(a.verdict, a.value) for scene in at.scenes(text, "toy") for _, a in at.answers(scene)]


# ---- it is a game of its own -----------------------------------------------------------------


def test_the_game_is_small_and_nothing_knows_it() -> None:
    lines = [
        x for p in FILES if p != GREEDY for x in p.read_text(encoding="utf-8").splitlines() if not x.startswith("#")
    ]
    assert len(lines) <= 45
    for path in (*(ROOT / "checker").rglob("*.py"), *(ROOT / "grammar").rglob("*.lark")):
        assert not re.search("pebble|alms|grab", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def test_what_is_read_is_what_is_written() -> None:
    game = desk().game
    assert [c.title for c in game.cards] == ["Grab", "Alms"]
    assert [c.id for c in game.clauses] == ["PB-1", "PB-2", "PB-3"]
    assert [p.name for p in game.procedures] == ["game", "round", "turn"]


# ---- run -------------------------------------------------------------------------------------


def acts(
    context: Context, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """Whoever the turn is about draws or plays a card that they hold."""
    player = about["P"]
    held = context.store.get(("zone", "hand", player), ())
    assert kinds == ("draw", "play") and isinstance(held, tuple)
    return (("draw", player), *(("play", player, card) for card in held))


@given(st.integers(2, 5), st.integers(0, 10_000), st.lists(st.sampled_from(["Grab", "Alms"]), max_size=3))
def test_a_whole_game_ends_and_no_pebble_is_lost(seats: int, seed: int, hand: list[str]) -> None:
    store = Store().put(("seats",), seats).put(("names",), tuple("ABCDE"[:seats]))
    store = store.put(("zone", "hand", 0), tuple((title, n) for n, title in enumerate(hand)))
    seen = []

    def watch(position: Position, _: object, moment: str) -> None:
        if not moment:
            return
        context = Context(desk().rules, position.store)
        held = [context.fact("pebbles", p) for p in range(seats)]
        seen.append(sum(n for n in (*held, context.fact("supply")) if isinstance(n, int)))

    players = Players(desk().rules, acts, watch=watch)
    position, _ = play(players, store, RandomPolicy(seed, points=True))
    assert isinstance(players.next(position)[1], Over)
    assert Context(desk().rules, position.store).fact("supply") == 0
    assert seen and set(seen) == {5}


# ---- ask -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_ruling(number: int) -> None:
    scene = desk().rulings()[number]
    checked = desk().checked(scene)
    assert checked
    assert [c.faults for c in checked if c.faults] == []


def test_without_its_clause_an_obligation_is_gone() -> None:
    (scene,) = desk().scenes("players A B\nmust A draw?", "toy")
    ((_, answer),) = desk().changed(without=("PB-1",)).answers(scene)
    assert answer.value == "no"


def test_a_new_prohibition_contradicts_the_permission() -> None:
    question = "players A B\nmay A play Grab?"
    assert answers(question) == [(Verdict.FORCED, "yes")]
    assert answers(question, GREEDY)[0][0] is Verdict.CONTRADICTION
    assert answers("players A B\nmay A play Alms?", GREEDY) == [(Verdict.FORCED, "yes")]


def test_what_never_comes_to_an_end_is_unknown_and_stays_so(tmp_path: Path) -> None:
    endless = tmp_path / "endless.norm"
    endless.write_text('erratum "Endless"\nstep again of turn before begin: Carry out "turn".\n', encoding="utf-8")
    told = answers("players A B\nwhat is the supply?\nA does draw\nwhat is the supply?", endless)
    assert [verdict for verdict, _ in told] == [Verdict.UNKNOWN, Verdict.UNKNOWN]


@pytest.mark.parametrize(
    "text",
    [
        "players A B\nA does play Duck",
        "players A B\nwho is the Intended?",
        "players A B\nC does draw",
        "players A B\nA casts at B",
    ],
)
def test_the_words_of_another_game_are_unknown(text: str) -> None:
    with pytest.raises(InputError):
        answers(text)


# ---- check -----------------------------------------------------------------------------------


def test_the_contradiction_is_found_and_is_gone_without_its_culprit() -> None:
    before, after = (report(desk(*errata), "2-3", "quick", 1).findings for errata in ((), (GREEDY,)))
    assert not [f for f in before if f.name == "conflicting-clauses"]
    found = [f for f in after if f.name == "conflicting-clauses"]
    assert [set(f.clauses) for f in found] == [{"PB-2", "PB-4"}]


def test_what_a_card_and_an_act_leave_open_is_found() -> None:
    slots = [f for f in report(desk(), "2-3", "quick", 1).findings if f.name == "unfilled-slot"]
    assert [f.cards for f in slots] == [("Alms",), ()]
    assert "`give a player a pebble` does not say where" in slots[1].message, "a player may give what they do not have"


def test_rulings_come_out_the_same_in_several_processes() -> None:
    assert house.all_checked(desk(), 2) == house.all_checked(desk())
