"""Pairs of norms that say different things of one act or fact, and what the solver says of them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from checker.kernel.game import Game
from checker.kernel.norm import (
    Claim,
    Counts,
    Gives,
    Leaves,
    May,
    Modifies,
    Must,
    MustNot,
    Norm,
    Pattern,
    Prevents,
    Protects,
    Replaces,
)
from checker.kernel.norm import about as claimed
from checker.kernel.term import Lit
from checker.kernel.trees.amount_changes import modifying

Link: TypeAlias = tuple[int | Lit | None, ...]
"""Which places of the act the places of another pattern are, where that is known."""


class NormPair(NamedTuple):
    """Two norms that say different things of one act or fact, by their ids.

    With `link`, the second speaks of an event that the act leads to: which places of the act it has, where
    that is known; with `text`, by the text of a card: the place of the card in the act, and its title. By then the
    act has written down what is `kept` (the field of a place is another place), and led through events in the
    place of which no norm of `past` may stand, each with the places that the event has.
    """

    one: str
    other: str
    about: str
    link: Link = ()
    text: tuple[int | Lit | None, str] = (None, "")
    kept: tuple[tuple[str, int, int], ...] = ()
    past: tuple[tuple[str, Link], ...] = ()


def about(norm: Norm) -> Pattern | None:
    """The act, event or fact that the norm makes a claim of, if claims of it can clash."""
    return None if isinstance(norm.claim, Leaves | Modifies) else claimed(norm.claim)


def opposed(one: Norm, other: Norm) -> bool:
    """The two claims cannot both stand if they are of the same instance."""
    match one.claim, other.claim:
        case (May() | Must(), MustNot()) | (MustNot(), May() | Must()):
            return True
        case (Protects(), Prevents() | Replaces()) | (Prevents() | Replaces(), Protects()):
            return True
        case (Prevents(), Replaces()) | (Replaces(), Prevents()) | (Replaces(), Replaces()):
            return not (_mild(one.claim) and _mild(other.claim))
        case (Counts(_, yes), Counts(_, no)):
            return yes is not no
        case (Gives(_, left), Gives(_, right)):
            return left != right
        case _:  # of different kinds, neither says that the other does not stand
            return False


def _mild(claim: Claim) -> bool:
    """It says nothing against a modification of the same event: each of them is done, in whatever order."""
    return isinstance(claim, Prevents) or modifying(claim)


def _unguarded(guard: Norm, other: Norm, titles: set[str]) -> bool:
    """The guard does not protect from those for whom the other speaks."""
    return (
        isinstance(guard.claim, Protects) and ("card" if other.speaker in titles else "rule") not in guard.claim.against
    )


def pairs(game: Game) -> list[NormPair]:
    """All pairs of norms that speak of the same act or fact and say different things."""
    found = []
    listed = [(n, p) for n in game.norms if (p := about(n)) is not None]
    titles = {c.title for c in game.cards} | {*game.gone}
    for at, (one, first) in enumerate(listed):
        for other, second in listed[at + 1 :]:
            apart = first.act != second.act or _unguarded(one, other, titles) or _unguarded(other, one, titles)
            if not apart and opposed(one, other) and not _alternatives(one, other):
                found.append(NormPair(one.id, other.id, first.act))
    return found


def _alternatives(one: Norm, other: Norm) -> bool:
    """The two are readings of one clause, of which only one is ever chosen."""
    apart = bool(one.reading and other.reading) and one.reading != other.reading
    return one.clause == other.clause and apart and one.asks == other.asks


class Clash(NamedTuple):
    """Whether the pair can meet: `no` is proved, by the parts in `core`; `yes` is a candidate."""

    pair: NormPair
    can: str
    core: tuple[str, ...]


class DeadText(NamedTuple):
    """A norm, an act, or a card for the `act`, that can never matter; `by` is the smallest set of norms that see to it."""

    name: str
    by: tuple[str, ...] = ()
    act: str = ""
