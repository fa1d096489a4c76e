"""A clause that no form reads as it stands, read by its content: the one form with the same frame.

Each word of content that was typed is accounted for, as it stands or by a word that says much the same, and each thing
that is named has its place. Where two forms that mean different things remain, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from checker.kernel.record import Record
from checker.syntax.everyday.english import is_filler, plain
from checker.syntax.everyday.forms import NUMBER, EverydayForm
from checker.syntax.everyday.frames import (
    ALIKE,
    OBJECT,
    PASSIVE,
    SAID_BY_PLACE,
    SUBJECT,
    TOWARDS,
    ClauseFrame,
    frame,
    resuming,
    selecting,
    variants,
    whoever,
)
from checker.syntax.everyday.signs import Signs
from checker.syntax.everyday.thesaurus import NOUNS, VERBS, alike_in_english
from checker.syntax.lexer import in_figures

_PART = re.compile(r"\{[^}]+\}|[\w•&-]+(?:'(?!s\b)\w+)*|'s|[\[\]()|]|[^\w\s]")
_HOLE = re.compile(r"\{(\w+)(?:=[\w -]+)?\}")
_SORTS = {"player": "phu", "card": "ci", NUMBER: "n", "spelled": "w"}
_THING = "si"
_NOUN = r"\b(?:[Tt]he|an?|his|her|their|my|your|'s|no|any) (\w+)"
FAR = 99
"""How far a reading is that leaves out an `it`: it comes last."""
_LAID_OUT = re.compile(r"^(\w+) (\{\w+\}):")
"""How what somebody has is laid out: `hand {P}: {C}`."""
MOST_WAYS = 96
"""So many ways at most are there to say one form that are looked at."""
MOST_WORDINGS = 64
"""So many wordings of a clause in other words for the same are looked at."""


def _ways(parts: Sequence[str], at: int = 0) -> tuple[list[list[str]], int]:
    """The sequences of words of a pattern from the part on, and where the group ends in which it stands."""
    done: list[list[str]] = []
    found: list[list[str]] = [[]]
    while at < len(parts):
        part = parts[at]
        if part in "[(":
            inner, at = _ways(parts, at + 1)
            inner = [*inner, []] if part == "[" else inner
            found = [one + other for one in found for other in inner][: 4 * MOST_WAYS]
        elif part in "])":
            return done + found, at
        elif part == "|":
            done, found = done + found, [[]]
        else:
            found = [[*one, part] for one in found]
        at += 1
    return done + found, at


@lru_cache(maxsize=8192)
def frames_of(form: EverydayForm, alike: tuple[tuple[str, str], ...]) -> tuple[ClauseFrame, ...]:
    """The frames of the form, of each way to say it in which nothing is named twice and no number or pronoun stands."""
    same = dict(alike)
    asks = form.says.endswith("?")
    pattern = _LAID_OUT.sub(r"\1 of \2 is", form.typed.rstrip("?"))
    found: dict[ClauseFrame, None] = {}
    for way in islice(_ways(_PART.findall(pattern))[0], MOST_WAYS):
        words = []
        for part in way:
            hole = _HOLE.fullmatch(part)
            if hole:
                words.append("{" + hole[1] + "}")
            elif part == "'s":
                words.append(part)
            elif in_figures(part) or part.isdigit():
                break
            elif part[0].isalnum() and not is_filler(part):
                words += [same.get(w, w) for w in plain(part).split()]
        else:
            holes = [w for w in words if w.startswith("{")]
            plainly = _straight(words)
            plainly = plainly[2:] if plainly[:2] == ["it", "is"] else plainly
            made = frame(plainly, " ".join(way), asks) if len(set(holes)) == len(holes) else None
            if made:
                found[made] = None
    return tuple(found)


def _straight(words: list[str]) -> list[str]:
    """The words without `it is so that`."""
    plainly = ["it" if word.startswith("<i") else word for word in words]
    for so in (["it", "is", "not", "that"], ["is", "it", "that"], ["is", "it", "so", "that"], ["it", "is", "that"]):
        if plainly[: len(so)] == so:
            return [*(["is"] if so[0] == "is" else []), *words[len(so) :], *(["not"] if "not" in so else [])]
    return words


class Stock(Record):
    """The words that a game has forms with, the verbs that are states where they are passive: `is hexed`, and what its
    clauses say is done by a verb: to earn is to earn a coin."""

    words: frozenset[str]
    states: frozenset[str]
    objects: frozenset[tuple[str, str]] = frozenset()


_DONE = re.compile(r"\b(?=(\w+) (?:an?|one|the) (\w+))")


def stock_of(forms: Iterable[EverydayForm], clauses: Iterable[str] = ()) -> Stock:
    """The stock of the game with the forms, whose clauses say so."""
    words = frozenset(plain(w) for form in forms for w in _PART.findall(form.typed) if w[0].isalnum())
    made = (one for form in forms if "is" in form.needed for one in frames_of(form, ()))
    done = frozenset((plain(verb), plain(what)) for said in clauses for verb, what in _DONE.findall(said.casefold()))
    return Stock(words, frozenset(w for one in made for w in one.words if w.endswith(PASSIVE)), done)


class TypedClause(Record):
    """A clause as it was typed: its signs, whether something happened before it, the signs of the one who did it."""

    signs: Signs
    typed: str
    begun: bool
    doers: frozenset[str] = frozenset()

    @property
    def frame(self) -> ClauseFrame | None:
        """Its frame."""
        return frame(_straight(self.signs.text.split()), self.typed, self.typed.rstrip().endswith("?"))


Fit = tuple[EverydayForm, dict[str, str]]


def fitting(
    clause: TypedClause, forms: Sequence[EverydayForm], alike: tuple[tuple[str, str], ...], stock: Stock
) -> Iterator[list[Fit]]:
    """The forms that have a frame of the clause with what fills their gaps, the nearest in words together first."""
    made = clause.frame
    if made is None:
        return
    nouns = frozenset(plain(w) for w in re.findall(_NOUN, clause.typed))
    wordings: dict[ClauseFrame, int] = {}
    for far, one in enumerate(variants(made, stock.states)):
        for changed, worded in _reworded(one, stock.words, nouns):
            wordings.setdefault(worded, 2 * changed + (far > 0))
    resumed = [r for one in (*wordings,) for r in resuming(one, clause.doers) if clause.begun]
    selected = [s for one in wordings for s in selecting(one)]
    grammatical = [form for form in forms if _grammatical(form)]
    done = [ClauseFrame(w.mood, w.words[:-1], w.gaps) for w in wordings if w.words[-2:] in stock.objects]
    levels: dict[tuple[int, int], list[Fit]] = {}
    for changed, form, filled in (
        *_matches(wordings, forms, alike, clause.signs),
        *_matches(dict.fromkeys(done, FAR - 1), grammatical, alike, clause.signs),
        *_matches(dict.fromkeys(resumed, FAR), grammatical, alike, clause.signs),
        *_matches(dict.fromkeys(selected, FAR + 1), forms, alike, clause.signs),
    ):
        longer = _grammatical(form) + (" does " in form.typed)
        levels.setdefault((changed, longer), []).append((form, filled))
    for _, found in sorted(levels.items()):
        yield found


def _grammatical(form: EverydayForm) -> bool:
    """The form is a phrase of the grammar, not another way to say one."""
    return form.says.rstrip("?") == form.typed.rstrip("?")


def unsure(fit: Fit) -> bool:
    """What fills a gap for a card is a pronoun, and the form is for cards by name: the card may be meant, or another thing."""
    form, filled = fit
    cards = (name for name, sort in form.sorts if sort == "card" and name.startswith("C") and not _grammatical(form))
    return any(filled.get(name, "").startswith("<i") for name in cards)


def whoever_is_meant(
    clause: TypedClause, forms: Sequence[EverydayForm], alike: tuple[tuple[str, str], ...]
) -> tuple[str, str] | None:
    """Who is asked whether they may or must do something to somebody, and which of the two; None for another clause."""
    made = clause.frame
    for one in whoever(made) if made else ():
        asked = (n for form in forms if form.says.startswith(one.mood) for n in frames_of(form, alike))
        to_one = {SUBJECT, OBJECT}, {SUBJECT, TOWARDS}, {SUBJECT, "to"}, {SUBJECT, "with"}
        known = (n for n in asked if (n.mood, n.words) == (one.mood, one.words) and len(n.gaps) == 2)
        if [place for _, place in one.gaps] == [SUBJECT] and any({p for _, p in n.gaps} in to_one for n in known):
            return one.gaps[0][0], one.mood
    return None


def _matches(
    wordings: dict[ClauseFrame, int], forms: Sequence[EverydayForm], alike: tuple[tuple[str, str], ...], signs: Signs
) -> Iterator[tuple[int, EverydayForm, dict[str, str]]]:
    """Each form with a frame among the wordings, how far that one is, and what fills its gaps."""
    words = frozenset(w.removesuffix(PASSIVE) for one in wordings for w in one.words)
    by_words: dict[tuple[str, tuple[str, ...]], list[ClauseFrame]] = {}
    for one in wordings:
        by_words.setdefault((one.mood, one.words), []).append(one)
    for form in forms:
        if words.issuperset(w for w in form.needed if w not in SAID_BY_PLACE):
            for said in frames_of(form, alike):
                for one in by_words.get((said.mood, said.words), ()):
                    filled = _filling(said, one, form, signs)
                    if filled is not None:
                        yield wordings[one], form, filled


def _reworded(
    made: ClauseFrame, known_words: frozenset[str], nouns: frozenset[str]
) -> Iterator[tuple[int, ClauseFrame]]:
    """The frame in other words for the same that the game has, with how many of them were changed; a verb by itself says
    too little to be taken for another: to draw is to take something, and not whatever may be taken."""
    if len(made.words) == 1 and all(place == SUBJECT for _, place in made.gaps):
        yield 0, made
        return
    ways: list[list[tuple[int, str]]] = []
    for word in made.words:
        bare = word.removesuffix(PASSIVE)
        others = [*alike_in_english(NOUNS).get(bare, ())]
        others += [w + word[len(bare) :] for w in alike_in_english(VERBS).get(bare, ()) if bare not in nouns]
        ways.append([(0, word), *((1, w) for w in others if w.removesuffix(PASSIVE) in known_words)])
    for chosen in islice(product(*ways), MOST_WORDINGS):
        yield sum(n for n, _ in chosen), ClauseFrame(made.mood, tuple(w for _, w in chosen), made.gaps)


def _filling(said: ClauseFrame, typed: ClauseFrame, form: EverydayForm, signs: Signs) -> dict[str, str] | None:
    """What fills each gap of the form's frame: things of its sort that stand where it does; None if any is left over."""
    sorts = dict(form.sorts)
    untold = [(g, p) for g, p in said.gaps if g not in form.says]
    spare = [g for g, p in untold if p != SUBJECT and sorts[g[1:-1]] not in _SORTS] if len(untold) == 1 else []
    if not len(said.gaps) - len(spare) * (len(typed.gaps) > 1) <= len(typed.gaps) <= len(said.gaps):
        return None
    whole = len(typed.gaps) == len(said.gaps)
    filled: dict[str, str] = {}
    left = list(typed.gaps)
    for gap, place in said.gaps:
        sort = sorts[gap[1:-1]]
        kinds = _SORTS.get(sort, _THING)
        alone = sum(_SORTS.get(sorts[g[1:-1]], _THING) == kinds and p in ALIKE for g, p in said.gaps) == 1
        places = ALIKE.get(place, (place,)) if alone and whole else (place,)
        one = next((x for x in left if x[0][1] in kinds and x[1] in places), None)
        if one is not None:
            left.remove(one)
            filled[gap[1:-1]] = one[0]
        elif gap not in spare:
            return None
    return None if left else filled
