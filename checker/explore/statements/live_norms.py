"""Which norms hold nowhere in the scenes that there are: of the catalogue, also two in one, and of the rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from checker.explore.situations import catalogue, players
from checker.explore.statements.norm_questions import Asking, laid, numbers, probes
from checker.kernel.norm import May, Must, MustNot, Norm, Pattern, Prevents, Protects, Replaces, When
from checker.kernel.position import Store
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.term import And, Cond, Some, Undecided, Var
from checker.kernel.trees.walk import bound, free, rebuilt
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.norms.rule_reads import HELD
from checker.norms.rulebook import Rulebook
from checker.run.branches import TooMany
from checker.session.context import Bench
from checker.session.persistent_memo import relevance, traced

MOST_LAID = 120
"""So many scenes of the catalogue at most are laid out for a norm, the small ones first …"""
MOST_ASKED = 8
"""… and so many questions asked in each, but for the first …"""
FIRST = 40
"""… of which there are so many."""
MOST_WAYS = 2
"""On so many of the ways in which a scene can go it is looked whether a norm holds."""
UNTOLD = (InputError, TooMany, Undecided, RuntimeError, KeyError)
"""What ends a scene that cannot be carried out."""


def held_nowhere(bench: Bench, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the norms that hold in no scene: where nothing asks for them, also of no things that lie there."""
    left = {n: bench.rules.norms[n] for n in names if n in bench.rules.norms}
    for norm in tuple(left.values()):
        if _laid_out(bench, norm):
            del left[norm.id]
    for scene in (s for s in bench.rulings() if left and not s.amendments):
        for name in _held(bench, tuple(left.values()), scene):
            left.pop(name, None)
        if not left:
            break
    return tuple(left)


def _laid_out(bench: Bench, norm: Norm) -> bool:
    """The norm holds in a scene of the catalogue, or in what is done there."""
    listed, asking, rules = catalogue(bench.situations).situations, Asking(bench), bench.rules
    tables = tuple(dict.fromkeys(s.least for s in listed))
    for at, (seats, lines) in enumerate(islice(laid(listed, tables), MOST_LAID)):
        for more in ((), *numbers(bench, norm, seats)):
            told_ = (players(seats), *lines, *more)
            told, looked, _ = traced(bench, partial(asking.begin, told_))
            if told is None:
                continue
            if any(_holds(rules, norm, b.position.store) for b in told.judge.branches[:MOST_WAYS]):
                return True
            lying = told.words()
            for probe in islice(probes(bench, (norm,), told_), None if at < FIRST else MOST_ASKED):
                if not relevance(bench).can_hold((norm,), (*told_, *probe), lying):
                    continue
                if (HELD, norm.id) in looked | traced(bench, partial(asking.asked, told, probe)).looked:
                    return True
    return False


def _held(bench: Bench, norms: tuple[Norm, ...], scene: Scene) -> Iterator[str]:
    """The norms that hold somewhere in the scene."""
    looked, left = bench.rules.looked, {n.id: n for n in norms}
    attached = any(_attached(n) for n in norms)
    looked.clear()
    try:
        forms = bench.forms(scene)
        rules = bench.rules.with_cards(scene.cards)
        judge = bench.judge(rules, forms)
        for item in scene.items[forms.first :]:
            if item.raw.text.endswith("?") and not attached:
                continue
            judge.tell(item)
            for norm in tuple(left.values()):
                stores = (b.position.store for b in judge.branches[:MOST_WAYS])
                if {(HELD, norm.id)} & (looked | rules.looked) or any(_holds(rules, norm, s) for s in stores):
                    del left[norm.id]
                    yield norm.id
    except UNTOLD:
        return


def _attached(norm: Norm) -> bool:
    """The norm speaks of an event."""
    return isinstance(norm.claim, When | Prevents | Replaces | Protects)


def _holds(rules: Rulebook, norm: Norm, store: Store) -> bool:
    """The norm, which attaches nothing to an event, holds of some things there of which its act makes sense."""
    if _attached(norm):
        return False
    words = rules.game.vocabulary
    cond: Cond = And((norm.cond, *_sense(rules, norm)))
    for letter in sorted(bound(norm.claim) | free(cond)):
        cond = Some(letter, sort_of(words, letter), cond)
    try:
        return Context(rules, store).holds(cond, {})
    except UNTOLD:
        return False


def _sense(rules: Rulebook, norm: Norm) -> tuple[Cond, ...]:
    """What holds wherever the act of the norm makes sense, of its own variables."""
    match norm.claim:
        case May(Pattern(name, args)) | Must(Pattern(name, args)) | MustNot(Pattern(name, args)):
            act = rules.acts[name]
            put = {p: a for (p, _), a in zip(act.params, args, strict=False)}
            return (_renamed(act.needs, put),) if set(put) >= free(act.needs) else ()
        case _:  # no other claim is of an act that somebody does
            return ()


def _renamed(tree: object, put: dict[str, Any]) -> Any:
    """The tree with other expressions in the places of its variables."""
    if isinstance(tree, Var):
        return put.get(tree.name, tree)
    return rebuilt(tree, lambda part: _renamed(part, put))
