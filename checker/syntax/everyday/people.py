"""The players of a scene that does not list them: those whom it names, and as many more as the game needs."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from checker.syntax.everyday.english import plain
from checker.syntax.lexer import in_figures
from checker.syntax.natural.english import PARTICIPLES

NEVER = frozenset(
    [
        "who",
        "whose",
        "what",
        "which",
        "where",
        "when",
        "why",
        "how",
        "does",
        "do",
        "did",
        "is",
        "are",
        "was",
        "were",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "shall",
        "will",
        "would",
        "has",
        "have",
        "had",
        "if",
        "then",
        "after",
        "before",
        "once",
        "while",
        "because",
        "since",
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "there",
        "it",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "everybody",
        "everyone",
        "somebody",
        "someone",
        "nobody",
        "neither",
        "both",
        "each",
        "every",
        "all",
        "no",
        "yes",
        "and",
        "or",
        "but",
        "so",
        "in",
        "on",
        "at",
        "to",
        "of",
        "for",
        "with",
        "by",
        "from",
        "as",
        "not",
        "suppose",
        "say",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "two",
        "one",
        "players",
        "player",
    ]
)
"""Words that are never names, for they begin sentences."""
_LETTER = re.compile(r"\b(?<!['\-•])([A-HJ-Z])\b(?!['’]t)")
_NAMED = re.compile(r"\b[A-Z]\b(?!')|(?<=\w )(?<!\. )[A-Z][a-z]|\bplayers ")
_COLOURED = re.compile(
    r"\b(?:does|do|can|may|must|has|is) (red|blue|black|white|green|yellow)(?='s\b| \w)"
    r"|(?:^|[.?!;,]\s+|\b(?:if|when|and|after|that) )(red|blue|black|white|green|yellow)"
    r"(?='s\b| (?:\w+s|\w+ed|have|can|may|must)\b)"
)
"""Colours that do something, in a text without names."""
_A_ACTS = re.compile(r"((?:^|[.?!;,]\s+|\b(?:if|when|and|after)\s+))a(?=\s+\w{3,}(?:s|ed)\b)")
"""Where `a` is somebody who does something, not an article."""
_AFTER_NAME = re.compile(r"(?:'s\b|,| and\b| (?:is|has|can|may|must|holds|[a-z]+s|played|cast|rolled|got)\b)")


def letters_used(text: str) -> list[str]:
    """The letters that stand for players; `A` only where it cannot be an article."""
    found = dict.fromkeys(m[1] for m in _LETTER.finditer(text) if m[1] != "A")
    for at in re.finditer(r"\bA\b", text):
        rest, before = text[at.end() :], text[: at.start()].rstrip()
        begins = not before or before[-1] in ".?!;\n"
        if not begins or (_AFTER_NAME.match(rest) and not re.match(r" \w+s (?:is|are|on)\b", rest)):
            found["A"] = None
    return sorted(found)


def _capital(found: re.Match[str]) -> str:
    """What was found, the colour in it with a capital."""
    colour = found[1] or found[2]
    return found[0].removesuffix(colour) + colour.capitalize()


def capitals(text: str) -> str:
    """The text with capitals for the letters that stand for players, where it has none."""
    text = text if _NAMED.search(text) else _COLOURED.sub(_capital, text)
    if re.search(r"\b[A-Z]\b(?!')|\bplayers [A-Z]", text) or not re.search(r"(?<!['.-])\b[b-h]\b(?!['.]\w\w)", text):
        return text
    text = re.sub(r"(?<!['.-])\b[b-h]\b(?![.]\w)", lambda m: m[0].upper(), text)
    text = re.sub(_A_ACTS, lambda m: m[1] + "A", text)
    return re.sub(r"\ba(?=\s*(?:[.?!,;]|$|'s)|\s+(?:is|has|can|may|must|had|and [A-H])\b)", "A", text)


_AS_THING = re.compile(
    r"\b(?:plays?|played|uses?|used|holds?|an?|the|with|by|his|her|their|nulls?|instead of) $", re.IGNORECASE
)


def _did(rest: str) -> bool:
    """What follows begins with a verb in the past."""
    verb = re.match(r" ([a-z]+)\b", rest)
    return verb is not None and (
        verb[1] in PARTICIPLES or verb[1].endswith("ed") or verb[1] in ("had", "did", "doesn't")
    )


SLIP = 0.8
"""So much alike at least are a title and a slip of it."""


def _slips(text: str, at: re.Match[str], titles: Sequence[str]) -> bool:
    """The word belongs to a title that is not spelled as the game spells it."""
    alone = _AS_THING.search(text[: at.start()]) is not None
    for title in titles:
        words = title.split()
        for place, own in enumerate(words):
            if own[0].casefold() != at.group()[0].casefold() or own.casefold() == at.group().casefold():
                continue
            before = text[: at.start()].split()[len(text[: at.start()].split()) - place :]
            behind = re.findall(r"[\w•&-]+", text[at.end() :])[: len(words) - place - 1]
            said = " ".join((*before, at.group(), *behind)).casefold()
            if len(words) > 1 or alone:
                if difflib.SequenceMatcher(None, said, title.casefold()).ratio() >= (SLIP if len(words) > 1 else 0.7):
                    return True
    return False


def names_used(text: str, known: Callable[[str], bool], titles: Sequence[str] = ()) -> list[str]:
    """The names of people: words with a capital that are no words of the game nor slips of its titles, nor such as any
    sentence begins with."""
    found: dict[str, None] = {}
    known_words = {plain(word) for title in titles for word in title.casefold().split()}
    for at in re.finditer(r"\b[A-Z][a-z]+\b", text):
        word, before, rest = at.group(), text[: at.start()].rstrip(), text[at.end() :]
        begins = not before or before[-1] in ".?!;\n:"
        if word.casefold() in NEVER or known(word) or plain(word) in known_words:
            continue
        if (not begins or _AFTER_NAME.match(rest) or _did(rest)) and not _slips(text, at, titles):
            found[word] = None
    return list(found)


_COUNTED = r"(?:with|in a game (?:of|with|for)|in a|among|at a table of) (?:\d|two|three|four|five|six)[ -](?:players?|people|persons)(?: game)?"


def uncounted(text: str) -> str:
    """The text without the words that only say how many players there are."""
    text = re.sub(
        r"\s*\((?:with )?(?:\d|two|three|four|five|six)[ -](?:players?|people)\)", "", text, flags=re.IGNORECASE
    )
    text = re.sub(rf",? \b{_COUNTED}\b(?=\s*[.?!;\n]|$)", "", text, flags=re.IGNORECASE)
    text = re.sub(
        r"^\s*(?:(?:we are|we have|there are|it is) (?:a |with )?)?(?:\d|two|three|four|five|six)(?:[ -]players?| people| of us)(?: game)?[:,;.] ?(?=\S)",
        "",
        text,
        flags=re.IGNORECASE,
    )
    return re.sub(rf"\b{_COUNTED},? (?=\S)", "", text, flags=re.IGNORECASE)


def how_many(text: str) -> int:
    """How many players the text says that there are; 0 if it does not."""
    found = re.search(r"\b(\d|three|four|five|six|two)(?:[ -]players?| people| persons| of us)\b", text, re.IGNORECASE)
    return int(in_figures(found[1].casefold()) or found[1]) if found else 0


def seats(used: Sequence[str], fixed: Sequence[str], least: int) -> tuple[str, ...]:
    """The seats, clockwise: letters in their order without a gap, unless most seats were gaps; names as they came, then
    letters."""
    if fixed and not used:
        return tuple(fixed)
    letters = [u for u in used if len(u) == 1]
    names = [u for u in used if len(u) > 1]
    last = max(ord(max(letters, default="A")), ord("A") + least - 1)
    if letters and not names and last - ord("A") < 2 * len(letters) + least:
        return tuple(chr(c) for c in range(ord("A"), last + 1))
    found = [*names, *letters]
    more = (chr(c) for c in range(ord("A") + len(found), ord("Z")) if chr(c) not in letters)
    while len(found) < least:
        found.append(next(more))
    return tuple(found)
