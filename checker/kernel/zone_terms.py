"""Zones as terms: the facts and fields that a zone declared with `: cards` brings with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import structs

from checker.kernel.vocabulary import BUILT_IN, Fact, Field, Vocabulary, Zone

_HAND = re.compile(r"(the )?hand of \{[^}]+\}|\{[^}]+\}'s hand", re.IGNORECASE)
_SLOT = re.compile(r"\{[^}]*\}")
SHUFFLED = "shuffled "
"""Begins the name of the field that counts the lowest cards of a zone, but for those laid under them, whose order nobody knows."""
UNDER = "under shuffled "
"""Begins the name of the field that counts the cards that lie under those, where these lie."""
INSIDE = "in "
NUMBER = "cards in "
TOP = "top of "
COMES = "comes up from "
BROUGHT = (SHUFFLED, UNDER, INSIDE, NUMBER, TOP, COMES)
"""Begin the names of what a zone brings."""


def _apart(zone: Zone) -> str:
    """A letter for a card that is none of the zone's own."""
    return next(letter for letter in ("C", "D", "C1") if letter not in zone.params)


def _phrased(zone: Zone, template: str) -> str:
    """The template around each wording of the zone."""
    return " | ".join(template.replace("…", wording.strip()) for wording in zone.phrase.split(" | "))


def facts_of(zone: Zone) -> tuple[Fact, ...]:
    """Whether a card is in the zone, how many are, which is the top one, and what may come up if it is shuffled."""
    card = _apart(zone)
    own = tuple((p, "") for p in zone.params)
    of_card = ((card, ""), *own)
    held = f" | {{{zone.params[0]}}} holds {{{card}}}" if zone.held else ""
    found = (
        Fact(INSIDE + zone.name, of_card, "condition", _phrased(zone, f"{{{card}}} is in …") + held),
        Fact(NUMBER + zone.name, own, "number", _phrased(zone, "the number of cards in …")),
        Fact(TOP + zone.name, own, "card", _phrased(zone, "the top card of …")),
    )
    comes = Fact(COMES + zone.name, of_card, "condition", _phrased(zone, f"{{{card}}} can come up from …"))
    return (*found, comes) if zone.ordered else found


def hand_of(words: Vocabulary) -> str:
    """The name of the zone in which players hold cards; none where no zone is declared to be it."""
    return next((z.name for z in words.zones if z.held), "")


def with_hand(zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """The zones, of which one is the players' hands: the one that is declared to be, else the one called `the hand of {P}`."""
    called = [z for z in zones if _of_player(z) and any(map(_HAND.fullmatch, z.phrase.split(" | ")))]
    if any(z.held for z in zones) or not called:
        return tuple(zones)
    return tuple(structs.replace(z, held=True) if z is called[0] else z for z in zones)


def _of_player(zone: Zone) -> bool:
    return len(zone.params) == 1 and zone.params[0][0] in BUILT_IN[0].letters


def holdable(zone: Zone) -> Zone:
    """The zone. Raises ValueError if it is declared to be held and cannot be."""
    if zone.held and not _of_player(zone):
        raise ValueError(
            "what is held is held by a player, so the phrase of the zone has one gap, for whoever holds it"
        )
    return zone


def fields_of(zone: Zone) -> tuple[Field, ...]:
    """How many cards of the zone lie in an order that nobody knows, and how many were laid under them since."""
    said = ((SHUFFLED, "the number of shuffled cards in …"), (UNDER, "the number of cards under those shuffled in …"))
    listed = (Field(head + zone.name, zone.params, "number", _phrased(zone, text), 0) for head, text in said)
    return tuple(listed) if zone.ordered else ()


def zone_terms(zones: Iterable[Zone], known: Iterable[Field | Fact]) -> tuple[tuple[Field, ...], tuple[Fact, ...]]:
    """What the zones bring, but for phrases that are known already."""
    said = {wording.strip().casefold() for x in known for wording in x.phrase.split(" | ")}
    listed = [z for z in zones if z.cards]
    fields = (f for z in listed for f in fields_of(z))
    facts = (f for z in listed for f in facts_of(z))
    unsaid = (_unsaid(f, said) for f in facts)
    return tuple(f for f in fields if f.phrase.casefold() not in said), tuple(f for f in unsaid if f.phrase)


def _unsaid(fact: Fact, said: set[str]) -> Fact:
    """The fact with those of its wordings that are not known already, whatever letters they have."""
    known = {_SLOT.sub("{}", wording) for wording in said}
    fresh = (w for w in fact.phrase.split(" | ") if _SLOT.sub("{}", w.casefold()) not in known)
    return structs.replace(fact, phrase=" | ".join(fresh))
