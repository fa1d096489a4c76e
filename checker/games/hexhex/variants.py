"""What of the variants no text can say: a curse told in any words, what a Stix card did, both variants at once."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.kernel.game import Game
from checker.kernel.position import AtTable
from checker.kernel.scene import Scene
from checker.process.streams import complain

TOGETHER = ("ST-37", "ST-38")
"""The clauses about both variants at once."""
STIX_CARD = "the Stix card"
SPEAKING = re.compile(r"\b(?:speak|speaking|talk|talking|silent|silence|mute)\b")
"""Words of curses that stop all speech."""
WORDS_SAID = re.compile(r"\b(?:say|says|saying|words?|names?|whisper|loud|voice|rhyme|sing|song|questions|yes)\b")
"""Words of curses that are about what is said, or how, and do not stop all of it."""
BODY = re.compile(r"\b(?:hands?|handed|arms?|fingers?|thumbs?|elbows?|legs?|eyes|stand|sit|smile)\b")
"""Words of curses that are about the body."""


def example_curse(context: AtTable) -> bool:
    """The curse is the rulebook's example: it forbids two common words of answer [VX-14]."""
    return {"yes", "no"} <= set(re.findall(r"\w+", _curse(context)))


def silences(context: AtTable) -> bool:
    """The curse has whoever is under it say nothing at all [VX-25, VX-27]."""
    return _has(context, SPEAKING) and not _has(context, WORDS_SAID)


def one_hand(context: AtTable) -> bool:
    """The curse leaves a single hand [VX-28]."""
    said = set(re.findall(r"\w+", _curse(context)))
    return {"one", "hand"} <= said or "handed" in said


def spares_speech(context: AtTable) -> bool:
    """The curse is about the body alone, or forbids the two words of the rulebook's example [VX-14]."""
    return example_curse(context) or (_has(context, BODY) and not _has(context, SPEAKING, WORDS_SAID))


def spares_hands(context: AtTable) -> bool:
    """The curse is about speech alone."""
    return _has(context, SPEAKING, WORDS_SAID) and not _has(context, BODY)


def _has(context: AtTable, *words: re.Pattern[str]) -> bool:
    """The curse has one of the words."""
    return any(one.search(_curse(context)) for one in words)


def _curse(context: AtTable) -> str:
    """The curse; nothing where none is told."""
    return str(context.store.get(("curse",)) or "").casefold()


def together(game: Game) -> str:
    """What the clauses say of both variants at once, if both are switched on."""
    said = {c.id: c.summary for c in game.clauses}
    both = {*TOGETHER, "VX-1"} <= said.keys()
    return "\n".join(f"warning: both variants are switched on [{i}]: {said[i]}" for i in TOGETHER if both)


def of_one(scene: Scene) -> bool:
    """The scene is a ruling of one of the variants, so that nobody chose to look at it under the other one too."""
    named = {title.casefold() for title in scene.amendments}
    return bool(scene.title) and ("vexed" in named) != bool(named & {"stix", "hexen stix"})


@lru_cache(maxsize=1)
def warn(text: str) -> None:
    """Says the text on standard error, once."""
    complain(text)
