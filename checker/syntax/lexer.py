"""Words: what each piece of a text may stand for, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from checker.kernel.record import Record
from checker.kernel.source import DIGITS

_PIECE = re.compile(r"""\s+|"[^"\n]*"|-?\d+(?![\w-])|[’']s\b|[\w•&/+-]+(?:[’'](?!s\b)\w+)*|[^\w\s]""")
_OPENERS = frozenset(".,(")
_ARTICLES = frozenset({"a", "an", "the"})
_EITHER = frozenset({"either", ":"})
_TELLING = frozenset({"who", "that", "with"})
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@lru_cache(maxsize=16_384)
def pattern(text: str, ignoring_case: bool = False) -> re.Pattern[str]:
    """The pattern, compiled once: texts are tried against one for each name of a game, more than `re` keeps."""
    return re.compile(text, re.IGNORECASE if ignoring_case else 0)


def in_figures(word: str) -> str:
    """The number that the word is, in figures; nothing for another word."""
    return str(NUMBERS.index(word) + 1) if word in NUMBERS else ""


ALSO = {"can't": "cannot"}
"""Words that people write, with the one that each is read as."""
SPELLING = "ANY_WORD"
"""Any word, as it is written."""
COPY = "COPY"
"""A card that is told by its title and a number."""
_COPIES = frozenset("123456789")
TITLE = "TITLE"
"""What a name of a card may stand for where nothing else can be made of it: a card of that title."""
MOST_TYPED = 16
"""So many pieces make up a label at most, where it is typed in another way."""
Piece = tuple[str, int, int]
"""A text with its start and end."""


class Word(Record):
    """A terminal that a piece of text may stand for; the text goes on at piece number `then`."""

    terminal: str
    text: str
    then: int


class Lexicon(msgspec.Struct):
    """The words of a grammar by terminal, names by terminal, and variables by letter.

    `names` maps a folded name (see `fold`) to its terminal and canonical text; `exact` maps names
    that are matched with their case; `typed` maps what is typed for a label to its terminal and the label. If `numerals`, a number may be in words; if `spoken`, it is put in figures, and an article may stand before a name.
    """

    words: dict[str, str]
    names: dict[str, tuple[str, str]]
    exact: dict[str, str]
    variables: dict[str, str]
    spoken: bool = False
    numerals: bool = False
    typed: dict[str, tuple[str, str]] = {}
    _firsts: frozenset[str] = frozenset()
    _exact_firsts: frozenset[str] = frozenset()
    _longest: int = 0

    def __post_init__(self) -> None:
        self.numerals = self.numerals or self.spoken
        self._firsts = frozenset(n.partition(" ")[0] for n in self.names)
        self._exact_firsts = frozenset(p[0] for n in self.exact for p in pieces(n)[:1])
        lengths = [len(n.split()) for n in self.names] + [len(pieces(n)) for n in self.exact]
        self._longest = 2 * max(lengths, default=0)

    def letters(self) -> dict[str, str]:
        """The first letter of each sort of thing, none where no letters are spoken of."""
        first: dict[str, str] = {}
        for letter, terminal in () if self.spoken else self.variables.items():
            first.setdefault(terminal.removeprefix("VAR_").lower(), letter)
        return first

    def options(self, text: str, raw: list[Piece], at: int) -> list[Word]:
        """What may stand at piece `at`, the likeliest first; nothing if the piece is unknown.

        Names come before words, longer names before shorter ones. A word of the grammar that is also
        a name is the word where it begins a sentence or is written small, else the name.
        """
        piece = raw[at][0]
        plain = [Word(t, piece, at + 1) for t in self._terminals(piece)]
        named = self._named(raw, at)
        exact = self._exact(text, raw, at)
        opens = at == 0 or raw[at - 1][0] in _OPENERS
        long = [w for w in named if w.then > at + 1]
        short = [w for w in named if w.then == at + 1]
        rest = [*plain, *short] if opens or piece[:1].islower() else [*short, *plain]
        titles = [Word(TITLE, w.text, w.then) for w in named if w.terminal == "KIND"]
        copies = [Word(COPY, f"{w.text} {raw[w.then][0]}", w.then + 1) for w in named if self._numbered(w, raw)]
        return [
            *exact,
            *self._also(raw, at),
            *copies,
            *long,
            *rest,
            *self._spoken(raw, at),
            *titles,
            *self._typed(text, raw, at),
        ]

    def _numbered(self, named: Word, raw: list[Piece]) -> bool:
        """The name is a card's, and a number behind it says which one of several is meant."""
        behind = raw[named.then][0] if self.spoken and named.terminal == "KIND" and named.then < len(raw) else ""
        return behind in _COPIES

    def _also(self, raw: list[Piece], at: int) -> list[Word]:
        """`and` where more is told of the thing that is told of; `or` where `either` or `one:` stands before it."""
        if self.numerals and not self.spoken and raw[at][0] == "or" and any(p[0].lower() in _EITHER for p in raw[:at]):
            return [Word("OR_ELSE", "or", at + 1)]
        told = self.numerals and not self.spoken and raw[at][0] == "and" and at + 1 < len(raw)
        return [Word("AND_ALSO", "and", at + 1)] if told and raw[at + 1][0] in _TELLING else []

    def _spoken(self, raw: list[Piece], at: int) -> list[Word]:
        """A name after its article, or a number in words."""
        word = raw[at][0].casefold()
        if self.numerals and (figures := in_figures(word)):
            return [Word("INT", figures if self.spoken else word, at + 1)]
        if not self.spoken:
            return []
        return self._named(raw, at + 1) if word in _ARTICLES and at + 1 < len(raw) else []

    def _exact(self, text: str, raw: list[Piece], at: int) -> list[Word]:
        if raw[at][0] not in self._exact_firsts:
            return []
        found = []
        for end in range(min(at + self._longest, len(raw)), at, -1):
            piece = text[raw[at][1] : raw[end - 1][2]]
            if piece in self.exact:
                found.append(Word(self.exact[piece], piece, end))
        return found

    def _typed(self, text: str, raw: list[Piece], at: int) -> list[Word]:
        """The labels that are typed there in another case, or with blanks in them, the longest first."""
        most = min(at + MOST_TYPED, len(raw)) if self.typed else at
        said = ((text[raw[at][1] : raw[end - 1][2]], end) for end in range(most, at, -1))
        return [Word(*self.typed[piece], end) for piece, end in said if piece in self.typed]

    def _named(self, raw: list[Piece], at: int) -> list[Word]:
        found: list[Word] = []
        key = _folded(raw[at][0])
        if key.partition(" ")[0] not in self._firsts:
            return found
        end = at + 1
        while True:
            if key in self.names:
                terminal, name = self.names[key]
                found.insert(0, Word(terminal, name, end))
            end += 1
            while end < len(raw) and not _folded(raw[end - 1][0]):
                end += 1
            if end > len(raw) or end > at + self._longest + 1:
                return found
            key = f"{key} {_folded(raw[end - 1][0])}"

    def _terminals(self, piece: str) -> list[str]:
        if piece.startswith('"') and len(piece) > 1:
            return ["STRING"]
        if re.fullmatch(rf"-?[0-9]{{1,{DIGITS}}}", piece):
            return ["INT"]
        word = self.words.get(piece.casefold().replace("’", "'"))
        letter = re.fullmatch(r"([A-Z])[0-9]*", piece)
        variable = self.variables.get(letter.group(1)) if letter else None
        plain = SPELLING if piece[:1].isalnum() else None
        return [t for t in (variable, word, plain) if t is not None]


def words_of(literals: dict[str, str], also: bool) -> dict[str, str]:
    """The terminal of each word of a grammar; with those that people `also` write."""
    words = {literal.casefold(): name for name, literal in literals.items()}
    return words | {said: words[plain] for said, plain in ALSO.items() if also and plain in words}


def pieces(text: str) -> list[Piece]:
    """The words, numbers, quoted texts and signs of a text with their places."""
    return [(m.group(), m.start(), m.end()) for m in _PIECE.finditer(text) if not m.group().isspace()]


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """A name without regard to case, dots, hyphens and `&`: `ABRA•CADABRA`, `Abra Cadabra` and `abra-cadabra` are one."""
    return " ".join(folded for p, _, _ in pieces(name) if (folded := _folded(p)))


def run_together(name: str) -> str:
    """A name folded with nothing in the place of its dots and hyphens: `abracadabra`."""
    return fold(re.sub(r"[•-]", "", name))


def unnumbered(titles: Iterable[str]) -> dict[str, str]:
    """Each title that begins with a number, by what stands behind the number, if no other is called so."""
    found: dict[str, list[str]] = {}
    for title in titles:
        if numbered := re.fullmatch(r"\d+ (.+)", title):
            found.setdefault(fold(numbered[1]), []).append(title)
    return {name: one[0] for name, one in found.items() if len(one) == 1}


def _folded(piece: str) -> str:
    plain = piece.casefold().replace("&", " and ")
    return " ".join(re.sub(r"[•\-’'.]+", " ", plain).split())
