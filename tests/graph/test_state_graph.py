"""The tables find the states and edges that the interpreter finds, exactly; the numbers are golden."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from state_graphs import Begun, compared, dealt, space_of, walked

from checker.graph.compiled.installed import kernel
from checker.graph.state_space import rounds, shares
from checker.graph.witness import PlainGraph, path_to, replayed


class Golden(NamedTuple):
    """A deal, and how many states with how many edges can come of it; of those without a `whole` so many are looked at."""

    game: str
    deal: str
    each: bool
    states: int
    edges: int
    whole: bool = True

    @property
    def begun(self) -> Begun:
        return dealt(self.game, self.deal, "round" if self.game == "hexhex" else "")


DEALS = (
    Golden("hexhex", "hand A: Duck; hand B: Turn Aside Left; hand C: Null", True, 14, 13),
    Golden("hexhex", "hand A: Duck, Null; hand B: Turn Aside Right; hand C: Twain", False, 60, 59),
    Golden("hexhex", "hand A: Null, Turn Aside Left; hand B: Dismiss; hand C: Hex Sign", True, 165, 281),
    Golden(
        "hexhex",
        "hand A: Turn Aside Left, Turn Aside Right; hand B: Deflect Across, Duck; hand C: Draw Fire, Null",
        False,
        280,
        280,
    ),
    Golden("hexhex", "hand A: Twain; hand B: Twain; hand C: Duck", True, 929, 957),
    Golden(
        "hexhex",
        "hand A: Maddening Compulsion Left, Duck; hand B: Turn Aside Left; hand C: Null, Turn Aside Right",
        False,
        35,
        34,
    ),
    Golden("hexhex", "hand A: Maddening Compulsion Left; hand B: Turn Aside Left, Duck; hand C: nothing", True, 39, 38),
    Golden("hexhex", "hand A: Null; hand B: Duck; hand C: Turn Aside Left; hand D: Turn Aside Right", True, 132, 131),
    Golden(
        "hexhex",
        "hand A: Draw Fire; hand B: nothing; hand C: Turn Aside Right; hand D: Null; hand E: Duck",
        True,
        392,
        391,
    ),
    Golden(
        "hexhex",
        "hand A: Turn Aside Left, Duck, Null, Boost, Rot; hand B: Turn Aside Right; hand C: Called Shot",
        False,
        369,
        392,
    ),
    Golden(
        "burden",
        "A is on turn; pile: Red One; deck: Blue One, Blue Two, Red Two; hand A: Red Load, Blue Two; hand B: Blue Load",
        True,
        221,
        470,
        False,
    ),
    Golden(
        "fair",
        "players A B C; A is on turn; hand A: Magnet, Chute; stall B: Beggar, Bell; hand B: Bell; hand C: nothing",
        True,
        270,
        571,
        False,
    ),
    Golden("well", "A is on turn; well: Cup; pile: Flood; hand A: Race, Flood, Cup; hand B: Rain, Cup", True, 44, 67),
    Golden(
        "decree",
        "A is on turn; deck: Coin, Rose, Lamp; hand A: Draw Two, Garden, Rose; hand B: Play Two, Hold One",
        True,
        159,
        486,
        False,
    ),
    Golden("court", "hand A: Blade; hand B: Steward", True, 271, 437, False),
    Golden("court", "hand A: Steward, Blade; hand B: Shield, Blade; hand C: Steward, Shield", True, 148, 443, False),
    Golden("powder", "A is on turn; deck: Spark, Toll; hand A: Veto, Skip; hand B: Veto", True, 18, 17),
    Golden(
        "quay",
        "the auctioneer is A; the store of A: Tea, Tea; the florins of A is 2; the florins of B is 3",
        True,
        223,
        421,
        False,
    ),
    Golden("quay", "players A B; the auctioneer is A; the offer: Tea; lots: Silk", True, 799, 1908),
    Golden("moat", "players A B", True, 60, 502, False),
)
MOST = 400
"""So many states are met at most of a deal that is not looked at to its end."""


@pytest.mark.parametrize("one", DEALS, ids=[f"{one.game} {one.deal}" for one in DEALS])
def test_the_tables_find_what_the_interpreter_finds(one: Golden) -> None:
    looked, edges, wrong = compared(one.begun, one.each, 1_000_000 if one.whole else MOST)
    assert (looked, edges) == (one.states, one.edges)
    assert not wrong


@pytest.mark.parametrize("one", DEALS, ids=[f"{one.game} {one.deal}" for one in DEALS])
def test_the_kernel_finds_the_same_in_the_same_order(one: Golden) -> None:
    further = kernel()
    if further is None:
        pytest.skip("the extra `fast` is not installed")
    most = 1_000_000 if one.whole else MOST
    plain, found = (space_of(one.begun, one.each, most, by) for by in (None, further))
    assert (found.looked, len(found.to)) == (one.states, one.edges)
    assert (found.whole, list(found.firsts), list(found.to)) == (plain.whole, list(plain.firsts), list(plain.to))
    assert len(found.states) == len(plain.states)
    for number in range(0, len(found.states), 7):
        assert found.graph.shown(found.states[number]) == plain.graph.shown(plain.states[number])
    assert list(found.states[:9]) == [found.states[n] for n in range(min(9, len(found.states)))]


@pytest.mark.parametrize("one", [DEALS[2], DEALS[3], DEALS[12]], ids=lambda one: one.game)
def test_the_interpreter_by_itself_finds_as_many(one: Golden) -> None:
    assert walked(one.begun, one.each, 10 * one.states) == one.states


def test_filled_tables_ask_the_interpreter_nothing() -> None:
    space = space_of(DEALS[4].begun, True)
    steps = space.graph.steps
    before = steps.steps.missed, steps.offered.missed, space.graph.rows.onwards.missed
    for state in space.states:
        space.graph.successors(state)
    assert (steps.steps.missed, steps.offered.missed, space.graph.rows.onwards.missed) == before


def test_a_witness_is_what_the_interpreter_does() -> None:
    one = DEALS[2]
    space = space_of(one.begun, True)
    plain = PlainGraph(one.begun.offers.rules, one.begun.offers, True)
    for goal in range(0, len(space.states), 7):
        way = path_to(space, {goal})
        assert len(way) == 1 or replayed(space, plain, way)


def test_play_that_can_go_round_is_found_and_has_no_shares() -> None:
    space = space_of(DEALS[12].begun, True)
    found = list(rounds(space))
    assert (shares(space, lambda n: n) is None) == bool(found)


def test_the_shares_of_plays_add_up() -> None:
    """Against every play gone through one by one."""
    one = DEALS[7]
    space = space_of(one.begun, True)
    outcome = {n: n % 3 for n in range(len(space.states))}
    counted = shares(space, outcome.__getitem__)
    assert counted is not None
    plays = list(_plays(space, 0))
    assert counted.plays == len(plays)
    assert counted.results == {outcome[play[-1]] for play in plays}
    for point in counted.points:
        at = {n for n in range(len(space.states)) if space.graph.options(space.states[n]).by == point.point}
        assert point.met == sum(not at.isdisjoint(play) for play in plays)
        deciding = {
            n for n in at if len({frozenset(map(outcome.__getitem__, _ends(space, a))) for a in space.after(n)}) > 1
        }
        assert point.decides == sum(not deciding.isdisjoint(play) for play in plays)


def _plays(space, state):
    after = space.after(state)
    if not after:
        yield (state,)
    for n in after:
        yield from ((state, *rest) for rest in _plays(space, n))


def _ends(space, state):
    return {play[-1] for play in _plays(space, state)}
