"""Small decision tables: as a game that states them, and worked out by trying every input."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import NamedTuple

COLOURS = ("red", "green", "blue")
NUMBERS = range(-4, 16)
Input = tuple[int, int, str, bool]


class Row(NamedTuple):
    """One clause of a table: what it asks of each input, None where it does not."""

    x: tuple[int | None, int | None] | None = None
    y: tuple[int | None, int | None] | None = None
    colours: tuple[str, ...] | None = None
    flag: bool | None = None
    value: int = 0

    def holds(self, given: Input) -> bool:
        """The row applies to the input."""
        x, y, colour, flag = given
        return (
            _in(self.x, x)
            and _in(self.y, y)
            and (self.colours is None or colour in self.colours)
            and (self.flag is None or flag == self.flag)
        )

    def said(self) -> str:
        """The row as a condition of a norm."""
        parts = [*_bounds("the income", self.x), *_bounds("the age", self.y)]
        if self.colours is not None:
            parts.append(f"({' or '.join(f'the shade is {c}' for c in self.colours)})")
        if self.flag is not None:
            parts.append("it is raining" if self.flag else "not it is raining")
        return " and ".join(parts)


def _in(span: tuple[int | None, int | None] | None, number: int) -> bool:
    if span is None:
        return True
    return (span[0] is None or number >= span[0]) and (span[1] is None or number <= span[1])


def _bounds(what: str, span: tuple[int | None, int | None] | None) -> list[str]:
    low, high = span or (None, None)
    least = (
        [] if low is None else [f"{what} is at least {low}"] if low >= 0 else [f"{what} is more than 0 minus {1 - low}"]
    )
    most = (
        []
        if high is None
        else [f"{what} is at most {high}"]
        if high >= 0
        else [f"{what} is less than 0 minus {-1 - high}"]
    )
    return [*least, *most]


def inputs() -> list[Input]:
    """Every input that is tried."""
    return list(product(NUMBERS, NUMBERS, COLOURS, (False, True)))


FIXED: dict[str, tuple[Row, ...]] = {
    "whole": (Row(x=(None, 4)), Row(x=(5, None))),
    "one missing": (Row(x=(None, 1)), Row(x=(3, None))),
    "above": (Row(x=(None, 3)), Row(x=(4, 9))),
    "below": (Row(x=(0, 3)), Row(x=(4, None))),
    "two holes": (Row(x=(None, 1)), Row(x=(3, 5)), Row(x=(8, None))),
    "shared ends": (Row(x=(None, 5)), Row(x=(5, None), value=1)),
    "words": (Row(colours=("red",)), Row(colours=("green", "blue"))),
    "a word missing": (Row(colours=("red",)), Row(colours=("blue",))),
    "flag": (Row(flag=True), Row(flag=False)),
    "flag missing": (Row(flag=True),),
    "two ways": (Row(x=(None, 4), y=(None, 4)), Row(x=(5, None)), Row(y=(5, None))),
    "a corner missing": (Row(x=(None, 4), y=(None, 4)), Row(x=(5, None), y=(3, None)), Row(x=(None, 4), y=(5, None))),
    "a room missing": (Row(x=(None, 1)), Row(x=(6, None)), Row(y=(None, 2)), Row(y=(6, None))),
    "by word": (Row(x=(None, 3), colours=("red",)), Row(x=(5, None), colours=("red",)), Row(colours=("green", "blue"))),
    "by flag": (Row(x=(None, 3), flag=True), Row(x=(4, None), flag=True), Row(flag=False, colours=("red", "green"))),
    "over and over": (Row(x=(None, 8)), Row(x=(2, 12), value=1), Row(x=(6, None), value=2)),
}


def tables(seed: int, many: int) -> dict[str, tuple[Row, ...]]:
    """The fixed tables, and so many made at random."""
    dice = random.Random(seed)
    return FIXED | {f"drawn {n}": tuple(_row(dice) for _ in range(dice.randint(2, 4))) for n in range(many)}


def _row(dice: random.Random) -> Row:
    x, y = (_span(dice) if dice.random() < odds else None for odds in (0.9, 0.4))
    colours = tuple(c for c in COLOURS if dice.random() < 0.7) if dice.random() < 0.3 else None
    flag = dice.choice((True, False)) if dice.random() < 0.2 else None
    return Row(
        x or (None, 3) if y is None and not colours and flag is None else x,
        y,
        colours or None,
        flag,
        dice.randint(0, 2),
    )


def _span(dice: random.Random) -> tuple[int | None, int | None]:
    low, high = sorted(dice.sample(range(10), 2))
    return dice.choice(((None, high), (low, None), (low, high)))


VOCABULARY = """sort colour letters K
word red, green, blue: colour
field income "the income": number, starts 5
field age "the age": number, starts 5
field shade "the shade": colour
field rain "it is raining": condition, starts no
"""


def written(folder: Path, listed: dict[str, tuple[Row, ...]]) -> Path:
    """A game in the folder that has each table as a fact."""
    specs = folder / "specs"
    specs.mkdir(parents=True)
    (folder / "hexcheck.toml").write_text('name = "tables"\nplayers = "2"\n')
    facts, clauses = [], []
    for at, (name, rows) in enumerate(listed.items()):
        said = f"the {chr(97 + at // 26)}{chr(97 + at % 26)} dues"
        facts.append(f'fact {name} "{said}": number\n  by rules\n')
        clauses += [
            f'clause T-{at}{chr(97 + n)} definition "Dues"\n  says one\n'
            f"  norm the value of {said} is {row.value} if {row.said()}\n"
            for n, row in enumerate(rows)
        ]
    (specs / "vocabulary.norm").write_text(VOCABULARY + "".join(facts))
    (specs / "clauses.norm").write_text("".join(clauses))
    (specs / "procedure.norm").write_text(
        "procedure game\n  step nothing: If the age is 0, set it so that it is raining.\n"
    )
    return folder
