"""What is known behind a sentence: who and what was named, and the last deed, which a later sentence may speak of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from checker.kernel.record import Record
from checker.syntax.everyday.english import plain
from checker.syntax.everyday.otherwise import OTHER
from checker.syntax.everyday.signs import Signs

_ONE_OF = re.compile(
    r"\b(?:one|any|either) of (?:them|these|those|the two|(?:his|her|their|my|the) cards)\b|\beither(?: one| card)?(?=\?|$)|(?<=play )one(?=\?|$)",
    re.IGNORECASE,
)
"""Words for one of the cards that were named last."""


_OBJECT = r"(?<!with )(?<!by )(?<!via )(?<!from )(?<!through )<c\d+>"
"""A card that is not what something is done with."""
ME = ("i", "me", "my")
NOBODY: Mapping[str, str] = MappingProxyType({})


class Known(Record):
    """What was named last: players, the last one last, and a card; whether something was told to have happened; the
    words of the last deed, who did it first; who wants to do what;
    who `I` is; the cards that somebody was said to have; who is somebody else than whoever speaks."""

    players: tuple[str, ...] = ()
    card: str = ""
    begun: bool = False
    deed: tuple[str, ...] = ()
    wish: tuple[str, ...] = ()
    me: str = ""
    row: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Read(Record):
    """What a sentence says in the grammar's forms, what was taken for granted, what is known after it."""

    statements: tuple[str, ...]
    taken: tuple[str, ...]
    known: Known
    weight: int = 0


def doers(signs: Signs, known: Known) -> frozenset[str]:
    """The signs of the one who did the last deed."""
    did = known.deed[:1]
    kinds = "ph" if did == known.players[-1:] else "p"
    return frozenset(s for s in re.findall(rf"<[{kinds}]\d+>", signs.text) if s[1] == "h" or signs.of(s)[1:] == did)


def resumed(sentence: str, known: Known) -> str:
    """The sentence with `it` for the card that was named last, and for the last deed by the noun that is its verb."""
    who, verb, *_ = (*known.deed, "", "")
    whose = f"that|this|his|her|their|the{rf'|{re.escape(who)}[^ ]s' if who else ''}"
    if known.card:
        sentence = re.sub(rf"(?<![^\W ])(?:{whose}) card\b", "it", sentence, flags=re.IGNORECASE)
    noun = re.search(rf"(?<=\w )(?:{whose}) (\w+)\b(?!'s)", sentence) if verb else None
    return (
        sentence[: noun.start()] + "it" + sentence[noun.end() :] if noun and plain(noun[1]) == plain(verb) else sentence
    )


def chosen(sentence: str, known: Known) -> str:
    """The sentence with the cards of the row that was named last for `one of them`."""
    return _ONE_OF.sub(" or ".join(known.row), sentence) if len(known.row) > 1 else sentence


def known_after(
    signs: Signs,
    known: Known,
    statements: tuple[str, ...],
    meant: Mapping[str, str],
    begun: bool,
    deed: tuple[str, ...],
) -> Known:
    """What is known after a sentence with the signs, those without a name meant so; whether something happens in it."""
    persons = re.findall(r"<[phu]\d+>", signs.text)
    players = [who for s in persons if (who := signs.of(s)[1] if s[1] == "p" else meant.get(s, ""))]
    by, cards = ([signs.of(s)[1] for s in re.findall(said, signs.text)] for said in (r"<c\d+>", _OBJECT))
    cards = cards or by
    me = next((meant[s] for s in persons if s in meant and signs.of(s)[1] in ME), known.me)
    rows = [s.partition(": ")[2].split(", ") for s in statements if s.startswith("hand ")]
    named, row = (
        (*known.players, *players)[-3:],
        tuple(rows[-1]) if rows else tuple(by) if len(by) > 1 and not begun else known.row,
    )
    others = (*known.others, *(who for s, who in meant.items() if s[1] == "u" and signs.of(s)[1] == OTHER))
    return Known(named, (cards or [known.card])[-1], known.begun or begun, deed, known.wish, me, row, others)


def each_of_both(sentence: str, known: Known) -> tuple[str, ...]:
    """The sentence for each of the two cards that `both` stands for, if it asks of both."""
    asks = re.search(r"\bboth(?: of them| cards)?(?=\?$)", sentence)
    return tuple(sentence.replace(asks.group(), card) for card in known.row) if asks and len(known.row) == 2 else ()
