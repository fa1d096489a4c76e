"""Norms by which what no clause allows is forbidden: each becomes a prohibition of every act that players may do at all."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.game import Game
from checker.kernel.norm import ALL_ELSE, May, Must, MustNot, Norm, Pattern
from checker.kernel.term import Var
from checker.kernel.trees.anytime_acts import awaited


def closed(game: Game) -> Game:
    """The game in which whatever closes it forbids what no norm allows or demands, of each act of which some norm
    speaks so, or for which play waits."""
    allowed = {n.claim.act.act for n in game.norms if isinstance(n.claim, May | Must)}
    allowed |= awaited((game.procedures, game.vocabulary.acts))
    acts = [(a.name, Pattern(a.name, tuple(Var(p) for p, _ in a.params))) for a in game.vocabulary.acts]

    def prohibitions(norm: Norm) -> Iterator[Norm]:
        if norm.speaker != ALL_ELSE:
            yield norm
            return
        for name, pattern in acts:
            if name in allowed:
                yield msgspec.structs.replace(norm, id=f"{norm.id}/{name}", claim=MustNot(pattern))

    if all(n.speaker != ALL_ELSE for n in game.norms):
        return game
    return msgspec.structs.replace(game, norms=tuple(one for n in game.norms for one in prohibitions(n)))
