"""`hexcheck show` lists all that a text of the game can say."""

from __future__ import annotations

import pytest

from checker import house
from checker.answers.show import shown


@pytest.mark.parametrize("what", ["vocabulary", "procedures"])
def test_nothing_of_the_game_is_missing(what: str) -> None:
    desk = house.desk("hexhex", (), ())
    listed = "\n".join(" ".join(line.split()) for line in shown([desk], what))
    game = desk.game
    words = game.vocabulary
    if what == "vocabulary":
        phrases = [v.phrase for group in (words.fields, words.facts, words.zones) for v in group]
        phrases += [act.said for act in words.acts]
        expected = [p.split(" | ")[0].replace("{", "").replace("}", "") for p in phrases]
    else:
        expected = [step.name for procedure in game.procedures for step in procedure.steps]
    flat = " ".join(listed.split())
    assert expected and [e for e in expected if " ".join(e.split()) not in flat] == []
