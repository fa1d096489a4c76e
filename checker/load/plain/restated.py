"""What a sentence of an erratum does to a rule that it says again: with another number, or that it does not hold any more."""

from __future__ import annotations

import re

from checker.kernel.record import Record
from checker.load.plain.spoken_of import FEWEST_SHARED, SpokenOf, words_of
from checker.syntax.everyday.english import in_two_words
from checker.syntax.files import Entry
from checker.syntax.lexer import in_figures, pattern

_INSTEAD = re.compile(
    r",? *\(?(?:instead of|rather than|(?:and )?not|no longer) (?:only |just )?(?:the (?:usual|former|printed) )?(\w+)(?= more\b|[.,;)]|$)\)?"
    r"|; *where(?:ver|) the rules? (?:still )?says? (\w+),? (?:read|say) \w+"
    r"| from (\w+)(?= to \w+)"
    r"|(?<=\bis )not (\w+) but(?= \w+)"
)
_IDLE = re.compile(
    r"^(?:from now on|now|instead|in this edition),? |\b(?:also|now) |(?<=\bis )(?:raised|increased|reduced|lowered|changed|set)(?: to)? |(?<=\bare )(?:raised|increased|reduced|lowered|changed|set)(?: to)? |\b(?:only|just) (?=\d|one|two|three|four|five|six)|(?<=[a-z]) (?:at all|any more|anymore|any longer|at any time|instead|in any case|long|as an exception(?: to (?:the|this) (?:usual |general )?(?:ban|rule|prohibition))?)(?=[.,]|$)",
    re.I,
)
_DELETED = (
    r"(?:ignore|delete|remove|strike|strike out|drop|forget|disregard|omit|cancel) the (?:rule|sentence|clause) (?:that|by which|which says that|saying that|about) (?P<said>.+)",
    r"the (?:rule|sentence|clause) (?:that|by which|which says that|saying that) (?P<said>.+?),? (?:no longer applies|does not apply|no longer holds|is deleted|is removed|is dropped|is void|is cancelled)(?: any ?more)?",
    r"it is no longer (?:true|the case|so) that (?P<said>.+)",
)
_ASIDE = re.compile(
    r"\b(?:who|that|which) (?:may not|does not|do not|may|must|is not|is|are not|are|has|have)\b|^(?:if|when|whenever|while|once|after) [^,]*,|"
    r"\b(?:if|when|whenever|unless|while|except) .*$"
)
"""What stands beside the main clause, or in it before its verb."""
_MODES = (
    (
        "exempt",
        r"\bneed not\b|\bno need to\b|\b(?:do|does) not (?:have|need) to\b|\b(?:is|are) not (?:required|obliged|forced) to\b|"
        r"\b(?:need|needs) no longer\b|\bno longer (?:has|have|needs?) to\b|\b(?:is|are) no longer (?:required|obliged|forced) to\b|\bis optional\b",
    ),
    (
        "forbid",
        r"\b(?:may|must|shall) (?:not|never|no longer)\b|\bno \w+ may\b|^(?:no|nobody|none|neither)\b.*\bmay\b|\b(?:is|are) (?:not|no longer) (?:allowed|permitted|legal)\b|\b(?:is|are) (?:forbidden|illegal|banned)\b",
    ),
    ("permit", r"\bmay\b|\b(?:is|are) (?:allowed|permitted|free|able|fine|legal)\b"),
    (
        "oblige",
        r"\bmust\b|\b(?:has|have|needs?) to\b|\b(?:is|are) (?:required|obliged|forced) to\b|\bis (?:mandatory|compulsory)\b",
    ),
    ("not", r"\b(?:do|does|is|are|has|have) not\b|\bno longer\b|\bnever\b|^no\b|^nobody\b"),
)
_CHOICE = pattern(r"\bmay choose (?:not|whether) to\b", True)
_OF_KIND = {"permission": "permit", "prohibition": "forbid", "obligation": "oblige"}
NEGATIVE = ("forbid", "not", "exempt")
_UP_TO = re.compile(r"\b(?:1|one) to (?=\d|two|three|four|five|six)", re.I)
BESIDE = 3
"""So many words behind a number may be what is counted."""


class Restated(Record):
    """Rules, by their ids, that a sentence says again, and what it does to them: another `number`, `struck`, `allowed`, `withdrawn`
    or `denied` it does not hold any more, or the `same`; with the number that they have and the one that it says, `every` time that they do, or where it
    stands `beside` such words."""

    rules: tuple[str, ...]
    how: str
    old: str = ""
    new: str = ""
    every: bool = False
    beside: frozenset[str] = frozenset()


def mode(text: str) -> str:
    """Whether the text allows, forbids, obliges, exempts, denies or tells."""
    bare = _ASIDE.sub(" ", re.sub(r"\bcan\b", "may", in_two_words(text).casefold())).strip()
    return next((name for name, words in _MODES if pattern(words).search(bare)), "is")


_TIMES = {"double": "2", "doubled": "2", "twice": "2", "triple": "3", "tripled": "3", "thrice": "3", "quadruple": "4"}
_LEAD = re.compile(r"^((?:if|when|whenever|once|after|while) [^,]+), (.+)", re.I)


class RuleSaid(Record):
    """A sentence without what only says that it changes a rule: what number it takes the place of, whether it strikes the rule, and calls it one;
    what stands before its main clause is its `lead`."""

    lead: str
    text: str
    was: str
    struck: bool
    by_name: bool
    mode: str


def said(sentence: str) -> RuleSaid:
    """The sentence as it is looked for."""
    bare = _CHOICE.sub("need not", in_two_words(sentence)).strip().removesuffix(".")
    struck = next((m for one in _DELETED if (m := pattern(one, True).fullmatch(bare))), None)
    text = struck["said"] if struck else bare
    found = _INSTEAD.search(text)
    was = next(filter(None, found.groups()), "") if found else ""
    was = in_figures(was.casefold()) or was
    if found and was.isdigit():
        text = text[: found.start()] + text[found.end() :]
    lead = _LEAD.match(text)
    dropped = " no longer " in text
    mine = mode(text.replace(" no longer ", " "))
    text = _IDLE.sub("", lead[2] if lead else text)
    return RuleSaid(
        lead[1] if lead else "",
        text,
        was if was.isdigit() else "",
        bool(struck or dropped),
        struck is not None,
        mine,
    )


def restated(sentence: str, spoken: SpokenOf) -> Restated | None:
    """What the sentence does to the rules that it says again; None where it says none, or several that differ."""
    head, _, tail = sentence.partition(": ")
    if tail and (again := restated(head, spoken)) and not spoken.further(tail, again.rules):
        return again
    told = said(sentence)
    if not told.struck and (changed := renumbered(told, spoken, False)):
        return changed
    rules = [
        rule
        for rule in _said_again(told, spoken)
        if spoken.formal(rule)
        and spoken.whole(f"{told.lead} {told.text}", rule, told.by_name)
        and (told.struck or words_of(told.text).numbers in _numbers_of(rule, spoken))
    ]
    how = _done(told, mode_of(spoken.clauses[rules[0]])) if len(rules) == 1 else ""
    return Restated((rules[0],), how) if how else None


def _numbers_of(rule: str, spoken: SpokenOf) -> tuple[tuple[str, ...], ...]:
    """The numbers that the rule says, with and without what it says beside."""
    return words_of(spoken.clauses[rule].text("says")).numbers, words_of(spoken.main(rule)).numbers


def _said_again(told: RuleSaid, spoken: SpokenOf, formal: bool = True, fewest: int = FEWEST_SHARED) -> list[str]:
    """The rules that the sentence says again: its lead may be what stands around the rule, or a part of it."""
    every = spoken.fitting(f"{told.lead} {told.text}", formal, fewest)
    there = (rule for rule in spoken.fitting(told.text, formal, fewest) if spoken.whole(told.text, rule, False))
    around = (rule for rule in there if spoken.around(told.lead, rule))
    return [*every] if every or not told.lead else [*around]


def mode_of(clause: Entry) -> str:
    """Whether the clause allows, forbids, obliges, exempts, denies or tells."""
    said_ = mode(clause.text("says"))
    return said_ if said_ == "exempt" else _OF_KIND.get(clause.head.rest.split()[1], "") or said_


def renumbered(told: RuleSaid, spoken: SpokenOf, formal: bool) -> Restated | None:
    """The rules that differ from the sentence by one number, of the same things, one word of which only norms may have, if formal: one,
    or several that it says all, or nearly."""
    mine = numbered(_UP_TO.sub("", told.text) if formal else told.text)
    meant: dict[tuple[str, str], list[str]] = {}
    for rule in _said_again(told, spoken, formal, fewest=FEWEST_SHARED - bool(told.was)):
        says = spoken.clauses[rule].text("says")
        theirs = numbered(_UP_TO.sub("", says) if formal else says)
        new, older = (
            [*(mine if len(mine) == 1 else mine.keys() - theirs)],
            [*(theirs if len(theirs) == 1 else theirs.keys() - mine)],
        )
        old = told.was or (older[0] if len(older) == 1 else "")
        beside = old in theirs and len(new) == 1 and spoken.share(theirs[old], mine[new[0]])
        if len(new) == 1 and old in theirs and old != new[0] and (beside or _as_many_times(told, says, spoken)):
            if spoken.formal(rule):
                meant.setdefault((old, new[0]), []).append(rule)
    least = min((spoken.unsaid(told.text, rule) for rules in meant.values() for rule in rules), default=0)
    meant = {one: [r for r in rules if spoken.unsaid(told.text, r) == least] for one, rules in meant.items()}
    if sum(map(len, meant.values())) > 1:
        meant = {one: [r for r in rules if spoken.whole(told.text, r, True)] for one, rules in meant.items()}
    told_of = [(one, rules) for one, rules in meant.items() if rules]
    if len(told_of) != 1:
        return None
    (((old, number), rules),) = told_of
    often = {words_of(spoken.clauses[rule].text("says")).numbers.count(old) for rule in rules}
    every = often == {words_of(told.text).numbers.count(number)}
    return Restated(tuple(rules), "number", old, number, every, mine[number])


def _as_many_times(told: RuleSaid, says: str, spoken: SpokenOf) -> bool:
    """Both say how many times something counts, and the sentence says all that the rule does, but for one word."""
    known = words_of(f"{told.lead} {told.text}").words
    twice = [sum(word in _TIMES for word in re.findall(r"\w+", text)) for text in (told.text, says)]
    return twice == [1, 1] and len(spoken.missing(words_of(says).words, known)) <= 1


def numbered(text: str) -> dict[str, frozenset[str]]:
    """The numbers that the text has, each with the words beside it."""
    found: dict[str, frozenset[str]] = {}
    words = re.findall(r"[\w•'’-]+", text)
    for at in range(len(words)):
        if figures := _figures(words, at):
            beside = words_of(" ".join(words[max(0, at - 1) : at] + words[at + 1 : at + 1 + BESIDE])).words
            found[figures] = found.get(figures, frozenset()) | beside
    return found


def _figures(words: list[str], at: int) -> str:
    """The number that the word is, in figures: `a new one` is none."""
    word = words[at]
    if word == "one" and at and words[at - 1] in ("the", "a", "new", "another", "this", "that", "other"):
        return ""
    return _TIMES.get(word) or in_figures(word.casefold()) or (word if word.isdigit() and word[0] != "0" else "")


def _done(told: RuleSaid, theirs: str) -> str:
    """What becomes of a rule that says it in their mode; nothing where that is not plain."""
    if told.struck and (told.by_name or theirs != "exempt"):
        agree = (told.mode in NEGATIVE) == (theirs in NEGATIVE)
        return ("struck" if told.by_name else "denied") if agree else ""
    match told.mode, theirs:
        case ("permit", "forbid") | ("exempt", "oblige"):
            return "allowed"
        case "not", ("is" | "oblige"):
            return "denied"
        case "forbid", "permit":
            return "withdrawn"
        case "not", "permit":
            return "denied"
        case (("oblige" | "exempt"), "exempt") if told.struck or told.mode != theirs:
            return "withdrawn"
        case mine, other if mine == other:
            return "same"
    return ""
