"""Which assumptions an answer needs: those without which it would be another one."""

from __future__ import annotations

from msgspec import structs

from checker.kernel.norm import ASSUMED
from checker.verdicts.clause_ablation import Ablation, Clauses, same_answer
from checker.verdicts.ruling_check import asked
from checker.verdicts.verdict import Answer


class Needed:
    """The answers of one scene, asked again under the rules without some of what is assumed."""

    def __init__(self, ablation: Ablation) -> None:
        self.ablation = ablation
        self.rules = rules = ablation.rules
        stating = {n.clause for n in rules.game.norms if n.clause.startswith(ASSUMED)}
        self.assumed = {c.summary: c.id for c in rules.game.clauses if c.id in stating}
        self._otherwise: list[list[Answer]] | None = None

    def of(self, number: int, answer: Answer) -> Answer:
        """The scene's answer of that number with those assumptions alone that it needs.

        They are dropped one after the other, so that of two that do as well one stays.
        """
        gone: Clauses = frozenset()
        for said in answer.assumed:
            if said in self.assumed:
                fewer = gone | {self.assumed[said]}
                gone = fewer if self.ablation.same(number, answer, fewer) else gone
        kept = (a for a in answer.assumed if self.assumed.get(a) not in gone)
        return structs.replace(answer, assumed=tuple(a for a in kept if not self._all_the_same(a, number, answer)))

    def _all_the_same(self, said: str, number: int, answer: Answer) -> bool:
        """What is said is only supposed of the scene, and the answer is the same whatever else is."""
        title = said.partition(":")[0]
        if (
            said in self.assumed
            or title in self.rules.cards
            or any(c.title == title for c in self.ablation.scene.cards)
        ):
            return False
        if self._otherwise is None:
            others = self.ablation.forms(self.rules).others()
            self._otherwise = [[a for _, a in asked(self.rules, self.ablation.scene, other)] for other in others]
        return bool(self._otherwise) and all(same_answer(others[number], answer) for others in self._otherwise)
