"""What is known behind a sentence: who and what was named, and the last deed, which a later sentence may speak of."""

from __future__ import annotations

import re

from checker.kernel.record import Record
from checker.syntax.everyday.english import plain
from checker.syntax.everyday.signs import Signs


class Known(Record):
    """What was named last: players, the last one last, and a card; whether something was told to have happened; the
    words of the last deed, who did it first; who wants to do what."""

    players: tuple[str, ...] = ()
    card: str = ""
    begun: bool = False
    deed: tuple[str, ...] = ()
    wish: tuple[str, ...] = ()


class Read(Record):
    """What a sentence says in the grammar's forms, what was taken for granted, what is known after it."""

    statements: tuple[str, ...]
    taken: tuple[str, ...]
    known: Known
    weight: int = 0


def doers(signs: Signs, known: Known) -> frozenset[str]:
    """The signs of the one who did the last deed."""
    did = known.deed[:1]
    kinds = "ph" if did == known.players[-1:] else "p"
    return frozenset(s for s in re.findall(rf"<[{kinds}]\d+>", signs.text) if s[1] == "h" or signs.of(s)[1:] == did)


def resumed(sentence: str, known: Known) -> str:
    """The sentence with `it` for the card that was named last, and for the last deed by the noun that is its verb."""
    who, verb, *_ = (*known.deed, "", "")
    whose = f"that|this|his|her|their|the{rf'|{re.escape(who)}[^ ]s' if who else ''}"
    if known.card:
        sentence = re.sub(rf"(?<![^\W ])(?:{whose}) card\b", "it", sentence, flags=re.IGNORECASE)
    noun = re.search(rf"(?<=\w )(?:{whose}) (\w+)\b(?!'s)", sentence) if verb else None
    return (
        sentence[: noun.start()] + "it" + sentence[noun.end() :] if noun and plain(noun[1]) == plain(verb) else sentence
    )
