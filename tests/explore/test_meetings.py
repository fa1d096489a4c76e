"""How two cards meet: what only both of them open, and whether the order matters."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from checker.analyses import meeting_effects
from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.interactions.interactions import CardMeeting, Pairing, alone, meetings, unsaid
from checker.explore.situations import MEETING, SPECIAL, Situation, catalogue
from checker.explore.two_play_situation import planned
from checker.kernel.verdict import Extent
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Options

ONE_TURN = "one player, one turn"
SAME_TURN = "the other player, in the same turn"
NEXT_TURN = "the other player, in the next turn"
OWN_NEXT = "one player, in their next turn"
ROLLER_ANEW = "the roller lays the lifted tile anew"
OTHER_ANEW = "the opponent lays the lifted tile anew"


@cache
def whole() -> Bench:
    return bench(house.desk("hexx"))


def sharing(titles: tuple[str, ...]) -> Bench:
    """The rules with these results only."""
    game = whole().rules.game
    cards = tuple(c for c in game.cards if c.title in titles)
    return whole()._replace(rules=Rulebook(msgspec.structs.replace(game, cards=cards), whole().rules.functions))


def titled(at: Bench, number: int) -> str:
    return next(c.title for c in at.rules.game.cards if c.title.startswith(f"{number:02} "))


def met(scene: str, first: int, at: Bench | None = None) -> dict[int, CardMeeting]:
    """How every result meets the first one, by the number of the second."""
    at = at or whole()
    number = next(n for n, s in enumerate(catalogue(at.situations).meetings) if s.name == MEETING + scene)
    own = unsaid(at, number) | {o.key for o in alone(at, Pairing(number, titled(at, first)))}
    title = titled(at, first)
    return {int(m.second[:2]): m for m in meetings(at, Pairing(number, title, ((title, own),)))}


def test_a_debt_of_09_clashes_with_the_freeze_of_15() -> None:
    opened = {n: {o.key for o in m.opened} for n, m in met(NEXT_TURN, 9).items()}
    assert [n for n, keys in opened.items() if "reading of WX-115" in keys] == [15]


def test_without_one_of_the_readings_they_do_not_clash(tmp_path: Path) -> None:
    told = tmp_path / "one.norm"
    told.write_text('erratum "frozen tiles keep their colour"\nremove norm WX-115.1\n', encoding="utf-8")
    assert met(NEXT_TURN, 9, bench(house.desk("hexx", [told])))[15].opened == ()


@pytest.mark.parametrize(("scene", "first", "by"), [(SAME_TURN, 1, "WX-37"), (OWN_NEXT, 9, "WX-109")])
def test_what_cannot_meet_says_which_clause_forbids_it(scene: str, first: int, by: str) -> None:
    assert {(m.meets, m.by) for m in met(scene, first).values()} == {(False, (by,))}


def test_everything_can_follow_by_the_other_player() -> None:
    assert all(m.meets and m.happens for m in met(NEXT_TURN, 1).values())


@pytest.mark.parametrize(("scene", "lifts"), [(ROLLER_ANEW, 14), (OTHER_ANEW, 20)])
def test_only_a_lifted_tile_sets_off_another_result(scene: str, lifts: int) -> None:
    assert all(m.meets for m in met(scene, lifts).values())
    assert not any(m.meets for m in met(scene, 34 - lifts).values())
    assert not any(m.meets for m in met(scene, 1).values())


def test_the_same_letters_named_by_both_hang_on_who_comes_first() -> None:
    pairs = met(ONE_TURN, 10)
    assert pairs[13].order == "how many tiles of A are on the board?"
    assert not pairs[16].order and pairs[16].compared


def test_choices_made_for_different_cards_are_not_taken_for_each_other() -> None:
    pairs = met(ONE_TURN, 6)
    assert pairs[11].order == "what happens?", "which tile B flips and which B takes off are two things"
    assert pairs[10].order == "how many tiles of A are on the board?"
    assert pairs[1].opened == pairs[13].opened == (), "what two silent results leave open is none of theirs"


def test_a_scene_that_does_not_name_two_cards_is_no_meeting() -> None:
    assert planned(whole(), Situation("meeting: x", 2, ("A to play", "A rolls 01 Take Two"))) is None


def test_the_clash_is_a_finding_and_the_table_has_every_pair() -> None:
    wanted = (*SPECIAL, MEETING + NEXT_TURN)
    scenes = re.split(r'(?m)^(?=scene ")', whole().situations)
    text = "".join(s for s in scenes if any(s.startswith(f'scene "{w}"') for w in wanted))
    few = sharing(tuple(titled(whole(), n) for n in (1, 2, 9, 15, 20)))._replace(situations=text)
    report = run(few, Options(players=(2,)), ["HX206"])
    (found,) = (f for f in report.findings if f.clauses == ("WX-115",))
    assert "A lays a HEXX tile and rolls 09 Metamorphosis" in found.witness.split("\n")
    assert "B lays a HEXX tile and rolls 15 Frozen in Place" in found.witness.split("\n")
    (looked,) = report.checked
    assert looked.extent is Extent.EXHAUSTED
    assert len(looked.table) == 5 * 5
    named = (
        "`09 Metamorphosis`, then `15 Frozen in Place` (the other player, in the next turn): AMBIGUOUS frozen-and-bound"
    )
    second_play = [t for t in looked.told if t.endswith(" AMBIGUOUS leaving-the-second-play")]
    assert all(t.startswith("`02 Take Two`, then") for t in second_play)
    assert [t for t in looked.told if t not in second_play] == [named]


def test_whether_the_order_matters_is_said_of_either_way_round() -> None:
    plain = CardMeeting("a turn", "01", "02", True, either=True, compared=True)
    asked = plain._replace(order="who wins?")
    turned, third = (plain._replace(first=a, second=b) for a, b in (("02", "01"), ("02", "03")))
    last = plain._replace(first="03", second="02", cut=True)
    rows = meeting_effects._table([asked, turned, third, last])
    assert [r.order_matters for r in rows] == ["who wins?", "who wins?", "unknown", "unknown"]
    assert meeting_effects._table([plain])[0].order_matters == "no"
    assert meeting_effects._table([plain._replace(either=False)])[0].order_matters.startswith("the way to meet")


@pytest.mark.parametrize(("first", "meet"), [(11, None), (20, False), (14, True)])
def test_only_where_nothing_was_cut_off_is_it_said_that_cards_cannot_meet(first: int, meet: bool | None) -> None:
    """11 has more ways of taking tiles off the board than are followed; 20 has more than are followed at first."""
    rows = meeting_effects._table(list(met(ROLLER_ANEW, first).values()))
    assert {r.meet for r in rows} == {meet}


@pytest.mark.parametrize(("one", "other"), [(4, 10), (5, 13), (8, 10)])
def test_what_turns_tiles_of_the_word_or_beside_it_and_what_turns_a_vowel_hang_on_the_order(
    one: int, other: int
) -> None:
    assert met(ONE_TURN, one)[other].order == "how many tiles of A are on the board?"


def test_an_order_that_a_roll_gives_is_in_the_table_and_is_no_finding() -> None:
    scene = "one player, one turn"
    text = "".join(
        s
        for s in re.split(r'(?m)^(?=scene ")', whole().situations)
        if any(s.startswith(f'scene "{w}"') for w in (*SPECIAL, MEETING + scene))
    )
    few = sharing(tuple(titled(whole(), n) for n in (1, 2, 3, 8)))._replace(situations=text)
    assert few.playing is not None
    chosen = few._replace(playing=few.playing._replace(rolled=frozenset()))
    found, reported = {}, {}
    for at in (few, chosen):
        listed = run(at, Options(players=(2,)), ["HX206"])
        found[at is chosen] = [f for f in listed.findings if "either order" in f.message]
        reported[at is chosen] = [r.order_matters for r in listed.checked[0].table]
    assert not found[False] and len(found[True]) == 1
    assert any(reported[False]) and reported[False] == reported[True]
