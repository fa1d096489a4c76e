"""What may have been meant by a text that cannot be read: forms near it that can."""

from __future__ import annotations

import difflib
import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from string import Formatter

from checker.syntax.everyday.about import content
from checker.syntax.lalr.tables import END, LalrTables, Stack
from checker.syntax.lexer import pattern

MOST_ADDED = 3
"""So many words at most are added where some are missing."""
MOST_FOUND = 4
"""So many endings are named."""


SAID_OTHERWISE = (
    (r"\b(?:may not|must never|shall not|can not|cannot)\b", "must not"),
    (r"\b(?:has to|have to|shall|is obliged to)\b", "must"),
    (r"\bcan\b", "may"),
    (r" (?:during|in) (a |the )", r" if it is \1"),
    (r"^(.+?) must not be (\w+)ed\b", r"{player} must not \2 \1"),
    (r"\b(\w+) (?:goes|moves|returns|comes)(?: back)? to ", r"move \1 to "),
    (r"\b[Ee](?:ach|very) player (?=\w)", "for each player {player}, {player} "),
    (r"^if ([^,]+), (.+)$", r"\2 if \1"),
    (r"^if ([^,]+), (.+)$", r"when \1, \2"),
    (r" (?:also|now|immediately|instantly|at once|in turn)\b", ""),
    (r"\b(?:a|the|any) player(?: of your choice)? other than you(?:rself)?\b", "another player"),
    (r" of (?:your|their) choice\b", ""),
    (r"\b[Ee]very(?:body|one)\b", "Each player"),
    (r"\b[Nn]obody\b", "No player"),
    (r"\bany one\b", "any"),
    (r"\b(their|your) own\b", r"\1"),
    (r"\b[Bb]efore (?:passing|you pass) [^,]+, ", ""),
    (r"\b(?:as long as|during the time that)\b", "while"),
    (r"\b(?:every time|whenever|when)\b", "each time"),
    (r"\b[Ww]hen\b", "Whenever"),
    (r"\b[Yy]ou must ", ""),
    (r"\bis unable to\b", "cannot"),
    (r"\bmay choose to\b", "may"),
    (r"\b(draws?) cards\b", r"\1 a card"),
    (r"\b(an?|one|two|three) (?:extra|additional|further) (?=cards?|tiles?)", r"\1 "),
    (r"\bcolour\b", "color"),
    (r"; otherwise (?!you )(\w)", r"; otherwise you \1"),
    (r"\bmay not be\b", "cannot be"),
    (r"^([Ww]hen|[Ww]henever|[Ee]ach time) an? (\w+) (\w+s), ", r"\1 a player \3 with a \2, "),
    (r"\b(the [a-z ]+?|that player) wins\b", r"the value of the winner is \1"),
    (r"^If (.+?), ", r"Whenever \1, "),
    (r" is (\w+) or (?:less|fewer)\b", r" is at most \1"),
    (
        r" is (\w+) (less|more) than it would be for each (\w+ [A-Z]\d*) such that ([^,]+)$",
        r" is \1 times the number of \3 such that (\4) \2 than it would be",
    ),
)
"""What people write, and what says it; `{player}` stands for the first letter of that sort."""
MOST_TRIED = 30
"""So many other forms of a text are tried at most."""
MOST_LETTERS = 300


def like(phrases: Iterable[str], typed: list[str]) -> str:
    """A hint: the phrases that are most like what was typed, begin as it does if any do, and have a word of it that says
    something; nothing if none has."""
    said = " ".join(typed).lower()
    words = {*said.split()}
    begun = [p for p in phrases if p.partition(" ")[0] in typed[:1]]
    alike = sorted(begun or phrases, key=lambda p: -len(words & _words(p)))[:40]
    about = content(said, ())
    near = difflib.get_close_matches(said[:200], [p for p in alike if about & content(p, ())], n=2, cutoff=0.3)
    noun = "phrases are" if len(near) > 1 else "phrase is"
    return f"the nearest {noun}: " + "; ".join(f"`{n}`" for n in near) if near else ""


@lru_cache(maxsize=8192)
def _words(phrase: str) -> frozenset[str]:
    return frozenset(phrase.lower().split())


def reworded(text: str, start: str) -> Iterator[str]:
    """Other forms of a norm: what is said to hold as a value, as what counts, a consequence behind its event; of a
    statement of a scene: somebody plays, for somebody does play."""
    if start == "line" and (done := re.fullmatch(r"(\S+) does (\w+)(.*)", text)):
        yield f"{done[1]} {done[2]}s{done[3]}"
    if start != "norm":
        return
    yield f"the value of {text}"
    yield f"it counts that {text}"
    said, when, event = text.partition(" when ")
    if when:
        yield f"when {event}, {said}"


def otherwise(text: str, letters: Mapping[str, str], names: Iterable[str], left: Callable[[str], int | None]) -> str:
    """The text with as many things said otherwise as it takes until nothing of it is `left` unread; or nothing.

    What leaves the least unread is gone on with first; None stands for a text that cannot be read however it goes on.
    `letters` gives the first letter of each sort, `names` are those of cards and their kinds.
    """
    if not letters or len(text) > MOST_LETTERS:
        return ""
    listed = sorted(names, key=len, reverse=True)
    plain = re.sub(r"\b[Nn]obody (?:may|must|can)\b", f"{letters.get('player', 'nobody')} must not", text)
    seen, todo = {text}, list[tuple[int, int, str]]()
    fresh: Iterable[str] = (plain, *_changed(plain, letters, listed))
    while True:
        for other in fresh:
            if other in seen:
                continue
            if len(seen) > MOST_TRIED:
                return ""
            seen.add(other)
            unread = left(other)
            if unread == 0:
                return other
            if unread is not None:
                heapq.heappush(todo, (unread, len(seen), other))
        if not todo:
            return ""
        fresh = _changed(heapq.heappop(todo)[2], letters, listed)


def _changed(text: str, letters: Mapping[str, str], names: list[str]) -> Iterator[str]:
    """The text with one thing said otherwise."""
    for said, form in _said_otherwise(*letters.items()):
        yield said.sub(form, text, count=1)
    for sort, letter in letters.items():
        yield pattern(rf"\b(?:a|an|any|the|that) {sort}\b", True).sub(letter, text, count=1)
        if pattern(rf"\b{letter}\b").search(text):
            yield re.sub(r"\b(the \w+)(?= \w)(?! of\b)", rf"\1 of {letter}", text, count=1)
    yield from _freed(text, letters.get("card", ""), names)


@lru_cache(maxsize=16)
def _said_otherwise(*letters: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What people write with what says it in these letters; without what is said of a sort that has none."""
    known = dict(letters)
    wanted = (
        (said, form, {name for _, name, _, _ in Formatter().parse(form) if name}) for said, form in SAID_OTHERWISE
    )
    return tuple((pattern(said), form.format(**known)) for said, form, names in wanted if names <= known.keys())


def _freed(text: str, card: str, names: list[str]) -> Iterator[str]:
    """The text with a letter in the place of a name, and a condition that says what the letter stands for."""
    lower = text.lower()
    for name in names if card else ():
        if name.lower() not in lower:
            continue
        found = pattern(rf"(?<!is )\b(an? )?{re.escape(name)}(?!\w)", True).search(text)
        if found:
            said, when, cond = f"{text[: found.start()]}{card}{text[found.end() :]}".partition(" if ")
            yield f"{said} if {card} is {found[1] or ''}{name}{f' and {cond}' if when else ''}"
            return


SERVES = (
    (
        r"\b[Ll]ook at\b|\b[Rr]eveal",
        "who sees what is not followed; say what is done: `Take the top card C of …. Move C to ….`",
    ),
    (r"[+−-]\d+/[+−-]\d+", "say which amount, each in a sentence: `… has 3 more … until the end of the turn.`"),
    (r"\bany target\b", "a target is a card or a player: `Choose one: …, or ….`"),
    (r"\b[Ee]xchange control\b", "say what moves where: `Move C to ….`"),
    (
        r"\b\d+/\d+\b|\b[Aa] new\b|^[Cc]reate\b",
        "a token is a card with a title, of a kind that begins in a zone of its own (`starts full of …`): `Put a … in … into your ….`",
    ),
    (r"\bmust not .+ or .+", "say one act in each norm"),
)
"""What no form says, and what serves instead."""


def elsewhere(text: str, start: str) -> str:
    """What serves instead of that which cannot be said, or where it stands; nothing if neither is known."""
    served = next((serves for said, serves in SERVES if start != "line" and pattern(said).search(text)), "")
    if served:
        return served
    when = text.lower().startswith(("at the ", "before the ", "after the ", "during the "))
    if start != "norm" or not when:
        return ""
    return "what happens at a point of play is a step: `step NAME of PROCEDURE before STEP: For each player P, …`"


def endings(table: LalrTables, start: str, stuck: list[Stack]) -> list[str]:
    """Words of the grammar with which a text that ends too early would be whole, the fewest first."""
    literals, vague = table.literals, _vague(table)
    found: dict[str, None] = {}
    todo: list[tuple[tuple[str, ...], Stack]] = [((), stack) for stack in stuck]
    for _ in range(MOST_ADDED):
        todo = [
            ((*said, literals[t]), after)
            for said, stack in todo
            for t in sorted(set(table.accepted(start, stack)) & literals.keys())
            if (after := table.fed(start, stack, t, literals[t])) is not None
        ]
        found |= {" ".join(s): None for s, at in todo if s[-2:] not in vague and table.fed(start, at, END) is not None}
    return list(found)[:MOST_FOUND]


def _vague(table: LalrTables) -> frozenset[tuple[str, ...]]:
    """The words of phrases that stand for a thing named before, or for none."""
    found = (r.symbols for r in table.rules if re.match(r"(the|none|no|that)_", r.name))
    return frozenset(tuple(word for _, word in symbols) for symbols in found)
