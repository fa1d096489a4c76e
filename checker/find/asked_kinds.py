"""What kind of rule a question asks for, by the words in which it is put: what may be done, what must, how many there are."""

from __future__ import annotations

import re

_ASKED = (
    (r"\b(?:can|can't|cant|cannot|may|allowed|could|legal|ok|okay)\b", frozenset({"permission", "prohibition"})),
    (r"\b(?:must|have to|has to|need|needs|forced|skip|should)\b", frozenset({"obligation", "permission"})),
    (r"\bwho\b.*\b(?:wins?|won|points?|gains?|gets?|scores?)\b", frozenset({"scoring"})),
    (r"\b(?:how many|set ?up|start with|begin with|dealt)\b", frozenset({"setup", "component-count"})),
)
_NUMBER_ASKED = re.compile(r"\bhow (?:many|much|far|long|often)\b", re.I)
_NUMBER = re.compile(r"\d|\b(?:one|once|two|twice|three|four|five|six|seven|eight|nine|ten|twelve|as many)\b", re.I)
NEARER = 1.3
"""So much nearer is a rule of a kind that is asked for."""


def likelier(question: str, kind: str, says: str) -> float:
    """How much likelier than another the rule of the kind is what is asked for."""
    low = question.casefold()
    fits = any(kind in kinds and re.search(words, low) for words, kinds in _ASKED)
    counts = _NUMBER_ASKED.search(low) is not None and _NUMBER.search(says) is not None
    return (NEARER if fits else 1.0) * (NEARER if counts else 1.0)
