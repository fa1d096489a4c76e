"""Families of questions that players ask without a table: `asks "may: (slide|push) (onto|over) tile [on turn]"` stands below
the question of a ruling. Such words have to be there in any order, either of `(x|y z)`, perhaps those of `[x|y]`, and
no others that say something; before the colon stands what is asked for, after `not` if the answer is the contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from checker.kernel.record import Record
from checker.syntax.everyday.english import is_filler, plain, spelled_out
from checker.syntax.everyday.thesaurus import EVERYWHERE, NOUNS, VERBS, alike_in_english, in_plain_words
from checker.syntax.lexer import in_figures

QUESTION = re.compile(r'(?:faq|asks)\s*"([^"]+\?)"')
"""A question of players, said in full below the one of a ruling."""
MOST_FAMILIES = 4_000
"""So many families are not worked out again."""
_ASKS = re.compile(r'asks\s*(not )?"([a-z/ ]+):([^"]+)"')
_ITEM = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|([^\s()\[\]]+)")
_WORD = re.compile(r"[^\W_][\w•&-]*")
_SAID_ANYWAY = (
    "may must do is have he she it they my your his her our their a an the of so too also really as them yours "
    "just will would player one another other allowed permitt legal possibl ok this that any some who him mine am "
    "what which where when how there if and but onc be need to for in at or even still already anyth someth "
    "person peopl guy somebody anybody everybody each bit because sinc while by with im lik say ever i'm would "
    "actual actually tim whil game many much s d ll re whos whom its"
)
_EMPTY = frozenset(_SAID_ANYWAY.split())
"""Words that every question has; what something is done over, with or without is none of them."""
OTHER = "opponent"
_KEPT = frozenset(["away", "again", "right", "straight", "then"])
_SAID_BESIDES = "i get on up down back too alway new still else instead yet anymor anyway though mayb current"
_LOOSE = frozenset(_SAID_BESIDES.split())
"""Words that say something only together with others."""
_LIGHT = frozenset(["go", "get", "tak", "have", "turn", "keep", "giv", "hold", "end", "mov", "play"])
"""Words that say so many things that no other says the same."""
_SEARCHED = EVERYWHERE.replace(";", " |")
_ORDERED = frozenset(["befor", "after", "then", OTHER])
"""Words that say what comes first, or who does it: what is asked with one of them has its words in their order."""
_DECISIVE = frozenset(["not", "no", "never", "without", "only", "nobody", "noth", "befor", "after", "then"])
"""Words on which an answer hangs: none of them is said besides by itself."""
_NAMES = (
    "alice|bob|carol|dave|david|dan|eve|frank|grace|anna|anne|ben|tom|tim|john|jane|jim|joe|mary|mike|max|sam|sara|sarah|"
    "lisa|laura|kate|emma|paul|peter|chris|alex|nick|steve|sue|amy|jack|lucy|lily|leo|maria|nina|kim"
)
"""Names that players go by in questions, as `somebody` does."""
_MEANT = (
    (r"\b(my|your|his|her|their|our) own (?=move|turn|word|hand)", r"\1 "),
    (
        r"\b(?:my |the |our |your )?opponent\b|\b(?:my |the |our )?enemy\b|\bthe other (?:player|guy|person|one|side)\b",
        OTHER,
    ),
    (r"\b(?:he|she|him|her|his|hers)\b", OTHER),
    (r"\b(?:another player|someone|somebody|anyone|anybody|somebody else|someone else)'s\b", OTHER),
    (r"\b(?:i|you|we|us|me|u|im|i'm|i am)\b", "i"),
    (r"\b(\w{2,})[ •-]\1\b", r"\1\1"),
    (rf"\b(?:{_NAMES})(?:'s)?\b", " "),
    (r"\b(last|previous|next|first|earlier|later) (?:turn|move|go)\b", r"\1turn"),
    (r"\b(?:myself|yourself|himself|herself|themsel\w+|oneself|ourselves)\b", "self"),
    (
        r"\b(?:on|in|during|at|for|each|every|per)(?: (?:my|your|our|their|each|every|a|one|the|any|single))*(?: same| own| next)? (?:turn|go)\b",
        " ",
    ),
    (
        r"\b(?:at all|or not|or no|or what|by the way|right now|i think|i guess|of course|no matter what|(?:every|each) time|"
        r"all the time|as well|first of all|(?:just )?(?:if|when|whenever|because|as) (?:i|you) (?:want|like|feel like|wish)"
        r"(?: to| it)?|ends? up|ended up|able to|going to|supposed to)\b",
        " ",
    ),
    (
        r"\b(?:is (?:that|it|this)|are they|would (?:that|it) be) (?:ok|okay|legal|allowed|fine|valid|possible|right|cheating)\W*$",
        " ",
    ),
    (r"\b[b-hj-rt-z]\b(?!-)", "a letter"),
    (
        r"\b(?:actual|real|basical|simp|accidental|usual|normal|probab|possib|complete|total|exact|current|technical|official|"
        r"legal|definite|original|final|general|automatical|honest|certain|obvious|typical|serious|sudden|immediate)l?y\b",
        " ",
    ),
    (r"\b(?:valid|fine|good|alright|cool|cheating)\W*$", ""),
)
"""What is said in several ways, as one word, or as none where it says nothing."""
_BE = r"(?:is|are|am|was|were)"
_WHO = r"(?:i|you|he|she|it|we|they|the|my|your|his|her|that|this|those|these|a|an|both|everyone|all|any|each|one|there|(?!not\b|be\b|no\b|only\b)\w+)"
_BEGINS = (
    ("how", r"(?:so |and )?how (?:many|much|far|long|often|big|few|high)"),
    (
        "may",
        rf"can|could|may|might|{_BE} \w+ (?:not )?(?:allowed|able|permitted|free)|(?:is|would|was) it (?:be )?(?:ok|okay|legal|allowed|fine|possible|alright|cheating)|{_BE} (?:.+ )?(?:ok|okay|legal|allowed|fine|valid|possible|permitted|good|alright)(?: (?:word|move|play|card|target))?\W*$|do(?:es)? \w+ get to|do(?:es)? \w+ have (?:the|a) (?:right|choice|option)",
    ),
    (
        "must",
        rf"must|should|shall|do(?:es)? (?:\w+ ){{1,6}}?(?:have|need|got|has) to\b|do(?:es)? (?:i|we|you) need\b|ha(?:ve|s) (?:\w+ ){{1,3}}got to|{_BE} (?:\w+ ){{1,6}}?(?:forced|supposed|required|obliged|obligated|mandatory|compulsory|necessary)",
    ),
    ("who", r"(?:so )?(?:who|whose|whom|which (?:player|one of us))\b"),
    ("where", r"where\b"),
    ("when", r"when (?:do|does|is|are|can|must|will)\b"),
    ("what", r"(?:so )?(?:what|which)\b(?! if)"),
    ("does", rf"{_BE}|do|does|did|will|would|has|have"),
)
"""How a clause begins that asks for leave, a duty, a number, somebody, a place, something, or whether something is so."""
_STARTS = tuple(
    (kind, re.compile(rf"(?:and |but |so |then |also )*(?:{words})(?<=\w)(?!\w)|(?:and |but |so |then )*(?:{words})$"))
    for kind, words in _BEGINS
)
_INVERTED = re.compile(
    rf"\b(?:how (?:many|much|far|long)|whose|(?<!person )(?<!player )(?<!guy )(?<!one )who(?! (?:has|have|is|was|did|plays?|played)\b)|what happens|where do|(?:can|could|may|must|should|do|does|did|is|are|am|will|would) {_WHO}\b)"
)

_SUBJECT = re.compile(
    rf"\b(?:can|could|may|do|does|did|is|are|am|must|should|will|would|has|have) (?:the )?({OTHER}|i)\b"
)
"""Of whom it is asked."""


class Family(Record):
    """What a question of the family asks for, what it has to say, what it may say, whether it asks for the contrary, and
    whether what it has to say stands in its order."""

    kinds: tuple[str, ...]
    needed: tuple[tuple[tuple[str, ...], ...], ...]
    free: tuple[tuple[str, ...], ...]
    contrary: bool = False
    ordered: bool = False


@lru_cache(maxsize=MOST_FAMILIES)
def family(line: str, alike: tuple[tuple[str, str], ...]) -> Family | None:
    """The family that the line of a ruling tells of, each word like the first that is `alike`; None if it tells of none."""
    same = dict(alike)
    told = _ASKS.fullmatch(line)
    if told is None:
        return None
    needed, free, ordered = [], list[tuple[str, ...]](), False
    for either, perhaps, word in _ITEM.findall(told[3]):
        ways = tuple(way for one in (either or perhaps or word).split("|") for way in _ways(one, same, bool(perhaps)))
        if perhaps:
            free += (way for way in ways if len(way) > 1 or way[0] not in _DECISIVE)
        else:
            needed.append(tuple(way for way in ways if len(way) != 1 or way[0] not in _LOOSE) or ways)
            ordered = ordered or {*_stems((either or word).replace("|", " "), same, _EMPTY)} <= _ORDERED
    return Family(tuple(told[2].replace(" ", "").split("/")), tuple(needed), tuple(free), bool(told[1]), ordered)


def said_in(line: str) -> str:
    """The words of the line that a question of its family may have to have."""
    told = _ASKS.fullmatch(line)
    return " ".join(either or word for either, _, word in _ITEM.findall(told[3])).replace("|", " ") if told else ""


def _ways(said: str, same: Mapping[str, str], exactly: bool = False) -> Iterator[tuple[str, ...]]:
    words = _stems(said, same, _EMPTY)
    if len(words) < min(2, len(said.split())):
        words = _stems(said, same, frozenset())
    yield words
    if len(words) == 1 and words[0] not in _LIGHT and not exactly:
        for groups in (VERBS, NOUNS, _SEARCHED):
            yield from ((_same(other, same),) for other in alike_in_english(groups).get(words[0], ()) if other != OTHER)


def asks(one: Family, kind: str, words: tuple[str, ...], things: frozenset[str]) -> bool:
    """The words, put so, are a question of the family; what the game is about at large may be named besides."""
    who, _, kind = kind.rpartition(" ")
    if kind not in one.kinds or (who and not any(OTHER in way for ways in one.needed for way in ways)):
        return False
    covered, last = set[int](), -1
    for ways in one.needed:
        found = {at for way in ways for at in _places(way, words)}
        covered |= found
        last = min((at for at in found if at > last or not one.ordered), default=len(words))
        if last == len(words):
            return False
    if len(covered) < len(one.needed):
        return False
    covered |= {at for way in one.free for at in _places(way, words)}
    return all(at in covered or word in _LOOSE or word in things for at, word in enumerate(words))


def _places(way: tuple[str, ...], words: tuple[str, ...]) -> Iterator[int]:
    many = len(way)
    for at in range(len(words) - many + 1):
        if words[at : at + many] == way:
            yield from range(at, at + many)


def put(text: str, same: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """What the text asks for, before it the other player if it is asked of that one, and its words that say something."""
    low = _meant(text)
    who = OTHER if (asked := _SUBJECT.findall(low)) and asked[-1] == OTHER else ""
    return f"{who} " + _kind(" ".join(spelled_out(text).casefold().replace("?", " ").split())), _stems(
        low, same, _EMPTY
    )


def _meant(text: str) -> str:
    low = " ".join(in_plain_words(spelled_out(text)).casefold().split())
    for pattern, word in _MEANT:
        low = re.sub(pattern, word, low)
    return low


def _stems(text: str, same: Mapping[str, str], empty: Iterable[str]) -> tuple[str, ...]:
    words = (
        w
        for word in _WORD.findall(text)
        if word in _KEPT or not is_filler(word) or not empty
        for w in (in_figures(word) or plain(word)).split()
    )
    told = (in_figures(word) or _same(word, same) for word in words if word not in empty)
    return tuple(word for word in told if word not in empty)


def _same(word: str, same: Mapping[str, str]) -> str:
    return word if word in _LIGHT else same.get(word, word)


@lru_cache(maxsize=512)
def _kind(text: str) -> str:
    """What is asked for, by the last clause that begins like a question, or else by where the order of words turns round."""
    parts = [part.strip() for part in re.split(r"[.,;:!]| - | and then | then (?=do|can|is)", text) if part.strip()]
    for part in reversed(parts):
        for kind, begins in _STARTS:
            if begins.match(part):
                return kind
    turned = [*_INVERTED.finditer(text)]
    for found in reversed(
        [one for one in turned if one[0][0] in "hw" and one[0][:4] not in ("will", "woul")] or turned
    ):
        for kind, begins in _STARTS:
            if begins.match(text[found.start() :]):
                return kind
    return ""
