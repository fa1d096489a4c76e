"""The form nearest to a sentence that no form reads, filled in with what the sentence names."""

from __future__ import annotations

import re

from checker.syntax.everyday.forms import AGAIN, EITHER, FIRSTLY
from checker.syntax.everyday.reading import Known, Reader
from checker.syntax.everyday.signs import Signs, signs_of

LEAST = 0.4
MOST_TRIED = 25
_KINDS = {"player": "p", "card": "c", "number": "n", "spelled": "w"}


def nearest(sentence: str, reader: Reader, known: Known) -> str:
    """A statement that the grammar has, near the sentence and of what it names; nothing if none is near."""
    signs = signs_of(sentence, reader.seats, reader.titles)
    text = reader.ordered(signs).text
    words = re.findall(r"(?<![<\w])[\w'-]+(?![\w>])", text)
    held = {kind: [s for s in re.findall(rf"<{kind}\d+>", text)] for kind in "pcnws"}
    ranked = []
    for at, (_pattern, form) in enumerate(reader.forms):
        own = re.findall(r"(?<![<\w\\(?P])[a-z'-]+(?= )", form.pattern)
        common = len(set(own) & set(words))
        alike = 2 * common / (len(set(own)) + len(set(words)) or 1)
        needs: dict[str, int] = {}
        for name, sort in form.sorts:
            if AGAIN in name:
                continue
            needs[_KINDS.get(sort, "s")] = needs.get(_KINDS.get(sort, "s"), 0) + 1
        short = sum(max(0, n - len(held[k])) for k, n in needs.items() if k != "s")
        over = sum(max(0, len(held[k]) - needs.get(k, 0)) for k in held)
        if common and not short and alike >= LEAST:
            ranked.append((-(alike - 0.15 * over), at, form))
    for _, _, form in sorted(ranked, key=lambda one: one[:2])[:MOST_TRIED]:
        left = {kind: list(found) for kind, found in held.items()}
        said = form.says.rpartition(EITHER)[2].replace(FIRSTLY, "")
        for name, sort in form.sorts:
            if AGAIN in name:
                continue
            kind = _KINDS.get(sort, "s")
            value = signs.of(left[kind].pop(0))[1] if left[kind] else f"the {sort}"
            said = said.replace("{" + name + "}", value)
        statements = [s.strip() for s in said.split(";") if s.strip()]
        if statements and "{" not in said and all(reader.accepts(s) for s in statements):
            return "; ".join(statements)
    return ""


__all__ = ["Signs", "nearest"]
