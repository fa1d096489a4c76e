"""Where a piece of text stands, the tree that it is read into, how much is read (grammar/README.md lists the bounds), and what is said when it cannot be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.record import Record

UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Signs that are not written: they control a terminal or the direction of writing, or are half of one."""

WIDE = 100
"""So many characters a line has at most of what is told beside a problem."""


SLIP = "did you mean `"
"""How a hint begins that mends a slip in a word."""
FILE_BYTES = 2_000_000
"""So large is a file at most: rules, an erratum, scenes (also from standard input), a certificate."""
DICTIONARY_BYTES = 50_000_000
"""So large is a dictionary at most."""
FILES = 1_000
"""So many files make a game at most, and so many its rulings."""
WORDS = 1_000
"""So many words (facts, acts, fields, …) has a game at most: from their phrases its language is made."""
LINE_CHARACTERS = 20_000
"""So long is a line at most."""
LINES = 20_000
"""So many lines has a file at most, and so many statements scenes in one."""
SCENE_STATEMENTS = 2_000
"""So many statements has one scene at most."""
SCENE_PLAYERS = 100
"""So many players are seated in a scene at most; how many can play, the rules say."""
STATEMENT_WORDS = 4_000
"""So many words has a statement at most."""
DIGITS = 9
"""So many digits has a number at most."""
STATEMENT_DEPTH = 120
"""So many phrases stand within each other at most."""
HINTED_CHARACTERS = 1_000
"""In longer lines, and longer statements, nothing is looked for that may have been meant."""
TYPED_CHARACTERS = 1_500
"""In longer scenes no other words than those of the forms are looked for, nor in statements of more words than the next."""
TYPED_WORDS = 60
NUMBERS = 10_000
"""So many numbers are tried at most where a condition asks for one, or an act is done with one."""
WORD_LETTERS = 64
"""So long is a word of a dictionary at most."""
PIPE_SECONDS = 10.0
"""So long a pipe is waited for at most: for its other end, and for more of what is written into it."""


class Place(Record):
    """A place in a file: line and column count from 1; what stands there was `read_as` other words, if any are said."""

    file: str
    line: int
    column: int = 1
    read_as: str = ""


class Near(Record):
    """What a game says of words that cannot be read: a clause with its section and a sentence that changes it, or that is
    to be filled in since it says what holds `as_now`; or a ruling with its answers."""

    game: str
    sort: str
    name: str
    section: str
    says: str
    way: str = ""
    as_now: bool = False

    @property
    def told(self) -> str:
        """Where it stands, and what it says."""
        return f"{self.name} ({self.section}): {self.says}" if self.section else f"{self.name}: {self.says}"


class Problem(Record):
    """One thing wrong with an input, said for people, and what the rules say of it."""

    place: Place
    message: str
    excerpt: str = ""
    hint: str = ""
    near: tuple[Near, ...] = ()

    @property
    def long(self) -> bool:
        """It stands in a line so long that nothing is looked for that may have been meant."""
        return len(self.excerpt) > HINTED_CHARACTERS

    def rendered(self) -> str:
        """The message with its place, the line it stands in and a caret below it; then what helps most: where a name is
        slightly wrong that name, else what the rules say of the words."""
        lines = [f"{self.place.file}:{self.place.line}:{self.place.column}: {self.message}"]
        if self.excerpt:
            start = max(0, self.place.column - 60)
            shown = self.excerpt[start : start + 110]
            lines.append("    " + shown)
            lines.append("    " + " " * min(self.place.column - 1 - start, len(shown)) + "^")
        hint = [f"  hint: {self.hint}"] if self.hint else []
        slip = self.hint.startswith(SLIP)
        lines += [*hint, *_told(self.near)] if slip else [*_told(self.near), *hint]
        return "\n".join(UNSEEN.sub("\N{REPLACEMENT CHARACTER}", line.replace("\n", " ")) for line in lines)


def _told(near: tuple[Near, ...]) -> Iterator[str]:
    """What the rules say of it, in lines that are not too long."""
    import textwrap

    title = ""
    for one in near:
        if (of := f"{one.sort}s of {one.game} that speak of it:") != title:
            yield f"  {of}"
            title = of
        yield from textwrap.wrap(
            one.told, WIDE, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False
        )
        if one.way and one.as_now:
            yield f"      to change it, put what is to hold in the last place of `{one.way}`"
        elif one.way:
            yield f"      `{one.way}` changes it"


class InputError(Exception):
    """Input that cannot be used; carries every problem found, in file order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(dict.fromkeys(p.rendered() for p in problems)))
        self.problems = problems

    def __reduce__(self) -> tuple[type[InputError], tuple[Problem, ...]]:
        return InputError, self.problems


def refused(place: Place, message: str, whole: str, hint: str = "") -> InputError:
    """The error that says why something at the place cannot be used."""
    return InputError(Problem(place, message, whole[:300], hint))


COMMAND_LINE = Place("the command line", 1)


def misused(message: str, hint: str = "") -> InputError:
    """The error that says why what was typed in a shell cannot be used."""
    return InputError(Problem(COMMAND_LINE, message, "", hint))


class Leaf(Record):
    """A word with a value of its own: a number, a name, a variable, a kind."""

    kind: str
    text: str


class Node(Record):
    """A phrase with its parts in reading order."""

    rule: str
    parts: tuple[Node | Leaf, ...] = ()
