"""What can be used up: things that are only moved about cannot run short."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from checker.analyses.component_shortage import makes, run
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_driver import SceneDriver
from checker.kernel.effect import Create, Nothing
from checker.kernel.verdict import Extent
from checker.run.branches import TooMany
from checker.session.context import Options


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


@pytest.mark.parametrize(
    ("standard", "enhanced", "short"), [(1, 2, ["2 standard tokens", "6 enhanced tokens"]), (12, 16, [])]
)
def test_a_small_supply_is_short_at_quick_scope(tmp_path: Path, standard: int, enhanced: int, short: list[str]) -> None:
    erratum = tmp_path / "tokens.norm"
    counts = f"count standard tokens {standard}\ncount enhanced tokens {enhanced}\n"
    erratum.write_text(f'erratum "Tokens"\n{counts}', encoding="utf-8")
    with working(bench(house.desk("hexhex", [erratum])), Options(players=(3,), scope="quick")) as work:
        found, checked = run(work)
    assert [f.message.partition(" can be")[0] for f in found] == short
    assert [f.severity for f in found] == ["warning"] * len(short)
    assert all(f.witness for f in found) and checked.extent is Extent.UNKNOWN


def test_what_branches_too_often_is_unknown_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SceneDriver(bench(house.desk("hexhex")), 3)
    told = table.begin(("Hex: A to B",))
    assert told is not None and not told.judge.unknown

    def too_many(*_: object) -> None:
        raise TooMany

    monkeypatch.setattr("checker.explore.scene_driver.quieted", too_many)
    assert table.quiet(told).judge.unknown and not told.judge.unknown
