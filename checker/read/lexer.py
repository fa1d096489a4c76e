"""Words: names first, longest match wins; the rest are the grammar's own words."""

from __future__ import annotations

import re

from checker.kernel.record import Record

_TOKEN = re.compile(r"""\s+|"[^"\n]*"|-?\d+(?![\w-])|[’']s\b|[\w•&/+-]+(?:[’'](?!s\b)\w+)*|[^\w\s]""")


class Word(Record):
    """A token: its terminal, its text, where it stands (columns from 0), and another terminal it may be."""

    terminal: str
    text: str
    start: int
    end: int
    other: str = ""


class Lexicon(Record):
    """What the lexer knows: the grammar's words by terminal, names by terminal, variables by letter.

    `names` maps a folded name (see `fold`) to its terminal and canonical text; `exact` maps names
    that are matched with their case.
    """

    words: dict[str, str]
    names: dict[str, tuple[str, str]]
    exact: dict[str, str]
    variables: dict[str, str]


def fold(name: str) -> str:
    """A name without regard to case, dots, hyphens and `&`: `HEX•HEX`, `Hex Hex` and `hex-hex` are one."""
    plain = name.casefold().replace("&", " and ")
    return " ".join(re.sub(r"[•\-’'.]+", " ", plain).split())


def words(text: str, lexicon: Lexicon) -> list[Word]:
    """The tokens of one line; what is no word of the grammar gets the terminal UNKNOWN."""
    raw = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text) if not m.group().isspace()]
    longest = max((len(n.split()) for n in (*lexicon.names, *lexicon.exact)), default=0) + 2
    found: list[Word] = []
    at = 0
    while at < len(raw):
        word, used = _named(text, raw, at, lexicon, longest)
        if word is None:
            piece, start, end = raw[at]
            word, used = Word(_terminal(piece, lexicon), piece, start, end), 1
        found.append(word)
        at += used
    return found


def _named(
    text: str, raw: list[tuple[str, int, int]], at: int, lexicon: Lexicon, longest: int
) -> tuple[Word | None, int]:
    start = raw[at][1]
    for used in range(min(longest, len(raw) - at), 0, -1):
        end = raw[at + used - 1][2]
        piece = text[start:end]
        if piece in lexicon.exact:
            return Word(lexicon.exact[piece], piece, start, end), used
        known = lexicon.names.get(fold(piece)) if raw[at + used - 1][0] not in ".,;:()" else None
        if known is not None and raw[at][0] not in "\"'.,;:()":
            plain = lexicon.words.get(piece.casefold(), "")
            return Word(known[0], known[1], start, end, plain), used
    return None, 0


def _terminal(piece: str, lexicon: Lexicon) -> str:
    if piece.startswith('"'):
        return "STRING"
    if re.fullmatch(r"-?\d+", piece):
        return "INT"
    known = lexicon.words.get(piece.casefold())
    if known is not None and piece not in lexicon.variables:
        return known
    letter = re.fullmatch(r"([A-Z])\d*", piece)
    if letter and letter.group(1) in lexicon.variables:
        return lexicon.variables[letter.group(1)]
    return known or "UNKNOWN"
