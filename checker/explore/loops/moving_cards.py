"""The cards that are moved where play may come back to and nothing is known to end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.term import Lit
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


def _titles(rules: Rulebook, tree: Any) -> Iterator[str]:
    """The titles of cards that the tree names."""
    if isinstance(tree, Lit):
        yield from (c.title for c in rules.game.cards if c.title == tree.value)
        return
    for part in tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]:
        if not isinstance(part, str | int):
            yield from _titles(rules, part)
