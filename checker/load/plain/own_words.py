"""A sentence of an erratum in the words of the rules, where it has others that say just the same: those that the game
lists, a thing that is called by what it is, and a few turns of English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.syntax.natural.english import IRREGULAR, done, gerund, plural

_WORD = re.compile(r"(?<![\w•-])[A-Za-z]+(?![\w•-])")
_STUCK = re.compile(r"`(\w+)` cannot stand here(?:; expected (.+))?")
_CALLED = re.compile(r"\{(\w+)\} is (?:a|an) ([^{}|]+?)(?: \||$)")
_ENGLISH = (
    (r"\bmust (?=(?:not )?\w+ .*\b(?:each|every) turn\.$)", "have to "),
    (r"(?<=have to )(.+?) (?:each|every) turn\.$", r"\1."),
    (
        r"\bmay (\w+) (?:at most|up to|no more than) (\d+|one|two|three|four|five|six) (\w+)\.$",
        r"may not \1 N \3 if N is more than \2.",
    ),
    (r"\b(?:may|can) only (be \w+|(?!be\b)\w+ .+?) (?:if|when|while) ", r"may \1 only if "),
    (r"\b(played|plays?) against\b", r"\1 on"),
    (r"(?<!only )\bone (?=\w+(?:[.,]| if\b))", "a "),
    (
        r"\b(?:there is )?[Mm]ore than one (\w+) is\b(?! \w+ed\b)",
        lambda found: f"several {plural(found[1])} are",
    ),
    (r"\bthere is more than one (\w+)(?= in play)", lambda found: f"several {plural(found[1])} are"),
)
_WHO = re.compile(r"(?:An?|Any|Each|Every|The) player who (.+)\.", re.I)
_MOMENT = re.compile(r"it is ((?:the|an?) [^{}|]+)")
_STATE = re.compile(r"\{(\w+)\} is ([a-z]+)$")
_ENDINGS = ("", "s", "es", "d", "ed", "ing")


def in_own_words(sentence: str, alike: Sequence[Sequence[str]], knows: Callable[[str], bool]) -> str:
    """The sentence with each word that the rules do not know as the one word that they know for it; the sentence as it
    stands where a word may be two of theirs."""

    def own(found: re.Match[str]) -> str:
        word = found.group()
        if knows(word):
            return word
        others = list(dict.fromkeys(filter(knows, _others(word.casefold(), alike))))
        if len(others) != 1:
            return word
        return others[0].capitalize() if found.start() == 0 else others[0]

    return _WORD.sub(own, sentence)


def _others(word: str, alike: Sequence[Sequence[str]]) -> Iterator[str]:
    """The other words of its group in the form that the word has."""
    for group in alike:
        for ending in _ENDINGS:
            if word.endswith(ending) and word.removesuffix(ending) in group:
                others = (one for one in group if one != word.removesuffix(ending))
                yield from (form for one in others for form in _formed(one, ending))
                return


def _formed(word: str, ending: str) -> tuple[str, ...]:
    """The word with such an ending: `es` is `s` behind most words."""
    if ending in ("s", "es"):
        return f"{word}s", f"{word}es"
    return (done(word) if ending in ("d", "ed") else gerund(word) if ending else word,)


def in_plain_turns(sentence: str, words: Vocabulary) -> str:
    """The sentence with other turns of English for some, and with `a piece that is a star` for `a star`, where pieces can be such."""
    for pattern, turn in _ENGLISH:
        sentence = re.sub(pattern, turn, sentence)
    for phrase in dict.fromkeys(one.phrase for table in (words.facts, words.fields, words.shorts) for one in table):
        for told in phrase.split(" | "):
            if moment := _MOMENT.fullmatch(told):
                sentence = re.sub(rf" (?:in|during) {moment[1]}\.$", f" if {told}.", sentence)
                lead = re.match(rf"(?:In|During) {moment[1]}, (?=\w)", sentence)
                said = sentence[lead.end() :].removesuffix(".") if lead else ""
                sentence = f"{said[0].upper()}{said[1:]} if {told}." if lead else sentence
            if state := _STATE.match(told):
                sort = sort_of(words, state[1])
                pattern = rf"\b(an?|any|each|every|no) {state[2]} {sort}\b"
                sentence = re.sub(
                    pattern, lambda found: f"a {found[0].split()[-1]} that is {state[2]}", sentence, flags=re.I
                )
        for gap, noun in _CALLED.findall(phrase):
            sentence = _called(sentence, sort_of(words, gap), noun.strip())
    return sentence


def _called(sentence: str, sort: str, noun: str) -> str:
    """The sentence with things of the sort that are such for each such thing, but where it says of something that it is."""
    one = re.sub(rf"(?<!is )(?<!is not )\b([Aa]n?) {noun}\b(?!s)", rf"\1 {sort} that is a {noun}", sentence)
    return re.sub(
        rf"(?<!are )(?<!all )\b{noun}s\b",
        lambda found: f"{sort if found.start() else sort.capitalize()}s that are a {noun}",
        one,
    )


def unstuck(sentence: str, message: str, alike: Sequence[Sequence[str]]) -> list[str]:
    """The sentence with another word, of those that the game lists as the same, in the place of the one at which the reading got
    stuck: the one that is expected there, if that is known, else each of them."""
    stuck = _STUCK.match(message)
    others = list(_others(stuck[1].casefold(), alike)) if stuck else []
    expected = [one for one in others if stuck and f"`{one}`" in (stuck[2] or "")]
    return [re.sub(rf"\b{stuck[1]}\b", one, sentence, count=1) for one in (expected or others)] if stuck else []


def when_somebody_does(sentence: str) -> Iterator[str]:
    """What happens to a player who does something, as what happens when a player does it, wherever the one ends."""
    found = _WHO.fullmatch(sentence)
    told = found[1].split() if found else []
    for at, word in enumerate(told):
        if at and word.endswith("s"):
            yield f"When a player {' '.join(told[:at])}, that player {' '.join(told[at:])}."


def of_each_card(sentence: str, titles: Sequence[str]) -> tuple[str, ...]:
    """The sentence for each of the cards that it calls by what their titles have in common; nothing if it calls none so."""
    called: dict[str, list[str]] = {}
    for title in titles:
        first, _, rest = title.partition(" ")
        for name in (title.rpartition(" ")[0] if " " in rest else "", rest if first.isdigit() else ""):
            called.setdefault(name, []).append(title)
    for name in sorted(filter(None, called), key=len, reverse=True):
        parts = re.split(rf"(?<!\w){re.escape(name)}(?!\w)", sentence)
        told = called[name]
        numbered = told[0].partition(" ")[0].isdigit()
        if (
            len(parts) == 2
            and (len(told) > 1 or numbered)
            and not any(title in sentence for title in (name, *told) if title in titles)
        ):
            return tuple(title.join(parts) for title in told)
    return ()


_TURNS = (
    (r"(?<=\w),? which (?=(?:may|must|is|are|was|were|has|have|does|do|goes|your|their|an?|the|you|they)\b)", " that "),
    (r"\b(?:no|never|not) (?:fewer|less) than (?=\w)", "at least "),
    (r"(?:,? (?:up )?to a maximum of|\bno more than|\bnot more than) (?=\w)", " at most "),
    (r"\b(?:on|in) the (?:turn (?:just |immediately )?before|(?:previous|preceding) turn)\b", "in the last turn"),
    (r"\bprotect(s?) (?:(?:its|his|her|their|the|a) (?:own )?\w+ )?(?:from|against) ", r"protect\1 against "),
    (r"(?<=against )(?:the |any |a )?(?:loss|losses|effects?)(?: of \w+)? (?:caused by|of|from|by|through) ", ""),
    (
        r" (?:to (?:form|make up|fill|complete)|as) (?:their|his or her|the|a|an|your) (?:starting |opening |first )?hand\b",
        "",
    ),
    (r"\b(?:compulsory|obligatory)\b", "mandatory"),
    (r"\bis (?:not|no longer) mandatory\b", "is optional"),
    (r"\bis (?:not|no longer) optional\b", "is mandatory"),
    (r"\b(?:is|are) (?:not|no longer) (?:allowed|permitted) to\b|\b(?:is|are) forbidden to\b", "may not"),
    (r"\b(?:is|are) (?:now )?(?:allowed|permitted|free) to\b", "may"),
    (r"\b(?:is|are) (?:now )?(?:required|obliged|forced) to\b", "must"),
    (
        r"^(?:[Ii]t is (?:not|no longer) (?:allowed|permitted|legal) to|[Ii]t is (?:forbidden|illegal) to|[Dd]o not) ",
        "A player may not ",
    ),
    (r"^[Ii]t is (?:now )?(?:allowed|permitted|legal) to ", "A player may "),
    (r"\b(may|must|can) still\b", r"\1"),
    (r"\b(?:in total|altogether)(?=[,. ])", ""),
)
_BY = re.compile(
    r"(?P<what>[^,;]+?) (?P<may>may|can|cannot|may not|can no longer|may no longer) be (?P<verb>[a-z]+ed|[a-z]+) by (?P<who>[^,;]+)"
)


def in_plainer_turns(sentence: str, alike: Sequence[Sequence[str]], verbs: Iterable[str]) -> str:
    """The sentence with plainer turns: who does it before what it is done to, and one noun for a thing that is called by two."""
    said = sentence.strip().removesuffix(".")
    for pattern, turn in _TURNS:
        said = re.sub(pattern, turn, said)
    for group in alike:
        for one in group:
            rest = "|".join(re.escape(other) for other in group if other != one)
            said = re.sub(rf"\b{re.escape(one)} (?=(?:{rest})s?\b)", "", said, flags=re.I) if rest else said
    found = _BY.fullmatch(said)
    verb = next((one for one in verbs if found and found["verb"] in (done(one), IRREGULAR.get(one))), "")
    if found and verb:
        what = (
            found["what"][:1].lower() + found["what"][1:]
            if re.match(r"(?:An?y?|The|Each)\b", found["what"])
            else found["what"]
        )
        who = found["who"][:1].upper() + found["who"][1:]
        said = f"{who} {found['may'].replace('cannot', 'may not')} {verb} {what}"
    return re.sub(r"  +", " ", said).strip() + "."
