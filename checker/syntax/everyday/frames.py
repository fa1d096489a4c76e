"""What a clause says whatever the order of its words: what kind of clause it is, its words, and who stands where in it.

Two clauses with one frame say the same: nothing but articles, auxiliaries and prepositions is left out of it, and these
only where the place of each thing that is named keeps what they told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checker.kernel.record import Record
from checker.syntax.everyday.english import plain
from checker.syntax.natural.english import PARTICIPLES

SUBJECT, OBJECT, OWNER, AGENT, TOWARDS = "subject", "object", "owner", "agent", "towards"
ASK, TELL, WHO = "ask", "tell", "who"
MODALS = ("may", "must")
PASSIVE = "+"
"""Behind the verb of a passive clause."""
AUXILIARY = frozenset(["is", "do", "have", "will", "would", "get", *MODALS])
_DROPPED = frozenset(
    ["is", "do", "will", "would", "there", "to", "of", "in", "at", "on", "into", "for", "with", "exist"]
)
"""Words that say nothing but where others stand, which the places of what is named say."""
SAID_BY_PLACE = frozenset(
    [
        *AUXILIARY,
        *_DROPPED,
        "by",
        "against",
        "toward",
        "towards",
        "from",
        "than",
        "before",
        "after",
        "it",
        "that",
        "so",
        "who",
        "what",
        "which",
        "where",
        "how",
        "many",
        "much",
        "player",
    ]
)
"""Words that may not come back in a frame as they are."""
ALIKE = {OBJECT: (OBJECT, TOWARDS), TOWARDS: (OBJECT, TOWARDS, "to"), "to": (TOWARDS, "to")}
"""Places that say the same where one thing alone of its sort stands behind the verb."""
_PLACES = {"of": OWNER, "by": AGENT, **{word: word for word in ("from", "than", "before", "after", "for", "with")}}
_PLACES |= dict.fromkeys(("at", "on", "against", "toward", "towards"), TOWARDS) | {"to": "to", "into": "to"}
_GAP = re.compile(r"<[a-z]\d+>|\{\w+\}")
_BE = frozenset(["be", "is", "are", "was", "were", "been", "being", "am", "get", "gets", "got", "getting"])
_HAVE = frozenset(["have", "has", "had", "having", "'ve"])
_BETWEEN = 4
"""So many words at most stand between an auxiliary and its verb."""


class ClauseFrame(Record):
    """What kind of clause it is, its words in their order, and what is named: its sign, its place."""

    mood: str
    words: tuple[str, ...]
    gaps: tuple[tuple[str, str], ...]


def verbs_behind(text: str, auxiliaries: frozenset[str]) -> frozenset[str]:
    """The verbs of the text, without their endings, that stand as participles behind one of the auxiliaries."""
    words = re.findall(r"[\w']+", text.casefold().replace("{", " ").replace("}", " "))
    found = set()
    for at, word in enumerate(words if auxiliaries.intersection(words) else ()):
        if word in auxiliaries:
            behind = words[at + 1 : at + 2 + _BETWEEN]
            verb = next(
                (w for w in behind if w not in _BE and (re.fullmatch(r"\w{2,}(?:ed|en)", w) or w in PARTICIPLES)), ""
            )
            found |= {plain(verb)} if verb else set()
    return frozenset(found)


def frame(words: Sequence[str], typed: str, asks: bool) -> ClauseFrame | None:
    """The frame of the words, some of which are signs of what is named, typed so; None if it has no kind."""
    passive = verbs_behind(typed, _BE)
    perfect = verbs_behind(typed, _HAVE)
    mood, rest = _mood(list(words), asks)
    if not mood:
        return None
    said: list[str] = []
    gaps: list[tuple[str, str]] = []
    for at, word in enumerate(rest):
        before = rest[at - 1] if at else ""
        if _GAP.fullmatch(word):
            behind = rest[at + 1] if at + 1 < len(rest) else ""
            free = not before or before in AUXILIARY
            gaps.append((word, _place(before, behind, free and not any(p == SUBJECT for _, p in gaps))))
        elif (
            (word == "have" and perfect & set(rest))
            or (word == "get" and (passive & set(rest) or "have" in rest))
            or (word in _PLACES and at + 1 < len(rest) and _GAP.fullmatch(rest[at + 1]))
            or word == "'s"
            or word in MODALS
            or (word == "play" and before == "and" and rest[at + 1 : at + 2] and rest[at + 1].startswith("<c"))
            or (word in _DROPPED and (word != "do" or at + 1 < len(rest)) and (word, mood) != ("would", TELL))
        ):
            continue
        elif not word[0].isalnum():
            return None
        else:
            is_ = ("is" in rest or "get" in rest or mood.startswith((ASK, *MODALS, WHO))) and word in passive
            said.append(word + PASSIVE if is_ else word)
    told = tuple(w for w in said if w != "not")
    return ClauseFrame(mood, (*told, *["not"] * (len(said) - len(told))), tuple(gaps)) if told else None


def _place(before: str, behind: str, free: bool) -> str:
    """Where a thing stands that has this word before it and that one behind it."""
    if behind == "'s":
        return OWNER
    if before in _PLACES:
        return _PLACES[before]
    return SUBJECT if free else OBJECT


def _mood(words: list[str], asks: bool) -> tuple[str, list[str]]:
    """What kind of clause the words are, and the words that do not say so; no kind for a clause of two modals, or
    with one where nothing is asked."""
    modals = [w for w in words if w in MODALS]
    if len(modals) > 1 or not words:
        return "", []
    first, *rest = words
    kind, left = "", words
    if first in (WHO, "whose", "where", "when", "why"):
        kind, left = first, rest
    elif first == "how":
        kind, left = ("how many", rest[1:]) if rest[:1] in (["many"], ["much"]) else ("how", rest)
    elif first in ("what", "which"):
        kind, left = "what", rest
        if rest[:1] == ["player"]:
            kind, left = WHO, rest[1:]
    elif first in ("is", "do", "have", "will") and len(rest) > 0:
        kind, left = ASK, words
    elif not modals:
        kind, left = (ASK if asks else TELL), words
    elif asks and (words.index(modals[0]) == 0 or (words.index(modals[0]) == 1 and _GAP.fullmatch(first))):
        kind, left = modals[0], words
    if not kind:
        return "", []
    mood = f"{kind} {modals[0]}" if modals and kind not in MODALS else kind
    return mood, left if kind not in MODALS else [w for w in left if w not in MODALS]


def variants(made: ClauseFrame, states: frozenset[str]) -> Iterator[ClauseFrame]:
    """The frame, and those that say the same in other ways: active for passive, `of` for `have`, `who` for `anybody`.

    A verb that is a state of the game when passive stays so.
    """
    yield made
    passive = [w for w in made.words if w.endswith(PASSIVE)]
    places = [place for _, place in made.gaps]
    if len(passive) == 1 and passive[0] not in states and (AGENT in places or made.mood.split()[0] in MODALS):
        words = tuple(w.removesuffix(PASSIVE) for w in made.words)
        turned = {SUBJECT: OBJECT, AGENT: SUBJECT}
        gaps = tuple((sign, turned.get(place, place)) for sign, place in made.gaps)
        mood = made.mood if AGENT in places else f"{WHO} {made.mood}"
        yield ClauseFrame(mood, words, gaps)
    if "have" in made.words and places.count(SUBJECT) == 1:
        words = tuple(w for w in made.words if w != "have")
        owner = [sign for sign, place in made.gaps if place == OWNER]
        if words and not owner:
            yield ClauseFrame(made.mood, words, tuple((s, OWNER if p == SUBJECT else p) for s, p in made.gaps))
        elif words and len(owner) == 1 and owner[0].startswith("<h"):
            gaps = tuple((s, OWNER if p == SUBJECT else p) for s, p in made.gaps if p != OWNER)
            yield ClauseFrame(made.mood, words, gaps)
            yield ClauseFrame(made.mood, words, tuple((s, SUBJECT if p == OBJECT else p) for s, p in gaps))
    if places.count(OWNER) == 1 and SUBJECT not in places:
        gaps = tuple((s, SUBJECT if p == OWNER else p) for s, p in made.gaps)
        yield ClauseFrame(made.mood, (*made.words, "have"), gaps)
        yield ClauseFrame(made.mood, ("have", *made.words), gaps)
        if made.words == ("turn",):
            yield ClauseFrame(made.mood, made.words, gaps)
    if made.gaps[:1] and made.gaps[0][0].startswith("<i") and made.gaps[0][1] == SUBJECT and made.words == ("turn",):
        yield from variants(ClauseFrame(made.mood, made.words, made.gaps[1:]), states)
    own = [gap for gap in made.gaps if gap[1] == OWNER and gap[0].startswith("<h")]
    if len(own) == 1 and SUBJECT in places:
        yield ClauseFrame(made.mood, made.words, tuple(gap for gap in made.gaps if gap not in own))
    if {"left", "remain"} & set(made.words) and ("have" in made.words or made.mood == "how many"):
        words = tuple(w for w in made.words if w not in ("left", "remain"))
        yield from variants(ClauseFrame(made.mood, words, made.gaps), states)
    if "anybody" in made.words and SUBJECT not in places and made.mood in (ASK, *MODALS):
        words = tuple(w for w in made.words if w != "anybody")
        yield ClauseFrame(WHO if made.mood == ASK else f"{WHO} {made.mood}", words, made.gaps)


def resuming(made: ClauseFrame, doers: frozenset[str]) -> Iterator[ClauseFrame]:
    """The frame without what stands for the last deed, as in `may B block that?`: `it`, or the one who did it."""
    if made.mood.split()[0] not in (ASK, TELL, WHO, *MODALS):
        return
    if len(made.words) > 1 and made.words[-1] in ("that", "this"):
        yield ClauseFrame(made.mood, made.words[:-1], made.gaps)
    for gap in made.gaps:
        if (gap[0].startswith("<i") or gap[0] in doers) and gap[1] == OBJECT:
            yield ClauseFrame(made.mood, made.words, tuple(g for g in made.gaps if g != gap))


def selecting(made: ClauseFrame) -> Iterator[ClauseFrame]:
    """The question of whom it holds, for one whether it holds of somebody: `who wins` for `has A won`."""
    if made.mood == ASK and made.gaps[:1] and made.gaps[0][1] == SUBJECT and made.gaps[0][0][1] in "phu":
        yield ClauseFrame(WHO, made.words, made.gaps[1:])


def whoever(made: ClauseFrame) -> Iterator[ClauseFrame]:
    """The clause without the `somebody` whom it asks of, or with nobody told, as in `must A depose somebody?`."""
    if made.mood in MODALS and made.gaps:
        words = tuple(w for w in made.words if w not in ("somebody", "anybody"))
        yield ClauseFrame(made.mood, words, made.gaps)
