"""Where in the rulings a norm holds that does not prevail, and what makes it hold, as far as the game can name that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.norm import Norm
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.term import Call, Undecided, Value, Var
from checker.kernel.trees.walk import calls
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.run.branches import TooMany
from checker.session.context import Bench

NAMING = "what makes "
"""With it begins the name of a function that says which things make a condition so."""


class HoldingInstance(NamedTuple):
    """What makes the norm hold, and the statement of a ruling after which it does."""

    things: tuple[str, ...]
    after: str


class NormShown(NamedTuple):
    """A ruling in which a norm holds: its title, its scene, and where and by what."""

    title: str
    lines: tuple[str, ...]
    instances: tuple[HoldingInstance, ...]


def shown(bench: Bench, norm: Norm, by: tuple[str, ...]) -> NormShown | None:
    """Of the rulings that rest on one of the clauses the one that names most of what makes the norm hold, if any does."""
    asked = [c for c in calls(norm.cond) if NAMING + c.fact in bench.rules.functions]
    if not asked:
        return None
    resting = (s for s in bench.rulings() if any(set(by) & set(c) for c in _because(s)))
    found = [
        NormShown(s.authority.of(s.title), _lines(s, by), tuple(_instances(bench, norm, asked, s))) for s in resting
    ]
    most = sorted((s for s in found if s.instances), key=lambda s: (-sum(len(i.things) for i in s.instances), s.title))
    return most[0] if most else None


def _because(scene: Scene) -> Iterator[tuple[str, ...]]:
    for item in scene.items:
        yield from item.expected.because if item.expected is not None else ()


def _lines(scene: Scene, by: tuple[str, ...]) -> tuple[str, ...]:
    """The scene with those of its questions that rest on the clauses."""
    told = (i.raw.text for i in scene.items if i.expected is None or any(set(by) & set(c) for c in i.expected.because))
    return (f"players {' '.join(scene.players)}", *told)


def _instances(bench: Bench, norm: Norm, asked: list[Call], scene: Scene) -> Iterator[HoldingInstance]:
    """What makes the norm hold where the scene tells something, one statement after the other."""
    try:
        forms = bench.forms(scene)
        judge = bench.judge(bench.rules.with_cards(scene.cards), forms)
        for item in scene.items[forms.first :]:
            before, known = judge.branches[0].position.store, len(tuple(judge.branches[0].back()))
            judge.tell(item)
            for event in tuple(judge.branches[0].back())[known:]:
                context = Context(bench.rules, before)
                if things := tuple(_things(context, norm, asked, event)):
                    yield HoldingInstance(things, item.raw.text)
    except (InputError, TooMany, Undecided):
        return


def _things(context: Context, norm: Norm, asked: list[Call], line: Any) -> Iterator[str]:
    """What makes the norm hold of the things of the event, on the table before it."""
    act = context.rules.acts.get(str(line.event[0])) if line.event else None
    words = context.rules.game.vocabulary
    of = {sort_of(words, p): a for (p, _), a in zip(act.params, line.event[1:], strict=False)} if act else {}
    for call in asked:
        letters = [a.name for a in call.args if isinstance(a, Var)]
        env: dict[str, Value] = {x: of[sort_of(words, x)] for x in letters if sort_of(words, x) in of}
        if len(env) == len(call.args) and context.applies(norm, env):
            yield from context.rules.functions[NAMING + call.fact](context, *env.values())
