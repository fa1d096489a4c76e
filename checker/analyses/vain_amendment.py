"""What an amendment says and that changes nothing.

What it finds: norms that an amendment brings and that hold in no scene, of the catalogue or of the rulings, nor of
anything that lies there (what the solver proves never to hold, or always to be prevented, is dead or shadowed text:
HX601, HX602); and norms that it changes or takes away, or clauses that it makes informal, although everything stays as it
was, since others say the same or nothing hung on them; clauses made informal by which steps or acts still go;
and what a further amendment, laid later, changes again.

Why it matters: whoever amends the rules means to change something, and did not.

Example: an erratum makes a clause informal, and another clause has the same duty.

How to settle it: mend the condition, or amend the other clauses that say the same too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.statements.live_norms import held_nowhere
from checker.kernel.game import Clause, Game, Overruled
from checker.kernel.norm import Leaves, May, Must, MustNot, Norm, Outranks
from checker.kernel.term import Yes
from checker.kernel.trees.clause_uses import uses
from checker.kernel.verdict import Extent, Finding
from checker.load.amended.overruled import clash
from checker.norms.rule_reads import HELD
from checker.session.context import Bench, Scope, Work
from checker.static.amended_conditions import amended_norms

CODE = "HX606"
NAME = "vain-amendment"
HOUSEKEEPING = True
ASKS = True
MEND = "mend the condition, or take the text away"
ONE_OF_THEM = "leave one of the two out, or say in the later one that it `needs` the other"
STILL_THERE = "take away or amend what goes by the clause too, or take the clause itself away"
ALSO_THERE = "amend what says the same too, or leave the clause as it was"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each norm of an amendment that never holds, and for each clause taken away in vain."""
    game = work.bench.rules.game
    if not game.amended:
        return [], Scope(NAME, Extent.EXHAUSTED, "there is no amendment")
    before = work.bench.base()
    asked = _asked(work, before.rules.game.norms if before is not None else ())
    gone = list(_taken_away(before.rules.game, game)) if before is not None else []
    reads = (game, work.bench.situations, asked)
    idle = (
        work.kept("vain", reads, tuple[str, ...], lambda: work.spread("amended norms", held_nowhere, [asked])[0])
        if asked
        else ()
    )
    found = [_never(game, clause, names) for clause, names in _by_clause(work.bench, idle).items()]
    rules = (before.rules.game if before is not None else (), game)
    vain = work.kept("vainly gone", rules, tuple[tuple[str, tuple[str, ...]], ...], lambda: _vain(work, before, gone))
    found += [_in_vain(work.bench, clause, by) for clause, by in vain]
    told = {clause for clause, _ in vain}
    found += [_goes_on(game, one, by) for one, by in _still_used(before.rules.game if before else game, game, told)]
    found += map(_overruled, game.overruled)
    scope = f"{len(asked)} norms that amendments bring, in the scenes of the catalogue, also two in one, and of the rulings; {len(gone)} clauses of which they take norms away"
    return found, Scope(NAME, Extent.EXHAUSTED, scope)


def _asked(work: Work, before: tuple[Norm, ...]) -> tuple[str, ...]:
    """The norms that amendments bring and of which it is not known yet whether they hold anywhere."""
    known = {c for f in work.findings if f.code in ("HX601", "HX602") for c in f.clauses[:1]}
    search = work.known("search")
    noted = search.noted if search is not None else frozenset()
    new, old = amended_norms(work.bench.rules.game), {_bare(n) for n in before}
    return tuple(
        n.id
        for n in work.bench.rules.game.norms
        if n.id in new
        and _bare(n) not in old
        and n.clause not in known
        and n.cond != Yes()
        and not isinstance(n.claim, Outranks | Leaves)
        and (HELD, n.id) not in noted
    )


def _by_clause(bench: Bench, names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        clause = bench.rules.norms[name].clause
        found[clause] = (*found.get(clause, ()), name)
    return found


def _never(game: Game, clause: str, names: tuple[str, ...]) -> Finding:
    norms = [n for n in game.norms if n.id in names]
    kinds = " and ".join(dict.fromkeys(type(n.claim).__name__.lower() for n in norms))
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"what {clause} says ({kinds}) held in no scene that was looked at",
        (clause,),
        at=tuple(n.place for n in norms if n.place) or places(game, (clause,)),
        fingerprint="/".join(("never", *names)),
        settle=MEND,
        unshown="what never came to be stands in none",
    )


def _overruled(one: Overruled) -> Finding:
    name = one.name.rpartition(" ")[2]
    return Finding(
        CODE,
        NAME,
        "warning",
        clash(one),
        (name.partition(".")[0],) if one.name.startswith(("norm ", "clause ")) else (),
        (one.name.removeprefix("card "),) if one.name.startswith("card ") else (),
        (one.place, one.before),
        "",
        Extent.PROVED,
        fingerprint=f"overruled/{one.name}/{one.first}/{one.title}",
        settle=ONE_OF_THEM,
        unshown="it stands in the two amendments",
    )


class LostEffect(NamedTuple):
    """A clause that amendments change, the norms that it loses, and those that it has instead."""

    clause: str
    lost: tuple[Norm, ...]
    brought: tuple[Norm, ...]


def _taken_away(before: Game, after: Game) -> Iterator[LostEffect]:
    """The clauses that amendments change or make informal, with what they lose and have instead."""
    amended = {a.name for a in after.amended}
    stays = {_bare(n) for n in after.norms if n.clause in amended}
    informal = {c.id: bool(c.informal) for c in after.clauses}
    was = {c.id: bool(c.informal) for c in before.clauses}
    for clause in was:
        old = [n for n in before.norms if n.clause == clause]
        kept = {_bare(n) for n in after.norms if n.clause == clause}
        lost = tuple(n for n in old if _bare(n) not in kept and _bare(n) not in stays)
        known = {_bare(n) for n in old}
        brought = tuple(n for n in after.norms if n.clause == clause and _bare(n) not in known)
        touched = clause in amended or any(n.id in amended for n in old)
        if touched and (lost or (not brought and informal.get(clause, False) and not was[clause])):
            yield LostEffect(clause, lost, brought)


def _still_used(before: Game, after: Game, told: set[str]) -> Iterator[tuple[Clause, tuple[str, ...]]]:
    """The clauses that amendments make informal and by which steps or acts go on, but for those `told`."""
    was = {c.id for c in before.clauses if not c.informal}
    using = uses(after)
    for clause in (c for c in after.clauses if c.informal and c.id in was and c.id not in told):
        steps = (f"step {s}" for s in using.steps.get(clause.id, ()))
        by = (*steps, *(f"act {a}" for a in using.acts.get(clause.id, ())))
        if by:
            yield clause, tuple(f"`{one}`" for one in dict.fromkeys(by))


def _goes_on(game: Game, clause: Clause, by: tuple[str, ...]) -> Finding:
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"{clause.id} is made informal, and {' and '.join(by)} still go{'es' * (len(by) == 1)} by it",
        (clause.id,),
        at=(clause.place,) if clause.place else places(game, (clause.id,)),
        extent=Extent.PROVED,
        fingerprint=f"goes on/{clause.id}",
        settle=STILL_THERE,
        unshown="it stands in what is named",
    )


def _bare(norm: Norm) -> Norm:
    return msgspec.structs.replace(norm, id="", clause="", place=None, outranks=())


def _vain(work: Work, before: Bench | None, gone: list[LostEffect]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Those of the clauses without whose norms all is as it was, each with the clauses that say the same."""
    from checker.smt.unreachable_norms import covered

    after = work.bench.rules.game
    found = []
    for clause, lost, brought in gone:
        if before is None or any(n.outranks or n.reading for n in (*lost, *brought)):
            continue
        stay = [n.id for n in after.norms if n not in brought and _speaks(n, (*lost, *brought))]
        by = covered(before.rules.game, [n.id for n in lost], stay)
        said = covered(after, [n.id for n in brought], stay) if brought and by is not None else ()
        if by is not None and said is not None and (lost or clause in uses(after).steps):
            found.append((clause, tuple(dict.fromkeys((*by, *said)))))
    return tuple(found)


def _speaks(norm: Norm, lost: tuple[Norm, ...]) -> bool:
    """The norm says what one of those lost did, perhaps elsewhere."""
    return any(norm.claim == o.claim or isinstance(o.claim, May | Must | MustNot) for o in lost)


def _in_vain(bench: Bench, clause: str, by: tuple[str, ...]) -> Finding:
    game = bench.rules.game
    why = f"{' and '.join(by)} {'says' if len(by) == 1 else 'say'} the same" if by else "nothing hung on what it said"
    where = tuple(a.place for a in game.amended if a.name.partition(".")[0] == clause and a.place)
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"that {clause} is changed, taken away or made informal leaves everything as it was: {why}",
        (clause, *by),
        at=where or places(game, (clause,)),
        extent=Extent.PROVED,
        fingerprint=f"gone/{clause}",
        settle=ALSO_THERE,
        unshown="no scene is answered otherwise",
    )
