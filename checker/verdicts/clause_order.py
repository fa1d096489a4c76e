"""In which order the clauses stand that decide an answer: first those without which it would be another one."""

from __future__ import annotations

from msgspec import structs

from checker.verdicts.clause_ablation import Ablation
from checker.verdicts.verdict import Answer

LOOK_UPS = 1_500
"""So many look-ups of norms are spent at most on asking again; a scene that takes many is asked again less often."""
ASKED = 8
"""A question is asked again at most so often."""


def by_need(ablation: Ablation, number: int, answer: Answer, look_ups: int) -> Answer:
    """The scene's answer of that number, the clauses that decide it ordered by whether it is another one without each.

    Those that an amendment brought come first, if it is another one without each, also where they stood among the
    rest. `look_ups` says how often norms are looked up to answer the scene once.
    """
    left = iter((True,) * min(ASKED, LOOK_UPS // max(1, look_ups)))

    def needed(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(c for c in clauses if next(left, False) and ablation.changed(number, answer, frozenset({c})))

    brought = {a.name for a in ablation.rules.game.amended}
    added = tuple(c for c in answer.clauses if c in brought and c not in answer.deciding)
    first = (*needed(added), *(needed(answer.deciding) if len(answer.deciding) > 1 else ()))
    return structs.replace(answer, deciding=tuple(dict.fromkeys((*first, *answer.deciding))))
