"""Play that need never end: measures that fall, certificates checked on their own, and loops."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from once_a_run import once_a_run
from played import looped

from checker.analyses.endless_play import EndKnowledge, alike, shown
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.certificates.check import certificate, checked
from checker.certificates.check_rules import compared
from checker.check.run_checks import bench
from checker.explore.loops.loop_search import Looped, LoopJob, caught, jobs
from checker.kernel.verdict import Verdict
from checker.smt.termination.find_measures import Ranked, Ranking
from checker.smt.termination.write_certificate import document, written
from checker.static.zone_facts import zoned
from checker.verdicts.verdict import Answer

ERRATA = ROOT / "tests" / "errata"


@cache
def desk(*errata: str, game: str = "hexhex", root: Path | None = None) -> Desk:
    return house.desk(game, [ERRATA / f"{name}.norm" for name in errata], root=root)


@cache
def ranking(*errata: str) -> Ranking:
    return Ranking(desk(*errata).game, zoned(desk(*errata).rules), sparing=not errata)


@cache
def walked(*errata: str, only: str = "") -> tuple[Ranked, ...]:
    """The loops of the game with their measures."""
    return _walked(errata, only) if errata or only else once_a_run("walked", lambda: _walked((), ""))


def _walked(errata: tuple[str, ...], only: str) -> tuple[Ranked, ...]:
    rank = ranking(*errata)
    return tuple(rank.ranked(one) for one in rank.loops() if only in one.where)


@cache
def measures(*errata: str, only: str = "") -> dict[str, Any]:
    """The certificate, as plain values that nobody changes."""
    return document("hexhex", [written(one) for one in walked(*errata, only=only)])


def ends(document: dict[str, Any]) -> dict[str, bool]:
    return {r.where: r.ends for r in checked(certificate(json.dumps(document)))}


# ---- certificates ----------------------------------------------------------------------------


def test_a_certificate_says_which_cards_are_carried_out_in_every_loop() -> None:
    (beats,) = [one for one in measures()["loops"] if one["where"] == "step beats of play"]
    assert set(beats["cards"]) == {c.title for c in desk().game.cards}


def test_a_round_ends_and_a_series_of_tie_breakers_has_no_measure() -> None:
    """C-37: no measure falls in it, and it can be gone through for ever (the loop of play below)."""
    ended = ends(measures())
    assert len(ended) >= 18
    assert [where for where, yes in ended.items() if not yes] == ["step rounds of game"]


def test_most_loops_end_whatever_the_conditions_on_the_way_are_worth() -> None:
    results = [r for r in shown(measures(), desk().game) if r.ends]
    assert len({r.where for r in results if not r.trusted}) >= 20
    assert "step beats of play" in {r.where for r in results if r.trusted}


@pytest.mark.parametrize(
    ("erratum", "ended"),
    [
        ("endless-turn-aside-returns", False),
        ("endless-turn-aside-discarded", True),
    ],
)
def test_an_erratum_takes_the_measure_away_and_its_harmless_twin_does_not(erratum: str, ended: bool) -> None:
    assert ends(measures(erratum, only="step beats of play")) == {"step beats of play": ended}


@pytest.mark.parametrize(
    ("erratum", "only", "ended"),
    [
        pytest.param("endless-taken-back", "step beats of play", False, marks=pytest.mark.thorough),
        pytest.param("endless-taken-back-once", "step beats of play", True, marks=pytest.mark.thorough),
        ("endless-gain-at-will", "step cast of play", False),
        ("endless-hand-laid-open", "step cast of play", True),
    ],
)
def test_acts_that_no_step_waits_for_may_be_done_at_any_moment(erratum: str, only: str, ended: bool) -> None:
    document = measures(erratum, only=only)
    assert ends(document) == {only: ended}
    assert only not in compared(certificate(json.dumps(document)), desk(erratum).game)[0]
    if not ended:
        assert document["loops"][0]["unawaited"]


def test_a_certificate_that_leaves_out_what_may_be_done_at_any_moment_is_refused() -> None:
    others = compared(certificate(json.dumps(measures())), desk("endless-hand-laid-open").game)[0]
    assert {"step beats of play", "step cast of play"} <= set(others)


def test_the_rules_are_followed_and_nothing_that_they_change_is_left_out() -> None:
    read = certificate(json.dumps(measures()))
    assert compared(read, desk().game)[0] == {}
    called = {context["of"] for context in read["contexts"]}
    assert {f"card {c.title}" for c in desk().game.cards} <= called


@pytest.mark.parametrize(
    "erratum", ["endless-turn-aside-returns", "duck-becomes-sender", "dismissed-to-sender", "called-shot-uncancellable"]
)
def test_a_certificate_is_refused_where_other_rules_hold(erratum: str) -> None:
    others = compared(certificate(json.dumps(measures())), desk(erratum).game)[0]
    assert "step beats of play" in others


def test_loops_that_a_certificate_leaves_out_are_named() -> None:
    read = certificate(json.dumps(measures(only="step beats of play")))
    left = compared(read, desk().game)[0]
    assert {"step rounds of game", "act play", "procedure nothing"} <= set(left)
    assert "step beats of play" not in left


def test_facts_about_cards_are_found_to_speak_of_zones() -> None:
    found = zoned(desk().rules)
    assert found["holds"] == {"hand"}
    assert found["laid by"] == {"hand", "played", "discards"}
    assert "surely dealt" not in found


# ---- loops of play ---------------------------------------------------------------------------


@cache
def loops(job: LoopJob, *errata: str, game: str = "hexhex", root: Path | None = None) -> list[Looped]:
    return list(looped(bench(desk(*errata, game=game, root=root)), job))


def test_tie_breakers_go_on_for_ever_if_players_choose_so() -> None:
    (found,) = loops(LoopJob(4))
    assert (found.where, found.forced, found.told) == ("step rounds of game", False, True)
    assert found.who and "round" in found.rising
    assert "Voice" not in found.rising
    assert set(found.breaking) & {"Turn Aside Left", "Boost"} and "Null" not in found.breaking


def asked(lines: tuple[str, ...], question: str, *errata: str) -> list[Answer]:
    at = desk(*errata)
    return [one for scene in at.scenes("\n".join((*lines, question)), "loop") for _, one in at.answers(scene)]


def test_a_loop_is_a_scene_that_can_be_replayed() -> None:
    (found,) = loops(LoopJob(4))
    (answer,) = asked(found.lines[:-1], found.lines[-1])
    assert answer.verdict is not Verdict.UNKNOWN
    assert answer.value not in ("impossible", "illegal")


@pytest.mark.parametrize(
    ("erratum", "card", "forced"),
    [
        ("endless-turn-aside-returns", "Turn Aside Left", True),
        ("endless-turn-aside-discarded", "Turn Aside Left", None),
        pytest.param("endless-draw-on", "Called Shot", None, marks=pytest.mark.thorough),
    ],
)
def test_cards_that_come_back_make_a_loop_and_their_twins_do_not(erratum: str, card: str, forced: bool | None) -> None:
    found = loops(LoopJob(0, (card,)), erratum)
    assert [one.forced for one in found] == ([] if forced is None else [forced])
    assert all(one.where == "step beats of play" and "Turn Aside Right" not in one.breaking for one in found)
    assert all({"Hex Sign", "Stun"} <= set(one.breaking) for one in found)


@pytest.mark.parametrize(
    ("erratum", "job", "act", "by"),
    [
        ("endless-taken-back", LoopJob(0, ("Turn Aside Left",)), "take back", "E-65"),
        pytest.param("endless-gain-at-will", LoopJob(3), "gain", "E-66", marks=pytest.mark.thorough),
    ],
)
def test_an_act_that_no_step_waits_for_makes_a_loop_by_the_clause_that_allows_it(
    erratum: str, job: LoopJob, act: str, by: str
) -> None:
    (found,) = loops(job, erratum)
    assert (found.unawaited, found.by, found.forced, found.told) == ((act,), (by,), False, True)
    assert any(f"does {act}" in line for line in found.lines)


@pytest.mark.thorough
@pytest.mark.parametrize("erratum", ["endless-taken-back-once", "endless-hand-laid-open", "endless-card-comes-back"])
def test_what_can_be_done_once_or_changes_nothing_the_second_time_makes_no_loop(erratum: str) -> None:
    assert loops(LoopJob(0, ("Turn Aside Left",)), erratum) == loops(LoopJob(3), erratum) == []


def test_two_loops_at_one_scene_are_two_and_the_old_one_is_what_it_was() -> None:
    (before,) = loops(LoopJob(4))
    new, old = loops(LoopJob(4), "endless-gain-at-will")
    assert (new.done, new.by) == (("gain",), ("E-66",))
    assert (old.where, old.done, old.by, old.lines) == (before.where, before.done, (), before.lines)


def test_a_loop_names_the_clause_without_which_it_would_be_none() -> None:
    (found,) = caught(bench(desk("endless-hex-comes-back")), LoopJob(3))
    assert found.looped.by == ("E-60",)


@pytest.mark.thorough
def test_a_loop_may_need_two_cards_in_two_hands() -> None:
    erratum, pair = "endless-bring-each-other-back", ("Turn Aside Left", "Called Shot")
    (found,) = loops(LoopJob(1, pair), erratum)
    assert (found.where, found.forced, found.who, found.acts) == ("step beats of play", False, ("B",), 2)
    assert {"hand A: Turn Aside Left", "hand B: Called Shot"} <= set(found.lines)
    assert [loops(LoopJob(0, (title,)), erratum) for title in pair] == [[], []]
    assert loops(LoopJob(1, pair)) == []
    listed = [job for batch in jobs(bench(desk(erratum)), pair) for job in batch if len(job.cards) == 2]
    assert LoopJob(1, pair) in listed and {frozenset(j.cards) for j in listed} == {frozenset(pair)}


@pytest.mark.thorough
@pytest.mark.parametrize(("card", "forced"), [("Twain", False), ("Double Back", True)])
def test_hexes_may_multiply_in_a_loop_and_lie_again_as_they_lay(card: str, forced: bool) -> None:
    (found,) = loops(LoopJob(0, (card,)), f"endless-{card.lower().replace(' ', '-')}-returns")
    assert (found.where, found.forced, found.told) == ("step beats of play", forced, True)
    assert {"gains", "losses"} <= set(found.rising) and "Stun" in found.breaking
    (answer,) = asked(
        found.lines[:-1], "how many Hexes are in play?", f"endless-{card.lower().replace(' ', '-')}-returns"
    )
    assert any(o.value in ("2", "3", "4") for o in answer.outcomes)


def test_a_found_loop_accounts_for_the_other_places_in_which_its_card_moves() -> None:
    def left(where: str, by: str) -> dict[str, Any]:
        return {"where": where, "left": [{"where": by, "moves": ["cards: hand"]}]}

    shown = {"loops": [left(w, "card Rot") for w in ("here", "there", "card Rot")] + [left("elsewhere", "card Null")]}

    def accounted(*cards: str) -> tuple[str, ...]:
        loop = Looped("here", (), cards, True, (), (), (), True, 1)
        return alike(desk().rules, EndKnowledge(shown, (), (loop,)), ("there", "card Rot", "elsewhere"))

    assert (accounted("Rot"), accounted()) == (("there",), ()), "nobody acts within the text of a card"


@pytest.mark.thorough
def test_a_card_that_returns_when_it_is_played_makes_a_loop_though_tokens_pile_up() -> None:
    """Rot lays a token on the Hex each time, more than the box has: an open point, taken as by default, on the way."""
    (found,) = loops(LoopJob(0, ("Rot",)), "endless-rot-returns")
    assert (found.where, found.forced, found.told, found.rising) == ("step beats of play", True, True, ("tokens",))
    (answer,) = asked(found.lines[:-1], "what does H1 carry?", "endless-rot-returns")
    assert answer.value == ", ".join(["rotted"] * 4)


def test_a_loop_of_responses_names_the_card_that_is_responded_to_and_who_goes_on() -> None:
    (found,) = loops(LoopJob(2, ("Null", "Duck")), "endless-null-returns")
    assert (found.forced, found.who, found.told) == (False, ("A", "B", "C"), True)
    assert found.lines[-3:] == ("A plays Null on B's Duck", "A plays Null on B's Duck", "what happens?")


def test_what_nobody_decides_can_go_on_too_until_somebody_plays_out_of_turn() -> None:
    (found,) = loops(LoopJob(3), "endless-hex-comes-back")
    assert (found.where, found.forced, found.acts, found.breaking) == ("step beats of play", True, 0, ("HEX•HEX",))


def test_a_loop_in_which_one_number_falls_for_ever_while_another_rises_is_found() -> None:
    """Whoever is hit is hit again, by the same sender."""
    (found,) = loops(LoopJob(3), "endless-hex-comes-again")
    assert (found.where, found.forced) == ("step beats of play", True)


def test_what_happens_by_itself_again_and_again_is_a_loop_that_nobody_can_leave() -> None:
    """Nobody decides anything in it, so that play never comes to a place where somebody could."""
    (found,) = loops(LoopJob(0, ("Draw Fire",)), "endless-draw-brings-draw")
    assert (found.where, found.forced, found.by, found.breaking) == ("act draw", True, ("E-1",), ())
    assert loops(LoopJob(0, ("Draw Fire",)), "endless-draw-brings-draw.twin") == []
    (answer,) = asked(found.lines[:-1], found.lines[-1], "endless-draw-brings-draw")
    assert answer.value not in ("impossible", "illegal")


@pytest.mark.parametrize(
    ("erratum", "by", "rising"),
    [
        ("endless-gain-brings-gain", ("E-1",), ("Voice", "gains")),
        pytest.param("endless-gain-brings-loss", ("E-1", "E-2"), ("gains", "losses"), marks=pytest.mark.thorough),
    ],
)
def test_what_only_counts_up_by_itself_is_a_loop(erratum: str, by: tuple[str, ...], rising: tuple[str, ...]) -> None:
    (found,) = loops(LoopJob(3), erratum)
    assert (found.where, found.forced, found.by, found.rising) == ("act gain", True, by, rising)
    (answer,) = asked(found.lines[:-1], found.lines[-1], erratum)
    assert answer.verdict is Verdict.UNKNOWN


def test_what_something_ends_far_on_is_no_loop() -> None:
    assert loops(LoopJob(3), "endless-gain-brings-gain.twin") == []


@pytest.mark.parametrize(
    ("condition", "voice"),
    [("", None), ("if the Voice of P is less than 250", "251"), ("if not (the Voice of P is 400)", "401")],
)
def test_play_goes_on_for_ever_only_where_no_number_ends_it(condition: str, voice: str | None, tmp_path: Path) -> None:
    erratum = tmp_path / "gain.norm"
    text = (ERRATA / "endless-gain-brings-gain.norm").read_text("utf-8")
    erratum.write_text(f"{text.rstrip()} {condition}\n", encoding="utf-8")
    at = house.desk("hexhex", [erratum])
    scene = "players A B C; hand B: nothing; A casts at B; the Hex goes off on B; how much Voice does A have?"
    (answer,) = [a for one in at.scenes(scene, "x") for _, a in at.answers(one)]
    if voice is None:
        assert answer.verdict is Verdict.UNKNOWN and "for ever" in answer.note
    else:
        assert (answer.verdict, answer.value) == (Verdict.FORCED, voice)


def test_what_goes_on_within_one_beat_and_only_counts_up_is_a_loop() -> None:
    """Who is Hexed again and again is counted up, and set back only once the beat is over."""
    (found,) = loops(LoopJob(3), "endless-hex-passed-on")
    assert (found.where, found.forced, found.breaking) == ("step beats of play", True, ("HEX•HEX",))
    assert found.by == ("E-67",)


def test_a_game_that_nothing_knows_gets_its_answer() -> None:
    toy = {"game": "pebbles", "root": ROOT / "tests" / "toy"}
    (found,) = loops(LoopJob(0, ("Alms",)), **toy)  # type: ignore[arg-type]
    assert (found.where, found.forced, found.who) == ("step rounds of game", False, ("A", "B"))
    assert found.breaking == ("Grab",)
    assert loops(LoopJob(0, ("Grab",)), **toy) == []  # type: ignore[arg-type]
