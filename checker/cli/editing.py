"""What the command line lends to the language server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from checker.catalog import games as house
from checker.cli.show import shown
from checker.editor.beside import Difference, KeptFinding, Ways
from checker.syntax.files import read_text


def ways() -> Ways:
    """Desks, what `show` says, what `diff` finds, and what `check` has found."""
    return Ways(house.desk, shown, difference, findings)


def difference(game: str, path: Path, seconds: int, told: Callable[[Difference], None]) -> None:
    """What the erratum changes in the game is told as it is found, and at last all of it.

    Raises InputError if it cannot be read.
    """
    from checker.errata import diff, diff_output

    def counted(one: diff.Changes, further: bool) -> Difference:
        text = "\n".join(diff_output.lines([one], all_rulings=True))
        plays, found = len(one.play.plays) + len(one.probed), one.findings
        known = len(found.gone), len(found.new), len(found.changed)
        return Difference(len(one.answers), plays, *known, bool(one.late), f"{text}\n", further)

    (one,) = diff.changed(
        [(house.desk(game), house.desk(game, [path]))], 1, seconds, lambda one: told(counted(one, True))
    )
    told(counted(one, False))


def findings(game: str) -> tuple[KeptFinding, ...]:
    """What the last check of these very rules found and nobody accepted, by its places; nothing is worked out.

    Raises InputError if the rules cannot be read.
    """
    from checker.check.finding_formats import FormattedReport
    from checker.check.run_checks import kept

    at = house.desk(game)
    found = FormattedReport(at.name, {}, kept(at))
    found.accepting = house.accepted((game,)).get(at.name)
    base, lines = at.folder.base, dict[str, list[str]]()
    told = []
    for one in found.left:
        for place in one.places:
            path = base / place.file
            if place.file not in lines:
                lines[place.file] = read_text(path).split("\n") if path.is_file() else []
            line = lines[place.file][place.line - 1 : place.line]
            said = f"{one.message}\n{one.settle}" if one.settle else one.message
            told += [KeptFinding(place, text, one.severity, one.code, said) for text in line]
    return tuple(told)
