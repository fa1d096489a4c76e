"""Which assumptions an answer needs: those without which it would be another one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from checker.answers.judge import Reading
from checker.answers.rulings import asked
from checker.answers.verdicts import Answer
from checker.kernel.norm import ASSUMED
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.norms.rulebook import Rulebook

Clauses = frozenset[str]


class Needed:
    """The answers of one scene, asked again under the rules without some of what is assumed."""

    def __init__(self, rules: Rulebook, scene: Scene, forms: Callable[[Rulebook], Reading]) -> None:
        self.rules = rules
        self.scene = scene
        self.forms = forms
        stating = {n.clause for n in rules.game.norms if n.clause.startswith(ASSUMED)}
        self.assumed = {c.summary: c.id for c in rules.game.clauses if c.id in stating}
        self._known: dict[Clauses, list[Answer]] = {}
        self._otherwise: list[list[Answer]] | None = None

    def of(self, number: int, answer: Answer) -> Answer:
        """The scene's answer of that number with those assumptions alone that it needs.

        They are dropped one after the other, so that of two that do as well one stays.
        """
        gone: Clauses = frozenset()
        for said in answer.assumed:
            if said in self.assumed:
                fewer = gone | {self.assumed[said]}
                others = self._without(fewer)
                gone = fewer if number < len(others) and _alike(others[number], answer) else gone
        kept = (a for a in answer.assumed if self.assumed.get(a) not in gone)
        return structs.replace(answer, assumed=tuple(a for a in kept if not self._all_the_same(a, number, answer)))

    def _all_the_same(self, said: str, number: int, answer: Answer) -> bool:
        """What is said is only supposed of the scene, and the answer is the same whatever else is."""
        title = said.partition(":")[0]
        if said in self.assumed or title in self.rules.cards or any(c.title == title for c in self.scene.cards):
            return False
        if self._otherwise is None:
            others = self.forms(self.rules).others()
            self._otherwise = [[a for _, a in asked(self.rules, self.scene, other)] for other in others]
        return bool(self._otherwise) and all(_alike(others[number], answer) for others in self._otherwise)

    def _without(self, gone: Clauses) -> list[Answer]:
        """The answers without those clauses; none if the scene cannot be laid out then."""
        if gone not in self._known:
            game = self.rules.game
            clauses = tuple(c for c in game.clauses if c.id not in gone)
            norms = tuple(n for n in game.norms if n.clause not in gone)
            rules = Rulebook(structs.replace(game, clauses=clauses, norms=norms), self.rules.functions)
            try:
                self._known[gone] = [answer for _, answer in asked(rules, self.scene, self.forms(rules))]
            except InputError:
                self._known[gone] = []
        return self._known[gone]


def _alike(one: Answer, other: Answer) -> bool:
    """The answers are the same, whatever they rest on."""
    return _said(one) == _said(other)


def _said(answer: Answer) -> tuple[object, ...]:
    return answer.verdict, answer.value, frozenset((o.value, o.when) for o in answer.outcomes)
