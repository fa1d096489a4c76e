"""The table on which the last question of a scene is asked."""

from __future__ import annotations

from checker.drawing.table_view import TableView, drawn
from checker.kernel.scene import Scene
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.verdicts.scene_interpreter import Judge, SceneReading


def table_of(rules: Rulebook, scene: Scene, forms: SceneReading) -> TableView | None:
    """The table after what the scene tells, in the first way in which that can have gone; None where it cannot.

    Raises InputError for a scene that cannot be laid out.
    """
    judge = Judge(rules.with_cards(scene.cards), forms)
    told = scene.items[forms.first :]
    for item in told[:-1] if told and told[-1].raw.text.endswith("?") else told:
        judge.tell(item)
    if judge.impossible is not None or judge.lost is not None or not judge.branches:
        return None
    store = judge.branches[0].position.store
    return drawn(Context(judge.rules, store), store)
