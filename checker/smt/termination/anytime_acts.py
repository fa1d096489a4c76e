"""What is known where somebody does an act that no step waits for: some norm allows it, and it is not done already."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Nothing, Put
from checker.kernel.game import Game
from checker.kernel.norm import Replaces, When
from checker.kernel.term import Cond, Expr, Is, Lit, Not, Or
from checker.kernel.trees.anytime_acts import allows, unawaited
from checker.kernel.vocabulary import Act
from checker.smt.encode import Names
from checker.smt.termination.path_facts import closed
from checker.smt.termination.patterns import matched


class Free:
    """The acts of the game that no step waits for."""

    def __init__(self, game: Game) -> None:
        self.norms = unawaited(game)
        self.altered = {n.claim.event.act for n in game.norms if isinstance(n.claim, When | Replaces)}

    def before(self, act: Act, args: tuple[Expr, ...]) -> Iterator[Cond]:
        """What holds before the act, if it is one of them."""
        if act.name not in self.norms:
            return
        given: Names = {letter: arg for (letter, _), arg in zip(act.params, args, strict=True)}
        asked: list[Cond] = []
        for norm in self.norms[act.name]:
            about = allows(norm.claim)
            assert about is not None
            bound, same = matched(about, args)
            asked += [closed(norm.cond, bound)] if same else []
        yield asked[0] if len(asked) == 1 else Or(tuple(asked))
        if isinstance(act.body, Put) and isinstance(act.body.value, Lit) and act.last == Nothing():
            done: Cond = Is(act.body.field)
            if act.body.value.value in (True, False) and act.name not in self.altered:
                yield closed(Not(done) if act.body.value.value is True else done, given)
