"""A card or clause leaves empty what somebody must fill: who, which, where, how much.

What it finds: the slots that a card lists as unstated, effects without a stated content, and choices in card
texts that no clause gives to anybody.

Why it matters: everybody fills the slot in their own way.

Example: a card takes something from a player, and does not say who names the player.

How to settle it: fill the slot in the card's text, and take it off the card's `unstated` line.
"""

from __future__ import annotations

from typing import Any

from checker.kernel.effect import Pick, Unstated
from checker.kernel.game import Card
from checker.kernel.norm import Leaves
from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Checked, Work
from checker.search.shown import places

CODE = "HX303"
NAME = "unfilled-slot"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each card with empty slots, one for each clause that leaves a value unstated."""
    game = work.bench.rules.game
    known = tuple(d.clauses for d in game.declarations)
    found = []
    for card in game.cards:
        slots = _slots(card)
        if slots:
            found.append(
                Finding(
                    CODE,
                    NAME,
                    "warning",
                    f"`{card.title}` does not say: {'; '.join(slots)}",
                    card.clauses,
                    (card.title,),
                    places(game, (), (card.title,)),
                    "",
                    Extent.EXHAUSTED,
                    card.copies_source == "assumed",
                    fingerprint=card.title,
                    settle="fill the slots in the card's text",
                )
            )
    for norm in game.norms:
        if isinstance(norm.claim, Leaves):
            covered = any(norm.clause in c for c in known)
            found.append(
                Finding(
                    CODE,
                    NAME,
                    "note" if covered else "warning",
                    f"{norm.clause} needs a value that no clause states: `{norm.claim.term.fact}`",
                    (norm.clause,),
                    (),
                    (norm.place,) if norm.place else (),
                    "",
                    Extent.EXHAUSTED,
                    fingerprint=f"{norm.clause}/{norm.claim.term.fact}",
                    settle="state the value",
                )
            )
    return found, Checked(NAME, Extent.EXHAUSTED, f"{len(game.cards)} cards and {len(game.norms)} norms")


def _slots(card: Card) -> tuple[str, ...]:
    listed = list(card.unstated)
    for effect in _effects(card.text):
        if isinstance(effect, Unstated) and not listed:
            listed.append(f"what `{effect.what}` does")
        elif isinstance(effect, Pick) and not listed:
            listed.append(effect.slot)
    return tuple(dict.fromkeys((*listed, *(f"whether it is {k}" for k in card.unsure))))


def _effects(tree: Any) -> list[Any]:
    if isinstance(tree, tuple):
        return [e for t in tree for e in _effects(t)]
    inner = [e for f in getattr(tree, "__struct_fields__", ()) for e in _effects(getattr(tree, f))]
    return [tree, *inner] if isinstance(tree, Unstated | Pick) else inner
