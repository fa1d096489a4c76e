"""A sentence in two parts, each of which may say something of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checker.syntax.everyday.english import FIRST, SECOND

_CUT = re.compile(
    rf":\s+|,?\s+(?:and then|then|{'|'.join(FIRST)}|before|{'|'.join(SECOND)})\s+|,\s*(?:and then|then|and|but|so)?\s*|\s+-+\s+",
    re.IGNORECASE,
)
_ASKED_LATER = re.compile(
    r"(?:[,:]|\band|\bthen)\s*(?:who|whose|what|where|which|how|is|are|can|may|must|do|does|did|will)\b", re.IGNORECASE
)
ASKS = re.compile(
    r"(?:who|whose|whom|what|where|which|how|may|can|could|must|do|does|did|is|are|was|were|will|has)\b(?! (?:if|about)\b)",
    re.IGNORECASE,
)
"""How what is asked begins, if its question mark is missing."""
_RUN_ON = re.compile(
    r"\s+(?=(?:who|whose|what|where|how|can|may|must|could|does|do|did|is|are)\s+(?!not\b)\S)", re.IGNORECASE
)
"""Where what is asked may begin without a comma before it."""
_NEXT = re.compile(r"\s+(?=[A-Z]\w*\s+(?:[a-z]+s|[a-z]+ed|has|is|can|cannot)\b)")
"""Where somebody else may do something without a comma before it."""
_OF_SOMEBODY = re.compile(r"\b(?:(?:some|any)(?:one|body)|players?|person|people|those)$", re.IGNORECASE)
"""Behind whom `who` says of which of them it is asked, and asks nothing."""
_OF_WHOM = re.compile(r"(?:can|may|could|must|do|does|did|will|am|is|are) (i|you|we|\w+)\b", re.IGNORECASE)
_ASIDE = re.compile(r" (after|once|when|by|with|from|because of|due to|thanks to) ", re.IGNORECASE)
WHO = "•who"
"""Before what goes on with whoever was named last."""


def told_too_late(statements: Sequence[str]) -> bool:
    """One of the statements tells something after what the one before it asks, as no sentence does."""
    asked = [s.endswith("?") for s in statements]
    return any(before and not after for before, after in pairwise(asked))


def told_done(part: str, sentence: str) -> bool:
    """The sentence has the part as something that was done before: `after laying a tile`."""
    led = re.search(rf"\b(?:after|once) {re.escape(part)}", sentence, re.IGNORECASE)
    return led is not None and re.match(r"\w+ing\b", part) is not None


def _of_whoever_is_asked(body: str, asks: str) -> Iterator[tuple[str, str]]:
    """What is asked, of somebody who has something, has done something, or because of a card: `can I win with 2 goals`,
    `can I move after laying a tile`, `who loses a point from that card`."""
    asked = _OF_WHOM.match(body)
    for cut in _ASIDE.finditer(body) if asks and ASKS.match(body) else ():
        who, word, rest = asked[1] if asked else "", cut[1].casefold(), body[cut.end() :]
        if word in ("after", "once", "when", "by"):
            if who and re.match(r"\w+ing\b", rest):
                yield f"{who} {rest}", body[: cut.start()] + asks
        elif word == "with":
            if asked and len(body[asked.end() : cut.start()].split()) == 1:
                yield f"{who} have {rest}", body[: cut.start()] + asks
        else:
            yield f"somebody plays {rest}", body[: cut.start()] + asks


def parts(sentence: str) -> Iterator[tuple[str, str]]:
    """The two parts of the sentence, what is told first before the other."""
    asks = "?" if sentence.endswith("?") else ""
    body = sentence.rstrip("? ")
    opening = re.match(
        rf"(?:{'|'.join(FIRST)}|what if|suppose|say|with|given that|assume|assuming)\s+", body, re.IGNORECASE
    )
    for cut in _CUT.finditer(body):
        first, second = body[: cut.start()], body[cut.end() :]
        word = cut.group().strip(" ,:-").casefold()
        if word == "who" and ASKS.match(body) and _OF_SOMEBODY.search(first) and "," not in cut.group():
            continue
        if word == "who" and (not asks or _ASKED_LATER.search(second)):
            yield first, f"{WHO} {second}{asks}"
        if word in ("who", "which") and asks:
            word, second = "", f"{word} {second}"
        if opening and word in ("", "then", "and", "and then"):
            yield first[opening.end() :] if opening.group().strip().casefold() != "with" else first, second + asks
        elif word == "before":
            yield f"before {second}", first + asks
        elif word in FIRST:
            yield second, first + asks
        elif not opening:
            if word != "who":
                yield first, second + asks
            if cut.group().strip(" ,").casefold() == "who" and not asks:
                yield first, f"who {second}?"
    for cut in _RUN_ON.finditer(body) if not ASKS.match(body) else ():
        first, second = body[: cut.start()], body[cut.end() :]
        yield first[opening.end() :] if opening and first[: opening.end()] == opening.group() else first, f"{second}?"
    for cut in _NEXT.finditer(body):
        yield body[: cut.start()], body[cut.end() :] + asks
    yield from _of_whoever_is_asked(body, asks)
    for many in range(2, 5):
        led = re.match(rf"(?:in|during|at|after)(?: [\w-]+){{{many}}}(?= \S)", body, re.IGNORECASE)
        if led:
            yield led.group(), body[led.end() :].strip() + asks
