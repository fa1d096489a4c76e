"""What the rules of a game make a certificate take for granted, and whether it lists that."""

from __future__ import annotations

from typing import Any

from checker.kernel.game import Game
from checker.kernel.term import Yes

NEEDS, PLACES = "needs", "places"
KNOWN = ("proved", "exhausted", "sampled")
"""How far what is taken for granted may be known."""


def unlisted(read: dict[str, Any], game: Game) -> str:
    """What the certificate takes for granted of the rules without listing it as known; nothing if it lists all."""
    rests = {one["item"]: one for one in read["rests_on"] if one["known"] in KNOWN}
    done = {context["of"] for context in read["contexts"]}
    needing = {a.name for a in game.vocabulary.acts if not isinstance(a.needs, Yes) and f"act {a.name}" in done}
    needs = rests.get(NEEDS, {"of": []})
    listed = needing if needs.get("of") is None else {*needs["of"], *needs.get("without", ())}
    if left := sorted(needing - listed):
        return f"it is not listed and known that what `{left[0]}` needs is there where it is done"
    if functional(game) and PLACES not in rests:
        return "it is not listed and known that functions that say where cards lie say so by where they lie"
    return ""


def functional(game: Game) -> bool:
    """Some fact is answered by a function."""
    return any(f.definition is None and not f.institutional for f in game.vocabulary.facts)
