"""Forms of English words: of verbs, and of what there are several of."""

from __future__ import annotations

import re
from types import MappingProxyType

_VERBS = (
    "begin began begun; beat beaten; become became; bring brought; build built; buy bought; cast casted cast; catch caught; "
    "choose chose chosen; come came; draw drew drawn; fall fell fallen; fight fought; find found; flip flipped; "
    "forbid forbade forbidden; give gave given; go went gone; hide hid hidden; hold held; keep kept; lay laid; "
    "lend lent; lose lost; make made; meet met; pay paid; ride rode ridden; say said; see saw seen; "
    "sell sold; send sent; show shown; sink sank sunk; speak spoke spoken; spend spent; spin spun; stand stood; "
    "steal stole stolen; strike stricken struck; swap swapped; take took taken; tell told; throw threw thrown; "
    "win won; put put; hit hit; cut cut; set set; bid bid; let let; deal dealt; slide slid; shuffle shuffled; "
    "break broke broken; dig dug; drive drove driven; feed fed; lead led; leave left; read read; shoot shot; shut shut; "
    "split split; write wrote written"
)
_FORMS = tuple((verb.split()[0], form) for verb in _VERBS.split("; ") for form in verb.split()[1:] if form != "left")
"""Each form with its verb; `left` is more often where something lies."""
PARTICIPLES = frozenset(form for _, form in _FORMS)
"""Forms of verbs that can stand behind `is` and `have` and do not end in -ed."""


IRREGULAR = {form: verb for verb, form in _FORMS}
"""Each form of a verb of its own, with the verb."""


DONE = {verb.split()[0]: verb.split()[-1] for verb in _VERBS.split("; ")}
"""What a thing is that this was done to, of each such verb."""
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
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdglmnprt]$")
_HISSING = ("sses", "xes", "ches", "shes", "zzes")


def bare(verb: str) -> str:
    """The verb as it is said of you and of several."""
    if verb in _BARE or verb in _ON_IE:
        return _BARE.get(verb) or verb[:-1]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[: -2 if verb.endswith(_HISSING) else -1]


def several(verb: str) -> str:
    """The verb as it is said of several."""
    return "were" if verb == "was" else bare(verb) if verb.endswith("s") else verb


def done(verb: str) -> str:
    """What a thing is that this is done to, of the verb as it is said of you."""
    if verb in DONE:
        return DONE[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + (verb[-1] if _DOUBLED.search(verb) else "") + "ed"


def gerund(verb: str) -> str:
    """Doing it, of the verb as it is said of you."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return verb + (verb[-1] if _DOUBLED.search(verb) else "") + "ing"


def article(word: str) -> str:
    """The article of one of them."""
    return "an" if word[:1].lower() in "aeiou" else "a"


def singular(word: str) -> str:
    """One of what the word is several of; the word itself if it is not known to be of several."""
    found = next((one for one, several in _SEVERAL.items() if several == word), "")
    if found or not word.endswith("s") or word.endswith("ss"):
        return found or word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zzes")) else word[:-1]


def plural(word: str) -> str:
    """Several of what the word is one of; of several words, of the last."""
    before, _, last = word.rpartition(" ")
    lead = before + " " if before else ""
    if last.lower() in _SEVERAL:
        return lead + last[:1] + _SEVERAL[last.lower()][1:]
    if re.search(r"[^aeiou]y$", last):
        return lead + last[:-1] + "ies"
    return lead + last + ("es" if last.endswith(("s", "x", "ch", "sh", "zz")) else "s")
