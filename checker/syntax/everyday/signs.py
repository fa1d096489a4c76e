"""A sentence as signs: its words without endings, and a sign for each player, card, thing, number and written word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.kernel.record import Record
from checker.kernel.vocabulary import Vocabulary, sorts
from checker.syntax.everyday.english import HE, in_two_words, is_filler, plain
from checker.syntax.everyday.forms import named_in_scenes, numbered
from checker.syntax.lexer import fold, in_figures, unnumbered

_PIECE = re.compile(r"-?\d+,-?\d+|\"[^\"]*\"|'s\b|[\w•&/+-]+(?:'(?!s\b)\w+)*|[^\w\s]")
_SOMEBODY = frozenset({"i", "you", "we", "me", "my", "your"})
_SECOND_TIME = tuple(map(plain, ("second", "time")))
"""What `again` says behind what is done: behind a number, or a card."""
_WITHIN = frozenset({"to", "the", "it", "him", "her"})
"""Words that may stand within a name."""
_BEHIND_NAME = frozenset(
    {
        "by",
        "at",
        "on",
        "to",
        "is",
        "has",
        "may",
        "must",
        "can",
        "with",
        "and",
        "now",
        "go",
        "be",
        "from",
        "in",
        "of",
        "over",
        "off",
        "out",
        "not",
        "still",
        "touch",
    }
)
_BEFORE_ACT = frozenset({"not", "and"})


class Titles(Record):
    """The titles of the cards by their words without endings, and what the rest of the words can be."""

    by_first: dict[str, tuple[tuple[tuple[str, ...], str], ...]]
    labels: tuple[tuple[str, str], ...]
    spells: bool
    alike: dict[str, str]
    game: str
    named: tuple[tuple[str, str], ...] = ()


def titles_of(words: Vocabulary, titles: Sequence[str], spells: bool, alike: dict[str, str], game: str) -> Titles:
    """The titles for reading; the beginning of titles that
    differ in a word of the vocabulary stands for the first of them."""
    found: dict[tuple[str, ...], str] = {}
    alone = frozenset(unnumbered(titles).values())
    told_apart = {(word,) for word, _ in words.words}
    shared: dict[tuple[str, ...], list[str]] = {}
    for title in titles:
        parts = tuple(plain(w) for w in fold(title).split() if w not in ("and",))
        if parts[:1] and parts[0].isdigit() and len(parts) > 1:
            if title not in alone:
                continue
            parts = parts[1:]
        found[parts] = title
        found.setdefault(("".join(parts),), title)
        for many in range(1, len(parts)):
            shared.setdefault(parts[:many], []).append(title)
    for parts, listed in shared.items():
        rest = {tuple(fold(t).split()[len(parts) :]) for t in listed}
        if len(listed) > 1 and rest <= told_apart and parts not in found:
            found[parts] = listed[0]
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for parts, title in sorted(found.items(), key=lambda pair: -len(pair[0])):
        by_first.setdefault(parts[0], []).append((parts, title))
    labels = tuple((s.name, s.labels) for s in sorts(words) if numbered(s) and not named_in_scenes(s))
    return Titles({k: tuple(v) for k, v in by_first.items()}, labels, spells, alike, game)


class Signs(Record):
    """The sentence as signs joined by spaces, and what each sign of a kind stands for; titles that stand for others alike."""

    text: str
    meant: tuple[str, ...]
    vague: tuple[str, ...] = ()

    def of(self, sign: str) -> tuple[str, str]:
        """The kind of the sign and the words that it stands for."""
        return sign[1], self.meant[int(sign[2:-1])]


def signs_of(sentence: str, players: Sequence[str], titles: Titles) -> Signs:
    """The signs of the sentence."""
    pieces = [m.group() for m in _PIECE.finditer(in_two_words(sentence))]
    out: list[str] = []
    meant: list[str] = []
    vague: list[str] = []

    def sign(kind: str, text: str) -> None:
        meant.append(text)
        out.append(f"<{kind}{len(meant) - 1}>")

    at = 0
    while at < len(pieces):
        piece = pieces[at]
        low = piece.casefold()
        title, after = _title(pieces, at, titles)
        label = next((s for s, pattern in titles.labels if re.fullmatch(pattern, piece)), "")
        label = label or (dict(titles.named).get(piece, "") if _stands_alone(pieces, at) else "")
        sort = next((s for s, _ in titles.labels if piece.casefold() == s), "")
        named = piece if piece in players else next((p for p in players if len(p) > 1 and p.casefold() == low), "")
        if named:
            sign("p", named)
        elif title and low.endswith("ed") and _describes(out, pieces, after, titles):
            out.extend(plain(low).split())
        elif title:
            if out and _before_act(out[-1], pieces[at - 1]):
                out.append("play")
            sign("c", title)
            if plain(fold(title).split()[-1]) not in fold(" ".join(pieces[at:after])):
                vague.append(f"`{' '.join(pieces[at:after])}` is {title}")
            at = after - 1
        elif label:
            sign("s", piece)
        elif sort:
            sign("s", f"the {sort}")
        elif low in HE:
            sign("h", low)
            if low in ("his", "their") or (low == "her" and _owns(pieces, at)):
                out.append("'s")
        elif low in _SOMEBODY:
            sign("u", low)
            if low in ("my", "your"):
                out.append("'s")
        elif low in ("it", "its") or (low in ("this", "that") and _object(out, pieces, at)):
            sign("i", low)
            if low == "its":
                out.append("'s")
        elif re.fullmatch(r"-?\d+", piece) or in_figures(low):
            sign("n", in_figures(low) or piece)
        elif titles.spells and low != titles.game and _spelled(piece, at):
            sign("w", piece.strip("\"'"))
        elif low == "'s":
            out.append("'s")
        elif low == "again" and out and out[-1][:2] in ("<n", "<c"):
            out.extend(_SECOND_TIME)
        elif piece[0].isalnum() and (not is_filler(piece) or _directs(pieces, at)):
            out.extend(plain(low).split())
        at += 1
    return Signs(" ".join(out), tuple(meant), tuple(vague))


def alike(text: str, words: dict[str, str]) -> str:
    """The signs with one word for those that say the same."""
    return " ".join(words.get(w, w) for w in text.split())


def _owns(pieces: Sequence[str], at: int) -> bool:
    """Behind the word stands what is somebody's."""
    behind = pieces[at + 1] if at + 1 < len(pieces) else ""
    return behind.isalpha() and behind.casefold() not in _BEHIND_NAME | _WITHIN and not is_filler(behind)


def _directs(pieces: Sequence[str], at: int) -> bool:
    """The word is a direction: `to the right`."""
    before = [p.casefold() for p in pieces[:at][-2:]]
    return pieces[at].casefold() == "right" and (before[-1:] == ["to"] or before[:1] in (["to"], ["'s"]))


def _stands_alone(pieces: Sequence[str], at: int) -> bool:
    """The word is a name, not the article of a word behind it."""
    behind = pieces[at + 1].casefold() if at + 1 < len(pieces) else ""
    return pieces[at] not in ("a", "an") or not behind.isalpha() or behind in _BEHIND_NAME or behind.endswith("s")


def _spelled(piece: str, at: int) -> bool:
    """The piece is a word or letter as it is written on a board: in capitals, or in quotes."""
    if piece.startswith('"') and len(piece) > 2:
        return True
    return piece.isalpha() and piece.isupper() and not (piece == "A" and at == 0) and piece != "I"


def _describes(out: Sequence[str], pieces: Sequence[str], after: int, titles: Titles) -> bool:
    """The word, a title's own, says how a thing with a label is: it stands before the thing, or behind `is`."""
    sorts = {s for s, _ in titles.labels}
    before = after < len(pieces) and (plain(pieces[after]) in sorts or pieces[after].casefold() in sorts)
    thing = next((sign for sign in reversed(out) if sign not in ("is", "still", "not", "and")), "")
    return before or (out[-1:] in (["is"], ["still"], ["and"]) and thing[:2] in ("<s", "<i"))


def _object(out: Sequence[str], pieces: Sequence[str], at: int) -> bool:
    """The word stands for what was named before: behind a card, at the end or before somebody else does something."""
    ends = at + 1 == len(pieces) or not pieces[at + 1][0].isalnum() or pieces[at + 1].casefold() in ("with", "by")
    return ends and bool(out) and out[-1][:2] in ("<c", "on")


def _before_act(sign: str, piece: str) -> bool:
    """A title that follows is what somebody does."""
    return (
        bool(re.fullmatch(r"<[phu]\d+>", sign)) and piece not in ("his", "her", "their", "my", "your")
    ) or sign in _BEFORE_ACT


def _title(pieces: Sequence[str], at: int, titles: Titles) -> tuple[str, int]:
    """The title that begins at the piece, and where it ends; nothing if none does."""
    first = [plain(w) for w in fold(pieces[at]).split()]
    if not first:
        return "", at
    for parts, title in titles.by_first.get(first[0], ()):
        end = _matched(parts, pieces, at)
        if end:
            return title, end
    return "", at


def _matched(parts: tuple[str, ...], pieces: Sequence[str], at: int) -> int:
    """Where the parts of the title end that begin at the piece; 0 if they are not all there."""
    wanted = list(parts)
    end = at
    while wanted and end < len(pieces):
        here = [plain(w) for w in fold(pieces[end]).split() if w != "and"]
        if here and here == wanted[: len(here)]:
            del wanted[: len(here)]
        elif here and (end == at or pieces[end].casefold() not in _WITHIN):
            return 0
        end += 1
    return 0 if wanted else end
