"""What the command line lends to the language server."""

from __future__ import annotations

from pathlib import Path

from checker.cli import games as house
from checker.cli.show import shown
from checker.editor.client import Ways
from checker.editor.difference import Difference


def ways() -> Ways:
    """Desks, what `show` says, and what `diff` finds."""
    return Ways(house.desk, shown, difference)


def difference(game: str, path: Path, seconds: int) -> Difference:
    """What the erratum changes in the game. Raises InputError if it cannot be read."""
    from checker.errata import diff, diff_output

    found = diff.changed([(house.desk(game), house.desk(game, [path]))], 1, seconds)
    (one,) = found
    text = "\n".join(diff_output.lines(found, all_rulings=True))
    told = one.findings
    return Difference(len(one.changed), len(told.gone), len(told.new), bool(one.late), f"{text}\n")
