"""The kinds of sentences that change rules, told by their words."""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.syntax.lexer import in_figures

_ID = r"(?P<id>[A-Za-z]+-\d+[a-z]?(?:\.\d+)?|[A-Za-z]+-[A-Za-z-]+)"
_RULE = r"(?:(?:rule|clause|section|paragraph) )?"
_TO = r"(?:to|by|with|into)"
_SOME = r"[\"“]?(?P<{0}>.+?)[\"”]?"
_OLD, _NEW = _SOME.format("old"), _SOME.format("new")
_EACH = r"(?:each|every|per|a|in a|in each|in one|in the same|during a|during each|of their)"
_MOST = r"(?:only |at most |no more than |up to )?"
_TIMES = r"once|twice|thrice|(?:\d+|two|three|four|five|six) times|a second time"
PATTERNS = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("swap", rf"(?:change|replace) {_OLD} {_TO} {_NEW} in {_RULE}{_ID}"),
        ("swap", rf"in {_RULE}{_ID},? (?:change|replace|read) {_OLD} (?:{_TO}|instead of) {_NEW}"),
        ("swap", rf"in {_RULE}{_ID},? {_OLD} (?:becomes|is replaced by|is replaced with|is changed to) {_NEW}"),
        ("remove", rf"(?:delete|remove|strike|strike out|ignore|omit|drop|repeal) {_RULE}{_ID}"),
        ("remove", rf"{_RULE}{_ID} (?:no longer applies|no longer holds|is deleted|is removed|does not apply|is void)"),
        ("apart", rf"{_RULE}{_ID} (?:does not apply|no longer applies|does not hold) (?:if|when|while) (?P<cond>.+)"),
        ("apart", rf"{_RULE}{_ID} (?:does not apply|no longer applies|does not hold) to (?P<card>.+)"),
        ("anew", rf"(?:change|replace) {_RULE}{_ID} {_TO}(?: read| say)?:? {_NEW}"),
        ("anew", rf"{_RULE}{_ID} (?:now (?:reads|says)|should read|is changed to|is replaced by):? {_NEW}"),
        ("added", rf"(?:add to|in) {_RULE}{_ID},?(?: add)?: {_NEW}"),
        ("added", rf"{_RULE}{_ID} now also (?:says|reads|has):? {_NEW}"),
        ("swap anywhere", rf"(?:change|replace) {_OLD} {_TO} {_NEW}"),
        ("add", rf"(?:add|new rule|new)(?: (?:a|this|the following) (?:rule|sentence))?: {_NEW}"),
        (
            "starts",
            r"(?:each player|every player|players|all players) (?:now )?(?:starts?|begins?) (?:the game |play )?(?:with|at|on) (?P<number>\S+) (?P<what>.+?)(?:,? (?:instead of|rather than|and not) (?P<was>\w+))?",
        ),
        (
            "copies",
            r"(?:there are(?: now)?|the deck(?: now)? (?:has|contains)) (?P<number>\S+) (?:copies of |cards of )?(?P<what>.+?)(?: cards)?(?: in the deck)?",
        ),
        (
            "moment",
            r"(?:at|on) the (?P<when>start|beginning|end) of (?P<whose>each|every|the|a|your|their|each player's) (?P<period>[a-z ]+), (?P<done>.+)",
        ),
        (
            "moment",
            r"(?P<done>.+) at the (?P<when>start|beginning|end) of (?P<whose>each|every|the|a|your|their) (?P<period>[a-z ]+)",
        ),
        (
            "remembered",
            r"(?P<said>.+? may (?:not|no longer) [a-z]+) the (?P<sort>[a-z]+) (?:that |which )?(?P<who>you|they|(?:your|their|the) opponent|"
            r"an opponent|another player|somebody else) (?P<verb>[a-z]+) (?:[oi]n )?(?:his |her |their |your |the )?(?P<when>this|last|previous) (?P<period>[a-z]+)",
        ),
        (
            "often",
            rf"(?:no player may|(?:a player|players|you|nobody) may (?:not|no longer)) (?P<what>.+?)"
            rf" (?P<over>more than )?(?P<times>{_TIMES}) {_EACH} (?P<period>[a-z ]+)",
        ),
        ("once", rf"(?P<said>.+? may (?!not ).+?),? {_MOST}(?P<times>{_TIMES}) {_EACH} (?P<period>[a-z ]+)"),
        (
            "first",
            r"the first time (?:each|every|in a|in each) (?P<period>[a-z]+),? (?:that )?(?P<event>.+?), (?P<done>.+)",
        ),
        (
            "in the first",
            r"(?P<said>.+? (?:may not|cannot|can['’]t|must not) .+?) (?:on|during|in) (?:their|your) first (?P<period>[a-z]+)",
        ),
        (
            "order",
            r"(?P<before>.*)\bthe player who (?:went|moved|played|had the) (?P<nth>first|second|third|last)(?: turn)?\b"
            r"(?P<after>.*)",
        ),
        ("even if", r"(?P<said>.+? may .+?),? even (?:if|when|while) (?P<cond>.+)"),
    )
)


class Told(NamedTuple):
    """What kind of change a sentence is, and the words that say it."""

    kind: str
    words: dict[str, str]


def told(sentence: str) -> list[Told]:
    """The kinds of changes that the sentence may be, the likeliest first."""
    bare = sentence.strip().removesuffix(".").strip()
    found = []
    for kind, pattern in PATTERNS:
        if match := pattern.fullmatch(bare):
            found.append(Told(kind, {k: v for k, v in match.groupdict().items() if v is not None}))
    return found


def times_told(words: str) -> int:
    """How many times that is."""
    known = {"once": 1, "twice": 2, "thrice": 3, "a second time": 2}
    return known.get(words.lower()) or int(figures(words).split()[0])


def figures(words: str) -> str:
    """The words with numbers in figures."""
    return re.sub(r"[A-Za-z]+", lambda word: in_figures(word[0].lower()) or word[0], words)


IDLE = (
    (r"^from now on,? ", ""),
    (r"\b(may|must|is|are|has|have|does|do) now\b", r"\1"),
    (r"\b(may|must|can) also\b", r"\1"),
    (r"^now,? ", ""),
    (r"\bnow (may|must|can|has|have)\b", r"\1"),
)
"""Words of an erratum that say only that it is one."""


def without_idle(sentence: str) -> str:
    """The sentence without words that say only that something is new."""
    for pattern, instead in IDLE:
        sentence = re.sub(pattern, instead, sentence, flags=re.IGNORECASE)
    return sentence[:1].upper() + sentence[1:]
