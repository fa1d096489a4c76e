"""Pictures of boards: a line for each row of spaces, each row half a space further to the right than the one above.

A space takes two columns: its sign (a dot for an empty one) and a blank. Signs one below the other are two rows apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from checker.boards import RULER
from checker.boards.hexes import Space, tiles_on
from checker.kernel.position import Store
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.term import Value

EMPTY = "."


def drawn(signs: Mapping[Space, str]) -> tuple[str, ...]:
    """The lines of the picture, with a dot on each empty space between two signs of a row."""
    if not signs:
        return (EMPTY,)
    rows = range(min(r for _, r in signs), max(r for _, r in signs) + 1)
    left = min(2 * q + r for q, r in signs)
    return tuple(_row(signs, r, left) for r in rows)


def _row(signs: Mapping[Space, str], r: int, left: int) -> str:
    there = [q for q, row in signs if row == r]
    cells = [signs.get((q, r), EMPTY) for q in range(min(there), max(there) + 1)] if there else []
    return " " * (2 * min(there) + r - left if there else 0) + " ".join(cells)


def picture(store: Store, sign: Callable[[Value], Value]) -> str:
    """The board of the table; a tile whose sign is longer than one character is a question mark."""
    signs = {space: str(sign(tile)) for space, tile in tiles_on(store).items()}
    return "\n".join(drawn({space: found if len(found) == 1 else "?" for space, found in signs.items()}))


def in_one_line(text: str) -> str:
    """The picture in one line, a stroke between its rows."""
    return " / ".join(" ".join(row.split()) for row in text.split("\n"))


def pictured(lines: Sequence[tuple[int, str]], file: str, first: Space = (0, 0)) -> dict[Space, str]:
    """The signs of the picture by their spaces, the first sign of its first row being on `first`.

    `lines` have their numbers. Raises InputError for a line that does not lie as the hexes of the others do.
    """
    found: dict[tuple[int, int], str] = {}
    shape: tuple[int, str] | None = None
    for row, (number, line) in enumerate(lines):
        start = line.index(RULER) + 1 if line.lstrip().startswith(RULER) else 0
        for sign in re.finditer(r"\S+", line[start:]):
            column = sign.start()
            if len(sign.group()) > 1:
                hint = "one sign for each space, with a blank behind it, as in `| a b .`"
                raise _ragged(file, number, start + column, f"`{sign.group()[:20]}` is more than one sign", line, hint)
            if shape is None:
                shape = (column - row, line)
            elif (column - row - shape[0]) % 2:
                hint = "put a blank before it, or take one away: a row begins half a space beside the one above"
                raise _ragged(file, number, start + column, "this row does not lie as hexes do", line, hint)
            found[column, row] = sign.group()
    signs = {at: sign for at, sign in found.items() if sign != EMPTY}
    if not signs:
        number, line = lines[0] if lines else (1, "")
        raise _ragged(
            file, number, 0, "there is nothing in this picture", line, "for instance `| a b` and below `|  c`"
        )
    column, row = min(signs, key=lambda at: (at[1], at[0]))
    return {
        ((x - column - (y - row)) // 2 + first[0], y - row + first[1]): sign
        for (x, y), sign in sorted(signs.items(), key=lambda one: (one[0][1], one[0][0]))
    }


def _ragged(file: str, number: int, column: int, message: str, line: str, hint: str) -> InputError:
    return InputError(Problem(Place(file, number, column + 1), message, line[:300], hint))
