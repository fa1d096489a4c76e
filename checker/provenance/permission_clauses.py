"""Which of the clauses that allow or forbid an act to name, and which of them decides most closely."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import May, Must, MustNot, Norm
from checker.kernel.term import And, Not, Undecided, Value
from checker.kernel.trees.clause_uses import mentions
from checker.norms.evaluate import Context
from checker.norms.permissions import Permitted, Ruling, Unregulated
from checker.norms.rulebook import Rulebook

Args = tuple[Value, ...]

KINDS: dict[type, str] = {May: "permission", Must: "obligation", MustNot: "prohibition"}
"""What a clause is called that is there to allow, to oblige or to forbid."""


def ruling_clauses(context: Context, act: str, args: Args, ruling: Ruling) -> tuple[str, ...]:
    """The clauses by which the act is allowed or forbidden, what speaks of the very card first."""
    if isinstance(ruling, Unregulated):
        return ()
    kinds = (May, Must) if isinstance(ruling, Permitted) else (MustNot,)
    live = [n for n in _live(context, act, args) if isinstance(n.claim, kinds) and n.clause in ruling.by]
    return in_order(context.rules, live, args) or ruling.by


def in_order(rules: Rulebook, norms: list[Norm], args: Args) -> tuple[str, ...]:
    """The clauses of the norms, of several that say the same one, the nearest first."""
    said: dict[tuple[object, object], list[Norm]] = {}
    for norm in norms:
        said.setdefault((norm.claim, norm.cond), []).append(norm)
    chosen = [min(alike, key=lambda n: _preference(rules, n)) for alike in said.values()]
    titles = {title_of(arg) for arg in args if isinstance(arg, tuple)}

    def nearness(norm: Norm) -> tuple[bool, bool, int]:
        return not titles & mentions(norm.cond), not _of_a_card(rules, norm), -_demands(norm)

    return tuple(dict.fromkeys(n.clause for n in sorted(chosen, key=nearness)))


def _preference(rules: Rulebook, norm: Norm) -> tuple[bool, bool, bool, int, tuple[str, int, str]]:
    """Of norms that say the same, a card's comes first, then that of a clause which is there to say such a thing, then
    what a step of procedure rests on, then what says most of the matter."""
    kind = next((c.kind for c in rules.game.clauses if c.id == norm.clause), "")
    return (
        not _of_a_card(rules, norm),
        kind != KINDS[type(norm.claim)],
        not stepping(rules, norm.clause),
        -sum(n.clause == norm.clause for n in rules.game.norms),
        natural(norm.clause),
    )


def stepping(rules: Rulebook, clause: str) -> bool:
    """A step of procedure rests on the clause."""
    return any(clause in step.clauses for procedure in rules.game.procedures for step in procedure.steps)


def natural(clause: str) -> tuple[str, int, str]:
    """The clause as it is counted."""
    head, _, number = clause.rpartition("-")
    return (head, int(number), "") if number.isdigit() else (head, 0, number)


def _live(context: Context, act: str, args: Args) -> Iterator[Norm]:
    for norm in context.rules.deontic[act]:
        assert isinstance(norm.claim, May | Must | MustNot)
        with suppress(Undecided):
            env = context.matches(norm.claim.act, args)
            if env is not None and context.applies(norm, env):
                yield norm


def _of_a_card(rules: Rulebook, norm: Norm) -> bool:
    return norm.speaker in rules.cards


def _demands(norm: Norm) -> int:
    """How much has to be so for the norm to speak; what must not be so does not count."""
    parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
    return sum(not isinstance(part, Not) for part in parts)
