"""Which ways conditions can go where they stand: never fewer than random games take."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Any

import pytest
from played import play

from checker.catalog import games as house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.effect import If
from checker.kernel.position import Position
from checker.kernel.term import Undecided
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.progress import Progress
from checker.simulate import games
from checker.simulate.games import Players, RandomPolicy
from checker.static.amended_conditions import followable, of_the_game, passages
from checker.static.branch_reachability import NOT_SO, SO, Flow


def test_conditions_go_no_other_way_in_random_games() -> None:
    rules = house.desk("hexhex").rules
    conditions = {id(p.asked): p.asked for p in passages(rules.game)}
    said: dict[Any, int] = defaultdict(int)
    asked = {cond: followable(rules.game, cond) | of_the_game(rules.game) for cond in conditions.values()}
    for followed in set(asked.values()):
        for (_, name), ways in Flow(rules.game, followed).seen.items():
            if name in conditions and asked[conditions[name]] == followed:
                said[conditions[name]] |= ways
    taken: dict[Any, int] = defaultdict(int)

    def noted(at: Rulebook, position: Position, ask: bool = True) -> Progress:
        effect = position.agenda[0] if position.agenda else None
        if isinstance(effect, If) and effect.cond in asked:
            with suppress(Undecided):
                so = Context(at, position.store).holds(effect.cond, dict(position.agenda[1]))
                taken[effect.cond] |= SO if so else NOT_SO
        return step(at, position, ask)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "step", noted)
        play(Players(rules, acts, weight), beginning(rules.game.cards, tuple("ABC")), RandomPolicy(0, True), 120)
    assert len(taken) > 20
    assert [cond for cond, ways in taken.items() if ways & ~said[cond]] == []
