"""How players put a question: what is said in several ways as one, without chatter, and what the question asks for."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.syntax.everyday.english import spelled_out
from checker.syntax.everyday.thesaurus import in_plain_words
from checker.syntax.lexer import pattern

OTHER = "opponent"
_NAMES = (
    "tom|alice|bob|carol|anna|grandma|grandpa|granny|grandad|nan|oma|opa|leo|raj|nina|jo|dee|ben|sue|lena|eva|ivy|sam|theo|cleo|max|amy|joe|kim|liz|meg|ted|tim|zoe|lucy|emma|nick|paul|"
    "kate|jack|liam|noah|mia|ella|ryan|sara|jane|jess|alex|chris|dave|mike|steve|pete|phil|luke|adam|ian|rob|hubby|mum|mom|mommy|mummy|dad|daddy|auntie"
)
"""Names that rules speak of, and that stand for any; other words before what somebody does are names where no rule has them."""
NAMED = re.compile(
    r"(?<![\w'•-])[A-Z][a-zäöüéèñ]+(?='s\b| (?:has|had|is|was|wants|and I|and me|just|only|put|lays?|laid|\w+ed)\b)"
    r"|(?<=[a-z,] )[A-Z][a-zäöüéèñ]+(?![\w•-])"
)
"""What is written as a name is: with a capital within a sentence, or before what somebody did."""
_ASKED_OF = re.compile(
    rf"\b(?<!or does )()(?:the |that )(?:(?:person|player|guy) (?:who|that)|one who) (?=\w)|\b(in front of )(?:{_NAMES})\b(?!'s)|\b((?:can|could|may|might|must|should|do|does|did|is|was|will|would|has) )(?:{_NAMES})\b(?!'s)|\b()(?:{_NAMES})(?:'s(?= \w)|"
    r"(?= (?:just |already |also )?(?:has|had|have|got|holds?|held|plays?|played|uses?|used|with|is|was|rolls?|rolled|lays?|laid|puts?|swaps?|swapped|shows?|showed|may not)\b))"
)
"""Somebody of whom, or of whose, it is asked by name, or who has or does what it hangs on."""
_KIN = (
    r"(?:my|our) (?:(?:little|big|older|younger|youngest|eldest) )?(?:sister|brother|wife|husband|hubby|kid|son|daughter|friend|buddy|mate|mum|mom|dad|mother|father|"
    r"boyfriend|girlfriend|partner|cousin|aunt|uncle|roommate|flatmate|grandma|grandpa|nan|gran|niece|nephew)"
)
_MEANT = (
    (
        rf"\b{_KIN}\b",
        "my opponent",
    ),
    (
        r"\b(?:my opponent|i|he|she|they|somebody|someone) (?:says?|thinks?|claims?|insists?|swears?) (?:that )?(?:no|not|yes|so|otherwise)\W*$",
        " ",
    ),
    (
        r"\b(?:slam|throw|threw|whip|fire|chuck|bang)(?:s|ed|med|ped)? (?:down|out|off)\b|\b(?:yell|shout|scream)(?:s|ed|ing)\b",
        "play",
    ),
    (
        r"\b(?:oops|whoops|wow|very|damn|dang|ugh|argh|hm+|umm?|uhh?|ah|oh|wait|lol|btw|thanks|please|sorry|haha|dude|quick question|"
        r"stuff|things?|a little|slightly|kind of|sort of|one of (?:them|those|these|us|my|his|her|the)|like (?=\d|two|three|four|five|six)|"
        r"(?:needs?|ha(?:ve|s|d)|ought|wants?|wanted|(?:would|'d) (?:like|love|prefer)|about|tr(?:y|ies|ied)|trying|decided?|happens?|manage[ds]?) to|"
        r"wanna|gonna|gotta|(?:would|'d) rather|rather|only (?=just)|(?:sits?|sitting|lies|lying|stands|standing) (?=in front|on|there|right|next)|"
        r"(?:this|that|each|every|my|your) (?=turn\W*$))\b",
        " ",
    ),
    (r"^(?:the )?(?:number|amount) of ", " "),
    (r"\bright (?=(?:where|there|here|when|in|on|at|into|next|beside)\b)", " "),
    (r"\bletter \"?[aeiou]\"?(?=\W*$|[,.?])", "vowel"),
    (r"\"\w\"", "single letter"),
    (r"\bthe s\b", "the letter"),
    (r"\bus (?:both|each)\b|\bboth of us\b", "both i"),
    (r"^(.+?)[,.;:] (.+?) (after|before) (?:that|this|it)\b(.*)$", r"\2\4 \3 \1"),
    (r"\b(?:the|this|that|my|your|his|her|those|these) ones?\b(?! (?:tile|card|hex|word|letter))", "it"),
    (r"\b(?:(new|old) ones?|at least (?=one\b))", r"\1"),
    (r"\band (?=(?:an?|one|two|another) \w+\W*$)", "plus "),
    (r"\banother (?:player|person|guy|time)\b|\banother(?=\W*$)|\b(?:the )?others\b|\bother (?=colou?rs?\b)", " "),
    (r"\band (\w+) after(?:wards?)?\W*$", r"then \1"),
    (r"\b(?:(?:in|on|during) )?the (?:same )?turn (?:when |that )?(?=(?:i|you)\b)", "when "),
    (r"\b(?:1st|2nd|3rd)\b", lambda found: {"1": "first", "2": "second", "3": "third"}[found[0][0]]),
    (r"\b(my|your|his|her|their|our) own (?=move|turn|hand|goal|pattern)", r"\1 "),
    (
        r"\b(?:my |the |our |your )?opponent\b|\b(?:my |the |our )?enemy\b|\bthe other (?:player|guy|person|side)\b|"
        r"\b(?:he|she|him|her|his|hers)\b|\b(?:another player|someone|somebody|anyone|anybody|somebody else|someone else)'s\b",
        OTHER,
    ),
    (r"\b(?:i|you|we|us|me|u|im|i'm|i am)\b", "i"),
    (r"\b(\w{2,})[ •-]\1\b", r"\1\1"),
    (rf"\b(?:{_NAMES})(?:'s)?\b", " "),
    (
        r"^((?:\S.*\W)?how (?:many|much|often)\b.*) (?:per|each|every|in (?:a|one|1|my|each|the same)) (?=turn\b)",
        r"\1 ",
    ),
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
        rf"can|could|may|might|{_BE} \w+ (?:not )?(?:allowed|able|permitted|free)|(?:is|would|was) it (?:be )?(?:ok|okay|legal|allowed|fine|possible|alright|cheating)|(?:(?:{_BE} )?(?:.+ )?(?:that|this|it) |{_BE} (?:.+ )?|)(?:ok|okay|legal|allowed|fine|valid|possible|permitted|good|alright)(?: (?:word|move|play|card|target))?\W*$|(?:[\w'-]+ ){1, 7}(?:ok|okay|legal|allowed|possible|permitted)\W*$|do(?:es)? \w+(?: still| even| both)? get to|do(?:es)? \w+ have (?:the|a) (?:right|choice|option)",
    ),
    (
        "must",
        rf"must|should|shall|do(?:es)? (?:\w+ ){{1,6}}?(?:(?:have|need|got|has) to|gotta)\b|do(?:es)? (?:i|we|you) need\b|ha(?:ve|s) (?:\w+ ){{1,3}}got to|{_BE} (?:\w+ ){{1,6}}?(?:forced|supposed|required|obliged|obligated|mandatory|compulsory|necessary)",
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
_FIRST = re.compile(
    r"\b(?:i|me|my|we|us|our|i'm|im)\b|^(?:\w{2,}ed|got|had|put|made|won|lost|drew|laid|took) (?!and\b)"
)
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
_PERSON = rf"(?:my opponent|{_KIN}|he|she|they|someone|somebody|i|we|you|{_NAMES}|[A-Z][a-z]+)"
_CHAT = tuple(
    (re.compile(words, re.IGNORECASE), meant)
    for words, meant in (
        (
            r"^(?:and |so |but |well,? )?what (?:happens|(?:do|should|must|can) (?:i|we|you|they)(?: all)? do|(?:are|is|am) (?:i|we|you)(?: all)? (?:supposed|meant) to do)"
            r"(?: now| then)?(?: if| when| once| after)?\b(?! (?:to|with)\b)(?= \w+ \w+)(.*?)\W*$",
            r"\1, what happens",
        ),
        (r"(?:^|(?<=[.,;:!?] ))(?:and |so |but )?what if (?=\w+ \w+)(.*?)\W*$", r"\1, what happens"),
        (
            r"(?:^|(?<=[.,;!?\w] ))(?:and |so |but |well )?(?:now what|what now|what then|then what|what next|so what|what do (?:i|we) do(?: now| then)?"
            r"|what (?:is|are|am) (?:i|we)(?: all| both)? (?:supposed|meant) to do(?: now| then)?|what can (?:i|we) do(?: now)?)(?=\W*$)",
            "what happens",
        ),
        (r"(?<=\w\w )n (?=\w+ \w)(?!(?:at|on|in|is|as|for|from)\b)", "and "),
        (r"\b(?:me or \w+|\w+ or me),? (?=who\b)", ""),
        (
            r"\b(?:girl|guy|bloke|lad|dude|lady|kid) (?=(?:right |sitting |sat )*(?:next|beside|across|opposite|on|to)\b)",
            "player ",
        ),
        (r"\b(the)(?: cards?| tiles?)? (?:in|from) (?:my|his|her|the) discards?\b", r"\1 discards"),
        (
            r"\b(?:yay|hey|yeah|yep|nope|ugh|argh|aww+|woah|whoa|yikes|omg|lo+l|lmao|ha(?:ha)+|sigh|gosh|folks|bro|anyways|tonight|today|yesterday|"
            r"(?:last|this) (?:week|night|evening|morning)|(?:of|for|all) the (?:night|evening|day)|earlier (?:on|today)|a (?:few|couple of) turns ago|"
            r"by (?:accident|mistake|chance)|for (?:good|once|real|sure|ages)|(?:round|around|at|on) the table(?= (?:and|so|can|may)\b|\W|$)|"
            r"(?:the|our|this) (?:version|variant) (?:of the game)?|good for|(?:even|just )?(?:if|though) (?:i|we) do not (?:really )?(?:want|feel like)(?: to| it)?|"
            r"perfect|awful|terrible|rubbish|crappy|lousy|lovely|brilliant|annoying|sneaky|cheeky|stupid|silly|weird|damn|bloody|little|tiny|huge|massive)\b",
            " ",
        ),
        (
            r"(?:,? (?:true|correct|yes|innit|am i right|is (?:he|she|that) right|or am i wrong|or is that (?:wrong|no good|cheating)[^,.?]*))(?=\W*$)",
            "",
        ),
        (
            rf"^(?:but |so |and )?{_PERSON}(?: \w+ly| just| always| keeps?)? (?:says?|said|saying|thinks?|thought|claims?|claimed|reckons?|insists?|swears?|"
            r"tells? me|told me|argues?) (?:that )?(?=\w+ \w+ \w+)",
            "",
        ),
        (
            r"(?:^|(?<=[.,;!?] ))((?:and |so |but )?(?:can|could|may|must|should|do|does|did|is|are|will|would)) not (?=(?:i|you|we|he|she|it|they|that)\b)",
            r"\1 ",
        ),
        (
            r"\bhow (?:do|can|should|would|are) (?:we|i|you|they)(?: supposed to)? (?:see|know|tell|decide|work out|find out|figure out|determine|pick|choose) (?=who|which|whose)",
            "",
        ),
        (r"\b(we|us|you|they) all\b", r"\1"),
        (r"(?<=\w), (?:me|him|her|[a-z]+) or (?:me|him|her|[a-z]+)(?=\W*$)", ""),
        (r"(?:,| and| but)? not (?:mine|my own|hers|his)\b(?= ?[,.;!?])", ""),
        (r"\b(?:make|do) an? (?=\w+ (?:that|which|so)\b)", ""),
        (r"\blets? (?:me|us|you|him|her) ", ""),
        (r"\bwhat (do|does|did|would|will) (i|we|you|he|she|they|it|\w+) (lose|cost)\b", r"how much \1 \2 \3"),
        (r"\bregular (?=hex)", ""),
        (r",? (?:as well|also|too)(?=\W*$)", ""),
        (r"\b(?:previous|prior) (?=turn|move)", "last "),
        (r"\bwhich (?:one )?of (?:us|them|the players)(?: two| both| all)?\b", "who"),
        (r"\bkeeps? (?:me|us|him|her|you|them) safe\b|\bsafe (?=from|against)", "protect"),
    )
)
"""Chatter, and what is asked for in many words."""
_OR_ELSE = re.compile(
    r"(?<=\w),? or (?:(?:do|does|did|can|may|is|are|must|will|would|should) (?:i|we|you|he|she|they|it)\b(?: (?:just|only|not|simply|have to|get to|the|my|a))*(?: \w+)?"
    r"(?: (?:it|that|this|them|so|there|off|out|alone|then|instead|anyway))*|(?:just|only|leave|is it (?:just|only)) [^,.;?]*|(?:have|has|had|need|got) to(?: \w+){1,3})(?=\W*$)",
    re.IGNORECASE,
)
"""The other thing that is asked besides."""
_ASKS_FIRST = re.compile(
    rf"\b{_ASKED} (?:i|we|you|he|she|it|they|the|an?|my|his|her|this|that|there|both|every|one|two)\b", re.IGNORECASE
)
SUBJECT = re.compile(
    r"(?:^|(?<=[.,;!?] )|(?<=\bif )|(?<=\band )|(?<=\bthen )|(?<=\bso )|(?<=\bbut ))(?:(?:is|does|did|can|could|may|must|has|will|do|was) )?((?!you\b)[a-z]{3,})(?= (?:and (?:me|i)\b|just|still|also|out|get|gets|got|have|has|had|"
    r"wins?|won|loses?|lost|plays?|played|takes?|took|draws?|drew|rolled|put|laid|lays|score[sd]?|needs?|wants?|wanted|went|is|was|now|\w{2,}ed)\b)"
)
"""Somebody who is named without a capital, if no such word is known."""
_DURING_MINE = re.compile(
    rf"\b({_ASKED} (?:{OTHER}|(?:my|the) {OTHER}|he|she|they|{_NAMES})\b[^.?!]*?) (?:on|during|in) my (?:own )?(?:turn|go|move)\b"
)
"""What the other is asked to do when it is not their turn."""
ASKED_OF_WHOM = re.compile(
    rf"\b(?:can|could|may|do|does|did|is|are|am|must|should|will|would|has|have) (?:the )?({OTHER}|i)\b"
)
"""Of whom it is asked."""


@lru_cache(maxsize=4096)
def said_short(text: str) -> str:
    """The text with what is typed short as whole words, without chatter and without the other answer that it offers."""
    text = spelled_out(text)
    for words, meant in _CHAT:
        text = words.sub(meant, text)
    text = _OR_NOT.sub(" ", _FIRST_OR.sub(r"do i \1 before i \2", text))
    other = _OR_ELSE.search(text)
    return text[: other.start()] if other and _ASKS_FIRST.search(text[: other.start()]) else text


def meant(text: str, within: str = "") -> str:
    """The text with what is said in several ways as one word, and who is the other by whoever asks `within` it, or in it."""
    low = " ".join(in_plain_words(said_short(text)).casefold().split())
    low = low if _SPEAKER.search(within.casefold() or low) else _THIRD.sub(" ", low)
    if _FIRST.search(within.casefold() or low):
        low = _ASKED_OF.sub(_other_named, low)
    low = _DURING_MINE.sub(r"\1 my_turn", low)
    for words, word in _MEANT:
        low = pattern(words).sub(word, low)
    return low.replace("my_turn", "on my turn")


def _other_named(found: re.Match[str]) -> str:
    """The other, behind what says where, or what asks of whom."""
    return f"{found[2] or found[3] or ''}{OTHER}{' ' * found[0].endswith(' ')}"


@lru_cache(maxsize=512)
def kind_and_clause(text: str) -> tuple[str, str]:
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
