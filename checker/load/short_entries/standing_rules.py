"""What holds unless it is said otherwise: what is always looked for, `whenever …, …`, and what no clause allows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.effect import Each, Effect, If, Run, While
from checker.kernel.game import Game, Procedure, Step
from checker.kernel.norm import ALL_ELSE, WHENEVER, May, Must, MustNot, Norm, Pattern, When
from checker.kernel.source import Problem
from checker.kernel.term import All, Cond, Or, Some, Var
from checker.kernel.trees.anytime_acts import awaited
from checker.kernel.trees.walk import of_kind

SOUGHT = "what is always looked for"
"""The procedure that does everything that is always looked for, at once, and again until there is nothing to do."""
_ONCE = f"{SOUGHT}, once"


def sought(game: Game) -> Game:
    """The game in which what is always looked for is done where a step carries it out."""
    rules = tuple(_rules(game))
    if not rules:
        return game
    clauses = tuple(dict.fromkeys(norm.clause for norm, _ in rules))
    steps = tuple(Step(norm.id, (norm.clause,), effect, (), norm.place) for norm, effect in rules)
    conds = tuple(_where(effect) for _, effect in rules)
    again = While(conds[0] if len(conds) == 1 else Or(conds), Run(_ONCE))
    made = (Procedure(SOUGHT, (Step("again", clauses, again, (), rules[0][0].place),)), Procedure(_ONCE, steps, True))
    named = {norm.id for norm, _ in rules}
    return msgspec.structs.replace(
        game, norms=tuple(n for n in game.norms if n.id not in named), procedures=(*game.procedures, *made)
    )


def never_sought(game: Game) -> Iterator[Problem]:
    """A problem where something is always looked for, and nothing says when."""
    runs = of_kind((game.procedures, game.vocabulary.acts, game.cards, game.norms), Run)
    if (rules := tuple(_rules(game))) and all(run.procedure != SOUGHT for run in runs):
        place = rules[0][0].place
        assert place is not None
        hint = f'a step or an act that says `Carry out "{SOUGHT}".`'
        yield Problem(place, "nothing says at which moment this is looked for", place.read_as, hint)


def _rules(game: Game) -> Iterator[tuple[Norm, Effect]]:
    for norm in game.norms:
        if isinstance(norm.claim, When) and norm.claim.event == WHENEVER:
            yield norm, norm.claim.effect


def _where(effect: Effect) -> Cond:
    """The condition under which there is something to do."""
    match effect:
        case Each(var, All(_, sort, cond)):
            return Some(var, sort, cond)
        case If(cond):
            return cond
        case _:
            raise AssertionError(f"nothing tells where {effect} does anything")


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
