"""English at large: words that are one word for reading, filler, auxiliaries, where a sentence falls into two."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.syntax.lexer import in_figures, pattern
from checker.syntax.natural.english import IRREGULAR

_CONTRACTED = (
    (r"(\w)['’]s (got|been)\b", r"\1 has \2"),
    (r"\bwho['’]?s (turn|go|move)\b", r"whose \1"),
    (r"\bcan['’]?t\b|\bcannot\b|\bcan not\b|\bcouldn['’]t\b", "may not"),
    (r"\bwon['’]t\b", "will not"),
    (r"\b(do|does|did|is|are|was|has|have|must)n['’]?t\b", r"\1 not"),
    (r"\b(who|what|where|how|that|there|it|he|she)['’]s\b", r"\1 is"),
    (r"\btie ?breaker", "tie-breaker"),
    (
        r"(?<=\w)['’]s (?=(?:empty|over|gone|full|out|done|finished|next|up|not)\b|[a-z]{2,}ed(?:\s*$|[.,;:!?]| "
        r"(?:by|and|so|but|now|again|twice|once|in|on|for|who|what|can|may|must|does|do|if|when|already|too)\b))",
        " is ",
    ),
    (r"(?<=\w)['’]s (?=(?:it|that|this|him|her)\b)", "s "),
    (
        r"^\s*(?:(?:a )?(?:quick|short|rules|new|stupid|dumb) (?:one|question)|hi all|hello all|help|hi|hello|hey|just checking|sorry)\s*[:,;!.-]+\s*",
        "",
    ),
    (r"\b(there|that|what|who|where|how|he|she)s\b", r"\1 is"),
    (
        r"\b((?:my|your|his|her|their|the) (?:opponent|neighbou?r|friend))s (?!(?:can|may|must|do|does|did|is|are|have|has|and|or|all|both|to|in|on|at|gets?|who|when|if|then|not|\w+s|\w+ed)\b)(?=[a-z])",
        r"\1's ",
    ),
    (r"\bits (?=(?:not|my|your|his|her|a tie|over|empty|ok|okay|legal|allowed|possible)\b)", "it is "),
    (r"\btho\b", "though"),
    (r"(?<!\w)w/ ?(?=\w)", "with "),
    (r"(?<!\w)w/o (?=\w)", "without "),
    (r"\bid (?=rather|like|love)", "i would "),
    (r"(?<!\w )\bwere (?=(?:\d|two|three|four|five|six)\b)", "we are "),
    (r"\bi['’]?m\b", "i am"),
    (r"\b(i|you|they|we)['’]re\b", r"\1 are"),
    (r"\b(i|you|they|we)['’]?ve\b", r"\1 have"),
)
_SLIPS = (
    "u=you ya=you ur=your ppl=people thru=through wher=where wat=what allready=already teh=the hte=the taht=that waht=what whta=what "
    "wich=which whcih=which adn=and nad=and ealier=earlier recieve=receive recieves=receives becuase=because "
    "beacuse=because cuz=because coz=because bc=because cos=because alot=many thier=their tehy=they jsut=just "
    "palyer=player opponant=opponent oponent=opponent seperate=separate acording=according befor=before plz=please em=them shld=should diff=different "
    "pls=please rly=really tmrw=tomorrow dont=don't doesnt=doesn't cant=can't wheter=whether untill=until"
)
_TYPED_SHORT = dict(pair.split("=") for pair in _SLIPS.split())
"""What is typed short, or with a slip of the fingers, and the word that is meant."""
_SAME = {
    "can": "may", "could": "may", "might": "may", "should": "must", "shall": "must", "color": "colour", "colors": "colour",
    "are": "is", "was": "is", "were": "is", "am": "is", "been": "is", "be": "is", "being": "is", "does": "do", "did": "do",
    "doing": "do", "done": "do", "has": "have", "had": "have", "got": "get", "gotten": "get", "gets": "get",
    "went": "go", "goes": "go", "gone": "go", "lost": "los", "won": "win", "laid": "lay", "lays": "lay",
    "put": "put", "held": "hold", "drew": "draw", "drawn": "draw", "chose": "choos", "chosen": "choos",
    "took": "tak", "taken": "tak", "made": "mak", "sent": "send", "gave": "giv", "given": "giv", "dealt": "deal",
    "targetted": "target", "canceled": "cancel", "cancelled": "cancel", "cancels": "cancel", "centre": "center",
    "favourite": "favorite", "points": "point", "these": "this", "those": "that", "everyone": "everybody",
    "anyone": "anybody", "someone": "somebody", "counter-clockwise": "anticlockwise", "legally": "legal",
    "allowed": "allowed", "used": "use", "uses": "use", "using": "use", "said": "say", "swaps": "swap", "gone-off": "go off", "began": "begin",
    "begun": "begin", "forced": "forced", "bust": "bust", "chooses": "choos",
    "okay": "ok", "alright": "ok", "cause": "because", "onto": "on", "upon": "on", "till": "until", "us": "we", "me": "i",
}  # fmt: skip
_WHOLE = frozenset(_SAME.values())
_FILLER = frozenset(
    [
        "the",
        "a",
        "an",
        "now",
        "then",
        "just",
        "still",
        "also",
        "right",
        "away",
        "immediately",
        "please",
        "so",
        "well",
        "simply",
        "actually",
        "already",
        "even",
        "really",
        "exactly",
        "therefore",
        "legally",
        "thus",
        "currently",
        "again",
        "straight",
        "afterwards",
        "currently",
        "next-up",
        "there",
    ]
)
_KEPT = frozenset(
    [
        "is",
        "this",
        "his",
        "its",
        "us",
        "yes",
        "loss",
        "pass",
        "less",
        "across",
        "unless",
        "address",
        "always",
        "was",
        "has",
        "does",
        "guess",
        "red",
        "bed",
    ]
)

HE = frozenset(
    {"he", "she", "him", "her", "his", "they", "them", "their", "himself", "herself", "themself", "yourself", "myself"}
)
"""Words for somebody who was named."""
PLAYER = r"(?:<[phu]\d+>)"
"""A player among the signs that stand for words: by name, by pronoun, by `I` or `you`."""

_ABLE = "(?:allowed|abl|permitt?|fre)"
_BOUND = "(?:forced|oblig|requir|suppos)"
_WHO = rf"(?:{PLAYER[3:-1]}|who|anybody|everybody)"

_BY_THE_WAY = (
    "(?:too|though|either|anyway|at all|at onc|as well|as result|after (?:that|this|all)|afterward|later on|then on|"
    "in (?:that|this) (?:cas|situation)|at (?:that|this) (?:point|moment|tim|stag)|in respons|in return|in end|by then|"
    "at end of it|for that|for this|by (?:doing|do) (?:that|this)|first of all|from (?:there|here)|becaus of (?:that|this)|"
    "befor (?:it|<i\\d+>|that|this) (?:resolv|tak effect|happen|com in play|work|trigger)|nobody want <s\\d+>|"
    "instead|in total|all in all|altogether|or not|exact|finally|meanwhil|if anyth|if anybody|on top of that|by rul|by way)"
)
"""Words before or behind a clause that do not change what it says."""

_REORDERED = (
    (rf"^have ({PLAYER}) to", r"must \1"),
    (rf"do ({_WHO}|<i\d+>) (?:have|need|ought) to", r"must \1"),
    (rf"({_WHO}) (?:have|need|ought|is {_BOUND}) to", r"\1 must"),
    (rf"is ({_WHO}) {_BOUND} to", r"must \1"),
    (rf"is ({_WHO}) {_ABLE} to", r"may \1"),
    (rf"({_WHO}) is {_ABLE} to", r"\1 may"),
    (rf"({PLAYER}) is not {_ABLE} to", r"\1 may not"),
    (rf"do ({PLAYER}) get to", r"may \1"),
    (
        rf"(?:is|would|will) (?:it|<i\d+>) (?:is )?(?:legal|ok|allowed|possibl|fin|permitt?) (?:for|if) ({PLAYER}) (?:to )?",
        r"may \1 ",
    ),
    (rf"(?:may|do) ({PLAYER}) have (?:the )?(?:right|chance|option) to", r"may \1"),
    (rf"({PLAYER}) do not have to", r"\1 need not"),
    (r"\bmay it be that\b", "may"),
    (r"^(?:what about|how about|and|but|or|say|suppos|imagin|let s say|assum|given that|pretend|ok|hi|hey|hello) ", ""),
    (r"^(?:that) ", ""),
    (rf" {_BY_THE_WAY}$", ""),
    (rf"^{_BY_THE_WAY} ", ""),
    (
        r"(?<=\w) (?:if|when|as long as|wherever|whenever) (?:<h\d+> (?:may|is abl|is abl to|do not have to pass)|possibl|abl|legal)$",
        "",
    ),
    (r"\bhave is (?=[a-z<])", "is "),
    (r"\bplay only (?=<c)", "play "),
    (r"(?<=\S) (?:even though|though|although) <h\d+> is not (?:target|intend|intended|<h\d+> 's turn)$", ""),
    (r"(?<=<s\d>) (?:that|which) is (?:in play|on table)$", ""),
    (
        r"^(must <[phu]\d+> .+) (?:befor|after) (?:plac|lay|play|draw|pass|mov|tak)(?: (?:<n\d+>|<i\d+>|tile|card|word))?$",
        r"\1",
    ),
    (r"^(?:quick|short) (?:on|one) ", ""),
    (r"^is (?:<i\d+>|it) (?:legal|ok|allowed|possibl|fin|permitt?) that ", "may "),
    (rf"^(?:on|in|during) {PLAYER} 's (?:next )?turn ", ""),
    (rf" (?:on|in|during) {PLAYER} 's (?:next )?turn$", ""),
)

FIRST = (
    "even though",
    "even if",
    "although",
    "given that",
    "if",
    "when",
    "after",
    "once",
    "while",
    "because",
    "since",
    "as",
)
"""Words before what is to be told first, wherever it stands."""
SECOND = ("and", "but", "so", "which", "who", "or")
"""Words before what goes on with what was told."""


@lru_cache(maxsize=4096)
def spelled_out(text: str) -> str:
    """The text with what is typed short as whole words, curly signs as plain ones; labels that it lays out stay."""
    labels = frozenset(re.findall(r"\w+(?=:)", text))
    short = pattern(rf"\b(?:{'|'.join(_TYPED_SHORT)})\b(?! at)", True)

    def whole(found: re.Match[str]) -> str:
        word = found[0].casefold()
        return found[0] if word in labels else _TYPED_SHORT[word]

    return _to_the_other(in_two_words(short.sub(whole, text)))


_SPEAKS = re.compile(r"\b(?:i|my|mine|me)\b", re.IGNORECASE)
_SPOKEN_TO = re.compile(
    r"\b(?:(?P<verb>do|are|have|were) )?you(?P<own>rs?)?\b(?: (?P<behind>are|have|were|do)\b)?(?! (?:tell|know|think|say|explain|help|all|guys|please|mind|see if)\b)",
    re.IGNORECASE,
)
_OF_ONE = {"do": "does", "are": "is", "have": "has", "were": "was", "": ""}


def _to_the_other(text: str) -> str:
    """The text in which whoever speaks of themselves calls whom they speak to their opponent."""

    def other(found: re.Match[str]) -> str:
        verbs = (_OF_ONE[(found[one] or "").casefold()] for one in ("verb", "behind"))
        before, behind = verbs
        return f"{before} my opponent{'' if found['own'] is None else chr(39) + 's'} {behind}".strip()

    return _SPOKEN_TO.sub(other, text) if _SPEAKS.search(text) else text


@lru_cache(maxsize=4096)
def in_two_words(text: str) -> str:
    """The text with short forms of two words as two words, curly signs as plain ones."""
    text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    text = re.sub(r"(?<!\w)'([^'\n]+)'(?!\w)", r'"\1"', re.sub(r"\s[–—]+\s", " - ", text))
    for said, whole in _CONTRACTED:
        text = pattern(said, True).sub(whole, text)
    return text


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """The word without its ending, so that forms of one word are the same."""
    low = word.casefold()
    low = IRREGULAR.get(low, low)
    if low in _SAME or low in _WHOLE:
        return _SAME.get(low, low)
    if low in _KEPT or len(low) < 4:
        return in_figures(low) or low
    if low.endswith("ies") or low.endswith("ied"):
        return low[:-3] + "y"
    if low.endswith("s") and not low.endswith(("ss", "us", "is")):
        low = low[:-1]
    for ending in ("ed", "ing"):
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low[: -len(ending)]
            if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "lsz":
                low = low[:-1]
            break
    if low.endswith("e") or low.endswith(("xe", "she", "che", "sse")):
        low = low[:-1]
    return in_figures(low) or low


def is_filler(word: str) -> bool:
    """The word may be left out of what is said without a loss."""
    return word.casefold() in _FILLER


def in_order(signs: str) -> str:
    """The words with what may and must be done in the order of the grammar: `may` or `must`, the player, the act."""
    for said, form in _REORDERED:
        signs = re.sub(said, form, signs)
    return " ".join(signs.split())
