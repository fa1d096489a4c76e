"""What happened, what players chose and what chance brought, as a scene tells it in words of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import TypeAlias

from msgspec import structs

from checker.kernel.effect import Event
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.scene import Close, Deed, Form, Item, Scene, Select
from checker.kernel.source import InputError
from checker.kernel.term import Expr, Lit, Value, Var
from checker.kernel.vocabulary import ToldEvent, needed
from checker.norms.evaluate import Context
from checker.run.branches import Chose
from checker.run.phrases import refusal
from checker.run.phrases import told as in_words
from checker.scenes.phrase_meaning import CARD, Phrased
from checker.scenes.question_view import View
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import CHOSEN, TOLD, form_by, form_of
from checker.verdicts.shared_questions import came, gaps, made, makes, things

WHETHER = ("chooses_yes", "chooses_no")
Picked: TypeAlias = Callable[[View, Chose], bool]
"""Whether a choice is the one that is told."""


def told_event(phrased: Phrased, scene: Scene, item: Item, own: bool, passing: Close | None) -> Form:
    """What a statement in the words of the game tells of what happened; where the game has `own` statements, an act that
    nothing waits for may come at any moment."""
    rules, text = phrased.rules, item.raw.text
    told = _told(phrased, item)
    named = gaps(phrased, item.said)
    bare, gap = Context(rules, Store().put(("names",), phrased.names)), _on_no_table(named)
    for one in told.refuses:
        if bare.holds(one.cond, gap):
            raise InputError(item.raw.problem(*refusal(bare, one, gap)))
    bound = partial(phrased.bound, (told.does, told.holds), named)
    if told.ends:
        own_end = rules.functions.get(f"ends {told.ends[0]}")
        end: Close = own_end() if own_end is not None else Close(told.ends)
        return structs.replace(end, text=text)
    if makes(phrased, item, told):
        earlier = (one for one in takewhile(lambda one: one is not item, scene.items) if one.said.rule.startswith(TOLD))
        before = [one for one in earlier if form_by(rules.game.vocabulary, one.said) == told.function]
        form = made(phrased, item, told, [things(phrased, one, _told(phrased, one)) for one in before])
        return structs.replace(form, untold=passing) if isinstance(form, Deed) else form
    if told.function:
        by, params = rules.functions[told.function], told.params
        return Select(lambda view: by(view, *(bound(view).get(p) for p in params)) is True, text=text)
    if not isinstance(told.does, Event):
        return Select(lambda view: view.context.holds(told.holds, bound(view)), text=text)
    act, args = told.does.act, told.does.args
    wanted = [letter in needed(rules.acts[act].said) for letter, _ in rules.acts[act].params]

    def instance(view: View) -> tuple[Value, ...] | None:
        found = tuple(view.context.value(a, bound(view)) for a in args)
        return None if any(w and one is None for w, one in zip(wanted, found, strict=True)) else found

    free = told.any_time or (own and act not in rules.bound)
    deed = Deed(act, instance, text, any_time=free, untold=passing)
    return _otherwise(told, deed, bare, gap)


def _told(phrased: Phrased, item: Item) -> ToldEvent:
    """What the game says of the statement."""
    told = form_of(phrased.rules.game.vocabulary, item.said)
    assert isinstance(told, ToldEvent)
    return told


def _thing(gap: Expr) -> Value:
    """What stands in the gap, as far as that hangs on no table: a card by its title, and nothing for `the` one."""
    match gap:
        case Lit((_, title)):
            return title
        case Lit(value):
            return value
        case Var(name) if name.startswith(CARD):
            return name.removeprefix(CARD)
    return None


def _on_no_table(named: dict[str, Expr]) -> dict[str, Value]:
    return {n: (_thing(g), 0) if isinstance(g, Var) else _thing(g) for n, g in named.items()}


def _otherwise(told: ToldEvent, deed: Deed, bare: Context, gap: dict[str, Value]) -> Deed:
    """The deed with what the game says of it besides, as far as that hangs on no table."""
    if isinstance(told.instead, Event):
        deed = structs.replace(
            deed, instead=(told.at, told.instead.act, tuple(bare.value(a, gap) for a in told.instead.args))
        )
    if told.already and isinstance(told.does, Event):
        first, *others = told.does.args
        args = (bare.value(first, gap), *(None for _ in others))
        deed = structs.replace(deed, already=lambda view: came(view, deed.act, args))
    return structs.replace(deed, lacking=in_words(bare, told.lacking, gap)) if told.lacking else deed


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
