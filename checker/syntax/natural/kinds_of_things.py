"""What tells things apart without saying it of them: what they are (`a tapped creature`, `each lord`), and where they lie."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from checker.kernel.vocabulary import Fact, Field, Short, Vocabulary, sort_of, sorts
from checker.syntax.grammar import Phrase, phrases, telling
from checker.syntax.natural.english import plural
from checker.syntax.natural.leads import ADJECTIVE, Further

_WORD = re.compile(r"[A-Za-z][a-z-]+")
_NONE = ("no", "not", "nobody", "nothing", "it", "so")


def adjectives(words: Vocabulary, conditions: tuple[Phrase, ...]) -> Iterator[Further]:
    """Each condition that a thing is so in one word, as that word before the name of its sort or kind."""
    taken = {k.lower() for k in words.kinds} | {plural(k).lower() for k in words.kinds}
    taken |= {part.lower() for p in phrases(words) if p.result == "deed" for part in p.parts[:1]}
    together = {pair for p in phrases(words) for pair in pairwise(map(str.lower, p.parts))}
    said = set()
    for phrase in conditions:
        lead, *rest = phrase.parts
        if len(phrase.slots) != 1 or lead != "{" + phrase.slots[0][0] + "}" or len(rest) != 2 or rest[0] != "is":
            continue
        word, sort = rest[1], phrase.slots[0][1]
        if not _WORD.fullmatch(word) or word.lower() in (*_NONE, *taken) or sort == "number" or (word, sort) in said:
            continue
        said.add((word, sort))
        if {(word.lower(), sort), (word.lower(), plural(sort))} & together:
            continue
        for tag, head, name in _named(sort):
            rule = f"{ADJECTIVE}{tag}_{sort}__{phrase.rule}"
            yield Further(Phrase(rule, "group", (word, name), ()), f"{head}_{sort}", False)


def _named(sort: str) -> Iterator[tuple[str, str, str]]:
    yield "one", "group", sort
    yield "several", "groups", plural(sort)
    if sort == "card":
        yield "kind", "group", "KIND"
        yield "kinds", "groups", "KINDS"


def nouns(words: Vocabulary) -> Iterator[Short]:
    """Each condition that a thing is one of a sort of its own, as the name of that."""
    named = {s.name for s in words.shorts if s.result.startswith("noun_")} | {s.name for s in sorts(words)}
    named |= {k.lower() for k in words.kinds} | {plural(name) for name in named}
    listed: Iterable[Field | Fact] = (*words.fields, *words.facts)
    for one in listed:
        found = re.fullmatch(r"\{([^}]+)\} is an? ([a-z]+)", one.phrase)
        if found and one.result == "condition" and found[2] not in named:
            named.add(found[2])
            sort = sort_of(words, found[1])
            yield Short(found[2], f"noun_{sort}", (found[1],), "", "", one.phrase.replace("{", "").replace("}", ""))


def places(words: Vocabulary) -> Iterator[Short]:
    """Where a card lies, as what tells it from others."""
    letters = next(s.letters for s in sorts(words) if s.name == "card")
    followed = {
        (sort_of(words, gap), word) for act in words.acts for gap, word in _NEXT.findall(f"{act.phrase} {act.said}")
    }
    if ("card", "in") in followed or ("card", "in") in telling(words):
        return
    for zone in (z for z in words.zones if z.cards):
        for number, wording in enumerate(zone.phrase.split(" | ")):
            slots = tuple(re.findall(r"\{([^}]+)\}", wording))
            place = re.sub(r"\{([^}]+)\}", r"\1", wording)
            yield Short(
                f"in {zone.name} {number}",
                "which_card",
                (letters[0], *slots),
                f"in {wording}",
                "",
                f"{letters[0]} is in {place}",
            )
            if len(slots) == 1 and (yours := re.fullmatch(r"the (.+) of \{[^}]+\}", wording)):
                said = f"in your {yours[1]}"
                means = f"{letters[0]} is in the {yours[1]} of you"
                yield Short(f"in your {zone.name} {number}", "which_card", (letters[0],), said, "", means)


def bringing(words: Vocabulary) -> tuple[str, ...]:
    """Each way to bring a card into play that begins in a zone of its own, with a gap for the card."""
    begin = [z.phrase.split(" | ")[0] for z in words.zones if z.starts == "full" and z.of]
    open_ = (z.phrase.split(" | ")[0] for z in words.zones if z.cards and not z.held and not z.ordered)
    own = [found[1] for said in open_ if (found := re.fullmatch(r"the (.+) of \{[^}]+\}", said))]
    return tuple(f"Put {{}} in {zone} into your {place}." for zone in begin[:1] for place in own)


_NEXT = re.compile(r"\{([^}]+)\} ([a-z]+)")
