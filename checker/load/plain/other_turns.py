"""Turns of an editor's English, each as the plainer one that says just the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from checker.syntax.natural.english import IRREGULAR, done

_TURNS = (
    (r"(?<=\w),? which (?=(?:may|must|is|are|was|were|has|have|does|do|goes|your|their|an?|the|you|they)\b)", " that "),
    (r"\b(?:no|never|not) (?:fewer|less) than (?=\w)", "at least "),
    (r"(?:,? (?:up )?to a maximum of|\bno more than|\bnot more than) (?=\w)", " at most "),
    (r"\b(?:on|in) the (?:turn (?:just |immediately )?before|(?:previous|preceding) turn)\b", "in the last turn"),
    (r"\bprotect(s?) (?:(?:its|his|her|their|the|a) (?:own )?\w+ )?(?:from|against) ", r"protect\1 against "),
    (r"(?<=against )(?:the |any |a )?(?:loss|losses|effects?)(?: of \w+)? (?:caused by|of|from|by|through) ", ""),
    (r" (?:to (?:form|make up|fill|complete)|as) (?:their|his or her|the|a|an|your) (?:starting |opening |first )?hand\b", ""),
    (r"\b(?:compulsory|obligatory)\b", "mandatory"),
    (r"\bis (?:not|no longer) mandatory\b", "is optional"),
    (r"\bis (?:not|no longer) optional\b", "is mandatory"),
    (r"\b(?:is|are) (?:not|no longer) (?:allowed|permitted) to\b|\b(?:is|are) forbidden to\b", "may not"),
    (r"\b(?:is|are) (?:now )?(?:allowed|permitted|free) to\b", "may"),
    (r"\b(?:is|are) (?:now )?(?:required|obliged|forced) to\b", "must"),
    (r"^(?:[Ii]t is (?:not|no longer) (?:allowed|permitted|legal) to|[Ii]t is (?:forbidden|illegal) to|[Dd]o not) ", "A player may not "),
    (r"^[Ii]t is (?:now )?(?:allowed|permitted|legal) to ", "A player may "),
    (r"\b(may|must|can) still\b", r"\1"),
    (r"\b(?:in total|altogether)(?=[,. ])", ""),
)
_BY = re.compile(r"(?P<what>[^,;]+?) (?P<may>may|can|cannot|may not|can no longer|may no longer) be (?P<verb>[a-z]+ed|[a-z]+) by (?P<who>[^,;]+)")


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
        what = found["what"][:1].lower() + found["what"][1:] if re.match(r"(?:An?|The|Any|Each)\b", found["what"]) else found["what"]
        who = found["who"][:1].upper() + found["who"][1:]
        said = f"{who} {found['may'].replace('cannot', 'may not')} {verb} {what}"
    return re.sub(r"  +", " ", said).strip() + "."
