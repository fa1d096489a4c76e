"""What effects can lead to, and what of it is worth keeping in mind while a card is followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from checker.kernel import effect as e
from checker.kernel.game import Game, Step
from checker.kernel.norm import May, Must, Replaces, When
from checker.kernel.term import Lit
from checker.kernel.trees.walk import calls, free, within
from checker.static.typestate_conditions import Facts
from checker.static.typestate_domain import ANY, CARD, THERE, Of, Tracked, matched


class CallGraph(NamedTuple):
    """What the acts, procedures and cards of a game lead to, each by its name."""

    acts: Mapping[str, tuple[e.Effect, e.Effect, tuple[e.Effect, ...]]]
    procedures: Mapping[str, tuple[Step, ...]]
    cards: tuple[tuple[str, e.Effect], ...]


def reach(game: Game) -> CallGraph:
    """What everything in the game leads to; an act also to what norms do with it."""
    more: dict[str, list[e.Effect]] = {}
    for norm in game.norms:
        if isinstance(norm.claim, When | Replaces):
            more.setdefault(norm.claim.event.act, []).append(norm.claim.effect)
    return CallGraph(
        {a.name: (a.body, a.last, tuple(more.get(a.name, ()))) for a in game.vocabulary.acts},
        {p.name: p.steps for p in game.procedures},
        tuple((f"card {c.title}", c.text) for c in game.cards),
    )


def reached(game: Game | CallGraph, tree: object, but: str = "") -> Iterator[object]:
    """Everything in the tree and in what it can lead to, without what one procedure leads to."""
    known = game if isinstance(game, CallGraph) else reach(game)
    seen: set[str] = {f"procedure {but}"}
    todo: list[object] = [tree]
    while todo:
        for one in within(todo.pop()):
            yield one
            for name, inner in called(known, one):
                if name not in seen:
                    seen.add(name)
                    todo.append(inner)


def called(known: CallGraph, tree: object) -> Iterable[tuple[str, object]]:
    """What the effect itself leads to, by name, each with what is done there; nothing for any other tree."""
    if not isinstance(tree, e.Effect) or isinstance(tree, e.Composite | e.Change | e.Idle):
        return ()
    match tree:
        case e.Event(name):
            return ((f"act {name}", known.acts[name]),) if name in known.acts else ()
        case e.Await(_, acts):
            return tuple((f"act {name}", known.acts[name]) for name in known.acts if name in acts)
        case e.Run(name):
            return ((f"procedure {name}", known.procedures[name]),) if name in known.procedures else ()
        case e.Carry():
            return known.cards
        case e.While() | e.Leave():
            return ()
        case _:
            assert_never(tree)


def watched(facts: Facts, there: Sequence[object]) -> frozenset[str]:
    """The conditions that are worth keeping on a way through a procedure that leads to all that is `there`.

    Of the table, those that may be asked for when somebody acts and that are set and taken away on the way; of the
    thing, those on which it hangs that the card laid on it is carried out.
    """
    puts = [(x.field.fact, x.value.value) for x in there if isinstance(x, e.Put) and isinstance(x.value, Lit)]
    asked = _asked(facts)
    table = {
        name
        for name, value in puts
        if value is True and (name, False) in puts and name in asked and not facts.fields[name].params
    }
    hanging = [_hanging(one) for one in there if isinstance(one, e.If | e.Each)]
    own: set[str] = set()
    while True:
        more = set(own)
        for cond, inner in hanging:
            uses = any(isinstance(x, e.Event) and any(c.fact in facts.slots for c in calls(x.args)) for x in inner)
            if uses or any(isinstance(x, e.Put) and x.field.fact in own for x in inner):
                more |= {c.fact for c in calls(cond)} & dict(facts.initial).keys()
        if more == own:
            return frozenset(table | own)
        own = more


def _hanging(one: e.If | e.Each) -> tuple[object, list[object]]:
    """On what it hangs that something is done, and all of that."""
    if isinstance(one, e.If):
        return one.cond, list(within((one.then, one.otherwise)))
    return one.over, list(within(one.body))


def _asked(facts: Facts) -> frozenset[str]:
    """What may be asked for when somebody does something with the card, or makes such a thing by an act."""
    state = Tracked("", THERE, False)
    found: set[str] = set()
    for norm in facts.game.norms:
        if isinstance(norm.claim, May | Must):
            act = next(a for a in facts.game.vocabulary.acts if a.name == norm.claim.act.act)
            cards = [p for p, _ in act.params if facts.sort_of(p) == "card"]
            args = tuple(CARD if p in cards[:1] else ANY for p, _ in act.params)
            bound = matched(norm.claim.act.args, args) or {}
            made = any(isinstance(x, e.Create) and x.sort == facts.sort for x in within((act.body, act.last)))
            if made or (CARD in args and facts.holds(norm.cond, bound, state) is not False):
                found |= {c.fact for c in calls(norm.cond)}
    return frozenset(found)


def grouped(lines: Iterable[tuple[Of, ...]]) -> list[tuple[Of, ...]]:
    """The lines, those alike but for the titles of one other card put together."""
    found: dict[tuple[object, ...], list[tuple[Of, ...]]] = {}
    for line in lines:
        found.setdefault(tuple("" if isinstance(of, tuple) else of for of in line), []).append(line)
    return [tuple(_joined(of) for of in zip(*alike, strict=True)) for alike in found.values()]


def _joined(those: tuple[Of, ...]) -> Of:
    titles = [t for of in those if isinstance(of, tuple) for t in of]
    return tuple(dict.fromkeys(titles)) if titles else those[0]


def taken(game: Game) -> dict[str, frozenset[str]]:
    """The variables that each procedure, and what it runs, takes from where it is run."""
    own = {p.name: free(tuple(s.effect for s in p.steps)) for p in game.procedures}
    runs = {p.name: {x.procedure for x in within(p.steps) if isinstance(x, e.Run)} for p in game.procedures}
    while True:
        more = {name: own[name].union(*(own[r] for r in runs[name])) for name in own}
        if more == own:
            return own
        own = more
