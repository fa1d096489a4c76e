"""What stands instead of an event is not altered again by the norm that put it there, however it is told."""

from __future__ import annotations

import pytest
from test_duties import CASES, answer

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.verdict import Verdict

FORCED = Verdict.FORCED


@pytest.mark.parametrize("erratum", ["settled-by-act", "settled-inline"])
@pytest.mark.parametrize(("coins", "left"), [(1, (5, 0)), (0, (3, 0)), (2, (5, 1))])
def test_an_act_in_the_place_of_an_event_is_what_it_is_short_for(
    erratum: str, coins: int, left: tuple[int, int]
) -> None:
    scene = f"the coins of A is {coins}; A spills flour; "
    found = [answer("mill", f"{scene}what is the {what} of A?", erratum) for what in ("flour", "coins")]
    assert [f[:2] for f in found] == [(FORCED, str(n)) for n in left]


@pytest.mark.parametrize("erratum", ["buying-off-by-act", "buying-off-inline"])
def test_a_card_may_be_given_up_instead_of_voice(erratum: str) -> None:
    at: Desk = house.desk("hexhex", [CASES / f"{erratum}.norm"])
    text = "players A B C; hand B: Level; Hex: A to B; the Hex goes off; how much Voice does B lose?"
    (found,) = [a for scene in at.scenes(text, "x") for _, a in at.answers(scene)]
    assert found.verdict is FORCED and {found.value[:1], found.value.split(", ")[1][:1]} == {"1", "0"}
