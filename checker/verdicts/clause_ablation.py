"""The answers of one scene under the rules without some of their clauses, and in which order the clauses of an answer stand."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.norms.rule_reads import LookedUpTooOften
from checker.norms.rulebook import Rulebook
from checker.verdicts.ruling_check import asked
from checker.verdicts.scene_interpreter import SceneReading
from checker.verdicts.verdict import Answer

Clauses = frozenset[str]

LOOK_UPS = 1_500
"""So many look-ups of norms are spent at most on asking again; a scene that takes many is asked again less often."""
ASKED = 8
"""A question is asked again at most so often."""


class Ablation:
    """The questions of one scene, asked again under the rules without clauses; each set of these once."""

    def __init__(
        self, rules: Rulebook, scene: Scene, forms: Callable[[Rulebook], SceneReading], look_ups: int = 0
    ) -> None:
        """`look_ups` says how often norms may be looked up for it each time; 0 is no bound."""
        self.rules = rules
        self.look_ups = look_ups
        self.scene = scene
        self.forms = forms
        self._known: dict[Clauses, list[Answer]] = {}

    def without(self, gone: Clauses) -> list[Answer]:
        """The answers without those clauses; none if the scene cannot be laid out then, or takes too much work."""
        if gone not in self._known:
            rules = self.rules.without(gone, self.look_ups)
            try:
                self._known[gone] = [answer for _, answer in asked(rules, self.scene, self.forms(rules))]
            except (InputError, LookedUpTooOften):
                self._known[gone] = []
        return self._known[gone]

    def same(self, number: int, answer: Answer, gone: Clauses) -> bool:
        """The scene's answer of that number is the same without those clauses."""
        others = self.without(gone)
        return number < len(others) and same_answer(others[number], answer)

    def changed(self, number: int, answer: Answer, gone: Clauses) -> bool:
        """The scene can be told without those clauses, too, and its answer of that number is known to be another one."""
        others = self.without(gone)
        known = number < len(others) and others[number].verdict is not Verdict.UNKNOWN
        return known and not same_answer(others[number], answer)


def same_answer(one: Answer, other: Answer) -> bool:
    """The answers are the same, whatever they rest on."""
    return _said(one) == _said(other)


def _said(answer: Answer) -> tuple[object, ...]:
    return answer.verdict, answer.value, frozenset((o.value, o.when) for o in answer.outcomes)


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
