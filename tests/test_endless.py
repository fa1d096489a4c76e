"""Play that need never end: measures that fall, certificates checked on their own, and loops."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import ROOT, trials
from hypothesis import given
from hypothesis import strategies as st

from checker import house
from checker.answers.checking import bench
from checker.answers.desk import Desk
from checker.answers.verdicts import Answer
from checker.certificate import certificate, checked
from checker.counters import Unsound, moved
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.position import Position, Store
from checker.kernel.verdict import Verdict
from checker.norms.rulebook import Rulebook
from checker.run.games import Players, Policy, play
from checker.search.looped import Job, Looped, jobs, looped
from checker.search.zones import zoned
from checker.smt.ranking import Ranking
from checker.smt.ranking_file import document, written

ERRATA = ROOT / "tests" / "errata"


@cache
def desk(*errata: str, game: str = "hexhex", root: Path | None = None) -> Desk:
    return house.desk(game, [ERRATA / f"{name}.norm" for name in errata], root=root)


@cache
def ranking(*errata: str) -> Ranking:
    return Ranking(desk(*errata).game, zoned(desk(*errata).rules))


@cache
def measures(*errata: str, only: str = "") -> dict[str, Any]:
    rank = ranking(*errata)
    return document("hexhex", [written(rank.ranked(one)) for one in rank.loops() if only in one.where])


def ends(found: dict[str, Any]) -> dict[str, bool]:
    return {r.where: r.ends for r in checked(certificate(msgspec.json.encode(found)))}


# ---- certificates ----------------------------------------------------------------------------


def test_a_certificate_says_of_every_card_which_changes_it_makes_in_every_loop() -> None:
    found = measures()
    (beats,) = [one for one in found["loops"] if one["where"] == "step beats of play"]
    assert set(beats["cards"]) == {c.title for c in desk().game.cards}
    assert {beats["changes"][n]["where"] for n in beats["cards"]["Null"]} == {"act cancel"}
    beats = copy.deepcopy(beats)
    beats["levels"][0]["changes"] = [n for n in beats["levels"][0]["changes"] if n not in beats["cards"]["Null"]]
    (result,) = checked(certificate(msgspec.json.encode(document("hexhex", [beats]))))
    assert not result.ends and "`" in result.fault


def test_a_round_ends_and_a_series_of_tie_breakers_has_no_measure() -> None:
    """C-37: no measure falls in it, and it can be gone through for ever (the loop of play below)."""
    found = ends(measures())
    assert len(found) >= 18
    assert [where for where, ended in found.items() if not ended] == ["step rounds of game"]


@pytest.mark.parametrize(
    ("erratum", "ended"),
    [
        ("endless-turn-aside-returns", False),
        ("endless-turn-aside-discarded", True),
        ("endless-hex-comes-back", False),
        ("endless-card-comes-back", True),
    ],
)
def test_an_erratum_takes_the_measure_away_and_its_harmless_twin_does_not(erratum: str, ended: bool) -> None:
    assert ends(measures(erratum, only="step beats of play")) == {"step beats of play": ended}


def test_the_bounds_of_every_change_follow_from_what_it_does() -> None:
    changes = [one for loop in measures()["loops"] for one in loop["changes"]]
    assert len(changes) > 1000
    assert {one["does"]["type"] for one in changes} >= {"Adds", "Sets", "Swaps", "Varies", "Goes", "Comes", "Leaves"}
    for one in changes:
        assert moved(one["does"]) == {counter: tuple(bound) for counter, bound in one["bounds"].items()}


def test_facts_about_cards_are_found_to_speak_of_zones() -> None:
    found = zoned(desk().rules)
    assert found["holds"] == {"hand"}
    assert found["laid by"] == {"hand", "played", "discards"}
    assert "surely dealt" not in found


# ---- the checker -----------------------------------------------------------------------------

HAND_TO_TABLE = {"type": "Goes", "source": "hand", "goal": "table"}
"""What the first change of the small certificate does; what the others do is taken on trust."""
SMALL: dict[str, Any] = {
    "schema": "hexcheck/certificate/1",
    "game": "a game",
    "rests_on": [],
    "loops": [
        {
            "where": "a loop",
            "changes": [
                {
                    "where": "here",
                    "what": "one is played",
                    "bounds": {"hand": [-1, -1], "table": [1, 1]},
                    "does": HAND_TO_TABLE,
                },
                {"where": "here", "what": "a turn passes", "bounds": {"turns": [None, -1], "hand": [-1, 0]}},
                {"where": "here", "what": "points", "bounds": {"points": [None, None]}},
            ],
            "levels": [
                {"measure": {"hand": 1}, "changes": [0, 1, 2], "falls": [0]},
                {"measure": {"turns": 2}, "changes": [1, 2], "falls": [1]},
            ],
            "why": {"all": [{"change": 0}, {"all": [{"change": 1}, {"impossible": "so and so"}]}, {"leaves": "it"}]},
        }
    ],
}


def fault(found: dict[str, Any]) -> str:
    (result,) = checked(certificate(msgspec.json.encode(found)))
    assert result.ends == (not result.fault)
    return result.fault


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    """The small certificate with one of its parts put otherwise."""
    made: Any = copy.deepcopy(SMALL)
    here = made["loops"][0]
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return made  # type: ignore[no-any-return]


def test_a_sound_certificate_is_accepted_and_what_it_takes_on_trust_is_counted() -> None:
    assert fault(SMALL) == ""
    (result,) = checked(certificate(msgspec.json.encode(SMALL)))
    assert result.trusted == 3


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["changes", 0, "bounds", "hand"], [-1, 0], "up to 0"),
        (["changes", 0, "bounds", "hand"], [-2, -2], "further than its bounds"),
        (["changes", 0, "bounds"], {"hand": [-1, -1]}, "further than its bounds"),
        (["changes", 0, "does", "goal"], "deck", "can move `deck` further"),
        (["changes", 0, "does", "source"], None, "can move `hand` further"),
        (["changes", 0, "does", "type"], "Vanishes", "nothing that a change can do"),
        (["changes", 0, "does"], {"type": "Adds", "counter": "hand", "by": -1, "least": 0}, "further"),
        (["changes", 0, "does"], {"type": "Adds", "counter": "hand", "by": -1, "least": -1}, "nothing that"),
        (["changes", 0, "does"], {"type": "Sets", "counter": "hand", "to": None, "least": 1}, "further"),
        (["changes", 0, "does"], {"type": "Swaps", "up": "table", "down": "hand", "surely": False}, "further"),
        (["changes", 0, "does"], {"type": "Unclear", "counters": ["hand"]}, "further"),
        (["changes", 1, "bounds", "hand"], [0, 1], "up to 1"),
        (["changes", 2, "bounds", "hand"], [None, None], "without bound"),
        (["changes", 1, "bounds", "hand"], [1, -1], "wrong order"),
        (["levels", 0, "measure", "hand"], -1, "negative weight"),
        (["levels", 0, "measure"], {}, "up to 0"),
        (["levels", 0, "falls"], [0, 7], "none of its changes"),
        (["levels", 0, "changes"], [0, 9], "no change 9"),
        (["levels", 1, "changes"], [0, 1, 2], "fell before"),
        (["levels", 1, "falls"], [], "no measure falls along it"),
        (["why"], {"change": 2}, "no measure falls along it"),
        (["why"], {"all": []}, "no reason"),
        (["why"], {"change": 0, "impossible": "x"}, "no reason"),
        (["why"], {}, "no reason"),
        (["why"], None, "nothing is claimed"),
    ],
)
def test_what_a_certificate_does_not_show_is_refused(path: list[Any], value: Any, said: str) -> None:
    assert said in fault(changed(path, value))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": "x"}', "\x00", '{"schema":"other","game":"","rests_on":[],"loops":[]}']
)
def test_what_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Unsound):
        certificate(text)


@trials(150)
@given(st.data())
def test_a_measure_that_is_accepted_falls_on_every_course_of_changes(data: st.DataObject) -> None:
    """Whatever bounds and weights: if the checker accepts, no course within the bounds goes on for ever."""
    bound = st.integers(-2, 2)
    pairs = st.tuples(bound, bound).map(sorted)
    changes = [{"a": list(data.draw(pairs)), "b": list(data.draw(pairs))} for _ in range(2)]
    measure = {"a": data.draw(st.integers(0, 2)), "b": data.draw(st.integers(0, 2))}
    falls = data.draw(st.lists(st.sampled_from([0, 1]), unique=True))
    made = copy.deepcopy(SMALL)
    made["loops"][0] |= {
        "changes": [{"where": "", "what": "", "bounds": b} for b in changes],
        "levels": [{"measure": measure, "changes": [0, 1], "falls": sorted(falls)}],
        "why": {"all": [{"change": 0}, {"change": 1}]},
    }
    if fault(made):
        return
    counters = {"a": 9, "b": 9}
    for steps in range(200):
        which = data.draw(st.sampled_from([0, 1])) if steps < 20 else steps % 2
        counters = {n: v + changes[which][n][1] for n, v in counters.items()}
        if min(counters.values()) < 0:
            return
    raise AssertionError("a course without end was certified")


# ---- loops of play ---------------------------------------------------------------------------


@cache
def loops(job: Job, *errata: str, game: str = "hexhex", root: Path | None = None) -> list[Looped]:
    return list(looped(bench(desk(*errata, game=game, root=root)), job))


def test_tie_breakers_go_on_for_ever_if_players_choose_so() -> None:
    (found,) = loops(Job(4))
    assert (found.where, found.forced, found.told) == ("step rounds of game", False, True)
    assert found.who and "round" in found.rising
    assert "Voice" not in found.rising
    assert set(found.breaking) & {"Turn Aside Left", "Boost"} and "Null" not in found.breaking


def asked(lines: tuple[str, ...], question: str, *errata: str) -> list[Answer]:
    at = desk(*errata)
    return [one for scene in at.scenes("\n".join((*lines, question)), "loop") for _, one in at.answers(scene)]


def test_a_loop_is_a_scene_that_can_be_replayed() -> None:
    (found,) = loops(Job(4))
    (answer,) = asked(found.lines[:-1], found.lines[-1])
    assert answer.verdict is not Verdict.UNKNOWN
    assert answer.value not in ("impossible", "illegal")


@pytest.mark.parametrize(
    ("erratum", "card", "forced"),
    [
        ("endless-turn-aside-returns", "Turn Aside Left", True),
        ("endless-turn-aside-discarded", "Turn Aside Left", None),
        ("endless-draw-on", "Called Shot", None),
    ],
)
def test_cards_that_come_back_make_a_loop_and_their_twins_do_not(erratum: str, card: str, forced: bool | None) -> None:
    found = loops(Job(0, (card,)), erratum)
    assert [one.forced for one in found] == ([] if forced is None else [forced])
    assert all(one.where == "step beats of play" and "Turn Aside Right" not in one.breaking for one in found)
    assert all({"Hex Sign", "Stun"} <= set(one.breaking) for one in found)


def test_a_loop_may_need_two_cards_in_two_hands() -> None:
    erratum, pair = "endless-bring-each-other-back", ("Turn Aside Left", "Called Shot")
    (found,) = loops(Job(1, pair), erratum)
    assert (found.where, found.forced, found.who, found.acts) == ("step beats of play", False, ("B",), 2)
    assert {"hand A: Turn Aside Left", "hand B: Called Shot"} <= set(found.lines)
    assert [loops(Job(0, (title,)), erratum) for title in pair] == [[], []]
    assert loops(Job(1, pair)) == []
    listed = [job for batch in jobs(bench(desk(erratum)), pair) for job in batch if len(job.cards) == 2]
    assert Job(1, pair) in listed and {frozenset(j.cards) for j in listed} == {frozenset(pair)}


@pytest.mark.parametrize(("card", "forced"), [("Twain", False), ("Double Back", True)])
def test_hexes_may_multiply_in_a_loop_and_lie_again_as_they_lay(card: str, forced: bool) -> None:
    (found,) = loops(Job(0, (card,)), f"endless-{card.lower().replace(' ', '-')}-returns")
    assert (found.where, found.forced, found.told) == ("step beats of play", forced, True)
    assert {"gains", "losses"} <= set(found.rising) and "Stun" in found.breaking
    (answer,) = asked(
        found.lines[:-1], "how many Hexes are in play?", f"endless-{card.lower().replace(' ', '-')}-returns"
    )
    assert any(o.value in ("2", "3", "4") for o in answer.outcomes)


def test_what_nobody_decides_can_go_on_too_until_somebody_plays_out_of_turn() -> None:
    (found,) = loops(Job(3), "endless-hex-comes-back")
    assert (found.where, found.forced, found.acts, found.breaking) == ("step beats of play", True, 0, ("HEX•HEX",))


def test_a_game_that_nothing_knows_gets_its_answer() -> None:
    toy = {"game": "pebbles", "root": ROOT / "tests" / "toy"}
    (found,) = loops(Job(0, ("Alms",)), **toy)  # type: ignore[arg-type]
    assert (found.where, found.forced, found.who) == ("step rounds of game", False, ("A", "B"))
    assert found.breaking == ("Grab",)
    assert loops(Job(0, ("Grab",)), **toy) == []  # type: ignore[arg-type]


# ---- what certificates take for granted ------------------------------------------------------


def counted(rules: Rulebook, store: Store) -> dict[str, int]:
    """The counters that any position shows: cards in zones, things, and numbers as far as they are above 0."""
    found: dict[str, int] = {}
    for key, value in store.items():
        if key[0] == "zone" and isinstance(value, tuple):
            name, number = f"cards: {key[1]}", len(value)
        elif key[0] == "things" and isinstance(value, tuple):
            name, number = f"things: {key[1]}", len(value)
        elif str(key[0]) in rules.fields and rules.fields[str(key[0])].result == "number" and isinstance(value, int):
            name, number = str(key[0]), max(0, value - 0)
        else:
            continue
        found[name] = found.get(name, 0) + number
    return found


@cache
def bounds() -> tuple[dict[str, tuple[float, float]], ...]:
    """The bounds of every change in the certificate."""
    changes = {
        tuple((c, tuple(b)) for c, b in one["bounds"].items())
        for loop in measures()["loops"]
        for one in loop["changes"]
    }
    none = float("inf")
    return tuple(
        {c: (-none if lo is None else lo, none if hi is None else hi) for c, (lo, hi) in one} for one in changes
    )


@pytest.mark.parametrize("players", [3, 5])
def test_no_step_of_a_random_game_moves_counters_further_than_some_change_of_the_certificate(players: int) -> None:
    rules = desk().rules
    before: list[Store] = []
    seen: set[tuple[tuple[str, int], ...]] = set()

    def watch(position: Position, lines: object, moment: str) -> None:
        store = position.store
        if before and before[-1] is not store:
            old, new = counted(rules, before[-1]), counted(rules, store)
            seen.add(tuple(sorted((n, d) for n in {*old, *new} if (d := new.get(n, 0) - old.get(n, 0)))))
        before[:] = [store]

    for seed in range(3):
        before.clear()
        play(
            Players(rules, acts, weight, watch),
            beginning(rules.game.cards, tuple("ABCDEF"[:players])),
            Policy(seed, True),
            150,
        )
    assert len(seen) > 10
    for shift in seen - {()}:
        changed_here = dict(shift)
        assert any(
            all(lo <= changed_here.get(c, 0) <= hi for c, (lo, hi) in one.items() if c in COUNTED)
            and set(changed_here) <= set(one)
            for one in bounds()
        ), shift


COUNTED = {f"cards: {z}" for z in ("hand", "played", "in play", "discards", "deck", "discard pile")} | {
    "things: hex",
    "things: token",
}
