"""The cards that are moved where play may come back to and nothing is known to end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.term import Lit
from checker.kernel.trees.walk import of_kind
from checker.norms.rulebook import Rulebook


def movers(rules: Rulebook, document: dict[str, Any]) -> tuple[str, ...]:
    """The cards that the loops of a certificate leave moving, by their own texts or by norms that name them.

    Those that are moved furthest first.
    """
    norms = {n.id: n for n in rules.game.norms}
    made: dict[str, set[str]] = {}
    for loop in document["loops"]:
        for change in loop["left"]:
            kind, _, name = change["where"].partition(" ")
            moved = {n for n in change["moves"] if n.startswith("cards: ")}
            named = (name,) if kind == "card" else tuple(_titles(rules, norms.get(name)))
            for title in named if moved else ():
                made.setdefault(title, set()).update(moved)
    return tuple(sorted(made, key=lambda t: (-len(made[t]), t)))


def _titles(rules: Rulebook, tree: object) -> Iterator[str]:
    """The titles of cards that the tree names."""
    there = {c.title for c in rules.game.cards}
    return (lit.value for lit in of_kind(tree, Lit) if isinstance(lit.value, str) and lit.value in there)
