"""Forms of English words: of verbs, and of what there are several of."""

from __future__ import annotations

import re
from types import MappingProxyType

from checker.syntax.natural.verbs import DONE

_BARE = MappingProxyType({"has": "have", "does": "do", "is": "are", "goes": "go", "can": "can", "cannot": "cannot"})
_ON_IE = ("dies", "lies", "ties", "vies")
_SEVERAL = MappingProxyType(
    {
        "child": "children", "die": "dice", "foot": "feet", "goose": "geese", "half": "halves", "knife": "knives",
        "leaf": "leaves", "life": "lives", "loaf": "loaves", "man": "men", "mouse": "mice", "ox": "oxen",
        "person": "people", "sheep": "sheep", "thief": "thieves", "tooth": "teeth", "wife": "wives", "wolf": "wolves",
        "woman": "women", "elf": "elves", "dwarf": "dwarves", "shelf": "shelves",
    }
)  # fmt: skip
_HISSING = ("sses", "xes", "ches", "shes", "zzes")


def bare(verb: str) -> str:
    """The verb as it is said of you and of several."""
    if verb in _BARE or verb in _ON_IE:
        return _BARE.get(verb) or verb[:-1]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[: -2 if verb.endswith(_HISSING) else -1]


def done(verb: str) -> str:
    """What a thing is that this is done to, of the verb as it is said of you."""
    if verb in DONE:
        return DONE[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    doubled = re.search(r"^[^aeiou]*[aeiou][bdglmnprt]$", verb)
    return verb + (verb[-1] if doubled else "") + "ed"


def plural(word: str) -> str:
    """Several of what the word is one of; of several words, of the last."""
    before, _, last = word.rpartition(" ")
    lead = before + " " if before else ""
    if last.lower() in _SEVERAL:
        return lead + last[:1] + _SEVERAL[last.lower()][1:]
    if re.search(r"[^aeiou]y$", last):
        return lead + last[:-1] + "ies"
    return lead + last + ("es" if last.endswith(("s", "x", "ch", "sh", "zz")) else "s")
