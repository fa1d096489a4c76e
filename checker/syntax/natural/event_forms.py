"""What happens, in further words: of whom was spoken of, without how much of it there is, as it would be or instead of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from checker.kernel.vocabulary import OFF, Vocabulary
from checker.syntax.grammar import Phrase, ident, phrases
from checker.syntax.natural.english import bare, done, gerund, several
from checker.syntax.natural.leads import (
    ALL_DO,
    AT_LEAST,
    COUNTING,
    GERUND,
    IT_DOES,
    OF_MANY,
    OF_YOU,
    OWN_DOING,
    PASSING,
    THEY_DO,
    VALUED,
    WOULD,
    Further,
)

_WORTH = ("worth",)
"""What a thing is so much of; of anything else it has so much."""


def event_forms(words: Vocabulary, short: tuple[Phrase, ...]) -> Iterator[Further]:
    """All of them, of the events of the vocabulary, and of those that are said for `short`."""
    own = [p for p in phrases(words) if p.result == "happening" and _subject(p)]
    yield from _spoken_of([*own, *(p for p in short if p.result == "happening" and _subject(p))])
    yield from _own_doing(words, own)
    deeds = {p.parts for p in (*phrases(words), *short) if p.result == "deed"}
    for phrase in short:
        if phrase.result == "happening" and _subject(phrase):
            yield from _of_all(phrase)
    known = {_sorted(p) for p in own} | {_sorted(p) for p in short if p.result == "happening"}
    for phrase in own:
        yield from _suffered(phrase, known)
        yield from _by_itself(phrase, deeds)
        yield from _of_all(phrase)
        if bare(phrase.parts[1]) not in {said[0].lower() for said in deeds}:
            yield from _of_you(phrase, deeds)
        for said in _shorter(phrase):
            yield Further(said, "passing")
            yield from _of_you(said, deeds)
            yield from _would_be(said)
        yield from _would_be(phrase)


def _subject(phrase: Phrase) -> str:
    """The sort of the thing that the phrase begins with, before what it does; nothing if it does not begin so."""
    return phrase.first if len(phrase.parts) > 1 and not phrase.parts[1].startswith("{") else ""


def _spoken_of(events: list[Phrase]) -> Iterator[Further]:
    """Each event of a thing, as it is said of what was spoken of before; of what could be two sorts of things, none."""
    for _, found in groupby(sorted(events, key=_told), key=_told):
        alike = list(found)
        verb, *rest = alike[0].parts[1:]
        said: tuple[str, ...]
        if (sort := _subject(alike[0])) == "player":
            head, lead, said = "passing", THEY_DO, ("they", "are" if verb == "is" else bare(verb), *rest)
        else:
            head, lead, said = "happening", f"{IT_DOES}{sort}__", ("it", verb, *rest)
        if len({_subject(p) for p in alike}) == 1 and verb.endswith("s"):
            yield Further(Phrase(lead + alike[0].rule, "happening", said, alike[0].slots[1:]), head)


def _told(phrase: Phrase) -> tuple[str, ...]:
    """What is told, with the sorts of its things in their places."""
    sorts = dict(phrase.slots)
    return tuple(sorts[part[1:-1]] if part.startswith("{") else part.lower() for part in phrase.parts[1:])


def _own_doing(words: Vocabulary, events: list[Phrase]) -> Iterator[Further]:
    """What a player does that no act is called by, as you are told to do it."""
    called = {a.name for a in words.acts if a.phrase}
    acts = {re.sub(r"[^a-z0-9]+", "_", a.name.lower()): a.name for a in words.acts}
    verbs = {p.parts[0].lower() for p in phrases(words) if p.result == "deed"}
    for phrase in events:
        verb, *rest = phrase.parts[1:]
        if _subject(phrase) != "player" or acts.get(phrase.rule.split("__")[1]) in called or not verb.endswith("s"):
            continue
        if verb != "is" and bare(verb) not in verbs:
            for lead, tag in (((), ""), (("you",), "you_")):
                said = Phrase(f"{OWN_DOING}{tag}{phrase.rule}", "own", (*lead, bare(verb), *rest), phrase.slots[1:])
                yield from (Further(said, head, False) for head in ("simple", "plain"))


def _of_all(phrase: Phrase) -> Iterator[Further]:
    """What happens, told of all things of a kind together."""
    lead, verb, *rest = phrase.parts
    if phrase.slots[0][1] != "player" and verb.endswith("s"):
        said = Phrase(ALL_DO + phrase.rule, "happening", (lead, several(verb), *rest), phrase.slots)
        yield from (Further(said, head) for head in ("simple", "plain"))


def _by_itself(phrase: Phrase, deeds: set[tuple[str, ...]]) -> Iterator[Further]:
    """What is done with a thing, as the thing does it: `attacks` where somebody attacks with it."""
    verb, *rest = phrase.parts[1:]
    if len(rest) == 2 and rest[0] == "with" and rest[1].startswith("{") and (bare(verb), *rest) in deeds:
        said = (rest[1], verb)
        yield Further(Phrase(f"{PASSING}itself__{phrase.rule}", "ruling", said, phrase.slots[1:]), "passing")


def _suffered(phrase: Phrase, known: set[tuple[str, ...]]) -> Iterator[Further]:
    """What somebody does to a thing, as it is done to the thing by whomever: `is struck`."""
    verb, *rest = phrase.parts[1:]
    sort = dict(phrase.slots).get(rest[0][1:-1], "number") if rest and rest[0].startswith("{") else "number"
    if sort == "number" or not verb.endswith("s") or verb == "is" or _subject(phrase) != "player" or _sort_open(rest):
        return
    said = (rest[0], "is", done(bare(verb)), *rest[1:])
    passive = ruling(phrase, f"{PASSING}passive__{phrase.rule}", said)
    if _sorted(passive) not in known:
        known.add(_sorted(passive))
        yield Further(passive, "passing")
        if sort == "player":
            yield Further(
                Phrase(OF_YOU + passive.rule, "ruling", ("you", "are", *said[2:]), passive.slots[1:]), "passing"
            )


def _sort_open(rest: list[str]) -> bool:
    """A gap follows on the thing at once."""
    return len(rest) > 1 and rest[1].startswith("{")


def _sorted(phrase: Phrase) -> tuple[str, ...]:
    """The words, with the sorts of things in their places."""
    return (_subject(phrase), *_told(phrase))


def _shorter(phrase: Phrase) -> Iterator[Phrase]:
    """The event without what it is due to, without how much of it there is, and of so much or more."""
    subject, *rest = phrase.parts
    sorts = dict(phrase.slots)
    numbers = [part for part in rest if part.startswith("{") and sorts[part[1:-1]] == "number"]
    cut = rest[:-2] if len(rest) > 2 and rest[-1].startswith("{") and not rest[-2].startswith("{") else rest
    if not numbers or any(number not in cut for number in numbers):
        return
    for lead, said in (("cut__", cut), ("", rest)) if cut != rest else (("", rest),):
        if lead:
            yield ruling(phrase, f"{PASSING}{lead}{phrase.rule}", (subject, *said))
        if len(numbers) == 1:
            at = said.index(numbers[0]) + 1
            yield ruling(phrase, f"{AT_LEAST}{lead}{phrase.rule}", (subject, *said[:at], "or", "more", *said[at:]))
        kept = [part for part in said if part not in numbers]
        if len(kept) > 1 and not kept[0].startswith("{") and (lead or kept != cut):
            yield ruling(phrase, f"{PASSING}much_{lead}{phrase.rule}", (subject, *kept))


def ruling(phrase: Phrase, rule: str, parts: tuple[str, ...]) -> Phrase:
    """What is ruled in these words of the phrase, or in others, with the gaps that they leave."""
    return Phrase(rule, "ruling", parts, tuple(slot for slot in phrase.slots if "{" + slot[0] + "}" in parts))


def _of_you(phrase: Phrase, deeds: set[tuple[str, ...]]) -> Iterator[Further]:
    """The event as it is said of you."""
    _, verb, *rest = phrase.parts
    if phrase.slots[0][1] == "player" and verb.endswith("s") and verb != "is" and (bare(verb), *rest) not in deeds:
        yield Further(Phrase(OF_YOU + phrase.rule, "ruling", ("you", bare(verb), *rest), phrase.slots[1:]), "passing")


def _would_be(phrase: Phrase) -> Iterator[Further]:
    """The event as it would happen, and as something may be done instead of it."""
    verb, *rest = phrase.parts[1:]
    if not verb.endswith("s"):
        return
    plain, player = "be" if verb == "is" else bare(verb), phrase.slots[0][1] == "player"
    said = Phrase(WOULD + phrase.rule, "happening", (phrase.parts[0], "would", plain, *rest), phrase.slots)
    yield Further(said, "would", player)
    if player:
        yield Further(Phrase(GERUND + phrase.rule, "happening", (gerund(plain), *rest), phrase.slots[1:]), "gerund")


def statements(words: Vocabulary) -> Iterator[Further]:
    """All of them that the vocabulary allows."""
    decided = {ident(f.name) for f in words.facts if f.institutional and not f.name.startswith(OFF)}
    for phrase in phrases(words):
        name = phrase.rule.split("__")[1]
        if phrase.result == "condition" and phrase.rule.startswith("fact__") and name in decided:
            yield from _counting(phrase)
        if phrase.result == "number" and len(phrase.slots) == 1 and phrase.slots[0][1] != "player":
            yield from _valued(phrase)


def _counting(phrase: Phrase) -> Iterator[Further]:
    """That it counts as so, and that it does not."""
    if phrase.first == "number" or (phrase.first and phrase.parts[1] in ("may", "must", "leaves")):
        return
    yield Further(Phrase(f"{COUNTING}so__{phrase.rule}", "ruling", phrase.parts, phrase.slots), "ruling")
    if phrase.first and len(phrase.parts) > 1 and phrase.parts[1].endswith("s"):
        lead, verb, *rest = phrase.parts
        many = (lead, several(verb), *rest)
        if several(verb) != "owe":
            yield Further(Phrase(f"{COUNTING}so_{OF_MANY}{phrase.rule}", "ruling", many, phrase.slots), "ruling")
        denied = ("is", "not") if verb == "is" else ("does", "not", bare(verb))
        yield Further(Phrase(f"{COUNTING}not__{phrase.rule}", "ruling", (lead, *denied, *rest), phrase.slots), "ruling")


def _valued(phrase: Phrase) -> Iterator[Further]:
    """How much of it a thing has, or has more or less than it would: of `the cost of {C}`, `{C} costs 2`."""
    found = re.fullmatch(r"the ([a-z]+) of (\{[^}]+\})", " ".join(phrase.parts), re.IGNORECASE)
    if found is None:
        return
    noun, gap = found[1].lower(), found[2]
    slots, number = (*phrase.slots, ("N", "number")), "{N}"
    is_so = ("is", noun) if noun in _WORTH else ("has", noun)
    for way, how, said in (
        ("is", "gives_number", (*is_so, number)),
        ("now", "gives_number", (is_so[0], "now", noun, number)),
        ("more", "modifies_plus", ("is", noun, number, "more") if noun in _WORTH else ("has", number, "more", noun)),
        ("less", "modifies_minus", ("is", noun, number, "less") if noun in _WORTH else ("has", number, "less", noun)),
        ("does", "gives_number", (noun + "s", number)),
        ("nowdoes", "gives_number", ("now", noun + "s", number)),
        ("doesmore", "modifies_plus", (noun + "s", number, "more")),
        ("doesless", "modifies_minus", (noun + "s", number, "less")),
    ):
        many = tuple(several(word) if word in (is_so[0], noun + "s") else word for word in said)
        yield Further(Phrase(f"{VALUED}{how}_{way}__{phrase.rule}", "ruling", (gap, *said), slots), "valuing")
        yield Further(Phrase(f"{VALUED}{how}_{way}_{OF_MANY}{phrase.rule}", "ruling", (gap, *many), slots), "valuing")
