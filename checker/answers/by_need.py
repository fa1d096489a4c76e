"""In which order the clauses stand that decide an answer: first those without which it would be another one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from checker.answers.ablation import Ablation
from checker.answers.nearest import stepping
from checker.answers.verdicts import Answer

LOOK_UPS = 3_000
"""So many look-ups of norms are spent at most on asking again; a scene that takes many is asked again less often."""
ASKED = 16
"""A question is asked again at most so often."""
OTHERS = 3
"""So many clauses are named at most besides those that decide."""


def by_need(ablation: Ablation, number: int, answer: Answer, look_ups: int) -> Answer:
    """The scene's answer of that number, the clauses that decide it ordered by whether it is another one without each.

    Those that an amendment brought come first, if it is another one without each. Where it is the same without all of
    them, a few others follow that were relied on and that it is not the same without, but for those by which play
    merely went on. `look_ups` says how often norms are looked up to answer the scene once.
    """
    left = _times(look_ups)

    def needed(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(c for c in clauses if next(left, False) and ablation.changed(number, answer, frozenset({c})))

    deciding = answer.deciding
    rest = tuple(c for c in answer.clauses if c not in deciding)
    brought = {a.name for a in ablation.rules.game.amended}
    first = (*needed(tuple(c for c in rest if c in brought)), *needed(deciding))
    others: tuple[str, ...] = ()
    if not first and next(left, False) and not ablation.changed(number, answer, frozenset(deciding)):
        others = needed(tuple(c for c in rest if c not in brought and not stepping(ablation.rules, c)))[:OTHERS]
    return structs.replace(answer, deciding=tuple(dict.fromkeys((*first, *deciding, *others))))


def _times(look_ups: int) -> Iterator[bool]:
    """True for each time that the question may be asked again."""
    return iter((True,) * min(ASKED, LOOK_UPS // max(1, look_ups)))
