"""What the rules of a game make a certificate take for granted, and whether it lists that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.kernel.game import Game
from checker.kernel.term import Yes

NEEDS, PLACES = "needs", "places"
KNOWN = ("proved", "exhausted", "sampled")
"""How far what is taken for granted may be known."""


def unlisted(read: dict[str, Any], game: Game) -> str:
    """What the certificate takes for granted of the rules without listing it as known; nothing if it lists all."""
    rests = {one["item"]: one for one in read["rests_on"] if one["known"] in KNOWN}
    done = {context.get("of") for context in read["contexts"] if isinstance(context, dict)}
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


def told_of(rests: list[dict[str, Any]], brought: tuple[str, ...]) -> str:
    """What a certificate takes for granted, in words; `brought` are the acts that effects bring about whether or not what
    they need is there."""
    listed: dict[str, list[str]] = {}
    for one in rests:
        listed.setdefault(f"{one['known']}{f' ({how})' if (how := one.get('how')) else ''}", []).append(one["says"])
    found = [f"taken for granted, and {known}: {'; '.join(says)}" for known, says in listed.items()]
    if without := next((one["without"] for one in rests if one.get("without")), ()):
        found.append(f"what {_acts(without)} needs is not counted on, since play did it without")
    if left := [act for act in brought if act not in without]:
        found.append(f"what {_acts(left)} needs is there where an effect brings it about, as sampled")
    return "".join(f"{one}; " for one in found)


def _acts(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
