"""Families of questions that players ask without a table: `asks "may: (slide|push) (onto|over) tile [on turn]"` stands below
the question of a ruling. Such words have to be there in any order, either of `(x|y z)`, perhaps those of `[x|y]`, and
no others that say something; before the colon stands what is asked for, after `not` if the answer is the contrary."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
    "what which where when how there if and but onc be to for in at or even still already anyth someth "
    "person peopl guy somebody anybody everybody each bit because sinc while by with im lik say ever i'm would "
    "actual actually tim whil game many much s d ll re whos whom its"
)
_EMPTY, _NOTHING = frozenset(_SAID_ANYWAY.split()), frozenset([""])
"""Words that every question has; what something is done over, with or without is none of them."""
OTHER, UNSAID = "opponent", "whether"
"""What is asked by words with nothing but a question mark behind them: leave, a duty, or whether it is so."""
_KEPT = frozenset(["away", "again", "right", "straight", "then"])
_SAID_BESIDES = "i get on up down back too alway new still else yet anymor anyway though mayb current front tabl wher"
_LOOSE = frozenset(_SAID_BESIDES.split())
"""Words that say something only together with others."""
_LIGHT = frozenset(["go", "get", "tak", "have", "turn", "keep", "giv", "hold", "end", "mov", "play"])
"""Words that say so many things that no other says the same."""
_SEARCHED = EVERYWHERE.replace(";", " |")
_ORDERED = frozenset(["befor", "after", "then", OTHER])
"""Words that say what comes first, or who does it: what is asked with one of them has its words in their order."""
_DECISIVE = frozenset(
    f"not no never without only nobody noth befor after then unless except until instead last least fewest twice first {OTHER}".split()
)
"""Words on which an answer hangs: none of them is said besides by itself, or by a word that says much the same."""
_TOLD = frozenset(["after", OTHER])
"""Words that may be said besides where a family lists them, though an answer hangs on them: the other only before it is asked."""
_DENIED = frozenset(["not", "no", "never", "without"])
"""Words that say the contrary of a word that may stand in their place."""
_NEAR = 3
_DUTIES = frozenset(map(plain, ["mandatory", "compulsory", "required", "necessary", "obligatory", "forced"]))
_WHICHEVER = frozenset(["any", "each", "everybody", "anybody"])
_NAMES = (
    "alice|ann|bob|carol|dave|david|dan|eve|frank|grace|anna|anne|ben|tom|tim|john|jane|jim|joe|mary|mike|max|sam|sara|sarah|"
    "lisa|laura|kate|emma|paul|peter|chris|alex|nick|steve|sue|amy|jack|lucy|lily|leo|maria|nina|kim|mia|jo|zoe|ella|lea|luke|"
    "matt|rob|bill|beth|meg|liz|sean|ian|ryan|adam|noah|liam|olivia|sophie|julia|ivan|omar|ken|ron|rick|phil|greg|jeff|brian|"
    "kevin|eric|karl|fred|ted|andy|tony|jess|jenny|molly|rosa|eva|ivy|kai|finn|theo|hugo|jen|dana|gina|pete|lena|lou|becky|"
    "josh|zach|tyler|ellen|hannah|emily|chloe|lara|marc|jonas|felix|oscar|elena|clara|julian|simon|martin|tina|heidi|rachel|"
    "grandma|grandpa|granny|grandad|oma|opa|mum|mom|mommy|mummy|dad|daddy|auntie"
)
"""Names that players go by in questions, as `somebody` does."""
_NAMED = re.compile(
    r"(?<![\w'•-])[A-Z][a-zäöüéèñ]+(?='s\b| (?:has|had|is|was|wants|and I|and me|just|only|put|lays?|laid|\w+ed)\b)"
    r"|(?<=[a-z,] )[A-Z][a-zäöüéèñ]+(?![\w•-])"
)
"""What is written as a name is: with a capital within a sentence, or before what somebody did."""
_ASKED_OF = re.compile(
    rf"\b((?:can|could|may|might|must|should|do|does|did|is|was|will|would|has) )(?:{_NAMES})\b(?!'s)|\b()(?:{_NAMES})(?:'s(?= \w)|"
    r"(?= (?:has|had|have|got|holds?|held|plays?|played|uses?|used|with|is|was|rolls?|rolled|lays?|laid|puts?|swaps?|swapped)\b))"
)
"""Somebody of whom, or of whose, it is asked by name, or who has or does what it hangs on."""
_MEANT = (
    (
        r"\b(?:my|our) (?:(?:little|big|older|younger) )?(?:sister|brother|wife|husband|kid|son|daughter|friend|buddy|mate|mum|"
        r"mom|dad|mother|father|boyfriend|girlfriend|cousin|aunt|uncle|roommate|flatmate|grandma|grandpa|niece|nephew)\b",
        "my opponent",
    ),
    (
        r"\b(?:my opponent|i|he|she|they|somebody|someone) (?:says?|thinks?|claims?|insists?|swears?) (?:that )?(?:no|not|yes|so|otherwise)\W*$",
        " ",
    ),
    (
        r"\b(?:slam|throw|threw|whip|fire|chuck|bang)(?:s|ed|med|ped)? (?:down|out|off)\b|\b(?:yell|shout|scream)(?:s|ed|ing)?\b",
        "play",
    ),
    (
        r"\b(?:oops|whoops|wow|very|damn|dang|ugh|argh|hm+|umm?|uhh?|ah|oh|wait|lol|btw|thanks|please|sorry|haha|dude|quick question|"
        r"stuff|things?|a little|slightly|kind of|sort of|one of (?:them|those|these|us|my|his|her|the)|like (?=\d|two|three|four|five|six)|"
        r"(?:needs?|ha(?:ve|s|d)|ought|wants?|wanted|would (?:like|love|prefer)|about|tr(?:y|ies|ied)|trying|decided?|happens?|manage[ds]?) to|"
        r"wanna|gonna|gotta|(?:would|'d) rather|rather|only (?=just)|(?:sits?|sitting|lies|lying|stands|standing) (?=in front|on|there|right|next)|"
        r"(?:this|that|each|every|my|your) (?=turn\W*$))\b",
        " ",
    ),
    (r"^(?:the )?(?:number|amount) of ", " "),
    (r"\"\w\"", "single letter"),
    (r"\bus (?:both|each)\b|\bboth of us\b", "both i"),
    (r"^(.+?)[,.;:] (.+?) (after|before) (?:that|this|it)\b(.*)$", r"\2\4 \3 \1"),
    (r"\b(?:the|this|that|my|your|his|her|those|these) ones?\b(?! (?:tile|card|hex|word|letter))", "it"),
    (r"\b(?:(new|old) ones?|at least (?=one\b))", r"\1"),
    (r"\band (?=(?:an?|one|two|another) \w+\W*$)", "plus "),
    (r"\band (\w+) after(?:wards?)?\W*$", r"then \1"),
    (r"\b(?:(?:in|on|during) )?the (?:same )?turn (?:when |that )?(?=(?:i|you)\b)", "when "),
    (r"\b(?:1st|2nd|3rd)\b", lambda found: {"1": "first", "2": "second", "3": "third"}[found[0][0]]),
    (r"\b(my|your|his|her|their|our) own (?=move|turn|word|hand)", r"\1 "),
    (
        r"\b(?:my |the |our |your )?opponent\b|\b(?:my |the |our )?enemy\b|\bthe other (?:player|guy|person|side)\b|"
        r"\b(?:he|she|him|her|his|hers)\b|\b(?:another player|someone|somebody|anyone|anybody|somebody else|someone else)'s\b",
        OTHER,
    ),
    (r"\b(?:i|you|we|us|me|u|im|i'm|i am)\b", "i"),
    (r"\b(\w{2,})[ •-]\1\b", r"\1\1"),
    (rf"\b(?:{_NAMES})(?:'s)?\b", " "),
    (
        r"\b(i|you|we|they|he|she|to|not|may|can|must) turn (?=an?\b|the|it|one|my|his|her|them|this|that|tile)",
        r"\1 rotate ",
    ),
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
        r"\bdoes that work\W*$|(?:\b(?:is |was )?(?:that|it|this)|\bare they|\bwould (?:that|it) be|,) (?:ok|okay|legal|allowed|fine|valid|possible|right|cheating)\W*$",
        " ",
    ),
    (r"\b[b-hj-rt-z]\b(?!-)", "a letter"),
    (
        r"\b(?:actual|real|basical|simp|accidental|usual|normal|probab|possib|complete|total|exact|current|technical|official|"
        r"legal|definite|original|final|general|automatical|honest|certain|obvious|typical|serious|sudden|immediate)l?y\b",
        " ",
    ),
    (r"\b(?:valid|fine|good|fair|alright|cool|cheating)\W*$", ""),
)
"""What is said in several ways, as one word, or as none where it says nothing."""
_BE = r"(?:is|are|am|was|were)"
_WHO = r"(?:i|you|he|she|it|we|they|the|my|your|his|her|that|this|those|these|a|an|both|everyone|all|any|each|one|there|(?!(?:not|be|no|only|empty|full|gone|out|over|left|in|on|at|already|\w{3,}ed)\b)\w+)"
_ASKED = "(?:can|could|may|might|must|should|do|does|did|is|are|am|was|will|would|has|have)"
_BEGINS = (
    (
        "how",
        r"(?:so |and )?how (?:many|much|far|long|often|big|few|high)|(?:the )?(?:max(?:imum)?|number|amount|total)(?: (?:number|amount))?(?: of)? \w+|"
        r"\w+(?: \w+)? (?:each|per player) (?:at|in|to) (?:the )?(?:start|beginning|begin)|"
        r"(?!(?:is|are|do|does|did|can|may|must|was|the|a|i|we)\b)\w+(?: \w+)? (?:per (?:player|person)|in total|in the (?:box|deck|bag)|at the (?:start|beginning)|(?:for|with) \w+ players|needed to win)\W*$",
    ),
    (
        "may",
        rf"can|could|may|might|{_BE} \w+ (?:not )?(?:allowed|able|permitted|free)|(?:is|would|was) it (?:be )?(?:ok|okay|legal|allowed|fine|possible|alright|cheating)|(?:(?:{_BE} )?(?:.+ )?(?:that|this|it) |{_BE} (?:.+ )?|)(?:ok|okay|legal|allowed|fine|valid|possible|permitted|good|alright)(?: (?:word|move|play|card|target))?\W*$|do(?:es)? \w+ get to|do(?:es)? \w+ have (?:the|a) (?:right|choice|option)",
    ),
    (
        "must",
        rf"must|should|shall|do(?:es)? (?:\w+ ){{1,6}}?(?:have|need|got|has) to\b|do(?:es)? (?:i|we|you) need\b|ha(?:ve|s) (?:\w+ ){{1,3}}got to|{_BE} (?:\w+ ){{1,6}}?(?:forced|supposed|required|obliged|obligated|mandatory|compulsory|necessary)",
    ),
    ("who", r"(?:so )?(?:who|whose|whom|which (?:player|one of us))\b"),
    ("where", r"where\b"),
    ("when", rf"when {_ASKED}\b"),
    ("manner", rf"how {_ASKED}\b"),
    ("what", r"(?:so )?(?:what|which)\b(?! if)"),
    ("does", rf"{_BE}|do|does|did|will|would|has|have"),
)
"""How a clause begins that asks for leave, a duty, a number, somebody, a place, something, or whether something is so."""
_STARTS = tuple(
    (kind, re.compile(rf"(?:and |but |so |then |also )*(?:{words})(?<=\w)(?!\w)|(?:and |but |so |then )*(?:{words})$"))
    for kind, words in _BEGINS
)
_INVERTED = re.compile(
    rf"\b(?:how (?:many|much|far|long)|(?:how|when) {_ASKED}\b|whose|(?<!person )(?<!player )(?<!guy )(?<!one )who(?! (?:has|have|is|was|did|plays?|played)\b)|what happens|where do|(?:can|could|may|must|should|do|does|did|(?<!there )(?<!that )(?<!it )(?:is|are|am)|will|would) {_WHO}\b)"
)

_SPEAKER = re.compile(r"\b(?:i|you|we|us|me|my|your|our|i'm|im|opponent)\b|^\w+ed\b")
_FIRST = re.compile(r"\b(?:i|me|my|we|us|our|i'm|im)\b")
_THIRD = re.compile(r"\b(?:he|she|him|her|his|hers|they|their|them)\b")
"""Who is the other to whoever asks, and somebody at large where nobody speaks of themselves."""
_BARE = re.compile(
    r"(?!(?:i|you|he|she|it|we|they|there|this|that|if|when|after|before|once|because|so|and|but|what|why|which|just|not|no)\b)"
    r"\w+ (?:on|onto|into|over|past|through|with|without|to|the|an?|my|his|her|two|it)\b"
)
"""How a text begins that names an act and asks whether it is allowed."""
_FIRST_OR = re.compile(
    r"^(?:do (?:i|we|you) )?(.+?) first,? or (?:do (?:i|we|you) )?(.+?)(?: first)?\W*$", re.IGNORECASE
)
_OR_NOT = re.compile(
    r",? or(?: (?:is|am|are|do|does|can|may|must|will|did|was) (?:it|that|this|i|we|you|he|she|they|(?:my|the) turn|the (?:game|round))"
    r"(?: (?:not|over|gone|out|done|illegal|forbidden))*)?\W*$",
    re.IGNORECASE,
)
"""The other answer that a question offers."""
_SUBJECT = re.compile(
    rf"\b(?:can|could|may|do|does|did|is|are|am|must|should|will|would|has|have) (?:the )?({OTHER}|i)\b"
)
"""Of whom it is asked."""


class TypedQuestion(Record):
    """What a text asks for, before it the other player if it is asked of that one, its words that say something, those of
    them with which it asks, those of the rest that a family may need, and all of them, each with its place among the words."""

    kind: str
    words: tuple[str, ...]
    asking: frozenset[str]
    light: frozenset[str]
    whole: tuple[tuple[str, int], ...] = ()


class Family(Record):
    """What a question of the family asks for, what it has to say, what it may say, whether it asks for the contrary, and
    which of what it has to say stands in its order: behind what is before it, and before what is behind it."""

    kinds: tuple[str, ...]
    needed: tuple[tuple[tuple[str, ...], ...], ...]
    free: tuple[tuple[str, ...], ...]
    contrary: bool = False
    ordered: tuple[bool, ...] = ()


@lru_cache(maxsize=MOST_FAMILIES)
def family(line: str, alike: tuple[tuple[str, str], ...]) -> Family | None:
    """The family that the line of a ruling tells of, each word like the first that is `alike`; None if it tells of none."""
    same = dict(alike)
    told = _ASKS.fullmatch(line)
    if told is None:
        return None
    needed, free, ordered = [], list[tuple[str, ...]](), list[bool]()
    for either, perhaps, word in _ITEM.findall(told[3]):
        ways = tuple(way for one in (either or perhaps or word).split("|") for way in _ways(one, same, bool(perhaps)))
        if perhaps:
            free += (way for way in ways if len(way) > 1 or way[0] in _TOLD or not _decisive(way[0]))
        else:
            needed.append(tuple(way for way in ways if len(way) != 1 or way[0] not in _LOOSE) or ways)
            ordered.append({*_stems((either or word).replace("|", " "), same, _EMPTY)} <= _ORDERED)
    return Family(tuple(told[2].replace(" ", "").split("/")), tuple(needed), tuple(free), bool(told[1]), tuple(ordered))


def _decisive(word: str) -> bool:
    """An answer hangs on the word, which may be a number above one."""
    return word in _DECISIVE or (word.isdigit() and int(word) > 1)


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
            others = alike_in_english(groups).get(words[0], ())
            yield from ((_same(other, same),) for other in others if other not in _DECISIVE | _WHICHEVER)


def asks(
    one: Family,
    asked: TypedQuestion,
    things: frozenset[str],
    strange: frozenset[str],
    named: frozenset[str],
    beside: Callable[[], tuple[frozenset[str], frozenset[str]]] | None = None,
) -> int:
    """How many of the words, put so, the family needs if they are a question of it, else none: some of those it is asked
    with are needed, and what the game is about at large may be named besides; nothing that is `strange` to the table is.
    Cards that it has to name are `named` in its order: who does what to which hangs on that. `beside` tells what others say of the same, and what may be told of it before it is asked."""
    who, _, kind = asked.kind.rpartition(" ")
    words, asking = asked.words, asked.asking
    if kind not in one.kinds and not (kind == UNSAID and one.kinds[0] in ("may", "must", "does")):
        return 0
    if who and not any(OTHER in way for ways in one.needed for way in ways):
        return 0
    covered, last, behind, needed, name = set[int](), -1, False, 0, -1
    for ways, ordered in zip(one.needed, one.ordered, strict=True):
        each = [at for way in ways if (at := {*_places(way, asked)})]
        if not each and not ordered and any(way and {*way} <= asked.light for way in ways):
            continue
        needed += 1
        denied = [at for at in each if any(words[place] in _DENIED for place in at)]
        if any(0 < min(other) - max(at) < _NEAR for at in denied for other in each):
            return 0
        found = set[int]().union(*each)
        covered |= found
        name, before = max((at for at in found if words[at] in named), default=name), name
        if name < before:
            return 0
        last = min((at for at in found if at > last or not (ordered or behind)), default=len(words))
        behind = ordered
        if last == len(words):
            return 0
    free = (way for way in one.free if way != (OTHER,) or OTHER not in asking)
    said = covered | {at for way in free for at in _places(way, asked) if words[at] not in strange}
    for here, word in enumerate(words):
        loose = word in _LOOSE and not (word == "on" and {*words[here + 1 : here + 2]} & things)
        said |= {here} if loose or word in things or (kind == "must" and word in _DUTIES) else set()
    if (left := {*range(len(words))} - said) and beside:
        alike, told = beside()
        left = {at for at in left if words[at] in strange or not (words[at] in alike or words[at] in told - asking)}
    meant = not asking - things or any(words[at] in asking for at in covered)
    return len(covered) if not left and meant and len(covered) >= needed else 0


def _places(way: tuple[str, ...], asked: TypedQuestion) -> Iterator[int]:
    """Where the words of the way stand one behind the other; those that every question has count where it has them."""
    many = len(way)
    if many > 1 and not _EMPTY.isdisjoint(way):
        for at in range(len(asked.whole) - many + 1):
            if all(one[0] == word for one, word in zip(asked.whole[at:], way, strict=False)):
                yield from (place for _, place in asked.whole[at : at + many] if place >= 0)
        return
    for at in range(len(asked.words) - many + 1):
        if asked.words[at : at + many] == way:
            yield from range(at, at + many)


def put(text: str, same: Mapping[str, str], known: Collection[str] = ()) -> TypedQuestion:
    """What the text asks; what is written as a name, and is no word that is `known`, stands for somebody."""
    text = _NAMED.sub(lambda found: found[0] if found[0].casefold() in known else "Tom", text) if known else text
    low = _meant(text)
    who = OTHER if (asked := _SUBJECT.findall(low)) and asked[-1] == OTHER else ""
    kind, asking = _kind(" ".join(_said_short(text).casefold().replace("?", " ").split()))
    asked_with = frozenset(_stems(_meant(asking, text), same, _EMPTY)) - _LOOSE
    words, whole = list[str](), list[tuple[str, int]]()
    for word in _stems(low, same, _NOTHING):
        whole.append((word, -1 if word in _EMPTY else len(words)))
        words += () if word in _EMPTY else (word,)
    light = _WHICHEVER.intersection(word for word, _ in whole)
    kind = f"{who} {kind or UNSAID * text.rstrip().endswith('?')}"
    return TypedQuestion(kind, tuple(words), asked_with, light, tuple(whole))


def said_by(text: str, same: Mapping[str, str]) -> frozenset[str]:
    """The words of the text on which no answer hangs."""
    return frozenset(word for word in _stems(text.casefold(), same, _EMPTY) if not _decisive(word))


def said_besides(ways: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """The words of the ways on which no answer hangs."""
    said = (word for way in ways if not _DENIED.intersection(way) for word in way)
    return frozenset(word for word in said if not _decisive(word))


def _said_short(text: str) -> str:
    """The text with what is typed short as whole words, and without the other answer that it offers."""
    return _OR_NOT.sub(" ", _FIRST_OR.sub(r"do i \1 before i \2", spelled_out(text)))


def _meant(text: str, within: str = "") -> str:
    low = " ".join(in_plain_words(_said_short(text)).casefold().split())
    low = low if _SPEAKER.search(within.casefold() or low) else _THIRD.sub(" ", low)
    if _FIRST.search(within.casefold() or low):
        low = _ASKED_OF.sub(lambda found: f"{found[1] or ''}{OTHER}", low)
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
def _kind(text: str) -> tuple[str, str]:
    """What is asked for, by the last clause that begins like a question, or else by where the order of words turns round;
    and the words from there on."""
    parts = [
        part.strip()
        for part in re.split(r"[.,;:!]| - | and then | then (?=do (?:i|we|you|they)\b|can|is)", text)
        if part.strip()
    ]
    for part in reversed(parts):
        for kind, begins in _STARTS:
            if begins.match(part):
                return kind, text[text.rindex(part) :]
    turned = [*_INVERTED.finditer(text)]
    for found in reversed(
        [one for one in turned if one[0][0] in "hw" and one[0][:4] not in ("will", "woul")] or turned
    ):
        for kind, begins in _STARTS:
            if begins.match(text[found.start() :]):
                return kind, text[found.start() :]
    return "may" if _BARE.match(text) else "", text
