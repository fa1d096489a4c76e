"""Rules with few cards and the catalogue with few situations, so that many versions of the rules are searched soon."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from checker.analyses.registry import Report, run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.situations import SPECIAL
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Options
from checker.store.disk_cache import DiskShelf, data_folder
from checker.syntax.files import read_text

FILE = "specs/hexhex/situations.scene"


SHELF = DiskShelf()
"""What is found is kept for the other processes of a run too."""


def trimmed(names: tuple[str, ...], endings: bool = False) -> str:
    """The catalogue with these situations only, its endings left out where they are not needed."""
    blocks = read_text(data_folder() / FILE).split('scene "')
    kept = blocks[0] + "".join('scene "' + b for b in blocks[1:] if b.split('"')[0] in (*names, *SPECIAL))
    return kept if endings else re.sub(r'(?s)scene "endings".*?(?=scene ")', "", kept)


@cache
def whole(errata: tuple[Path, ...] = (), undeclared: bool = False) -> Bench:
    """HEX•HEX as amended, its open points declared or not."""
    made = bench(house.desk("hexhex", errata))
    if undeclared:
        rules = Rulebook(msgspec.structs.replace(made.rules.game, declarations=()), made.rules.functions)
        made = made._replace(rules=rules)
    return made


@cache
def few(titles: frozenset[str], errata: tuple[Path, ...] = (), undeclared: bool = False) -> Bench:
    """The same with no copies in the deck of any card but these, and without rulings."""
    made = whole(errata, undeclared)
    game = made.rules.game
    cards = tuple(c if c.title in titles else msgspec.structs.replace(c, copies=0) for c in game.cards)
    return made._replace(
        rules=Rulebook(msgspec.structs.replace(game, cards=cards), made.rules.functions), rulings=tuple
    )


@cache
def reported(code: str, at: Bench, players: tuple[int, ...] = (3,)) -> Report:
    """What the analysis of the code finds there."""
    return run(at, Options(players, "quick", shelf=SHELF), (code,))
