"""A scene of the catalogue that names two cards, taken apart into the two plays and what lies around them."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from checker.explore.situations import Situation
from checker.kernel.effect import Nothing
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scratch


class TwoPlays(NamedTuple):
    """A scene taken apart: what comes before the first play, both plays, and what lies between."""

    before: tuple[str, ...]
    one: str
    between: tuple[str, ...]
    two: str
    titles: tuple[str, str]

    def first(self, title: str) -> str:
        """The first play, with the card."""
        return self.one.replace(self.titles[0], title)

    def second(self, title: str) -> str:
        """The second play, with the card."""
        return self.two.replace(self.titles[1], title)

    @property
    def either(self) -> bool:
        """Nothing but the titles tells the plays apart, so that they could come in the other order."""
        return not self.between and self.first("") == self.second("")


def planned(bench: Bench, scene: Situation) -> TwoPlays | None:
    """The scene taken apart; None if it does not name two cards in two lines."""
    titles = [c.title for c in bench.rules.game.cards]
    named = [(i, t) for i, line in enumerate(scene.lines) for t in titles if _stands(t, line)]
    if len(named) != 2 or named[0][0] == named[1][0]:
        return None
    (one, first), (two, second) = named
    lines = scene.lines
    return TwoPlays(lines[:one], lines[one], lines[one + 1 : two], lines[two], (first, second))


def silent(bench: Bench, titles: tuple[str, ...]) -> Bench:
    """The rules with cards of these titles that say nothing."""
    game = bench.rules.game
    cards = tuple(replace(c, text=Nothing()) if c.title in titles else c for c in game.cards)
    rules = Rulebook(replace(game, cards=cards), bench.rules.functions)
    return bench._replace(rules=rules, scratch=Scratch())


def _stands(title: str, line: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", line) is not None
