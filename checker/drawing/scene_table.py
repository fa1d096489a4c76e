"""The table on which the last question of a scene is asked."""

from __future__ import annotations

from checker.drawing.table_view import TableView, drawn
from checker.kernel.scene import Close, Scene, Select
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.verdicts.scene_interpreter import Judge, SceneReading


def table_of(rules: Rulebook, scene: Scene, forms: SceneReading) -> TableView | None:
    """The table after the last thing that somebody does in the scene, in the first way in which that can have gone; None
    where it cannot. What comes of it is not carried out, so that the picture shows what it is about.

    Raises InputError for a scene that cannot be laid out.
    """
    judge = Judge(rules.with_cards(scene.cards), forms)
    told = [item for item in scene.items[forms.first :] if not item.raw.text.endswith("?")]
    while told and isinstance(forms.form(told[-1]), Close | Select):
        told.pop()
    for item in told:
        judge.tell(item)
    if judge.impossible is not None or judge.lost is not None or not judge.branches:
        return None
    store = judge.branches[0].position.store
    return drawn(Context(judge.rules, store), store)
