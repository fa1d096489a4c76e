"""A slip in an erratum is told by the game that the erratum belongs to, whichever game comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog.games import fitting
from checker.kernel.source import InputError

SAID = 'clause E-1 prohibition "Errata"\n  says No card cancels Called Shot.\n  for Called Shot\n'


@pytest.mark.parametrize(
    ("erratum", "hint"),
    [
        ("remove clause WX-371\n", "WX-37"),
        ("remove clause HH-371\n", "HH-37"),
        (f"{SAID}  norm P must not playy C on D if D is Called Shot\n\nremove clause HH-37\n", "`play`"),
    ],
)
def test_a_slip_is_told_by_the_game_of_the_erratum(tmp_path: Path, erratum: str, hint: str) -> None:
    """The hint is in the words of the game whose names the erratum uses."""
    file = tmp_path / "slip.norm"
    file.write_text(f'erratum "slip"\n\n{erratum}')
    with pytest.raises(InputError) as refused:
        fitting([file])
    assert hint in refused.value.problems[0].hint


def test_an_erratum_without_a_slip_fits_its_game_alone(tmp_path: Path) -> None:
    """The twin of the slips."""
    file = tmp_path / "right.norm"
    file.write_text(f'erratum "right"\n\n{SAID}  norm P must not play C on D if D is Called Shot\n')
    assert fitting([file]) == ("hexhex",)
