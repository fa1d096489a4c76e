"""A prohibition or a duty says nothing of what follows when it is broken.

What it finds: acts with prohibitions or duties to whose breach no norm attaches
anything, one finding per act.

Why it matters: the table knows that something was wrong and not how to go on.

Example: a card is played that may not be played; is it taken back, lost, or does it count?

How to settle it: say what becomes of an act that breaks the rule.
"""

from __future__ import annotations

from checker.kernel.norm import Must, MustNot, Norm
from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Checked, Work
from checker.search.shown import places

CODE = "HX305"
NAME = "missing-remedy"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One note for each act whose breach nothing follows."""
    rules = work.bench.rules
    found = []
    for act, norms in sorted(rules.deontic.items()):
        strict = [n for n in norms if isinstance(n.claim, Must | MustNot)]
        if not strict or _remedied(rules.game.norms, act):
            continue
        clauses = tuple(dict.fromkeys(n.clause for n in strict))
        found.append(
            Finding(
                CODE,
                NAME,
                "note",
                f"{len(clauses)} clauses forbid or demand `{act}`; none says what follows a breach",
                clauses,
                (),
                places(rules.game, clauses[:3]),
                "",
                Extent.EXHAUSTED,
                fingerprint=act,
                settle="say what becomes of an act that breaks the rule",
            )
        )
    return found, Checked(NAME, Extent.EXHAUSTED, f"{len(rules.deontic)} acts that norms allow, demand or forbid")


def _remedied(norms: tuple[Norm, ...], act: str) -> bool:
    """Some norm tells what follows a breach: it asks of an act whether it is illegal."""
    return any(f"Call(fact='illegal {act}'" in repr(n.cond) for n in norms)
