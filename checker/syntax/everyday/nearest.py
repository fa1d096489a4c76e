"""The form nearest to a sentence that no form reads, filled in with what the sentence names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from checker.syntax.everyday.about import content, speaks_of
from checker.syntax.everyday.english import plain
from checker.syntax.everyday.forms import AGAIN, EITHER, FIRSTLY, EverydayForm
from checker.syntax.everyday.known import Known
from checker.syntax.everyday.reading import Reader
from checker.syntax.everyday.signs import signs_of

LEAST = 0.35
"""So much alike at least is what is near."""
UNSAID = 0.3
"""So much is taken off for each thing that was named and is not in the form."""
_WORD = re.compile(r"(?<![<\w\\(?P])[a-z'-]+(?= )")
_ASKS = re.compile(r"(?:who|whose|what|where|which|how|may|can|must|do|does|did|is|are)\b", re.IGNORECASE)
_AUXILIARY = frozenset(["may", "must", "do", "is", "have", "what", "who", "how", "many", "much", "not", "to", "it"])
_GROUP = re.compile(r"\(\?:[^()<]*\)\??")
MOST_TRIED = 25
MOST_RESPELLED = 6
ALIKE = 0.7
"""So much alike are a name and what may be a slip of it."""
_DUTY = re.compile(r"\b(?:must|ha(?:s|ve) to|needs? to|obliged|forced)\b", re.IGNORECASE)
"""What asks for a duty: a hint never asks for leave instead, nor the other way round."""
_SPELLED = re.compile(r"[\w'-]+")
_KINDS = {"player": "p", "card": "c", "number": "n", "spelled": "w"}


@lru_cache(maxsize=8192)
def _words(pattern: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a form, and those that it cannot be without."""
    return frozenset(_WORD.findall(pattern)), frozenset(_WORD.findall(_GROUP.sub(" ", pattern)))


def nearest(sentence: str, reader: Reader, known: Known) -> str:
    """A statement that the grammar has, near the sentence and of what it names; nothing if none is near."""
    signs = signs_of(sentence, reader.seats, reader.titles)
    text = reader.ordered(signs).text
    words = re.findall(r"(?<![<\w])[\w'-]+(?![\w>])", text)
    held = {kind: [s for s in re.findall(rf"<{kind}\d+>", text)] for kind in "pcnws"}
    asks = sentence.endswith("?") or bool(_ASKS.match(sentence))
    ranked = []
    for at, form in enumerate(reader.forms):
        own, necessary = _words(form.pattern)
        common = own & set(words)
        needed = necessary | common
        alike = 2 * len(common) / (len(needed) + len(set(words)) or 1)
        needs: dict[str, int] = {}
        for name, sort in form.sorts:
            if AGAIN in name:
                continue
            needs[_KINDS.get(sort, "s")] = needs.get(_KINDS.get(sort, "s"), 0) + 1
        short = sum(max(0, n - len(held[k])) for k, n in needs.items() if k != "s")
        over = sum(max(0, len(held[k]) - needs.get(k, 0)) for k in held)
        if common - _AUXILIARY and not short and alike >= LEAST and asks == form.says.endswith("?"):
            ranked.append((-(alike - UNSAID * over), at, form))
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
        if (
            statements
            and bool(_DUTY.search(sentence)) == bool(_DUTY.search(statements[-1]))
            and "{" not in said
            and is_near(said, sentence, reader)
            and all(reader.accepts(s) for s in statements)
        ):
            return "; ".join(statements)
    return ""


def respelled(sentence: str, reader: Reader, known: Known) -> str:
    """What the sentence says with one name spelled as the game spells it; nothing if it is not read then."""
    titles = {title.lower(): title for found in reader.titles.by_first.values() for _, title in found}
    words = list(_SPELLED.finditer(sentence))
    runs = [(words[at].start(), words[at + more].end()) for more in (2, 1, 0) for at in range(len(words) - more)]
    stock = reader.by_content.stock().words if reader.by_content else frozenset[str]()
    tried = 0
    for start, end in runs:
        said = sentence[start:end].lower()
        if plain(said) in stock:
            continue
        for title in difflib.get_close_matches(said, titles, n=1, cutoff=ALIKE):
            meant = sentence[:start] + titles[title] + sentence[end:]
            tried += 1
            found = reader.read(meant, known) if title not in said and tried <= MOST_RESPELLED else None
            if found and all(map(reader.accepts, found.statements)):
                return "; ".join(found.statements)
    return ""


def questions_as_typed(forms: Iterable[EverydayForm]) -> Iterator[str]:
    """The questions that are typed as the grammar has them, with holes; but for those that compare two words."""
    for form in forms:
        if form.says.endswith("?") and form.says.rstrip("?") == form.typed.rstrip("?"):
            if "{" in form.typed or not form.typed.startswith("is it so that "):
                yield form.typed


def asked_with(sentence: str, reader: Reader) -> str:
    """A word of the sentence with which the game's scenes can ask something, the one with which they can ask least;
    nothing if there is none."""
    typed = content(sentence, reader.seats)
    found: dict[str, list[str]] = {}
    for form in questions_as_typed(reader.forms):
        for word in re.findall(r"(?<![{\w])[a-zA-Z]{3,}(?![\w}])", form):
            if plain(word) in typed:
                found.setdefault(plain(word), []).append(word)
    rarest = min(found.values(), key=lambda words: (len(words), words), default=[""])
    return min(rarest, key=len)


def is_near(said: str, sentence: str, reader: Reader) -> bool:
    """What is said is about what the sentence is about."""
    return speaks_of(said, sentence, reader.seats, reader.titles.alike)
