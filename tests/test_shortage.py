"""What can be used up: things that are only moved about cannot run short."""

from __future__ import annotations

import msgspec

from checker import house
from checker.analyses.component_shortage import makes, run
from checker.analyses.registry import working
from checker.answers.checking import bench
from checker.kernel.effect import Create, Nothing
from checker.kernel.verdict import Extent
from checker.search.bench import Options


def test_tiles_are_moved_and_never_made() -> None:
    with working(bench(house.desk("hexx")), Options(players=(2,))) as work:
        found, checked = run(work)
    assert (found, checked.extent) == ([], Extent.PROVED)
    assert "6 HEXX tiles" in checked.scope


def test_a_card_that_makes_a_tile_is_seen() -> None:
    game = house.desk("hexx").game
    assert not makes(game) and makes(house.desk("hexhex").game)
    maker = msgspec.structs.replace(game.cards[0], text=Create("T", "tile", Nothing()))
    assert makes(msgspec.structs.replace(game, cards=(maker, *game.cards[1:])))
