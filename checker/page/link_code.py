"""A link as a QR code, for a telephone that looks at the screen."""

from __future__ import annotations

from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem


class CodeView(Record):
    """The side of the code in squares, its white border included, and the dark squares as the path of a picture."""

    side: int
    path: str


def link_code(link: str) -> CodeView:
    """The code of the link. Raises InputError for one that is too long for a code."""
    import segno  # most who open the page never ask for a code

    try:
        code = segno.make_qr(link, error="l")
    except segno.DataOverflowError:
        raise InputError(Problem(Place("link", 1), "the scene is too long for a QR code; copy the link")) from None
    rows = list(code.matrix_iter(border=4))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, square in enumerate(row) if square)
    return CodeView(len(rows), "".join(dark))
