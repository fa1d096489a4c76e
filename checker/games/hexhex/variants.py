"""What of the variants no text can say: a curse told in any words, what a Stix card did, both variants at once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from checker.kernel.game import Game
from checker.process.streams import complain

TOGETHER = ("ST-37", "ST-38")
"""The clauses about both variants at once."""
STIX_CARD = "the Stix card"
SPEAKING = frozenset(["speak", "speaking", "talk", "talking", "silent", "silence", "mute"])
"""Words of curses that stop all speech."""
WORDS_SAID = frozenset(
    [
        "say",
        "says",
        "saying",
        "word",
        "words",
        "name",
        "names",
        "whisper",
        "loud",
        "voice",
        "rhyme",
        "sing",
        "song",
        "questions",
        "yes",
    ]
)
"""Words of curses that are about what is said, or how, and do not stop all of it."""
BODY = frozenset(
    [
        "hand",
        "hands",
        "handed",
        "arm",
        "arms",
        "finger",
        "fingers",
        "thumb",
        "thumbs",
        "elbow",
        "elbows",
        "leg",
        "legs",
        "eyes",
        "stand",
        "sit",
        "smile",
    ]
)
"""Words of curses that are about the body."""


def example_curse(context: Any) -> bool:
    """The curse is the rulebook's example: it forbids two common words of answer [VX-14]."""
    return {"yes", "no"} <= set(re.findall(r"\w+", str(context.store.get(("curse",))).casefold()))


def silences(context: Any) -> bool:
    """The curse has whoever is under it say nothing at all [VX-25, VX-27]."""
    said = _said(context)
    return bool(said & SPEAKING) and not said & WORDS_SAID


def one_hand(context: Any) -> bool:
    """The curse leaves a single hand [VX-28]."""
    return {"one", "hand"} <= _said(context) or "handed" in _said(context)


def spares_speech(context: Any) -> bool:
    """The curse is about the body alone, or forbids the two words of the rulebook's example [VX-14]."""
    said = _said(context)
    return example_curse(context) or (bool(said & BODY) and not said & (SPEAKING | WORDS_SAID))


def spares_hands(context: Any) -> bool:
    """The curse is about speech alone."""
    said = _said(context)
    return bool(said & (SPEAKING | WORDS_SAID)) and not said & BODY


def _said(context: Any) -> frozenset[str]:
    """The words of the curse; none where no curse is told."""
    return frozenset(re.findall(r"\w+", str(context.store.get(("curse",)) or "").casefold()))


def together(game: Game) -> str:
    """What the clauses say of both variants at once, if both are switched on."""
    said = {c.id: c.summary for c in game.clauses}
    both = {*TOGETHER, "VX-1"} <= said.keys()
    return "\n".join(f"warning: both variants are switched on [{i}]: {said[i]}" for i in TOGETHER if both)


def of_one(scene: Any) -> bool:
    """The scene is a ruling of one of the variants, so that nobody chose to look at it under the other one too."""
    named = {title.casefold() for title in scene.amendments}
    return bool(scene.title) and ("vexed" in named) != bool(named & {"stix", "hexen stix"})


@lru_cache(maxsize=1)
def warn(text: str) -> None:
    """Says the text on standard error, once."""
    complain(text)
