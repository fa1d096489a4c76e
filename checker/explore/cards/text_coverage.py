"""How far a search came to the texts of a game."""

from __future__ import annotations

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import Must
from checker.kernel.record import Record
from checker.kernel.term import Yes
from checker.norms.rule_reads import CARRIED, HELD, WENT
from checker.norms.rulebook import conditions, filed


class Reached(Record, tag=False):
    """How far the search came to a text: how many of its norms held, of how many, or which ways its condition went."""

    text: str
    held: int
    of: int


def reached(game: Game, noted: frozenset[tuple[str, str]]) -> tuple[Reached, ...]:
    """For each clause with norms that ask for something, and each condition of a card, what the search came to.

    Duties are left out: play looks at them only where somebody asks.
    """
    clauses: dict[str, list[bool]] = {}
    for norm in game.norms:
        if filed(norm)[0] and norm.cond != Yes() and not isinstance(norm.claim, Must):
            clauses.setdefault(norm.clause, []).append((HELD, norm.id) in noted)
    rows = [Reached(name, sum(held), len(held)) for name, held in clauses.items()]
    for card in game.cards:
        for number, _ in enumerate(conditions(card.text)):
            ways = [(WENT, f"{card.title}/{number}/{way}") in noted for way in ("so", "not so")]
            rows.append(Reached(f"condition {number + 1} of `{card.title}`", sum(ways), 2))
    return tuple(rows)


def idle(game: Game, noted: frozenset[tuple[str, str]]) -> list[Card]:
    """The cards of the box that say something which the search never came to, also on no card that says the same.

    A search that carried out no card at all tells nothing.
    """
    carried = {c.text for c in game.cards if (CARRIED, c.title) in noted}
    return [c for c in game.cards if carried and c.copies != 0 and c.text not in carried | {Nothing()}]


def never_held(rows: tuple[Reached, ...]) -> str:
    """The texts that the search never came to."""
    clauses = [r.text for r in rows if not r.text.startswith("condition") and not r.held]
    ways = [r.text for r in rows if r.text.startswith("condition") and r.held < r.of]
    parts = [f"what {', '.join(clauses)} ask for never held"] if clauses else []
    parts += [f"{', '.join(ways)} went one way at most"] if ways else []
    return f"; exhausted in the scope of the search, not proved: {', and '.join(parts)}" if parts else ""
