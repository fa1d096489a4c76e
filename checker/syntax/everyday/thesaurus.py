"""Words of plain English that say much the same, which no game has to tell."""

from __future__ import annotations

from functools import lru_cache

from checker.syntax.everyday.english import plain
from checker.syntax.lexer import pattern

VERBS = (
    "discard dump toss ditch | have hold own possess keep | get receive gain take earn collect | lose forfeit drop | "
    "pass hand give send | end finish | begin start open | draw take | choose pick select name | attack strike hit | "
    "move go shift | swap switch exchange trade | put place lay set | reveal show | play use uses | block stop parry | "
    "play lay | cancel stop counter prevent | turn flip | return give | claim take | challenge doubt dispute contest | "
    "buy purchase | pay spend | kill eliminate"
)
NOUNS = (
    "over done finished | legal valid allowed permitted ok | stone piece token | space field cell | winner victor | "
    "deck stack pile | out eliminated | empty gone | turn go"
)
EVERYWHERE = (
    "rotate turn spin orient orientation twist; swap exchange trade switch replace; put place lay set play; "
    "cancel counter stop block; win winner wins won most victory; tie tied tie-breaker same equal draw; "
    "die roll; first start begin starting opening; end last over final finish; discard throw toss drop; "
    "centre middle; optional skip; allowed may permitted legal; score points point; "
    "get gain earn receive; lose loses loss; name proper; minimum least fewest; "
    "split apart separate group; refill redraw replenish restock draw; steal take; jump leap hop; push shove; "
    "shuffle reshuffle mix; empty out exhausted; neighbour next adjacent touching; "
    "opponent enemy other; backwards reverse; protect save defend shield; copy duplicate double; "
    "simultaneous simultaneously together; middle during progress; immediately once; count counts counted; "
    "pick choose select; take remove lift; piece tile token; player person; open free empty vacant; finish complete; "
    "everyone everybody each every all; secret hidden face; out eliminated eliminates; touching touch connect attached; "
    "dealt get receive; several multiple both; secondary other; cancel undo; unable stuck cannot"
)
"""Groups of words that say much the same where rules are spoken of."""
ALWAYS = "die dice; space spot square cell; jump hop leap; push shove; finish complete; least lowest fewest"
"""Groups of words of which each may stand for the others in any question."""
_PHRASES = {
    r"^(?:quick question|question|hey|hi|hello|ok|okay|hmm|so|well)[,:]? ": "",
    r",? (?:right|correct|yes|or not|ok)(?=\?$)": "",
    r"^(?:so )?(?:does|would) (?:that|this|it) mean (?:that )?": "is it so that ",
    r"^(?:am i right|is it (?:true|correct|right|the case)) (?:that )?": "is it so that ",
    r"what (?:are|would be) (\w+)'s (?:options|choices|possibilities)": r"what may \1 do",
    r"what (?:are|would be) (?:his|her|their) (?:options|choices|possibilities)": "what may she do",
    r"what (?:are|would be) (?:my|your|our) (?:options|choices|possibilities)": "what may you do",
    r"(?:says?|said|claims?|claimed) (?:that )?(?:he|she|they|to) (?:is|are|be)(?: the)?": "claims to be",
    r"what (?:options|choices) (?:does|has) (\w+)(?: have| got)?": r"what may \1 do",
    r"^there (?:is|are) (?:only |just )?(\S+) (\w+) (?:left )?in the (\w+)$": r"the \3 has \1 \2",
    r"^(?:so |and )?(?:what|now what|what (?:now|then|next|else|follows|comes next|is the result))(?=\??$)": "what happens",
    r"(?:gives? up|gave up|skips|skipped|forfeits?|forfeited) (?:his|her|their|the|my) turn": "pass the turn",
    r"(has|have|had|holds?|held) (?:only|just|exactly|nothing but) (?=\w)": r"\1 ",
    r"no[ -]one": "nobody",
    r"(?:it is )?\d+[ -]all": "it is a tie",
    r"\b(has|have|had) ((?:\w+ )?)got\b": r"\1 \2",
    r"(\w)'s (?=\w+ing\b)": r"\1 is ",
    r"^([A-Z]\w*): (?=\w)": r"\1 ",
    r"thr[eo]ws? away|thrown away|throwing away|gets? rid of|got rid of": "discard",
    r"turns? over|turned over": "flip",
    r"picks? up|picked up": "draw",
    r"puts? down|sets? down": "lay",
    r"puts? back|gives? back": "return",
    r"'s (?:go|move)(?=\\?|$)": "'s turn",
    r"wins? the game|won the game": "wins",
    r"(?:is|are) out of the": "is not in the",
    r"hangs? on to|holds? on to": "keep",
}
"""What is said in several words, with the word or words that say it."""


@lru_cache(maxsize=4)  # verbs, nouns, and what is looked for everywhere
def alike_in_english(groups: str) -> dict[str, tuple[str, ...]]:
    """The words of the groups that say much the same as each of them, without their endings."""
    found: dict[str, dict[str, None]] = {}
    for group in groups.split(" | "):
        words = [plain(word) for word in group.split()]
        for word in words:
            found.setdefault(word, {}).update(dict.fromkeys(w for w in words if w != word))
    return {word: tuple(others) for word, others in found.items()}


def in_plain_words(text: str) -> str:
    """The text without what only leads up to it, and with one word for verbs of several."""
    for phrase, word in _PHRASES.items():
        whole = phrase if phrase[0] in "^,('" else rf"\b(?:{phrase})\b"
        text = pattern(whole, "A-Z" not in phrase).sub(word, text)
    return text
