"""Words of plain English that say much the same, which no game has to tell."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.syntax.everyday.english import plain

VERBS = (
    "discard dump toss ditch | have hold own possess keep | get receive gain take earn score collect | lose forfeit drop | "
    "pass hand give send | end finish | begin start open | draw take | choose pick select name | attack strike hit | "
    "move go shift | swap switch exchange trade | put place lay set | reveal show | play use | block stop parry | "
    "cancel stop counter prevent | turn flip | return give | claim take | challenge doubt dispute contest | "
    "buy purchase | pay spend | kill eliminate"
)
NOUNS = (
    "over done finished | legal valid allowed permitted ok | stone piece token | space field cell | winner victor | "
    "deck stack pile | out eliminated | empty gone"
)
_PHRASES = {
    r"thr[eo]ws? away|thrown away|throwing away|gets? rid of|got rid of": "discard",
    r"turns? over|turned over": "flip",
    r"picks? up|picked up": "draw",
    r"puts? down|sets? down": "lay",
    r"puts? back|gives? back": "return",
    r"wins? the game|won the game": "wins",
    r"(?:is|are) out of the": "is not in the",
    r"hangs? on to|holds? on to": "keep",
}
"""Verbs of several words, each with one that says it."""


@lru_cache(maxsize=2)
def alike_in_english(groups: str) -> dict[str, tuple[str, ...]]:
    """The words of the groups that say much the same as each of them, without their endings."""
    found: dict[str, dict[str, None]] = {}
    for group in groups.split(" | "):
        words = [plain(word) for word in group.split()]
        for word in words:
            found.setdefault(word, {}).update(dict.fromkeys(w for w in words if w != word))
    return {word: tuple(others) for word, others in found.items()}


def in_one_word(text: str) -> str:
    """The text with one word for verbs of several."""
    for phrase, word in _PHRASES.items():
        text = re.sub(rf"\b(?:{phrase})\b", word, text, flags=re.IGNORECASE)
    return text
