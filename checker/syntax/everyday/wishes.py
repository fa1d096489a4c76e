"""What somebody wants to do: nothing that happened, and what a question whether they may speaks of."""

from __future__ import annotations

import re

_WISH = re.compile(
    r"(?P<who>[\w']+) (?:(?:really |only |just |then |now )*(?:wants?|wanted|would like|wishes|hopes|plans|planned|intends|intended|"
    r"is going|is about|is trying|tries|tried|would love|is planning)) to (?:just )?(?P<act>[^?]+)",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"(?:so )?(?:can|may|could|might|is) (?P<who>\w+)(?: (?:allowed|permitted|able)(?: to)?)?(?: do)?(?: (?:that|this|it|so))?(?: now)?\?"
    r"|(?:is|would|was) (?:that|this|it)(?: be)? (?:allowed|legal|ok|okay|fine|possible|permitted|a legal play)\?"
    r"|(?:does|will|would) (?:that|this|it) work\?|(?:allowed|legal|ok|okay|possible)\?",
    re.IGNORECASE,
)


def wish(sentence: str) -> tuple[str, str]:
    """Who wants to do what, where the sentence says nothing else."""
    found = _WISH.fullmatch(sentence.strip(" .,!"))
    return (found["who"], found["act"]) if found else ("", "")


def asks_leave(sentence: str) -> bool:
    """The sentence asks whether somebody may do what they want."""
    return _LEAVE.fullmatch(sentence.strip()) is not None
