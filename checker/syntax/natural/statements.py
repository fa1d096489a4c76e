"""What the rules decide, said as it is: that somebody wins or something counts as so, and what a thing is worth or costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.vocabulary import OFF, Vocabulary
from checker.syntax.grammar import Phrase, ident, phrases
from checker.syntax.natural.english import bare, several
from checker.syntax.natural.leads import COUNTING, OF_MANY, VALUED, Further

_WORTH = ("worth",)
"""What a thing is so much of; of anything else it has so much."""


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
