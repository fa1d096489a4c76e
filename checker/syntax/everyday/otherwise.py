"""The signs of a sentence taken otherwise: cards that stand in a row as one list, somebody who is not named as a player."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.syntax.everyday.signs import Signs

_ROW = re.compile(r"(?:<n\d+> )?<c\d+>(?:(?: and(?: play)?)? (?:<n\d+> )?<c\d+>)*")
_ITEM = re.compile(r"(?:<n(\d+)> )?<c(\d+)>")
_SOMEBODY = re.compile(
    r"(?<!\S)(?:somebody els|anybody els|another player|different player|other player|(?:<u\d+> 's )?(?:opponent|friend|neighbour|neighbor)|somebody|player)(?!\S)"
)
_IMPERSONAL = re.compile(r"^(?:is (?:it|<i\d+>) (?:legal|ok|allowed|possibl|fin|permitt?|valid) to|may one) ")
_HAS_TO = re.compile(r"^do ((?:\S+ ){0,2}\S+?) (?:have|need|ought) to (.+)$")
_LEGAL = re.compile(r"^is (\w+(?: \S+)+?) (?:ok|allowed|legal|possibl|fin|permitt?|valid)$")
_ELSE = re.compile(r"els|other|different|opponent|friend|neighbou?r")
MOST_COPIES = 9
SOMEBODY, OTHER = "somebody", "somebody else"


def otherwise(signs: Signs) -> Iterator[Signs]:
    """The signs with each row of cards as one, with players for those who are not named, and with both."""
    row = _in_rows(signs)
    if row != signs:
        yield row
    for turned in filter(None, (_turned(signs),)):
        yield turned
        yield _with_somebody(turned)
    for one in dict.fromkeys((signs, row)):
        who = _with_somebody(one)
        if who != one:
            yield who


def _turned(signs: Signs) -> Signs | None:
    """The signs in another turn of English: `must the first word …` for `does the first word have to …`, and `may a player
    push …` for `is a push … legal`."""
    found = _HAS_TO.match(signs.text)
    if found:
        return Signs(f"must {found[1]} {found[2]}", signs.meant, signs.vague)
    found = _LEGAL.match(signs.text)
    return Signs(f"may player {found[1]}", signs.meant, signs.vague) if found else None


def _in_rows(signs: Signs) -> Signs:
    """The signs with a row of cards, or several of one, as one sign for all of them."""
    meant = list(signs.meant)

    def joined(found: re.Match[str]) -> str:
        cards = []
        for item in _ITEM.finditer(found[0]):
            many = int(signs.meant[int(item[1])]) if item[1] else 1
            cards += [signs.meant[int(item[2])]] * min(many, MOST_COPIES)
        if (len(cards) < 2 and not found[0].startswith("<n")) or not cards:
            return found[0]
        meant.append(", ".join(cards))
        return f"<c{len(meant) - 1}>"

    return Signs(_ROW.sub(joined, signs.text), tuple(meant), signs.vague)


def _with_somebody(signs: Signs) -> Signs:
    """The signs with a sign for each who is not named."""
    meant = list(signs.meant)

    def named(found: re.Match[str]) -> str:
        meant.append(OTHER if _ELSE.search(found[0]) else SOMEBODY)
        return f"<u{len(meant) - 1}>"

    impersonal = _IMPERSONAL.search(signs.text)
    text = f"may player {signs.text[impersonal.end() :]}" if impersonal else signs.text
    return Signs(_SOMEBODY.sub(named, text), tuple(meant), signs.vague)
