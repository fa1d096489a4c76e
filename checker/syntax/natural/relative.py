"""What tells some things from others: every condition that a vocabulary has of a thing, said of `a player who …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.vocabulary import OFF, Short, Vocabulary, sort_of, sorts

WHO = "player"
"""The sort of whom `who …` is said; of all others, `that …` is."""
_GAP = re.compile(r"\{([^}]+)\}")
_WORD_NEXT = re.compile(r"\{([^}]+)\} ([a-z]+)")
_NEXT = re.compile(r"\{([^}]+)\}(?= \{)")


def relative_clauses(words: Vocabulary) -> tuple[Short, ...]:
    """Each condition that begins with a thing, as what tells such things from others."""
    said = {
        (s.result, way.lower()) for s in words.shorts if s.result.startswith("which_") for way in s.phrase.split(" | ")
    }
    found = []
    for short in _clauses(words):
        if (short.result, short.phrase.lower()) not in said:
            said.add((short.result, short.phrase.lower()))
            found.append(short)
    return tuple(found)


def _clauses(words: Vocabulary) -> Iterator[Short]:
    told = (wording for act in words.acts for wording in (act.phrase, act.said))
    ahead = {(sort_of(words, gap), word) for wording in told for gap, word in _WORD_NEXT.findall(wording)}
    lettered = {s.name for s in sorts(words) if s.letters and s.name != "number"} - _crowded(words)
    fields = ((f.name, f.phrase) for f in words.fields if f.result == "condition")
    facts = ((f.name, f.phrase) for f in words.facts if f.result == "condition" and not f.name.startswith(OFF))
    short = ((s.name, s.phrase) for s in words.shorts if s.result == "condition")
    for name, wordings in (*fields, *facts, *short):
        for number, wording in enumerate(wordings.split(" | ")):
            gaps = _GAP.findall(wording)
            head, _, rest = wording.partition("} ")
            if not gaps or head != "{" + gaps[0] or not rest or (sort := sort_of(words, gaps[0])) not in lettered:
                continue
            lead, whole = "who" if sort == WHO else "that", _GAP.sub(r"\1", wording)
            yield Short(f"{lead} {name} {number}", f"which_{sort}", tuple(gaps), f"{lead} {rest}", "", whole)
            if (place := re.match(r"is (?=(in|on|at|out|under|behind|beside) )", rest)) and (
                sort,
                place[1],
            ) not in ahead:
                yield Short(f"placed {name} {number}", f"which_{sort}", tuple(gaps), rest[place.end() :], "", whole)
            if rest.startswith("is ") and not rest.startswith("is not "):
                not_so = f"{lead} is not {rest.removeprefix('is ')}"
                yield Short(f"{lead} not {name} {number}", f"which_{sort}", tuple(gaps), not_so, "", f"not {whole}")


def _crowded(words: Vocabulary) -> frozenset[str]:
    """The sorts behind which another thing can follow at once: `that` would begin it too (`that space`)."""
    said = (wording for act in words.acts for wording in (act.phrase, act.said))
    ahead = (sort_of(words, name) for wording in said for name in _NEXT.findall(wording))
    return frozenset(ahead) - {WHO}
