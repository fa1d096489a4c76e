"""What happened, what players chose and what chance brought, as a scene tells it in words of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from checker.kernel.effect import Event
from checker.kernel.lying_cards import title_of
from checker.kernel.scene import Close, Deed, Form, Item, Scene, Select
from checker.kernel.term import Value
from checker.run.branches import Chose
from checker.scenes.phrase_meaning import Phrased
from checker.scenes.question_view import View
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import CHOSEN
from checker.verdicts.shared_questions import gaps

WHETHER = ("chooses_yes", "chooses_no")
Picked: TypeAlias = Callable[[View, Chose], bool]
"""Whether a choice is the one that is told."""


def told_event(phrased: Phrased, item: Item, own: bool, passing: Close | None) -> Deed | Select:
    """What a statement in the words of the game tells of what happened; where the game has `own` statements, an act that
    nothing waits for may come at any moment."""
    rules, text = phrased.rules, item.raw.text
    told = rules.game.vocabulary.told[int(item.said.rule.split("__")[1])]
    bound = partial(phrased.bound, (told.does, told.holds), gaps(phrased, item.said))
    if told.function:
        by, params = rules.functions[told.function], told.params
        return Select(lambda view: by(view, *(bound(view)[p] for p in params)) is True, text=text)
    if not isinstance(told.does, Event):
        return Select(lambda view: view.context.holds(told.holds, bound(view)), text=text)
    act, args = told.does.act, told.does.args

    def instance(view: View) -> tuple[Value, ...]:
        return tuple(view.context.value(a, bound(view)) for a in args)

    free = told.any_time or (own and act not in rules.bound)
    return Deed(act, instance, text, any_time=free, untold=passing)


class ToldChoices:
    """The choices that one scene tells; `form` gives what its other statements do."""

    def __init__(self, phrased: Phrased, scene: Scene, form: Callable[[Item], Form]) -> None:
        self.phrased = phrased
        self.scene = scene
        self.form = form

    def told(self, item: Item) -> Select:
        """Of what players or chance chose only that goes on which is told: one choice after the other since the last act
        that is told, or else any."""
        who, picked = self._choice(item)
        act, earlier = self._since(item)
        told = (*(p for by, p in map(self._choice, earlier) if by == who), picked)

        def holds(view: View) -> bool:
            return any(isinstance(e, Chose) and e.by.who == who and picked(view, e) for e in view.branch.forks())

        def in_order(view: View) -> bool:
            made = [e for e in view.branch.since(act) if isinstance(e, Chose) and e.by.who == who]
            return len(made) >= len(told) and all(p(view, e) for p, e in zip(told, made, strict=False))

        return Select(holds, text=item.raw.text, rather=in_order)

    def _choice(self, item: Item) -> tuple[int | None, Picked]:
        """Who chose, nobody if it was chance, and what."""
        tree = item.said
        who = self.phrased.seat(tree.parts[0]) if tree.rule.startswith("chooses_") else None
        if tree.rule in WHETHER:
            whether = tree.rule.removeprefix("chooses_")
            return who, lambda view, made: made.option.value == whether
        if tree.rule.endswith("_title"):
            title = text_of(tree.parts[-1])
            return who, lambda view, made: title_of(made.option.value) == title
        meant = self.phrased.term(tree.parts[-1])
        return (
            who,
            lambda view, made: made.option.value == view.context.value(meant, self.phrased.meant(meant, view.context)),
        )

    def _since(self, item: Item) -> tuple[str, list[Item]]:
        """The act that was told last before the statement, nothing if none was, and the choices told since."""
        choices: list[Item] = []
        items = self.scene.items
        at = next((n for n, one in enumerate(items) if one is item), 0)
        for one in reversed(items[:at]):
            if one.said.rule.startswith(CHOSEN):
                choices.insert(0, one)
            elif one.said.rule in ("did", "happens"):
                form = self.form(one)
                return (form.act if isinstance(form, Deed) else "", choices)
        return "", choices
