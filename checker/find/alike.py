"""Words that people say where rules have others: those of games at large, and those that a game's forms list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.find.words import stem

_LINE = re.compile(r"^(?:alike|near) (\w+(?: \w+)+)$", re.M)
EVERYWHERE = (
    "rotate turn spin orient orientation twist; swap exchange trade switch replace; put place lay set play; "
    "cancel counter stop block; win winner wins won most victory; tie tied tie-breaker same equal draw; "
    "die roll; first start begin starting opening; end last over final finish; discard throw toss drop; "
    "centre middle; optional skip; allowed may permitted legal; score points point; "
    "get gain earn receive; lose loses loss; name proper; minimum least fewest; "
    "split apart separate group; refill redraw replenish restock draw; steal take; jump leap hop; push shove; "
    "shuffle reshuffle mix; empty out exhausted; neighbour next adjacent touching; "
    "opponent enemy other; backwards reverse; protect save defend shield; copy duplicate double; "
    "simultaneous simultaneously together; middle during progress; immediately once; count counts counted; "
    "pick choose select; take remove lift; piece tile token; player person; open free empty vacant; finish complete; "
    "everyone everybody each every all; secret hidden face; out eliminated eliminates; touching touch connect attached; "
    "dealt get receive; several multiple both; secondary other; cancel undo; unable stuck cannot"
)
"""Groups of words that say much the same where rules are spoken of."""


def alike(forms: Iterable[str]) -> dict[str, frozenset[str]]:
    """The stems that say much the same as each stem, by the lines `alike` and `near` of the texts and by games at large."""
    groups = [*EVERYWHERE.split(";"), *(group for text in forms for group in listed_alike(text))]
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = frozenset(map(stem, group.split()))
        for one in stems:
            found[one] = found.get(one, frozenset()) | (stems - {one})
    return found


def listed_alike(forms: str) -> list[str]:
    """The groups of words that the forms of a game list as much the same."""
    return [found[1] for found in _LINE.finditer(forms)]
