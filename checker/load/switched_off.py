"""Norms that only say when others do not hold: each becomes a fact, and those it names hold where that is not so."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checker.kernel.game import Game
from checker.kernel.norm import Counts, Newer, Norm, Outranks, SwitchesOff
from checker.kernel.source import Place, Problem
from checker.kernel.term import And, Call, Cond, Is, Not, Some, Var, Yes
from checker.kernel.trees.walk import bound, free
from checker.kernel.vocabulary import OFF, Fact, sort_of
from checker.load.name_hints import near


def unknown_switched(game: Game) -> Iterator[Problem]:
    """A problem for each name of a norm that does not hold under a condition, but is none that could hold."""
    known = {name for n in game.norms if not isinstance(n.claim, Outranks | Newer) for name in (n.id, n.clause)}
    clauses = {c.id for c in game.clauses}
    for norm in game.norms:
        for name in norm.claim.norms if isinstance(norm.claim, SwitchesOff) else ():
            if name not in known:
                message = f"{name} has no norm" if name in clauses else f"there is no clause or norm `{name}`"
                hint = "" if name in clauses else near(name, [f"norm {k}" for k in known])
                yield Problem(norm.place or Place(game.name, 1), message, "", hint)


def switched(game: Game) -> Game:
    """The game in which every norm holds only where none that switches it off does."""
    turning = [n for n in game.norms if isinstance(n.claim, SwitchesOff)]
    if not turning:
        return game
    params = {n.id: tuple(sorted(_letters(n, turning, frozenset()))) for n in turning}
    facts = tuple(
        Fact(f"{OFF}{n.id}", tuple((p, "") for p in params[n.id]), "condition", _words(n), "", None, True, False)
        for n in turning
    )
    norms = tuple(_held(game, _stated(n, params), turning, params) for n in game.norms)
    words = msgspec.structs.replace(game.vocabulary, facts=(*game.vocabulary.facts, *facts))
    return msgspec.structs.replace(game, vocabulary=words, norms=norms)


def _letters(norm: Norm, turning: list[Norm], seen: frozenset[str]) -> frozenset[str]:
    """The variables of the norm, and of those that switch it off in turn."""
    seen |= {norm.id}
    off = [n for n in turning if n.id not in seen and _names(n, norm)]
    return free(norm.cond).union(*(_letters(n, turning, seen) for n in off))


def _names(one: Norm, norm: Norm) -> bool:
    """The one switches the norm off."""
    assert isinstance(one.claim, SwitchesOff)
    return not {norm.id, norm.clause}.isdisjoint(one.claim.norms)


def _words(norm: Norm) -> str:
    assert isinstance(norm.claim, SwitchesOff)
    return f"{' and '.join(norm.claim.norms)} {'do' if len(norm.claim.norms) > 1 else 'does'} not hold"


def _call(norm: str, params: dict[str, tuple[str, ...]]) -> Call:
    return Call(f"{OFF}{norm}", tuple(Var(p) for p in params[norm]))


def _stated(norm: Norm, params: dict[str, tuple[str, ...]]) -> Norm:
    """The norm, which says that its own fact is so if it switches others off."""
    if not isinstance(norm.claim, SwitchesOff):
        return norm
    return msgspec.structs.replace(norm, claim=Counts(_call(norm.id, params)))


def _held(game: Game, norm: Norm, turning: list[Norm], params: dict[str, tuple[str, ...]]) -> Norm:
    """The norm under the further condition that nothing switches it off."""
    against = [n for n in turning if _names(n, norm)]
    if not against:
        return norm
    given = bound(norm.claim)
    unless: list[Cond] = []
    for one in against:
        cond: Cond = Is(_call(one.id, params))
        for var in params[one.id]:
            if var not in given:
                cond = Some(var, sort_of(game.vocabulary, var), cond)
        unless.append(Not(cond))
    own = () if norm.cond == Yes() else norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
    parts = (*own, *unless)
    return msgspec.structs.replace(norm, cond=And(parts) if len(parts) > 1 else parts[0])
