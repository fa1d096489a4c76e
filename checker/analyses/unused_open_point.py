"""A declared open point that no finding meets any more.

What it finds: entries of open.norm that name no finding of the analyses that looked. Under an amendment that did not bring
the entry it is only noted: it may have settled the doubt, which is no fault.

Why it matters: the doubt was settled, or its name is out of date and a reader looks for it in vain.

Example: an erratum takes away one of two clauses that disagreed, and the declaration of the clash stays.

How to settle it: take the entry away, or name the point as it is called now (`hexcheck check` shows it).
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.situations import catalogue
from checker.explore.statements.met_points import Met, met_in_rulings, met_points
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work

CODE = "HX604"
NAME = "unused-open-point"
HOUSEKEEPING = True
ASKS = True


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each declaration that nothing found so far is covered by."""
    game = work.bench.rules.game
    meets = catalogue(work.bench.situations).meetings or (work.bench.held and not work.only)
    if work.options.scope == "quick" and meets:
        said = "not looked at in the quick scope, in which cards do not meet"
        return [], Scope(NAME, Extent.UNKNOWN, said)
    if work.given_up:
        said = f"not looked at, since not all is known that is open: {', '.join(work.given_up)} gave up"
        return [], Scope(NAME, Extent.UNKNOWN, said, given_up=True)
    named = {f.point for f in work.findings}
    left = frozenset(d.id for d in game.declarations) - named
    met = _met(work, left)
    named |= {*met.names}
    known = {c.id for c in game.clauses}
    brought = {a.name for a in game.amended if a.kind == "open"}
    titles = " and ".join(dict.fromkeys(f'"{a.title}"' for a in game.amended))
    found = []
    for one in game.declarations:
        if one.id in named:
            continue
        gone = tuple(c for c in one.clauses if c not in known)
        why = f": {' and '.join(gone)} is not in the rules" if gone else ""
        settled = bool(titles) and one.id not in brought
        found.append(
            of_clauses(
                game,
                (CODE, NAME),
                "note" if settled else "warning",
                f"open point `{one.id}` ({one.point}) covers nothing that was found{f' under {titles}' * settled}{why}",
                one.clauses,
                at=(one.place,) if one.place else (),
                extent=Extent.EXHAUSTED if met.whole else Extent.UNKNOWN,
                fingerprint=one.id,
                settle="if it is settled, nothing need be done; else give it the name that the point has now"
                if settled
                else "take the declaration away, or give it the name that the point has now",
            )
        )
    scope = f"{len(game.declarations)} declarations against {len(work.findings)} findings of the analyses before this; of {len(left)} that these do not speak of, {len(met.names)} are met where one player holds one card, or in rulings"
    return found, Scope(NAME, Extent.EXHAUSTED if met.whole else Extent.UNKNOWN, scope)


def _met(work: Work, left: frozenset[str]) -> Met:
    """Those that a question meets; the rulings are read only where something is left."""
    met = met_points(work, left) if left else Met((), True)
    if not (still := left - {*met.names}):
        return met
    ruled = met_in_rulings(work, still)
    return Met((*met.names, *ruled.names), met.whole and ruled.whole)
