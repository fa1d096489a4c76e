"""The sentence that a line of an entry states, and what stands before it."""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

from checker.kernel.source import InputError
from checker.kernel.tree import Node
from checker.load.question_reader import WHETHER
from checker.load.short_entries.card_moments import at_moment
from checker.load.short_entries.value_rows import by_case
from checker.load.vocabulary_reader import FORM, FORM_HEADS
from checker.syntax.files import SourceLine
from checker.syntax.parser import Language
from checker.syntax.sentences import EACH, Sentences, refusal

STARTS = {
    "norm": "norm",
    "text": "effect",
    "does": "effect",
    "last": "effect",
    "needs": "cond",
    "step": "effect",
    "means": "",
    "question": "",
    "setup": "effect",
    "told": "effect",
}
"""What a line states, by its key; anything that has a value where that is nothing."""
RETOLD = "by what it does"
"""Stands behind `told` where the act is not told apart from what it does: no sentence."""
_LABEL = re.compile(r"\[[^\]]*\] ")
_AMENDED = re.compile(r"(?:of )?[^\s:[]+: ")


class Sentence(NamedTuple):
    """A sentence: where it begins in the rest of its line, the language that it is read in, as what, and its tree."""

    at: int
    language: Language
    start: str
    tree: Node


def sentence_of(line: SourceLine, sentences: Sentences, full: bool = False) -> Sentence | None:
    """The sentence that the line states, in `full` or as cards say things; None if it states none.

    Raises InputError for one that cannot be read.
    """
    body, starts = stated(line, sentences)
    at = len(line.rest) - len(body.rest)
    body = sentences.whole(body) if starts == ("norm",) else body
    languages = (sentences.language,) if full else (sentences.language, sentences.card_language)
    for language, start in product(languages, starts):
        if (tree := language.known(body.rest, start)) is not None:
            return Sentence(at, language, start, tree)
    if starts:
        raise InputError(*map(line.located, refusal(body, languages, starts).problems))
    return None


def stated(line: SourceLine, sentences: Sentences) -> tuple[SourceLine, tuple[str, ...]]:
    """The line from its sentence on, and as what that may be read; as nothing if it states none."""
    key = line.key.partition("[")[0]
    body = line.cut(len(_lead(line))) if key in STARTS else line
    retold = key == "told" and line.rest == RETOLD
    if key not in STARTS or not body.rest.strip() or by_case(line) or at_moment(line) or retold:
        return body, ()
    if key == "question" and body.rest.startswith(WHETHER):
        return body.cut(len(WHETHER)), ("norm",)
    lead = line.rest.removesuffix(body.rest).rstrip()
    if key in FORM_HEADS and lead.endswith((" by", " ends")):
        return body, ()
    if key == "told" and lead.endswith("if"):
        return body, ("cond",)
    return body, (STARTS[key],) if STARTS[key] else ("cond", *sentences.language.starts)


def _lead(line: SourceLine) -> str:
    """What stands before the sentence: the norm that is changed, the label of a reading, a step's name and clauses."""
    if line.key in FORM_HEADS:
        found = FORM.match(line.rest)
        lead = found.group() if found else ""
        each = EACH.match(line.rest, len(lead))
        return lead + (each.group() if each else "")
    if line.key == "step":
        head, colon, _ = line.rest.partition(": ")
        return head + colon
    named = _AMENDED.match(line.rest) if line.key.startswith("norm") else None
    label = _LABEL.match(line.rest, named.end() if named else 0)
    return (named.group() if named else "") + (label.group() if label else "")
