"""How long something holds: until a period that the game's procedures name ends, or the next one begins or ends."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.vocabulary import Vocabulary

PERIOD = "period"
"""What short forms result in that name a period of play; of those of which each player has their own they mean whose it is."""
LASTING = "lasting until "
"""Begins the names of the fields that keep what lasts."""
NEXT = "your next "
AFTER_NEXT = "the end of your next "
BEGUN = " (begun)"
_END = (
    "until the end of the {}",
    "this {}",
    "until the {} ends",
    "until the {} is over",
    "until the end of this {}",
    "for the rest of the {}",
    "for the rest of this {}",
    "for this {}",
    "during this {}",
    "until end of {}",
)
_NEXT = ("until your next {}", "until the start of your next {}", "until the beginning of your next {}")
_AFTER_NEXT = ("until the end of your next {}",)


def spans(words: Vocabulary) -> Iterator[tuple[str, str]]:
    """What is said of how long something holds, and until what that is; none that the game says in its own words."""
    own = {way.strip().lower() for s in words.shorts if s.result == "span" for way in s.phrase.split(" | ")}
    for short in (s for s in words.shorts if s.result == PERIOD):
        ways = [(way, "") for way in _END]
        if short.means:
            ways += [(way, NEXT) for way in _NEXT] + [(way, AFTER_NEXT) for way in _AFTER_NEXT]
        for way, lead in ways:
            said = way.format(short.name)
            if said.lower() not in own:
                yield said, lead + short.name if lead else f"the end of the {short.name}"


def until(words: Vocabulary, said: str) -> str:
    """Until what something holds that is said to hold for so long."""
    return dict(spans(words))[said]


def period_of(told: str) -> str:
    """The period until whose end, or beginning, something lasts."""
    for lead in (AFTER_NEXT, NEXT, "the end of the "):
        if told.startswith(lead):
            return told.removeprefix(lead).removesuffix(BEGUN)
    return told
